/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/generator.h"

#include "router/rules/generator/slot.h"
#include "router/rules/generator/type.h"

static const ShardGeneratorType *const types[] = {
    &shard_generator_snowflake,
    &shard_generator_uuid,
    &shard_generator_nanoid,
};

static const ShardGeneratorType *
find_type(const char *name)
{
    for (guint i = 0; i < G_N_ELEMENTS(types); i++)
        if (g_ascii_strcasecmp(types[i]->name, name) == 0)
            return types[i];
    return NULL;
}

const char *const *
shard_generator_properties(const char *type)
{
    const ShardGeneratorType *found = find_type(type);
    return found == NULL ? NULL : found->properties;
}

ShardGenerator *
shard_generator_new(const char *type_name, const ShardProperties *properties, GError **error)
{
    const ShardGeneratorType *type = find_type(type_name);

    if (type == NULL) {
        shard_property_fail(error, "type", type_name,
                            "is no type of generator; there are SNOWFLAKE, UUID and NANOID");
        return NULL;
    }
    if (!shard_properties_check(properties, type->properties, error))
        return NULL;
    ShardGenerator *self = g_malloc0(type->size);
    self->type = type;
    self->name = g_strdup(properties->name);
    if (type->init == NULL || type->init(self, properties, error))
        return self;
    shard_generator_free(self);
    return NULL;
}

void
shard_generator_free(ShardGenerator *self)
{
    if (self == NULL)
        return;
    if (self->type->clear != NULL)
        self->type->clear(self);
    g_free(self->name);
    g_free(self);
}

gboolean
shard_generator_next(ShardGenerator *self, ShardArena *arena, ShardValue *out_value, GError **error)
{
    return self->type->next(self, arena, out_value, error);
}

void
shard_generator_spread(ShardGenerator *self, guint n)
{
    if (self->type->spread != NULL)
        self->type->spread(self, n);
}

const char *
shard_generator_name(const ShardGenerator *self)
{
    return self->name;
}

void
shard_generators_set_folder(const char *folder)
{
    shard_worker_slot_set_folder(folder);
}
