/* grade.h -- how sure a violation is in a program, if its model has values (--values). */
#ifndef WITNESS_GRADE_H
#define WITNESS_GRADE_H

#include "ir/subject.h"
#include "witness/witness.h"

enum grade
{
  GRADE_NONE,      /* the model follows no values, or somebody wrote it */
  GRADE_SUSPECTED, /* whether values allow it was not decided, or the interleaving takes a
                      way, or a value, of which the model does not know whether it is one
                      of the program */
  GRADE_FEASIBLE,  /* values allow it, and nothing like that lies on its way */
};

/* "suspected", "feasible"; null of GRADE_NONE. */
const char *grade_word (enum grade grade);

/* The grade of WITNESS, which was replayed with values. */
enum grade grade_of_witness (const struct ir_subject *subject,
                             const struct witness *witness);

#endif
