/* repair.c -- see repair.h. */
#include <config.h>

#include "explain/repair.h"

#include <assert.h>
#include <string.h>

#include "engine/decide.h"
#include "explain/position.h"
#include "explain/statement_range.h"

/* Where the statements of RANGE come from, if they come from one file. */
static void
find_source (const struct eml *eml, const struct statement_range *range,
             struct repair_place *place)
{
  const struct tree *tree = &eml->tree;
  for (uint32_t i = range->first; i < tree->stmts.at[range->last].end; i++)
    {
      const name_id positions[]
        = { tree->stmts.at[i].position, tree->stmts.at[i].end_position };
      for (uint32_t k = 0; k < 2; k++)
        {
          struct position at;
          if (positions[k].index == NAME_NONE.index)
            continue;
          const char *text = names_text (&eml->names, positions[k]);
          if (!position_parse (text, &at)
              || (place->source
                  && (at.file != place->source_length
                      || memcmp (text, place->source, at.file) != 0)))
            {
              place->source = NULL;
              return;
            }
          if (!place->source || at.line < place->first_source_line)
            place->first_source_line = at.line;
          if (!place->source || at.line > place->last_source_line)
            place->last_source_line = at.line;
          place->source = text;
          place->source_length = (uint32_t) at.file;
        }
    }
}

/* ---- Trying. ---- */

/* How good a repair is; 0: there is none.  That it is no new danger is more than that
   it is for all processes. */
enum worth
{
  WORTH_NOTHING,
  WORTH_SOME_CYCLE,
  WORTH_ALL_CYCLE,
  WORTH_SOME,
  WORTH_ALL,
};

static enum worth
worth_of (const struct repair *repair)
{
  if (!repair)
    return WORTH_NOTHING;
  assert (repair->count >= 1);
  if (repair->cycle > 0)
    return repair->safe ? WORTH_ALL_CYCLE : WORTH_SOME_CYCLE;
  return repair->safe ? WORTH_ALL : WORTH_SOME;
}

struct seeker
{
  const struct finding *finding;
  const struct decide_options *options; /* for all processes that are asked about, */
  struct decide_options only;           /* and for those of the violation */
  const struct repairs *earlier; /* or null */
  struct arena *arena;
  uint32_t *budget;
  uint32_t left; /* candidates that may still be tried */
  struct repair *best; /* so far; or null */
  VEC (struct repair) tried;
};

/* A changed model, and its decider while a query is decided: out of memory, the work
   unwinds to try_text, which frees both. */
struct trial
{
  struct eml changed;
  struct decider decider;
  bool deciding;
};

/* The verdict on the query in the changed model. */
static enum verdict_kind
decide_changed (const struct seeker *s, struct trial *trial,
                const struct decide_options *given)
{
  struct decide_options options = *given;
  options.witness = false;
  if (options.timeout == 0 || options.timeout > REPAIR_TIMEOUT)
    options.timeout = REPAIR_TIMEOUT;
  decider_init (&trial->decider, &trial->changed.lowering.pds, &options,
                &trial->changed.arena);
  trial->deciding = true;
  struct verdict verdict = decide_query (&trial->decider, s->finding->query);
  trial->deciding = false;
  decider_clear (&trial->decider);
  return verdict.kind;
}

/* Read the changed TEXT and decide the query in it: for all processes and, if that
   is a violation and nothing as good is known, for those of the violation.  A text
   that is no model is as bad as a violation.  *SAFE: it is safe for all. */
static enum verdict_kind
try_text (const struct seeker *s, const char *text, bool *safe)
{
  struct quota quota;
  struct trial trial = { .deciding = false };
  volatile enum verdict_kind kind = VERDICT_VIOLATION;
  quota_init (&quota);
  eml_init (&trial.changed, &quota);
  *safe = false;
  if (!quota_checkpoint (&quota))
    {
      bool is_model = eml_read_text (&trial.changed, s->finding->eml->source.path, text,
                                     strlen (text));
      if (is_model)
        kind = decide_changed (s, &trial, s->options);
      *safe = kind == VERDICT_SAFE;
      if (kind == VERDICT_VIOLATION && worth_of (s->best) < WORTH_SOME && *s->budget > 0)
        {
          --*s->budget;
          if (is_model)
            kind = decide_changed (s, &trial, &s->only);
        }
    }
  if (trial.deciding)
    decider_clear (&trial.decider);
  eml_clear (&trial.changed);
  return kind;
}

/* A statement range of BODY with steps of THREAD in it. */
struct body_range
{
  thread_id thread;
  body_id body;
  struct statement_range range;
};

/* Was the same change tried before? */
static bool
was_tried (const struct seeker *s, const struct repair *candidate)
{
  for (uint32_t i = 0; i < s->tried.count; i++)
    {
      const struct repair *old = &s->tried.at[i];
      bool same = lock_equal (old->lock, candidate->lock)
                  && old->by_name == candidate->by_name
                  && old->count == candidate->count;
      for (uint32_t k = 0; k < candidate->count && same; k++)
        same = body_equal (old->places[k].body, candidate->places[k].body)
               && old->places[k].range.begin == candidate->places[k].range.begin
               && old->places[k].range.end == candidate->places[k].range.end;
      if (same)
        return true;
    }
  return false;
}

static bool
is_within (struct span inner, struct span outer)
{
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

/* One of two ranges that are one within the other is enough. */
static void
add_place (const struct seeker *s, struct repair *candidate,
           const struct body_range *range)
{
  const struct eml *eml = s->finding->eml;
  uint32_t end = statement_reach (&eml->tree, range->range.last);
  struct repair_place place
    = { .thread = range->thread, .body = range->body,
        .range = statement_range_span (&range->range, &eml->model, range->body) };
  place.first_line = source_place (&eml->source, place.range.begin).line;
  place.last_line = source_place (&eml->source, end - 1).line;
  assert (place.first_line <= place.last_line);
  find_source (eml, &range->range, &place);
  if (candidate->count > 0 && is_within (place.range, candidate->places[0].range))
    return;
  if (candidate->count > 0 && is_within (candidate->places[0].range, place.range))
    candidate->count = 0;
  assert (candidate->count < 2);
  candidate->places[candidate->count++] = place;
}

/* The text of the model with CANDIDATE alone. */
static const char *
text_with (const struct seeker *s, const struct repair *candidate)
{
  struct repairs alone = { .list = VEC_EMPTY };
  *vec_push (s->arena, &alone.list) = candidate;
  return repair_text (&alone, s->finding, s->arena);
}

/* Can the lock of CANDIDATE be written at its places; and if by its name, is that
   another candidate? */
static bool
can_be_written (const struct seeker *s, const struct repair *candidate)
{
  const struct model *model = &s->finding->eml->model;
  struct repair other = *candidate;
  bool same = candidate->by_name;
  other.by_name = false;
  for (uint32_t i = 0; i < candidate->count; i++)
    {
      body_id body = candidate->places[i].body;
      const char *text = repair_lock_text (candidate, model, body, s->arena);
      const char *local = repair_lock_text (&other, model, body, s->arena);
      if (!text)
        return false;
      same = same && local && strcmp (text, local) == 0;
    }
  return !same;
}

/* Try LOCK around COUNT ranges at once, perhaps BY_NAME.  True: the query is safe then,
   and there is no new cycle in the order of locks, so that nothing better can be
   found. */
static bool
try_lock (struct seeker *s, lock_id lock, bool by_name, const struct body_range *ranges,
          uint32_t count)
{
  assert (lock.index < s->finding->eml->model.locks.count);
  struct repair candidate = { .restricted = s->options->filtered > 0, .lock = lock,
                              .by_name = by_name };
  for (uint32_t i = 0; i < count; i++)
    add_place (s, &candidate, &ranges[i]);
  if (!can_be_written (s, &candidate) || was_tried (s, &candidate) || s->left == 0
      || *s->budget == 0)
    return false;
  *vec_push (s->arena, &s->tried) = candidate;
  s->left--;
  --*s->budget;
  const char *text = text_with (s, &candidate);
  enum verdict_kind kind = try_text (s, text, &candidate.safe);
  if (kind == VERDICT_UNKNOWN)
    *s->budget = 0; /* the next one would take as long */
  if (kind != VERDICT_SAFE)
    return false;
  repair_find_cycle (&candidate, s->finding, s->earlier, s->arena);
  if (worth_of (&candidate) <= worth_of (s->best))
    return false;
  s->best = arena_alloc (s->arena, sizeof *s->best);
  *s->best = candidate;
  return worth_of (s->best) == WORTH_ALL;
}

static bool
try_ranges (struct seeker *s, lock_id lock, const struct body_range *ranges,
            uint32_t count)
{
  return try_lock (s, lock, false, ranges, count)
         || try_lock (s, lock, true, ranges, count);
}

/* The statements of THREAD from step FROM to step TO; false: no range has them. */
static bool
find_range (const struct seeker *s, struct body_range *range, thread_id thread,
            uint32_t from, uint32_t to)
{
  struct finding_site site = finding_site (s->finding, thread, from, to, s->arena);
  *range = (struct body_range){ .thread = thread, .body = site.body };
  return statement_range_find (&range->range, &s->finding->eml->model, site.body,
                               site.first, site.last);
}

/* Try the ranges, then wider and wider ones: the units around them, the bodies. */
static bool
try_widening (struct seeker *s, lock_id lock, const struct body_range *narrow,
              uint32_t count)
{
  const struct model *model = &s->finding->eml->model;
  struct body_range wide[2];
  assert (count >= 1 && count <= 2);
  memcpy (wide, narrow, count * sizeof *wide);
  for (bool wider = true; wider;)
    {
      if (try_ranges (s, lock, wide, count))
        return true;
      wider = false;
      for (uint32_t i = 0; i < count; i++)
        wider |= statement_range_widen_to_unit (&wide[i].range, model, wide[i].body);
    }
  for (uint32_t i = 0; i < count; i++)
    statement_range_widen_to_body (&wide[i].range, model, wide[i].body);
  return try_ranges (s, lock, wide, count);
}

/* Each of LOCKS, around the steps of THREAD from FROM to TO. */
static bool
try_locks (struct seeker *s, thread_id thread, idset locks, uint32_t from, uint32_t to)
{
  const struct idsets *idsets = &s->finding->eml->idsets;
  struct body_range range;
  if (idset_is_empty (locks) || !find_range (s, &range, thread, from, to))
    return false;
  for (uint32_t l = idset_next (idsets, locks, 0); l != UINT32_MAX;
       l = idset_next (idsets, locks, l + 1))
    if (try_widening (s, (lock_id){ l }, &range, 1))
      return true;
  return false;
}

/* ---- Both processes of a gap. ---- */

/* Which bodies the process of a thread may run, and the locks that are taken there. */
struct habits
{
  bool *bodies, *locks; /* by body, by lock */
};

static struct habits
find_habits (const struct seeker *s, thread_id thread)
{
  const struct eml *eml = s->finding->eml;
  const struct model *model = &eml->model;
  const struct tree *tree = model->tree;
  struct habits habits
    = { arena_calloc (s->arena, model->bodies.count + (size_t) 1, sizeof (bool)),
        arena_calloc (s->arena, model->locks.count + (size_t) 1, sizeof (bool)) };
  VEC (body_id) work = VEC_EMPTY;
  process_id process = s->finding->processes[thread.index];
  *vec_push (s->arena, &work) = eml->lowering.pds.processes.at[process.index].body;
  habits.bodies[work.at[0].index] = true;
  while (work.count > 0)
    {
      const struct model_body *body = &model->bodies.at[work.at[--work.count].index];
      for (uint32_t i = body->begin; i < body->end; i++)
        {
          const struct tree_stmt *stmt = &tree->stmts.at[i];
          for (uint32_t n = 0; n < stmt->name_count; n++)
            {
              uint32_t use = stmt->first_name + n;
              if (stmt->kind == TREE_SYNC || stmt->kind == TREE_LOCK)
                habits.locks[model_lock_target (model, body, use).index] = true;
              if (stmt->kind != TREE_CALL || n > 0)
                continue;
              body_id callee = model_body_target (model, body, use);
              if (habits.bodies[callee.index])
                continue;
              habits.bodies[callee.index] = true;
              *vec_push (s->arena, &work) = callee;
            }
        }
    }
  return habits;
}

/* Locks in the order in which they are tried. */
struct ranking
{
  bool *ranked; /* by lock */
  VEC (lock_id) locks;
};

static void
rank_lock (const struct seeker *s, struct ranking *ranking, lock_id lock)
{
  if (ranking->ranked[lock.index])
    return;
  ranking->ranked[lock.index] = true;
  *vec_push (s->arena, &ranking->locks) = lock;
}

static void
rank_locks (const struct seeker *s, struct ranking *ranking, idset locks)
{
  const struct idsets *idsets = &s->finding->eml->idsets;
  for (uint32_t l = idset_next (idsets, locks, 0); l != UINT32_MAX;
       l = idset_next (idsets, locks, l + 1))
    rank_lock (s, ranking, (lock_id){ l });
}

static void
rank_all (const struct seeker *s, struct ranking *ranking, const struct because_gap *gap,
          const struct habits *holder, const struct habits *other)
{
  uint32_t count = s->finding->eml->model.locks.count;
  const struct witness *witness = s->finding->witness;
  ranking->ranked = arena_calloc (s->arena, count + (size_t) 1, sizeof (bool));
  assert (ranking->locks.count == 0);
  rank_locks (s, ranking, gap->needed);
  rank_locks (s, ranking, gap->throughout);
  for (uint32_t i = gap->from; i <= gap->to; i++)
    rank_locks (s, ranking, finding_held (s->finding, i, gap->holder));
  for (uint32_t i = 0; i < witness->steps.count; i++)
    {
      thread_id thread = finding_thread (s->finding, witness->steps.at[i].process);
      if (witness->steps.at[i].phase
          && (thread_equal (thread, gap->holder) || thread_equal (thread, gap->other)))
        rank_locks (s, ranking, finding_held (s->finding, i, thread));
    }
  for (uint32_t l = 0; l < count; l++)
    if (holder->locks[l] && other->locks[l])
      rank_lock (s, ranking, (lock_id){ l });
  assert (ranking->locks.count <= count);
}

/* Candidates for the holder and the other of GAP at once. */
static bool
try_both (struct seeker *s, const struct because_gap *gap)
{
  uint32_t last = gap->between.at[gap->between.count - 1];
  struct body_range both[2];
  if (!find_range (s, &both[0], gap->holder, gap->from, gap->to)
      || !find_range (s, &both[1], gap->other, gap->between.at[0], last))
    return false;
  struct habits holder = find_habits (s, gap->holder);
  struct habits other = find_habits (s, gap->other);
  struct ranking ranking = { NULL, VEC_EMPTY };
  rank_all (s, &ranking, gap, &holder, &other);
  bool shared = other.bodies[both[0].body.index];
  for (uint32_t i = 0; i < ranking.locks.count && s->left > 0 && *s->budget > 0; i++)
    if ((shared && try_widening (s, ranking.locks.at[i], both, 1))
        || try_widening (s, ranking.locks.at[i], both, 2))
      return true;
  return false;
}

/* OPTIONS, for the processes of the violation in their roles alone. */
static struct decide_options
restrict_processes (const struct finding *finding, const struct decide_options *options,
                    struct arena *arena)
{
  struct decide_options only = *options;
  uint32_t threads = finding_threads (finding);
  uint32_t processes = finding->eml->lowering.pds.processes.count;
  const bool **allowed = arena_calloc (arena, threads, sizeof *allowed);
  for (uint32_t t = 0; t < threads; t++)
    {
      bool *may = arena_calloc (arena, processes, sizeof *may);
      assert (finding->processes[t].index < processes);
      may[finding->processes[t].index] = true;
      allowed[t] = may;
    }
  only.allowed = allowed;
  only.filtered = threads;
  return only;
}

/* All candidates in their order, until there can be no better one. */
static void
try_all (struct seeker *s)
{
  const struct because *because = s->finding->because;
  for (uint32_t i = 0; i < because->gaps.count; i++)
    {
      const struct because_gap *gap = &because->gaps.at[i];
      if (try_locks (s, gap->holder, gap->needed, gap->from, gap->to))
        return;
    }
  for (uint32_t i = 0; i < because->gaps.count; i++)
    {
      const struct because_gap *gap = &because->gaps.at[i];
      uint32_t last = gap->between.at[gap->between.count - 1];
      if (try_locks (s, gap->other, gap->throughout, gap->between.at[0], last))
        return;
    }
  for (uint32_t i = 0; i < because->gaps.count; i++)
    if (try_both (s, &because->gaps.at[i]))
      return;
}

const struct repair *
repair_find (const struct finding *finding, const struct decide_options *options,
             const struct repairs *earlier, uint32_t *budget, struct arena *arena)
{
  assert (finding->because && finding->held);
  if (*budget == 0 || finding->eml->source.length > REPAIR_LONGEST)
    return NULL;
  struct seeker s = { .finding = finding, .options = options,
                      .only = restrict_processes (finding, options, arena),
                      .earlier = earlier, .arena = arena, .budget = budget,
                      .left = REPAIR_CANDIDATES };
  try_all (&s);
  assert (s.tried.count <= REPAIR_CANDIDATES);
  assert (!s.best || (s.best->count >= 1 && s.best->count <= 2));
  return s.best;
}

uint64_t
repair_time_limit (const struct decide_options *options)
{
  uint64_t timeout = options->timeout;
  if (timeout == 0)
    return 0;
  return REPAIR_DECISIONS * (timeout < REPAIR_TIMEOUT ? timeout : REPAIR_TIMEOUT);
}
