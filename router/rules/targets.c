/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/targets.h"

#include <string.h>

#define FNV_START 2166136261u
#define FNV_PRIME 16777619u
/* So many names are spelled out in a message. */
#define DESCRIBED 8

typedef struct {
    const char *name;
    gsize size;
    guint hash;
} Name;

/* One bare table's name and the targets that have it. */
typedef struct {
    char *table;
    GArray *members; /* guint */
} Group;

/* What an algorithm keeps here. */
typedef struct {
    gconstpointer owner;
    gpointer data;
    GDestroyNotify destroy;
} Attachment;

struct _ShardTargets {
    char **names;
    guint n;
    char *prefix; /* of the first target, without its number */
    gsize prefix_size;
    guint prefix_hash;
    gsize min_suffix; /* shortest number among the targets */
    guint *identity;  /* 0, 1, 2 ...: the members of plain targets */
    GPtrArray *groups;
    Name *slots; /* open addressing; name NULL: free */
    guint *slot_targets;
    guint mask;
    GArray *attachments; /* Attachment; filled while loading only */
};

static guint
hash_more(guint hash, const char *text, gsize size)
{
    for (gsize i = 0; i < size; i++)
        hash = (hash ^ (guchar) text[i]) * FNV_PRIME;
    return hash;
}

static void
group_free(gpointer data)
{
    Group *group = data;

    g_free(group->table);
    g_array_unref(group->members);
    g_free(group);
}

static gint
find_slot(const ShardTargets *self, const char *name, gsize size, guint hash)
{
    for (guint i = hash & self->mask;; i = (i + 1) & self->mask) {
        const Name *slot = &self->slots[i];
        if (slot->name == NULL)
            return -1;
        if (slot->hash == hash && slot->size == size && memcmp(slot->name, name, size) == 0)
            return (gint) self->slot_targets[i];
    }
}

static void
add_slot(ShardTargets *self, const char *name, guint target)
{
    gsize size = strlen(name);
    guint hash = hash_more(FNV_START, name, size);
    guint i = hash & self->mask;

    if (find_slot(self, name, size, hash) >= 0)
        return;
    while (self->slots[i].name != NULL)
        i = (i + 1) & self->mask;
    self->slots[i] = (Name){name, size, hash};
    self->slot_targets[i] = target;
}

/* Length of a name without its trailing digits; behind the logical name only, where the name (or
 * the part behind a schema) starts with it: t20 of t2 is "t2", not "t". */
static gsize
prefix_length(const char *name, const char *logical_name)
{
    gsize size = strlen(name);
    const char *dot = strrchr(name, '.');
    const char *table = dot == NULL ? name : dot + 1;
    gsize floor = 0;

    if (logical_name != NULL && *logical_name != '\0' && g_str_has_prefix(table, logical_name))
        floor = (gsize) (table - name) + strlen(logical_name);
    while (size > floor && g_ascii_isdigit(name[size - 1]))
        size--;
    return size;
}

static void
find_prefix(ShardTargets *self, const char *logical_name)
{
    self->prefix_size = self->n == 0 ? 0 : prefix_length(self->names[0], logical_name);
    self->prefix = self->n == 0 ? g_strdup("") : g_strndup(self->names[0], self->prefix_size);
    self->prefix_hash = hash_more(FNV_START, self->prefix, self->prefix_size);
    self->min_suffix = G_MAXSIZE;
    for (guint i = 0; i < self->n; i++) {
        gsize size = strlen(self->names[i]);
        gsize suffix = size > self->prefix_size ? size - self->prefix_size : 0;
        self->min_suffix = MIN(self->min_suffix, suffix);
    }
}

static void
group_by_table(ShardTargets *self, const char *const *tables)
{
    g_autoptr(GHashTable) by_table = g_hash_table_new(g_str_hash, g_str_equal);

    for (guint i = 0; i < self->n; i++) {
        if (tables[i] == NULL)
            continue;
        Group *group = g_hash_table_lookup(by_table, tables[i]);
        if (group == NULL) {
            group = g_new0(Group, 1);
            group->table = g_strdup(tables[i]);
            group->members = g_array_new(FALSE, FALSE, sizeof(guint));
            g_ptr_array_add(self->groups, group);
            g_hash_table_insert(by_table, group->table, group);
        }
        g_array_append_val(group->members, i);
    }
    for (guint i = 0; i < self->groups->len; i++) {
        const Group *group = self->groups->pdata[i];
        guint first = g_array_index(group->members, guint, 0);
        add_slot(self, group->table, group->members->len == 1 ? first : self->n + i);
    }
}

ShardTargets *
shard_targets_new_qualified(const char *logical_name, const char *const *names,
                            const char *const *tables, guint n_names)
{
    ShardTargets *self = g_new0(ShardTargets, 1);
    guint room = 8;

    while (room < n_names * 4)
        room *= 2;
    self->n = n_names;
    self->names = g_new0(char *, n_names + 1);
    self->identity = g_new0(guint, n_names);
    self->groups = g_ptr_array_new_with_free_func(group_free);
    self->slots = g_new0(Name, room);
    self->slot_targets = g_new0(guint, room);
    self->mask = room - 1;
    self->attachments = g_array_new(FALSE, FALSE, sizeof(Attachment));
    for (guint i = 0; i < n_names; i++) {
        self->names[i] = g_strdup(names[i]);
        self->identity[i] = i;
        add_slot(self, self->names[i], i);
    }
    find_prefix(self, logical_name);
    if (tables != NULL)
        group_by_table(self, tables);
    return self;
}

ShardTargets *
shard_targets_new(const char *logical_name, const char *const *names, guint n_names)
{
    return shard_targets_new_qualified(logical_name, names, NULL, n_names);
}

void
shard_targets_free(ShardTargets *self)
{
    if (self == NULL)
        return;
    for (guint i = 0; i < self->attachments->len; i++) {
        Attachment *attachment = &g_array_index(self->attachments, Attachment, i);
        attachment->destroy(attachment->data);
    }
    g_array_unref(self->attachments);
    g_strfreev(self->names);
    g_ptr_array_unref(self->groups);
    g_free(self->prefix);
    g_free(self->identity);
    g_free(self->slots);
    g_free(self->slot_targets);
    g_free(self);
}

guint
shard_targets_n(const ShardTargets *self)
{
    return self->n;
}

const char *
shard_targets_name(const ShardTargets *self, guint target)
{
    return self->names[target];
}

const char *
shard_targets_prefix(const ShardTargets *self)
{
    return self->prefix;
}

gint
shard_targets_find(const ShardTargets *self, const char *name, gsize size)
{
    return find_slot(self, name, size, hash_more(FNV_START, name, size));
}

/* Is the name prefix + zeros + number? */
static gboolean
is_suffixed(const ShardTargets *self, const Name *slot, gsize zeros, const char *number, gsize size)
{
    const char *at = slot->name + self->prefix_size;

    if (slot->size != self->prefix_size + zeros + size ||
        memcmp(slot->name, self->prefix, self->prefix_size) != 0)
        return FALSE;
    for (gsize i = 0; i < zeros; i++)
        if (at[i] != '0')
            return FALSE;
    return memcmp(at + zeros, number, size) == 0;
}

gint
shard_targets_find_suffix(const ShardTargets *self, const char *number, gsize size)
{
    gsize zeros =
        self->min_suffix != G_MAXSIZE && size < self->min_suffix ? self->min_suffix - size : 0;
    guint hash = self->prefix_hash;

    for (gsize i = 0; i < zeros; i++)
        hash = hash_more(hash, "0", 1);
    hash = hash_more(hash, number, size);
    for (guint i = hash & self->mask;; i = (i + 1) & self->mask) {
        const Name *slot = &self->slots[i];
        if (slot->name == NULL)
            return -1;
        /* Only whole names count here, never a bare table that several have. */
        if (slot->hash == hash && self->slot_targets[i] < self->n &&
            is_suffixed(self, slot, zeros, number, size))
            return (gint) self->slot_targets[i];
    }
}

const guint *
shard_targets_members(const ShardTargets *self, guint target, guint *out_n)
{
    if (target < self->n) {
        *out_n = 1;
        return &self->identity[target];
    }
    const Group *group = self->groups->pdata[target - self->n];
    *out_n = group->members->len;
    return (const guint *) (gpointer) group->members->data;
}

void
shard_targets_attach(const ShardTargets *self, gconstpointer owner, gpointer data,
                     GDestroyNotify destroy)
{
    Attachment attachment = {owner, data, destroy};
    g_array_append_val(self->attachments, attachment);
}

gconstpointer
shard_targets_attached(const ShardTargets *self, gconstpointer owner)
{
    for (guint i = 0; i < self->attachments->len; i++) {
        const Attachment *attachment = &g_array_index(self->attachments, Attachment, i);
        if (attachment->owner == owner)
            return attachment->data;
    }
    return NULL;
}

char *
shard_targets_describe(const ShardTargets *self)
{
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < self->n && i < DESCRIBED; i++)
        g_string_append_printf(text, "%s%s", i == 0 ? "" : ", ", self->names[i]);
    if (self->n > DESCRIBED)
        g_string_append_printf(text, ", ... %s", self->names[self->n - 1]);
    return g_string_free(text, FALSE);
}
