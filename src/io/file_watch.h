/* file_watch.h -- waiting until models change.
 *
 * Folders are watched, and for each given file the folder it is in: an editor that saves
 * by renaming replaces the file, and a watch of the file itself would be lost.  Only with
 * inotify, that is on Linux.
 *
 *     struct file_watch watch;
 *     bool going = file_watch_open (&watch, inputs_is_file_name);
 *     while (going)
 *       {
 *         file_watch_start (&watch);
 *         file_watch_add (&watch, path); // for each
 *         ... read the files ...
 *         going = file_watch_wait (&watch);
 *       }
 *     file_watch_close (&watch);
 *
 * A change after file_watch_add, also while the files are read, ends the wait at once.
 */
#ifndef IO_FILE_WATCH_H
#define IO_FILE_WATCH_H

#include <stdbool.h>
#include <stddef.h>

/* A folder, and what counts in it. */
struct file_watch_place
{
  int folder; /* inotify's number */
  char *name; /* of a file; null: models and folders */
};

struct file_watch
{
  bool (*is_model) (const char *name); /* does a file of this name count? */
  int file;                            /* inotify's; -1: closed */
  struct file_watch_place *places;
  size_t count, capacity;
};

/* IS_MODEL says which files of a folder count, by their names.  False, with a message,
   if this system cannot watch. */
bool file_watch_open (struct file_watch *watch, bool (*is_model) (const char *name));

/* Forget all paths.  Changes from now on count if their path is added again. */
void file_watch_start (struct file_watch *watch);

/* Watch PATH: a file, also if it is not there now, or all models below a folder.  False,
   with a message, if that is not possible. */
bool file_watch_add (struct file_watch *watch, const char *path);

/* Wait until something has changed, and then until it is quiet for a moment.  False:
   SIGINT or SIGTERM came (interrupt.h). */
bool file_watch_wait (struct file_watch *watch);

void file_watch_close (struct file_watch *watch);

#endif
