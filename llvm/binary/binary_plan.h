/* binary_plan.h -- a witness of a C program as what the recorder's hooks see.
 *
 * A step of the plan is an access, a call that synchronises, a start or a join, at its
 * line and column; what else a witness has is nobody's business outside of a thread, and
 * left out.
 */
#ifndef BINARY_PLAN_H
#define BINARY_PLAN_H

#include "ir/subject.h"
#include "trace/recording/lead_plan.h"
#include "witness/witness.h"

/* A place in the program's text. */
struct binary_place
{
  const char *file; /* as debug data or the user have it */
  uint32_t line, column;
};

struct binary_plan
{
  enum lead_question question;
  uint32_t final; /* LEAD_ASSERT: who fails */
  uint32_t processes;
  bool is_free[LEAD_PROCESSES];
  VEC (struct binary_place) places;
  VEC (struct lead_step) steps;
  VEC (struct lead_value) values;
};

/* The plan of WITNESS, of a program whose text is in PATH; in ARENA.  False with
 *PROBLEM. */
bool binary_plan_make (struct binary_plan *plan, const struct ir_subject *subject,
                       const struct witness *witness, enum lead_question question,
                       const char *path, struct arena *arena, const char **problem);

#endif
