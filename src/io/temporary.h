/* temporary.h -- files that do not outlive the program.
 *
 * These are files that get another name when they are complete, or are not needed later.
 * When a signal ends the program (interrupt.h), they are removed, too.  Paths are
 * borrowed until the file is removed or kept.
 */
#ifndef IO_TEMPORARY_H
#define IO_TEMPORARY_H

#include <sys/types.h>

/* Create a file; returns its descriptor, or -1 with errno.  PATH ends with XXXXXX, which
   is replaced so that no other file has that name. */
int temporary_create (char *path);
/* Create a file with the name and the mode given.  An old file is overwritten; a link is
   not followed. */
int temporary_create_named (const char *path, mode_t mode);

/* Remove the file at PATH, which is the pointer that was given. */
void temporary_remove (const char *path);
/* Do not remove the file at PATH: it was renamed, or is to stay. */
void temporary_keep (const char *path);

/* For the handler of a signal: remove all of them, unless this is a child of the process
   that has created them. */
void temporary_remove_all (void);

#endif
