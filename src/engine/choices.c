/* choices.c -- see choices.h. */
#include <config.h>

#include "engine/choices.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "phaseauto/common_locks.h"
#include "phaseauto/reduction.h"

/* ---- Classes. ---- */

static bool
is_allowed (const struct choices *c, uint32_t thread, process_id process)
{
  return thread >= c->options->filtered || c->options->allowed[thread][process.index];
}

static bool
are_alike (const struct choices *c, process_id p, process_id q)
{
  const struct pds *pds = c->groundwork->pds;
  if (!body_equal (pds->processes.at[p.index].body, pds->processes.at[q.index].body))
    return false;
  for (uint32_t t = 0; t < c->threads; t++)
    if (is_allowed (c, t, p) != is_allowed (c, t, q))
      return false;
  return true;
}

/* Processes with one body stand together, so a class is found by looking back
   at the classes of that body only. */
static void
list_classes (struct choices *c)
{
  const struct pds *pds = c->groundwork->pds;
  uint32_t count = pds->processes.count;
  uint32_t *class_of = arena_alloc (c->arena, count * sizeof *class_of + 1);
  VEC (struct process_class) classes = VEC_EMPTY;
  for (process_id p = { 0 }; p.index < count; p.index++)
    {
      body_id body = pds->processes.at[p.index].body;
      uint32_t k = classes.count;
      while (k > 0 && body_equal (classes.at[k - 1].body, body)
             && !are_alike (c, classes.at[k - 1].first, p))
        k--;
      if (k == 0 || !body_equal (classes.at[k - 1].body, body))
        {
          *vec_push (c->arena, &classes) = (struct process_class){ .body = body, .first = p };
          k = classes.count;
        }
      class_of[p.index] = k - 1;
      classes.at[k - 1].count++;
    }
  for (uint32_t k = 0; k < classes.count; k++)
    {
      process_id *members
        = arena_alloc (c->arena, classes.at[k].count * sizeof *members);
      uint32_t used = 0;
      for (process_id p = classes.at[k].first; used < classes.at[k].count; p.index++)
        if (class_of[p.index] == k)
          members[used++] = p;
      classes.at[k].processes = members;
    }
  c->classes = classes.at;
  c->class_count = classes.count;
}

/* ---- Candidates. ---- */

/* May what one pass over the model knows (doc/theory.md, 5m and 5n) spare the
   engine?  A referee finds out for itself. */
static bool
looks_ahead (const struct choices *c, uint32_t reductions)
{
  const struct engine *engine = c->options->engine;
  return !(engine && (engine->abilities & ENGINE_REFEREE))
         && (c->options->reductions & reductions) == reductions;
}

static const struct pa_role *
role_of (const struct choices *c, uint32_t f, uint32_t thread)
{
  return &c->factored->roles[f * c->threads + thread];
}

/* Can a process with BODY make all own steps of the thread, one by one, and
   those that belong to one unit in one? */
static bool
can_play (const struct choices *c, body_id body, uint32_t f, uint32_t thread)
{
  const struct watch *watch = &c->watches[f][thread];
  uint64_t own = ~watch->foreign & (((uint64_t) 1 << watch->steps) - 1);
  const struct survey_body *actions = &c->groundwork->survey.body[body.index];
  for (uint32_t i = 0; i < watch->count && own; i++)
    if ((watch->entries[i].class.step & own)
        && survey_find_action (actions, watch->entries[i].action))
      own &= ~watch->entries[i].class.step;
  if (own)
    return false;
  if (!looks_ahead (c, REDUCTION_UNITS))
    return true;
  return units_allow (&c->groundwork->units, body, role_of (c, f, thread),
                      c->query->fields);
}

/* Mark the classes that can play THREAD in one of the factors; false if none can. */
static bool
mark_candidates (struct choices *c, uint32_t thread)
{
  bool some = false;
  for (uint32_t f = 0; f < c->factored->factors.list.count; f++)
    {
      watch_init (&c->watches[f][thread], &c->groundwork->index,
                  &c->factored->roles[f * c->threads + thread], c->query->fields,
                  c->query->set, c->arena);
      for (uint32_t k = 0; k < c->class_count; k++)
        {
          bool *candidate = &c->candidate[thread * c->class_count + k];
          *candidate |= is_allowed (c, thread, c->classes[k].first)
                        && can_play (c, c->classes[k].body, f, thread);
          some |= *candidate;
        }
    }
  return some;
}

static bool
find_candidates (struct choices *c)
{
  if (looks_ahead (c, REDUCTION_UNITS))
    groundwork_need_units (c->groundwork, c->arena);
  uint32_t factors = c->factored->factors.list.count;
  c->watches = arena_calloc (c->arena, factors, sizeof *c->watches);
  c->candidate = arena_calloc (c->arena, (size_t) c->threads * c->class_count + 1,
                               sizeof *c->candidate);
  for (uint32_t f = 0; f < factors; f++)
    c->watches[f] = arena_alloc (c->arena, c->threads * sizeof **c->watches);
  for (uint32_t t = 0; t < c->threads; t++)
    if (!mark_candidates (c, t))
      return false;
  return true;
}

void
choices_init (struct choices *choices, struct groundwork *groundwork,
              const struct decide_options *options, const struct query *query,
              struct arena *arena)
{
  uint32_t threads = query->automaton->threads.count;
  assert (threads > 0);
  *choices = (struct choices){ .groundwork = groundwork, .options = options,
                               .query = query, .arena = arena, .threads = threads };
  choices->factored = groundwork_automaton (groundwork, query->automaton);
  choices->factor = choices->factored->factors.list.count;
  choices->chosen = arena_alloc (arena, threads * sizeof *choices->chosen);
  choices->processes = arena_alloc (arena, threads * sizeof *choices->processes);
  choices->after = arena_alloc (arena, threads * sizeof *choices->after);
  choices->after[0] = -1;
  list_classes (choices);
  choices->some = find_candidates (choices);
  LOG (1, "%u processes in %u classes; %s", (unsigned) groundwork->pds->processes.count,
       (unsigned) choices->class_count,
       choices->some ? "each thread has somebody who can make its steps"
                     : "nobody can make all steps of some thread: safe");
}

/* ---- One after the other. ---- */

/* The class with the smallest free process above AFTER that is a candidate for
   THREAD, or UINT32_MAX. */
static uint32_t
next_class (const struct choices *c, uint32_t thread, int64_t after)
{
  uint32_t best = UINT32_MAX;
  int64_t best_process = INT64_MAX;
  for (uint32_t k = 0; k < c->class_count; k++)
    {
      const struct process_class *class = &c->classes[k];
      if (!c->candidate[thread * c->class_count + k] || class->taken == class->count)
        continue;
      int64_t process = class->processes[class->taken].index;
      if (process > after && process < best_process)
        {
          best = k;
          best_process = process;
        }
    }
  return best;
}

/* The process chosen last is free again. */
static void
step_back (struct choices *c)
{
  assert (c->thread > 0);
  struct process_class *class = &c->classes[c->chosen[--c->thread]];
  assert (class->taken > 0);
  class->taken--;
}

/* Go to the next choice of a process for each thread: depth first, threads in
   their order. */
static bool
next_choice (struct choices *c)
{
  if (c->thread == c->threads)
    step_back (c);
  while (c->thread < c->threads)
    {
      uint32_t k = next_class (c, c->thread, c->after[c->thread]);
      if (k == UINT32_MAX)
        {
          if (c->thread == 0)
            return false;
          step_back (c);
          continue;
        }
      struct process_class *class = &c->classes[k];
      c->chosen[c->thread] = k;
      c->processes[c->thread] = class->processes[class->taken++];
      c->after[c->thread] = c->processes[c->thread].index;
      if (++c->thread < c->threads)
        c->after[c->thread] = -1;
    }
  return true;
}

/* The processes chosen as participants, with room for COUNT. */
static struct participant *
list_threads (const struct choices *c, uint32_t f, uint32_t count)
{
  struct participant *participants
    = arena_alloc (c->arena, count * sizeof *participants);
  for (uint32_t t = 0; t < c->threads; t++)
    {
      const struct pds_process *process
        = &c->groundwork->pds->processes.at[c->processes[t].index];
      participants[t] = (struct participant){ process->body, process->entry,
                                              &c->watches[f][t] };
    }
  return participants;
}

/* Do two of the processes chosen need one lock at the same time? */
static bool
is_excluded (const struct choices *c, uint32_t f)
{
  struct participant *participants = list_threads (c, f, c->threads);
  struct common_thread *threads = arena_alloc (c->arena, c->threads * sizeof *threads);
  for (uint32_t t = 0; t < c->threads; t++)
    threads[t] = (struct common_thread){ &participants[t], role_of (c, f, t) };
  return common_lock_exists (&c->groundwork->units, threads, c->threads,
                             c->query->fields, c->arena);
}

static void
log_choice (const struct choices *c, uint32_t f)
{
  if (!LOGS (1))
    return;
  char text[400] = "";
  for (uint32_t t = 0; t < c->threads; t++)
    {
      size_t used = strlen (text);
      snprintf (text + used, sizeof text - used, "%s%s = %s", t ? ", " : "",
                c->query->automaton->threads.at[t].name,
                c->groundwork->pds->processes.at[c->processes[t].index].name);
    }
  LOG (1, "choice of processes: %s; factor %u of %u", text, (unsigned) f + 1,
       (unsigned) c->factored->factors.list.count);
}

/* Can the processes chosen make the steps of factor F, as far as one pass over the
   model can tell? */
static bool
is_worth_asking (const struct choices *c, uint32_t f, struct verdict_counts *counts)
{
  for (uint32_t t = 0; t < c->threads; t++)
    if (!can_play (c, c->classes[c->chosen[t]].body, f, t))
      return false;
  counts->choices++;
  quota_check (c->arena->quota);
  log_choice (c, f);
  bool excluded
    = looks_ahead (c, REDUCTION_UNITS | REDUCTION_COMMON_LOCKS) && is_excluded (c, f);
  if (excluded)
    LOG (1, "two of them would need one lock at the same time: no engine is asked");
  return !excluded;
}

bool
choices_next (struct choices *choices, struct verdict_counts *counts)
{
  uint32_t factors = choices->factored->factors.list.count;
  assert (choices->factor <= factors);
  while (choices->some)
    {
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

/* The processes that play no thread take part, too. */
static void
add_bystanders (const struct choices *c, struct participant *participants,
                process_id *processes, uint32_t steps)
{
  const struct pds *pds = c->groundwork->pds;
  struct watch *watch = arena_alloc (c->arena, sizeof *watch);
  watch_init_bystander (watch, steps);
  uint32_t used = c->threads;
  for (process_id p = { 0 }; p.index < pds->processes.count; p.index++)
    {
      bool plays = false;
      for (uint32_t t = 0; t < c->threads; t++)
        plays |= process_equal (c->processes[t], p);
      if (plays)
        continue;
      const struct pds_process *process = &pds->processes.at[p.index];
      participants[used] = (struct participant){ process->body, process->entry, watch };
      processes[used++] = p;
    }
  assert (used == pds->processes.count);
}

/* Processes with more symbols are large (engine.h). */
#define LARGE 512

void
choices_ask (const struct choices *choices, struct question *question)
{
  struct groundwork *groundwork = choices->groundwork;
  const struct decide_options *options = choices->options;
  uint32_t f = choices_factor (choices);
  bool active = options->reductions & REDUCTION_ACTIVE;
  uint32_t count = active ? choices->threads : groundwork->pds->processes.count;
  uint32_t steps = choices->watches[f][0].steps;
  struct participant *participants = list_threads (choices, f, count);
  process_id *processes = arena_alloc (choices->arena, count * sizeof *processes);
  memcpy (processes, choices->processes, choices->threads * sizeof *processes);
  if (!active)
    add_bystanders (choices, participants, processes, steps);
  struct pa_instance *instance = arena_alloc (choices->arena, sizeof *instance);
  *instance = (struct pa_instance){ &choices->factored->factors.list.at[f],
                                    choices->query->fields, choices->query->set,
                                    groundwork->pds->idsets };
  *question = (struct question){ .survey = &groundwork->survey, .instance = instance,
                                 .steps = steps, .participants = participants,
                                 .processes = processes, .threads = choices->threads,
                                 .count = count, .reductions = options->reductions,
                                 .large = options->large ? options->large : LARGE,
                                 .explain = options->witness };
}
