/* parser.h -- what the scanner and the parser of EML share.
 *
 * The interface is eml_parse.  The rest is shared by scan.l, parse.y, their actions
 * in syntax.c and syntax_error.c, and the formatter, which reads tokens itself.
 */
#ifndef EML_PARSER_H
#define EML_PARSER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/names.h"
#include "base/source.h"
#include "eml/tree.h"

#define EML_NESTING_LIMIT 10000 /* the most levels of blocks */
#define EML_COPIES_LIMIT 10000  /* the most copies of a process */
#define EML_CELLS_LIMIT 65536   /* the most cells of an array, or locks of a lock array */
#define EML_STACK_LIMIT                                                                  \
  200000 /* symbols on the parser's stack: more than blocks need                         \
          */

struct eml_parser
{
  struct arena *arena;
  const struct source *source;
  struct names *names;
  struct diags *diags;
  struct tree *tree;
  uint32_t offset;     /* of the next token */
  struct span last;    /* the token before the current one */
  struct span earlier; /* the token before that */
  struct span current;
  VEC (struct span) braces; /* the blocks that are open */
  bool skipping;            /* since a syntax error, until recovery */
  bool lost;                /* since a syntax error, until something is understood */
  uint32_t refused_end;     /* the end of the latest text that is no token: a misfit right
                               after it is a consequence */
  uint32_t foreign_end;     /* the end of the parentheses of the latest `for (...)': a
                               misfit before it is a consequence */
  struct span odd_open;     /* the braces of the first block */
  struct span odd_close;    /* with braces at different indentations; empty: none */
  int current_token;
  int held; /* a token that is held back until missing ones have been supplied; 0: none */
  struct span held_span;
  bool owed_semicolon;         /* supply a semicolon before it, */
  uint32_t owed;               /* and this number of closing braces */
  uint32_t class;              /* the declaration of the class that is open, or
                                  TREE_NO_CLASS */
  struct tree_type local_type; /* of the locals that are declared */
  bool keep_comments;          /* return comments as tokens, for the formatter */
};

/* The values of symbols follow.  The parser copies one, of the largest size, at each
   step: keep them to three words. */

/* A list of names under construction: a range of the tree's table. */
struct eml_names
{
  uint32_t first, count;
};

/* A list of parameters under construction: a range of the tree's table. */
struct eml_params
{
  uint32_t first, count;
};

/* A list of expressions under construction: a range of the tree's arguments. */
struct eml_list
{
  uint32_t first, count;
};

/* A name, or an element of an array. */
struct eml_place
{
  uint32_t use;   /* the name, in the tree's table `uses' */
  uint32_t index; /* or TREE_NO_EXPR */
};

/* A `call': the procedure and then the arguments as names, and the first argument in the
   tree's table `arguments'. */
struct eml_call
{
  struct eml_names names;
  uint32_t first_argument;
};

/* Parse SOURCE into TREE (both initialised); false if there were errors. */
bool eml_parse (struct tree *tree, const struct source *source, struct diags *diags);

/* Prepare PARSER for reading SOURCE from the start; TREE may be null for a
   caller that only wants tokens. */
void eml_parser_init (struct eml_parser *parser, struct arena *arena,
                      const struct source *source, struct names *names,
                      struct diags *diags, struct tree *tree);

/* A scanner over the source of PARSER, whose arena holds it. */
void *eml_scanner_new (struct eml_parser *parser);

#endif
