/* syntax.c -- see syntax.h: tokens, and building the tree; data is in syntax_data.c. */
#include <config.h>

#include "eml/syntax.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "base/token.h"
#include "eml/parse.h"

void
eml_parser_init (struct eml_parser *parser, struct arena *arena,
                 const struct source *source, struct names *names, struct diags *diags,
                 struct tree *tree)
{
  assert (arena && source->text && names && diags);
  *parser = (struct eml_parser){ .arena = arena,
                                 .source = source,
                                 .names = names,
                                 .diags = diags,
                                 .tree = tree,
                                 .class = TREE_NO_CLASS };
}

bool
eml_parse (struct tree *tree, const struct source *source, struct diags *diags)
{
  struct eml_parser parser;
  eml_parser_init (&parser, tree->arena, source, tree->names, diags, tree);
  void *scanner = eml_scanner_new (&parser);
  assert (tree->decls.count == 0 && tree->stmts.count == 0);
  if (eml_yyparse (&parser, scanner) == 2)
    quota_exhaust (tree->arena->quota, QUOTA_MEMORY);
  assert (diags->errors > 0 || parser.braces.count == 0);
  if (diags->errors == 0 && tree->decls.count == 0)
    diag_error_file (diags, "empty-model", "the model is empty: it declares nothing");
  LOG (1, "%s: %u bytes, %u lines; %u declarations, %u statements, %u errors",
       source->path, (unsigned) source->length, (unsigned) source->lines.count,
       (unsigned) tree->decls.count, (unsigned) tree->stmts.count,
       (unsigned) diags->errors);
  return diags->errors == 0;
}

/* ---- Tokens. ---- */

name_id
eml_report_open_quote (struct eml_parser *parser, struct span span)
{
  parser->refused_end = span.end;
  return token_report_open_quote (parser->names, parser->diags, span);
}

void
eml_report_open_comment (struct eml_parser *parser, struct span span)
{
  parser->refused_end = span.end;
  token_report_open_comment (parser->diags, span);
}

void
eml_report_character (struct eml_parser *parser, struct span span)
{
  /* One message for a run of such characters, and none where a syntax error was
     reported already. */
  bool is_known = parser->skipping || parser->foreign_end > span.begin
                  || (parser->refused_end > 0 && parser->refused_end == span.begin);
  parser->refused_end = span.end;
  if (is_known)
    return;
  uint32_t character = token_character (parser->source, span);
  const char *hint = "";
  if (character == '\'')
    hint = "; a name with other characters than letters, digits, _ $ and . goes in "
           "\"...\"";
  else if (character == '#')
    hint = "; a comment begins with //";
  token_report_character (parser->diags, span, "EML", hint);
}

void
eml_report_hash (struct eml_parser *parser, struct span span)
{
  assert (parser->source->text[span.begin] == '#');
  eml_report_character (parser, (struct span){ span.begin, span.begin + 1 });
  parser->refused_end = span.end;
}

uint64_t
eml_number (struct eml_parser *parser, struct span span)
{
  const char *text = parser->source->text;
  assert (span.begin < span.end && '0' <= text[span.begin] && text[span.begin] <= '9');
  bool is_hex = span.end - span.begin > 2 && (text[span.begin + 1] | 0x20) == 'x';
  uint64_t number = 0, base = is_hex ? 16 : 10;
  for (uint32_t at = span.begin + (is_hex ? 2 : 0); at < span.end; at++)
    {
      char c = text[at];
      uint64_t digit = (uint64_t) (c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
      assert (digit < base);
      if (number > (UINT64_MAX - digit) / base)
        {
          diag_error (parser->diags, "bad-number", span,
                      "this number needs more than 64 bits");
          return 1; /* which fits everywhere */
        }
      number = number * base + digit;
    }
  return number;
}

/* ---- Lists of names. ---- */

struct eml_names
eml_no_names (struct eml_parser *parser)
{
  return (struct eml_names){ parser->tree->uses.count, 0 };
}

struct eml_names
eml_one_name (struct eml_parser *parser, struct ir_name name)
{
  return eml_more_names (parser, eml_no_names (parser), name);
}

struct eml_names
eml_more_names (struct eml_parser *parser, struct eml_names names, struct ir_name name)
{
  assert (names.first + names.count == parser->tree->uses.count);
  *vec_push (parser->arena, &parser->tree->uses) = name;
  names.count++;
  return names;
}

/* ---- Statements. ---- */

uint32_t
eml_open_stmt (struct eml_parser *parser, enum tree_kind kind, struct span first,
               struct span last, struct eml_names names, name_id position)
{
  assert (first.begin <= last.begin);
  assert (names.first + names.count <= parser->tree->uses.count);
  uint32_t end = names.count || last.end > first.end ? last.end : first.end;
  parser->lost = false;
  *vec_push (parser->arena, &parser->tree->stmts)
    = (struct tree_stmt){ .kind = kind,
                          .end = 0,
                          .span = { first.begin, end },
                          .close = end,
                          .first_name = names.first,
                          .name_count = names.count,
                          .expr = TREE_NO_EXPR,
                          .index = TREE_NO_EXPR,
                          .result = TREE_NO_EXPR,
                          .position = position,
                          .end_position = NAME_NONE };
  return parser->tree->stmts.count - 1;
}

void
eml_close_stmt (struct eml_parser *parser, uint32_t stmt, struct span close,
                name_id end_position)
{
  struct tree_stmt *opened = &parser->tree->stmts.at[stmt];
  assert (stmt < parser->tree->stmts.count && opened->end == 0);
  opened->end = parser->tree->stmts.count;
  opened->close = close.end > 0 ? close.end - 1 : 0;
  opened->end_position = end_position;
}

void
eml_simple_stmt (struct eml_parser *parser, enum tree_kind kind, struct span first,
                 struct span last, struct eml_names names, name_id position)
{
  assert (kind < TREE_SYNC);
  uint32_t stmt = eml_open_stmt (parser, kind, first, last, names, position);
  parser->tree->stmts.at[stmt].end = stmt + 1;
}

void
eml_ordering_stmt (struct eml_parser *parser, enum tree_kind kind, struct span first,
                   struct span last, struct ir_name name, uint32_t copy, name_id position)
{
  assert (kind == TREE_START || kind == TREE_JOIN);
  eml_simple_stmt (parser, kind, first, last, eml_one_name (parser, name), position);
  parser->tree->stmts.at[parser->tree->stmts.count - 1].copy = copy;
}

uint32_t
eml_open_word (struct eml_parser *parser, enum tree_kind kind, struct span word)
{
  return eml_open_stmt (parser, kind, word, word, eml_no_names (parser), NAME_NONE);
}

void
eml_add_condition (struct eml_parser *parser, uint32_t stmt, uint32_t arm,
                   uint32_t condition)
{
  struct tree_stmt *stmts = parser->tree->stmts.at;
  assert (stmts[stmt].kind == TREE_IF && stmts[arm].kind == TREE_BLOCK && stmt < arm);
  stmts[stmt].conditions++;
  stmts[arm].expr = condition;
}

bool
eml_enter_block (struct eml_parser *parser, struct span span)
{
  assert (parser->source->text[span.begin] == '{');
  *vec_push (parser->arena, &parser->braces) = span;
  if (parser->braces.count <= EML_NESTING_LIMIT)
    return true;
  diag_error (parser->diags, "nesting", span, "blocks nested more than %d deep",
              EML_NESTING_LIMIT);
  return false;
}

#define INDENT_MOST 201 /* how far back the start of a line is searched for */

uint32_t
eml_indent_of (const struct source *source, uint32_t offset, bool only_first)
{
  assert (offset <= source->length);
  /* A line feed further back means that the line is too long. */
  uint32_t least = offset > INDENT_MOST + 1 ? offset - INDENT_MOST - 1 : 0;
  const char *before = memrchr (source->text + least, '\n', offset - least);
  uint32_t start = before ? (uint32_t) (before + 1 - source->text) : 0;
  if (offset - start > INDENT_MOST)
    return UINT32_MAX;
  uint32_t at = start;
  while (at < offset && (source->text[at] == ' ' || source->text[at] == '\t'))
    at++;
  return only_first && at < offset ? UINT32_MAX : at - start;
}

void
eml_leave_block (struct eml_parser *parser, struct span close)
{
  assert (parser->braces.count > 0);
  struct span open = parser->braces.at[--parser->braces.count];
  assert (open.begin < close.end);
  if (parser->odd_open.end > 0 || parser->held)
    return;
  uint32_t here = eml_indent_of (parser->source, close.begin, true);
  uint32_t there = eml_indent_of (parser->source, open.begin, false);
  if (here != UINT32_MAX && there != UINT32_MAX && here != there)
    {
      parser->odd_open = open;
      parser->odd_close = close;
    }
}

int
eml_next_held (struct eml_parser *parser)
{
  assert (parser->held);
  if (parser->owed_semicolon)
    {
      parser->owed_semicolon = false;
      return ';';
    }
  if (parser->owed > 0)
    {
      parser->owed--;
      return '}';
    }
  int token = parser->held;
  parser->held = 0;
  return token;
}

/* ---- Declarations. ---- */

struct tree_decl *
eml_declare (struct eml_parser *parser, enum tree_decl_kind kind, struct ir_name name)
{
  assert (name.name.index < parser->names->entries.count);
  parser->lost = false;
  struct tree_decl *decl = vec_push (parser->arena, &parser->tree->decls);
  *decl = (struct tree_decl){ .kind = kind,
                              .name = name,
                              .copies = 1,
                              .cells = 1,
                              .expr = TREE_NO_EXPR,
                              .in_class = parser->class,
                              .position = NAME_NONE,
                              .begin = parser->tree->stmts.count,
                              .end = parser->tree->stmts.count,
                              .first_use = parser->tree->uses.count,
                              .end_use = parser->tree->uses.count,
                              .first_expr = parser->tree->exprs.count,
                              .end_expr = parser->tree->exprs.count };
  return decl;
}

void
eml_name_model (struct eml_parser *parser, struct span span, struct ir_name name)
{
  struct tree *tree = parser->tree;
  if (tree->named || tree->decls.count > 0)
    {
      diag_error (parser->diags, "late-model", span,
                  "the model line may only be the first, before all declarations");
      if (tree->named)
        diag_note (parser->diags, tree->name.span, "the model has its name from here");
      return;
    }
  parser->lost = false;
  tree->named = true;
  tree->name = name;
}

uint32_t
eml_declare_field (struct eml_parser *parser, const struct tree_type *type,
                   struct ir_name name, uint32_t cells, uint32_t initial)
{
  assert (initial == TREE_NO_EXPR || initial < parser->tree->exprs.count);
  struct tree_decl *decl = eml_declare (parser, TREE_FIELD, name);
  if (type)
    decl->value = *type;
  decl->is_array = cells > 0;
  decl->cells = cells > 0 ? cells : 1;
  decl->expr = initial;
  if (decl->value.width == 0 && (cells > 0 || initial != TREE_NO_EXPR))
    diag_error (parser->diags, "no-type", name.span,
                cells > 0 ? "an array has a type: 'field int %s[%u];'"
                          : "a field with a value has a type: 'field int %s = ...;'",
                names_text (parser->names, name.name), (unsigned) cells);
  return parser->tree->decls.count - 1;
}

void
eml_declare_like (struct eml_parser *parser, uint32_t first, struct ir_name name,
                  uint32_t cells, uint32_t initial)
{
  assert (parser->tree->decls.at[first].kind == TREE_FIELD);
  struct tree_type type = parser->tree->decls.at[first].value;
  eml_declare_field (parser, &type, name, cells, initial);
}

void
eml_declare_lock (struct eml_parser *parser, struct ir_name name, uint32_t cells)
{
  struct tree_decl *decl = eml_declare (parser, TREE_LOCK_DECL, name);
  decl->is_array = cells > 0;
  decl->cells = cells > 0 ? cells : 1;
}

void
eml_declare_exclusive (struct eml_parser *parser, struct ir_name field,
                       uint32_t predicate)
{
  assert (predicate < parser->tree->exprs.count);
  struct eml_names names = eml_one_name (parser, field);
  struct tree_decl *decl = eml_declare (parser, TREE_EXCLUSIVE, field);
  decl->first_name = names.first;
  decl->name_count = names.count;
  decl->expr = predicate;
}

void
eml_mark_volatile (struct eml_parser *parser, uint32_t first)
{
  assert (first < parser->tree->decls.count);
  for (uint32_t i = first; i < parser->tree->decls.count; i++)
    parser->tree->decls.at[i].is_volatile = true;
}

uint32_t
eml_open_class (struct eml_parser *parser, struct ir_name name)
{
  assert (parser->class == TREE_NO_CLASS || parser->diags->errors > 0);
  parser->class = TREE_NO_CLASS;
  eml_declare (parser, TREE_CLASS, name);
  return parser->class = parser->tree->decls.count - 1;
}

void
eml_close_class (struct eml_parser *parser, uint32_t decl, struct span close)
{
  assert (parser->tree->decls.at[decl].kind == TREE_CLASS);
  parser->tree->decls.at[decl].members_end = parser->tree->decls.count;
  parser->tree->decls.at[decl].close = close.begin;
  parser->class = TREE_NO_CLASS;
}

void
eml_declare_objects (struct eml_parser *parser, struct ir_name class,
                     struct eml_names names)
{
  assert (names.count > 0);
  for (uint32_t i = 0; i < names.count; i++)
    eml_declare (parser, TREE_OBJECT, parser->tree->uses.at[names.first + i])->type
      = class;
}

struct eml_params
eml_no_params (struct eml_parser *parser)
{
  return (struct eml_params){ parser->tree->params.count, 0 };
}

struct eml_params
eml_one_param (struct eml_parser *parser)
{
  assert (parser->tree->params.count > 0);
  return (struct eml_params){ parser->tree->params.count - 1, 1 };
}

void
eml_add_param (struct eml_parser *parser, enum tree_param_kind kind,
               const struct ir_name *class, struct ir_name name)
{
  assert ((kind == TREE_PARAM_OBJECT) == !!class);
  *vec_push (parser->arena, &parser->tree->params)
    = (struct tree_param){ .kind = kind, .type = class ? *class : name, .name = name };
}

void
eml_add_value_param (struct eml_parser *parser, struct tree_type type,
                     struct ir_name name)
{
  assert (type.width > 0);
  *vec_push (parser->arena, &parser->tree->params) = (struct tree_param){
    .kind = TREE_PARAM_VALUE, .type = name, .value = type, .name = name
  };
}

void
eml_close_body (struct eml_parser *parser, struct span close)
{
  assert (parser->tree->decls.count > 0);
  struct tree_decl *decl = &parser->tree->decls.at[parser->tree->decls.count - 1];
  assert (decl->kind == TREE_PROC || decl->kind == TREE_PROCESS);
  decl->end = parser->tree->stmts.count;
  decl->end_use = parser->tree->uses.count;
  decl->end_expr = parser->tree->exprs.count;
  decl->close = close.begin;
}

uint32_t
eml_check_copies (struct eml_parser *parser, struct span span)
{
  uint64_t copies = eml_number (parser, span);
  if (1 <= copies && copies <= EML_COPIES_LIMIT)
    return (uint32_t) copies;
  diag_error (parser->diags, "bad-count", span, "a process can have 1 to %d copies",
              EML_COPIES_LIMIT);
  return 1;
}

uint32_t
eml_check_cells (struct eml_parser *parser, struct span span)
{
  uint64_t cells = eml_number (parser, span);
  if (1 <= cells && cells <= EML_CELLS_LIMIT)
    return (uint32_t) cells;
  diag_error (parser->diags, "bad-count", span, "an array can have 1 to %d elements",
              EML_CELLS_LIMIT);
  return 1;
}

uint32_t
eml_copy (struct eml_parser *parser, struct span span)
{
  uint64_t copy = eml_number (parser, span);
  return copy < TREE_ALL_COPIES ? (uint32_t) copy : TREE_ALL_COPIES - 1;
}
