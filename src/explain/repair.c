/* repair.c -- see repair.h. */
#include <config.h>

#include "explain/repair.h"

#include <assert.h>
#include <string.h>

#include "explain/position.h"
#include "explain/statement_range.h"

/* Where the statements of REGION come from, if they come from one file. */
static void
find_source (const struct eml *eml, const struct region *region, struct repair_place *place)
{
  const struct tree *tree = &eml->tree;
  for (uint32_t i = region->first; i < tree->stmts.at[region->last].end; i++)
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

/* The verdict in the model with this text; a violation, too, if it is no model. */
static enum verdict_kind
decide_changed (const char *text, const struct finding *finding,
                const struct decide_options *asked)
{
  struct decide_options options = *asked;
  options.witness = false;
  if (options.timeout == 0 || options.timeout > REPAIR_TIMEOUT)
    options.timeout = REPAIR_TIMEOUT;
  struct quota quota;
  struct eml eml;
  quota_init (&quota);
  eml_init (&eml, &quota);
  volatile enum verdict_kind kind = VERDICT_VIOLATION;
  if (!quota_checkpoint (&quota))
    if (eml_read_text (&eml, finding->eml->source.path, text, strlen (text)))
      {
        struct decider decider;
        decider_init (&decider, &eml.lowering.pds, &options, &eml.arena);
        struct verdict verdict = decide_query (&decider, finding->query);
        decider_clear (&decider);
        kind = verdict.kind;
      }
  eml_clear (&eml);
  return kind;
}

struct seeker
{
  const struct finding *finding;
  const struct decide_options *options; /* for all processes that are asked about, */
  struct decide_options *only;          /* and for those of the violation */
  struct arena *arena;
  uint32_t *budget;
  uint32_t left; /* of this violation's candidates */
  struct finding_locks locks;
  struct repair *repair;
  VEC (struct repair) tried;
};

/* Of THREAD, in BODY. */
struct stretch
{
  thread_id thread;
  body_id body;
  struct region region;
};

/* Is there a candidate like this already? */
static bool
was_tried (const struct seeker *s, const struct repair *candidate)
{
  for (uint32_t i = 0; i < s->tried.count; i++)
    {
      const struct repair *old = &s->tried.at[i];
      bool same = lock_equal (old->lock, candidate->lock)
                  && old->count == candidate->count;
      for (uint32_t k = 0; k < candidate->count && same; k++)
        same = old->places[k].region.begin == candidate->places[k].region.begin
               && old->places[k].region.end == candidate->places[k].region.end;
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

static void
add_place (const struct seeker *s, struct repair *candidate, const struct stretch *stretch)
{
  const struct eml *eml = s->finding->eml;
  struct repair_place place
    = { .thread = stretch->thread, .body = stretch->body,
        .region = region_span (&stretch->region, &eml->model, stretch->body) };
  place.first_line = source_place (&eml->source, place.region.begin).line;
  place.last_line = source_place (&eml->source,
                                  region_reach (&eml->tree, stretch->region.last) - 1).line;
  find_source (eml, &stretch->region, &place);
  if (candidate->count > 0 && is_within (place.region, candidate->places[0].region))
    return;
  if (candidate->count > 0 && is_within (candidate->places[0].region, place.region))
    candidate->count = 0;
  candidate->places[candidate->count++] = place;
}

/* LOCK around COUNT stretches at once. */
static bool
try_stretches (struct seeker *s, lock_id lock, const struct stretch *stretches,
               uint32_t count)
{
  struct repair candidate
    = { .found = true, .restricted = s->options->filtered > 0, .lock = lock };
  for (uint32_t i = 0; i < count; i++)
    add_place (s, &candidate, &stretches[i]);
  if (was_tried (s, &candidate) || s->left == 0 || *s->budget == 0)
    return false;
  *vec_push (s->arena, &s->tried) = candidate;
  s->left--;
  --*s->budget;
  const char *text = repair_text (&candidate, s->finding, s->arena);
  enum verdict_kind kind = decide_changed (text, s->finding, s->options);
  candidate.safe = kind == VERDICT_SAFE;
  if (kind == VERDICT_VIOLATION && !s->repair->found && *s->budget > 0)
    {
      --*s->budget;
      kind = decide_changed (text, s->finding, s->only);
    }
  if (kind == VERDICT_UNKNOWN)
    *s->budget = 0; /* the next one would take as long */
  if (kind != VERDICT_SAFE)
    return false;
  *s->repair = candidate;
  return candidate.safe;
}

/* What THREAD does from step FROM to step TO. */
static bool
find_stretch (const struct seeker *s, struct stretch *stretch, thread_id thread,
              uint32_t from, uint32_t to)
{
  struct finding_site site = finding_site (s->finding, thread, from, to, s->arena);
  *stretch = (struct stretch){ .thread = thread, .body = site.body };
  return region_find (&stretch->region, &s->finding->eml->model, site.body, site.first,
                      site.last);
}

/* The same, and wider and wider. */
static bool
try_widening (struct seeker *s, lock_id lock, const struct stretch *narrow,
              uint32_t count)
{
  const struct model *model = &s->finding->eml->model;
  struct stretch wide[2];
  assert (count <= 2);
  memcpy (wide, narrow, count * sizeof *wide);
  for (bool wider = true; wider;)
    {
      if (try_stretches (s, lock, wide, count))
        return true;
      wider = false;
      for (uint32_t i = 0; i < count; i++)
        wider |= region_widen_to_unit (&wide[i].region, model, wide[i].body);
    }
  for (uint32_t i = 0; i < count; i++)
    region_widen_to_body (&wide[i].region, model, wide[i].body);
  return try_stretches (s, lock, wide, count);
}

static bool
try_locks (struct seeker *s, thread_id thread, idset locks, uint32_t from, uint32_t to)
{
  const struct idsets *idsets = &s->finding->eml->idsets;
  struct stretch stretch;
  if (idset_is_empty (locks) || !find_stretch (s, &stretch, thread, from, to))
    return false;
  for (uint32_t l = idset_next (idsets, locks, 0); l != UINT32_MAX;
       l = idset_next (idsets, locks, l + 1))
    if (try_widening (s, (lock_id){ l }, &stretch, 1))
      return true;
  return false;
}

/* ---- Both processes of a gap. ---- */

/* What the process of a thread may call, and the locks that are taken there. */
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
                habits.locks[model_lock_target (model, use).index] = true;
              if (stmt->kind != TREE_CALL)
                continue;
              body_id callee = model_body_target (model, use);
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
  rank_locks (s, ranking, gap->needed);
  rank_locks (s, ranking, gap->throughout);
  for (uint32_t i = gap->from; i <= gap->to; i++)
    rank_locks (s, ranking, finding_held (&s->locks, i, gap->holder));
  for (uint32_t i = 0; i < witness->steps.count; i++)
    {
      thread_id thread = finding_thread (s->finding, witness->steps.at[i].process);
      if (witness->steps.at[i].phase
          && (thread_equal (thread, gap->holder) || thread_equal (thread, gap->other)))
        rank_locks (s, ranking, finding_held (&s->locks, i, thread));
    }
  for (uint32_t l = 0; l < count; l++)
    if (holder->locks[l] && other->locks[l])
      rank_lock (s, ranking, (lock_id){ l });
}

static bool
try_both (struct seeker *s, const struct because_gap *gap)
{
  uint32_t last = gap->between.at[gap->between.count - 1];
  struct stretch both[2];
  if (!find_stretch (s, &both[0], gap->holder, gap->from, gap->to)
      || !find_stretch (s, &both[1], gap->other, gap->between.at[0], last))
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

/* The same options, for the processes of the violation alone. */
static struct decide_options
restrict_processes (const struct finding *finding, const struct decide_options *options,
                    struct arena *arena)
{
  struct decide_options only = *options;
  uint32_t threads = finding->query->automaton->threads.count;
  uint32_t processes = finding->eml->lowering.pds.processes.count;
  const bool **allowed = arena_calloc (arena, threads, sizeof *allowed);
  for (uint32_t t = 0; t < threads; t++)
    {
      bool *may = arena_calloc (arena, processes, sizeof *may);
      may[finding->processes[t].index] = true;
      allowed[t] = may;
    }
  only.allowed = allowed;
  only.filtered = threads;
  return only;
}

void
repair_find (struct repair *repair, const struct finding *finding,
             const struct because *because, const struct decide_options *options,
             uint32_t *budget, struct arena *arena)
{
  *repair = (struct repair){ .found = false };
  struct decide_options only = restrict_processes (finding, options, arena);
  struct seeker s = { .finding = finding, .options = options, .only = &only,
                      .arena = arena,
                      .budget = budget, .left = REPAIR_CANDIDATES, .repair = repair };
  if (finding->eml->source.length > REPAIR_LONGEST)
    return;
  for (uint32_t i = 0; i < because->gaps.count; i++)
    {
      const struct because_gap *gap = &because->gaps.at[i];
      if (try_locks (&s, gap->holder, gap->needed, gap->from, gap->to))
        return;
    }
  for (uint32_t i = 0; i < because->gaps.count; i++)
    {
      const struct because_gap *gap = &because->gaps.at[i];
      uint32_t last = gap->between.at[gap->between.count - 1];
      if (try_locks (&s, gap->other, gap->throughout, gap->between.at[0], last))
        return;
    }
  s.locks = finding_locks (finding, arena);
  for (uint32_t i = 0; i < because->gaps.count; i++)
    if (try_both (&s, &because->gaps.at[i]))
      return;
}
