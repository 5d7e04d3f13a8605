/* checking.c -- the queries of one model: decided, noted, written, shown. */
#include <config.h>

#include "cli/checking.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "base/scribe.h"
#include "base/text.h"
#include "batch/spread.h"
#include "explain/explain.h"
#include "io/interrupt.h"
#include "io/json.h"
#include "results/gaps.h"
#include "results/query_record.h"
#include "results/witness_yaml.h"
#include "witness/judge.h"

bool
checking_has_table (const struct check *check)
{
  /* A row has no room for all races. */
  return check->format == FORMAT_TEXT && !check->quiet && check->several
         && check->explain >= EXPLAIN_NONE
         && !decide_options_list (&check->options.decide);
}

/* Decisions of changed models for all violations of a model that text shows. */
#define TEXT_REPAIRS 48

/* The current model. */
struct current
{
  struct check *check;
  struct model_queries model;
  struct verdict *verdicts;
  bool *known;                           /* by query */
  const struct suppression **suppressed; /* by query, or null */
  const char **methods;                  /* by query: who plays the units, or null */
  const char **other_causes;             /* by query: the cause that is shown, if the best
                                            interleaving has another one; or null */
  const struct race_lines **races;       /* by query, or null (--all-races) */
  struct causes causes;                  /* of the new violations that are told, */
  struct causes graded;                  /* of what was driven as it was found */
  struct causes others[2];               /* for SARIF: of those known, and suppressed */
  struct finding **findings; /* and by query, what is shown as a timeline; or null */
  uint32_t *results;         /* by query, of a violation: its result in a SARIF log */
  const struct execution **executions; /* by query, of what was driven; or null */
  struct check_model text;
  enum check_explain explain;
  bool told;      /* violations are shown to a person, when all are known, */
  bool logged;    /* or are results of a SARIF log, one for each cause */
  bool written;   /* each is written into a record or a page, at once */
  bool suspected; /* a suspicion is shown */
  bool repaired;  /* and its repair was sought by a worker */
  enum status status;
};

static json_t *
make_record (const struct current *current, uint32_t q, const struct verdict *verdict,
             struct record_options what)
{
  assert (q < current->text.decided);
  what.known = current->known[q];
  what.suppressed = current->suppressed[q] ? current->suppressed[q]->where : NULL;
  what.reason = current->suppressed[q] ? current->suppressed[q]->reason : NULL;
  what.execution = current->executions[q];
  json_t *record = record_start (&current->model, q);
  record_add_verdict (record, &current->model, q, verdict, &what);
  return record;
}

/* With more queries, and in models of programs, the violations are found with any
   interleaving, and what is shown is searched for again, as short as possible. */
#define MANY_QUERIES 1000

/* What a SARIF log says about the violation of query Q besides. */
static struct sarif_state
sarif_state (const struct current *current, uint32_t q)
{
  const struct suppression *suppressed = current->suppressed[q];
  assert (!suppressed || current->known[q]);
  return (struct sarif_state){ .known = current->known[q] && !suppressed,
                               .suppressed = suppressed != NULL,
                               .reason = suppressed ? suppressed->reason : NULL };
}

/* Put FINDING, of query Q, to its cause.  The copy that is kept, if it is to be shown as
   a timeline; otherwise null. */
static struct finding *
keep_finding (struct current *current, uint32_t q, const struct finding *finding,
              struct arena *arena)
{
  struct arena *kept = &current->model.subject->arena;
  struct finding reason = *finding;
  bool known = current->known[q], suppressed = current->suppressed[q] != NULL;
  struct causes *causes = known ? &current->others[suppressed] : &current->causes;
  assert (current->logged || (current->told && !known));
  finding_explain_locks (&reason, arena);
  uint32_t place = causes_add (causes, q, &reason);
  assert (place < causes->list.count);
  const struct cause *cause = &causes->list.at[place];
  if (current->logged)
    current->results[q]
      = sarif_add_violation (&current->check->sarif, &current->model, cause->key, &reason,
                             sarif_state (current, q));
  bool first = cause->queries.at[0] == q;
  if (current->explain == EXPLAIN_NONE || (current->explain == EXPLAIN_FIRST && !first))
    return NULL;
  if (current->explain == EXPLAIN_FIRST && cause->queries.count > 1)
    current->findings[cause->queries.at[1]] = NULL;
  struct finding *copy = arena_alloc (kept, sizeof *copy);
  *copy = finding_copy (finding, kept);
  return current->findings[q] = copy;
}

/* Which methods of the program are the units of the violation of query Q. */
static void
note_methods (struct current *current, uint32_t q, const struct verdict *verdict)
{
  struct ir_subject *subject = current->model.subject;
  const struct finding finding
    = finding_of (subject, &current->model.queries.list.at[q], verdict);
  struct scribe scribe;
  assert (subject->provenance && verdict->witness);
  finding_print_methods (&finding, scribe_start (&scribe, &subject->arena));
  current->methods[q] = scribe_end (&scribe);
}

/* What the processes of query Q wait for, for ever: "Waiter: wait m".  The witness is
   gone when that is shown. */
static void
note_waiting (struct current *current, uint32_t q, const struct verdict *verdict)
{
  struct ir_subject *subject = current->model.subject;
  uint32_t count = verdict->automaton->threads.count;
  const struct witness *witness = verdict->witness;
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, &subject->arena);
  assert (count <= witness->steps.count);
  for (uint32_t t = 0; t < count; t++)
    {
      fputs (t ? ", " : "", memory);
      text_show_name (
        memory, subject->projection.pds.processes.at[verdict->processes[t].index].name);
      fprintf (memory, ": %s", witness->steps.at[witness->steps.count - count + t].text);
    }
  current->methods[q] = scribe_end (&scribe);
}

/* The violation of query Q: put to its cause for the text, if it is new, and explained,
   if it is written at once; otherwise null.  What is not kept is *FINDING, and its
   explanation in ARENA. */
static const struct finding *
note_finding (struct current *current, uint32_t q, const struct verdict *verdict,
              const struct repair *repair, struct finding *finding, struct arena *arena)
{
  struct model_queries *model = &current->model;
  assert (verdict->kind == VERDICT_VIOLATION && verdict->witness);
  *finding = finding_of (model->subject, &model->queries.list.at[q], verdict);
  bool shown = current->logged || (current->told && !current->known[q]);
  struct finding *kept = shown ? keep_finding (current, q, finding, arena) : NULL;
  if (!current->written)
    return NULL;
  struct finding *written = kept ? kept : finding;
  uint32_t none = 0;
  written->repair = repair;
  finding_explain (written, &model->decide, current->repaired ? &none : NULL,
                   kept ? &model->subject->arena : arena);
  return written;
}

/* The same of a suspicion: it has no cause, and is shown with its query. */
static const struct finding *
note_suspicion (struct current *current, uint32_t q, const struct verdict *verdict,
                struct finding *finding, struct arena *arena)
{
  struct model_queries *model = &current->model;
  *finding = finding_of (model->subject, &model->queries.list.at[q], verdict);
  bool shown = current->told && current->explain != EXPLAIN_NONE
               && (current->explain == EXPLAIN_ALL || !current->suspected);
  if (shown)
    {
      struct finding *copy = arena_alloc (&model->subject->arena, sizeof *copy);
      *copy = finding_copy (finding, &model->subject->arena);
      finding_explain (copy, &model->decide, NULL, &model->subject->arena);
      current->findings[q] = copy;
      current->suspected = true;
    }
  if (!current->written && !current->logged)
    return NULL;
  finding_explain (finding, &model->decide, NULL, arena);
  return finding;
}

/* The violation of query Q with the interleaving that a person wants to see, if that has
   CAUSE too: FINDING has any. */
static void
improve_finding (struct current *current, uint32_t q, struct cause *cause,
                 struct finding *finding)
{
  struct model_queries *model = &current->model;
  struct decide_options best = model->decide;
  struct judge judge;
  assert (finding->witness && !best.best_witness);
  best.best_witness = true;
  judge_init (&judge, model->subject, &best);
  struct verdict verdict = judge_query (&judge, finding->query);
  if (verdict.kind == VERDICT_VIOLATION)
    {
      struct finding better = finding_of (model->subject, finding->query, &verdict);
      finding_explain_locks (&better, &judge.arena);
      struct cause other = cause_of (&better, model->discipline, &judge.arena);
      if (strcmp (other.key, cause->key) == 0)
        {
          cause->other = other.other;
          better = finding_of (model->subject, finding->query, &verdict);
          *finding = finding_copy (&better, &model->subject->arena);
          if (current->methods[q])
            note_methods (current, q, &verdict);
        }
      else
        current->other_causes[q] = cause->key;
    }
  judge_clear (&judge);
}

/* Is CAUSE, the one with that RANK, one of those that are shown? */
static bool
is_listed (struct current *current, const struct cause *cause, uint32_t rank)
{
  struct check *check = current->check;
  assert (cause->queries.count > 0);
  if (current->logged)
    return sarif_wants (&check->sarif, current->results[cause->queries.at[0]],
                        &cause->rank);
  return checking_has_table (check)
           ? model_table_wants (&check->table, cause->key, &cause->rank)
           : rank < CHECK_CAUSES || current->text.shows_all;
}

/* What is shown of CAUSES is explained when all violations are known, in the order in
   which it is shown: a repair is to go together with those above it. */
static void
explain_findings (struct current *current, struct causes *causes, const uint32_t *ranked)
{
  struct model_queries *model = &current->model;
  struct arena *arena = &model->subject->arena;
  struct repairs *shown = arena_calloc (arena, 1, sizeof *shown);
  uint32_t budget = interrupt_signal () ? 0 : TEXT_REPAIRS;
  assert (current->told || current->logged || causes->list.count == 0);
  for (uint32_t c = 0; c < causes->list.count; c++)
    {
      struct cause *cause = &causes->list.at[ranked[c]];
      for (uint32_t i = 0; i < cause->queries.count; i++)
        {
          struct finding *finding = current->findings[cause->queries.at[i]];
          if (!finding || !is_listed (current, cause, c))
            continue;
          if (!model->decide.best_witness && !interrupt_signal ())
            improve_finding (current, cause->queries.at[i], cause, finding);
          finding->earlier = shown;
          finding_explain (finding, &model->decide, &budget, arena);
          if (finding->repair)
            *vec_push (arena, &shown->list) = finding->repair;
        }
    }
}

/* Drive FINDING, of query Q (--confirm). */
static void
confirm_finding (struct current *current, uint32_t q, const struct finding *finding)
{
  struct check *check = current->check;
  assert (finding && q < current->text.decided);
  if (!current->model.subject->provenance || current->executions[q])
    return;
  struct execution *copy = arena_alloc (&current->model.subject->arena, sizeof *copy);
  progress_clear (&check->progress);
  *copy = confirming_try (&check->confirming, finding).seen;
  current->executions[q] = copy;
}

/* What is shown is driven in the order in which it is shown: the first of each cause.
   What does harm then comes first. */
static void
confirm_causes (struct current *current)
{
  struct causes *causes = &current->causes;
  for (uint32_t c = 0; c < causes->list.count; c++)
    {
      struct cause *cause = &causes->list.at[current->text.ranked[c]];
      uint32_t q = cause->queries.at[0];
      struct finding *finding = current->findings[q];
      if (!finding || !is_listed (current, cause, c))
        continue;
      if (current->check->confirm > 0 && !current->executions[q])
        {
          current->check->confirm--;
          confirm_finding (current, q, finding);
        }
      finding->execution = current->executions[q];
      if (finding->execution)
        cause->rank.execution = finding->execution->grade;
    }
  current->text.ranked = causes_rank (causes, &current->model.subject->arena);
}

/* What a SARIF log has of CAUSES: the first violation of each, explained. */
static void
log_causes (struct current *current, const struct causes *causes)
{
  struct sarif *sarif = &current->check->sarif;
  assert (current->logged);
  for (uint32_t c = 0; c < causes->list.count; c++)
    {
      const struct cause *cause = &causes->list.at[c];
      uint32_t q = cause->queries.at[0];
      const struct finding *finding = current->findings[q];
      struct verdict verdict = current->verdicts[q];
      if (!finding->explained || !sarif_wants (sarif, current->results[q], &cause->rank))
        continue;
      /* The interleaving that was decided first is gone. */
      verdict.witness = finding->witness;
      verdict.processes = finding->processes;
      verdict.cast = finding->cast;
      verdict.lists = false;
      verdict.more_count = 0;
      sarif_show (sarif, current->results[q], &current->model, q, &verdict, finding);
    }
}

/* Number I of the other races of query Q, into the SARIF log: a place of the cause that
   it has, or a result by itself. */
static void
log_more (struct current *current, uint32_t q, const struct verdict *verdict, uint32_t i)
{
  struct model_queries *model = &current->model;
  struct sarif *sarif = &current->check->sarif;
  struct verdict other = verdict_of_more (verdict, i);
  struct finding finding
    = finding_of (model->subject, &model->queries.list.at[q], &other);
  struct arena arena;
  uint32_t none = 0;
  assert (current->logged);
  arena_init (&arena, model->subject->arena.quota);
  finding_explain_locks (&finding, &arena);
  struct cause cause = cause_of (&finding, model->discipline, &arena);
  uint32_t result
    = sarif_add_violation (sarif, model, cause.key, &finding, sarif_state (current, q));
  if (result != current->results[q] && sarif_wants (sarif, result, &cause.rank))
    {
      finding_explain (&finding, &model->decide, &none, &arena);
      sarif_show (sarif, result, model, q, &other, &finding);
    }
  arena_clear (&arena);
}

/* The first violation, as a witness for other tools. */
static enum status
write_yaml (struct current *current, uint32_t q, const struct witness *witness)
{
  struct check *check = current->check;
  const struct ir_subject *subject = current->model.subject;
  const struct query *query = &current->model.queries.list.at[q];
  char id[RECORD_ID_SIZE];
  assert (check->format == FORMAT_YAML && !check->has_witness);
  bool race = query->kind == QUERY_RACE;
  if (!race
      && (query->kind != QUERY_ASSERT
          || !subject->flow.claims.at[query->claim].is_assert))
    return STATUS_FINE; /* no property of competitions */
  record_write_id (&current->model, query, id);
  const char *specification = check->property.kind != PROPERTY_NONE ? check->property.text
                              : race ? "CHECK( init(main()), LTL(G ! data-race) )"
                              : subject->flow.claims.at[query->claim].is_reached
                                ? "CHECK( init(main()), LTL(G ! call(reach_error())) )"
                                : "CHECK( init(main()), LTL(G ! call(__assert_fail())) )";
  struct witness_task task
    = { subject->source.path, specification, id, subject->provenance->is_32_bit };
  check->has_witness = true;
  if (witness_yaml_print (check->destination.stream, witness, subject, &task))
    return STATUS_FINE;
  command_error (task.path, "it cannot be read again, for the hash of the witness");
  return STATUS_BAD_INPUT;
}

/* Into the page, which always has the interleaving, and in the format of --format, unless
   that is text. */
static enum status
write_verdict (struct current *current, uint32_t q, const struct verdict *verdict,
               const struct finding *finding)
{
  struct check *check = current->check;
  enum status status = STATUS_FINE;
  if (check->report)
    {
      struct record_options what = { .finding = finding };
      json_t *record = make_record (current, q, verdict, what);
      status
        = report_add_json (check->report, record, current->model.subject->source.path);
      json_decref (record);
    }
  if (check->format == FORMAT_JSONL)
    {
      struct record_options what
        = { .stats = check->stats, .finding = check->witness ? finding : NULL };
      json_t *record = make_record (current, q, verdict, what);
      status = status_worse (status, json_print_line (check->destination.stream, record));
    }
  if (check->format == FORMAT_YAML && verdict->kind == VERDICT_VIOLATION
      && !check->has_witness && current->model.subject->provenance)
    status = status_worse (status, write_yaml (current, q, verdict->witness));
  if (current->logged && verdict->kind == VERDICT_UNKNOWN)
    sarif_add_unknown (&check->sarif, &current->model, q, verdict, finding);
  for (uint32_t i = 0; i < verdict->more_count && current->logged; i++)
    log_more (current, q, verdict, i);
  return status;
}

/* Does the baseline know the violation of query Q, and all others of that query? */
static bool
is_known (const struct check *check, const struct model_queries *model, uint32_t q,
          const struct verdict *verdict)
{
  bool known
    = check->baseline_path && baseline_knows (&check->baseline, model, q, verdict);
  assert (verdict->more_count == 0 || verdict->kind == VERDICT_VIOLATION);
  for (uint32_t i = 0; i < verdict->more_count && known; i++)
    {
      struct verdict other = verdict_of_more (verdict, i);
      known = baseline_knows (&check->baseline, model, q, &other);
    }
  return known;
}

/* What the program says about the violation of query Q and all others of it; or null. */
static const struct suppression *
find_suppression (struct current *current, uint32_t q, const struct verdict *verdict)
{
  struct ir_subject *subject = current->model.subject;
  const struct query *query = &current->model.queries.list.at[q];
  if (verdict->kind != VERDICT_VIOLATION || !subject->provenance)
    return NULL;
  struct finding finding = finding_of (subject, query, verdict);
  const struct suppression *found
    = suppressions_find (&current->check->suppressions, &finding);
  for (uint32_t i = 0; i < verdict->more_count && found; i++)
    {
      struct verdict other = verdict_of_more (verdict, i);
      finding = finding_of (subject, query, &other);
      found = suppressions_find (&current->check->suppressions, &finding);
    }
  return found;
}

/* The verdict of query Q, with its witness; REPAIR: what a worker found, or null. */
static void
note_verdict (struct current *current, uint32_t q, const struct verdict *verdict,
              const struct repair *repair)
{
  struct check *check = current->check;
  const struct model_queries *model = &current->model;
  const struct query *query = &model->queries.list.at[q];
  enum status status = STATUS_FINE;
  assert (q == current->text.decided && q < model->queries.list.count);
  assert (!verdict->bug || verdict->kind == VERDICT_UNKNOWN);
  current->verdicts[q] = *verdict;
  kept_add (&check->kept, model, q, verdict);
  bool known = is_known (check, model, q, verdict);
  current->suppressed[q] = known ? NULL : find_suppression (current, q, verdict);
  bool suppressed = current->suppressed[q] != NULL;
  current->known[q] = known |= suppressed;
  current->text.totals.known += known;
  check->totals.known += known;
  current->text.totals.suppressed += suppressed;
  check->totals.suppressed += suppressed;
  current->text.decided = q + 1;
  current->text.totals.count[verdict->kind]++;
  check->totals.count[verdict->kind]++;
  bool has_gaps = verdict->kind == VERDICT_SAFE && gaps_exist (model, query);
  current->text.totals.gaps += has_gaps;
  check->totals.gaps += has_gaps;
  check->asked[query->kind] = true;
  check->stop |= verdict->kind == VERDICT_VIOLATION && !known && check->first;
  check->stop |= interrupt_signal () != 0;
  check->stop |= ferror (check->destination.stream) != 0;
  if (check->format != FORMAT_TEXT || verdict->bug || check->certificate.path)
    progress_clear (&check->progress);
  if (verdict->kind == VERDICT_SAFE)
    certificate_output_add (&check->certificate, model, q, verdict);
  if (verdict->bug)
    {
      query_report_bug (model, query, verdict->bug, stderr);
      status = STATUS_INTERNAL;
    }
  if (verdict->kind == VERDICT_VIOLATION && query->kind == QUERY_STUCK)
    note_waiting (current, q, verdict);
  if (verdict->kind == VERDICT_VIOLATION && model->subject->provenance
      && query->kind != QUERY_DEADLOCK)
    note_methods (current, q, verdict);
  if (verdict->kind == VERDICT_VIOLATION && query->kind == QUERY_RACE && verdict->lists)
    current->races[q] = race_lines_of (model->subject, query, verdict);
  struct finding finding;
  struct arena arena;
  arena_init (&arena, model->subject->arena.quota);
  const struct finding *written = NULL;
  if (verdict->kind == VERDICT_VIOLATION)
    written = note_finding (current, q, verdict, repair, &finding, &arena);
  else if (verdict->suspicion)
    written = note_suspicion (current, q, verdict, &finding, &arena);
  if (verdict->kind == VERDICT_VIOLATION && !known && check->confirm > 0
      && (current->written || (!current->told && !current->logged)))
    {
      struct finding driven = finding_of (model->subject, query, verdict);
      finding_explain_locks (&driven, &arena);
      if (causes_add (&current->graded, q, &driven) < check->confirm)
        confirm_finding (current, q, &driven);
    }
  status = status_worse (status, write_verdict (current, q, verdict, written));
  arena_clear (&arena);
  current->status = status_worse (current->status, status);
}

/* ---- What an option of an engine asks for. ---- */

/* There is one file, for one query. */
static enum status
refuse_to_dump (const struct current *current)
{
  const char *title = ir_subject_title (current->model.subject);
  char text[160];
  assert (current->check->options.output_path);
  snprintf (text, sizeof text,
            "--%s is for one query, and %u are asked; choose one with -p and -f",
            current->check->options.output->name,
            (unsigned) current->model.queries.list.count);
  command_error (title, text);
  return STATUS_BAD_INPUT;
}

/* Write what the engine has kept; what is decided from now on is another question. */
static enum status
write_output (struct current *current)
{
  struct engine_output *output = current->model.decide.output;
  struct outfile out;
  assert (output && current->check->options.output_path);
  bool open = outfile_open (&out, current->check->options.output_path);
  if (open && output->what)
    output->write (output->what, out.stream);
  else if (open)
    fputs (current->check->options.output->nothing, out.stream);
  current->model.decide.output = NULL;
  return outfile_close (&out);
}

/* Decide one query after the other, in this process. */
static void
judge_here (struct current *current)
{
  struct check *check = current->check;
  const struct model_queries *model = &current->model;
  uint32_t count = model->queries.list.count;
  struct judge judge;
  judge_init (&judge, model->subject, &model->decide);
  for (uint32_t q = 0; q < count && !check->stop; q++)
    {
      assert (current->text.decided == q);
      if (progress_is_due (&check->progress))
        {
          char now[160];
          query_describe (model, q, now, sizeof now);
          progress_show (&check->progress, q, count,
                         check->totals.count[VERDICT_VIOLATION], now);
        }
      struct verdict verdict = judge_query (&judge, &model->queries.list.at[q]);
      if (current->model.decide.output)
        current->status = status_worse (current->status, write_output (current));
      note_verdict (current, q, &verdict, NULL);
    }
  judge_clear (&judge);
}

/* Nothing has changed since FOUND was decided (--watch). */
static void
recall (struct current *current, const struct kept_model *found)
{
  const struct model_queries *model = &current->model;
  assert (found && current->text.decided == 0);
  for (uint32_t q = 0; q < model->queries.list.count && !current->check->stop; q++)
    {
      struct verdict verdict = kept_verdict (found, model, q, &model->subject->arena);
      note_verdict (current, q, &verdict, NULL);
    }
}

/* ---- With workers. ---- */

/* A worker has decided query Q; they come in the order of the queries. */
static void
take (void *context, uint32_t q, const struct verdict *verdict,
      const struct repair *repair)
{
  struct current *current = context;
  if (!current->check->stop)
    note_verdict (current, q, verdict, repair);
}

static bool
take_a_break (void *context, uint32_t done, const char *slowest)
{
  struct current *current = context;
  struct check *check = current->check;
  assert (done <= current->model.queries.list.count);
  progress_show (&check->progress, done, current->model.queries.list.count,
                 check->totals.count[VERDICT_VIOLATION], slowest ? slowest : "waiting");
  check->stop |= interrupt_signal () != 0;
  return !check->stop;
}

static void
judge_elsewhere (struct current *current)
{
  struct check *check = current->check;
  assert (check->jobs > 1 && !check->stats);
  struct spread spread = { .model = &current->model,
                           .jobs = check->jobs,
                           .first = check->first,
                           .repair = current->written,
                           .context = current,
                           .take = take,
                           .pause = take_a_break };
  current->repaired = true;
  if (spread_queries (&spread) != POOL_NO_WORKERS)
    return;
  fprintf (stderr, "phaselock check: no worker can be started: %s\n",
           errno ? strerror (errno) : "they die at once");
  current->status = status_worse (current->status, STATUS_INTERNAL);
}

/* Where the page finds what SUBJECT was made from, or the model itself. */
static enum status
search_sources (const struct check *check, const struct ir_subject *subject)
{
  enum status status = STATUS_FINE;
  assert (check->report);
  if (!subject->provenance)
    return report_search_beside (check->report, subject->source.path);
  for (uint32_t i = 0; i < subject->provenance->folders.count; i++)
    status = status_worse (
      status, report_search (check->report, subject->provenance->folders.at[i], false));
  return status;
}

/* The tables of CURRENT, by query, and what is done with what is found. */
static void
current_begin (struct current *current)
{
  struct check *check = current->check;
  struct model_queries *model = &current->model;
  struct ir_subject *subject = model->subject;
  struct arena *arena = &subject->arena;
  size_t count = model->queries.list.count + (size_t) 1;
  current->verdicts = arena_calloc (arena, count, sizeof *current->verdicts);
  current->methods = arena_calloc (arena, count, sizeof *current->methods);
  current->other_causes = arena_calloc (arena, count, sizeof *current->other_causes);
  current->races = arena_calloc (arena, count, sizeof *current->races);
  current->known = arena_calloc (arena, count, sizeof *current->known);
  current->suppressed = arena_calloc (arena, count, sizeof *current->suppressed);
  current->findings = arena_calloc (arena, count, sizeof *current->findings);
  current->executions = arena_calloc (arena, count, sizeof *current->executions);
  current->results = arena_calloc (arena, count, sizeof *current->results);
  current->told = check->format == FORMAT_TEXT && !check->quiet;
  current->logged = check->format == FORMAT_SARIF;
  current->written = check->report || check->format == FORMAT_YAML
                     || (check->format == FORMAT_JSONL && check->witness);
  assert (!(current->told && current->logged));
  current->explain = current->logged                          ? EXPLAIN_FIRST
                     : check->explain != EXPLAIN_UNASKED      ? check->explain
                     : check->several && !subject->provenance ? EXPLAIN_NONE
                                                              : EXPLAIN_FIRST;
  causes_init (&current->causes, model->discipline, arena);
  causes_init (&current->graded, model->discipline, arena);
  for (uint32_t i = 0; i < 2; i++)
    causes_init (&current->others[i], model->discipline, arena);
  current->text
    = (struct check_model){ .model = model,
                            .verdicts = current->verdicts,
                            .known = current->known,
                            .suppressed = current->suppressed,
                            .methods = current->methods,
                            .other_causes = current->other_causes,
                            .races = current->races,
                            .options = &check->options,
                            .baseline = check->baseline_path,
                            .causes = current->told ? &current->causes : NULL,
                            .findings = current->findings,
                            .executions = current->executions,
                            .shows_all = current->explain != EXPLAIN_FIRST,
                            .stats = check->stats,
                            .inputs = &check->models.options,
                            .shipped = pa_shipped_find (check->options.automata) != NULL,
                            .file = check->destination.stream,
                            .terminal = terminal_of (check->destination.stream) };
  /* Any interleaving will do where nobody looks at it, nor at its fingerprint. */
  bool looked_at = (current->told || current->logged) && !subject->provenance
                   && model->queries.list.count <= MANY_QUERIES;
  model->decide.best_witness
    = check->baseline_path || current->written || check->confirm > 0 || looked_at;
}

/* Say how many models of all have been checked. */
static void
show_part (struct check *check, const struct ir_subject *subject)
{
  if (check->several)
    progress_part (&check->progress, check->checked, check->models.inputs.count,
                   subject->provenance ? "classes" : "models");
}

/* Decide all queries.  What is counted (--stats) depends on what was decided before, in
   the same process: so there are no workers then.  And workers send one violation of a
   query. */
static void
judge (struct current *current)
{
  struct check *check = current->check;
  bool plain = !check->stats && !decide_options_list (&check->options.decide);
  const struct kept_model *found
    = check->watch && plain ? kept_find (&check->kept, &current->model) : NULL;
  if (found)
    recall (current, found);
  else if (check->jobs > 1 && current->model.queries.list.count > 1 && plain)
    judge_elsewhere (current);
  else
    judge_here (current);
  kept_end (&check->kept);
}

/* Explain what was found, and drive it, where that is asked for. */
static void
explain (struct current *current)
{
  struct check *check = current->check;
  struct ir_subject *subject = current->model.subject;
  uint32_t graded = current->graded.list.count;
  check->confirm -= graded < check->confirm ? graded : check->confirm;
  current->text.ranked = causes_rank (&current->causes, &subject->arena);
  if (check->watch && current->told
      && !watch_changes_add (&check->changes, subject, &current->causes))
    current->status = status_worse (current->status, STATUS_INTERNAL);
  explain_findings (current, &current->causes, current->text.ranked);
  confirm_causes (current);
  if (!current->logged)
    return;
  log_causes (current, &current->causes);
  for (uint32_t i = 0; i < 2; i++)
    {
      struct causes *others = &current->others[i];
      explain_findings (current, others, causes_rank (others, &subject->arena));
      log_causes (current, others);
    }
}

enum status
checking_model (struct ir_subject *subject, const char *name, bool fine, void *context)
{
  struct check *check = context;
  if (!fine && check->quiet)
    diags_render (&subject->diags, stderr, terminal_of (stderr).colours);
  if (!fine && check->format == FORMAT_SARIF)
    sarif_add_bad_model (&check->sarif, subject);
  if (!fine || check->stop)
    return STATUS_FINE;
  assert (check->format <= FORMAT_YAML);
  struct current current = { .check = check };
  if (!model_queries_init (&current.model, &check->options, subject, name))
    return STATUS_BAD_INPUT;
  uint32_t count = current.model.queries.list.count;
  if (count == 0 && check->options.fits)
    return STATUS_FINE; /* it is not asked */
  struct engine_output output = { .what = NULL };
  if (check->options.output_path && count > 1)
    return refuse_to_dump (&current);
  if (check->options.output_path)
    current.model.decide.output = &output;
  current_begin (&current);
  show_part (check, subject);
  check->checked++;
  provenance_count (&check->made, subject->provenance);
  if (subject->provenance)
    suppressions_add (&check->suppressions, subject);
  if (check->format == FORMAT_SARIF)
    sarif_add_notes (&check->sarif, subject);
  LOG (1, "%s: %u queries, %s", name, (unsigned) count,
       check->jobs > 1 && !check->stats ? "by workers" : "one by one");
  current.status
    = certificate_output_begin (&check->certificate, &check->options, &current.model);
  if (check->report)
    current.status = status_worse (current.status, search_sources (check, subject));
  judge (&current);
  explain (&current);
  progress_clear (&check->progress);
  if (check->checked < check->models.inputs.count)
    show_part (check, subject);
  if (checking_has_table (check))
    current.status
      = status_worse (current.status, model_table_add (&check->table, &current.text));
  else if (check->format == FORMAT_TEXT)
    check_print_text (&current.text, check->quiet);
  assert (check->stop || current.text.decided == count || current.status != STATUS_FINE);
  if (output.what)
    output.free (output.what);
  return status_worse (current.status,
                       certificate_output_end (&check->certificate, check->stats));
}
