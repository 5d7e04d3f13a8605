/* repair_edit.h -- a repair as an edit of a source file: what editors apply.
 *
 * Of a model that somebody wrote, statements are put into `sync LOCK { }', as they were
 * when the repair was decided, or a field is declared volatile.  Of Java, methods become
 * synchronized, if their source is found and its text says where they are declared; a
 * lock around some of the lines of a method is left to people, since declarations may
 * have to move out of the block.
 */
#ifndef EXPLAIN_REPAIR_EDIT_H
#define EXPLAIN_REPAIR_EDIT_H

#include "explain/repair.h"

/* TEXT is inserted in front of a character. */
struct repair_edit
{
  uint32_t line, column; /* from 1; columns count characters */
  const char *text;
};

#define REPAIR_EDITS 4 /* two places, each with a beginning and an end */

struct repair_edits
{
  const char *path; /* of the one file; null: there is no edit */
  uint32_t count;
  struct repair_edit at[REPAIR_EDITS];
};

/* The edits that make the repair of FINDING, which has one, in ARENA; none if it is not
   known what to write where. */
struct repair_edits repair_edits_of (const struct finding *finding, struct arena *arena);

/* Where "synchronized " is to be inserted in TEXT, Java, so that the method NAME with a
   statement on LINE has that word: an offset; SIZE_MAX: it is not known.  Comments and
   literals of TEXT are blanked. */
size_t repair_edit_find_method (char *text, const char *name, size_t length,
                                uint32_t line);

#endif
