/* cmd_lint.c -- phaselock lint: are these models right, and how large? */
#include <config.h>

#include <assert.h>
#include <jansson.h>
#include <stdio.h>

#include "cli/command.h"
#include "cli/empty_reason.h"
#include "cli/input_arguments.h"
#include "cli/provenance_text.h"
#include "cli/reading.h"
#include "io/json.h"
#include "io/terminal.h"
#include "ir/lock_order.h"
#include "ir/waits_warn.h"
#include "results/provenance_json.h"

struct lint
{
  struct models models;
  enum command_format format;
  bool quiet;
  size_t read, bad;  /* models */
  uint64_t warnings; /* in all of them */
};

enum
{
  KEY_FORMAT = 256,
};

static const struct argp_option options[]
  = { { "format", KEY_FORMAT, "text|jsonl", 0, "how to report (default text)", 0 },
      { "quiet", 'q', NULL, 0, COMMAND_QUIET, 0 },
      { NULL, 0, NULL, 0, NULL, 0 } };

static const struct argp argp; /* below */
static const struct setting settings[] = { SETTING (KEY_FORMAT, struct lint, format),
                                           SETTING ('q', struct lint, quiet),
                                           SETTING (ARGP_KEY_ARG, struct lint, models),
                                           { 0 } };

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  struct lint *lint = state->input;
  if (key == ARGP_KEY_INIT)
    {
      state->child_inputs[0] = &lint->models.options;
      return 0;
    }
  return command_store (&argp, settings, key, argument, state);
}

static const char *
plural (uint64_t count)
{
  return count == 1 ? "" : "s";
}

/* ---- As text. ---- */

static void
report_text (const struct ir_subject *subject, bool fine)
{
  const struct provenance *provenance = fine ? subject->provenance : NULL;
  assert (!fine || subject->diags.errors == 0);
  if (provenance)
    {
      provenance_print_summary (provenance, stdout);
      fputc ('\n', stdout);
    }
  command_print_safe (stdout, ir_subject_title (subject));
  if (!fine)
    {
      printf (": %u error%s\n", (unsigned) subject->diags.errors,
              plural (subject->diags.errors));
      return;
    }
  const struct pds *pds = &subject->projection.pds;
  printf (": ok: %u process%s, %u lock%s, %u field%s, %u symbol%s, %u rule%s, "
          "%u context%s\n",
          (unsigned) pds->processes.count, pds->processes.count == 1 ? "" : "es",
          (unsigned) pds->locks.count, plural (pds->locks.count),
          (unsigned) pds->fields.count, plural (pds->fields.count),
          (unsigned) pds_symbol_count (pds), plural (pds_symbol_count (pds)),
          (unsigned) pds->rules.count, plural (pds->rules.count),
          (unsigned) subject->projection.contexts.count,
          plural (subject->projection.contexts.count));
}

/* ---- As JSON lines. ---- */

static void
add_place (json_t *object, const struct source *source, const struct diag *diag)
{
  if (!diag->located)
    return;
  struct source_place place = source_place (source, diag->span.begin);
  assert (diag->span.begin <= source->length && place.line > 0);
  json_object_set_new (object, "line", json_integer (place.line));
  json_object_set_new (object, "column", json_integer (place.column));
}

static enum status
report_json (const struct ir_subject *subject, bool fine)
{
  enum status status = STATUS_FINE;
  const struct diags *diags = &subject->diags;
  for (uint32_t i = 0; i < diags->list.count;)
    {
      const struct diag *diag = &diags->list.at[i++];
      json_t *object = json_record ("diagnostic", subject->source.path);
      add_place (object, &subject->source, diag);
      json_object_set_new (object, "severity",
                           json_string (diag_severity_name (diag->severity)));
      json_object_set_new (object, "code", json_text (diag->code));
      json_object_set_new (object, "message", json_text (diag->message));
      /* Notes belong to the error or warning before them. */
      assert (diag->severity != DIAG_NOTE);
      json_t *notes = json_array ();
      for (; i < diags->list.count && diags->list.at[i].severity == DIAG_NOTE; i++)
        {
          json_t *note = json_object ();
          add_place (note, &subject->source, &diags->list.at[i]);
          json_object_set_new (note, "message", json_text (diags->list.at[i].message));
          json_array_append_new (notes, note);
        }
      if (json_array_size (notes))
        json_object_set (object, "notes", notes);
      json_decref (notes);
      status = status_worse (status, json_print_line (stdout, object));
    }
  json_t *object = json_record ("model", subject->source.path);
  json_object_set_new (object, "errors", json_integer (diags->errors));
  json_object_set_new (object, "warnings", json_integer (diags->warnings));
  if (fine)
    {
      const struct pds *pds = &subject->projection.pds;
      json_object_set_new (object, "processes", json_integer (pds->processes.count));
      json_object_set_new (object, "locks", json_integer (pds->locks.count));
      json_object_set_new (object, "fields", json_integer (pds->fields.count));
      json_object_set_new (object, "symbols", json_integer (pds_symbol_count (pds)));
      json_object_set_new (object, "rules", json_integer (pds->rules.count));
      json_object_set_new (object, "contexts",
                           json_integer (subject->projection.contexts.count));
    }
  if (fine && subject->provenance)
    json_object_set_new (object, "notes", provenance_notes_to_json (subject->provenance));
  return status_worse (status, json_print_line (stdout, object));
}

static enum status
report (struct ir_subject *subject, const char *name, bool fine, void *context)
{
  (void) name;
  struct lint *lint = context;
  if (fine && !subject->provenance)
    {
      /* Other commands are asked whether there is a deadlock, and need no hint. */
      lock_order_warn (&subject->projection, &subject->arena, &subject->diags);
      empty_reason_warn (subject);
    }
  if (fine)
    {
      waits_warn (&subject->projection, subject->provenance, &subject->arena,
                  &subject->diags);
      diags_sort (&subject->diags);
    }
  if (lint->format == FORMAT_TEXT)
    diags_render (&subject->diags, stderr, terminal_of (stderr).colours);
  lint->read++;
  lint->bad += !fine;
  assert (fine || subject->diags.errors > 0);
  lint->warnings += subject->diags.warnings;
  assert (lint->read <= lint->models.inputs.count);
  bool notes = fine && subject->provenance && lint->models.options.notes;
  if (lint->format == FORMAT_JSONL && notes)
    return status_worse (
      report_json (subject, fine),
      json_print_line (stdout, provenance_to_json (subject->provenance)));
  if (lint->format == FORMAT_JSONL)
    return report_json (subject, fine);
  if (!lint->quiet)
    report_text (subject, fine);
  if (notes)
    provenance_print_notes (subject->provenance, stdout);
  return STATUS_FINE;
}

static const struct argp argp
  = { options,
      parse_option,
      "MODEL|DIR|JAR...",
      "Read models, check them and turn them into pushdown systems.  Errors and "
      "warnings go to standard error, one line with the sizes of each model to "
      "standard output; with --format=jsonl everything goes to standard output, "
      "one JSON object per line.\v"
      "Exit status: 0, or 2 if a model has errors.  Warnings do not change it.",
      input_children,
      NULL,
      NULL };

static enum status
run (int argc, char **argv)
{
  struct lint lint = { .quiet = false };
  command_parse (&argp, argc, argv, &lint);
  struct reading reading = { INPUT_LINTED, true, report, &lint };
  enum status status = reading_models (&lint.models, &reading);
  if (lint.read > 1 && lint.format == FORMAT_TEXT && !lint.quiet)
    printf ("%zu models, %zu with errors, %llu warning%s\n", lint.read, lint.bad,
            (unsigned long long) lint.warnings, plural (lint.warnings));
  return status;
}

const struct command command_lint
  = { "lint", "check models and report their sizes", &argp, run };
