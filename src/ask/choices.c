/* choices.c -- see choices.h.
 *
 * Invariant: the first `taken' members of each class play threads before `thread', and no
 * others do.  Cost: a look at all classes whenever a process is chosen for a thread.
 */
#include <config.h>

#include "ask/choices.h"

#include <assert.h>

#include "base/log.h"
#include "ask/casting.h"
#include "phaseauto/common_locks.h"
#include "phaseauto/print_automaton.h"
#include "phaseauto/reduction.h"

#define NO_CLASS UINT32_MAX

static const struct pds_process *
process_of (const struct choices *c, process_id process)
{
  assert (process.index < c->groundwork->pds->processes.count);
  return &c->groundwork->pds->processes.at[process.index];
}

/* ---- Classes. ---- */

static bool
is_allowed (const struct choices *c, thread_id thread, process_id process)
{
  return thread.index >= c->options->only.filtered
         || c->options->only.allowed[thread.index][process.index];
}

/* May PROCESS play THREAD?  Of the two threads of a race it may play either one. */
static bool
may_play (const struct choices *c, thread_id thread, process_id process)
{
  if (c->query->kind != QUERY_RACE)
    return is_allowed (c, thread, process);
  assert (c->threads == 2);
  return is_allowed (c, (thread_id){ 0 }, process)
         || is_allowed (c, (thread_id){ 1 }, process);
}

/* Are P and Q alike?  They have one body. */
static bool
are_alike (const struct choices *c, process_id p, process_id q)
{
  assert (body_equal (process_of (c, p)->body, process_of (c, q)->body));
  for (thread_id t = { 0 }; t.index < c->threads; t.index++)
    if (is_allowed (c, t, p) != is_allowed (c, t, q))
      return false;
  return !c->numbered && life_cycles_alike (&c->groundwork->life_cycles, p, q);
}

/* The class of PROCESS.  Processes with one body follow each other, so only the last
   classes, those of that body, have to be searched. */
static struct process_class *
need_class (struct choices *c, process_id process)
{
  body_id body = process_of (c, process)->body;
  for (uint32_t k = c->classes.count; k > 0; k--)
    {
      struct process_class *class = &c->classes.at[k - 1];
      if (!body_equal (class->body, body))
        break;
      quota_tick (c->arena->quota);
      if (are_alike (c, class->members.at[0], process))
        return class;
    }
  struct process_class *class = vec_push (c->arena, &c->classes);
  *class = (struct process_class){ .body = body };
  return class;
}

static void
list_classes (struct choices *c)
{
  uint32_t count = c->groundwork->pds->processes.count;
  for (process_id p = { 0 }; p.index < count; p.index++)
    {
      struct process_class *class = need_class (c, p);
      *vec_push (c->arena, &class->members) = p;
    }
}

/* ---- Candidates. ---- */

/* May facts from one pass over the model (doc/theory-reductions.md, 5l and 5m) spare the
   engine this question?  Not a referee, which has to find out by itself. */
static bool
looks_ahead (const struct choices *c, uint32_t reductions)
{
  const struct engine *engine = c->options->engine;
  return !(engine && (engine->abilities & ENGINE_REFEREE))
         && (c->options->reductions & reductions) == reductions;
}

/* Units say nothing about races, whose steps belong to no unit. */
static bool
looks_at_units (const struct choices *c)
{
  return c->query->kind == QUERY_PATTERN && looks_ahead (c, REDUCTION_UNITS);
}

static const struct pa_role *
role_of (const struct choices *c, uint32_t factor, thread_id thread)
{
  assert (factor < c->factored->factors.list.count && thread.index < c->threads);
  return &c->factored->roles[factor * c->threads + thread.index];
}

/* Can a process with BODY make all steps of THREAD, each by itself, and those of one unit
   within one unit? */
static bool
can_play (const struct choices *c, body_id body, uint32_t factor, thread_id thread)
{
  const struct watch *watch = &c->watches[factor][thread.index];
  uint64_t own = ~watch->foreign & (((uint64_t) 1 << watch->steps) - 1);
  const struct survey_body *actions = &c->groundwork->survey.body[body.index];
  assert (actions->known);
  for (uint32_t i = 0; i < watch->count && own; i++)
    if ((watch->entries[i].class.step & own)
        && survey_find_action (actions, watch->entries[i].action))
      own &= ~watch->entries[i].class.step;
  if (own)
    return false;
  if (!looks_at_units (c))
    return true;
  return units_allow (&c->groundwork->units, body, role_of (c, factor, thread),
                      c->query->fields);
}

/* Mark the classes that can play THREAD in one of the factors; false if none can. */
static bool
mark_candidates (struct choices *c, thread_id thread)
{
  bool some = false;
  for (uint32_t f = 0; f < c->factored->factors.list.count; f++)
    {
      watch_init (&c->watches[f][thread.index], &c->groundwork->index,
                  role_of (c, f, thread), c->query->fields, c->query->set, c->arena);
      for (uint32_t k = 0; k < c->classes.count; k++)
        {
          const struct process_class *class = &c->classes.at[k];
          bool *candidate = &c->candidate[thread.index * c->classes.count + k];
          *candidate |= may_play (c, thread, class->members.at[0])
                        && can_play (c, class->body, f, thread);
          some |= *candidate;
        }
    }
  if (!some)
    LOG (1, "no process can make all steps of thread %s, so no engine is asked",
         pa_thread_name (c->query->automaton, thread));
  return some;
}

static bool
find_candidates (struct choices *c)
{
  if (looks_at_units (c))
    groundwork_need_units (c->groundwork, c->arena);
  uint32_t factors = c->factored->factors.list.count;
  c->watches = arena_calloc (c->arena, factors, sizeof *c->watches);
  c->candidate = arena_calloc (c->arena, (size_t) c->threads * c->classes.count + 1,
                               sizeof *c->candidate);
  for (uint32_t f = 0; f < factors; f++)
    c->watches[f] = arena_alloc (c->arena, c->threads * sizeof **c->watches);
  for (thread_id t = { 0 }; t.index < c->threads; t.index++)
    if (!mark_candidates (c, t))
      return false;
  return true;
}

void
choices_init (struct choices *choices, struct groundwork *groundwork,
              const struct decide_options *options, const struct query *query,
              bool numbered, struct arena *arena)
{
  uint32_t threads = query->automaton->threads.count;
  assert (threads > 0 && threads <= 64);
  *choices = (struct choices){ .groundwork = groundwork,
                               .options = options,
                               .query = query,
                               .numbered = numbered,
                               .arena = arena,
                               .threads = threads };
  choices->factored = groundwork_automaton (groundwork, query->automaton);
  choices->factor = choices->factored->factors.list.count;
  choices->chosen = arena_alloc (arena, threads * sizeof *choices->chosen);
  choices->processes = arena_alloc (arena, threads * sizeof *choices->processes);
  choices->after = arena_alloc (arena, threads * sizeof *choices->after);
  choices->after[0] = -1;
  list_classes (choices);
  LOG (2, "classes of processes that are alike: %u; processes: %u",
       (unsigned) choices->classes.count, (unsigned) groundwork->pds->processes.count);
  if (query->kind == QUERY_RACE)
    choices->held = arena_calloc (arena,
                                  (size_t) choices->factored->factors.list.count * threads
                                      * choices->classes.count
                                    + 1,
                                  sizeof *choices->held);
  choices->some = find_candidates (choices);
}

/* ---- One after the other. ---- */

/* The class with the smallest free process above AFTER that is a candidate for
   THREAD, or NO_CLASS. */
static uint32_t
next_class (const struct choices *c, thread_id thread, int64_t after)
{
  uint32_t best = NO_CLASS;
  int64_t best_process = INT64_MAX;
  assert (thread.index < c->threads && after >= -1);
  for (uint32_t k = 0; k < c->classes.count; k++)
    {
      const struct process_class *class = &c->classes.at[k];
      if (!c->candidate[thread.index * c->classes.count + k]
          || class->taken == class->members.count)
        continue;
      int64_t process = class->members.at[class->taken].index;
      if (process > after && process < best_process)
        {
          best = k;
          best_process = process;
        }
    }
  return best;
}

/* Undo the last choice: its process is free again. */
static void
step_back (struct choices *c)
{
  assert (c->thread.index > 0);
  struct process_class *class = &c->classes.at[c->chosen[--c->thread.index]];
  assert (class->taken > 0);
  class->taken--;
}

/* Go to the next choice of a process for each thread: depth first, in thread order. */
static bool
next_choice (struct choices *c)
{
  if (c->thread.index == c->threads)
    step_back (c);
  while (c->thread.index < c->threads)
    {
      uint32_t t = c->thread.index;
      uint32_t k = next_class (c, c->thread, c->after[t]);
      if (k == NO_CLASS && t == 0)
        return false;
      if (k == NO_CLASS)
        {
          step_back (c);
          continue;
        }
      struct process_class *class = &c->classes.at[k];
      assert (class->taken < class->members.count);
      c->chosen[t] = k;
      c->processes[t] = class->members.at[class->taken++];
      c->after[t] = c->processes[t].index;
      if (++c->thread.index < c->threads)
        c->after[t + 1] = -1;
    }
  return true;
}

static struct pa_instance
instance_of (const struct choices *c, uint32_t factor)
{
  return (struct pa_instance){ &c->factored->factors.list.at[factor], c->query->fields,
                               c->query->set, c->groundwork->pds->idsets };
}

/* The casting of the chosen processes. */
static struct casting
casting_of (const struct choices *c, uint32_t factor, const struct pa_instance *instance)
{
  assert (c->thread.index == c->threads);
  return (struct casting){ c->groundwork, c->options, instance, c->processes,
                           c->watches[factor] };
}

/* Do two of the chosen processes need one lock at once?  FOUND: null, or which. */
static bool
is_excluded (const struct choices *c, uint32_t factor, struct common_lock *found)
{
  struct pa_instance instance = instance_of (c, factor);
  struct casting casting = casting_of (c, factor, &instance);
  struct participant *participants = casting_list (&casting, c->threads, c->arena);
  struct common_thread *threads = arena_alloc (c->arena, c->threads * sizeof *threads);
  for (thread_id t = { 0 }; t.index < c->threads; t.index++)
    threads[t.index]
      = (struct common_thread){ &participants[t.index], role_of (c, factor, t) };
  return found ? common_lock_exists (&c->groundwork->units, threads, c->threads,
                                     c->query->fields, c->arena, found)
               : common_locks_exclude (&c->groundwork->units, threads, c->threads,
                                       c->query->fields, c->arena);
}

bool
choices_find_lock (const struct choices *choices, struct common_lock *found)
{
  assert (choices->groundwork->units.survey && found);
  return is_excluded (choices, choices_factor (choices), found);
}

static void
log_choice (const struct choices *c, uint32_t factor)
{
  if (!LOGS (1))
    return;
  const char *cast = "";
  for (uint32_t t = 0; t < c->threads; t++)
    cast = arena_format (c->arena, "%s%sthread %s is played by %s", cast, t ? ", " : "",
                         pa_thread_name (c->query->automaton, (thread_id){ t }),
                         process_of (c, c->processes[t])->name);
  LOG (1, "a choice of processes: %s", cast);
  if (c->factored->factors.list.count > 1)
    LOG (1, "accesses as reads and writes: variant %u of %u of the pattern",
         (unsigned) factor + 1, (unsigned) c->factored->factors.list.count);
}

/* ---- Races. ---- */

/* Is this the race of two writes that is also listed with the processes swapped? */
static bool
is_mirrored (const struct choices *c, uint32_t factor)
{
  if (c->query->kind != QUERY_RACE)
    return false;
  const struct pa_step *steps = c->factored->factors.list.at[factor].steps.at;
  assert (steps[0].kind == PA_WRITES && steps[1].kind != PA_ACCESSES);
  return steps[0].kind == steps[1].kind && c->processes[0].index > c->processes[1].index;
}

/* Do the processes chosen include those that -P names? */
static bool
has_named (const struct choices *c)
{
  uint32_t names
    = c->options->only.filtered < c->threads ? c->options->only.filtered : c->threads;
  return process_filter_include (&c->options->only, names, c->processes, c->threads,
                                 c->groundwork->pds->processes.count);
}

/* The different sets of locks held where BODY can make the step of THREAD. */
static const struct held_sets *
find_held (const struct choices *c, uint32_t factor, thread_id thread, uint32_t class)
{
  const struct survey *survey = &c->groundwork->survey;
  const struct survey_body *body = &survey->body[c->classes.at[class].body.index];
  const struct watch *watch = &c->watches[factor][thread.index];
  struct held_sets *found
    = &c->held[(factor * c->threads + thread.index) * c->classes.count + class];
  assert (watch->steps == 1);
  if (found->known)
    return found;
  assert (c->query->kind == QUERY_RACE && body->known);
  struct pairmap seen;
  pairmap_init (&seen, c->arena);
  for (uint32_t i = 0; i < watch->count; i++)
    {
      const struct survey_action *action
        = survey_find_action (body, watch->entries[i].action);
      for (uint32_t k = 0; action && k < action->count; k++)
        {
          idset held = survey->held[body->places[action->first + k].index];
          if (pairmap_number (&seen, held.index, 0) == found->sets.count)
            *vec_push (c->arena, &found->sets) = held;
        }
    }
  found->known = true;
  return found;
}

/* Is there a place for each thread such that no lock is held at both?  At a place a
   process holds the same locks whichever way it came (survey.h), so all other pairs of
   places exclude each other. */
static bool
can_meet (const struct choices *c, uint32_t factor)
{
  const struct idsets *idsets = c->groundwork->pds->idsets;
  assert (c->threads == 2);
  const struct held_sets *u = find_held (c, factor, (thread_id){ 0 }, c->chosen[0]);
  const struct held_sets *v = find_held (c, factor, (thread_id){ 1 }, c->chosen[1]);
  for (uint32_t i = 0; i < u->sets.count; i++)
    for (uint32_t k = 0; k < v->sets.count; k++)
      if (!idset_meets (idsets, u->sets.at[i], v->sets.at[k]))
        return true;
  return false;
}

/* Can the chosen processes make the steps of FACTOR, as far as one pass can tell? */
static bool
is_worth_asking (const struct choices *c, uint32_t factor, struct statistics *counts)
{
  for (thread_id t = { 0 }; t.index < c->threads; t.index++)
    if (!can_play (c, c->classes.at[c->chosen[t.index]].body, factor, t))
      return false;
  if (is_mirrored (c, factor) || (c->query->kind == QUERY_RACE && !has_named (c)))
    return false;
  counts->choices++;
  quota_check (c->arena->quota);
  log_choice (c, factor);
  if (c->query->kind == QUERY_RACE && looks_ahead (c, REDUCTION_HELD_LOCKS)
      && !can_meet (c, factor))
    {
      LOG (1, "wherever they could meet, both hold one lock, so no engine is asked");
      return false;
    }
  bool excluded = looks_at_units (c) && looks_ahead (c, REDUCTION_COMMON_LOCKS)
                  && is_excluded (c, factor, NULL);
  if (excluded)
    LOG (1, "two of them would need one lock at the same time, so no engine is asked");
  return !excluded;
}

bool
choices_next (struct choices *choices, struct statistics *counts)
{
  uint32_t factors = choices->factored->factors.list.count;
  while (choices->some)
    {
      assert (choices->factor <= factors);
      while (choices->factor < factors)
        if (is_worth_asking (choices, choices->factor++, counts))
          return true;
      choices->factor = 0;
      choices->some = next_choice (choices);
    }
  return false;
}

uint32_t
choices_factor (const struct choices *choices)
{
  assert (choices->some && choices->factor > 0);
  return choices->factor - 1;
}

/* ---- The question. ---- */

void
choices_ask (const struct choices *choices, struct question *question)
{
  uint32_t factor = choices_factor (choices);
  struct pa_instance *instance = arena_alloc (choices->arena, sizeof *instance);
  *instance = instance_of (choices, factor);
  struct casting casting = casting_of (choices, factor, instance);
  casting_ask (&casting, question, choices->arena);
}
