/* spread.c -- see spread.h.
 *
 * A worker is a fork of the process that takes its verdict, so what is constant in the
 * program (the name of the engine) is sent as a pointer; what a worker made is sent as
 * bytes, and the automaton of a deadlock, or of who waits for ever, as its locks.  A
 * witness names things of the model by numbers, which mean the same on both sides.
 */
#include <config.h>

#include "batch/spread.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "batch/reader.h"
#include "explain/explain.h"
#include "phaseauto/meetings.h"
#include "witness/judge.h"

/* A verdict on its way; what it points to follows. */
struct parcel
{
  struct verdict verdict;
  uint32_t processes, bug, steps; /* bytes; 0: none */
  uint32_t initial, texts;        /* of the witness: values that fields start with, and
                                     the texts of its steps, each with its end */
  uint32_t circle;                /* bytes: the locks of the circle, if the automaton is
                                     not the query's, which both sides have */
  bool repaired;
  struct repair repair; /* points to texts of the model only */
};

/* What has arrived and waits for its turn. */
struct held
{
  bool here;
  struct verdict verdict;
  const struct repair *repair;
};

struct spreading
{
  const struct spread *spread;
  struct arena *arena;
  struct judge judge; /* of a worker */
  struct held *held;  /* by query */
  uint32_t next;      /* query to be taken */
  uint32_t done;      /* queries that have arrived */
};

/* The witness of a violation, or the suspicion. */
static const struct witness *
witness_of (const struct verdict *verdict)
{
  return verdict->witness ? verdict->witness : verdict->suspicion;
}

static size_t
parcel_length (const struct parcel *parcel)
{
  return sizeof *parcel + parcel->processes + parcel->circle + parcel->bug + parcel->steps
         + parcel->initial + parcel->texts;
}

/* ---- In a worker. ---- */

static void
open_desk (void *context)
{
  struct spreading *spreading = context;
  const struct model_queries *model = spreading->spread->model;
  judge_init (&spreading->judge, model->subject, &model->decide);
}

static void
seek_repair (const struct model_queries *model, uint32_t item, struct parcel *parcel,
             struct pool_desk *desk)
{
  struct finding finding
    = finding_of (model->subject, &model->queries.list.at[item], &parcel->verdict);
  struct arena arena;
  arena_init (&arena, model->subject->arena.quota);
  reader_announce_repair (model, item, desk);
  finding_explain (&finding, &model->decide, NULL, &arena);
  parcel->repaired = finding.repair != NULL;
  if (parcel->repaired)
    parcel->repair = *finding.repair;
  arena_clear (&arena);
}

static void
perform (void *context, uint32_t item, struct pool_desk *desk)
{
  struct spreading *spreading = context;
  const struct spread *spread = spreading->spread;
  const struct model_queries *model = spread->model;
  const struct query *query = &model->queries.list.at[item];
  if (quota_checkpoint (model->subject->arena.quota))
    pool_give_up (desk);
  reader_announce_query (model, item, desk);
  struct parcel parcel = { .verdict = judge_query (&spreading->judge, query) };
  if (spread->repair && parcel.verdict.kind == VERDICT_VIOLATION)
    seek_repair (model, item, &parcel, desk);
  const char *bug = parcel.verdict.bug;
  const struct witness *witness = witness_of (&parcel.verdict);
  assert (!witness || parcel.verdict.processes);
  const struct pa_automaton *automaton = parcel.verdict.automaton;
  if (witness)
    {
      parcel.processes = (uint32_t) (parcel.verdict.cast * sizeof (process_id));
      if (automaton != query->automaton)
        parcel.circle = (uint32_t) (automaton->threads.count * sizeof (lock_id));
    }
  parcel.bug = bug ? (uint32_t) strlen (bug) + 1 : 0;
  parcel.steps
    = witness ? (uint32_t) (witness->steps.count * sizeof *witness->steps.at) : 0;
  for (uint32_t i = 0; witness && i < witness->steps.count; i++)
    if (witness->steps.at[i].text)
      parcel.texts += (uint32_t) strlen (witness->steps.at[i].text) + 1;
  if (witness)
    parcel.initial = (uint32_t) (witness->initial.count * sizeof *witness->initial.at);
  size_t length = parcel_length (&parcel);
  char *reply = malloc (length), *end = reply;
  if (!reply)
    pool_give_up (desk);
  end = (char *) mempcpy (end, &parcel, sizeof parcel);
  if (parcel.processes)
    end = (char *) mempcpy (end, parcel.verdict.processes, parcel.processes);
  for (uint32_t i = 0; parcel.circle && i < automaton->steps.count; i++)
    end = (char *) mempcpy (end, &automaton->steps.at[i].lock, sizeof (lock_id));
  if (bug)
    end = (char *) mempcpy (end, bug, parcel.bug);
  if (witness)
    end = (char *) mempcpy (end, witness->steps.at, parcel.steps);
  if (parcel.initial)
    end = (char *) mempcpy (end, witness->initial.at, parcel.initial);
  for (uint32_t i = 0; witness && i < witness->steps.count; i++)
    if (witness->steps.at[i].text)
      end = stpcpy (end, witness->steps.at[i].text) + 1;
  assert (end == reply + length);
  pool_reply (desk, reply, length);
  free (reply);
}

/* ---- In the parent. ---- */

static void
hold (struct spreading *spreading, struct pool *pool, uint32_t item,
      const struct held *held)
{
  const struct spread *spread = spreading->spread;
  assert (item >= spreading->next && item < spread->model->queries.list.count);
  assert (!spreading->held[item].here && held->here);
  spreading->held[item] = *held;
  spreading->done++;
  if (spread->first && held->verdict.kind == VERDICT_VIOLATION)
    pool_cut (pool, item + 1);
  while (spreading->next < spread->model->queries.list.count
         && spreading->held[spreading->next].here)
    {
      const struct held *ready = &spreading->held[spreading->next];
      spread->take (spread->context, spreading->next++, &ready->verdict, ready->repair);
    }
}

/* The steps are followed by what they start with, and by their texts. */
static const struct witness *
unpack_witness (const struct parcel *parcel, const char *bytes, struct arena *arena)
{
  struct witness *witness = arena_calloc (arena, 1, sizeof *witness);
  uint32_t steps = parcel->steps / (uint32_t) sizeof *witness->steps.at;
  uint32_t initial = parcel->initial / (uint32_t) sizeof *witness->initial.at;
  assert (steps * sizeof *witness->steps.at == parcel->steps);
  witness->steps.at = arena_alloc (arena, parcel->steps + (size_t) 1);
  memcpy (witness->steps.at, bytes, parcel->steps);
  witness->steps.count = witness->steps.capacity = steps;
  bytes += parcel->steps;
  witness->initial.at = arena_alloc (arena, parcel->initial + (size_t) 1);
  memcpy (witness->initial.at, bytes, parcel->initial);
  witness->initial.count = witness->initial.capacity = initial;
  bytes += parcel->initial;
  const char *end = bytes + parcel->texts;
  for (uint32_t i = 0; i < steps; i++)
    if (witness->steps.at[i].text)
      {
        size_t length = strlen (bytes);
        witness->steps.at[i].text = arena_copy (arena, bytes, length);
        bytes += length + 1;
      }
  assert (bytes == end);
  (void) end;
  return witness;
}

static void
note_reply (void *context, struct pool *pool, uint32_t item, const char *bytes,
            size_t length)
{
  struct spreading *spreading = context;
  struct arena *arena = spreading->arena;
  struct parcel parcel;
  assert (length >= sizeof parcel);
  memcpy (&parcel, bytes, sizeof parcel);
  assert (length == parcel_length (&parcel));
  bytes += sizeof parcel;
  process_id *processes = arena_alloc (arena, parcel.processes + (size_t) 1);
  memcpy (processes, bytes, parcel.processes);
  bytes += parcel.processes;
  struct held held = { .here = true, .verdict = parcel.verdict };
  held.verdict.processes = parcel.processes ? processes : NULL;
  if (parcel.circle)
    {
      lock_id *locks = arena_alloc (arena, parcel.circle);
      memcpy (locks, bytes, parcel.circle);
      bytes += parcel.circle;
      uint32_t count = parcel.circle / (uint32_t) sizeof *locks;
      bool stuck = spreading->spread->model->queries.list.at[item].kind == QUERY_STUCK;
      held.verdict.automaton
        = stuck ? pa_stuck_threads (count, arena) : pa_circle (locks, count, arena);
    }
  held.verdict.bug = parcel.bug ? arena_copy (arena, bytes, parcel.bug - 1) : NULL;
  bytes += parcel.bug;
  if (held.verdict.witness)
    held.verdict.witness = unpack_witness (&parcel, bytes, arena);
  else if (held.verdict.suspicion)
    held.verdict.suspicion = unpack_witness (&parcel, bytes, arena);
  if (parcel.repaired)
    {
      struct repair *repair = arena_alloc (arena, sizeof *repair);
      *repair = parcel.repair;
      held.repair = repair;
    }
  hold (spreading, pool, item, &held);
}

static void
note_loss (void *context, struct pool *pool, uint32_t item, const struct pool_loss *loss)
{
  struct spreading *spreading = context;
  struct verdict verdict
    = { .kind = VERDICT_UNKNOWN,
        .reason = pool_loss_quota (loss),
        .engine = engine_name (decide_first_engine (&spreading->spread->model->decide)),
        .nanoseconds = loss->nanoseconds };
  if (loss->reason == POOL_LOST_CRASH)
    verdict.bug = "the process that decided this query crashed or was killed";
  if (loss->reason == POOL_LOST_HANG)
    verdict.bug = "the process that decided this query was stopped or hung";
  hold (spreading, pool, item, &(struct held){ .here = true, .verdict = verdict });
}

static bool
take_a_break (void *context, struct pool *pool)
{
  struct spreading *spreading = context;
  struct pool_view slowest;
  bool some = pool_find_slowest (pool, &slowest);
  return spreading->spread->pause (spreading->spread->context, spreading->done,
                                   some ? slowest.text : NULL);
}

enum pool_end
spread_queries (const struct spread *spread)
{
  assert (spread->jobs > 0 && spread->take && spread->pause);
  struct arena *arena = &spread->model->subject->arena;
  uint32_t count = spread->model->queries.list.count;
  struct spreading spreading = { .spread = spread, .arena = arena };
  spreading.held = arena_calloc (arena, count + (size_t) 1, sizeof *spreading.held);
  struct pool_work work = { .context = &spreading,
                            .items = count,
                            .jobs = spread->jobs,
                            .memory = spread->model->decide.memory,
                            .grace = reader_grace (&spread->model->decide),
                            .open = open_desk,
                            .perform = perform,
                            .done = note_reply,
                            .lost = note_loss,
                            .pause = take_a_break };
  return pool_run (&work, arena);
}
