/* dynamic_families.h -- families of models with data in which pointers, locks and buckets
 * are chosen at run time: what dynamic reductions are for [GuntherLaarman2017, sections 2
 * and 6].  Private to families.c, whose table they stand in.  With two processes they are
 * the models of models/dynamic.
 */
#ifndef DYNAMIC_FAMILIES_H
#define DYNAMIC_FAMILIES_H

#include "families.h"

/* More processes than that make indices of more than eight bits, and no engine ends. */
#define DYNAMIC_MOST_PROCESSES 100

void dynamic_write_insert (FILE *out, const struct families_params *params);
void dynamic_write_present (FILE *out, const struct families_params *params);
void dynamic_write_half (FILE *out, const struct families_params *params);
void dynamic_write_locking (FILE *out, const struct families_params *params);
void dynamic_write_balancing (FILE *out, const struct families_params *params);
void dynamic_write_lazy (FILE *out, const struct families_params *params);

#endif
