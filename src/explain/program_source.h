/* program_source.h -- the source of the program that a model was made from.
 *
 * Positions of such a model name a file without its folders, "Stack.java:42", as
 * compilers write it.  The file is searched in the folders of the provenance, in those of
 * its packages first.  Names come from class files, which a stranger may have written:
 * one that leads elsewhere is not followed.
 */
#ifndef EXPLAIN_PROGRAM_SOURCE_H
#define EXPLAIN_PROGRAM_SOURCE_H

#include "base/arena.h"
#include "ir/provenance.h"

/* The path of the file whose name are LENGTH bytes at NAME, in ARENA; null: it was not
   found. */
const char *program_source_path (const struct provenance *provenance, const char *name,
                                 size_t length, struct arena *arena);

/* The same, found or not: else the name in the folders of the package of CLASS_NAME. */
const char *program_source_guess (const struct provenance *provenance,
                                  const char *class_name, const char *name, size_t length,
                                  struct arena *arena);

/* Line NUMBER, from 1, of the file at PATH, without the blanks around it; null if there
   is none. */
const char *program_source_line (const char *path, uint32_t number, struct arena *arena);

#endif
