/* suppress.h -- findings that the program's authors do not want to hear of again.
 *
 * They say so in the program, with a reason: by @PhaselockIgnore, which front ends put
 * into the provenance of a model, or by a mark in the source (ignore_marks.h), if that is
 * found.  A finding is suppressed if its question is named and
 * - it is about a field with the mark, or
 * - a step of its automaton is made, or a lock of its circle waited for, in a class,
 *   method or statement with the mark, or
 * - the public method of one of its threads has it.
 *
 * Verdicts do not change: a query whose violation is suppressed is not safe.  Marks are
 * kept for a whole run, since those that fit nothing are told in the end.
 */
#ifndef EXPLAIN_SUPPRESS_H
#define EXPLAIN_SUPPRESS_H

#include "base/names.h"
#include "explain/finding.h"
#include "explain/ignore_marks.h"
#include "query/patterns.h"

struct suppression
{
  const char *where;  /* "Stack.pop", or "src/Stack.java:12" */
  const char *reason; /* or null */
  /* What it covers: one of these. */
  const char *class_name;              /* with a method, or all of it; or null */
  const char *method, *descriptor;     /* or null */
  const char *field;                   /* as models call it; or null */
  const char *file;                    /* the path of a source; or null */
  uint32_t first, last;                /* lines of it */
  const struct pattern_choice *choice; /* null: all questions */
  bool asked;                          /* its class was looked at */
  bool used;
};

struct suppressions
{
  struct quota quota;
  struct arena arena, scratch; /* scratch: of one finding */
  struct pa *pa;               /* whose questions are named */
  const struct complaints *complaints;
  VEC (struct suppression) list;
  struct names keys;   /* of those in the list, by number */
  struct names files;  /* sources that were read, */
  struct names missed; /* and names of files that were not found */
  bool spoilt;         /* memory ran out: nothing is suppressed any more */
};

/* Questions are those of PA; messages about others go to COMPLAINTS.  Both are borrowed.
 */
void suppressions_init (struct suppressions *all, struct pa *pa,
                        const struct complaints *complaints);
void suppressions_clear (struct suppressions *all);

/* Take what concerns the model SUBJECT, one that was made from a program. */
void suppressions_add (struct suppressions *all, const struct ir_subject *subject);

/* What suppresses FINDING, or null. */
const struct suppression *suppressions_find (struct suppressions *all,
                                             const struct finding *finding);

/* Name those that fit nothing, although everything was asked about their classes. */
void suppressions_tell_stale (const struct suppressions *all, FILE *file);

#endif
