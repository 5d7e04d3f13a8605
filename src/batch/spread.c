/* spread.c -- see spread.h. */
#include <config.h>

#include "batch/spread.h"

#include <assert.h>
#include <stdlib.h>

#include "batch/packed_verdict.h"
#include "batch/reader.h"
#include "explain/explain.h"
#include "witness/judge.h"

/* A verdict that has arrived and waits for its turn. */
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
  uint32_t next;      /* the next query to be taken */
  uint32_t done;      /* queries that have arrived */
};

/* ---- In a worker. ---- */

static void
open_desk (void *context)
{
  struct spreading *spreading = context;
  const struct model_queries *model = spreading->spread->model;
  judge_init (&spreading->judge, model->subject, &model->decide);
}

/* Search for a repair of VERDICT; false: none was found. */
static bool
seek_repair (const struct model_queries *model, uint32_t item,
             const struct verdict *verdict, struct repair *repair, struct pool_link *link)
{
  struct finding finding
    = finding_of (model->subject, &model->queries.list.at[item], verdict);
  struct arena arena;
  assert (verdict->kind == VERDICT_VIOLATION && verdict->witness);
  arena_init (&arena, model->subject->arena.quota);
  reader_announce_repair (model, item, link);
  finding_explain (&finding, &model->decide, NULL, &arena);
  bool found = finding.repair != NULL;
  if (found)
    *repair = *finding.repair;
  arena_clear (&arena);
  return found;
}

static void
perform (void *context, uint32_t item, struct pool_link *link)
{
  struct spreading *spreading = context;
  const struct spread *spread = spreading->spread;
  const struct model_queries *model = spread->model;
  const struct query *query = &model->queries.list.at[item];
  if (quota_checkpoint (model->subject->arena.quota))
    pool_give_up (link);
  reader_announce_query (model, item, link);
  struct verdict verdict = judge_query (&spreading->judge, query);
  struct repair repair;
  bool repaired = spread->repair && verdict.kind == VERDICT_VIOLATION
                  && seek_repair (model, item, &verdict, &repair, link);
  size_t length;
  char *reply = packed_verdict_pack (query, &verdict, repaired ? &repair : NULL, &length);
  if (!reply)
    pool_give_up (link);
  pool_reply (link, reply, length);
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

static void
note_reply (void *context, struct pool *pool, uint32_t item, const char *bytes,
            size_t length)
{
  struct spreading *spreading = context;
  const struct query *query = &spreading->spread->model->queries.list.at[item];
  struct held held = { .here = true };
  held.verdict
    = packed_verdict_unpack (query, bytes, length, &held.repair, spreading->arena);
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
