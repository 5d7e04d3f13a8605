/* cmd_certify.c -- phaselock certify: check a saved certificate for "safe". */
#include <config.h>

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "certificate/checker/certify.h"
#include "cli/command.h"
#include "cli/input_arguments.h"
#include "cli/reading.h"
#include "io/interrupt.h"
#include "io/json.h"
#include "ir/identity.h"
#include "query/patterns.h"
#include "results/gaps.h"
#include "results/query_options.h"
#include "results/query_record.h"

struct certify_command
{
  struct input_options inputs;
  struct files files;   /* a model and a certificate */
  const char *path;     /* of the certificate */
  const char *automata; /* -a, or null */
  uint64_t timeout;     /* nanoseconds, 0: none */
  uint64_t memory;      /* bytes */
  enum command_format format;
  bool quiet;
  struct quota quota; /* of the certificate and the automata */
  struct arena arena, scratch;
  struct source source;
  struct pa pa;
  struct certify certify;
  uint64_t start;
};

enum
{
  KEY_FORMAT = 256,
  KEY_TIMEOUT,
  KEY_MEMORY,
};

#define MEMORY_DEFAULT 4096 /* megabytes */

static const struct argp_option options[]
  = { { "automata", 'a', "complete|strict|spin09|FILE", 0,
        "which set of automata; needed if the certificate is about a file of your own",
        0 },
      { "format", KEY_FORMAT, "text|jsonl", 0, "how to report (default text)", 0 },
      { "quiet", 'q', NULL, 0, COMMAND_QUIET, 0 },
      { "timeout", KEY_TIMEOUT, "SECONDS", 0, "give up after this time", 0 },
      { "memory", KEY_MEMORY, "MB", 0, "use no more than this (default 4096)", 0 },
      { NULL, 0, NULL, 0, NULL, 0 } };

static const struct argp argp; /* below */
static const struct setting settings[]
  = { SETTING ('a', struct certify_command, automata),
      SETTING (KEY_FORMAT, struct certify_command, format),
      SETTING ('q', struct certify_command, quiet),
      SETTING (ARGP_KEY_ARG, struct certify_command, files),
      { 0 } };

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  struct certify_command *command = state->input;
  switch (key)
    {
    case ARGP_KEY_INIT: state->child_inputs[0] = &command->inputs; return 0;
    case ARGP_KEY_END:
      input_refuse_notes (&command->inputs, state);
      return command_store (&argp, settings, key, argument, state);
    case KEY_TIMEOUT: command->timeout = command_parse_time (state, argument); return 0;
    case KEY_MEMORY: command->memory = command_parse_memory (state, argument); return 0;
    default: return command_store (&argp, settings, key, argument, state);
    }
}

/* ---- Refusals. ---- */

/* The reason is in the certify struct. */
static enum status
report_refusal (const struct certify_command *command)
{
  const struct certify *certify = &command->certify;
  assert (*certify->problem);
  if (command->format == FORMAT_JSONL)
    {
      json_t *record = json_record ("certificate", command->path);
      json_object_set_new (record, "verdict", json_string ("refused"));
      json_object_set_new (record, "reason", json_text (certify->problem));
      if (certify->line)
        json_object_set_new (record, "line", json_integer (certify->line));
      return status_worse (STATUS_BAD_INPUT, json_print_line (stdout, record));
    }
  command_print_safe (stderr, command->path);
  if (certify->line)
    fprintf (stderr, ":%u", (unsigned) certify->line);
  fputs (": error: refused: ", stderr);
  command_print_safe (stderr, certify->problem);
  fputc ('\n', stderr);
  return STATUS_BAD_INPUT;
}

static enum status
refuse (struct certify_command *command, const char *problem)
{
  struct certify *certify = &command->certify;
  certify->line = 0;
  snprintf (certify->problem, sizeof certify->problem, "%s", problem);
  return report_refusal (command);
}

/* ---- Confirmations. ---- */

static const char *
answer_word (enum certify_answer answer)
{
  return answer == CERTIFY_CONFIRMED ? "safe" : answer == CERTIFY_OPEN ? "open" : "none";
}

static enum status
report_json (const struct certify_command *command, const struct model_queries *model,
             double milliseconds)
{
  const struct certify *certify = &command->certify;
  const struct queries *queries = &model->queries;
  enum status status = STATUS_FINE;
  assert (certify->confirmed + certify->open <= queries->list.count);
  for (uint32_t q = 0; q < queries->list.count; q++)
    {
      json_t *record = json_record ("certified", command->path);
      record_add_pattern (record, certify->pds, &queries->list.at[q]);
      if (queries->list.at[q].kind == QUERY_ASSERT)
        record_add_claim (record, model, &queries->list.at[q]);
      json_object_set_new (record, "answer",
                           json_string (answer_word (certify->answers[q])));
      status = status_worse (status, json_print_line (stdout, record));
    }
  json_t *record = json_record ("certificate", command->path);
  json_object_set_new (record, "verdict",
                       json_string (certify->confirmed > 0 ? "confirmed" : "empty"));
  json_object_set_new (record, "queries", json_integer (queries->list.count));
  json_object_set_new (record, "confirmed", json_integer (certify->confirmed));
  json_object_set_new (record, "restricted", json_boolean (certify->filtered > 0));
  json_object_set_new (record, "roles", json_integer (certify->roles));
  json_object_set_new (record, "places", json_integer (certify->places));
  json_object_set_new (record, "sets", json_integer (certify->sets));
  json_object_set_new (record, "tuples", json_integer (certify->tuples));
  json_object_set_new (record, "invariants", json_integer (certify->invariants));
  json_object_set_new (record, "clauses", json_integer (certify->clauses));
  json_object_set_new (record, "solver",
                       certify->invariants > 0 ? json_string ("CaDiCaL") : json_null ());
  json_object_set_new (record, "work", json_integer ((json_int_t) certify->work));
  json_object_set_new (record, "bytes", json_integer (command->source.length));
  json_object_set_new (record, "ms", json_real (milliseconds));
  return status_worse (status, json_print_line (stdout, record));
}

static void
print_query (const struct model_queries *model, const struct query *query)
{
  query_show_question (stdout, model, query);
  fputs (query->automaton->parameters.count > 0 ? "  " : "", stdout);
  query_show_fields (stdout, model, query);
  fputc ('\n', stdout);
}

/* The certificate is about these processes only. */
static void
print_restriction (const struct certify *certify)
{
  const struct pds *pds = certify->pds;
  for (uint32_t t = 0; t < certify->filtered; t++)
    {
      assert (certify->allowed[t]);
      printf ("only with these as thread %u:", (unsigned) t + 1);
      for (uint32_t p = 0; p < pds->processes.count; p++)
        if (certify->allowed[t][p])
          {
            fputc (' ', stdout);
            command_print_safe (stdout, pds->processes.at[p].name);
          }
      fputc ('\n', stdout);
    }
}

/* For how many of the confirmed queries was something not looked at?  A certificate is
   about the model: what that leaves out is not proved. */
static uint32_t
count_gaps (const struct certify *certify, const struct model_queries *model)
{
  uint32_t gaps = 0;
  for (uint32_t q = 0; q < model->queries.list.count; q++)
    gaps += certify->answers[q] == CERTIFY_CONFIRMED
            && gaps_exist (model, &model->queries.list.at[q]);
  assert (gaps <= certify->confirmed);
  return gaps;
}

static void
report_text (const struct certify_command *command, const struct model_queries *model,
             double milliseconds)
{
  const struct certify *certify = &command->certify;
  uint32_t queries = model->queries.list.count;
  assert (certify->confirmed <= queries);
  if (command->quiet)
    return;
  uint32_t gaps = count_gaps (certify, model), safe = certify->confirmed - gaps;
  command_print_safe (stdout, model->name);
  printf (": %u quer%s confirmed safe", (unsigned) safe, safe == 1 ? "y" : "ies");
  if (gaps > 0)
    printf (", %u confirmed but for what was not looked at", (unsigned) gaps);
  if (certify->confirmed < queries)
    printf (", %u of %u not covered", (unsigned) (queries - certify->confirmed),
            (unsigned) queries);
  fputc ('\n', stdout);
  print_restriction (certify);
  for (uint32_t q = 0; q < queries; q++)
    if (certify->answers[q] != CERTIFY_CONFIRMED)
      {
        bool open = certify->answers[q] == CERTIFY_OPEN;
        printf ("not covered%s: ", open ? ", found safe without a proof" : "");
        print_query (model, &model->queries.list.at[q]);
      }
  printf ("%u roles, %u sets of tuples at %u places, ", (unsigned) certify->roles,
          (unsigned) certify->sets, (unsigned) certify->places);
  if (certify->invariants > 0)
    printf ("%u invariant%s of %u clauses, ", (unsigned) certify->invariants,
            certify->invariants == 1 ? "" : "s", (unsigned) certify->clauses);
  printf ("%u bytes, checked in %.1f ms\n", (unsigned) command->source.length,
          milliseconds);
  printf ("relied upon: how the model and the automata are read%s\n",
          certify->invariants > 0 ? ", CaDiCaL where it says \"unsatisfiable\"" : "");
}

/* ---- Checking. ---- */

/* Read the automata that the certificate is about. */
static enum status
read_automata (struct certify_command *command, const struct certify_head *head)
{
  char name[32] = "";
  if (head->automata_length < sizeof name)
    memcpy (name, head->automata_name, head->automata_length);
  if (!command->automata && !pa_shipped_find (name))
    return refuse (command, "it is about automata from a file: give that file with -a");
  struct complaints complaints = command_complaints ("certify");
  if (!patterns_read (&command->pa, command->automata ? command->automata : name,
                      &complaints))
    return STATUS_BAD_INPUT;
  char digest[CERTIFY_DIGEST];
  certify_digest (command->pa.source.text, command->pa.source.length, digest);
  if (strcmp (digest, head->automata) != 0)
    return refuse (command, "it is about other automata: their text has another digest");
  return STATUS_FINE;
}

/* Does CERTIFICATE say something of who waits for ever?  Only then that is one of the
   queries, since only -p asks it. */
static bool
is_about_stuck (const struct source *certificate)
{
  static const char *const lines[]
    = { "\nquery stuck :", "\nproved stuck :", "\nopen stuck :" };
  bool found = false;
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    found |= memmem (certificate->text, certificate->length, lines[i], strlen (lines[i]))
             != NULL;
  return found;
}

static enum status
certify_model (struct certify_command *command, struct ir_subject *subject,
               const char *name)
{
  struct certify *certify = &command->certify;
  struct certify_head head;
  certify->certificate = &command->source;
  if (!certify_read_head (certify, &head))
    return report_refusal (command);
  char digest[CERTIFY_DIGEST];
  size_t length;
  const void *identity = ir_identity (&subject->flow, &subject->arena, &length);
  certify_digest (identity, length, digest);
  if (strcmp (digest, head.model) != 0)
    return refuse (command, "it is about another model: the text of this one has "
                            "another digest");
  enum status status = read_automata (command, &head);
  if (status != STATUS_FINE)
    return status;
  struct query_filter all = { .race = true,
                              .deadlock = true,
                              .stuck = is_about_stuck (&command->source),
                              .claims = subject->flow.claims.count,
                              .exclusive = subject->flow.exclusive };
  struct model_queries model
    = { .subject = subject, .name = name, .automata = &command->pa.set };
  queries_list (&model.queries, &command->pa.set, &subject->projection.pds, &all,
                &command->arena);
  certify->lowering = &subject->projection;
  certify->pds = &subject->projection.pds;
  certify->automata = &command->pa.set;
  certify->queries = &model.queries;
  certify->arena = &command->arena;
  certify->scratch = &command->scratch;
  if (!certify_check (certify))
    return report_refusal (command);
  assert (certify->answers || model.queries.list.count == 0);
  double milliseconds = (double) ((quota_clock () - command->start) / 1000) / 1000.0;
  /* Nothing in it is wrong; but whoever looks at the status only wants a proof. */
  status = certify->confirmed > 0 ? STATUS_FINE : STATUS_UNDECIDED;
  if (command->format == FORMAT_JSONL)
    return status_worse (status, report_json (command, &model, milliseconds));
  report_text (command, &model, milliseconds);
  return status;
}

static enum status
give_up (struct certify_command *command)
{
  assert (command->quota.reason != QUOTA_NOT_EXHAUSTED);
  return refuse (command, command->quota.reason == QUOTA_MEMORY
                            ? "it takes more memory than is allowed; nothing is confirmed"
                          : command->quota.reason == QUOTA_TIME
                            ? "it takes more time than is allowed; nothing is confirmed"
                            : "interrupted; nothing is confirmed");
}

static enum status
take_model (struct ir_subject *subject, const char *name, bool fine, void *context)
{
  struct certify_command *command = context;
  assert (command->source.text);
  if (!fine)
    return STATUS_FINE;
  /* Another checkpoint: to unwind past reading.c would leak the model. */
  if (quota_checkpoint (&command->quota))
    return give_up (command);
  return certify_model (command, subject, name);
}

static enum status
read_and_check (struct certify_command *command)
{
  struct source_error error;
  assert (command->quota.limit > 0);
  command->start = quota_clock ();
  if (quota_checkpoint (&command->quota))
    return give_up (command);
  if (!source_read (&command->source, &command->arena, command->path, &error))
    {
      command_error (command->path, error.message);
      return STATUS_BAD_INPUT;
    }
  struct reading reading = { INPUT_SYSTEM, false, take_model, command };
  return reading_one ("certify", command->files.paths[0], &command->inputs, &reading);
}

static const struct argp argp
  = { options,
      parse_option,
      "MODEL CERTIFICATE",
      "Check a certificate that 'check --certificate' has saved: that what it claims "
      "holds for the model, and that the queries it names are therefore safe.  The "
      "code that checks shares nothing with the code that decides.  It relies on the "
      "code that reads models and automata and, for invariants of models with data, on "
      "the SAT solver.\v"
      "Exit status: 0 confirmed; 5 nothing is wrong, but it proves nothing safe; 2 "
      "refused, bad usage or bad input; 4 output could "
      "not be written; 130 or 143 interrupted.",
      input_children,
      NULL,
      NULL };

static enum status
run (int argc, char **argv)
{
  struct certify_command command = { .memory = (uint64_t) MEMORY_DEFAULT << 20 };
  command_parse (&argp, argc, argv, &command);
  assert (command.files.count == 2);
  command.path = command.files.paths[1];
  quota_init (&command.quota);
  command.quota.limit = (size_t) command.memory;
  command.quota.deadline = command.timeout ? quota_clock () + command.timeout : 0;
  command.quota.interrupted = interrupt_watch ();
  arena_init (&command.arena, &command.quota);
  arena_init (&command.scratch, &command.quota);
  pa_init (&command.pa, &command.quota);
  enum status status = read_and_check (&command);
  certify_end (&command.certify);
  pa_clear (&command.pa);
  arena_clear (&command.scratch);
  arena_clear (&command.arena);
  input_options_clear (&command.inputs);
  return interrupt_status (status);
}

const struct command command_certify
  = { "certify", "check a saved certificate of safety", &argp, run };
