/* cmd_certify.c -- phaselock certify: check saved certificates for "safe".
 *
 * A file has one certificate for each model that was decided, and each says by a digest
 * which model that is: names do not matter.  With one model and one certificate, the
 * answer tells about each query; otherwise there is a line for each model.
 */
#include <config.h>

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "certificate/checker/certify.h"
#include "cli/certificate_file.h"
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
  struct files files;   /* a model, or a folder of them, and certificates */
  struct models models; /* those that were found */
  const char *path;     /* of the certificates */
  const char *automata; /* -a, or null */
  uint64_t timeout;     /* nanoseconds, 0: none */
  uint64_t memory;      /* bytes */
  enum command_format format;
  bool quiet;
  struct quota quota; /* of the certificates and the automata */
  struct arena arena; /* of the sections */
  struct certificate_file file;
  VEC (struct section) sections;
  struct pa pa;
  char pa_digest[CERTIFY_DIGEST]; /* of the automata in PA; empty: none were read */
  /* The current model. */
  struct arena work, scratch;
  const struct section *section;
  struct source source; /* of the section */
  struct certify certify;
  uint64_t start;
  /* Of all models so far. */
  uint32_t models_confirmed, missing, queries, safe, but_for_gaps;
};

/* A certificate of the file. */
struct section
{
  const struct certificate_piece *piece;
  struct certify_head head;
  bool is_used; /* a model has it */
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

/* Is there more than one model, or more than one certificate? */
static bool
has_several (const struct certify_command *command)
{
  return command->sections.count > 1 || command->models.inputs.count > 1;
}

/* ---- Refusals. ---- */

/* The reason is in the certify struct. */
static enum status
report_refusal (const struct certify_command *command)
{
  const struct certify *certify = &command->certify;
  uint32_t before = command->section ? command->section->piece->lines_before : 0;
  uint32_t line = certify->line ? before + certify->line : 0;
  assert (*certify->problem);
  if (command->format == FORMAT_JSONL)
    {
      json_t *record = json_record ("certificate", command->path);
      json_object_set_new (record, "verdict", json_string ("refused"));
      json_object_set_new (record, "reason", json_text (certify->problem));
      if (line)
        json_object_set_new (record, "line", json_integer (line));
      return status_worse (STATUS_BAD_INPUT, json_print_line (stdout, record));
    }
  command_print_safe (stderr, command->path);
  if (line)
    fprintf (stderr, ":%u", (unsigned) line);
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
      if (has_several (command))
        json_object_set_new (record, "model", json_text (model->name));
      record_add_pattern (record, certify->pds, &queries->list.at[q]);
      if (queries->list.at[q].kind == QUERY_ASSERT)
        record_add_claim (record, model, &queries->list.at[q]);
      json_object_set_new (record, "answer",
                           json_string (answer_word (certify->answers[q])));
      status = status_worse (status, json_print_line (stdout, record));
    }
  json_t *record = json_record ("certificate", command->path);
  if (has_several (command))
    json_object_set_new (record, "model", json_text (model->name));
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

/* ": 65 queries confirmed safe, 2 of 67 not covered". */
static void
print_counts (uint32_t safe, uint32_t gaps, uint32_t queries)
{
  assert (safe + gaps <= queries);
  printf (": %u quer%s confirmed safe", (unsigned) safe, safe == 1 ? "y" : "ies");
  if (gaps > 0)
    printf (", %u confirmed but for what was not looked at", (unsigned) gaps);
  if (safe + gaps < queries)
    printf (", %u of %u not covered", (unsigned) (queries - safe - gaps),
            (unsigned) queries);
}

static void
report_text (const struct certify_command *command, const struct model_queries *model,
             uint32_t gaps, double milliseconds)
{
  const struct certify *certify = &command->certify;
  uint32_t queries = model->queries.list.count;
  assert (certify->confirmed <= queries && gaps <= certify->confirmed);
  if (command->quiet)
    return;
  command_print_safe (stdout, has_several (command) ? ir_subject_title (model->subject)
                                                    : model->name);
  print_counts (certify->confirmed - gaps, gaps, queries);
  fputc ('\n', stdout);
  print_restriction (certify);
  if (has_several (command))
    return;
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

/* What all models together have. */
static void
report_all (const struct certify_command *command)
{
  uint32_t others = 0;
  assert (has_several (command));
  for (uint32_t i = 0; i < command->sections.count; i++)
    others += !command->sections.at[i].is_used;
  printf ("%zu model%s", command->models.inputs.count,
          command->models.inputs.count == 1 ? "" : "s");
  print_counts (command->safe, command->but_for_gaps, command->queries);
  if (command->missing > 0)
    printf ("; %u model%s no certificate", (unsigned) command->missing,
            command->missing == 1 ? " has" : "s have");
  if (others > 0)
    printf ("; skipped: %u certificate%s of other models", (unsigned) others,
            others == 1 ? "" : "s");
  fputc ('\n', stdout);
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
  if (*command->pa_digest && strcmp (command->pa_digest, head->automata) == 0)
    return STATUS_FINE;
  pa_clear (&command->pa);
  pa_init (&command->pa, &command->quota);
  *command->pa_digest = '\0';
  struct complaints complaints = command_complaints ("certify");
  if (!patterns_read (&command->pa, command->automata ? command->automata : name,
                      &complaints))
    return STATUS_BAD_INPUT;
  char digest[CERTIFY_DIGEST];
  certify_digest (command->pa.source.text, command->pa.source.length, digest);
  if (strcmp (digest, head->automata) != 0)
    return refuse (command, "it is about other automata: their text has another digest");
  memcpy (command->pa_digest, digest, sizeof digest);
  return STATUS_FINE;
}

/* Does CERTIFICATE say something of the query called NAME?  What only -p asks, who waits
   for ever and what may go wrong in a program, is one of the queries only then. */
static bool
is_about (const struct source *certificate, const char *name)
{
  static const char *const lines[] = { "query", "proved", "open" };
  bool found = false;
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    {
      char line[64];
      int length = snprintf (line, sizeof line, "\n%s %s :", lines[i], name);
      assert (length > 0 && (size_t) length < sizeof line);
      found
        |= memmem (certificate->text, certificate->length, line, (size_t) length) != NULL;
    }
  return found;
}

/* Read the text of SECTION, and its HEAD.  False: the reason is in the certify struct. */
static bool
read_section (struct certify_command *command, const struct section *section,
              struct certify_head *head)
{
  struct certify *certify = &command->certify;
  struct source_error error;
  assert (section->piece);
  *certify = (struct certify){ .certificate = &command->source };
  if (certificate_file_read (&command->file, section->piece, &command->source,
                             &command->work, &error))
    return certify_read_head (certify, head);
  snprintf (certify->problem, sizeof certify->problem, "%s", error.message);
  return false;
}

/* Check the certificate of the current section. */
static enum status
certify_model (struct certify_command *command, struct ir_subject *subject,
               const char *name)
{
  struct certify *certify = &command->certify;
  struct certify_head head;
  if (!read_section (command, command->section, &head))
    return report_refusal (command);
  enum status status = read_automata (command, &head);
  if (status != STATUS_FINE)
    return status;
  struct query_filter all = { .race = true,
                              .deadlock = true,
                              .stuck = is_about (certify->certificate, "stuck"),
                              .claims = subject->flow.claims.count,
                              .exclusive = subject->flow.exclusive };
  struct model_queries model
    = { .subject = subject, .name = name, .automata = &command->pa.set };
  query_filter_fit (&all, subject, command->pa.set.automata.count, &command->work);
  bool *claims = arena_calloc (&command->work, all.claims + (size_t) 1, sizeof *claims);
  for (uint32_t c = 0; c < all.claims; c++)
    {
      char claim[32];
      snprintf (claim, sizeof claim, "assert %u", (unsigned) c);
      claims[c] = !all.claim || all.claim[c] || is_about (certify->certificate, claim);
    }
  all.claim = claims;
  queries_list (&model.queries, &command->pa.set, &subject->projection.pds, &all,
                &command->work);
  certify->lowering = &subject->projection;
  certify->pds = &subject->projection.pds;
  certify->automata = &command->pa.set;
  certify->queries = &model.queries;
  certify->arena = &command->work;
  certify->scratch = &command->scratch;
  if (!certify_check (certify))
    return report_refusal (command);
  assert (certify->answers || model.queries.list.count == 0);
  double milliseconds = (double) ((quota_clock () - command->start) / 1000) / 1000.0;
  uint32_t gaps = count_gaps (certify, &model);
  command->models_confirmed += certify->confirmed > 0;
  command->queries += model.queries.list.count;
  command->safe += certify->confirmed - gaps;
  command->but_for_gaps += gaps;
  if (command->format == FORMAT_JSONL)
    return report_json (command, &model, milliseconds);
  report_text (command, &model, gaps, milliseconds);
  return STATUS_FINE;
}

/* Which certificate is that of SUBJECT?  Null: none is. */
static struct section *
find_section (struct certify_command *command, struct ir_subject *subject)
{
  char digest[CERTIFY_DIGEST];
  size_t length;
  const void *identity = ir_identity (&subject->flow, &subject->arena, &length);
  certify_digest (identity, length, digest);
  for (uint32_t i = 0; i < command->sections.count; i++)
    if (strcmp (digest, command->sections.at[i].head.model) == 0)
      return &command->sections.at[i];
  return NULL;
}

/* Nothing is said of SUBJECT. */
static enum status
report_missing (struct certify_command *command, const struct ir_subject *subject)
{
  if (!has_several (command))
    return refuse (command, "it is about another model: the text of this one has "
                            "another digest");
  command->missing++;
  if (command->format == FORMAT_TEXT && !command->quiet)
    {
      command_print_safe (stdout, ir_subject_title (subject));
      puts (": no certificate");
    }
  return STATUS_UNDECIDED;
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
  assert (command->sections.count > 0);
  if (!fine || (command->quota.interrupted && *command->quota.interrupted))
    return STATUS_FINE;
  enum status status;
  command->start = quota_clock ();
  command->certify = (struct certify){ .line = 0 };
  struct section *section = find_section (command, subject);
  command->section = section;
  if (section)
    section->is_used = true;
  /* Another checkpoint: to unwind past reading.c would leak the model. */
  if (quota_checkpoint (&command->quota))
    status = give_up (command);
  else
    status = section ? certify_model (command, subject, name)
                     : report_missing (command, subject);
  certify_end (&command->certify);
  arena_clear (&command->scratch);
  arena_clear (&command->work);
  return status;
}

/* Which models is the file about? */
static enum status
read_sections (struct certify_command *command)
{
  assert (command->file.pieces.count > 0 && command->sections.count == 0);
  for (uint32_t i = 0; i < command->file.pieces.count; i++)
    {
      struct section section = { .piece = &command->file.pieces.at[i] };
      command->section = &section;
      bool fine = read_section (command, &section, &section.head);
      enum status status = fine ? STATUS_FINE : report_refusal (command);
      arena_clear (&command->work);
      if (!fine)
        return status;
      *vec_push (&command->arena, &command->sections) = section;
    }
  command->section = NULL;
  return STATUS_FINE;
}

static enum status
read_and_check (struct certify_command *command)
{
  struct source_error error;
  struct reading reading = { INPUT_SYSTEM, false, take_model, command };
  struct models *models = &command->models;
  assert (command->quota.limit > 0);
  if (quota_checkpoint (&command->quota))
    return give_up (command);
  if (!certificate_file_open (&command->file, command->path, &command->arena, &error))
    {
      command_error (command->path, error.message);
      return STATUS_BAD_INPUT;
    }
  reading_find (models);
  if (models->inputs.count == 0)
    {
      if (models->status == STATUS_FINE)
        command_error (*models->given, "there is no model in this folder");
      return STATUS_BAD_INPUT;
    }
  enum status status = read_sections (command);
  if (status != STATUS_FINE)
    return status;
  status = reading_each (models, &reading);
  if (has_several (command) && command->format == FORMAT_TEXT && !command->quiet)
    report_all (command);
  /* Nothing in it is wrong; but whoever looks at the status only wants a proof. */
  return command->models_confirmed > 0 ? status : status_worse (status, STATUS_UNDECIDED);
}

static const struct argp argp
  = { options,
      parse_option,
      "MODEL CERTIFICATE",
      "Check what 'check --certificate' has saved: that what a certificate claims "
      "holds for the model, and that the queries it names are therefore safe.  MODEL may "
      "be a folder, a jar or classes: each model is checked with the certificate that is "
      "about it.  The code that checks shares nothing with the code that decides.  It "
      "relies on the "
      "code that reads models and automata and, for invariants of models with data, on "
      "the SAT solver.\v"
      "Exit status: 0 confirmed; 5 nothing is wrong, but it proves nothing safe, or a "
      "model has no certificate; 2 refused, bad usage or bad input; 4 output could "
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
  const char *given = command.files.paths[0];
  command.models
    = (struct models){ .given = &given, .given_count = 1, .options = command.inputs };
  command.models.options.interrupted = interrupt_flag ();
  quota_init (&command.quota);
  command.quota.limit = (size_t) command.memory;
  command.quota.deadline = command.timeout ? quota_clock () + command.timeout : 0;
  command.quota.interrupted = interrupt_watch ();
  arena_init (&command.arena, &command.quota);
  arena_init (&command.work, &command.quota);
  arena_init (&command.scratch, &command.quota);
  pa_init (&command.pa, &command.quota);
  enum status status = read_and_check (&command);
  pa_clear (&command.pa);
  inputs_clear (&command.models.inputs);
  certificate_file_close (&command.file);
  arena_clear (&command.work);
  arena_clear (&command.arena);
  input_options_clear (&command.inputs);
  return interrupt_status (status);
}

const struct command command_certify
  = { "certify", "check saved certificates of safety", &argp, run };
