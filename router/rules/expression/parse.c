/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Recursive descent with one table of binary operators.  A function that fails has set the error
 * and gives NULL; every level of nesting counts against MAX_DEPTH.
 */
#include "router/rules/expression/parse.h"

#include "router/rules/expression/method.h"

#include <string.h>

#define MAX_DEPTH 64
#define MAX_ITEMS 20000

typedef struct {
    const char *symbol;
    guint level; /* higher binds tighter */
    ExprEval eval;
    guint detail;
} BinaryOperator;

static const BinaryOperator binary_operators[] = {
    {"||", 1, expr_eval_or, 0},
    {"&&", 2, expr_eval_and, 0},
    {"|", 3, expr_eval_arithmetic, EXPR_OR},
    {"^", 4, expr_eval_arithmetic, EXPR_XOR},
    {"&", 5, expr_eval_arithmetic, EXPR_AND},
    {"==", 6, expr_eval_compare, EXPR_EQUAL},
    {"!=", 6, expr_eval_compare, EXPR_UNEQUAL},
    {"<=>", 6, expr_eval_compare, EXPR_THREE_WAY},
    {"<", 7, expr_eval_compare, EXPR_LESS},
    {"<=", 7, expr_eval_compare, EXPR_LESS_EQUAL},
    {">", 7, expr_eval_compare, EXPR_GREATER},
    {">=", 7, expr_eval_compare, EXPR_GREATER_EQUAL},
    {"in", 7, expr_eval_in, 0},
    {"as", 7, expr_eval_cast, 0},
    {"<<", 8, expr_eval_arithmetic, EXPR_SHIFT_LEFT},
    {">>", 8, expr_eval_arithmetic, EXPR_SHIFT_RIGHT},
    {">>>", 8, expr_eval_arithmetic, EXPR_SHIFT_RIGHT_UNSIGNED},
    {"..", 8, expr_eval_range, EXPR_RANGE_CLOSED},
    {"..<", 8, expr_eval_range, EXPR_RANGE_OPEN},
    {"+", 9, expr_eval_arithmetic, EXPR_ADD},
    {"-", 9, expr_eval_arithmetic, EXPR_SUBTRACT},
    {"*", 10, expr_eval_arithmetic, EXPR_MULTIPLY},
    {"/", 10, expr_eval_arithmetic, EXPR_DIVIDE},
    {"%", 10, expr_eval_arithmetic, EXPR_MODULO},
};

static ExprNode *parse_expression(ExprParser *self);
static ExprNode *parse_statement(ExprParser *self);
static ExprNode *parse_unary(ExprParser *self);
static ExprNode *parse_sequence(ExprParser *self);

static ExprNode *
new_node(ExprParser *self, ExprEval eval)
{
    ExprNode *node = shard_arena_new0(self->arena, ExprNode);
    node->eval = eval;
    return node;
}

static ExprNode *
fail(ExprParser *self, const char *place, const char *message)
{
    expr_scan_fail(&self->scanner, place, "%s", message);
    return NULL;
}

/* "unexpected 'x'" at the current token, unless the scanner failed already. */
static ExprNode *
unexpected(ExprParser *self, const char *wanted)
{
    const ExprToken *token = &self->scanner.token;

    if (token->kind == EXPR_TOKEN_END)
        expr_scan_fail(&self->scanner, token->start, "%s is missing at the end", wanted);
    else if (token->kind != EXPR_TOKEN_BAD)
        expr_scan_fail(&self->scanner, token->start, "%s stands where '%.*s' was found", wanted,
                       (int) token->size, token->start);
    return NULL;
}

static gboolean
token_is(const ExprParser *self, const char *text)
{
    return expr_token_is(&self->scanner, text);
}

static gboolean
advance(ExprParser *self)
{
    return expr_scan(&self->scanner);
}

static gboolean
accept(ExprParser *self, const char *text)
{
    return token_is(self, text) && advance(self);
}

static gboolean
expect(ExprParser *self, const char *text)
{
    if (token_is(self, text))
        return advance(self);
    g_autofree char *wanted = g_strdup_printf("'%s'", text);
    unexpected(self, wanted);
    return FALSE;
}

static gboolean
enter(ExprParser *self)
{
    if (++self->depth <= MAX_DEPTH)
        return TRUE;
    fail(self, self->scanner.token.start, "nested too deeply");
    return FALSE;
}

static void
take_items(ExprParser *self, ExprNode *node, GPtrArray *items)
{
    node->n_items = items->len;
    node->items = shard_arena_memdup(self->arena, items->pdata, items->len * sizeof(gpointer));
}

static char *
token_text(ExprParser *self)
{
    const ExprToken *token = &self->scanner.token;
    return shard_arena_strndup(self->arena, token->start, (gssize) token->size);
}

/* "a, b, c" up to the closing symbol, which is taken. */
static gboolean
parse_list_into(ExprParser *self, const char *close, GPtrArray *items)
{
    if (accept(self, close))
        return TRUE;
    for (;;) {
        ExprNode *item = parse_expression(self);
        if (item == NULL)
            return FALSE;
        g_ptr_array_add(items, item);
        if (items->len > MAX_ITEMS) {
            fail(self, self->scanner.token.start, "too many elements");
            return FALSE;
        }
        if (!token_is(self, ","))
            return expect(self, close);
        if (!advance(self))
            return FALSE;
    }
}

/* Types of numbers that Java keeps unboxed; wider ones have higher numbers. */
static ShardValueKind
primitive_kind(ShardValueKind kind)
{
    gboolean primitive = kind == SHARD_VALUE_INTEGER || kind == SHARD_VALUE_LONG ||
                         kind == SHARD_VALUE_FLOAT || kind == SHARD_VALUE_DOUBLE;
    return primitive ? kind : SHARD_VALUE_NULL;
}

static void
set_type(ExprNode *node, const ExprType *type)
{
    node->detail = expr_type_index(type);
    node->primitive = primitive_kind(type->primitive);
}

static ExprNode *
parse_literal(ExprParser *self)
{
    ExprNode *node = new_node(self, expr_eval_constant);

    node->constant = self->scanner.token.value;
    node->primitive = primitive_kind(expr_kind(&node->constant));
    return advance(self) ? node : NULL;
}

/* A key of a map: a bare name is a string, as in Groovy. */
static ExprNode *
parse_map_key(ExprParser *self)
{
    if (self->scanner.token.kind != EXPR_TOKEN_NAME)
        return parse_expression(self);
    ExprNode *node = new_node(self, expr_eval_constant);
    char *name = token_text(self);
    node->constant = expr_string(name, strlen(name));
    return advance(self) ? node : NULL;
}

static gboolean
parse_map_rest(ExprParser *self, ExprNode *first_key, GPtrArray *items)
{
    ExprNode *key = first_key;

    for (;;) {
        g_ptr_array_add(items, key);
        if (!expect(self, ":"))
            return FALSE;
        ExprNode *value = parse_expression(self);
        if (value == NULL)
            return FALSE;
        g_ptr_array_add(items, value);
        if (!token_is(self, ","))
            return expect(self, "]");
        if (!advance(self) || (key = parse_map_key(self)) == NULL)
            return FALSE;
    }
}

/* Is the name before a ':' (so that it is a map's key)? */
static gboolean
is_bare_key(const ExprParser *self)
{
    const char *at = self->scanner.at;

    if (self->scanner.token.kind != EXPR_TOKEN_NAME)
        return FALSE;
    while (g_ascii_isspace(*at))
        at++;
    return *at == ':';
}

/* After '[': [], [a, b], [a..b], [:], [k: v]. */
static ExprNode *
parse_collection(ExprParser *self)
{
    g_autoptr(GPtrArray) items = g_ptr_array_new();
    ExprNode *node = new_node(self, expr_eval_list);

    if (accept(self, "]"))
        return node;
    if (accept(self, ":")) {
        node->eval = expr_eval_map;
        return expect(self, "]") ? node : NULL;
    }
    ExprNode *first = is_bare_key(self) ? parse_map_key(self) : parse_expression(self);
    if (first == NULL)
        return NULL;
    gboolean ok;
    if (token_is(self, ":")) {
        node->eval = expr_eval_map;
        ok = parse_map_rest(self, first, items);
    } else {
        g_ptr_array_add(items, first);
        ok = accept(self, ",") ? parse_list_into(self, "]", items) : expect(self, "]");
    }
    take_items(self, node, items);
    return ok ? node : NULL;
}

static ExprNode *
make_variable(ExprParser *self)
{
    ExprNode *node = new_node(self, expr_eval_variable);

    node->name = token_text(self);
    for (const ExprNode *at = self->closure; at != NULL; at = at->c, node->detail++) {
        if (strcmp(at->name, node->name) != 0)
            continue;
        node->eval = expr_eval_local;
        return node;
    }
    if (!g_ptr_array_find_with_equal_func(self->variables, node->name, g_str_equal, NULL))
        g_ptr_array_add(self->variables, (gpointer) node->name);
    return node;
}

/* Constant arguments that can be checked are checked now. */
static gboolean
check_arguments(ExprParser *self, const ExprNode *node, const char *place)
{
    for (guint i = 0; node->methods[i] != NULL; i++) {
        const ExprMethod *method = node->methods[i];
        if (method->check == NULL || node->n_items == 0 || !expr_node_is_constant(node->items[0]))
            continue;
        const ExprValue *value = &node->items[0]->constant;
        if (!expr_is_string(value) || !method->check(value->v.text.data, value->v.text.size)) {
            expr_scan_fail(&self->scanner, place, "the pattern of %s() is not understood",
                           node->name);
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean
parse_arguments(ExprParser *self, ExprNode *node, const char *owner, const char *place)
{
    g_autoptr(GPtrArray) items = g_ptr_array_new();

    if (!parse_list_into(self, ")", items))
        return FALSE;
    take_items(self, node, items);
    node->methods = expr_find_methods(self->arena, owner, node->name, node->n_items);
    if (node->methods != NULL)
        return check_arguments(self, node, place);
    return expr_scan_fail(&self->scanner, place, "%s%s%s() with %u arguments is not supported%s",
                          owner == NULL ? "" : owner, owner == NULL ? "" : ".", node->name,
                          node->n_items, expr_similar_method(self->arena, owner, node->name));
}

/* Math.abs(x), Integer.MAX_VALUE; the class's name is the current token. */
static ExprNode *
parse_static(ExprParser *self)
{
    const char *owner = token_text(self);
    ExprNode *node = new_node(self, expr_eval_static);

    if (!advance(self) || !expect(self, "."))
        return NULL;
    if (self->scanner.token.kind != EXPR_TOKEN_NAME)
        return unexpected(self, "a name");
    const char *place = self->scanner.token.start;
    node->name = token_text(self);
    if (!advance(self))
        return NULL;
    if (accept(self, "("))
        return parse_arguments(self, node, owner, place) ? node : NULL;
    if (expr_find_static_constant(owner, node->name, &node->constant)) {
        node->eval = expr_eval_constant;
        return node;
    }
    expr_scan_fail(&self->scanner, place, "%s.%s is not supported", owner, node->name);
    return NULL;
}

/* new BigDecimal(x) */
static ExprNode *
parse_new(ExprParser *self)
{
    ExprNode *node = new_node(self, expr_eval_static);

    if (!advance(self))
        return NULL;
    if (self->scanner.token.kind != EXPR_TOKEN_NAME)
        return unexpected(self, "a class");
    const char *place = self->scanner.token.start;
    node->name = token_text(self);
    if (!advance(self) || !expect(self, "("))
        return NULL;
    return parse_arguments(self, node, "new", place) ? node : NULL;
}

static ExprNode *
parse_word(ExprParser *self)
{
    static const char *const words[] = {"true", "false", "null"};
    const ExprValue values[] = {expr_boolean(TRUE), expr_boolean(FALSE), expr_null()};
    static const char *const reserved[] = {"def",    "for",    "while",     "try",
                                           "switch", "import", "class",     "throw",
                                           "else",   "assert", "instanceof"};

    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        if (!token_is(self, words[i]))
            continue;
        ExprNode *node = new_node(self, expr_eval_constant);
        node->constant = values[i];
        return advance(self) ? node : NULL;
    }
    for (guint i = 0; i < G_N_ELEMENTS(reserved); i++)
        if (token_is(self, reserved[i]))
            return fail(self, self->scanner.token.start, "this statement is not supported");
    if (token_is(self, "new"))
        return parse_new(self);
    g_autofree char *name = g_strndup(self->scanner.token.start, self->scanner.token.size);
    if (!expr_is_class(name)) {
        ExprNode *node = make_variable(self);
        return advance(self) ? node : NULL;
    }
    return parse_static(self);
}

/* After '(': a cast if a type and ')' follow, else a parenthesis. */
static ExprNode *
parse_parenthesis(ExprParser *self)
{
    const ExprToken *token = &self->scanner.token;
    const ExprType *type =
        token->kind == EXPR_TOKEN_NAME ? expr_find_type(token->start, token->size) : NULL;
    const char *after = self->scanner.at;

    while (g_ascii_isspace(*after))
        after++;
    if (type != NULL && *after == ')') {
        ExprNode *node = new_node(self, expr_eval_cast);
        set_type(node, type);
        if (!advance(self) || !advance(self))
            return NULL;
        node->a = parse_unary(self);
        return node->a == NULL ? NULL : node;
    }
    ExprNode *inner = parse_expression(self);
    if (inner == NULL || !expect(self, ")"))
        return NULL;
    return inner;
}

static ExprNode *
parse_primary(ExprParser *self)
{
    switch (self->scanner.token.kind) {
    case EXPR_TOKEN_NUMBER:
    case EXPR_TOKEN_STRING:
        return parse_literal(self);
    case EXPR_TOKEN_NAME:
        return parse_word(self);
    default:
        if (accept(self, "("))
            return parse_parenthesis(self);
        if (accept(self, "["))
            return parse_collection(self);
        return unexpected(self, "a value");
    }
}

/* date.year is date.getYear(); of a map it is the entry. */
static gboolean
finish_property(ExprParser *self, ExprNode *node, const char *place)
{
    g_autofree char *getter = g_strdup_printf("get%s", node->name);

    if (self->scanner.token.kind == EXPR_TOKEN_BAD)
        return FALSE;
    getter[3] = g_ascii_toupper(getter[3]);
    node->methods = expr_find_methods(self->arena, NULL, getter, 0);
    if (node->methods != NULL || node->a->eval == expr_eval_map)
        return TRUE;
    return expr_scan_fail(&self->scanner, place, "the property '%s' is not supported", node->name);
}

/* "{ x -> … }" behind list.collect; the parameter's name is "it" where none is said. */
static ExprNode *
parse_collect(ExprParser *self, ExprNode *node)
{
    gboolean parenthesis = accept(self, "(");

    if (!expect(self, "{"))
        return NULL;
    const char *next = self->scanner.at + strspn(self->scanner.at, " ");
    gboolean named = self->scanner.token.kind == EXPR_TOKEN_NAME && g_str_has_prefix(next, "->");
    node->eval = expr_eval_collect;
    node->name = named ? token_text(self) : "it";
    if (named && (!advance(self) || !advance(self)))
        return NULL;
    node->c = self->closure;
    self->closure = node;
    node->b = parse_sequence(self);
    self->closure = node->c;
    gboolean ok = node->b != NULL && expect(self, "}") && (!parenthesis || expect(self, ")"));
    return ok ? node : NULL;
}

/* After '.' or '?.': a method or a property. */
static ExprNode *
parse_member(ExprParser *self, ExprNode *receiver, gboolean safe)
{
    ExprNode *node = new_node(self, expr_eval_property);

    if (self->scanner.token.kind != EXPR_TOKEN_NAME)
        return unexpected(self, "a method's name");
    const char *place = self->scanner.token.start;
    node->a = receiver;
    node->name = token_text(self);
    node->detail = safe ? 1 : 0;
    if (!advance(self))
        return NULL;
    if (strcmp(node->name, "collect") == 0 && !safe)
        return parse_collect(self, node);
    if (!accept(self, "("))
        return finish_property(self, node, place) ? node : NULL;
    node->eval = expr_eval_call;
    return parse_arguments(self, node, NULL, place) ? node : NULL;
}

static ExprNode *
parse_postfix(ExprParser *self)
{
    ExprNode *node = parse_primary(self);

    while (node != NULL) {
        gboolean safe = token_is(self, "?.");
        if (safe || token_is(self, ".")) {
            node = advance(self) ? parse_member(self, node, safe) : NULL;
        } else if (accept(self, "[")) {
            ExprNode *index = new_node(self, expr_eval_index);
            index->a = node;
            index->b = parse_expression(self);
            node = index->b != NULL && expect(self, "]") ? index : NULL;
        } else {
            break;
        }
    }
    return self->scanner.token.kind == EXPR_TOKEN_BAD ? NULL : node;
}

/* -2147483648 is an Integer although 2147483648 is none. */
static ExprNode *
parse_minus(ExprParser *self)
{
    ExprNode *node = new_node(self, expr_eval_negate);
    const ExprToken *token = &self->scanner.token;
    gboolean lowest = token->kind == EXPR_TOKEN_NUMBER && token->size == 10 &&
                      strncmp(token->start, "2147483648", 10) == 0;

    ExprNode *operand = parse_unary(self);
    if (operand == NULL)
        return NULL;
    if (lowest && expr_node_is_constant(operand)) {
        operand->constant = expr_integer(G_MININT32);
        return operand;
    }
    node->a = operand;
    return node;
}

static ExprNode *
parse_unary(ExprParser *self)
{
    static const struct {
        const char *symbol;
        ExprEval eval;
    } unary[] = {{"!", expr_eval_not}, {"~", expr_eval_complement}, {"+", expr_eval_plus}};

    if (!enter(self))
        return NULL;
    ExprNode *node = NULL;
    if (accept(self, "-")) {
        node = parse_minus(self);
        self->depth--;
        return node;
    }
    for (guint i = 0; i < G_N_ELEMENTS(unary); i++) {
        if (!accept(self, unary[i].symbol))
            continue;
        node = new_node(self, unary[i].eval);
        node->a = parse_unary(self);
        self->depth--;
        return node->a == NULL ? NULL : node;
    }
    node = parse_postfix(self);
    self->depth--;
    return node;
}

static const BinaryOperator *
find_binary(const ExprParser *self)
{
    for (guint i = 0; i < G_N_ELEMENTS(binary_operators); i++)
        if (token_is(self, binary_operators[i].symbol))
            return &binary_operators[i];
    return NULL;
}

static gboolean
parse_as(ExprParser *self, ExprNode *node)
{
    const ExprToken *token = &self->scanner.token;
    const ExprType *type =
        token->kind == EXPR_TOKEN_NAME ? expr_find_type(token->start, token->size) : NULL;

    if (type == NULL) {
        unexpected(self, "a type's name (int, long ...)");
        return FALSE;
    }
    set_type(node, type);
    node->b = node; /* marks "as", which coerces more than a cast */
    return advance(self);
}

/* Operators of at least that level, by precedence climbing. */
static ExprNode *
parse_binary(ExprParser *self, guint level)
{
    ExprNode *left = parse_unary(self);

    while (left != NULL) {
        const BinaryOperator *found = find_binary(self);
        if (found == NULL || found->level < level)
            return left;
        ExprNode *node = new_node(self, found->eval);
        node->a = left;
        node->detail = found->detail;
        if (!advance(self))
            return NULL;
        self->has_division |= found->eval == expr_eval_arithmetic && found->detail == EXPR_DIVIDE;
        if (found->eval == expr_eval_cast) {
            left = parse_as(self, node) ? node : NULL;
            continue;
        }
        node->b = parse_binary(self, found->level + 1);
        left = node->b == NULL ? NULL : node;
    }
    return NULL;
}

static ExprNode *
parse_expression(ExprParser *self)
{
    if (!enter(self))
        return NULL;
    ExprNode *test = parse_binary(self, 1);
    self->depth--;
    gboolean elvis = test != NULL && token_is(self, "?:");
    if (test == NULL || (!elvis && !token_is(self, "?")))
        return self->scanner.token.kind == EXPR_TOKEN_BAD ? NULL : test;

    ExprNode *node = new_node(self, expr_eval_condition);
    node->detail = elvis ? EXPR_ELVIS : EXPR_TERNARY;
    node->a = test;
    if (!advance(self) || !enter(self))
        return NULL;
    if (!elvis) {
        node->b = parse_expression(self);
        if (node->b == NULL || !expect(self, ":"))
            return NULL;
    }
    node->c = parse_expression(self);
    self->depth--;
    if (node->c == NULL)
        return NULL;
    /* Java gives both branches the wider type: a ? 1 : 2.0d is 1.0 or 2.0. */
    if (!elvis && node->b->primitive != SHARD_VALUE_NULL && node->c->primitive != SHARD_VALUE_NULL)
        node->primitive = MAX(node->b->primitive, node->c->primitive);
    return node;
}

/* Statements up to '}', which is not taken. */
static ExprNode *
parse_sequence(ExprParser *self)
{
    g_autoptr(GPtrArray) items = g_ptr_array_new();
    ExprNode *node = new_node(self, expr_eval_sequence);

    while (!token_is(self, "}")) {
        if (accept(self, ";"))
            continue;
        ExprNode *statement = parse_statement(self);
        if (statement == NULL)
            return NULL;
        g_ptr_array_add(items, statement);
        if (!token_is(self, ";") && !token_is(self, "}") && statement->eval != expr_eval_condition)
            return unexpected(self, "';' or '}'");
    }
    take_items(self, node, items);
    return items->len == 1 ? items->pdata[0] : node;
}

static ExprNode *
parse_block(ExprParser *self)
{
    if (!accept(self, "{"))
        return parse_statement(self);
    ExprNode *node = parse_sequence(self);
    return node != NULL && expect(self, "}") ? node : NULL;
}

/* After "if". */
static ExprNode *
parse_if(ExprParser *self)
{
    ExprNode *node = new_node(self, expr_eval_condition);

    if (!expect(self, "("))
        return NULL;
    node->a = parse_expression(self);
    if (node->a == NULL || !expect(self, ")"))
        return NULL;
    node->b = parse_block(self);
    if (node->b == NULL || !token_is(self, "else"))
        return node->b == NULL ? NULL : node;
    if (!advance(self))
        return NULL;
    node->c = parse_block(self);
    return node->c == NULL ? NULL : node;
}

static ExprNode *
parse_statement(ExprParser *self)
{
    ExprNode *node = NULL;

    if (!enter(self))
        return NULL;
    if (accept(self, "if")) {
        node = parse_if(self);
    } else if (accept(self, "return")) {
        node = new_node(self, expr_eval_return);
        node->a = parse_expression(self);
        node = node->a == NULL ? NULL : node;
    } else {
        node = parse_expression(self);
    }
    self->depth--;
    return node;
}

ExprNode *
expr_parse_hole(ExprParser *self, const char *start)
{
    self->scanner.at = start;
    if (!advance(self))
        return NULL;
    ExprNode *node = parse_sequence(self);
    if (node == NULL)
        return NULL;
    if (node->eval == expr_eval_sequence && node->n_items == 0)
        return fail(self, start, "the hole is empty");
    return node;
}

ExprNode *
expr_parse_bare_hole(ExprParser *self, const char *start)
{
    self->scanner.at = start;
    /* What follows the name is text again, so nothing is read beyond it. */
    return advance(self) ? make_variable(self) : NULL;
}
