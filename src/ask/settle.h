/* settle.h -- values that a program cannot rely on are forgotten.
 *
 * Java promises that threads see each other's writes in one order only where there is no
 * data race.  A thread that reads a field while another writes it may see an old value,
 * or a new one too early.  So in a model that was made from such a program, what is read
 * from a field that can race is any value, and the values of all others are as in the
 * model (doc/java-values.md).
 */
#ifndef ASK_SETTLE_H
#define ASK_SETTLE_H

#include "ir/subject.h"

/* Decide the races of the fields of SUBJECT that have values, without looking at values,
   and forget the values of fields that are not safe.  SUBJECT has been read and
   projected.  A model that was written by hand is not changed. */
void settle_values (struct ir_subject *subject);

#endif
