/* repair_try.c -- trying a candidate of a repair; see repair_try.h. */
#include <config.h>

#include "explain/repair_try.h"

#include <assert.h>
#include <string.h>

#include "ask/decide.h"
#include "explain/position.h"
#include "explain/repaired.h"

/* Where the statements of RANGE come from, if they come from one file. */
static void
find_source (const struct ir_subject *subject, const struct statement_range *range,
             struct repair_place *place)
{
  assert (range->first <= range->last && range->last < subject->statements.list.count);
  const struct ir_statement *list = subject->statements.list.at;
  for (uint32_t i = range->first; i < list[range->last].end; i++)
    {
      const name_id positions[] = { list[i].position, list[i].end_position };
      for (uint32_t k = 0; k < 2; k++)
        {
          struct position at;
          if (positions[k].index == NAME_NONE.index)
            continue;
          const char *text = names_text (&subject->names, positions[k]);
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
  assert ((repair->count >= 1) == repair_has_places (repair->kind));
  if (repair->cycle > 0)
    return repair->safe ? WORTH_ALL_CYCLE : WORTH_SOME_CYCLE;
  return repair->safe ? WORTH_ALL : WORTH_SOME;
}

/* A changed model, and its decider while a query is decided: out of memory, the work
   unwinds to try_repair, which frees both. */
struct trial
{
  struct repaired changed;
  struct decider decider;
  bool deciding;
};

/* The verdict on the query in the changed model. */
static enum verdict_kind
decide_changed (const struct repair_seeker *s, struct trial *trial,
                const struct decide_options *given)
{
  struct decide_options options = *given;
  options.witness = false;
  if (options.timeout == 0 || options.timeout > REPAIR_TIMEOUT)
    options.timeout = REPAIR_TIMEOUT;
  options.data_budget = REPAIR_STATES;
  decider_init (&trial->decider, &trial->changed.lowering.pds, &options,
                &trial->changed.arena);
  decider_use_data (&trial->decider, &trial->changed.lowering);
  trial->deciding = true;
  struct decision decision;
  decide_query (&trial->decider, s->finding->query, NULL, &decision);
  trial->deciding = false;
  decider_clear (&trial->decider);
  return decision.kind;
}

/* Decide the query in the model with CANDIDATE alone: for all processes and, if that
   is a violation and nothing as good is known, for those of the violation.  What is no
   model is as bad as a violation.  *SAFE: it is safe for all. */
static enum verdict_kind
try_repair (const struct repair_seeker *s, const struct repair *candidate, bool *safe)
{
  struct repairs alone = { .list = VEC_EMPTY };
  struct trial trial = { .deciding = false };
  volatile enum verdict_kind kind = VERDICT_VIOLATION;
  struct quota quota;
  *vec_push (s->arena, &alone.list) = candidate;
  quota_init (&quota);
  repaired_init (&trial.changed, &quota);
  *safe = false;
  if (!quota_checkpoint (&quota))
    {
      bool is_model = repaired_make (&trial.changed, &alone, s->finding);
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
  repaired_clear (&trial.changed);
  return kind;
}

/* Was the same change tried before? */
static bool
was_tried (const struct repair_seeker *s, const struct repair *candidate)
{
  assert (candidate->count <= 2);
  for (uint32_t i = 0; i < s->tried.count; i++)
    {
      const struct repair *old = &s->tried.at[i];
      bool same = lock_equal (old->lock, candidate->lock) && old->kind == candidate->kind
                  && old->by_name == candidate->by_name && old->count == candidate->count;
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

void
repair_add_place (const struct repair_seeker *s, struct repair *candidate,
                  const struct repair_range *range)
{
  const struct ir_subject *subject = s->finding->subject;
  struct repair_place place
    = { .thread = range->thread,
        .body = range->body,
        .range = statement_range_span (&range->range, &subject->statements, range->body),
        .again = statement_range_again (&range->range, &subject->statements) };
  struct span lines = ir_offsets_in (
    &subject->statements, &subject->flow, place.body,
    (struct span){ place.range.begin,
                   statement_reach (&subject->statements, range->range.last) });
  place.first_line = source_place (&subject->source, lines.begin).line;
  place.last_line = source_place (&subject->source, lines.end).line;
  assert (place.first_line <= place.last_line);
  find_source (subject, &range->range, &place);
  if (candidate->count > 0 && is_within (place.range, candidate->places[0].range))
    return;
  if (candidate->count > 0 && is_within (candidate->places[0].range, place.range))
    candidate->count = 0;
  assert (candidate->count < 2);
  candidate->places[candidate->count++] = place;
}

/* Try LOCK around COUNT ranges at once, perhaps BY_NAME.  True: the query is safe then,
   and there is no new cycle in the order of locks, so that nothing better can be
   found. */
static bool
try_lock (struct repair_seeker *s, lock_id lock, bool by_name,
          const struct repair_range *ranges, uint32_t count)
{
  assert (lock.index < s->finding->subject->model.locks.count);
  for (uint32_t i = 0; i < count; i++)
    if (!repair_can_be_held (s->finding->subject, lock, ranges[i].body))
      return false;
  struct repair candidate = { .kind = s->kind,
                              .restricted = s->options->only.filtered > 0,
                              .lock = lock,
                              .before = s->before,
                              .by_name = by_name };
  for (uint32_t i = 0; i < count; i++)
    repair_add_place (s, &candidate, &ranges[i]);
  return repaired_differs (&candidate, &s->finding->subject->model)
         && repair_try (s, candidate);
}

bool
repair_try (struct repair_seeker *s, struct repair candidate)
{
  if (was_tried (s, &candidate) || s->left == 0 || *s->budget == 0)
    return false;
  *vec_push (s->arena, &s->tried) = candidate;
  s->left--;
  --*s->budget;
  enum verdict_kind kind = try_repair (s, &candidate, &candidate.safe);
  if (kind == VERDICT_UNKNOWN)
    *s->budget = 0; /* the next one would take as long */
  if (kind != VERDICT_SAFE)
    return false;
  /* The threads of a class run the same methods: what helps one of them is no repair. */
  if (!candidate.safe && s->finding->subject->provenance
      && s->finding->query->kind != QUERY_DEADLOCK)
    return false;
  /* Where deadlocks are what is decided, a cycle says nothing more; so it is of who waits
     for ever. */
  if (s->finding->query->kind != QUERY_DEADLOCK && s->finding->query->kind != QUERY_STUCK)
    repair_find_cycle (&candidate, s->finding, s->earlier, s->arena);
  if (worth_of (&candidate) <= worth_of (s->best))
    return false;
  s->best = arena_alloc (s->arena, sizeof *s->best);
  *s->best = candidate;
  return worth_of (s->best) == WORTH_ALL;
}

bool
repair_try_ranges (struct repair_seeker *s, lock_id lock,
                   const struct repair_range *ranges, uint32_t count)
{
  assert (count >= 1 && count <= 2);
  return try_lock (s, lock, false, ranges, count)
         || try_lock (s, lock, true, ranges, count);
}

bool
repair_find_places (const struct repair_seeker *s, struct repair_range *range,
                    const struct finding_site *site)
{
  const struct ir_subject *subject = s->finding->subject;
  const struct ir_statements *statements = &subject->statements;
  return statement_range_find (
    &range->range, statements, site->body,
    ir_place_of (statements, &subject->flow, site->body, site->first),
    ir_place_of (statements, &subject->flow, site->body, site->last));
}

bool
repair_find_range (const struct repair_seeker *s, struct repair_range *range,
                   thread_id thread, uint32_t from, uint32_t to)
{
  struct finding_site site = finding_site (s->finding, thread, from, to, s->arena);
  *range = (struct repair_range){ .thread = thread, .body = site.body };
  return repair_find_places (s, range, &site);
}

bool
repair_try_widening (struct repair_seeker *s, lock_id lock,
                     const struct repair_range *narrow, uint32_t count)
{
  const struct ir_statements *statements = &s->finding->subject->statements;
  struct repair_range wide[2];
  assert (count >= 1 && count <= 2);
  memcpy (wide, narrow, count * sizeof *wide);
  /* In a program, a method is made synchronized more easily than a part of it. */
  bool monitor = true;
  for (uint32_t i = 0; i < count; i++)
    monitor &= lock_equal (repair_monitor (s->finding->subject, narrow[i].body), lock);
  for (uint32_t i = 0; i < count && monitor; i++)
    statement_range_widen_to_body (&wide[i].range, statements, wide[i].body);
  if (monitor && repair_try_ranges (s, lock, wide, count))
    return true;
  memcpy (wide, narrow, count * sizeof *wide);
  for (bool wider = true; wider;)
    {
      if (repair_try_ranges (s, lock, wide, count))
        return true;
      wider = false;
      for (uint32_t i = 0; i < count; i++)
        wider |= statement_range_widen_to_unit (&wide[i].range, statements, wide[i].body);
    }
  for (uint32_t i = 0; i < count; i++)
    statement_range_widen_to_body (&wide[i].range, statements, wide[i].body);
  return repair_try_ranges (s, lock, wide, count);
}

bool
repair_try_locks (struct repair_seeker *s, idset locks, const struct repair_range *range)
{
  const struct idsets *idsets = &s->finding->subject->idsets;
  for (uint32_t l = idset_next (idsets, locks, 0); l != UINT32_MAX;
       l = idset_next (idsets, locks, l + 1))
    if (repair_try_widening (s, (lock_id){ l }, range, 1))
      return true;
  return false;
}

/* All of the method that THREAD runs; false: it cannot be synchronized, or is empty. */
static bool
find_method (const struct repair_seeker *s, struct repair_range *range, thread_id thread)
{
  const struct ir_statements *statements = &s->finding->subject->statements;
  body_id body = finding_method (s->finding, thread);
  const struct ir_sequence *all = &statements->bodies[body.index];
  assert (thread.index < finding_threads (s->finding));
  if (all->begin == all->end
      || lock_equal (repair_monitor (s->finding->subject, body), LOCK_NONE))
    return false;
  *range = (struct repair_range){ thread, body, { UINT32_MAX, all->begin, all->begin } };
  statement_range_widen_to_body (&range->range, statements, body);
  return true;
}

bool
repair_is_in_lambda (const struct repair_seeker *s)
{
  const struct finding *finding = s->finding;
  static const char lambda[] = "lambda$";
  assert (finding->sites);
  for (uint32_t t = 0; finding->subject->provenance && t < finding_threads (finding); t++)
    {
      const char *title
        = ir_body_title (&finding->subject->model, finding->sites[t].body);
      if (strncmp (title, lambda, sizeof lambda - 1) == 0)
        return true;
    }
  return false;
}

bool
repair_try_methods (struct repair_seeker *s)
{
  const struct ir_subject *subject = s->finding->subject;
  struct repair_range methods[2];
  uint32_t count = 0;
  lock_id locks[2];
  if (!subject->provenance || !subject->provenance->is_class
      || finding_threads (s->finding) != 2)
    return false;
  for (uint32_t t = 0; t < 2; t++)
    if (find_method (s, &methods[count], (thread_id){ t }))
      {
        locks[count] = repair_monitor (subject, methods[count].body);
        if (repair_try_ranges (s, locks[count], &methods[count], 1))
          return true;
        count++;
      }
  return count == 2 && lock_equal (locks[0], locks[1])
         && !body_equal (methods[0].body, methods[1].body)
         && repair_try_ranges (s, locks[0], methods, 2);
}

/* ---- What a process does. ---- */

struct repair_habits
repair_find_habits (const struct repair_seeker *s, thread_id thread)
{
  const struct ir_subject *subject = s->finding->subject;
  const struct ir_model *model = &subject->model;
  struct repair_habits habits
    = { arena_calloc (s->arena, model->bodies.count + (size_t) 1, sizeof (bool)),
        arena_calloc (s->arena, model->locks.count + (size_t) 1, sizeof (bool)) };
  VEC (body_id) work = VEC_EMPTY;
  process_id process = s->finding->processes[thread.index];
  assert (process.index < subject->projection.pds.processes.count);
  *vec_push (s->arena, &work) = subject->projection.pds.processes.at[process.index].body;
  habits.bodies[work.at[0].index] = true;
  while (work.count > 0)
    {
      const struct ir_graph *body = &subject->flow.bodies.at[work.at[--work.count].index];
      for (uint32_t n = body->first_node; n < body->first_node + body->node_count; n++)
        {
          const struct ir_step *step = &subject->flow.nodes.at[n];
          if (ir_takes_lock (step))
            habits.locks[ir_named_lock (step).index] = true;
          if (step->op != IR_CALL || habits.bodies[ir_step_callee (step).index])
            continue;
          habits.bodies[ir_step_callee (step).index] = true;
          *vec_push (s->arena, &work) = ir_step_callee (step);
        }
    }
  return habits;
}

void
repair_rank_start (const struct repair_seeker *s, struct repair_ranking *ranking)
{
  uint32_t count = s->finding->subject->model.locks.count;
  *ranking = (struct repair_ranking){ .ranked = arena_calloc (
                                        s->arena, count + (size_t) 1, sizeof (bool)) };
}

void
repair_rank_lock (const struct repair_seeker *s, struct repair_ranking *ranking,
                  lock_id lock)
{
  assert (lock.index < s->finding->subject->model.locks.count);
  if (ranking->ranked[lock.index])
    return;
  ranking->ranked[lock.index] = true;
  *vec_push (s->arena, &ranking->locks) = lock;
}

void
repair_rank_locks (const struct repair_seeker *s, struct repair_ranking *ranking,
                   idset locks)
{
  const struct idsets *idsets = &s->finding->subject->idsets;
  for (uint32_t l = idset_next (idsets, locks, 0); l != UINT32_MAX;
       l = idset_next (idsets, locks, l + 1))
    repair_rank_lock (s, ranking, (lock_id){ l });
}

void
repair_rank_monitors (const struct repair_seeker *s, struct repair_ranking *ranking,
                      const struct repair_range both[2])
{
  lock_id first = repair_monitor (s->finding->subject, both[0].body);
  lock_id second = repair_monitor (s->finding->subject, both[1].body);
  assert (ranking->ranked);
  if (!lock_equal (first, LOCK_NONE) && lock_equal (first, second))
    repair_rank_lock (s, ranking, first);
}
