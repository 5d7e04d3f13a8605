/* file_watch.c -- see file_watch.h. */
#include <config.h>

#include "io/file_watch.h"

#include <assert.h>
#include <errno.h>
#include <fts.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "io/interrupt.h"

#ifdef HAVE_SYS_INOTIFY_H
#include <sys/inotify.h>

/* Several changes count as one until nothing has changed for so long. */
#define QUIET_MILLISECONDS 100

/* A new file has changed when it is closed; one that vanishes has changed, too. */
#define CHANGES                                                                          \
  (IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF \
   | IN_MOVE_SELF)

static bool
complain (const char *path, const char *message)
{
  fputs ("phaselock: ", stderr);
  text_print_safe (stderr, path, strlen (path));
  fprintf (stderr, " cannot be watched: %s\n", message);
  return false;
}

bool
file_watch_open (struct file_watch *watch, bool (*is_model) (const char *name))
{
  assert (watch && is_model);
  *watch = (struct file_watch){ .is_model = is_model,
                                .file = inotify_init1 (IN_NONBLOCK | IN_CLOEXEC) };
  return watch->file >= 0 || complain ("files", strerror (errno));
}

void
file_watch_start (struct file_watch *watch)
{
  assert (watch->file >= 0 && watch->count <= watch->capacity);
  for (size_t i = 0; i < watch->count; i++)
    free (watch->places[i].name);
  watch->count = 0;
}

void
file_watch_close (struct file_watch *watch)
{
  if (watch->file < 0)
    return;
  file_watch_start (watch);
  free (watch->places);
  close (watch->file);
  watch->file = -1;
}

/* ---- What is watched. ---- */

/* Watch the file NAME in FOLDER; null: models and folders in it.  inotify gives a folder
   that it watches already the same number. */
static bool
add_place (struct file_watch *watch, const char *folder, const char *name)
{
  assert (!name || !strchr (name, '/'));
  if (watch->count == watch->capacity)
    {
      size_t capacity = watch->capacity ? 2 * watch->capacity : 16;
      struct file_watch_place *places
        = realloc (watch->places, capacity * sizeof *places);
      if (!places)
        return complain (folder, strerror (ENOMEM));
      watch->places = places;
      watch->capacity = capacity;
    }
  struct file_watch_place place
    = { inotify_add_watch (watch->file, folder, CHANGES | IN_ONLYDIR), NULL };
  if (place.folder < 0)
    return complain (folder, errno == ENOSPC
                               ? "too many folders (fs.inotify.max_user_watches)"
                               : strerror (errno));
  if (name && !(place.name = strdup (name)))
    return complain (folder, strerror (ENOMEM));
  watch->places[watch->count++] = place;
  return true;
}

static bool
add_file (struct file_watch *watch, const char *path)
{
  const char *slash = strrchr (path, '/');
  const char *name = slash ? slash + 1 : path;
  size_t length = slash ? (size_t) (slash - path) : 0;
  assert (*path);
  char *folder = slash && length == 0 ? strdup ("/")
                 : slash              ? strndup (path, length)
                                      : strdup (".");
  bool added
    = folder ? add_place (watch, folder, name) : complain (path, strerror (ENOMEM));
  free (folder);
  return added;
}

/* Watch PATH and the folders below it.  One that vanishes meanwhile need not be watched:
   the folder above it reports that. */
static bool
add_folders (struct file_watch *watch, const char *path)
{
  char *root = strdup (path);
  char *roots[] = { root, NULL };
  FTS *walk
    = root ? fts_open (roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, NULL) : NULL;
  bool added = walk != NULL || complain (path, strerror (errno));
  FTSENT *entry;
  while (added && (entry = fts_read (walk)))
    {
      struct stat about;
      if (entry->fts_info == FTS_D)
        added = add_place (watch, entry->fts_accpath, NULL)
                || stat (entry->fts_accpath, &about) != 0;
      else if (entry->fts_info == FTS_SL)
        {
          /* A model that is a link changes where its target is: watch that, too. */
          char *target = realpath (entry->fts_accpath, NULL);
          if (target && stat (target, &about) == 0 && S_ISREG (about.st_mode))
            added = add_file (watch, target);
          free (target);
        }
    }
  if (walk)
    fts_close (walk);
  free (root);
  return added;
}

bool
file_watch_add (struct file_watch *watch, const char *path)
{
  struct stat about;
  assert (watch->file >= 0 && path);
  if (stat (path, &about) == 0 && S_ISDIR (about.st_mode))
    return add_folders (watch, path);
  if (!*path)
    return complain ("a file without a name", strerror (ENOENT));
  char *target = realpath (path, NULL);
  bool added = add_file (watch, path) && (!target || add_file (watch, target));
  free (target);
  return added;
}

/* ---- Waiting. ---- */

/* Is EVENT a change of something that is watched? */
static bool
counts (const struct file_watch *watch, const struct inotify_event *event)
{
  if (event->mask & IN_Q_OVERFLOW)
    return true;
  bool folder = event->mask & (IN_ISDIR | IN_DELETE_SELF | IN_MOVE_SELF);
  const char *name = event->len > 0 ? event->name : "";
  if ((event->mask & IN_IGNORED) || ((event->mask & IN_CREATE) && !folder))
    return false;
  for (size_t i = 0; i < watch->count; i++)
    {
      const struct file_watch_place *place = &watch->places[i];
      assert (place->folder >= 0);
      if (place->folder == event->wd
          && (place->name ? strcmp (place->name, name) == 0
                          : folder || watch->is_model (name)))
        return true;
    }
  return false;
}

/* Take what inotify has; true if something of it counts. */
static bool
take_events (struct file_watch *watch)
{
  bool found = false;
  _Alignas(struct inotify_event) char buffer[16384];
  ssize_t length;
  while ((length = read (watch->file, buffer, sizeof buffer)) > 0)
    for (const char *at = buffer; at < buffer + length;)
      {
        struct inotify_event head;
        memcpy (&head, at, sizeof head);
        assert (at + sizeof head + head.len <= buffer + length);
        const void *event = at;
        found |= counts (watch, event);
        at += sizeof head + head.len;
      }
  return found;
}

bool
file_watch_wait (struct file_watch *watch)
{
  assert (watch->file >= 0);
  /* Block signals but in ppoll: none comes unseen between the test and the wait. */
  sigset_t signals, before;
  sigemptyset (&signals);
  sigaddset (&signals, SIGINT);
  sigaddset (&signals, SIGTERM);
  sigprocmask (SIG_BLOCK, &signals, &before);
  static const struct timespec quiet = { .tv_nsec = QUIET_MILLISECONDS * 1000000L };
  bool changed = false;
  for (int ready = 1; interrupt_signal () == 0 && (ready != 0 || !changed);)
    {
      struct pollfd poll = { .fd = watch->file, .events = POLLIN };
      ready = ppoll (&poll, 1, changed ? &quiet : NULL, &before);
      if (ready > 0)
        changed |= take_events (watch);
    }
  sigprocmask (SIG_SETMASK, &before, NULL);
  assert (changed || interrupt_signal ());
  return interrupt_signal () == 0;
}

#else /* not Linux */

bool
file_watch_open (struct file_watch *watch, bool (*is_model) (const char *name))
{
  *watch = (struct file_watch){ .is_model = is_model, .file = -1 };
  fputs ("phaselock: files can be watched on Linux only, with inotify; run 'phaselock "
         "check' when they have changed\n",
         stderr);
  return false;
}

void
file_watch_start (struct file_watch *watch)
{
  assert (watch->file >= 0);
}

bool
file_watch_add (struct file_watch *watch, const char *path)
{
  assert (watch->file >= 0 && path);
  return false;
}

bool
file_watch_wait (struct file_watch *watch)
{
  assert (watch->file >= 0);
  return false;
}

void
file_watch_close (struct file_watch *watch)
{
  assert (watch->file < 0);
}

#endif
