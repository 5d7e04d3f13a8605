/* life_families.h -- families of processes that are started and joined, and of locks
 * taken in a circle.  Private to families.c, whose table they stand in.
 */
#ifndef LIFE_FAMILIES_H
#define LIFE_FAMILIES_H

#include "families.h"

void life_write_workers (FILE *out, const struct families_params *params);
void life_write_stages (FILE *out, const struct families_params *params);
void life_write_relay (FILE *out, const struct families_params *params);
void life_write_philosophers (FILE *out, const struct families_params *params);
void life_write_gates (FILE *out, const struct families_params *params);

#endif
