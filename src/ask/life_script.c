/* life_script.c -- see life_script.h. */
#include <config.h>

#include "ask/life_script.h"

#include <assert.h>
#include <string.h>

struct writer
{
  const struct life_script *script;
  struct idsets *idsets;
  struct arena *arena;
  struct pa_automaton *to;
  uint32_t *thread;   /* by member: its thread, or UINT32_MAX */
  uint32_t *member;   /* by thread */
  uint32_t *position; /* by step of the plain automaton: its place, from 1 */
  uint32_t *begin;    /* by member: the place of its start; 0: it is awake */
  uint32_t *end;      /* by member: the place of its end; 0: it does not end */
};

/* Make the members that act threads, those of the plain automaton first. */
static void
write_threads (struct writer *w)
{
  const struct life_script *script = w->script;
  for (uint32_t i = 0; i < script->members.count; i++)
    {
      bool acts = i < script->threads;
      for (uint32_t k = 0; k < script->items.count && !acts; k++)
        acts = script->items.at[k].kind != ITEM_STEP && script->items.at[k].member == i;
      w->thread[i] = UINT32_MAX;
      if (!acts)
        continue;
      w->thread[i] = w->to->threads.count;
      w->member[w->to->threads.count] = i;
      *vec_push (w->arena, &w->to->threads)
        = (struct pa_symbol){ life_script_process (script, i)->name, { 0, 0 } };
    }
}

static void
write_steps (struct writer *w)
{
  const struct life_script *script = w->script;
  const struct pa_automaton *plain = script->plain;
  uint32_t made = 0, phases = pa_phases (plain);
  for (uint32_t k = 0; k < script->items.count; k++)
    {
      const struct item *item = &script->items.at[k];
      uint32_t count
        = item->kind == ITEM_STEP && made + 1 == phases ? plain->together : 1;
      for (uint32_t i = 0; item->kind == ITEM_STEP && i < count; i++)
        {
          *vec_push (w->arena, &w->to->steps) = plain->steps.at[made];
          w->position[made++] = w->to->steps.count;
        }
      if (item->kind == ITEM_STEP)
        continue;
      assert (w->thread[item->member] < w->to->threads.count);
      bool start = item->kind == ITEM_START;
      *vec_push (w->arena, &w->to->steps)
        = (struct pa_step){ .thread = { w->thread[item->member] },
                            .kind = start ? PA_STARTS : PA_FINISHES,
                            .processes = item->processes };
      for (uint32_t i = 0; start && i < script->members.count; i++)
        if (idset_has (w->idsets, item->processes, script->members.at[i].process.index))
          w->begin[i] = w->to->steps.count;
      if (!start)
        w->end[item->member] = w->to->steps.count;
    }
  assert (made == plain->steps.count);
}

static void
write_clause (struct writer *w, struct pa_clause clause)
{
  if (clause.from < clause.to
      && (clause.kind == PA_SLEEPS || !idset_is_empty (clause.processes)))
    *vec_push (w->arena, &w->to->clauses) = clause;
}

/* The processes that some process joins and that do not end in this script. */
static idset
endless (const struct writer *w)
{
  const struct life_script *script = w->script;
  const struct life_cycles *cycles = script->cycles;
  idset joined = IDSET_EMPTY;
  for (uint32_t k = 0; !script->outside_free && k < cycles->orders.count; k++)
    if (!cycles->orders.at[k].starts)
      joined = idset_union (w->idsets, joined, cycles->orders.at[k].processes);
  for (uint32_t i = 0; i < script->members.count; i++)
    {
      idset one = idset_add (w->idsets, IDSET_EMPTY, script->members.at[i].process.index);
      joined = w->end[i] ? idset_minus (w->idsets, joined, one)
                         : idset_union (w->idsets, joined, one);
    }
  return joined;
}

static void
write_clauses (struct writer *w)
{
  const struct life_script *script = w->script;
  const struct pa_automaton *plain = script->plain;
  uint32_t last = w->to->steps.count;
  for (uint32_t i = 0; i < plain->clauses.count; i++)
    {
      struct pa_clause clause = plain->clauses.at[i];
      assert (clause.from >= 1 && clause.from <= clause.to);
      clause.from = w->position[clause.from - 1];
      clause.to = w->position[clause.to - 1];
      assert (clause.from <= clause.to && clause.to <= last);
      *vec_push (w->arena, &w->to->clauses) = clause;
    }
  idset never = endless (w);
  for (uint32_t t = 0; t < w->to->threads.count; t++)
    {
      struct pa_clause clause = { .thread = { t }, .from = 0 };
      clause.kind = PA_SLEEPS;
      clause.to = w->begin[w->member[t]];
      write_clause (w, clause);
      clause.kind = PA_NO_START;
      clause.processes = script->tracked;
      clause.to = last;
      write_clause (w, clause);
      clause.kind = PA_NO_JOIN;
      clause.processes = never;
      write_clause (w, clause);
      for (uint32_t i = 0; i < script->members.count; i++)
        {
          clause.processes
            = idset_add (w->idsets, IDSET_EMPTY, script->members.at[i].process.index);
          clause.to = w->end[i];
          write_clause (w, clause);
        }
    }
}

struct pa_automaton *
life_script_automaton (const struct life_script *script, uint32_t *member,
                       struct arena *arena)
{
  size_t members = script->members.count;
  assert (script->threads > 0 && script->threads <= members);
  struct writer w = { .script = script,
                      .idsets = script->cycles->pds->idsets,
                      .arena = arena,
                      .to = arena_alloc (arena, sizeof *w.to),
                      .member = member };
  w.thread = arena_alloc (arena, members * sizeof *w.thread);
  w.begin = arena_calloc (arena, members, sizeof *w.begin);
  w.end = arena_calloc (arena, members, sizeof *w.end);
  w.position = arena_alloc (arena, script->plain->steps.count * sizeof *w.position);
  *w.to = *script->plain;
  memset (&w.to->threads, 0, sizeof w.to->threads);
  memset (&w.to->steps, 0, sizeof w.to->steps);
  memset (&w.to->clauses, 0, sizeof w.to->clauses);
  write_threads (&w);
  write_steps (&w);
  write_clauses (&w);
#ifdef EXPENSIVE_CHECKS
  pa_check (w.to);
#endif
  return w.to;
}
