/* grade.h -- how sure it is that a violation is one of the program, if its model has
   values (--values). */
#ifndef WITNESS_GRADE_H
#define WITNESS_GRADE_H

#include "ir/subject.h"
#include "witness/witness.h"

enum grade
{
  GRADE_NONE,      /* the model has no values, or was written by hand */
  GRADE_SUSPECTED, /* it was not decided whether values allow it; or the interleaving
                      takes a way or value that the program may not have */
  GRADE_FEASIBLE,  /* values allow it, and it has no such way or value */
};

/* "suspected", "feasible"; null of GRADE_NONE. */
const char *grade_word (enum grade grade);

/* The grade of WITNESS, which was replayed with values. */
enum grade grade_of_witness (const struct ir_subject *subject,
                             const struct witness *witness);

#endif
