/* part.c -- see part.h.  Cost: passes over the symbols until nothing changes, mostly few.
 */
#include <config.h>

#include "certificate/checker/part.h"

#include <assert.h>

#include "base/log.h"
#include "certificate/checker/passed.h"

/* ---- The model: which procedures return? ---- */

/* Does RULE lead to a return, as far as is known? */
static bool
leads_to_return (const struct part_scene *scene, const struct pds_rule *rule)
{
  if (pds_rule_is_return (rule))
    return true;
  if (pds_rule_is_call (rule) && !scene->returns[rule->under.index])
    return false;
  return scene->returns[rule->to.index];
}

/* Set `returns', the least solution, by passes over all symbols until nothing changes.
   The direction alternates, since a return has a larger number than what leads to it, and
   callees may have smaller ones. */
static void
find_returns (struct part_scene *scene)
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

/* ---- The model: what a body reaches, and with which locks. ---- */

struct walk
{
  struct part_scene *scene;
  struct scene_body *body;
  uint32_t *seen_by; /* by symbol: the last body that reached it, from 1 */
  uint32_t *home;    /* by symbol reached: the entry of its procedure */
};

/* Record that the body reaches SYMBOL, in the procedure HOME, with HELD held. */
static void
reach (struct walk *w, pds_symbol symbol, uint32_t home, idset held)
{
  struct part_scene *scene = w->scene;
  uint32_t number = (uint32_t) (w->body - scene->body) + 1;
  assert (symbol.index < pds_symbol_count (scene->pds));
  if (!scene->reached[symbol.index])
    {
      scene->held[symbol.index] = held;
      w->home[symbol.index] = home;
    }
  assert (w->body->processes > 0 && home < pds_symbol_count (scene->pds));
  scene->reached[symbol.index] = true;
  scene->steady
    &= idset_equal (scene->held[symbol.index], held) && w->home[symbol.index] == home;
  if (w->seen_by[symbol.index] == number)
    return;
  w->seen_by[symbol.index] = number;
  *vec_push (scene->arena, &w->body->symbols) = symbol.index;
}

/* What is held after ACTION, with HELD held before. */
static idset
held_after (struct part_scene *scene, const struct pds_action_info *action, idset held)
{
  if (!pds_action_is_operation (action))
    return held;
  uint32_t lock = pds_action_lock (action).index;
  bool acquires = action->op == PDS_ACQUIRE;
  scene->steady &= idset_has (scene->locks, held, lock) != acquires;
  idset only = idset_add (scene->locks, IDSET_EMPTY, lock);
  return acquires ? idset_union (scene->locks, held, only)
                  : idset_minus (scene->locks, held, only);
}

static void
walk_rule (struct walk *w, uint32_t symbol, const struct pds_rule *rule)
{
  struct part_scene *scene = w->scene;
  idset held = scene->held[symbol];
  uint32_t home = w->home[symbol];
  w->body->does[rule->action.index] = true;
  if (pds_rule_is_return (rule))
    scene->steady &= idset_equal (held, scene->held[home]);
  else if (pds_rule_is_call (rule))
    {
      reach (w, rule->to, rule->to.index, held);
      if (scene->returns[rule->to.index])
        reach (w, rule->under, home, held);
    }
  else
    reach (w, rule->to, home,
           held_after (scene, &scene->pds->actions.at[rule->action.index], held));
}

static void
walk_body (struct walk *w)
{
  struct scene_body *body = w->body;
  const struct pds *pds = w->scene->pds;
  assert (body->symbols.count == 0);
  body->does = arena_calloc (w->scene->arena, pds->actions.count, sizeof *body->does);
  reach (w, body->entry, body->entry.index, IDSET_EMPTY);
  for (uint32_t i = 0; i < body->symbols.count; i++)
    {
      uint32_t s = body->symbols.at[i];
      struct pds_range rules = pds_rules_of (pds, (pds_symbol){ s });
      for (uint32_t r = rules.begin; r < rules.end; r++)
        walk_rule (w, s, &pds->rules.at[r]);
    }
}

/* Set `locked', once all symbols are known. */
static void
find_locked (struct part_scene *scene, struct scene_body *body)
{
  const struct pds *pds = scene->pds;
  assert (!body->locked);
  body->locked = arena_calloc (scene->arena, pds->actions.count, sizeof *body->locked);
  for (uint32_t i = 0; i < body->symbols.count; i++)
    {
      uint32_t s = body->symbols.at[i];
      struct pds_range rules = pds_rules_of (pds, (pds_symbol){ s });
      bool locked = !scene->steady || !idset_is_empty (scene->held[s]);
      for (uint32_t r = rules.begin; r < rules.end && locked; r++)
        body->locked[pds->rules.at[r].action.index] = true;
    }
}

void
scene_init (struct part_scene *scene, const struct pds *pds, struct idsets *locks,
            struct arena *arena)
{
  size_t symbols = pds_symbol_count (pds) + (size_t) 1;
  *scene
    = (struct part_scene){ .pds = pds, .arena = arena, .locks = locks, .steady = true };
  find_returns (scene);
  for (uint32_t p = 0; p < pds->processes.count; p++)
    if (scene->bodies <= pds->processes.at[p].body.index)
      scene->bodies = pds->processes.at[p].body.index + 1;
  scene->body = arena_calloc (arena, scene->bodies + (size_t) 1, sizeof *scene->body);
  scene->reached = arena_calloc (arena, symbols, sizeof *scene->reached);
  scene->held = arena_calloc (arena, symbols, sizeof *scene->held);
  struct walk w = { .scene = scene };
  w.seen_by = arena_calloc (arena, symbols, sizeof *w.seen_by);
  w.home = arena_calloc (arena, symbols, sizeof *w.home);
  for (uint32_t p = 0; p < pds->processes.count; p++)
    {
      const struct pds_process *process = &pds->processes.at[p];
      struct scene_body *body = &scene->body[process->body.index];
      if (body->processes++ > 0)
        {
          /* A claim about the body is about every process that has it. */
          assert (body->entry.index == process->entry.index);
          continue;
        }
      body->entry = process->entry;
      w.body = body;
      walk_body (&w);
      LOG (2, "the body of %s reaches %u symbols", process->name,
           (unsigned) body->symbols.count);
    }
  for (uint32_t b = 0; b < scene->bodies; b++)
    find_locked (scene, &scene->body[b]);
  passed_init (scene);
}

/* ---- A thread: reading steps and clauses. ---- */

static bool
is_in_unit (const struct pds *pds, const struct query *query,
            const struct pds_action_info *action)
{
  return idset_has (pds->idsets, action->sets, query->set.index);
}

/* Is ACTION an access, or a boundary of a unit, that KIND and PARAMETER name? */
static bool
is_of_kind (const struct pds *pds, const struct query *query,
            const struct pds_action_info *action, enum pa_kind kind,
            parameter_id parameter)
{
  if (kind == PA_BEGINS || kind == PA_ENDS)
    return action->op == (kind == PA_BEGINS ? PDS_BEGIN : PDS_END)
           && is_in_unit (pds, query, action);
  assert (parameter.index < query->automaton->parameters.count);
  bool may_read = kind != PA_WRITES, may_write = kind != PA_READS;
  return ((action->op == PDS_READ && may_read) || (action->op == PDS_WRITE && may_write))
         && field_equal (pds_action_field (action), query->fields[parameter.index]);
}

static bool
is_step (const struct pds *pds, const struct query *query,
         const struct pds_action_info *action, const struct pa_step *step)
{
  if (step->kind == PA_AWAITS)
    return action->op == PDS_ACQUIRE && lock_equal (pds_action_lock (action), step->lock);
  if (step->kind == PA_STARTS)
    return action->op == PDS_START
           && idset_equal (pds_action_processes (action), step->processes);
  if (step->kind == PA_FINISHES)
    return action->op == PDS_FINISH;
  return is_of_kind (pds, query, action, step->kind, step->parameter)
         && (!step->in_unit || is_in_unit (pds, query, action));
}

static bool
shares_process (const struct pds *pds, idset a, idset b)
{
  for (uint32_t p = 0; p < pds->processes.count; p++)
    if (idset_has (pds->idsets, a, p) && idset_has (pds->idsets, b, p))
      return true;
  return false;
}

static bool
is_forbidden (const struct pds *pds, const struct query *query,
              const struct pds_action_info *action, const struct pa_clause *clause)
{
  switch (clause->kind)
    {
    case PA_SLEEPS: return action->op == PDS_WAKE;
    case PA_NO_START:
    case PA_NO_JOIN:
      return action->op == (clause->kind == PA_NO_START ? PDS_START : PDS_JOIN)
             && shares_process (pds, pds_action_processes (action), clause->processes);
    case PA_STAYS: return is_of_kind (pds, query, action, PA_ENDS, clause->parameter);
    case PA_NEVER: break;
    }
  return is_of_kind (pds, query, action, clause->access, clause->parameter);
}

/* Read step NUMBER, which leads from state X. */
static void
read_step (struct part *part, const struct pds *pds, const struct query *query,
           thread_id thread, uint32_t number, uint32_t x)
{
  const struct pa_step *step = &query->automaton->steps.at[number];
  if (!thread_equal (step->thread, thread))
    return;
  assert (x < part->steps && (part->foreign >> x & 1));
  part->foreign &= ~((uint64_t) 1 << x);
  for (uint32_t a = 0; a < part->action_count; a++)
    if (is_step (pds, query, &pds->actions.at[a], step))
      part->actions[a].step |= (uint64_t) 1 << x;
  if (step->kind == PA_AWAITS)
    part->holding = step->holding;
  assert (step->kind != PA_AWAITS || x + 1 == part->steps);
}

void
part_init (struct part *part, const struct pds *pds, const struct query *query,
           thread_id thread, struct arena *arena)
{
  const struct pa_automaton *automaton = query->automaton;
  uint32_t steps = automaton->steps.count;
  assert (steps > 0 && steps <= PA_SIZE_LIMIT);
  assert (0 < automaton->together && automaton->together <= steps);
  assert (thread.index < automaton->threads.count);
  *part = (struct part){ .steps = steps - automaton->together + 1,
                         .holding = LOCK_NONE,
                         .action_count = pds->actions.count };
  part->foreign = ((uint64_t) 1 << part->steps) - 1;
  part->actions = arena_calloc (arena, part->action_count, sizeof *part->actions);
  for (uint32_t i = 0; i < steps; i++)
    read_step (part, pds, query, thread, i, i < part->steps ? i : part->steps - 1);
  for (uint32_t c = 0; c < automaton->clauses.count; c++)
    {
      const struct pa_clause *clause = &automaton->clauses.at[c];
      assert (clause->from < clause->to && clause->to <= steps);
      if (!thread_equal (clause->thread, thread))
        continue;
      /* Steps that happen together lead from one state: in terms of phases a part is the
         same, however many meet. */
      uint32_t to = clause->to < part->steps ? clause->to : part->steps;
      for (uint32_t a = 0; a < part->action_count; a++)
        if (is_forbidden (pds, query, &pds->actions.at[a], clause))
          for (uint32_t x = clause->from; x < to; x++)
            part->actions[a].forbidden |= (uint64_t) 1 << x;
    }
}

bool
part_equal (const struct part *a, const struct part *b, const struct scene_body *body)
{
  assert (a->action_count == b->action_count); /* of one multi-PDS */
  assert (body->does);
  if (a->steps != b->steps || a->foreign != b->foreign
      || !lock_equal (a->holding, b->holding))
    return false;
  for (uint32_t i = 0; i < a->action_count; i++)
    if (body->does[i]
        && (a->actions[i].step != b->actions[i].step
            || a->actions[i].forbidden != b->actions[i].forbidden))
      return false;
  return true;
}

bool
part_can_be_played (const struct part *part, const struct scene_body *body)
{
  assert (body->processes > 0 && body->does);
  uint64_t open = ~part->foreign & (((uint64_t) 1 << part->steps) - 1);
  for (uint32_t a = 0; a < part->action_count; a++)
    if (body->does[a])
      open &= ~part->actions[a].step;
  return open == 0;
}

/* ---- Movers. ----
 *
 * A symbol is quiet, so that another thread's step need not be guessed there
 * (doc/theory.md, movers), if it is
 *
 *   after an acquire    all rules that lead to it acquire a lock, or are skips from
 *                       such symbols: the step could have come before the acquire;
 *   before a release    all its rules release a lock, or are skips to such symbols,
 *                       and a release does come: the step can wait for it.
 *
 * A skip from a symbol to itself counts for neither.
 */

struct movers
{
  const struct part *part;
  const struct part_scene *scene;
  const bool *kept;
  bool *after_acquire, *before_release; /* by symbol */
};

enum way
{
  WAY_SKIP,
  WAY_ACQUIRE,
  WAY_RELEASE,
  WAY_OTHER,
};

static enum way
way_of (const struct movers *m, const struct pds_rule *rule)
{
  if (pds_rule_is_return (rule) || pds_rule_is_call (rule))
    return WAY_OTHER;
  assert (rule->action.index < m->part->action_count);
  const struct part_action *seen = &m->part->actions[rule->action.index];
  const struct pds_action_info *action = &m->scene->pds->actions.at[rule->action.index];
  /* Awaiting a lock is not acquiring it: elsewhere the acquire is an acquire. */
  if ((seen->step && !pds_action_is_operation (action)) || seen->forbidden)
    return WAY_OTHER;
  if (!pds_action_is_operation (action) || !m->kept[pds_action_lock (action).index])
    return WAY_SKIP;
  return action->op == PDS_ACQUIRE ? WAY_ACQUIRE : WAY_RELEASE;
}

/* Mark the symbols to which S leads by something other than an acquire as not after one;
   true if that is new. */
static bool
refute_after_acquire (struct movers *m, uint32_t s)
{
  bool news = false;
  PDS_EACH_RULE (rule, m->scene->pds, (pds_symbol){ s })
    {
      enum way way = way_of (m, rule);
      if (pds_rule_is_return (rule) || way == WAY_ACQUIRE
          || (way == WAY_SKIP && m->after_acquire[s]))
        continue;
      news |= m->after_acquire[rule->to.index];
      m->after_acquire[rule->to.index] = false;
      if (pds_rule_is_call (rule) && m->scene->returns[rule->to.index])
        {
          news |= m->after_acquire[rule->under.index];
          m->after_acquire[rule->under.index] = false;
        }
    }
  return news;
}

static bool
is_before_release (const struct movers *m, uint32_t s)
{
  bool some = false;
  PDS_EACH_RULE (rule, m->scene->pds, (pds_symbol){ s })
    {
      enum way way = way_of (m, rule);
      if (way == WAY_SKIP && rule->to.index == s)
        continue;
      if (way != WAY_RELEASE && !(way == WAY_SKIP && m->before_release[rule->to.index]))
        return false;
      some = true;
    }
  return some;
}

/* "After an acquire" is the greatest solution, "before a release" the least one. */
bool *
part_find_quiet (const struct part *part, const struct part_scene *scene,
                 const struct scene_body *body, const bool *kept, struct arena *arena)
{
  size_t symbols = pds_symbol_count (scene->pds);
  struct movers m = { .part = part, .scene = scene, .kept = kept };
  m.after_acquire = arena_calloc (arena, symbols + 1, sizeof (bool));
  m.before_release = arena_calloc (arena, symbols + 1, sizeof (bool));
  assert (body->symbols.count > 0 && body->symbols.at[0] == body->entry.index);
  assert (part->action_count == scene->pds->actions.count);
  for (uint32_t i = 1; i < body->symbols.count; i++)
    m.after_acquire[body->symbols.at[i]] = true;
  for (bool changed = true; changed;)
    {
      changed = false;
      for (uint32_t i = 0; i < body->symbols.count; i++)
        changed |= refute_after_acquire (&m, body->symbols.at[i]);
      for (uint32_t i = body->symbols.count; i-- > 0;)
        {
          uint32_t s = body->symbols.at[i];
          if (!m.before_release[s] && is_before_release (&m, s))
            changed = m.before_release[s] = true;
        }
      quota_check (arena->quota);
    }
  for (uint32_t i = 0; i < body->symbols.count; i++)
    m.after_acquire[body->symbols.at[i]] |= m.before_release[body->symbols.at[i]];
  return m.after_acquire;
}
