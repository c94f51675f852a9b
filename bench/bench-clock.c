/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "bench.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

double
now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

double
cpu_of_client(void)
{
    struct rusage r;

    getrusage(RUSAGE_SELF, &r);
    return r.ru_utime.tv_sec * 1e6 + r.ru_utime.tv_usec + r.ru_stime.tv_sec * 1e6 +
           r.ru_stime.tv_usec;
}

/* Of all threads of a process, in nanoseconds. */
static double
cpu_of_process(const char *pid)
{
    char path[600];
    double sum = 0, ns;
    struct dirent *entry;

    snprintf(path, sizeof path, "/proc/%s/task", pid);
    DIR *folder = opendir(path);
    while (folder && (entry = readdir(folder))) {
        if (!isdigit((unsigned char) entry->d_name[0]))
            continue;
        snprintf(path, sizeof path, "/proc/%s/task/%s/schedstat", pid, entry->d_name);
        FILE *file = fopen(path, "r");
        if (!file)
            continue;
        if (fscanf(file, "%lf", &ns) == 1)
            sum += ns;
        fclose(file);
    }
    if (folder)
        closedir(folder);
    return sum;
}

/* -1: it is gone. */
static int
parent_of(const char *pid)
{
    char path[300], line[1024];
    int parent = -1;

    snprintf(path, sizeof path, "/proc/%s/stat", pid);
    FILE *file = fopen(path, "r");
    if (!file)
        return -1;
    /* The name of the program before it may have any letters. */
    char *end = fgets(line, sizeof line, file) ? strrchr(line, ')') : NULL;
    if (end)
        sscanf(end + 1, " %*c %d", &parent);
    fclose(file);
    return parent;
}

double
cpu_of_servers(const Target *target)
{
    double sum = 0;
    struct dirent *entry;

    if (!target->n_pids)
        return 0;
    DIR *folder = opendir("/proc");
    while (folder && (entry = readdir(folder))) {
        if (!isdigit((unsigned char) entry->d_name[0]))
            continue;
        int pid = atoi(entry->d_name), parent = parent_of(entry->d_name), is_charged = 0;
        for (int i = 0; i < target->n_pids; i++)
            is_charged |= pid == target->pids[i] || parent == target->pids[i];
        if (is_charged)
            sum += cpu_of_process(entry->d_name);
    }
    if (folder)
        closedir(folder);
    return sum / 1e3;
}
