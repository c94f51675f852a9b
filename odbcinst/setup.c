/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * setup.c - the setup library: what unixODBC's configuration programs load to make data sources.
 *
 * Three entry points, driven by keywords.def: ODBCINSTGetProperties lists the keywords for a form,
 * ConfigDSN adds, changes or removes a data source, ConfigDriver has nothing of its own to do.
 * odbcinst releases the property list with free(), so it is made with calloc() here and nowhere
 * else.
 */
#include <sqltypes.h>
#include <odbcinstext.h>

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define VISIBLE __attribute__((visibility("default")))

/* unixODBC declares this one in no header that comes without its own sources. */
VISIBLE int INSTAPI ODBCINSTGetProperties(HODBCINSTPROPERTY last);

typedef struct {
    const char *name;
    const char *kind;
    const char *value; /* default */
    const char *help;
} Keyword;

static const Keyword keywords[] = {
#define SHARD_KEYWORD(name, kind, value, help) {name, kind, value, help},
#include "odbcinst/keywords.def"
#undef SHARD_KEYWORD
};

#define N_KEYWORDS (sizeof keywords / sizeof keywords[0])

/* How a form asks for each kind; a kind that is not here is a list of words. */
static const struct {
    const char *kind;
    int prompt;
} prompts[] = {
    {"TEXT", ODBCINST_PROMPTTYPE_TEXTEDIT},
    {"NUMBER", ODBCINST_PROMPTTYPE_TEXTEDIT},
    {"FILE", ODBCINST_PROMPTTYPE_FILENAME},
    {"FOLDER", ODBCINST_PROMPTTYPE_FILENAME},
    {"SECRET", ODBCINST_PROMPTTYPE_TEXTEDIT_PASSWORD},
};

typedef enum { ACTION_ADD, ACTION_CHANGE, ACTION_REMOVE } Action;

/* SQLConfigDataSource has set the mode (user or system) before it asks us. */
static const struct {
    WORD request;
    Action action;
} requests[] = {
    {ODBC_ADD_DSN, ACTION_ADD},       {ODBC_ADD_SYS_DSN, ACTION_ADD},
    {ODBC_CONFIG_DSN, ACTION_CHANGE}, {ODBC_CONFIG_SYS_DSN, ACTION_CHANGE},
    {ODBC_REMOVE_DSN, ACTION_REMOVE}, {ODBC_REMOVE_SYS_DSN, ACTION_REMOVE},
};

static int
prompt_of(const char *kind)
{
    for (size_t i = 0; i < sizeof prompts / sizeof prompts[0]; i++) {
        if (strcmp(kind, prompts[i].kind) == 0)
            return prompts[i].prompt;
    }
    return ODBCINST_PROMPTTYPE_LISTBOX;
}

/* "a|b|c" as the NULL-terminated array of a list box; one block, as it is freed by one free(). */
static char **
choices_new(const char *words)
{
    size_t n = 1;
    for (const char *c = words; *c != '\0'; c++)
        n += *c == '|';

    size_t size = strlen(words) + 1;
    char **array = calloc(1, (n + 1) * sizeof *array + size);
    if (array == NULL)
        return NULL;

    char *text = memcpy(array + n + 1, words, size);
    for (size_t i = 0; i < n; i++) {
        array[i] = text;
        text += strcspn(text, "|");
        *text++ = '\0';
    }
    return array;
}

static HODBCINSTPROPERTY
property_new(const Keyword *keyword)
{
    HODBCINSTPROPERTY self = calloc(1, sizeof *self);
    if (self == NULL)
        return NULL;

    self->nPromptType = prompt_of(keyword->kind);
    self->pszHelp = strdup(keyword->help);
    if (self->nPromptType == ODBCINST_PROMPTTYPE_LISTBOX)
        self->aPromptData = choices_new(keyword->kind);
    strncpy(self->szName, keyword->name, INI_MAX_PROPERTY_NAME);
    strncpy(self->szValue, keyword->value, INI_MAX_PROPERTY_VALUE);
    return self;
}

/* Appends our keywords behind the properties that every data source has (name, description,
 * driver), which odbcinst made before it called us. */
VISIBLE int INSTAPI
ODBCINSTGetProperties(HODBCINSTPROPERTY last)
{
    for (size_t i = 0; i < N_KEYWORDS; i++) {
        if (strcmp(keywords[i].name, "Description") == 0)
            continue;
        last->pNext = property_new(&keywords[i]);
        if (last->pNext == NULL)
            return 0;
        last = last->pNext;
    }
    return 1;
}

static BOOL
fail(WORD code, const char *message)
{
    SQLPostInstallerError(code, message);
    return 0;
}

/* The value of a keyword in "name=value\0name=value\0\0", or NULL. */
static const char *
attribute_find(const char *attributes, const char *name)
{
    size_t length = strlen(name);

    for (const char *item = attributes; item != NULL && *item != '\0'; item += strlen(item) + 1) {
        if (strncasecmp(item, name, length) == 0 && item[length] == '=')
            return item + length + 1;
    }
    return NULL;
}

static BOOL
attribute_write(const char *dsn, const char *item)
{
    const char *sign = strchr(item, '=');
    if (sign == NULL || sign == item)
        return fail(ODBC_ERROR_INVALID_KEYWORD_VALUE, "an attribute is not name=value");

    char *name = strndup(item, (size_t) (sign - item));
    if (name == NULL)
        return fail(ODBC_ERROR_OUT_OF_MEM, "out of memory");

    BOOL done = 1;
    if (strcasecmp(name, "DSN") != 0 && strcasecmp(name, "Driver") != 0)
        done = SQLWritePrivateProfileString(dsn, name, sign + 1, "odbc.ini");
    free(name);
    return done ? 1 : fail(ODBC_ERROR_REQUEST_FAILED, "odbc.ini can't be written");
}

static BOOL
dsn_write(Action action, const char *driver, const char *dsn, const char *attributes)
{
    if (action == ACTION_ADD && !SQLWriteDSNToIni(dsn, driver))
        return fail(ODBC_ERROR_CREATE_DSN_FAILED, "the data source can't be written to odbc.ini");

    for (const char *item = attributes; *item != '\0'; item += strlen(item) + 1) {
        if (!attribute_write(dsn, item))
            return 0;
    }
    return 1;
}

VISIBLE BOOL INSTAPI
ConfigDSN(HWND window, WORD request, LPCSTR driver, LPCSTR attributes)
{
    size_t i = 0;
    while (i < sizeof requests / sizeof requests[0] && requests[i].request != request)
        i++;
    if (i == sizeof requests / sizeof requests[0])
        return fail(ODBC_ERROR_INVALID_REQUEST_TYPE, "unknown request");

    const char *dsn = attribute_find(attributes, "DSN");
    if (dsn == NULL || !SQLValidDSN(dsn))
        return fail(ODBC_ERROR_INVALID_DSN, "DSN=name is missing or not a valid name");
    if (requests[i].action == ACTION_REMOVE)
        return SQLRemoveDSNFromIni(dsn);
    if (driver == NULL || *driver == '\0')
        return fail(ODBC_ERROR_INVALID_NAME, "the driver's name is missing");
    return dsn_write(requests[i].action, driver, dsn, attributes);
}

/* Installing and removing is odbcinst's work; the driver keeps nothing else in the system. */
VISIBLE BOOL INSTAPI
ConfigDriver(HWND window, WORD request, LPCSTR driver, LPCSTR args, LPSTR message, WORD size,
             WORD *out_size)
{
    if (message != NULL && size > 0)
        *message = '\0';
    if (out_size != NULL)
        *out_size = 0;
    return request == ODBC_INSTALL_DRIVER || request == ODBC_REMOVE_DRIVER ||
                   request == ODBC_CONFIG_DRIVER
               ? 1
               : fail(ODBC_ERROR_INVALID_REQUEST_TYPE, "unknown request");
}
