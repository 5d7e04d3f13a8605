/* cmd_java.c -- phaselock java: the models of compiled classes, as text. */
#include <config.h>

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "cli/command.h"
#include "cli/input_arguments.h"
#include "cli/provenance_text.h"
#include "cli/reading.h"
#include "eml/print.h"
#include "io/destination.h"
#include "io/interrupt.h"
#include "io/json.h"
#include "results/provenance_json.h"

struct java_command
{
  struct models models;
  enum command_format format;
  const char *output; /* -o: a file, or a folder for several models; or null */
  const char *fields;
  bool list, ledger, quiet;
  bool folder; /* OUTPUT is a folder */
};

enum
{
  KEY_FIELDS = 256,
  KEY_FORMAT,
  KEY_LIST,
  KEY_LEDGER,
};

static const struct argp_option options[]
  = { { "output", 'o', "FILE|DIR", 0,
        "write the model to FILE, or the model of each class to DIR/CLASS.eml", 0 },
      { "list", KEY_LIST, NULL, 0,
        "only list the classes: which are checked without --class, and why", 0 },
      { "ledger", KEY_LEDGER, NULL, 0,
        "the account of each class: every access, use of contents and acquisition in its "
        "bytecode, and what became of it; with -q only what nobody looked at",
        0 },
      { "fields", KEY_FIELDS, "LIST", 0,
        "which fields are in the atomic set: names or globs (default: all that change)",
        0 },
      { "format", KEY_FORMAT, "text|jsonl", 0,
        "of --list, --ledger and --notes: how to report (default text)", 0 },
      { "quiet", 'q', NULL, 0, COMMAND_QUIET, 0 },
      { NULL, 0, NULL, 0, NULL, 0 } };

static const struct argp argp; /* below */
static const struct setting settings[]
  = { SETTING ('o', struct java_command, output),
      SETTING (KEY_LIST, struct java_command, list),
      SETTING (KEY_LEDGER, struct java_command, ledger),
      SETTING (KEY_FIELDS, struct java_command, fields),
      SETTING (KEY_FORMAT, struct java_command, format),
      SETTING ('q', struct java_command, quiet),
      SETTING (ARGP_KEY_ARG, struct java_command, models),
      { 0 } };

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  struct java_command *command = state->input;
  if (key == ARGP_KEY_INIT)
    {
      state->child_inputs[0] = &command->models.options;
      return 0;
    }
  if (key == ARGP_KEY_END && command->format == FORMAT_JSONL && !command->list
      && !command->ledger && !command->models.options.notes)
    command_misuse (
      state, "--format jsonl is for --list, --ledger and --notes; a model is a text");
  if (key == ARGP_KEY_END && command->ledger && command->models.options.java.main_name)
    command_misuse (state, "--ledger is about classes: in a program (--main), what main "
                           "does not lead to is not run");
  return command_store (&argp, settings, key, argument, state);
}

/* ---- Which classes there are. ---- */

static enum status
list_one (const struct java_command *command, const struct java_candidate *candidate,
          int width)
{
  assert (candidate->class_name && candidate->reason);
  if (command->format == FORMAT_JSONL)
    {
      json_t *object = json_record ("class", candidate->path);
      json_object_set_new (object, "class", json_text (candidate->class_name));
      json_object_set_new (object, "checked", json_boolean (candidate->chosen));
      json_object_set_new (object, "reason", json_text (candidate->reason));
      return json_print_line (stdout, object);
    }
  if (command->quiet && !candidate->chosen)
    return STATUS_FINE;
  fputs (candidate->chosen ? "check  " : "-      ", stdout);
  command_print_safe (stdout, candidate->class_name);
  printf ("%*s  ", width - (int) text_columns (candidate->class_name), "");
  command_print_safe (stdout, candidate->reason);
  fputc ('\n', stdout);
  return STATUS_FINE;
}

/* Warnings too, unless the classes could be OPENED. */
static void
print_diags (const struct java *java, bool opened)
{
  for (uint32_t i = 0; i < java->diags.list.count; i++)
    {
      const struct diag *diag = &java->diags.list.at[i];
      if (opened && diag->severity != DIAG_ERROR)
        continue;
      fputs ("phaselock java: ", stderr);
      command_print_safe (stderr, diag->message);
      fputc ('\n', stderr);
    }
}

/* ---- The account of a class. ---- */

struct ledger_output
{
  const struct java_command *command;
  const char *class_name, *path;
  uint32_t lines, modelled, gaps, overlooked;
  enum status status;
};

static void
count_line (const struct java_account_line *line, void *context)
{
  assert (!line->is_modelled || !line->is_gap);
  struct ledger_output *output = context;
  output->lines++;
  output->modelled += line->is_modelled;
  output->gaps += line->is_gap;
  output->overlooked += line->is_overlooked;
}

static void
print_line (const struct java_account_line *line, void *context)
{
  assert (line->kind && line->what && line->reason);
  struct ledger_output *output = context;
  if (output->command->quiet && !line->is_gap)
    return;
  if (output->command->format == FORMAT_JSONL)
    {
      json_t *object = json_record ("ledger", output->path);
      json_object_set_new (object, "class", json_text (output->class_name));
      json_object_set_new (object, "does", json_text (line->kind));
      json_object_set_new (object, "what", json_text (line->what));
      json_object_set_new (object, "method", json_text (line->method));
      json_object_set_new (object, "position", json_text (line->position));
      json_object_set_new (object, "modelled", json_boolean (line->is_modelled));
      json_object_set_new (object, "gap", json_boolean (line->is_gap));
      json_object_set_new (object, "reason", json_text (line->reason));
      output->status = status_worse (output->status, json_print_line (stdout, object));
      return;
    }
  printf ("  %-8s  ", line->kind);
  command_print_safe (stdout, line->what);
  fputs ("  ", stdout);
  command_print_safe (stdout, line->method);
  fputs (" (", stdout);
  command_print_safe (stdout, line->position);
  printf (")  %s\n", line->reason);
}

static enum status
show_ledger (const struct java_command *command, struct java *java,
             const struct java_candidate *candidate)
{
  struct ledger_output output = { .command = command,
                                  .class_name = candidate->class_name,
                                  .path = candidate->path };
  if (!candidate->chosen || candidate->is_circle || candidate->is_program)
    return STATUS_FINE;
  if (!java_account (java, candidate->class_name, count_line, &output))
    return STATUS_BAD_INPUT;
  bool is_text = command->format != FORMAT_JSONL;
  if (is_text && (!command->quiet || output.gaps > 0))
    {
      command_print_safe (stdout, candidate->class_name);
      printf (": %" PRIu32 " in the bytecode, %" PRIu32 " in the model, %" PRIu32
              " not looked at\n",
              output.lines, output.modelled, output.gaps);
    }
  java_account (java, candidate->class_name, print_line, &output);
  return output.overlooked > 0 ? STATUS_INTERNAL : output.status;
}

/* ---- All of them. ---- */

static enum status
list_classes (const struct java_command *command, struct java *java)
{
  const struct models *models = &command->models;
  struct java_candidates candidates;
  assert (models->given_count > 0);
  bool opened = java_open (java, models->given, (uint32_t) models->given_count)
                && java_candidates (java, &candidates);
  /* Classes that cannot be read are not in the list. */
  print_diags (java, opened);
  if (!opened)
    return STATUS_BAD_INPUT;
  enum status status = java->diags.errors > 0 ? STATUS_BAD_INPUT : STATUS_FINE;
  int width = 0;
  for (uint32_t i = 0; i < candidates.count; i++)
    {
      int columns = (int) text_columns (candidates.at[i].class_name);
      width = columns > width && columns <= 60 ? columns : width;
    }
  for (uint32_t i = 0; i < candidates.count; i++)
    status = status_worse (status, command->ledger
                                     ? show_ledger (command, java, &candidates.at[i])
                                     : list_one (command, &candidates.at[i], width));
  return status;
}

/* With a program of its own: --list shows what nobody would choose. */
static enum status
list (const struct java_command *command)
{
  struct quota quota;
  struct java java;
  enum status status;
  quota_init (&quota);
  java_init (&java, &quota, &command->models.options.java);
  if (quota_checkpoint (&quota))
    {
      fputs ("phaselock java: not enough memory for these classes\n", stderr);
      status = STATUS_BAD_INPUT;
    }
  else
    status = list_classes (command, &java);
  java_clear (&java);
  return status;
}

/* ---- Models. ---- */

static enum status
show_notes (const struct java_command *command, const struct ir_subject *subject)
{
  const struct provenance *provenance = subject->provenance;
  assert (provenance && command->models.options.notes);
  if (command->format == FORMAT_JSONL)
    return json_print_line (stdout, provenance_to_json (provenance));
  if (!command->quiet)
    {
      provenance_print_summary (provenance, stdout);
      fputc ('\n', stdout);
    }
  provenance_print_notes (provenance, stdout);
  return STATUS_FINE;
}

/* A file in the folder of -o, or the file of -o, or standard output. */
static enum status
write_model (const struct java_command *command, const struct ir_subject *subject)
{
  assert (!command->folder || command->output);
  const char *path = command->output, *prefix = subject->provenance->prefix;
  struct arena *arena = subject->flow.arena;
  const char *title
    = arena_format (arena, "%.*s", (int) strlen (prefix) - 1, prefix); /* no dot */
  const char *text = eml_print (&subject->flow, title, arena);
  assert (text || subject->provenance->is_program); /* units are calls, so they nest */
  if (!text)
    {
      command_error (subject->provenance->subject, "this model has no text");
      return STATUS_BAD_INPUT;
    }
  if (command->folder)
    path = arena_format (arena, "%s/%s.eml", path, subject->provenance->subject);
  struct destination destination;
  if (destination_open (&destination, path))
    fputs (text, destination.stream);
  return destination_close (&destination);
}

static enum status
take_model (struct ir_subject *subject, const char *name, bool fine, void *context)
{
  const struct java_command *command = context;
  (void) name;
  if (!fine)
    return STATUS_FINE;
  assert (subject->provenance);
  bool notes = command->models.options.notes;
  enum status status = notes ? show_notes (command, subject) : STATUS_FINE;
  if (!notes && !command->quiet)
    {
      provenance_print_summary (subject->provenance, stderr);
      fputc ('\n', stderr);
    }
  return notes && !command->output
           ? status
           : status_worse (status, write_model (command, subject));
}

/* A folder, if there is one of that name or there is more than one model. */
static enum status
prepare_folder (struct java_command *command)
{
  struct stat about;
  const char *path = command->output;
  size_t count = command->models.inputs.count;
  assert (!command->list && !command->folder);
  if (!path && count > 1 && !command->models.options.notes)
    {
      fprintf (stderr,
               "phaselock java: there are %zu models; give a folder for them with "
               "-o, or one class with --class (--list lists them)\n",
               count);
      return STATUS_BAD_INPUT;
    }
  bool there = path && stat (path, &about) == 0;
  command->folder
    = path
      && ((there && S_ISDIR (about.st_mode)) || count > 1 || text_ends_with (path, "/"));
  if (!command->folder || there || mkdir (path, 0777) == 0)
    return STATUS_FINE;
  command_error (path, strerror (errno));
  return STATUS_NOT_WRITTEN;
}

static const struct argp argp
  = { options,
      parse_option,
      "PATH...",
      "Write the model of a compiled Java class.  PATH is a .class file, a .jar, or a "
      "folder of them.  'phaselock check' and others read the same paths, and make the "
      "model in memory.  Without --class and --main there is a model for every class "
      "that has a lock and fields that change.\v"
      "Exit status: 0; 2 bad usage or bad input: no such class, or nothing in it to "
      "call; 4 output could not be written; 6 --ledger has found something that was "
      "overlooked, a bug of phaselock.",
      input_children,
      NULL,
      NULL };

static enum status
run (int argc, char **argv)
{
  struct java_command command = { .list = false };
  struct models *models = &command.models;
  command_parse (&argp, argc, argv, &command);
  models->options.java.fields = command.fields;
  models->options.only = &front_end_java;
  models->options.interrupted = interrupt_watch ();
  enum status status;
  if (command.list || command.ledger)
    status = list (&command);
  else
    {
      struct reading reading = { INPUT_UNCHECKED, false, take_model, &command };
      /* One model fits on standard output: the class as others see it. */
      models->options.java.no_clients = !command.output;
      reading_find (models);
      status = prepare_folder (&command);
      if (status == STATUS_FINE)
        status = reading_each (models, &reading);
    }
  reading_forget (models);
  return interrupt_status (status);
}

const struct command command_java
  = { "java", "write the models of compiled Java classes", &argp, run };
