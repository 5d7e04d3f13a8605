/* format_tokens.h -- the tokens of a model, for the formatter.
 *
 * They are those of scan.l, comments included.  A sign with several meanings has a kind
 * for each: `-' before an operand, and `:' at the end of a label.
 */
#ifndef EML_FORMAT_TOKENS_H
#define EML_FORMAT_TOKENS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/source.h"
#include "base/vec.h"

#define FORMAT_WIDTH 80
#define FORMAT_NO_TOKEN UINT32_MAX

/* Kinds in addition to those of scan.l, with numbers that no character has. */
#define FORMAT_LABEL_END 1
#define FORMAT_MINUS 2

struct format_token
{
  int kind;
  struct span span;
  uint32_t newlines; /* before it in the source */
  uint32_t width;    /* in columns; more than FORMAT_WIDTH if it has several lines */
  uint32_t match;    /* of a brace: the other one */
  bool several;      /* of an opening brace: its block, or one in it, holds more than
                        one statement */
  bool judged;       /* of an opening brace: `flat' is known */
  bool flat;         /* of an opening brace: its block is on one line */
  bool is_line_comment;
  bool is_body;     /* of a closing brace: of a procedure or process */
  bool is_binary;   /* it is an operator between two operands, */
  uint32_t nesting; /* in so many parentheses and brackets */
};

struct format_tokens
{
  struct format_token *at;
  uint32_t count, capacity;
};

/* Read the tokens of SOURCE, parsed without errors, into TOKENS, which is empty. */
void format_read_tokens (struct format_tokens *tokens, const struct source *source,
                         struct arena *arena);

/* Does a blank stand between tokens A and B on one line? */
bool format_needs_blank (const struct format_token *a, const struct format_token *b);

/* Columns of the character that starts at BYTE; none if it is in the middle. */
uint32_t format_byte_width (const char *byte);

#endif
