/* temporary.h -- files that are gone when the program is.
 *
 * A file that is being written under a name of its own, until it is complete, or that
 * nobody needs later.  When a signal ends the program (interrupt.h), it is removed, too.
 * Paths are borrowed until the file is removed or kept.
 */
#ifndef IO_TEMPORARY_H
#define IO_TEMPORARY_H

#include <sys/types.h>

/* Create a file; its number, or -1 with errno.  PATH ends with XXXXXX, which is replaced:
   no other file has that name. */
int temporary_create (char *path);
/* The same with a name that is given and a mode.  An old file is overwritten; a link is
   not followed. */
int temporary_create_named (const char *path, mode_t mode);

/* Remove the file at PATH, which is the pointer that was given. */
void temporary_remove (const char *path);
/* It has got another name, or will stay. */
void temporary_keep (const char *path);

/* For the handler of a signal: remove all of them, unless this is a child of the process
   that has created them. */
void temporary_remove_all (void);

#endif
