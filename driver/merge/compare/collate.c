/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/merge/compare/collate.h"

#include <gnu/libc-version.h>
#include <locale.h>
#include <string.h>
#include <unicode/ucol.h>

typedef struct {
    int (*compare)(ShardCollator *self, const char *a, gsize size_a, const char *b, gsize size_b);
    guint64 (*hash)(ShardCollator *self, const char *text, gsize size);
} CollatorOps;

struct _ShardCollator {
    const CollatorOps *ops;
    locale_t locale;
    UCollator *ucol;
    gboolean deterministic;
    GString *scratch[2]; /* strcoll wants NUL-terminated text */
};

int
shard_bytes_compare(const char *a, gsize size_a, const char *b, gsize size_b)
{
    gsize common = MIN(size_a, size_b);
    int result = common > 0 ? memcmp(a, b, common) : 0;

    return result != 0 ? result : (size_a > size_b) - (size_a < size_b);
}

/* FNV-1a, with a last mix so that the low bits are good for a table. */
guint64
shard_bytes_hash(const char *bytes, gsize size)
{
    guint64 hash = G_GUINT64_CONSTANT(0xcbf29ce484222325);

    for (gsize i = 0; i < size; i++)
        hash = (hash ^ (guchar) bytes[i]) * G_GUINT64_CONSTANT(0x100000001b3);
    return hash ^ (hash >> 32);
}

static int
bytes_compare(ShardCollator *self, const char *a, gsize size_a, const char *b, gsize size_b)
{
    return shard_bytes_compare(a, size_a, b, size_b);
}

static guint64
bytes_hash(ShardCollator *self, const char *text, gsize size)
{
    return shard_bytes_hash(text, size);
}

static int
nocase_compare(ShardCollator *self, const char *a, gsize size_a, const char *b, gsize size_b)
{
    gsize common = MIN(size_a, size_b);

    for (gsize i = 0; i < common; i++) {
        int left = (guchar) g_ascii_tolower(a[i]);
        int right = (guchar) g_ascii_tolower(b[i]);
        if (left != right)
            return left - right;
    }
    return (size_a > size_b) - (size_a < size_b);
}

static guint64
nocase_hash(ShardCollator *self, const char *text, gsize size)
{
    g_string_truncate(self->scratch[0], 0);
    for (gsize i = 0; i < size; i++)
        g_string_append_c(self->scratch[0], g_ascii_tolower(text[i]));
    return shard_bytes_hash(self->scratch[0]->str, self->scratch[0]->len);
}

static gsize
trimmed_size(const char *text, gsize size)
{
    while (size > 0 && text[size - 1] == ' ')
        size--;
    return size;
}

static int
rtrim_compare(ShardCollator *self, const char *a, gsize size_a, const char *b, gsize size_b)
{
    return shard_bytes_compare(a, trimmed_size(a, size_a), b, trimmed_size(b, size_b));
}

static guint64
rtrim_hash(ShardCollator *self, const char *text, gsize size)
{
    return shard_bytes_hash(text, trimmed_size(text, size));
}

static gboolean
same_bytes(const char *a, gsize size_a, const char *b, gsize size_b)
{
    return size_a == size_b && (size_a == 0 || memcmp(a, b, size_a) == 0);
}

static int
libc_compare(ShardCollator *self, const char *a, gsize size_a, const char *b, gsize size_b)
{
    if (same_bytes(a, size_a, b, size_b))
        return 0;
    g_string_truncate(self->scratch[0], 0);
    g_string_append_len(self->scratch[0], a, (gssize) size_a);
    g_string_truncate(self->scratch[1], 0);
    g_string_append_len(self->scratch[1], b, (gssize) size_b);
    int result = strcoll_l(self->scratch[0]->str, self->scratch[1]->str, self->locale);
    return result != 0 ? result : shard_bytes_compare(a, size_a, b, size_b);
}

static int
icu_compare(ShardCollator *self, const char *a, gsize size_a, const char *b, gsize size_b)
{
    if (same_bytes(a, size_a, b, size_b))
        return 0;
    UErrorCode status = U_ZERO_ERROR;
    UCollationResult result =
        ucol_strcollUTF8(self->ucol, a, (int32_t) size_a, b, (int32_t) size_b, &status);
    if (result == UCOL_EQUAL && self->deterministic)
        return shard_bytes_compare(a, size_a, b, size_b);
    return (int) result;
}

static guint64
icu_hash(ShardCollator *self, const char *text, gsize size)
{
    if (self->deterministic)
        return shard_bytes_hash(text, size);
    glong n_units = 0;
    g_autofree gunichar2 *units = g_utf8_to_utf16(text, (glong) size, NULL, &n_units, NULL);
    if (units == NULL)
        return shard_bytes_hash(text, size);
    int32_t length = ucol_getSortKey(self->ucol, (const UChar *) units, (int32_t) n_units, NULL, 0);
    g_autofree guint8 *key = g_malloc((gsize) length + 1);
    ucol_getSortKey(self->ucol, (const UChar *) units, (int32_t) n_units, key, length);
    return shard_bytes_hash((const char *) key, (gsize) length);
}

static const CollatorOps bytes_ops = {bytes_compare, bytes_hash};
static const CollatorOps nocase_ops = {nocase_compare, nocase_hash};
static const CollatorOps rtrim_ops = {rtrim_compare, rtrim_hash};
static const CollatorOps libc_ops = {libc_compare, bytes_hash};
static const CollatorOps icu_ops = {icu_compare, icu_hash};

static ShardCollator *
collator_make(const CollatorOps *ops)
{
    ShardCollator *self = g_new0(ShardCollator, 1);

    self->ops = ops;
    self->deterministic = TRUE;
    self->scratch[0] = g_string_new(NULL);
    self->scratch[1] = g_string_new(NULL);
    return self;
}

static ShardCollator *
refuse(const char *label, const char *reason, GError **error)
{
    shard_error_set(error, SHARD_ERROR_REFUSED, "0A000",
                    "text of column '%s' can't be ordered across shards: %s; "
                    "write COLLATE \"C\" (MariaDB: CAST(... AS CHAR(100))), or set TrustCollation",
                    label, reason);
    return NULL;
}

/* glibc's C.UTF-8 orders by code point, and UTF-8 keeps that order in its bytes. */
static gboolean
locale_is_bytes(const char *locale)
{
    return g_ascii_strcasecmp(locale, "C") == 0 || g_ascii_strcasecmp(locale, "POSIX") == 0 ||
           g_ascii_strncasecmp(locale, "C.", 2) == 0;
}

static ShardCollator *
libc_new(const ShardCollation *collation, gboolean trust, const char *label, GError **error)
{
    const char *name = collation->locale != NULL ? collation->locale : "";
    if (locale_is_bytes(name))
        return collator_make(&bytes_ops);

    gboolean known = g_strcmp0(collation->version, gnu_get_libc_version()) == 0;
    locale_t locale = (known || trust) && name[0] != '\0'
                          ? newlocale(LC_COLLATE_MASK | LC_CTYPE_MASK, name, (locale_t) 0)
                          : (locale_t) 0;
    if (locale == (locale_t) 0) {
        if (trust)
            return collator_make(&bytes_ops);
        g_autofree char *reason =
            known
                ? g_strdup_printf("this machine has no locale '%s'", name)
                : g_strdup_printf("its C library's locale '%s' is of version %s, ours is %s", name,
                                  collation->version != NULL ? collation->version : "unknown",
                                  gnu_get_libc_version());
        return refuse(label, reason, error);
    }
    ShardCollator *self = collator_make(&libc_ops);
    self->locale = locale;
    return self;
}

static char *
icu_version(const UCollator *ucol)
{
    UVersionInfo info;
    char text[U_MAX_VERSION_STRING_LENGTH] = "";

    ucol_getVersion(ucol, info);
    u_versionToString(info, text);
    return g_strdup(text);
}

static ShardCollator *
icu_new(const ShardCollation *collation, gboolean trust, const char *label, GError **error)
{
    UErrorCode status = U_ZERO_ERROR;
    UCollator *ucol = ucol_open(collation->locale != NULL ? collation->locale : "", &status);

    if (ucol == NULL || U_FAILURE(status)) {
        ucol_close(ucol);
        return trust ? collator_make(&bytes_ops)
                     : refuse(label, "libicu doesn't know its locale", error);
    }
    g_autofree char *ours = icu_version(ucol);
    if (!trust && g_strcmp0(ours, collation->version) != 0) {
        ucol_close(ucol);
        g_autofree char *reason =
            g_strdup_printf("its ICU collation is of version %s, ours is %s",
                            collation->version != NULL ? collation->version : "unknown", ours);
        return refuse(label, reason, error);
    }
    ShardCollator *self = collator_make(&icu_ops);
    self->ucol = ucol;
    self->deterministic = collation->kind == SHARD_COLLATION_ICU;
    return self;
}

ShardCollator *
shard_collator_new(const ShardCollation *collation, gboolean trust, const char *label,
                   GError **error)
{
    switch (collation->kind) {
    case SHARD_COLLATION_BINARY:
        return collator_make(&bytes_ops);
    case SHARD_COLLATION_NOCASE:
        return collator_make(&nocase_ops);
    case SHARD_COLLATION_RTRIM:
        return collator_make(&rtrim_ops);
    case SHARD_COLLATION_LIBC:
        return libc_new(collation, trust, label, error);
    case SHARD_COLLATION_ICU:
    case SHARD_COLLATION_ICU_NONDETERMINISTIC:
        return icu_new(collation, trust, label, error);
    case SHARD_COLLATION_MYSQL:
        return trust
                   ? collator_make(&bytes_ops)
                   : refuse(label, "its collation isn't binary and no weights were fetched", error);
    case SHARD_COLLATION_UNKNOWN:
        break;
    }
    return trust ? collator_make(&bytes_ops) : refuse(label, "its collation isn't known", error);
}

ShardCollator *
shard_collator_new_for_equality(const ShardCollation *collation, gboolean trust, const char *label,
                                GError **error)
{
    if (collation->kind == SHARD_COLLATION_LIBC || collation->kind == SHARD_COLLATION_ICU)
        return collator_make(&bytes_ops);
    return shard_collator_new(collation, trust, label, error);
}

void
shard_collator_free(ShardCollator *self)
{
    if (self == NULL)
        return;
    if (self->locale != (locale_t) 0)
        freelocale(self->locale);
    if (self->ucol != NULL)
        ucol_close(self->ucol);
    g_string_free(self->scratch[0], TRUE);
    g_string_free(self->scratch[1], TRUE);
    g_free(self);
}

int
shard_collator_compare(ShardCollator *self, const char *a, gsize size_a, const char *b,
                       gsize size_b)
{
    return self->ops->compare(self, a, size_a, b, size_b);
}

guint64
shard_collator_hash(ShardCollator *self, const char *text, gsize size)
{
    return self->ops->hash(self, text, size);
}
