/* witness_yaml.h -- a violation of a C program as a witness that other tools can check:
 * format 2.0 of the verification witnesses of software-verification competitions.
 *
 * It is a sequence of waypoints.  Ours are the ways that conditions go where these are a
 * whole `if' or `while', the values that __VERIFIER_nondet functions return, and, last,
 * the place where the property is violated.  A condition of which only a part is decided
 * by a step (&&, ||) has no waypoint: fewer waypoints are no wrong ones.
 */
#ifndef RESULTS_WITNESS_YAML_H
#define RESULTS_WITNESS_YAML_H

#include <stdio.h>

#include "ir/subject.h"
#include "witness/witness.h"

struct witness_task
{
  const char *path;          /* the file of the program */
  const char *specification; /* "CHECK( init(main()), LTL(G ! call(reach_error())) )" */
  const char *id;            /* of the record: 32 hexadecimal digits */
  bool is_32_bit;            /* its pointers have 32 bits */
};

/* An entry of the list that such a file is.  False: the program cannot be read again. */
bool witness_yaml_print (FILE *file, const struct witness *witness,
                         const struct ir_subject *subject,
                         const struct witness_task *task);

#endif
