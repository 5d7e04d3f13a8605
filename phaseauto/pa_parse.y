/* pa_parse.y -- the grammar of phase automata (doc/automata.md).
 *
 * Pure, with byte spans for locations.  Errors recover at `;' and at braces;
 * messages are in pa_syntax.c.  What follows an error may end up in the tables
 * of another automaton; after an error the tables are not used.
 */
%code top {
#include <config.h>
}
%code requires {
#include "phaseauto/pa_parser.h"
}
%code provides {
int pa_yylex (PA_YYSTYPE *value, PA_YYLTYPE *location, void *scanner);
int pa_scan (PA_YYSTYPE *value, PA_YYLTYPE *location, void *scanner);
}

%define api.pure full
%define api.prefix {pa_yy}
%define api.token.prefix {TOKEN_}
%define api.value.type union
%define api.location.type {struct span}
%define parse.error custom
%define parse.lac full
%locations
%expect 0
%parse-param { struct pa_parser *parser } { void *scanner }
%lex-param { void *scanner }

%code {
#include "phaseauto/pa_syntax.h"

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

static void
pa_yyerror (struct span *span, struct pa_parser *parser, void *scanner,
            const char *message)
{
  /* Only a full stack could lead here, and nothing in the grammar nests. */
  (void) scanner;
  diag_error (parser->diags, "syntax", *span, "%s", message);
}
}

%initial-action { @$ = (struct span){ 0, 0 }; }

%token
  AUTOMATON "'automaton'" THREADS "'threads'"  READS "'reads'"
  WRITES "'writes'"       ACCESSES "'accesses'" BEGINS "'begins'"
  ENDS "'ends'"           IN "'in'"            UNIT "'unit'"
  STAYS "'stays'"         FROM "'from'"        TO "'to'"
  NEVER "'never'"
%token <name_id> NAME "a name" QUOTED "a quoted name"
%token <uint32_t> NUMBER "a number"

%type <struct pa_word> name
%type <struct pa_words> names
%type <struct pa_number> number
%type <name_id> title
%type <bool> in_unit
%type <enum pa_kind> access boundary

%%

file: automata;

automata: %empty | automata automaton;

automaton: head body
  | error body { yyerrok; }
  | error ';'  { yyerrok; }
  | error '}'  { yyerrok; }
  ;

head: AUTOMATON number title '(' names ')'
    { pa_open_numbered (parser, $number, $title, $names); }
  | AUTOMATON name title '(' names ')'
    { pa_open (parser, $name, $title, $names); }
  ;

title: %empty { $$ = NAME_NONE; }
  | QUOTED
  ;

body: open threads items '}'    { pa_close (parser); }
  | open threads items error '}' { pa_close (parser); yyerrok; }
  | open error '}'              { pa_close (parser); yyerrok; }
  ;

open: '{' { parser->open = @1; };

threads: THREADS names ';' { pa_set_threads (parser, $names); }
  | error ';'              { yyerrok; }
  ;

items: %empty | items item;

item: name access name in_unit ';'
    { pa_add_item (parser, (struct pa_raw_item){
        .kind = PA_RAW_STEP, .thread = $1, .action = $access, .parameter = $3,
        .in_unit = $in_unit, .span = { @1.begin, @4.end } }); }
  | name boundary UNIT ';'
    { pa_add_item (parser, (struct pa_raw_item){
        .kind = PA_RAW_STEP, .thread = $name, .action = $boundary,
        .span = { @1.begin, @3.end } }); }
  | name STAYS IN UNIT FROM number TO number ';'
    { pa_add_item (parser, (struct pa_raw_item){
        .kind = PA_RAW_STAYS, .thread = $name, .from = $6, .to = $8,
        .span = { @1.begin, @8.end } }); }
  | NEVER name access name FROM number TO number ';'
    { pa_add_item (parser, (struct pa_raw_item){
        .kind = PA_RAW_NEVER, .thread = $2, .action = $access, .parameter = $4,
        .from = $6, .to = $8, .span = { @1.begin, @8.end } }); }
  | error ';' { yyerrok; }
  ;

access: READS { $$ = PA_READS; }
  | WRITES    { $$ = PA_WRITES; }
  | ACCESSES  { $$ = PA_ACCESSES; }
  ;

boundary: BEGINS { $$ = PA_BEGINS; }
  | ENDS         { $$ = PA_ENDS; }
  ;

in_unit: %empty { $$ = false; }
  | IN UNIT     { $$ = true; }
  ;

number: NUMBER { $$ = (struct pa_number){ $1, @1 }; };

names: name
    { $$ = pa_add_word (parser, (struct pa_words){ parser->raw->words.count, 0 }, $1); }
  | names ',' name
    { $$ = pa_add_word (parser, $1, $3); }
  ;

name: NAME { $$ = (struct pa_word){ $1, @1 }; }
  | QUOTED { $$ = (struct pa_word){ $1, @1 }; }
  ;

%%

/* Turn what Bison knows into what pa_syntax.c explains. */
static int
yyreport_syntax_error (const yypcontext_t *context, struct pa_parser *parser,
                       void *scanner)
{
  (void) scanner;
  yysymbol_kind_t symbols[YYNTOKENS];
  int count = yypcontext_expected_tokens (context, symbols, YYNTOKENS);
  if (count < 0)
    return count; /* out of memory */
  const char *tokens[YYNTOKENS];
  for (int i = 0; i < count; i++)
    tokens[i] = yysymbol_name (symbols[i]);
  yysymbol_kind_t found = yypcontext_token (context);
  pa_report_syntax_error (parser, *yypcontext_location (context),
                          found == YYSYMBOL_YYEOF, tokens, (unsigned) count);
  return 0;
}
