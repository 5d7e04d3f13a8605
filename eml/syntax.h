/* syntax.h -- actions of the scanner and the parser, which build the tree and report
 * errors.
 *
 * They are functions here, so that scan.l has little but the tokens and parse.y the
 * grammar.  All that they create lives in the parser's arena.
 */
#ifndef EML_SYNTAX_H
#define EML_SYNTAX_H

#include "eml/parser.h"

/* Messages about tokens (base/token.h). */
name_id eml_report_open_quote (struct eml_parser *parser, struct span span);
void eml_report_open_comment (struct eml_parser *parser, struct span span);
void eml_report_character (struct eml_parser *parser, struct span span);
/* Report a comment that begins with `#', up to the end of its line. */
void eml_report_hash (struct eml_parser *parser, struct span span);

/* The number at SPAN; refused if it has more than 64 bits. */
uint64_t eml_number (struct eml_parser *parser, struct span span);

/* Lists of names. */
struct eml_names eml_no_names (struct eml_parser *parser);
struct eml_names eml_one_name (struct eml_parser *parser, struct ir_name name);
struct eml_names eml_more_names (struct eml_parser *parser, struct eml_names names,
                                 struct ir_name name);

/* Statements.  Those with blocks are opened before the block and closed after it.
   The span of a statement begins with FIRST and ends with LAST. */
void eml_simple_stmt (struct eml_parser *parser, enum tree_kind kind, struct span first,
                      struct span last, struct eml_names names, name_id position);
/* Add a start or join of COPY of the process NAME. */
void eml_ordering_stmt (struct eml_parser *parser, enum tree_kind kind, struct span first,
                        struct span last, struct ir_name name, uint32_t copy,
                        name_id position);
uint32_t eml_open_stmt (struct eml_parser *parser, enum tree_kind kind, struct span first,
                        struct span last, struct eml_names names, name_id position);
/* Open a statement that begins with WORD and has neither names nor a position. */
uint32_t eml_open_word (struct eml_parser *parser, enum tree_kind kind, struct span word);
/* Give the alternative ARM of the `if' STMT its CONDITION, or TREE_NO_EXPR. */
void eml_add_condition (struct eml_parser *parser, uint32_t stmt, uint32_t arm,
                        uint32_t condition);
void eml_close_stmt (struct eml_parser *parser, uint32_t stmt, struct span close,
                     name_id end_position);

/* Declarations.  The body of the latest one is closed after its block. */
struct tree_decl *eml_declare (struct eml_parser *parser, enum tree_decl_kind kind,
                               struct ir_name name);
/* Declare a field with TYPE, if it has one, CELLS, or 0 if it is no array, and an initial
   value; returns its number.  Or one with the type of the field FIRST. */
uint32_t eml_declare_field (struct eml_parser *parser, const struct tree_type *type,
                            struct ir_name name, uint32_t cells, uint32_t initial);
void eml_declare_like (struct eml_parser *parser, uint32_t first, struct ir_name name,
                       uint32_t cells, uint32_t initial);
void eml_declare_lock (struct eml_parser *parser, struct ir_name name, uint32_t cells);
void eml_declare_exclusive (struct eml_parser *parser, struct ir_name field,
                            uint32_t predicate);
/* Mark all fields from FIRST on as volatile. */
void eml_mark_volatile (struct eml_parser *parser, uint32_t first);
void eml_close_body (struct eml_parser *parser, struct span close);
/* The number at SPAN: of copies, of elements, or the index of a copy. */
uint32_t eml_check_copies (struct eml_parser *parser, struct span span);
uint32_t eml_check_cells (struct eml_parser *parser, struct span span);
uint32_t eml_copy (struct eml_parser *parser, struct span span);

/* Open a class; returns its declaration, whose members follow. */
uint32_t eml_open_class (struct eml_parser *parser, struct ir_name name);
void eml_close_class (struct eml_parser *parser, uint32_t decl, struct span close);
void eml_declare_objects (struct eml_parser *parser, struct ir_name class,
                          struct eml_names names);

/* Parameters of the procedure that is declared next. */
struct eml_params eml_no_params (struct eml_parser *parser);
/* The list that begins with the parameter added last. */
struct eml_params eml_one_param (struct eml_parser *parser);
void eml_add_param (struct eml_parser *parser, enum tree_param_kind kind,
                    const struct ir_name *class, struct ir_name name);
void eml_add_value_param (struct eml_parser *parser, struct tree_type type,
                          struct ir_name name);

/* ---- Data (syntax_data.c). ---- */

#define EML_NO_TYPE                                                                      \
  (struct tree_type)                                                                     \
  {                                                                                      \
    false, 0, { 0, 0 }                                                                   \
  }
struct tree_type eml_type_bool (struct span span);
struct tree_type eml_type_int (struct span span);
/* An int with as many bits as the number at BITS says. */
struct tree_type eml_type_wide (struct eml_parser *parser, struct span span,
                                struct span bits);

/* Expressions: their numbers in the tree.  SIGN is where the operator stands; operands
   that it does not have are TREE_NO_EXPR. */
uint32_t eml_literal (struct eml_parser *parser, enum ir_expr_kind kind, struct span span,
                      uint64_t value);
struct eml_place eml_place (struct eml_parser *parser, struct ir_name name,
                            uint32_t index);
uint32_t eml_place_expr (struct eml_parser *parser, struct span span,
                         struct eml_place place);
uint32_t eml_operator (struct eml_parser *parser, enum ir_expr_kind kind,
                       struct span sign, struct span span, uint32_t a, uint32_t b,
                       uint32_t c);
/* Report an expression at SPAN that is nested too deeply. */
void eml_report_deep_expr (struct eml_parser *parser, struct span span);
/* The condition of a branch: the latest expression, or TREE_NO_EXPR if it is `(*)'. */
uint32_t eml_condition (struct eml_parser *parser, uint32_t expr);

/* Arguments, and the call that has them. */
struct eml_list eml_no_exprs (struct eml_parser *parser);
struct eml_list eml_more_exprs (struct eml_parser *parser, struct eml_list list,
                                uint32_t expr);
struct eml_call eml_callee (struct eml_parser *parser, struct ir_name name,
                            struct eml_list arguments);

/* Statements.  RESULT, or TREE_NO_EXPR, is the target of the call's result. */
void eml_call_stmt (struct eml_parser *parser, struct span first, struct span last,
                    struct eml_call call, uint32_t result, name_id position);
void eml_assign_stmt (struct eml_parser *parser, struct span first,
                      struct eml_place place, enum ir_expr_kind operation, uint32_t expr,
                      name_id position);
/* Add a return, assume or assert. */
struct tree_stmt *eml_expr_stmt (struct eml_parser *parser, enum tree_kind kind,
                                 struct span first, struct span last, uint32_t expr,
                                 name_id position);
/* Declare a local with its initial value, or with the result of a call, which is at LAST;
   returns the statement.  Its type is that of the parser. */
uint32_t eml_declare_local (struct eml_parser *parser, struct span span,
                            struct ir_name name, uint32_t expr);
uint32_t eml_declare_called (struct eml_parser *parser, struct span span,
                             struct ir_name name, struct span last, struct eml_call call);
/* Give the statements from FIRST on this position. */
void eml_place_locals (struct eml_parser *parser, uint32_t first, name_id position);

/* The `model' line, which must come first. */
void eml_name_model (struct eml_parser *parser, struct span span, struct ir_name name);

/* Enter the block whose brace is at SPAN; false, with an error: too many levels. */
bool eml_enter_block (struct eml_parser *parser, struct span span);
void eml_leave_block (struct eml_parser *parser, struct span close);

/* The indentation of the line of OFFSET.  UINT32_MAX if the line begins far to the
   left of OFFSET, or if ONLY_FIRST and OFFSET is not its first token. */
uint32_t eml_indent_of (const struct source *source, uint32_t offset, bool only_first);

/* While a token is held back: returns the semicolon or brace that is supplied before it,
   then the token. */
int eml_next_held (struct eml_parser *parser);

/* A token that does not fit, and the tokens that would have fitted. */
struct eml_syntax_error
{
  struct span span;
  bool at_end;         /* the token is the end of the file */
  const char *found;   /* the grammar's word for the token */
  bool is_declaration; /* the token begins a declaration, and nothing else */
  bool has_value;      /* the token is a name or a number */
  bool statement;      /* expected: any statement, ... */
  bool declaration;
  bool expression;
  bool operator;   /* the expression may go on */
  bool assignment; /* `=' or `+=' after the name that begins a statement */
  bool type;
  bool name;
  bool number;
  bool position;        /* a quoted name */
  const char *other[8]; /* or one of these tokens */
  unsigned others;
};

/* Are there as many errors as are shown?  Then only count this one. */
bool eml_has_enough_errors (struct eml_parser *parser, struct span span);
void eml_expect (struct eml_syntax_error *error, const char *token);
void eml_report_syntax_error (struct eml_parser *parser, struct eml_syntax_error *error);

/* What the word of LENGTH bytes begins. `lock' may begin a statement or a declaration. */
enum eml_keyword_kind
{
  EML_NO_KEYWORD = 0,
  EML_MIDDLE = 1, /* it occurs inside of statements */
  EML_STATEMENT = 2,
  EML_DECLARATION = 4,
  EML_TYPE = 8,
  EML_OPERAND = 16,
};
unsigned eml_keyword_kind (const char *word, size_t length);
bool eml_expects (const struct eml_syntax_error *error, const char *token);

/* Add a note on which brace is not closed. */
void eml_note_open_brace (struct eml_parser *parser);

/* ---- Advice about a syntax error (syntax_advice.c). ---- */

/* The sign after a name at the start of a statement, if that shows the intent; else 0. */
char eml_mark_after (const struct eml_parser *parser,
                     const struct eml_syntax_error *error);
/* Advice about the token as a word of another language, or null. */
const char *eml_foreign_word (const struct eml_parser *parser,
                              const struct eml_syntax_error *error);
/* Add a note about what the token TEXT here typically means; MARK (or 0) follows the
   token.  FOREIGN, if not null, is the advice about a word of another language. */
void eml_add_advice (struct eml_parser *parser, const struct eml_syntax_error *error,
                     char mark, const char *text, const char *foreign);
/* The end of the parentheses after the word that ends at OFFSET; without any, OFFSET. */
uint32_t eml_parentheses_end (const struct eml_parser *parser, uint32_t offset);

#endif
