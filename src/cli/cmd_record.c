/* cmd_record.c -- phaselock record: run a program, and write its trace. */
#include <config.h>

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/command.h"
#include "io/destination.h"
#include "io/temporary.h"
#include "trace/recording/launch.h"
#include "trace/recording/transcript.h"

struct record
{
  const char *output;
  const char *units;
  bool link;
  bool quiet;
  char **program; /* and its arguments; null: none was given */
};

enum
{
  KEY_UNITS = 256,
  KEY_LINK,
};

static const struct argp_option options[]
  = { { "output", 'o', "FILE", 0,
        "where to write the trace (default: trace.std; '-': standard output, after the "
        "program's own)",
        0 },
      { "units", KEY_UNITS, "GLOB", 0,
        "calls of functions whose symbols match GLOB are units of work", 0 },
      { "link", KEY_LINK, NULL, 0,
        "print what to link a program with that was compiled with -fsanitize=thread but "
        "not linked so; run nothing",
        0 },
      { "quiet", 'q', NULL, 0, COMMAND_QUIET, 0 },
      { NULL, 0, NULL, 0, NULL, 0 } };

static const struct argp argp; /* below */
static const struct setting settings[] = { SETTING ('o', struct record, output),
                                           SETTING (KEY_UNITS, struct record, units),
                                           SETTING (KEY_LINK, struct record, link),
                                           SETTING ('q', struct record, quiet),
                                           { 0 } };

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  struct record *record = state->input;
  assert (record && record->output);
  if (key == ARGP_KEY_ARGS)
    {
      record->program = state->argv + state->next;
      return 0;
    }
  if (key == ARGP_KEY_END && !record->program && !record->link)
    command_misuse (state, "no program given");
  if (key == ARGP_KEY_END && record->program && record->link)
    command_misuse (state, "--link runs no program");
  return command_store (&argp, settings, key, argument, state);
}

static enum status
complain (const char *what, int error)
{
  fprintf (stderr, "phaselock record: ");
  command_print_safe (stderr, what);
  fprintf (stderr, "%s%s\n", error ? ": " : "", error ? strerror (error) : "");
  return STATUS_BAD_INPUT;
}

/* ---- The file for the recorder. ---- */

/* Beside the trace, where there is room for it; or among temporary files. */
static const char *
choose_folder (const struct record *record, struct arena *arena)
{
  struct stat status;
  const char *temporary = getenv ("TMPDIR");
  if (strcmp (record->output, "-") == 0
      || (stat (record->output, &status) == 0 && !S_ISREG (status.st_mode)))
    return temporary && *temporary == '/' ? temporary : "/tmp";
  const char *slash = strrchr (record->output, '/');
  size_t length = slash ? (size_t) (slash - record->output) : 0;
  if (slash && length == 0)
    return "/";
  const char *folder = slash ? arena_copy (arena, record->output, length) : ".";
  char *whole = realpath (folder, NULL);
  if (!whole)
    return NULL;
  folder = arena_copy (arena, whole, strlen (whole));
  free (whole);
  return folder;
}

/* Its number, or -1 after a message. */
static int
make_file (const struct record *record, struct arena *arena, char **path)
{
  const char *folder = choose_folder (record, arena);
  *path = arena_format (arena, "%s/phaselock-record.XXXXXX", folder ? folder : "");
  char first[RAW_PAGE];
  recording_prepare (first);
  int number = folder ? temporary_create (*path) : -1;
  if (number < 0)
    {
      command_error (record->output, strerror (errno));
      return -1;
    }
  if (write (number, first, sizeof first) == (ssize_t) sizeof first)
    return number;
  command_error (*path, strerror (errno));
  temporary_remove (*path);
  close (number);
  return -1;
}

/* ---- The trace. ---- */

static void
summarize (const struct record *record, const struct transcript_summary *summary)
{
  if (summary->is_cut)
    complain ("there was no more space: the trace ends before the program did", 0);
  if (record->quiet)
    return;
  fprintf (stderr, "phaselock record: %llu events of %u thread%s\n",
           (unsigned long long) summary->events, summary->threads,
           summary->threads == 1 ? "" : "s");
  if (summary->mended > 0)
    fprintf (stderr,
             "phaselock record: %llu times a lock was taken that another thread had not "
             "given back; the trace has it given back just before\n",
             (unsigned long long) summary->mended);
  if (summary->unresolved > 0)
    fprintf (stderr,
             "phaselock record: %llu accesses have no source line: compile with -g\n",
             (unsigned long long) summary->unresolved);
}

static enum status
write_trace (const struct record *record, struct transcript *transcript)
{
  struct destination out;
  assert (transcript->summary.events == 0);
  if (destination_open (&out, record->output))
    transcript_write (transcript, out.stream);
  enum status status = destination_close (&out);
  if (status == STATUS_FINE)
    summarize (record, &transcript->summary);
  if (status == STATUS_FINE && record->units && transcript->summary.units == 0)
    {
      command_error (record->units, "--units: no function that was called fits");
      status = STATUS_BAD_INPUT;
    }
  return status;
}

/* A recording in memory; what is mapped and opened for it is released even if memory
   runs out. */
static enum status
transcribe (const struct record *record, const void *bytes, uint64_t length)
{
  assert (length >= RAW_PAGE);
  struct quota quota;
  struct arena arena;
  struct recording recording;
  struct transcript transcript;
  char *folder = realpath (".", NULL);
  enum status status;
  quota_init (&quota);
  arena_init (&arena, &quota);
  memset (&transcript, 0, sizeof transcript);
  if (quota_checkpoint (&quota))
    status = complain ("not enough memory for this trace", 0);
  else if (!recording_init (&recording, &arena, bytes, length))
    status = complain ("the program recorded nothing: compile and link it with "
                       "-fsanitize=thread, or link it with what --link prints",
                       0);
  else
    {
      transcript_init (&transcript, &arena, &recording, folder ? folder : "/",
                       record->units);
      status = write_trace (record, &transcript);
    }
  transcript_clear (&transcript);
  arena_clear (&arena);
  free (folder);
  return status;
}

static enum status
read_file (const struct record *record, int number)
{
  struct stat file;
  if (fstat (number, &file) != 0)
    return complain ("the recording", errno);
  if (file.st_size < RAW_PAGE)
    return complain ("the program made the recording shorter than it was", 0);
  uint64_t length = (uint64_t) file.st_size;
  void *bytes = mmap (NULL, length, PROT_READ, MAP_PRIVATE, number, 0);
  if (bytes == MAP_FAILED)
    return complain ("the recording", errno);
  enum status status = transcribe (record, bytes, length);
  munmap (bytes, length);
  return status;
}

/* ---- The command. ---- */

static void
tell_end (const struct record *record, int status)
{
  assert (WIFEXITED (status) || WIFSIGNALED (status)); /* not: it has stopped */
  if (record->quiet || (WIFEXITED (status) && WEXITSTATUS (status) == 0))
    return;
  fputs ("phaselock record: ", stderr);
  command_print_safe (stderr, record->program[0]);
  if (WIFEXITED (status))
    fprintf (stderr, " ended with status %d\n", WEXITSTATUS (status));
  else
    fprintf (stderr, " was ended by signal %d (%s)\n", WTERMSIG (status),
             strsignal (WTERMSIG (status)));
}

static enum status
run_program (const struct record *record, struct arena *arena, const char *library)
{
  assert (record->program && record->program[0] && !record->link);
  char *path;
  int number = make_file (record, arena, &path);
  if (number < 0)
    return STATUS_NOT_WRITTEN;
  const struct launch launch
    = { .words = record->program, .library = library, .recording = path };
  struct launch_end end = launch_run (&launch);
  temporary_remove (path);
  enum status status;
  if (end.error)
    status = complain (record->program[0], end.error);
  else
    {
      tell_end (record, end.status);
      status = read_file (record, number);
    }
  close (number);
  return status;
}

static enum status
work (const void *context, struct arena *arena)
{
  const struct record *record = context;
  assert (!record->link != !record->program); /* one or the other */
  const char *library = launch_find_library (arena, PKGLIBDIR);
  if (!library)
    return complain ("the recorder, libphaselock-record.so, is neither beside this "
                     "program nor in " PKGLIBDIR,
                     0);
  if (!record->link)
    return run_program (record, arena, library);
  printf ("-L%s -Wl,-rpath,%s -lphaselock-record\n", library, library);
  return STATUS_FINE;
}

static const struct argp argp
  = { options,
      parse_option,
      "-- PROGRAM [ARGUMENT...]",
      "Run PROGRAM, which was compiled with 'gcc -g -fsanitize=thread', and write what "
      "its threads did as a trace for 'phaselock trace': accesses, locks, threads and "
      "units, with their lines in the source.  The program needs no change; units can be "
      "marked in it with PHASELOCK_BEGIN () and PHASELOCK_END () of <phaselock/unit.h>."
      "\v"
      "The trace is written however the program ends.  Exit status: 0 it was written; 2 "
      "bad usage, the program could not be run, it recorded nothing, or no function fits "
      "--units; 4 the trace could not be written.",
      NULL,
      NULL,
      NULL };

static enum status
run (int argc, char **argv)
{
  struct record record = { .output = "trace.std" };
  command_parse (&argp, argc, argv, &record);
  return command_in_arena ("record", work, &record);
}

const struct command command_record
  = { "record", "run a program and write its trace", &argp, run };
