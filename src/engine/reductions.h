/* reductions.h -- all exact reductions: those that several rooms know
 * (phaseauto/reduction.h), then those of each engine, in the order of the table.  A set
 * of them is a mask of bits; an engine finds its own, from bit 0 on, in its means.
 */
#ifndef ENGINE_REDUCTIONS_H
#define ENGINE_REDUCTIONS_H

#include <stdbool.h>
#include <stdint.h>

/* A reduction of an engine. */
struct engine_reduction
{
  const char *name; /* after --without */
  const char *text;
  bool off; /* it pays off only sometimes, and --with switches it on */
};

uint32_t reductions_count (void);
/* The name of number NUMBER, whose bit is 1 << NUMBER. */
const char *reductions_name (uint32_t number);
/* The set of those that are on unless --without switches them off. */
uint32_t reductions_default (void);
/* The set of those in LIST, names with commas between them; other words mean nothing. */
uint32_t reductions_named (const char *list);

#endif
