/* race_lines.h -- the races of a field, a line for each pair of statements (--all-races).
 */
#ifndef CLI_RACE_LINES_H
#define CLI_RACE_LINES_H

#include "ir/subject.h"
#include "witness/verdict.h"
#include "query/query.h"

struct race_lines
{
  VEC (const char *) list; /* no two are equal */
  uint32_t pairs;          /* of statements; of Java there may be several in a line */
};

/* "write at MODEL:3:5 by P, read at MODEL:9:3 by Q", of Java "write at Box.java:3 by
   put(int), ...": of VERDICT, a violation of QUERY with all its witnesses.  In the arena
   of SUBJECT. */
const struct race_lines *race_lines_of (struct ir_subject *subject,
                                        const struct query *query,
                                        const struct verdict *verdict);

#endif
