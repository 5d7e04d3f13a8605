/* pattern_trie.c -- see pattern_trie.h. */
#include <config.h>

#include "trace/pattern_trie.h"

#include <assert.h>

#include "base/log.h"

/* ---- What can be asked. ---- */

/* Do the first STATE steps name the thread of CLAUSE, and the parameter, if any? */
static bool
are_named (const struct pa_automaton *automaton, const struct pa_clause *clause,
           uint32_t state)
{
  bool thread = false, parameter = false;
  assert (state <= automaton->steps.count);
  for (uint32_t i = 0; i < state; i++)
    {
      const struct pa_step *step = &automaton->steps.at[i];
      thread |= step->thread.index == clause->thread.index;
      parameter |= pa_kind_is_access (step->kind)
                   && step->parameter.index == clause->parameter.index;
    }
  return thread && (parameter || clause->kind == PA_STAYS);
}

bool
pattern_can_be_asked (const struct pa_automaton *automaton)
{
  bool accessed = false;
  assert (automaton->steps.count > 0);
  if (automaton->threads.count > TRIE_THREADS
      || automaton->parameters.count > TRIE_PARAMETERS
      || automaton->steps.count > TRIE_STEPS || automaton->together != 1)
    return false;
  for (uint32_t i = 0; i < automaton->steps.count; i++)
    {
      enum pa_kind kind = automaton->steps.at[i].kind;
      if (!pa_kind_is_access (kind) && (accessed || kind != PA_BEGINS))
        return false;
      accessed |= pa_kind_is_access (kind);
    }
  for (uint32_t i = 0; i < automaton->clauses.count; i++)
    {
      const struct pa_clause *clause = &automaton->clauses.at[i];
      if (pa_clause_orders (clause) || !are_named (automaton, clause, clause->from))
        return false;
    }
  return accessed;
}

/* ---- Building. ---- */

static uint32_t
staying (const struct pa_automaton *automaton, uint32_t state)
{
  uint32_t mask = 0;
  for (uint32_t i = 0; i < automaton->clauses.count; i++)
    if (automaton->clauses.at[i].kind == PA_STAYS
        && pa_clause_holds (&automaton->clauses.at[i], state))
      mask |= (uint32_t) 1 << automaton->clauses.at[i].thread.index;
  return mask;
}

static bool
has_nevers (const struct pa_automaton *automaton)
{
  for (uint32_t i = 0; i < automaton->clauses.count; i++)
    if (automaton->clauses.at[i].kind == PA_NEVER)
      return true;
  return false;
}

static bool
same_step (const struct pa_step *a, const struct pa_step *b)
{
  return a->thread.index == b->thread.index && a->kind == b->kind
         && a->in_unit == b->in_unit
         && (!pa_kind_is_access (a->kind) || a->parameter.index == b->parameter.index);
}

/* The child of PARENT for STEP, with these clauses; a new one if there is none. */
static uint32_t
child_of (struct pattern_trie *trie, uint32_t parent, const struct trie_node *wanted,
          struct arena *arena)
{
  for (uint32_t c = trie->nodes.at[parent].first_child; c != TRIE_NONE;
       c = trie->nodes.at[c].sibling)
    if (same_step (&trie->nodes.at[c].step, &wanted->step)
        && trie->nodes.at[c].stays == wanted->stays
        && trie->nodes.at[c].forbids == wanted->forbids)
      return c;
  assert (wanted->depth == trie->nodes.at[parent].depth + 1);
  uint32_t child = trie->nodes.count;
  *vec_push (arena, &trie->nodes) = *wanted;
  trie->nodes.at[child].sibling = trie->nodes.at[parent].first_child;
  trie->nodes.at[parent].first_child = child;
  return child;
}

static void
add (struct pattern_trie *trie, const struct pa_automaton *automaton, struct arena *arena)
{
  uint32_t node = TRIE_ROOT;
  for (uint32_t i = 0; i < automaton->steps.count; i++)
    node = child_of (trie, node,
                     &(struct trie_node){
                       .first_child = TRIE_NONE,
                       .parent = node,
                       .depth = i + 1,
                       .step = automaton->steps.at[i],
                       .stays = staying (automaton, i + 1),
                       .forbids = has_nevers (automaton) ? automaton : NULL,
                       .first_end = TRIE_NONE,
                     },
                     arena);
  assert (node != TRIE_ROOT);
  uint32_t end = trie->ends.count;
  *vec_push (arena, &trie->ends)
    = (struct trie_end){ automaton, trie->nodes.at[node].first_end };
  trie->nodes.at[node].first_end = end;
}

void
pattern_trie_build (struct pattern_trie *trie, const struct pa_set *set,
                    const bool *chosen, struct arena *arena)
{
  assert (trie && set && arena);
  *trie = (struct pattern_trie){ .nodes = VEC_EMPTY };
  *vec_push (arena, &trie->nodes) = (struct trie_node){ .first_child = TRIE_NONE,
                                                        .sibling = TRIE_NONE,
                                                        .parent = TRIE_NONE,
                                                        .first_end = TRIE_NONE };
  for (uint32_t a = 0; a < set->automata.count; a++)
    if (chosen && !chosen[a])
      continue;
    else if (pattern_can_be_asked (&set->automata.at[a]))
      add (trie, &set->automata.at[a], arena);
    else
      *vec_push (arena, &trie->left_out) = &set->automata.at[a];
  LOG (1, "%u patterns in %u nodes, %u left out", (unsigned) trie->ends.count,
       (unsigned) trie->nodes.count, (unsigned) trie->left_out.count);
}
