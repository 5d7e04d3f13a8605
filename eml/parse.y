/* parse.y -- the grammar of EML (doc/eml.md), building the raw tree.
 *
 * Pure, with byte spans for locations.  Statements are entered into the tree
 * by mid-rule actions, before their blocks, so that the tree is in the order
 * of the text.  The parser recovers from errors at `;' and at blocks; messages
 * are in syntax_error.c.
 */
%code top {
#include <config.h>
}
%code requires {
#include "eml/parser.h"
}
%code provides {
int eml_yylex (EML_YYSTYPE *value, EML_YYLTYPE *location, void *scanner);
int eml_scan (EML_YYSTYPE *value, EML_YYLTYPE *location, void *scanner);
}

%define api.pure full
%define api.prefix {eml_yy}
%define api.token.prefix {TOKEN_}
%define api.value.type union
%define api.location.type {struct span}
%define parse.error custom
%define parse.lac full
%locations
%expect 0
%parse-param { struct eml_parser *parser } { void *scanner }
%lex-param { void *scanner }

%code {
#include <string.h>

#include "eml/syntax.h"

#define YYLLOC_DEFAULT(current, parts, count)                                \
  do                                                                         \
    if (count)                                                               \
      {                                                                      \
        (current).begin = YYRHSLOC (parts, 1).begin;                         \
        (current).end = YYRHSLOC (parts, count).end;                         \
      }                                                                      \
    else                                                                     \
      (current).begin = (current).end = YYRHSLOC (parts, 0).end;             \
  while (0)

/* The parser's stacks grow in the arena, so that unwinding out of the parser leaks
   nothing.  A stack that does not grow ends the parser. */
#define GROW_STACK(stack, bytes)                                             \
  (*(stack) = memcpy (arena_alloc (parser->arena, 2 * (size_t) (bytes)),     \
                      *(stack), (size_t) (bytes)))
#define yyoverflow(message, states, state_bytes, values, value_bytes,        \
                   places, place_bytes, capacity)                            \
  do                                                                         \
    {                                                                        \
      if (*(capacity) > EML_STACK_LIMIT)                                     \
        {                                                                    \
          eml_report_deep_expr (parser, parser->current);                    \
          break;                                                             \
        }                                                                    \
      GROW_STACK (states, state_bytes);                                      \
      GROW_STACK (values, value_bytes);                                      \
      GROW_STACK (places, place_bytes);                                      \
      *(capacity) *= 2;                                                      \
    }                                                                        \
  while (0)

#define UNARY(result, kind, sign, a, span)                                   \
  result = eml_operator (parser, kind, sign, span, a, TREE_NO_EXPR, TREE_NO_EXPR)
#define BINARY(result, kind, sign, a, b, span)                               \
  result = eml_operator (parser, kind, sign, span, a, b, TREE_NO_EXPR)

/* A syntax error ends here: go on parsing. */
#define RECOVER                                                              \
  do                                                                         \
    {                                                                        \
      yyerrok;                                                               \
      parser->skipping = false;                                              \
      parser->lost = true;                                                   \
    }                                                                        \
  while (0)

static void
eml_yyerror (struct span *span, struct eml_parser *parser, void *scanner,
             const char *message)
{
  /* Syntax errors are reported below; this is called when memory runs out. */
  (void) span;
  (void) scanner;
  (void) message;
  quota_exhaust (parser->arena->quota, QUOTA_MEMORY);
}
}

%initial-action { @$ = (struct span){ 0, 0 }; }

%token
  MODEL "'model'"       FIELD "'field'"       LOCK "'lock'"
  UNLOCK "'unlock'"     ATOMICSET "'atomicset'" PROC "'proc'"
  PROCESS "'process'"   SYNC "'sync'"         UNIT "'unit'"
  READ "'read'"         WRITE "'write'"       CALL "'call'"
  IF "'if'"             ELSE "'else'"         WHILE "'while'"
  LOOP "'loop'"         CHOOSE "'choose'"     OR "'or'"
  BREAK "'break'"       CONTINUE "'continue'" RETURN "'return'"
  SKIP "'skip'"         GOTO "'goto'"         LABEL "'label'"
  CLASS "'class'"       OBJECT "'object'"
  START "'start'"       JOIN "'join'"         WAIT "'wait'"
  NOTIFY "'notify'"     NOTIFYALL "'notifyall'" VOLATILE "'volatile'"
  INT "'int'"           BOOL "'bool'"         TRUE "'true'"
  FALSE "'false'"       SELF "'self'"         ASSUME "'assume'"
  ASSERT "'assert'"     ATOMIC "'atomic'"     EXCLUSIVE "'exclusive'"
  WHEN "'when'"         INCREMENT "'++'"      DECREMENT "'--'"
  OR_ELSE "'||'"        AND_THEN "'&&'"       EQUAL "'=='"
  NOT_EQUAL "'!='"      LESS_EQUAL "'<='"     GREATER_EQUAL "'>='"
  SHIFT_LEFT "'<<'"     SHIFT_RIGHT "'>>'"
  COMMENT "a comment"
%token <name_id> NAME "a name" QUOTED "a quoted name"
%token NUMBER "a number"
%token <enum ir_expr_kind> UPDATE "'+='"

/* `(*)' is a condition of its own. */
%precedence ANY
%precedence ')'
/* The operators of C, and its precedence. */
%right '?' ':'
%left OR_ELSE
%left AND_THEN
%left '|'
%left '^'
%left '&'
%left EQUAL NOT_EQUAL
%left '<' '>' LESS_EQUAL GREATER_EQUAL
%left SHIFT_LEFT SHIFT_RIGHT
%left '+' '-'
%left '*' '/' '%'
%precedence '!' '~' NEGATION

%type <struct ir_name> name
%type <struct eml_names> names unit_sets
%type <struct eml_call> callee
%type <struct eml_params> params param_list
%type <struct eml_list> expr_list
%type <struct eml_place> place
%type <struct tree_type> type result
%type <name_id> position
%type <struct span> block
%type <uint32_t> class_head copies cells copy field_list locals local initial condition expr
%type <uint32_t> if_head choose_head sync_head unit_head while_head loop_head atomic_head arm
%type <enum tree_kind> access plain ordering

%%

/* That the model line comes first is checked by eml_name_model, not by the grammar:
   so the parser can recover from an error at the first token. */
file: decls;

decls: %empty | decls decl;

decl: MODEL name ';'  { eml_name_model (parser, @$, $name); }
  | member
  | class_head '{' members '}' { eml_close_class (parser, $1, @4); }
  | class_head '{' members error '}' { eml_close_class (parser, $1, @5); RECOVER; }
  | OBJECT name[class] names ';' { eml_declare_objects (parser, $class, $names); }
  | PROCESS name copies position
    {
      struct tree_decl *decl = eml_declare (parser, TREE_PROCESS, $name);
      decl->counted = $copies > 0;
      decl->copies = $copies > 0 ? $copies : 1;
      decl->position = $position;
    }
    block { eml_close_body (parser, $block); }
  | error ';'   { RECOVER; }
  | error block { RECOVER; }
  | error '}'   { RECOVER; }
  ;

/* What may stand in a class as well as outside of all classes. */
member: FIELD field_list ';'
  | FIELD VOLATILE field_list[first] ';' { eml_mark_volatile (parser, $first); }
  | LOCK lock_list ';'
  | EXCLUSIVE name WHEN '(' expr ')' ';' { eml_declare_exclusive (parser, $name, $expr); }
  | ATOMICSET name '{' names '}'
    {
      struct tree_decl *decl = eml_declare (parser, TREE_ATOMICSET, $name);
      decl->first_name = $names.first;
      decl->name_count = $names.count;
    }
  | PROC name params result position
    {
      struct tree_decl *decl = eml_declare (parser, TREE_PROC, $name);
      decl->value = $result;
      decl->position = $position;
      decl->first_param = $params.first;
      decl->param_count = $params.count;
    }
    block { eml_close_body (parser, $block); }
  ;

/* The number of the first field, whose type the others have, too. */
field_list: name cells initial
    { $$ = eml_declare_field (parser, NULL, $name, $cells, $initial); }
  | type name cells initial
    { $$ = eml_declare_field (parser, &$type, $name, $cells, $initial); }
  | field_list[first] ',' name cells initial
    { $$ = $first; eml_declare_like (parser, $first, $name, $cells, $initial); }
  ;

lock_list: name cells         { eml_declare_lock (parser, $name, $cells); }
  | lock_list ',' name cells  { eml_declare_lock (parser, $name, $cells); }
  ;

/* How many cells or locks an array has; 0 if it is none. */
cells: %empty         { $$ = 0; }
  | '[' NUMBER[n] ']' { $$ = eml_check_cells (parser, @n); }
  ;

initial: %empty { $$ = TREE_NO_EXPR; }
  | '=' expr    { $$ = $expr; }
  ;

type: INT                 { $$ = eml_type_int (@$); }
  | INT '(' NUMBER[n] ')' { $$ = eml_type_wide (parser, @$, @n); }
  | BOOL                  { $$ = eml_type_bool (@$); }
  ;

result: %empty { $$ = EML_NO_TYPE; }
  | ':' type   { $$ = $type; }
  ;

class_head: CLASS name { $$ = eml_open_class (parser, $name); };

members: %empty
  | members member
  | members error ';'   { RECOVER; }
  | members error block { RECOVER; }
  ;

params: %empty           { $$ = eml_no_params (parser); }
  | '(' ')'              { $$ = eml_no_params (parser); }
  | '(' param_list ')'   { $$ = $2; }
  ;

param_list: param          { $$ = eml_one_param (parser); }
  | param_list ',' param   { $$ = $1; $$.count++; }
  ;

param: LOCK name          { eml_add_param (parser, TREE_PARAM_LOCK, NULL, $name); }
  | FIELD name            { eml_add_param (parser, TREE_PARAM_FIELD, NULL, $name); }
  | name[class] name[own] { eml_add_param (parser, TREE_PARAM_OBJECT, &$class, $own); }
  | type name             { eml_add_value_param (parser, $type, $name); }
  ;

copies: %empty        { $$ = 0; }
  | '[' NUMBER[n] ']' { $$ = eml_check_copies (parser, @n); }
  ;

block: open stmts '}'     { eml_leave_block (parser, @3); $$ = @3; }
  | open stmts error '}'
    { eml_leave_block (parser, @4); $$ = @4; RECOVER; }
  ;

open: '{' { if (!eml_enter_block (parser, @1)) YYABORT; };

stmts: %empty | stmts stmt;

stmt: simple ';'
  | LABEL name ':'         { eml_simple_stmt (parser, TREE_LABEL, @1, @2,
                                              eml_one_name (parser, $name), NAME_NONE); }
  | sync_head block position { eml_close_stmt (parser, $1, $block, $position); }
  | unit_head block position { eml_close_stmt (parser, $1, $block, $position); }
  | while_head block       { eml_close_stmt (parser, $1, $block, NAME_NONE); }
  | loop_head block        { eml_close_stmt (parser, $1, $block, NAME_NONE); }
  | atomic_head block      { eml_close_stmt (parser, $1, $block, NAME_NONE); }
  | if_head                { eml_close_stmt (parser, $1, @1, NAME_NONE); }
  | if_head ELSE arm       { eml_close_stmt (parser, $1, @arm, NAME_NONE); }
  | choose_head            { eml_close_stmt (parser, $1, @1, NAME_NONE); }
  | arm
  | error ';'              { RECOVER; }
  | error block            { RECOVER; }
  ;

sync_head: SYNC name position
    { $$ = eml_open_stmt (parser, TREE_SYNC, @1, @2, eml_one_name (parser, $name),
                          $position); }
  | SYNC name '[' expr ']' position
    {
      $$ = eml_open_stmt (parser, TREE_SYNC, @1, @5, eml_one_name (parser, $name),
                          $position);
      parser->tree->stmts.at[$$].index = $expr;
    }
  ;

unit_head: UNIT unit_sets position
    { $$ = eml_open_stmt (parser, TREE_UNIT, @1, @2, $unit_sets, $position); };

unit_sets: %empty { $$ = eml_no_names (parser); } | names;

while_head: WHILE condition
    {
      $$ = eml_open_word (parser, TREE_WHILE, @1);
      parser->tree->stmts.at[$$].expr = $condition;
    };

loop_head: LOOP { $$ = eml_open_word (parser, TREE_LOOP, @1); };

atomic_head: ATOMIC { $$ = eml_open_word (parser, TREE_ATOMIC, @1); };

if_head: IF condition { $<uint32_t>$ = eml_open_word (parser, TREE_IF, @1); }[opened]
    arm { $$ = $<uint32_t>opened; eml_add_condition (parser, $$, $arm, $condition); }
  | if_head[head] ELSE IF condition arm
    { $$ = $head; eml_add_condition (parser, $$, $arm, $condition); }
  ;

choose_head: CHOOSE { $<uint32_t>$ = eml_open_word (parser, TREE_CHOOSE, @1); }[opened]
    arm { $$ = $<uint32_t>opened; }
  | choose_head[head] OR arm { $$ = $head; }
  ;

/* A free choice is no expression: TREE_NO_EXPR. */
condition: '(' '*' ')' { $$ = TREE_NO_EXPR; }
  | '(' expr ')'       { $$ = eml_condition (parser, $expr); }
  ;

/* A block that is a statement, or one of the alternatives of a statement. */
arm: { $<uint32_t>$ = eml_open_word (parser, TREE_BLOCK, @$); }[opened]
    block { $$ = $<uint32_t>opened; eml_close_stmt (parser, $$, $block, NAME_NONE); };

simple: access name position
    { eml_simple_stmt (parser, $access, @1, @2, eml_one_name (parser, $name),
                       $position); }
  | access name '[' expr ']' position
    {
      eml_simple_stmt (parser, $access, @1, @5, eml_one_name (parser, $name), $position);
      parser->tree->stmts.at[parser->tree->stmts.count - 1].index = $expr;
    }
  | CALL callee position
    { eml_call_stmt (parser, @1, @2, $callee, TREE_NO_EXPR, $position); }
  | place '=' CALL callee position
    {
      uint32_t result = eml_place_expr (parser, @1, $place);
      eml_call_stmt (parser, @1, @4, $callee, result, $position);
    }
  | place '=' expr position
    { eml_assign_stmt (parser, @1, $place, EXPR_NUMBER, $expr, $position); }
  | place UPDATE expr position
    { eml_assign_stmt (parser, @1, $place, $UPDATE, $expr, $position); }
  | locals position    { eml_place_locals (parser, $locals, $position); }
  | RETURN expr position
    { eml_expr_stmt (parser, TREE_RETURN, @1, @2, $expr, $position); }
  | ASSUME '(' expr ')' position
    { eml_expr_stmt (parser, TREE_ASSUME, @1, @4, $expr, $position); }
  | ASSERT '(' expr ')' position
    { eml_expr_stmt (parser, TREE_ASSERT, @1, @4, $expr, $position)->text = NAME_NONE; }
  | ASSERT '(' expr ',' QUOTED[text] ')' position
    { eml_expr_stmt (parser, TREE_ASSERT, @1, @6, $expr, $position)->text = $text; }
  | ordering name copy position
    { eml_ordering_stmt (parser, $ordering, @1, @3, $name, $copy, $position); }
  | GOTO names position
    { eml_simple_stmt (parser, TREE_GOTO, @1, @2, $names, $position); }
  | plain position
    { eml_simple_stmt (parser, $plain, @1, @1, eml_no_names (parser), $position); }
  ;

access: READ { $$ = TREE_READ; }
  | WRITE    { $$ = TREE_WRITE; }
  | LOCK     { $$ = TREE_LOCK; }
  | UNLOCK   { $$ = TREE_UNLOCK; }
  | WAIT     { $$ = TREE_WAIT; }
  | NOTIFY   { $$ = TREE_NOTIFY; }
  | NOTIFYALL { $$ = TREE_NOTIFYALL; }
  ;

ordering: START { $$ = TREE_START; }
  | JOIN        { $$ = TREE_JOIN; }
  ;

/* Of a start or join: one of the copies, or all. */
copy: %empty          { $$ = TREE_ALL_COPIES; }
  | '[' NUMBER[n] ']' { $$ = eml_copy (parser, @n); }
  ;

plain: SKIP  { $$ = TREE_SKIP; }
  | BREAK    { $$ = TREE_BREAK; }
  | CONTINUE { $$ = TREE_CONTINUE; }
  | RETURN   { $$ = TREE_RETURN; }
  ;

/* The number of the first local. */
locals: local_type local     { $$ = $local; }
  | locals[first] ',' local  { $$ = $first; }
  ;

local_type: type             { parser->local_type = $type; };

local: name                  { $$ = eml_declare_local (parser, @$, $name, TREE_NO_EXPR); }
  | name '=' expr            { $$ = eml_declare_local (parser, @$, $name, $expr); }
  | name '=' CALL callee
    { $$ = eml_declare_called (parser, @$, $name, @callee, $callee); }
  ;

callee: name                    { $$ = eml_callee (parser, $name, eml_no_exprs (parser)); }
  | name '(' ')'                { $$ = eml_callee (parser, $name, eml_no_exprs (parser)); }
  | name '(' expr_list ')'      { $$ = eml_callee (parser, $name, $expr_list); }
  ;

expr_list: expr                 { $$ = eml_more_exprs (parser, eml_no_exprs (parser), $1); }
  | expr_list ',' expr          { $$ = eml_more_exprs (parser, $1, $3); }
  ;

/* What has a name, or is an element of an array that has one. */
place: name           { $$ = eml_place (parser, $name, TREE_NO_EXPR); }
  | name '[' expr ']' { $$ = eml_place (parser, $name, $expr); }
  ;

expr: NUMBER     { $$ = eml_literal (parser, EXPR_NUMBER, @$, eml_number (parser, @1)); }
  | TRUE         { $$ = eml_literal (parser, EXPR_BOOL, @$, 1); }
  | FALSE        { $$ = eml_literal (parser, EXPR_BOOL, @$, 0); }
  | SELF         { $$ = eml_literal (parser, EXPR_SELF, @$, 0); }
  | '*' %prec ANY { $$ = eml_literal (parser, EXPR_ANY, @$, 0); }
  | place        { $$ = eml_place_expr (parser, @1, $1); }
  | '(' expr ')' { $$ = $2; parser->tree->exprs.at[$$].span = @$; }
  | '-' expr %prec NEGATION { UNARY ($$, EXPR_NEGATE, @1, $2, @$); }
  | '~' expr     { UNARY ($$, EXPR_COMPLEMENT, @1, $2, @$); }
  | '!' expr     { UNARY ($$, EXPR_NOT, @1, $2, @$); }
  | expr '*' expr { BINARY ($$, EXPR_MULTIPLY, @2, $1, $3, @$); }
  | expr '/' expr { BINARY ($$, EXPR_DIVIDE, @2, $1, $3, @$); }
  | expr '%' expr { BINARY ($$, EXPR_REMAINDER, @2, $1, $3, @$); }
  | expr '+' expr { BINARY ($$, EXPR_ADD, @2, $1, $3, @$); }
  | expr '-' expr { BINARY ($$, EXPR_SUBTRACT, @2, $1, $3, @$); }
  | expr SHIFT_LEFT expr { BINARY ($$, EXPR_SHIFT_LEFT, @2, $1, $3, @$); }
  | expr SHIFT_RIGHT expr { BINARY ($$, EXPR_SHIFT_RIGHT, @2, $1, $3, @$); }
  | expr '<' expr { BINARY ($$, EXPR_LESS, @2, $1, $3, @$); }
  | expr LESS_EQUAL expr { BINARY ($$, EXPR_LESS_EQUAL, @2, $1, $3, @$); }
  | expr '>' expr { BINARY ($$, EXPR_GREATER, @2, $1, $3, @$); }
  | expr GREATER_EQUAL expr { BINARY ($$, EXPR_GREATER_EQUAL, @2, $1, $3, @$); }
  | expr EQUAL expr { BINARY ($$, EXPR_EQUAL, @2, $1, $3, @$); }
  | expr NOT_EQUAL expr { BINARY ($$, EXPR_NOT_EQUAL, @2, $1, $3, @$); }
  | expr '&' expr { BINARY ($$, EXPR_BIT_AND, @2, $1, $3, @$); }
  | expr '^' expr { BINARY ($$, EXPR_BIT_XOR, @2, $1, $3, @$); }
  | expr '|' expr { BINARY ($$, EXPR_BIT_OR, @2, $1, $3, @$); }
  | expr AND_THEN expr { BINARY ($$, EXPR_AND, @2, $1, $3, @$); }
  | expr OR_ELSE expr { BINARY ($$, EXPR_OR, @2, $1, $3, @$); }
  | expr '?' expr ':' expr
    { $$ = eml_operator (parser, EXPR_CONDITIONAL, @2, @$, $1, $3, $5); }
  ;

position: %empty { $$ = NAME_NONE; }
  | '@' QUOTED   { $$ = $2; }
  ;

names: name        { $$ = eml_one_name (parser, $1); }
  | names ',' name { $$ = eml_more_names (parser, $1, $3); }
  ;

name: NAME { $$ = (struct ir_name){ $1, @1 }; }
  | QUOTED { $$ = (struct ir_name){ $1, @1 }; }
  ;

%%

/* Translate what Bison knows for syntax_error.c. */
static int
yyreport_syntax_error (const yypcontext_t *context, struct eml_parser *parser,
                       void *scanner)
{
  (void) scanner;
  /* To find out which tokens fit costs more than to parse the statement. */
  if (eml_has_enough_errors (parser, *yypcontext_location (context)))
    return 0;
  yysymbol_kind_t symbols[YYNTOKENS];
  int count = yypcontext_expected_tokens (context, symbols, YYNTOKENS);
  yysymbol_kind_t found = yypcontext_token (context);
  struct eml_syntax_error error = { .span = *yypcontext_location (context) };
  error.found = found == YYSYMBOL_YYEMPTY ? "" : yysymbol_name (found);
  error.at_end = found == YYSYMBOL_YYEOF;
  error.is_declaration = found == YYSYMBOL_FIELD || found == YYSYMBOL_ATOMICSET
                         || found == YYSYMBOL_PROC || found == YYSYMBOL_PROCESS
                         || found == YYSYMBOL_CLASS || found == YYSYMBOL_OBJECT
                         || found == YYSYMBOL_EXCLUSIVE;
  error.has_value = found == YYSYMBOL_NAME || found == YYSYMBOL_QUOTED
                    || found == YYSYMBOL_NUMBER;
  for (int i = 0; i < count; i++)
    eml_expect (&error, yysymbol_name (symbols[i]));
  eml_report_syntax_error (parser, &error);
  return 0;
}
