/* reductions.h -- all exact reductions: those of several rooms (phaseauto/reduction.h),
   then those of each engine, in the order of the table.  A set of them is a mask of bits;
   an engine finds its own, from bit 0 on, in its means. */
#ifndef ENGINE_REDUCTIONS_H
#define ENGINE_REDUCTIONS_H

#include <stdbool.h>
#include <stdint.h>

/* A reduction of an engine. */
struct engine_reduction
{
  const char *name; /* after --without */
  const char *text;
  bool off; /* off unless --with names it, since it rarely pays off */
};

uint32_t reductions_count (void);
/* The name of the reduction with NUMBER, whose bit is 1 << NUMBER. */
const char *reductions_name (uint32_t number);
/* The reductions that are on unless --without switches them off. */
uint32_t reductions_default (void);
/* The reductions in LIST, names with commas between them; other words are ignored. */
uint32_t reductions_named (const char *list);

#endif
