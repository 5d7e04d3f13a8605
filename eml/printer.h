/* printer.h -- shared by print.c, print_body.c and print_step.c: the text so far. */
#ifndef EML_PRINTER_H
#define EML_PRINTER_H

#include "ir/statements.h"

/* Where a local is declared. */
struct print_local
{
  uint32_t step;  /* the statement that sets it first, or IR_NO_STEP, */
  uint32_t scope; /* in this block */
  bool is_early;  /* declare it at the beginning of the body: that block is too small */
};

struct printer
{
  struct arena *arena;
  const struct ir *ir;
  VEC (char) text;
  uint32_t indent;
  /* Of the body that is printed: */
  const struct ir_graph *body;
  const char **slots;         /* by slot: its name; null: it is not named */
  struct print_local *locals; /* by slot */
  VEC (uint32_t) scopes;      /* the blocks around the present place, by number */
  uint32_t scope_count;       /* blocks so far */
  /* The statements that are printed, if wanted: */
  struct ir_statements *statements;
  VEC (uint32_t) open; /* statements around the present place */
  uint32_t place;      /* the place of the next statement */
  bool returns_values; /* the result is set by returns; else it has a name */
};

/* ---- print_text.c: lines and names ---- */

void print_put (struct printer *p, const char *text);
void print_format (struct printer *p, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));
void print_quoted (struct printer *p, const char *text);
/* Print NAME, in quotes if it is no word. */
void print_name (struct printer *p, const char *name);
void print_name_id (struct printer *p, name_id name);
/* Print " @"..."", unless POSITION is NAME_NONE. */
void print_position (struct printer *p, name_id position);
void print_begin_line (struct printer *p);
void print_end_line (struct printer *p);
void print_line (struct printer *p, const char *text);
/* Enter and leave braces: declarations inside are not visible outside. */
void print_open_scope (struct printer *p);
void print_close_scope (struct printer *p);
/* Open a block of KIND that begins with STEP, or IR_NO_STEP; close it.  Of a branch: open
   the first alternative, close the last. */
void print_open (struct printer *p, enum ir_statement_kind kind, uint32_t step);
void print_close (struct printer *p, enum ir_statement_kind kind, name_id position);
/* Put what was printed from BEGIN on, a block of one statement, on one line if it
   fits. */
void print_join (struct printer *p, uint32_t begin);
/* End an alternative before WORD, and begin the next. */
void print_next_arm (struct printer *p, const char *word);

/* ---- print_statements.c: which statements there are ---- */

/* Begin a statement, with STEP or IR_NO_STEP; end it. */
void print_begin_statement (struct printer *p, enum ir_statement_kind kind,
                            uint32_t step);
void print_end_statement (struct printer *p, bool has_block, name_id end_position);
/* Note that STEP is where the block closed last ended. */
void print_ends_block (struct printer *p, uint32_t step);
/* Begin the statements of the body, perhaps once more; they are complete. */
void print_begin_statements (struct printer *p);
void print_end_statements (struct printer *p);

/* ---- print_step.c: statements ---- */

void print_type (struct printer *p, struct ir_type type);
void print_expr (struct printer *p, uint32_t expr);
/* Print the lock of STEP. */
void print_lock (struct printer *p, const struct ir_step *step);
/* Print the sets of a unit. */
void print_sets (struct printer *p, const struct ir_step *step);
/* Print PROCESSES: all copies of one process, or one of them. */
void print_processes (struct printer *p, idset processes);
/* Print the statement that begins with step number STEP, and is no block. */
void print_step (struct printer *p, uint32_t step);
/* Is STEP printed as a return, since it sets the result? */
bool print_is_return (const struct printer *p, const struct ir_step *step);

/* ---- print_locals.c ---- */

/* Name the slots of the body; where they are declared is not known yet. */
void print_name_slots (struct printer *p);
/* Begin the text, with what is known from the last attempt. */
void print_begin_locals (struct printer *p);
/* Step number STEP sets SLOT, and is printed next: is it its declaration? */
bool print_declares (struct printer *p, uint32_t slot, uint32_t step);
/* Note that SLOT is named here. */
void print_mention (struct printer *p, uint32_t slot);

/* ---- print_body.c ---- */

/* Print the statements of the body; false: there are none that do the same. */
bool print_body (struct printer *p);

#endif
