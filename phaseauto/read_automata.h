/* read_automata.h -- the front end as a whole: from a file to a set of automata.
 *
 *     struct pa pa;
 *     pa_init (&pa, &quota);
 *     if (pa_read (&pa, "mine.pa"))
 *       use (&pa.set);
 *     diags_render (&pa.diags, stderr, false);
 *     pa_clear (&pa);
 *
 * After reading the diagnostics are in place, sorted; the set is usable only if
 * reading succeeded.  Everything belongs to the struct and goes with pa_clear.
 * One struct reads once.
 */
#ifndef PHASEAUTO_READ_AUTOMATA_H
#define PHASEAUTO_READ_AUTOMATA_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "phaseauto/pa_parser.h"
#include "phaseauto/shipped.h"

struct pa
{
  struct arena arena;
  struct source source;
  struct diags diags;
  struct names names;
  struct pa_raw raw;
  struct pa_set set;
};

void pa_init (struct pa *pa, struct quota *quota);
void pa_clear (struct pa *pa);

/* Read, parse and check PATH (borrowed for the lifetime of PA). */
bool pa_read (struct pa *pa, const char *path);
/* Likewise for text in memory. */
bool pa_read_text (struct pa *pa, const char *path, const char *text, size_t length);
/* Likewise for the shipped set NAME, which must exist: it is copied from its table,
   without parsing. */
bool pa_read_shipped (struct pa *pa, const char *name);

/* The default set: it misses no interleaving of two units that is not serializable
   (tests/phaseauto/enumerate.c). */
#define PA_DEFAULT_SET "complete"

/* The shipped set NAME, or null. */
const struct pa_shipped *pa_shipped_find (const char *name);

#endif
