/* lock_families.h -- families whose locks are hard: exponentially many sets of locks, or
 * orders of them, of which none makes another superfluous.  Private to families.c, whose
 * table they stand in.
 */
#ifndef LOCK_FAMILIES_H
#define LOCK_FAMILIES_H

#include "families.h"

void locks_write_pairs (FILE *out, const struct families_params *params);
void locks_write_window (FILE *out, const struct families_params *params);
void locks_write_majority (FILE *out, const struct families_params *params);
void locks_write_rows (FILE *out, const struct families_params *params);
void locks_write_spiral (FILE *out, const struct families_params *params);
void locks_write_formula (FILE *out, const struct families_params *params);
void locks_write_tower (FILE *out, const struct families_params *params);
void locks_write_shuttle (FILE *out, const struct families_params *params);

#endif
