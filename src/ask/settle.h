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

/* SUBJECT has been read and projected: decide the races of its fields that have values,
   without looking at values, and forget those of fields that are not safe.  Nothing
   happens to a model that somebody wrote. */
void settle_values (struct ir_subject *subject);

#endif
