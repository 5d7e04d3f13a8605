/* syntax.h -- actions of the scanner and the parser: building the tree, messages.
 *
 * They are functions here, so that scan.l holds the tokens and parse.y the
 * grammar and little else.  Everything they make lives in the parser's arena.
 */
#ifndef EML_SYNTAX_H
#define EML_SYNTAX_H

#include "eml/parser.h"

/* Messages about tokens (base/token.h). */
name_id eml_report_open_quote (struct eml_parser *parser, struct span span);
void eml_report_open_comment (struct eml_parser *parser, struct span span);
void eml_report_character (struct eml_parser *parser, struct span span);
/* A comment that begins with `#', up to the end of its line. */
void eml_report_hash (struct eml_parser *parser, struct span span);

/* Lists of names. */
struct eml_names eml_no_names (struct eml_parser *parser);
struct eml_names eml_one_name (struct eml_parser *parser, struct tree_name name);
struct eml_names eml_more_names (struct eml_parser *parser,
                                 struct eml_names names, struct tree_name name);

/* Statements.  Those with blocks are opened before the block and closed after it.
   The span of a statement begins with FIRST and ends with LAST. */
void eml_simple_stmt (struct eml_parser *parser, enum tree_kind kind, struct span first,
                      struct span last, struct eml_names names, name_id position);
/* A start or join of COPY of the process NAME. */
void eml_ordering_stmt (struct eml_parser *parser, enum tree_kind kind,
                        struct span first, struct span last, struct tree_name name,
                        uint32_t copy, name_id position);
uint32_t eml_open_stmt (struct eml_parser *parser, enum tree_kind kind,
                        struct span first, struct span last,
                        struct eml_names names, name_id position);
/* A statement that begins with WORD and has neither names nor a position. */
uint32_t eml_open_word (struct eml_parser *parser, enum tree_kind kind, struct span word);
void eml_count_condition (struct eml_parser *parser, uint32_t stmt);
void eml_close_stmt (struct eml_parser *parser, uint32_t stmt, struct span close,
                     name_id end_position);

/* Declarations.  The body of the latest one is closed after its block. */
struct tree_decl *eml_declare (struct eml_parser *parser,
                               enum tree_decl_kind kind, struct tree_name name);
void eml_declare_each (struct eml_parser *parser, enum tree_decl_kind kind,
                       struct eml_names names);
void eml_declare_volatile (struct eml_parser *parser, struct eml_names fields);
void eml_close_body (struct eml_parser *parser, struct span close);
uint32_t eml_check_copies (struct eml_parser *parser, struct span span,
                           uint32_t copies);

/* Classes: the number of the declaration, whose members are declared next. */
uint32_t eml_open_class (struct eml_parser *parser, struct tree_name name);
void eml_close_class (struct eml_parser *parser, uint32_t decl, struct span close);
void eml_declare_objects (struct eml_parser *parser, struct tree_name class,
                          struct eml_names names);

/* Parameters of the procedure that is declared next. */
struct eml_params eml_no_params (struct eml_parser *parser);
/* The list that begins with the parameter added last. */
struct eml_params eml_one_param (struct eml_parser *parser);
void eml_add_param (struct eml_parser *parser, enum tree_param_kind kind,
                    const struct tree_name *class, struct tree_name name);

/* The `model' line, which may only be the first. */
void eml_name_model (struct eml_parser *parser, struct span span,
                     struct tree_name name);

/* Enter the block whose brace is at SPAN; false, with an error, if the nesting is too
   deep. */
bool eml_enter_block (struct eml_parser *parser, struct span span);
void eml_leave_block (struct eml_parser *parser, struct span close);

/* The indentation of the line of OFFSET.  UINT32_MAX if the line begins far to the
   left of OFFSET, or if ONLY_FIRST and OFFSET is not its first token. */
uint32_t eml_indent_of (const struct source *source, uint32_t offset,
                        bool only_first);

/* While a token is held back: the semicolon or brace that is supplied before it,
   then the token. */
int eml_next_held (struct eml_parser *parser);

/* A token that does not fit, and the tokens that would have fitted. */
struct eml_syntax_error
{
  struct span span;
  bool at_end;             /* the token is the end of the file */
  const char *found;       /* the grammar's word for the token */
  bool is_declaration;     /* the token begins a declaration, and nothing else */
  bool has_value;          /* the token is a name or a number */
  bool statement;          /* expected: any statement, ... */
  bool declaration;
  bool name;
  bool position;           /* a quoted name */
  const char *other[8];    /* ... or one of these tokens */
  unsigned others;
};

/* Are there as many errors as will be shown?  Then this one is only counted. */
bool eml_has_enough_errors (struct eml_parser *parser, struct span span);
void eml_expect (struct eml_syntax_error *error, const char *token);
void eml_report_syntax_error (struct eml_parser *parser,
                              struct eml_syntax_error *error);

#endif
