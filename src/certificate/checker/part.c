/* part.c -- see part.h. */
#include <config.h>

#include "certificate/checker/part.h"

#include <assert.h>
#include <string.h>

/* ---- The model: which procedures return? ---- */

/* Does RULE lead to a return, as far as is known? */
static bool
leads_to_return (const struct scene *scene, const struct pds_rule *rule)
{
  if (pds_rule_is_return (rule))
    return true;
  if (pds_rule_is_call (rule) && !scene->returns[rule->under.index])
    return false;
  return scene->returns[rule->to.index];
}

/* The least solution, by going over all symbols until nothing changes, to and
   fro, since returns lie behind and callees on either side. */
static void
find_returns (struct scene *scene)
{
  const struct pds *pds = scene->pds;
  uint32_t symbols = pds_symbol_count (pds);
  scene->returns = arena_calloc (scene->arena, symbols + (size_t) 1, sizeof (bool));
  bool changed = true, forwards = false;
  for (; changed; forwards = !forwards)
    {
      changed = false;
      for (uint32_t i = 0; i < symbols; i++)
        {
          uint32_t s = forwards ? i : symbols - 1 - i;
          struct pds_range rules = pds_rules_of (pds, (pds_symbol){ s });
          for (uint32_t r = rules.begin; r < rules.end && !scene->returns[s]; r++)
            changed |= scene->returns[s] = leads_to_return (scene, &pds->rules.at[r]);
        }
      quota_check (scene->arena->quota);
    }
}

/* ---- The model: what a body reaches. ---- */

struct walk
{
  struct scene *scene;
  struct scene_body *body;
  uint32_t *seen_by; /* by symbol: the last body that saw it, + 1 */
  uint32_t number;   /* of the body, + 1 */
};

static void
walk_to (struct walk *walk, pds_symbol symbol)
{
  if (walk->seen_by[symbol.index] == walk->number)
    return;
  walk->seen_by[symbol.index] = walk->number;
  *vec_push (walk->scene->arena, &walk->body->symbols) = symbol.index;
}

static void
walk_rule (struct walk *walk, const struct pds_rule *rule)
{
  walk->body->does[rule->action.index] = true;
  if (pds_rule_is_return (rule))
    return;
  walk_to (walk, rule->to);
  if (pds_rule_is_call (rule) && walk->scene->returns[rule->to.index])
    walk_to (walk, rule->under);
}

static void
walk_body (struct walk *walk)
{
  const struct pds *pds = walk->scene->pds;
  struct scene_body *body = walk->body;
  body->does = arena_calloc (walk->scene->arena, pds->actions.count, sizeof *body->does);
  walk_to (walk, body->entry);
  for (uint32_t i = 0; i < body->symbols.count; i++)
    {
      struct pds_range rules = pds_rules_of (pds, (pds_symbol){ body->symbols.at[i] });
      for (uint32_t r = rules.begin; r < rules.end; r++)
        walk_rule (walk, &pds->rules.at[r]);
    }
}

void
scene_init (struct scene *scene, const struct pds *pds, struct arena *arena)
{
  *scene = (struct scene){ .pds = pds, .arena = arena };
  find_returns (scene);
  for (uint32_t p = 0; p < pds->processes.count; p++)
    if (scene->bodies <= pds->processes.at[p].body.index)
      scene->bodies = pds->processes.at[p].body.index + 1;
  scene->body = arena_calloc (arena, scene->bodies + (size_t) 1, sizeof *scene->body);
  struct walk walk = { .scene = scene };
  walk.seen_by = arena_calloc (arena, pds_symbol_count (pds) + (size_t) 1,
                               sizeof *walk.seen_by);
  for (uint32_t p = 0; p < pds->processes.count; p++)
    {
      const struct pds_process *process = &pds->processes.at[p];
      walk.body = &scene->body[process->body.index];
      walk.number = process->body.index + 1;
      if (walk.body->processes++ > 0)
        continue;
      walk.body->entry = process->entry;
      walk_body (&walk);
    }
}

/* ---- A thread: reading steps and clauses. ---- */

struct reader
{
  const struct pds *pds;
  const struct pa_automaton *automaton;
  thread_id thread;
  const field_id *fields;
  set_id set;
};

/* Is ACTION something that KIND of PARAMETER speaks of? */
static bool
is_of_kind (const struct reader *reader, const struct pds_action_info *action,
            enum pa_kind kind, parameter_id parameter)
{
  bool in_set = idset_has (reader->pds->idsets, action->sets, reader->set.index);
  if (kind == PA_BEGINS)
    return action->op == PDS_BEGIN && in_set;
  if (kind == PA_ENDS)
    return action->op == PDS_END && in_set;
  bool may_read = kind != PA_WRITES, may_write = kind != PA_READS;
  return ((action->op == PDS_READ && may_read) || (action->op == PDS_WRITE && may_write))
         && field_equal (pds_action_field (action), reader->fields[parameter.index]);
}

static void
read_step (const struct reader *reader, uint32_t state, struct part *part)
{
  const struct pa_step *step = &reader->automaton->steps.at[state];
  uint64_t bit = (uint64_t) 1 << state;
  if (!thread_equal (step->thread, reader->thread))
    {
      part->foreign |= bit;
      return;
    }
  for (uint32_t a = 0; a < part->action_count; a++)
    {
      const struct pds_action_info *action = &reader->pds->actions.at[a];
      if (!is_of_kind (reader, action, step->kind, step->parameter))
        continue;
      if (step->in_unit
          && !idset_has (reader->pds->idsets, action->sets, reader->set.index))
        continue;
      part->actions[a].step |= bit;
    }
}

/* In force in the states FROM <= x < TO, steps being counted from 1. */
static void
read_clause (const struct reader *reader, const struct pa_clause *clause,
             struct part *part)
{
  if (!thread_equal (clause->thread, reader->thread))
    return;
  enum pa_kind kind = clause->kind == PA_STAYS ? PA_ENDS : clause->access;
  for (uint32_t a = 0; a < part->action_count; a++)
    if (is_of_kind (reader, &reader->pds->actions.at[a], kind, clause->parameter))
      for (uint32_t x = clause->from; x < clause->to; x++)
        part->actions[a].forbidden |= (uint64_t) 1 << x;
}

void
part_init (struct part *part, const struct pds *pds,
           const struct pa_automaton *automaton, thread_id thread,
           const field_id *fields, set_id set, struct arena *arena)
{
  assert (automaton->steps.count > 0 && automaton->steps.count <= PA_SIZE_LIMIT);
  *part = (struct part){ .steps = automaton->steps.count,
                         .action_count = pds->actions.count };
  part->actions = arena_calloc (arena, part->action_count, sizeof *part->actions);
  struct reader reader = { pds, automaton, thread, fields, set };
  for (uint32_t x = 0; x < part->steps; x++)
    read_step (&reader, x, part);
  for (uint32_t c = 0; c < automaton->clauses.count; c++)
    read_clause (&reader, &automaton->clauses.at[c], part);
}

bool
part_equal (const struct part *a, const struct part *b)
{
  if (a->steps != b->steps || a->foreign != b->foreign
      || a->action_count != b->action_count)
    return false;
  for (uint32_t i = 0; i < a->action_count; i++)
    if (a->actions[i].step != b->actions[i].step
        || a->actions[i].forbidden != b->actions[i].forbidden)
      return false;
  return true;
}

bool
part_can_be_played (const struct part *part, const struct scene_body *body)
{
  uint64_t open = ~part->foreign & (((uint64_t) 1 << part->steps) - 1);
  for (uint32_t a = 0; a < part->action_count; a++)
    if (body->does[a])
      open &= ~part->actions[a].step;
  return open == 0;
}

/* ---- Movers. ----
 *
 * Where another thread's step need not be guessed (doc/theory.md, movers):
 *
 *   behind an acquire   all ways to the symbol are acquires, or skips from such
 *                       symbols: the step could have come before the acquire;
 *   before a release    all ways on are releases, or skips to such symbols, and
 *                       a release does come: the step can wait for it.
 *
 * A skip from a symbol to itself is no way at all.
 */

enum way
{
  WAY_SKIP,
  WAY_ACQUIRE,
  WAY_RELEASE,
  WAY_OTHER,
};

static enum way
way_of (const struct part *part, const struct scene *scene, const bool *kept,
        const struct pds_rule *rule)
{
  if (pds_rule_is_return (rule) || pds_rule_is_call (rule))
    return WAY_OTHER;
  const struct part_action *seen = &part->actions[rule->action.index];
  if (seen->step || seen->forbidden)
    return WAY_OTHER;
  const struct pds_action_info *action = &scene->pds->actions.at[rule->action.index];
  if (!pds_action_is_operation (action) || !kept[pds_action_lock (action).index])
    return WAY_SKIP;
  return action->op == PDS_ACQUIRE ? WAY_ACQUIRE : WAY_RELEASE;
}

/* Take back BEHIND for what symbol S leads to; true if something changed. */
static bool
refute_behind (const struct part *part, const struct scene *scene, const bool *kept,
               bool *behind, uint32_t s)
{
  bool changed = false;
  struct pds_range rules = pds_rules_of (scene->pds, (pds_symbol){ s });
  for (uint32_t r = rules.begin; r < rules.end; r++)
    {
      const struct pds_rule *rule = &scene->pds->rules.at[r];
      enum way way = way_of (part, scene, kept, rule);
      if (pds_rule_is_return (rule) || way == WAY_ACQUIRE
          || (way == WAY_SKIP && behind[s]))
        continue;
      changed |= behind[rule->to.index];
      behind[rule->to.index] = false;
      if (pds_rule_is_call (rule) && scene->returns[rule->to.index])
        {
          changed |= behind[rule->under.index];
          behind[rule->under.index] = false;
        }
    }
  return changed;
}

static bool
is_before_release (const struct part *part, const struct scene *scene, const bool *kept,
                   const bool *before, uint32_t s)
{
  bool some = false;
  struct pds_range rules = pds_rules_of (scene->pds, (pds_symbol){ s });
  for (uint32_t r = rules.begin; r < rules.end; r++)
    {
      const struct pds_rule *rule = &scene->pds->rules.at[r];
      enum way way = way_of (part, scene, kept, rule);
      if (way == WAY_SKIP && rule->to.index == s)
        continue;
      if (way != WAY_RELEASE && !(way == WAY_SKIP && before[rule->to.index]))
        return false;
      some = true;
    }
  return some;
}

bool *
part_find_quiet (const struct part *part, const struct scene *scene,
                 const struct scene_body *body, const bool *kept, struct arena *arena)
{
  size_t symbols = pds_symbol_count (scene->pds);
  bool *behind = arena_calloc (arena, symbols + 1, sizeof *behind);
  bool *before = arena_calloc (arena, symbols + 1, sizeof *before);
  for (uint32_t i = 0; i < body->symbols.count; i++)
    behind[body->symbols.at[i]] = true;
  behind[body->entry.index] = false;
  for (bool changed = true; changed;)
    {
      changed = false;
      for (uint32_t i = 0; i < body->symbols.count; i++)
        changed |= refute_behind (part, scene, kept, behind, body->symbols.at[i]);
      for (uint32_t i = body->symbols.count; i-- > 0;)
        {
          uint32_t s = body->symbols.at[i];
          if (!before[s] && is_before_release (part, scene, kept, before, s))
            changed = before[s] = true;
        }
      quota_check (arena->quota);
    }
  for (uint32_t i = 0; i < body->symbols.count; i++)
    behind[body->symbols.at[i]] |= before[body->symbols.at[i]];
  return behind;
}
