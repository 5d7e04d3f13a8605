/* exploration.c -- see exploration.h. */
#include <config.h>

#include "engine/data/exploration.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"

/* A visit, or a step, in units of work (base/quota.h). */
#define VISIT 4
/* Worlds that are passed, one after the other, until one is stored anyway: what goes on
   for ever comes back to a stored one. */
#define PASS_LIMIT 256
/* Initial worlds that are tried. */
#define STARTS_LIMIT 65536

/* ---- The start. ---- */

/* The number of values that CELL may start with, and are tried. */
static uint32_t
count_starts (struct exploration *e, uint32_t cell)
{
  uint32_t f = e->model->field_of[cell];
  const struct ir_field *field = &e->model->flow->model->fields.at[f];
  if (!field->any || !e->model->liveness.matters[f])
    return 1;
  bool all;
  uint32_t count = data_model_values (e->model, field->type, &all);
  e->sampled |= !all;
  return count;
}

/* The combinations of values that the fields may start with, but for too many. */
static uint32_t
count_all_starts (struct exploration *e)
{
  uint64_t all = 1;
  for (uint32_t c = 0; c < e->model->cells && all <= STARTS_LIMIT; c++)
    all *= count_starts (e, c);
  if (all <= STARTS_LIMIT)
    return (uint32_t) all;
  e->sampled = true;
  return STARTS_LIMIT;
}

void
exploration_start (struct exploration *e, uint32_t number, struct world *world)
{
  const struct pds *pds = e->model->pds;
  for (uint32_t c = 0; c < e->model->cells; c++)
    {
      uint32_t f = e->model->field_of[c];
      const struct ir_field *field = &e->model->flow->model->fields.at[f];
      uint32_t count = count_starts (e, c);
      bool matters = e->model->liveness.matters[f];
      world->cells[c] = !matters ? 0
                        : field->any
                          ? data_model_value (e->model, field->type, number % count)
                          : ir_cut (field->type, field->initial);
      number /= count;
    }
  for (uint32_t p = 0; p < pds->processes.count; p++)
    {
      memset (e->mover.slots, 0, e->model->most_slots * sizeof *e->mover.slots);
      e->mover.symbol = pds->processes.at[p].entry.index;
      e->mover.below = FRAMES_ENDED;
      world->stacks[p] = frames_store (&e->frames, &e->mover);
    }
}

static void
reach (struct exploration *e, const struct world *world, const struct world_link *link)
{
  assert ((world->phase == WORLD_OUTSIDE) == (world->runner == WORLD_NOBODY));
  assert (!world->midst || !world->runner || world->midst == world->runner);
  assert (world->done <= e->steps);
  bool is_new;
  world_id id = worlds_intern (&e->worlds, world, link, &is_new);
  if (is_new && e->steps > 0 && world->done == e->steps)
    sightings_add (&e->sightings, &e->sightings.pattern, id, link->process);
  e->counts.stored += is_new;
}

static void
start (struct exploration *e)
{
  uint32_t starts = count_all_starts (e);
  assert (starts > 0 && worlds_count (&e->worlds) == 0);
  for (uint32_t s = 0; s < starts; s++)
    {
      quota_tick (e->arena->quota);
      exploration_start (e, s, &e->now);
      reach (e, &e->now, &(struct world_link){ WORLD_NONE, 0, s });
    }
}

static void
watch (struct exploration *e, const struct pa_instance *instance,
       const process_id *players)
{
  uint32_t processes = e->model->pds->processes.count;
  assert (instance->automaton->threads.count <= processes);
  watching_init (&e->watching, e->model->pds, instance, e->arena);
  e->threads = arena_alloc (e->arena, processes * sizeof *e->threads);
  for (uint32_t p = 0; p < processes; p++)
    e->threads[p] = THREAD_NONE;
  for (uint32_t t = 0; t < e->watching.threads; t++)
    {
      assert (e->threads[players[t].index].index == THREAD_NONE.index);
      e->threads[players[t].index] = (thread_id){ t };
    }
  e->looks.watching = &e->watching;
  e->looks.threads = e->threads;
  e->steps = instance->automaton->steps.count;
  assert (e->steps > 0 && instance->automaton->together == 1);
}

void
exploration_init (struct exploration *e, struct data_model *model,
                  const struct pa_instance *instance, const process_id *players,
                  const struct process_filter *only, bool transactions,
                  struct arena *arena)
{
  uint32_t processes = model->pds->processes.count;
  memset (e, 0, sizeof *e);
  e->model = model;
  e->arena = arena;
  frames_init (&e->frames, model, arena);
  worlds_init (&e->worlds, model, arena);
  e->looks = (struct looks){ .model = model, .frames = &e->frames, .arena = arena };
  if (instance)
    watch (e, instance, players);
  protection_init (&e->protection, model, transactions, !instance, arena);
  sightings_init (&e->sightings, model, only, arena);
  e->base = world_new (&e->worlds, arena);
  e->now = world_new (&e->worlds, arena);
  e->mover = actor_new (&e->frames, arena);
  e->actors = arena_alloc (arena, processes * sizeof *e->actors);
  for (uint32_t p = 0; p < processes; p++)
    e->actors[p] = actor_new (&e->frames, arena);
  e->views = arena_calloc (arena, processes, sizeof *e->views);
  start (e);
}

/* ---- A step. ---- */

/* The mover is in the midst of an atomic block after the step of LOOK, iff; `now' says
   whether it was before. */
static bool
is_in_midst (const struct exploration *e, uint32_t process, const struct look *look)
{
  const struct look *ahead = &e->ahead;
  bool was = e->now.midst == process + 1;
  if (ahead->symbol == FRAMES_NOWHERE)
    return was && e->mover.below == FRAMES_WRONG;
  bool assumes = look->node->op == IR_ASSUME;
  bool is = was || (look->is_step && (look->atomic || assumes));
  return is && ahead->atomic && !ahead->blocked;
}

/* PROCESS, the mover, which LOOK is at, makes a step from `now'. */
static struct look_step
step_from_now (struct exploration *e, uint32_t process, const struct look *look,
               uint32_t choice)
{
  struct look_step step
    = looks_take (&e->looks, &e->now, process, &e->mover, look, choice);
  /* LOOK may be `ahead', which the next look overwrites. */
  struct look last
    = { .node = look->node, .is_step = look->is_step, .atomic = look->atomic };
  looks_at (&e->looks, &e->now, process, &e->mover, &e->ahead);
  e->now.midst = is_in_midst (e, process, &last) ? process + 1 : WORLD_NOBODY;
  return step;
}

static void
actor_copy (struct exploration *e, const struct actor *from)
{
  e->mover.symbol = from->symbol;
  e->mover.below = from->below;
  memcpy (e->mover.slots, from->slots, e->model->most_slots * sizeof *from->slots);
}

struct look_step
exploration_step (struct exploration *e, uint32_t process, uint32_t choice)
{
  world_copy (&e->worlds, &e->now, &e->base);
  actor_copy (e, &e->actors[process]);
  return step_from_now (e, process, &e->views[process], choice);
}

struct look_step
exploration_step_on (struct exploration *e, uint32_t process)
{
  assert (e->ahead.choices == 1);
  return step_from_now (e, process, &e->ahead, 0);
}

static void
view (struct exploration *e, uint32_t process)
{
  frames_load (&e->frames, e->base.stacks[process], &e->actors[process]);
  looks_at (&e->looks, &e->base, process, &e->actors[process], &e->views[process]);
}

void
exploration_load (struct exploration *e, world_id id)
{
  worlds_load (&e->worlds, id, &e->base);
  for (uint32_t p = 0; p < e->model->pds->processes.count; p++)
    view (e, p);
}

/* ---- Movers. ---- */

/* Is choice number CHOICE of LOOK an access to the automaton? */
static bool
accesses_automaton (const struct look *look, uint32_t choice)
{
  return look->watched
         && (choice == (uint32_t) look->loop || (look->watched & WATCHED_FORBIDDEN));
}

static bool
is_right_mover (struct exploration *e, uint32_t process, const struct look *look,
                uint32_t choice, uint8_t *relied)
{
  switch (look->kind)
    {
    case LOOK_RELEASE:
    case LOOK_FINISH:
    case LOOK_START: return false;
    case LOOK_ACQUIRE:
      if (look->lock != LOOK_NO_LOCK && e->model->atomic_lock[look->lock])
        return false;
      break;
    case LOOK_FREE:
    case LOOK_ACCESS:
    case LOOK_AWAIT: break;
    }
  return look->failed == IR_NO_CLAIM
         && protection_is_exclusive (&e->protection, &e->now, process, look,
                                     accesses_automaton (look, choice), relied);
}

/* Is what comes next a left mover, whatever it is? */
static bool
is_left_mover (struct exploration *e, uint32_t process, const struct look *look,
               uint8_t *relied)
{
  switch (look->kind)
    {
    case LOOK_ACQUIRE:
    case LOOK_AWAIT:
    case LOOK_START: return false;
    case LOOK_RELEASE:
      if (e->model->atomic_lock[look->lock])
        return false;
      break;
    case LOOK_FINISH:
      if (e->model->atomic_join)
        return false;
      break;
    case LOOK_FREE:
    case LOOK_ACCESS: break;
    }
  return !(look->atomic && look->is_step)
         && protection_is_exclusive (&e->protection, &e->now, process, look,
                                     look->watched != 0, relied);
}

/* Must the world in which PROCESS is at LOOK be stored, and all others have a turn? */
static bool
is_stop (struct exploration *e, const struct world *world, uint32_t process,
         const struct look *look, uint8_t *relied)
{
  uint32_t field;
  return look->symbol == FRAMES_NOWHERE || look->failed != IR_NO_CLAIM
         || (e->steps == 0
             && protection_is_broken (&e->protection, world, process, look, &field))
         || protection_is_meeting (&e->protection, world, process, look, relied);
}

/* The mover, at `ahead' in `now', is past its commit or in no transaction. */
static bool
is_past_commit (struct exploration *e, uint32_t process, uint8_t *relied)
{
  const struct look *ahead = &e->ahead;
  return ahead->symbol != FRAMES_NOWHERE && ahead->choices > 0
         && !e->model->control->is_break[ahead->symbol]
         && !is_stop (e, &e->now, process, ahead, relied)
         && is_left_mover (e, process, ahead, relied);
}

/* ---- Going on. ---- */

/* PROCESS goes from `now', where LOOK is at it, by CHOICE; then `now' says in which phase
   it is.  Adds to *RELIED. */
static void
advance (struct exploration *e, uint32_t process, const struct look *look,
         uint32_t choice, uint8_t *relied)
{
  struct world *now = &e->now;
  bool on = e->protection.on;
  assert (!now->runner || now->runner == process + 1);
  assert (!now->midst || now->midst == process + 1);
  bool was_inside = now->phase == WORLD_PAST || now->midst == process + 1;
  bool stays = now->phase == WORLD_BEFORE || !was_inside;
  bool right = on && stays && is_right_mover (e, process, look, choice, relied);
  bool writes = look->writes && look->touched.count > 0;
  uint32_t cell = writes ? look->touched.at[0] : 0;
  int64_t old = writes ? now->cells[cell] : 0;
  quota_spend (e->arena->quota, VISIT);
  e->counts.visited++;
  step_from_now (e, process, look, choice);
  if (writes)
    protection_note_write (&e->protection, now, process, cell, old);
  protection_note (&e->protection, now, process, &e->ahead);
  now->phase = WORLD_OUTSIDE;
  if (!on)
    ;
  else if (right
           && (now->midst == process + 1
               || !is_stop (e, now, process, &e->ahead, relied)))
    now->phase = WORLD_BEFORE;
  else if (now->midst == WORLD_NOBODY && is_past_commit (e, process, relied))
    now->phase = WORLD_PAST;
  now->runner = now->phase == WORLD_OUTSIDE ? WORLD_NOBODY : process + 1;
  assert (on || now->runner == WORLD_NOBODY);
}

/* Does PROCESS run alone in `now', with one thing to do? */
static bool
may_pass (struct exploration *e, uint32_t process, uint8_t *relied)
{
  const struct world *now = &e->now;
  return e->protection.on && (now->phase != WORLD_OUTSIDE || now->midst == process + 1)
         && e->ahead.choices == 1 && !(e->steps > 0 && now->done == e->steps)
         && !is_stop (e, now, process, &e->ahead, relied);
}

static void
note_limits (struct exploration *e, const struct look *look)
{
  e->cut |= look->cut;
  e->sampled |= look->sampled;
}

/* PROCESS makes choice number CHOICE in the world ID, which is `base', and goes on. */
static void
follow (struct exploration *e, world_id id, uint32_t process, uint32_t choice)
{
  uint8_t relied = 0;
  world_copy (&e->worlds, &e->now, &e->base);
  actor_copy (e, &e->actors[process]);
  advance (e, process, &e->views[process], choice, &relied);
  for (uint32_t i = 0; i < PASS_LIMIT && may_pass (e, process, &relied); i++)
    {
      note_limits (e, &e->ahead);
      advance (e, process, &e->ahead, 0, &relied);
    }
  e->worlds.relied.at[id.index] |= relied;
  note_limits (e, &e->ahead);
  /* A process that cannot go on before its commit could as well have waited. */
  if (e->now.phase == WORLD_BEFORE && e->ahead.choices == 0
      && e->now.midst == WORLD_NOBODY && !(e->steps > 0 && e->now.done == e->steps))
    return;
  e->now.stacks[process] = frames_store (&e->frames, &e->mover);
  reach (e, &e->now, &(struct world_link){ id, process, choice });
}

/* Worlds that relied on what is lost are visited again. */
static void
put_back (struct exploration *e)
{
  uint8_t lost = e->protection.lost;
  uint32_t before = e->again.count;
  if (!lost)
    return;
  e->protection.lost = 0;
  for (uint32_t w = 0; w < e->next; w++)
    if (e->worlds.relied.at[w] & lost)
      {
        e->worlds.relied.at[w] = 0;
        *vec_push (e->arena, &e->again) = (world_id){ w };
      }
  quota_work (e->arena->quota, e->next / 64 + 1);
  LOG (2, "%u worlds are visited again", (unsigned) (e->again.count - before));
  (void) before;
}

/* The processes that may run in `base': [begin, end). */
struct runners
{
  uint32_t begin, end;
};

/* Look at those who may run.  (Where a process has turned out not to be past its commit,
   the world before this one is visited again, and leads to one in which all may run.) */
static struct runners
find_runners (struct exploration *e)
{
  struct runners runners = { 0, e->model->pds->processes.count };
  uint32_t one = e->base.midst ? e->base.midst : e->base.runner;
  assert (one <= runners.end);
  if (one != WORLD_NOBODY)
    runners = (struct runners){ one - 1, one };
  for (uint32_t p = runners.begin; p < runners.end; p++)
    {
      view (e, p);
      protection_note (&e->protection, &e->base, p, &e->views[p]);
    }
  return runners;
}

/* What is wrong in `base', ID? */
static void
check (struct exploration *e, world_id id, struct runners runners)
{
  if (e->steps > 0)
    return;
  for (uint32_t p = runners.begin; p < runners.end; p++)
    {
      const struct look *look = &e->views[p];
      uint32_t field;
      if (look->failed != IR_NO_CLAIM)
        sightings_add (&e->sightings, &e->sightings.claims[look->failed], id, p);
      if (protection_is_broken (&e->protection, &e->base, p, look, &field))
        {
          sightings_add (&e->sightings, &e->sightings.exclusives[field], id, p);
          protection_break (&e->protection, field);
        }
    }
  if (e->base.midst == WORLD_NOBODY && e->base.phase == WORLD_OUTSIDE)
    sightings_check (&e->sightings, &e->base, id, e->views);
}

static void
visit (struct exploration *e, world_id id)
{
  quota_spend (e->arena->quota, VISIT);
  e->counts.visited++;
  assert (id.index < e->next);
  worlds_load (&e->worlds, id, &e->base);
  struct runners runners = find_runners (e);
  check (e, id, runners);
  for (uint32_t p = runners.begin; p < runners.end; p++)
    {
      note_limits (e, &e->views[p]);
      for (uint32_t c = 0; c < e->views[p].choices; c++)
        follow (e, id, p, c);
    }
  put_back (e);
}

bool
exploration_goes_on (struct exploration *e)
{
  if (e->again.count > 0)
    {
      visit (e, e->again.at[--e->again.count]);
      return true;
    }
  if (e->next == worlds_count (&e->worlds))
    return false;
  visit (e, (world_id){ e->next++ });
  return true;
}
