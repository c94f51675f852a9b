/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "scale.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Nodes of a shard in the table of many: so that a thousand shards have ten thousand. */
static int
many_per_shard(void)
{
    return setup.shards >= 1000 ? 10 : 1;
}

/* And one of each in the other table. */
int
n_nodes(void)
{
    return setup.shards * (1 + many_per_shard());
}

static FILE *
create(const char *name)
{
    char path[128];

    snprintf(path, sizeof path, "%s/%s", setup.folder, name);
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    return file;
}

/* What the fake driver answers: a row of each shard, or its part of the rows. */
static void
write_answers(FILE *ini)
{
    static const struct {
        const char *dsn, *delay;
    } kinds[] = {{"fast", ""}, {"slow", "SLEEP 20;"}};

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        fprintf(ini,
                "[%s]\nDriver=Fake\nBrand=PostgreSQL\n"
                "On=SELECT id, a=COLUMNS int,text; ROWS 1|SELECT id, b=COLUMNS int,text; ROWS %ld"
                "|SELECT id, s=%sCOLUMNS int,text; ROWS 1"
                "|TABLES=COLUMNS text,text,text,text,text; ROWS 3\n",
                kinds[i].dsn, setup.rows / setup.shards, kinds[i].delay);
}

static void
write_tables(FILE *rules)
{
    fprintf(rules, "[table t]\nnodes = f_${0..%d}.t\nshard-key = id\nshard-algorithm = m\n",
            setup.shards - 1);
    fprintf(rules, "value-type = id: long\n[algorithm m]\ntype = MOD\nsharding-count = %d\n",
            setup.shards);
    fprintf(rules,
            "[table many]\nauto-shards = f_${0..%d}\ntable-key = id\ntable-algorithm = many\n"
            "value-type = id: long\n[algorithm many]\ntype = MOD\nsharding-count = %d\n",
            setup.shards - 1, setup.shards * many_per_shard());
}

/* Shards of a few data sources, or (named) each with one of its own. */
static void
write_rules(FILE *ini, const char *dsn, int named)
{
    char name[32];

    snprintf(name, sizeof name, "%s.rules", dsn);
    FILE *rules = create(name);
    fprintf(rules, "[shardodbc]\ndialect = postgresql\ndefault-shard = f_0\n");
    for (int i = 0; i < setup.shards; i++) {
        if (named)
            fprintf(rules, "[shard f_%d]\ndsn = f_%d\n", i, i);
        else
            fprintf(rules, "[shard f_%d]\nconnection = DSN=%s;Name=f_%d\n", i,
                    i % 100 == 7 ? "slow" : "fast", i);
    }
    write_tables(rules);
    fclose(rules);
    fprintf(ini, "[%s]\nDriver=ShardODBC\nRules=%s/%s\n", dsn, setup.folder, name);
    fprintf(ini, "[pooled]\nDriver=ShardODBC\nRules=%s/%s\nPoolMode=transaction\n", setup.folder,
            name);
}

void
write_files(void)
{
    FILE *ini = create("odbc.ini");
    FILE *drivers = create("odbcinst.ini");
    FILE *many = create("many.ini");

    fprintf(drivers, "[ShardODBC]\nDriver=%s\nThreading=0\n[Fake]\nDriver=%s\nThreading=0\n",
            setup.driver, setup.fake);
    write_answers(ini);
    write_rules(ini, "scale", 0);
    write_rules(many, "named", 1);
    for (int i = 0; i < setup.shards; i++)
        fprintf(many, "[f_%d]\nDriver=Fake\nBrand=PostgreSQL\nServer=h\nDatabase=d\n", i);
    fclose(ini);
    fclose(drivers);
    fclose(many);
}

void
remove_files(void)
{
    static const char *const names[] = {"odbc.ini", "many.ini", "odbcinst.ini", "scale.rules",
                                        "named.rules"};
    char path[128];

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", setup.folder, names[i]);
        unlink(path);
    }
    rmdir(setup.folder);
}
