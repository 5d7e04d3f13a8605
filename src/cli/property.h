/* property.h -- a property file of software-verification competitions: what is asked of a
 * C program, and the word for the answer.
 *
 *     CHECK( init(main()), LTL(G ! call(reach_error())) )      unreach-call
 *     CHECK( init(main()), LTL(G ! data-race) )                no-data-race
 *
 * Whatever else such a file says is no question of ours: the answer is "unknown".
 */
#ifndef CLI_PROPERTY_H
#define CLI_PROPERTY_H

#include <stdbool.h>
#include <stdint.h>

#include "io/status.h"

enum property_kind
{
  PROPERTY_NONE, /* no --property */
  PROPERTY_UNREACH_CALL,
  PROPERTY_NO_DATA_RACE,
  PROPERTY_OTHER,
};

struct property
{
  const char *path; /* of --property, or null */
  enum property_kind kind;
  char text[400]; /* the line, without blanks around it */
  char main[100]; /* of init(...) */
};

/* Read the file at PATH.  False: it cannot be read, or is no such file; errno or 0. */
bool property_read (struct property *property);

/* "unreach-call", as a competition calls it. */
const char *property_word (const struct property *property);

/* The answer that STATUS is: "true", "false(unreach-call)" or "unknown"; null: a run that
   failed has none. */
const char *property_answer (const struct property *property, enum status status);

#endif
