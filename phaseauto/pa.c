/* pa.c -- see pa.h. */
#include <config.h>

#include "phaseauto/pa.h"

#include <assert.h>
#include <string.h>

bool
pa_kind_is_access (enum pa_kind kind)
{
  return kind == PA_READS || kind == PA_WRITES || kind == PA_ACCESSES;
}

const char *
pa_kind_word (enum pa_kind kind)
{
  static const char *const words[]
    = { "reads", "writes", "accesses", "begins", "ends" };
  assert ((size_t) kind < sizeof words / sizeof *words);
  return words[kind];
}

uint32_t
pa_state_count (const struct pa_automaton *automaton)
{
  return automaton->steps.count + 1;
}

bool
pa_clause_holds (const struct pa_clause *clause, uint32_t state)
{
  assert (0 < clause->from && clause->from < clause->to);
  return clause->from <= state && state < clause->to;
}

static bool
steps_equal (const struct pa_step *a, const struct pa_step *b)
{
  return thread_equal (a->thread, b->thread) && a->kind == b->kind
         && a->in_unit == b->in_unit
         && (!pa_kind_is_access (a->kind)
             || parameter_equal (a->parameter, b->parameter));
}

static bool
clauses_equal (const struct pa_clause *a, const struct pa_clause *b)
{
  return a->kind == b->kind && thread_equal (a->thread, b->thread)
         && a->from == b->from && a->to == b->to
         && (a->kind == PA_STAYS
             || (a->access == b->access && parameter_equal (a->parameter, b->parameter)));
}

bool
pa_equal (const struct pa_automaton *a, const struct pa_automaton *b)
{
  if (strcmp (a->name, b->name) != 0 || a->numbered != b->numbered
      || (a->title == NULL) != (b->title == NULL)
      || (a->title && strcmp (a->title, b->title) != 0)
      || a->parameters.count != b->parameters.count
      || a->threads.count != b->threads.count || a->steps.count != b->steps.count
      || a->clauses.count != b->clauses.count)
    return false;
  for (uint32_t i = 0; i < a->parameters.count; i++)
    if (strcmp (a->parameters.at[i].name, b->parameters.at[i].name) != 0)
      return false;
  for (uint32_t i = 0; i < a->threads.count; i++)
    if (strcmp (a->threads.at[i].name, b->threads.at[i].name) != 0)
      return false;
  for (uint32_t i = 0; i < a->steps.count; i++)
    if (!steps_equal (&a->steps.at[i], &b->steps.at[i]))
      return false;
  for (uint32_t i = 0; i < a->clauses.count; i++)
    if (!clauses_equal (&a->clauses.at[i], &b->clauses.at[i]))
      return false;
  return true;
}

void
pa_check (const struct pa_automaton *automaton)
{
  const struct pa_automaton *a = automaton;
  assert (a->name && *a->name);
  assert (0 < a->parameters.count && a->parameters.count <= PA_SIZE_LIMIT);
  assert (0 < a->threads.count && a->threads.count <= PA_SIZE_LIMIT);
  assert (0 < a->steps.count && a->steps.count <= PA_SIZE_LIMIT);
  for (uint32_t i = 0; i < a->steps.count; i++)
    {
      const struct pa_step *step = &a->steps.at[i];
      assert (step->thread.index < a->threads.count);
      assert (!pa_kind_is_access (step->kind)
              || step->parameter.index < a->parameters.count);
      assert (pa_kind_is_access (step->kind) || !step->in_unit);
      assert (!a->origin || step->kind != PA_ACCESSES);
      (void) step;
    }
  for (uint32_t i = 0; i < a->clauses.count; i++)
    {
      const struct pa_clause *clause = &a->clauses.at[i];
      assert (clause->thread.index < a->threads.count);
      assert (0 < clause->from && clause->from < clause->to);
      assert (clause->to <= a->steps.count);
      assert (clause->kind == PA_STAYS || pa_kind_is_access (clause->access));
      assert (clause->kind == PA_STAYS
              || clause->parameter.index < a->parameters.count);
      (void) clause;
    }
}
