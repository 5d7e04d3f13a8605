/* cmd_fmt.c -- phaselock fmt: lay models out. */
#include <config.h>

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/reading.h"
#include "eml/format.h"
#include "io/outfile.h"

struct fmt
{
  struct models models;
  bool in_place;
  bool check;
};

enum
{
  KEY_IN_PLACE = 256,
  KEY_CHECK,
};

static const struct argp_option options[]
  = { { "in-place", KEY_IN_PLACE, NULL, 0, "rewrite the files", 0 },
      { "check", KEY_CHECK, NULL, 0,
        "only name the files that would change (exit status 10)", 0 },
      { NULL, 0, NULL, 0, NULL, 0 } };

static const struct argp argp; /* below */
static const struct setting settings[] = { SETTING (KEY_IN_PLACE, struct fmt, in_place),
                                           SETTING (KEY_CHECK, struct fmt, check),
                                           SETTING (ARGP_KEY_ARG, struct fmt, models),
                                           { 0 } };

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  const struct fmt *fmt = state->input;
  if (key == ARGP_KEY_END && fmt->in_place && fmt->check)
    command_misuse (state, "--in-place and --check exclude each other");
  return command_store (&argp, settings, key, argument, state);
}

static enum status
replace_file (const char *path, const char *bytes, size_t length)
{
  assert (strcmp (path, "-") != 0);
  struct stat old;
  if (stat (path, &old) == 0 && !S_ISREG (old.st_mode))
    {
      command_error (path, "cannot write: not a regular file");
      return STATUS_NOT_WRITTEN;
    }
  struct outfile out;
  if (outfile_open (&out, path))
    fwrite (bytes, 1, length, out.stream);
  return outfile_close (&out);
}

static enum status
format_one (struct ir_subject *subject, const char *name, bool fine, void *context)
{
  (void) name;
  const struct fmt *fmt = context;
  assert (!fmt->check || !fmt->in_place);
  if (!fine)
    return STATUS_FINE;
  struct arena *arena = &subject->arena;
  struct format_text text;
  format_source (&text, &subject->source, arena);
  assert (text.bytes.count > 0 || subject->source.length == 0);
  bool same
    = text.bytes.count == subject->source.length
      && memcmp (text.bytes.at, subject->source.text, subject->source.length) == 0;
  if (fmt->check)
    {
      if (!same)
        {
          /* Exactly the path, for other programs. */
          if (isatty (STDOUT_FILENO))
            command_print_safe (stdout, subject->source.path);
          else
            fputs (subject->source.path, stdout);
          fputc ('\n', stdout);
        }
      return same ? STATUS_FINE : STATUS_FOUND;
    }
  if (fmt->in_place && strcmp (subject->source.path, "-") != 0)
    return same ? STATUS_FINE
                : replace_file (subject->source.path, text.bytes.at, text.bytes.count);
  fwrite (text.bytes.at, 1, text.bytes.count, stdout);
  return STATUS_FINE;
}

static const struct argp argp
  = { options,
      parse_option,
      "MODEL|DIR...",
      "Format models: indentation, spaces, line breaks.  Comments stay, and a "
      "model keeps its meaning.  The result goes to standard output.\v"
      "Exit status: 0; 2 if a model has errors; 4 if a file could not be written; "
      "10 if --check found a file that would change.",
      NULL,
      NULL,
      NULL };

static enum status
run (int argc, char **argv)
{
  struct fmt fmt = { .check = false };
  fmt.models.options.only = &front_end_eml;
  command_parse (&argp, argc, argv, &fmt);
  struct reading reading = { INPUT_UNCHECKED, false, format_one, &fmt };
  return reading_models (&fmt.models, &reading);
}

const struct command command_fmt = { "fmt", "format models", &argp, run };
