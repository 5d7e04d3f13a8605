/* printer.h -- what print.c, print_body.c and print_step.c share: text under way. */
#ifndef EML_PRINTER_H
#define EML_PRINTER_H

#include "ir/statements.h"

/* Where a local is declared. */
struct print_local
{
  uint32_t step;  /* the statement that sets it first, or IR_NO_STEP */
  uint32_t scope; /* ... in this block */
  bool is_early;  /* at the beginning of the body: that block does not do */
};

struct printer
{
  struct arena *arena;
  const struct ir *ir;
  VEC (char) text;
  uint32_t indent;
  /* Of the body that is printed: */
  const struct ir_graph *body;
  const char **slots;         /* by slot: its name; null: nobody names it */
  struct print_local *locals; /* by slot */
  VEC (uint32_t) scopes;      /* the blocks around the present place, by number */
  uint32_t scope_count;       /* blocks so far */
  /* The statements that are printed, if somebody wants to know: */
  struct ir_statements *statements;
  VEC (uint32_t) open; /* those around the present place */
  uint32_t place;      /* of the next one */
  bool returns_values; /* what sets the result is a return; else the result has a name */
};

/* ---- print_text.c: lines and names ---- */

void print_put (struct printer *p, const char *text);
void print_format (struct printer *p, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));
void print_quoted (struct printer *p, const char *text);
/* NAME, in quotes if it is no word. */
void print_name (struct printer *p, const char *name);
void print_name_id (struct printer *p, name_id name);
/* " @"..."", unless POSITION is NAME_NONE. */
void print_position (struct printer *p, name_id position);
void print_begin_line (struct printer *p);
void print_end_line (struct printer *p);
void print_line (struct printer *p, const char *text);
/* Braces: what is declared inside is not known outside. */
void print_open_scope (struct printer *p);
void print_close_scope (struct printer *p);
/* A block of KIND that STEP, or IR_NO_STEP, begins with; it ends.  Of a branch, the first
   alternative begins and the last one ends. */
void print_open (struct printer *p, enum ir_statement_kind kind, uint32_t step);
void print_close (struct printer *p, enum ir_statement_kind kind, name_id position);
/* What was printed from BEGIN on, a block, goes on one line, if it is one statement and
   there is room. */
void print_join (struct printer *p, uint32_t begin);
/* An alternative ends before WORD, and the next one begins. */
void print_next_arm (struct printer *p, const char *word);

/* ---- print_statements.c: which statements there are ---- */

/* A statement begins, with STEP or IR_NO_STEP; it ends. */
void print_begin_statement (struct printer *p, enum ir_statement_kind kind,
                            uint32_t step);
void print_end_statement (struct printer *p, bool has_block, name_id end_position);
/* STEP is where the block ended that was closed last. */
void print_ends_block (struct printer *p, uint32_t step);
/* The statements of the body begin, perhaps once more; they are complete. */
void print_begin_statements (struct printer *p);
void print_end_statements (struct printer *p);

/* ---- print_step.c: statements ---- */

void print_type (struct printer *p, struct ir_type type);
void print_expr (struct printer *p, uint32_t expr);
/* The lock that STEP is about. */
void print_lock (struct printer *p, const struct ir_step *step);
/* The sets of a unit. */
void print_sets (struct printer *p, const struct ir_step *step);
/* PROCESSES that are started or joined: all copies of one, or one of them. */
void print_processes (struct printer *p, idset processes);
/* The statement that begins with step number STEP, and is no block. */
void print_step (struct printer *p, uint32_t step);
/* Does it leave the body, since it sets the result? */
bool print_is_return (const struct printer *p, const struct ir_step *step);

/* ---- print_locals.c ---- */

/* The slots of the body get names; nothing is known of where they are declared. */
void print_name_slots (struct printer *p);
/* The text begins, with what is known from the last time. */
void print_begin_locals (struct printer *p);
/* Step number STEP sets SLOT, and is the next statement: does it declare it? */
bool print_declares (struct printer *p, uint32_t slot, uint32_t step);
/* SLOT is named here. */
void print_mention (struct printer *p, uint32_t slot);

/* ---- print_body.c ---- */

/* The statements of the body that is printed; false: there are none that do the same. */
bool print_body (struct printer *p);

#endif
