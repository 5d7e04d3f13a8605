/* syntax.h -- helpers of the scanner and the parser: building and messages.
 *
 * What can be said in C is said here, so that scan.l holds the tokens and
 * parse.y the grammar.  Nothing is owned; all goes into the parser's arena.
 */
#ifndef EML_SYNTAX_H
#define EML_SYNTAX_H

#include "eml/parser.h"

/* Tokens. */
name_id eml_report_open_quote (struct eml_parser *parser, struct span span);
void eml_report_open_comment (struct eml_parser *parser, struct span span);
void eml_report_character (struct eml_parser *parser, struct span span);

/* Lists of names. */
struct eml_names eml_no_names (struct eml_parser *parser);
struct eml_names eml_one_name (struct eml_parser *parser, struct tree_name name);
struct eml_names eml_more_names (struct eml_parser *parser,
                                 struct eml_names names, struct tree_name name);

/* Statements; those with blocks are opened before them and closed behind.
   The statement stretches from FIRST to LAST, or to its names. */
uint32_t eml_simple_stmt (struct eml_parser *parser, enum tree_kind kind,
                          struct span first, struct span last,
                          struct eml_names names);
void eml_set_position (struct eml_parser *parser, uint32_t stmt, name_id position);
uint32_t eml_open_stmt (struct eml_parser *parser, enum tree_kind kind,
                        struct span first, struct span last,
                        struct eml_names names, name_id position);
void eml_count_condition (struct eml_parser *parser, uint32_t stmt);
void eml_close_stmt (struct eml_parser *parser, uint32_t stmt, struct span close,
                     name_id end_position);

/* Declarations.  The body of the latest is closed behind its block. */
struct tree_decl *eml_declare (struct eml_parser *parser,
                               enum tree_decl_kind kind, struct tree_name name);
void eml_declare_each (struct eml_parser *parser, enum tree_decl_kind kind,
                       struct eml_names names);
void eml_close_body (struct eml_parser *parser, struct span close);
uint32_t eml_check_copies (struct eml_parser *parser, struct span span,
                           uint32_t copies);

/* The `model' line, which may only be the first. */
void eml_name_model (struct eml_parser *parser, struct span span,
                     struct tree_name name);

/* One more open brace at SPAN; false, with an error, if there are too many. */
bool eml_enter_block (struct eml_parser *parser, struct span span);
void eml_leave_block (struct eml_parser *parser, struct span close);

/* How far is the line of OFFSET indented?  UINT32_MAX if that is far to the
   left of it, or if ONLY_FIRST and something stands before OFFSET. */
uint32_t eml_indent_of (const struct source *source, uint32_t offset,
                        bool only_first);

/* Behind a syntax error: go on, at a place where that makes sense. */
void eml_recover (struct eml_parser *parser);

/* While a token is held: the semicolon or brace that is owed before it, or the token. */
int eml_next_held (struct eml_parser *parser);

/* A token that does not fit, and what would have. */
struct eml_syntax_error
{
  struct span span;
  bool at_end;             /* of the file */
  const char *found;       /* how the grammar calls the token */
  bool is_declaration;     /* it begins one, and nothing else */
  bool has_value;          /* a name or a number */
  bool statement;          /* any statement would do, ... */
  bool declaration;
  bool name;
  bool position;           /* a quoted name */
  const char *other[8];    /* ... or one of these tokens */
  unsigned others;
};

/* Are there more errors than will be shown?  Then this one is only counted. */
bool eml_has_enough_errors (struct eml_parser *parser, struct span span);
void eml_expect (struct eml_syntax_error *error, const char *token);
void eml_report_syntax_error (struct eml_parser *parser,
                              struct eml_syntax_error *error);

#endif
