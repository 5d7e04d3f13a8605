/* cmd_fmt.c -- phaselock fmt: lay models out. */
#include <config.h>

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "cli/command.h"
#include "cli/reading.h"
#include "eml/format.h"
#include "io/inputs.h"
#include "io/outfile.h"

struct fmt
{
  struct inputs inputs;
  enum status status;
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
        "only name the files that are laid out differently (exit status 10)", 0 },
      { NULL, 0, NULL, 0, NULL, 0 } };

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  struct fmt *fmt = state->input;
  switch (key)
    {
    case KEY_IN_PLACE:
      fmt->in_place = true;
      return 0;
    case KEY_CHECK:
      fmt->check = true;
      return 0;
    case ARGP_KEY_ARG:
      fmt->status = status_worse (fmt->status, inputs_add (&fmt->inputs, argument));
      return 0;
    case ARGP_KEY_NO_ARGS:
      argp_error (state, "no model given");
      return 0;
    case ARGP_KEY_END:
      if (fmt->in_place && fmt->check)
        argp_error (state, "--in-place and --check exclude each other");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

static enum status
replace_file (const char *path, const char *bytes, size_t length)
{
  struct stat old;
  if (stat (path, &old) == 0 && !S_ISREG (old.st_mode))
    {
      text_print_safe (stderr, path, strlen (path));
      fputs (": error: cannot write: not a regular file\n", stderr);
      return STATUS_NOT_WRITTEN;
    }
  struct outfile out;
  if (outfile_open (&out, path))
    fwrite (bytes, 1, length, out.stream);
  return outfile_close (&out);
}

static enum status
format_one (struct eml *eml, const char *name, bool fine, void *context)
{
  (void) name;
  const struct fmt *fmt = context;
  if (!fine)
    return STATUS_FINE;
  struct arena *arena = eml->tree.arena;
  struct format_text text;
  format_source (&text, &eml->source, arena);
  bool same = text.bytes.count == eml->source.length
              && memcmp (text.bytes.at, eml->source.text, eml->source.length) == 0;
  if (fmt->check)
    {
      if (!same)
        printf ("%s\n", eml->source.path);
      return same ? STATUS_FINE : STATUS_FOUND;
    }
  if (fmt->in_place && strcmp (eml->source.path, "-") != 0)
    return same ? STATUS_FINE
                : replace_file (eml->source.path, text.bytes.at, text.bytes.count);
  fwrite (text.bytes.at, 1, text.bytes.count, stdout);
  return STATUS_FINE;
}

static const struct argp argp
  = { options, parse_option, "MODEL|DIR...",
      "Lay models out: indentation, blanks, line breaks.  Comments stay, and a "
      "model means what it meant.  The result goes to standard output.\v"
      "Exit status: 0; 2 if a model has errors; 4 if a file could not be written; "
      "10 if --check found a file that is laid out differently.",
      NULL, NULL, NULL };

static enum status
run (int argc, char **argv)
{
  struct fmt fmt = { .status = STATUS_FINE };
  command_parse (&argp, argc, argv, &fmt);
  struct reading reading = { READING_TREE, false, format_one, &fmt };
  enum status status = status_worse (fmt.status, reading_each (&fmt.inputs, &reading));
  inputs_clear (&fmt.inputs);
  return status;
}

const struct command command_fmt
  = { "fmt", "lay models out", &argp, run };
