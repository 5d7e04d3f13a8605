/* ignore_marks.h -- marks in a source text that say: findings here are not wanted.
 *
 *     // phaselock: ignore race - only a statistic
 *     hits++;
 *
 *     @SuppressWarnings ("phaselock:race")
 *     private int hits;
 *
 * The comment covers the statement below it, or the line that it stands on, and gives
 * the questions as -p does, none for all, and after ` - ' the reason.  The annotation
 * covers the class, method or field that is declared there.  It is not in class files,
 * so the text is read: only words, brackets, texts and comments are told apart, which
 * is enough to see what a declaration declares and where its body ends.
 */
#ifndef EXPLAIN_IGNORE_MARKS_H
#define EXPLAIN_IGNORE_MARKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

struct ignore_mark
{
  uint32_t line;         /* of the mark itself, from 1 */
  uint32_t first, last;  /* lines that it covers; 0: none */
  const char *field;     /* the field that is declared there, "Stack.count"; or null */
  const char *questions; /* as -p takes them; null: all */
  const char *reason;    /* or null */
};

struct ignore_marks
{
  VEC (struct ignore_mark) list;
};

/* The marks in LENGTH bytes of TEXT, in ARENA. */
struct ignore_marks ignore_marks_scan (const char *text, size_t length,
                                       struct arena *arena);

#endif
