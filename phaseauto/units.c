/* units.c -- see units.h.
 *
 * In one procedure and what it calls, with the calls matched by their returns:
 *
 *     within (s) >= within (t)                    s -> t, but for the boundary of a
 *                                                 unit: without the fields of its set
 *     within (s) >= {a}                           s -> t with the access a
 *     within (s) >= within (e)                    s -> e u
 *     within (s) >= within (u)                    s -> e u, if e returns
 *
 * And on from there to whoever called, which may be any caller, but never down and up
 * again:
 *
 *     following (s) >= within (s)
 *     following (s) >= following (t)              s -> t, as above
 *     following (s) >= following (u)              s -> e u, if e returns
 *     following (s) >= following (u)              s ->, s in the procedure of e,
 *                                                 some r -> e u
 *
 * The least solutions, by a worklist: sets only grow.  The equations of `following'
 * without its first one say what follows after a release of a lock that is held now:
 *
 *     released (s) >= following (t)               s -> t releases the lock
 *
 * What is called before that does not release it: a procedure releases what it has
 * acquired, or waits, and that ends the unit.
 */
#include <config.h>

#include "phaseauto/units.h"

#include <assert.h>
#include <string.h>

#include "base/bitset.h"
#include "base/log.h"
#include "phaseauto/slice.h"

#define NONE UINT32_MAX

/* The most words of all sets: more would not be worth their memory. */
#define WORDS_LIMIT ((size_t) 1 << 22)
/* At most this number of locks is followed: each costs a pass over the model. */
#define LAYERS_LIMIT 32

struct solver
{
  struct units *units;
  const struct survey *survey;
  const struct pds *pds;
  struct arena *arena;
  uint32_t words;
  bool up;          /* on to the callers: `following' */
  uint64_t *sets;   /* by symbol: the solution */
  uint64_t *of_set; /* by atomic set: the classes of its fields */
  bool *waiting;    /* by symbol */
  VEC (uint32_t) work;
};

static uint32_t
access_of (const struct pds_action_info *info)
{
  return units_access (pds_action_field (info), info->op == PDS_WRITE);
}

/* ---- Classes. ---- */

/* The class of the access RULE. */
static uint32_t
class_of (const struct units *units, const struct pds_rule *rule)
{
  uint32_t class = units->class_of[rule - units->survey->pds->rules.at];
  assert (class != NONE);
  return class;
}

/* Number the classes, those of one access together. */
static uint32_t
number_classes (struct units *units, struct arena *scratch)
{
  const struct pds *pds = units->survey->pds;
  uint32_t accesses = pds->fields.count * 2;
  struct pairmap met;
  pairmap_init (&met, scratch);
  units->class_of = arena_alloc (units->arena, (pds->rules.count + (size_t) 1)
                                                 * sizeof *units->class_of);
  units->first_class
    = arena_calloc (units->arena, accesses + (size_t) 2, sizeof *units->first_class);
  for (uint32_t i = 0; i < pds_symbol_count (pds); i++)
    PDS_EACH_RULE (rule, pds, (pds_symbol){ i })
      {
        const struct pds_action_info *action = &pds->actions.at[rule->action.index];
        units->class_of[rule - pds->rules.at]
          = pds_action_is_access (action)
              ? pairmap_number (&met, access_of (action), units->survey->held[i].index)
              : NONE;
      }
  uint32_t count = met.entries.count;
  units->held = arena_calloc (units->arena, count + (size_t) 1, sizeof *units->held);
  for (uint32_t i = 0; i < count; i++)
    units->first_class[met.entries.at[i].first + 2]++;
  for (uint32_t a = 0; a < accesses; a++)
    units->first_class[a + 2] += units->first_class[a + 1];
  uint32_t *class_of = arena_alloc (scratch, (count + (size_t) 1) * sizeof *class_of);
  for (uint32_t i = 0; i < count; i++)
    {
      const struct pairmap_entry *entry = &met.entries.at[i];
      class_of[i] = units->first_class[entry->first + 1]++;
      units->held[class_of[i]].index = entry->second;
    }
  for (uint32_t r = 0; r < pds->rules.count; r++)
    if (units->class_of[r] != NONE)
      units->class_of[r] = class_of[units->class_of[r]];
  assert (units->first_class[0] == 0 && units->first_class[accesses] == count);
  return count;
}

/* ---- Procedures: symbols that steps, and calls that return, connect. ---- */

static uint32_t
root_of (struct units *units, uint32_t symbol)
{
  uint32_t *owner = units->owner;
  while (owner[symbol] != symbol)
    symbol = owner[symbol] = owner[owner[symbol]];
  return symbol;
}

static void
join (struct units *units, uint32_t a, uint32_t b)
{
  a = root_of (units, a);
  b = root_of (units, b);
  if (a < b)
    units->owner[b] = a;
  else
    units->owner[a] = b;
}

static void
find_procedures (struct units *units)
{
  const struct pds *pds = units->survey->pds;
  uint32_t symbols = pds_symbol_count (pds);
  size_t count = symbols + (size_t) 1;
  assert (!units->owner);
  units->owner = arena_alloc (units->arena, count * sizeof *units->owner);
  units->first_exit = arena_alloc (units->arena, count * sizeof *units->first_exit);
  units->next_exit = arena_alloc (units->arena, count * sizeof *units->next_exit);
  memset (units->first_exit, 0xFF, count * sizeof *units->first_exit);
  for (uint32_t i = 0; i < symbols; i++)
    units->owner[i] = i;
  for (uint32_t i = 0; i < symbols; i++)
    {
      struct pds_range rules = pds_rules_of (pds, (pds_symbol){ i });
      for (uint32_t r = rules.begin; r < rules.end; r++)
        {
          const struct pds_rule *rule = &pds->rules.at[r];
          if (pds_rule_is_call (rule))
            join (units, i, rule->under.index);
          else if (!pds_rule_is_return (rule))
            join (units, i, rule->to.index);
        }
    }
  for (uint32_t i = 0; i < symbols; i++)
    {
      struct pds_range rules = pds_rules_of (pds, (pds_symbol){ i });
      for (uint32_t r = rules.begin; r < rules.end; r++)
        if (pds_rule_is_return (&pds->rules.at[r]))
          {
            uint32_t root = root_of (units, i);
            units->next_exit[i] = units->first_exit[root];
            units->first_exit[root] = i;
            break;
          }
    }
}

/* ---- The least solution. ---- */

static uint64_t *
following (const struct solver *s, uint32_t symbol)
{
  return s->sets + (size_t) symbol * s->words;
}

static void
wake (struct solver *s, uint32_t symbol)
{
  if (s->waiting[symbol])
    return;
  s->waiting[symbol] = true;
  *vec_push (s->arena, &s->work) = symbol;
}

/* Add SET, without LESS if that is not null, to what follows SYMBOL. */
static void
grow (struct solver *s, uint32_t symbol, const uint64_t *set, const uint64_t *less)
{
  uint64_t *mine = following (s, symbol);
  uint64_t fresh = 0;
  for (uint32_t w = 0; w < s->words; w++)
    {
      uint64_t added = set[w] & ~(less ? less[w] : 0) & ~mine[w];
      mine[w] |= added;
      fresh |= added;
    }
  if (fresh)
    wake (s, symbol);
}

/* The accesses of the fields whose units ACTION begins or ends, or null. */
static const uint64_t *
stops_at (struct solver *s, const struct pds_action_info *action, uint64_t *scratch)
{
  if (action->op != PDS_BEGIN && action->op != PDS_END)
    return NULL;
  memset (scratch, 0, s->words * sizeof *scratch);
  IDSET_EACH (i, s->pds->idsets, action->sets)
    {
      assert (i < s->pds->sets.count);
      for (uint32_t w = 0; w < s->words; w++)
        scratch[w] |= s->of_set[(size_t) i * s->words + w];
    }
  return scratch;
}

/* SET follows the call RULE, so it also follows the exits of the callee. */
static void
return_to (struct solver *s, const struct pds_rule *rule, const uint64_t *set)
{
  for (uint32_t e = s->units->first_exit[root_of (s->units, rule->to.index)]; e != NONE;
       e = s->units->next_exit[e])
    grow (s, e, set, NULL);
}

/* What follows SYMBOL has grown: so may what follows the symbols before it. */
static void
propagate (struct solver *s, uint32_t symbol, uint64_t *scratch)
{
  const struct survey *survey = s->survey;
  const uint64_t *set = following (s, symbol);
  for (uint32_t b = survey->first_back[symbol]; b < survey->first_back[symbol + 1]; b++)
    {
      const struct survey_back *back = &survey->back[b];
      const struct pds_rule *rule = &s->pds->rules.at[back->rule];
      quota_work (s->arena->quota, 1);
      if (back->way == SURVEY_STEP)
        grow (s, back->from.index, set,
              stops_at (s, &s->pds->actions.at[rule->action.index], scratch));
      else if (back->way == SURVEY_CALLEE)
        {
          if (!s->up)
            grow (s, back->from.index, set, NULL);
        }
      else
        {
          if (survey->returns[rule->to.index])
            grow (s, back->from.index, set, NULL);
          if (s->up)
            return_to (s, rule, set);
        }
    }
}

/* Propagate until nothing grows. */
static void
solve (struct solver *s)
{
  uint64_t *scratch = arena_alloc (s->arena, s->words * sizeof *scratch);
  while (s->work.count > 0)
    {
      uint32_t symbol = s->work.at[--s->work.count];
      assert (s->waiting[symbol]);
      s->waiting[symbol] = false;
      propagate (s, symbol, scratch);
    }
}

/* The solution begins with the accesses themselves. */
static void
seed_accesses (struct solver *s)
{
  for (uint32_t i = 0; i < pds_symbol_count (s->pds); i++)
    {
      quota_work (s->arena->quota, 1);
      PDS_EACH_RULE (rule, s->pds, (pds_symbol){ i })
        {
          const struct pds_action_info *action = &s->pds->actions.at[rule->action.index];
          if (!pds_action_is_access (action))
            continue;
          bits_add (following (s, i), class_of (s->units, rule));
          wake (s, i);
        }
    }
}

/* Begin the solution with what follows a release of LOCK, later symbols first. */
static void
seed_releases (struct solver *s, lock_id lock)
{
  const uint64_t *known = s->units->following;
  assert (s->up && lock.index < s->pds->locks.count);
  for (uint32_t i = 0; i < pds_symbol_count (s->pds); i++)
    {
      quota_work (s->arena->quota, 1);
      PDS_EACH_RULE (rule, s->pds, (pds_symbol){ i })
        {
          const struct pds_action_info *action = &s->pds->actions.at[rule->action.index];
          if (action->op == PDS_RELEASE && lock_equal (pds_action_lock (action), lock))
            grow (s, i, known + (size_t) rule->to.index * s->words, NULL);
        }
    }
}

/* Extend DOWN, the solution within procedures, to callers: into SETS, which are empty.
   DOWN is closed under steps and returning calls, so only what follows a call is new, at
   the exits of what it calls. */
static void
go_up (struct solver *s, const uint64_t *down, uint64_t *sets)
{
  uint32_t symbols = pds_symbol_count (s->pds);
  assert (s->work.count == 0 && s->sets == down);
  memcpy (sets, down, (size_t) symbols * s->words * sizeof *sets);
  s->up = true;
  s->sets = sets;
  for (uint32_t i = symbols; i-- > 0;)
    PDS_EACH_RULE (rule, s->pds, (pds_symbol){ i })
      if (pds_rule_is_call (rule))
        return_to (s, rule, following (s, rule->under.index));
}

static struct solver
solver_new (struct units *units, uint32_t words, uint64_t *sets, struct arena *scratch)
{
  const struct pds *pds = units->survey->pds;
  struct solver s = { .units = units,
                      .survey = units->survey,
                      .pds = pds,
                      .arena = scratch,
                      .words = words,
                      .sets = sets };
  s.of_set
    = arena_calloc (scratch, (pds->sets.count + (size_t) 1) * words, sizeof *s.of_set);
  for (field_id f = { 0 }; f.index < pds->fields.count; f.index++)
    {
      assert (pds->fields.at[f.index].set.index < pds->sets.count);
      uint64_t *set = s.of_set + (size_t) pds->fields.at[f.index].set.index * words;
      for (uint32_t class = units->first_class[units_access (f, false)];
           class < units->first_class[units_access (f, true) + 1]; class ++)
        bits_add (set, class);
    }
  s.waiting
    = arena_calloc (scratch, pds_symbol_count (pds) + (size_t) 1, sizeof *s.waiting);
  return s;
}

void
units_init (struct units *units, const struct survey *survey, struct arena *arena,
            struct arena *scratch)
{
  const struct pds *pds = survey->pds;
  uint32_t fields = pds->fields.count;
  memset (units, 0, sizeof *units);
  units->survey = survey;
  units->arena = arena;
  size_t symbols = pds_symbol_count (pds), classes = number_classes (units, scratch);
  uint32_t words = (uint32_t) (classes + 63) / 64;
  if (classes == 0 || (symbols + 1 + survey->bodies * classes) * words > WORDS_LIMIT)
    {
      LOG (1, "%u fields: which accesses meet in a unit is not computed",
           (unsigned) fields);
      return;
    }
  units->within = arena_calloc (arena, (symbols + 1) * words, sizeof *units->within);
  units->following
    = arena_calloc (arena, (symbols + 1) * words, sizeof *units->following);
  units->pairs = arena_calloc (arena, survey->bodies + (size_t) 1, sizeof *units->pairs);
  units->released
    = arena_calloc (arena, pds->locks.count + (size_t) 1, sizeof *units->released);
  find_procedures (units);
  struct solver s = solver_new (units, words, units->within, scratch);
  seed_accesses (&s);
  solve (&s);
  go_up (&s, units->within, units->following);
  solve (&s);
  units->words = words;
  LOG (1, "found which accesses to the %u fields can meet in a unit", (unsigned) fields);
}

/* ---- Pairs. ---- */

/* For each class of accesses of BODY: what SETS say follows it. */
static uint64_t *
list_pairs (const struct units *units, body_id body, const uint64_t *sets)
{
  const struct pds *pds = units->survey->pds;
  const struct survey_body *reach = &units->survey->body[body.index];
  assert (reach->known);
  size_t classes = units->first_class[pds->fields.count * 2];
  uint64_t *pairs
    = arena_calloc (units->arena, (classes + 1) * units->words, sizeof *pairs);
  for (uint32_t i = 0; i < reach->symbols.count; i++)
    {
      PDS_EACH_RULE (rule, pds, reach->symbols.at[i])
        {
          const struct pds_action_info *action = &pds->actions.at[rule->action.index];
          if (!pds_action_is_access (action))
            continue;
          assert (!pds_rule_is_call (rule) && !pds_rule_is_return (rule));
          uint32_t class = class_of (units, rule);
          uint64_t *row = pairs + (size_t) class * units->words;
          bits_add (pairs + classes * units->words, class);
          const uint64_t *next = sets + (size_t) rule->to.index * units->words;
          for (uint32_t w = 0; w < units->words; w++)
            row[w] |= next[w];
        }
    }
  return pairs;
}

/* For each body: the accesses that may follow another after LOCK is released. */
static units_pairs
pairs_after_release (struct units *units, lock_id lock, struct arena *scratch)
{
  const struct survey *survey = units->survey;
  size_t symbols = pds_symbol_count (survey->pds);
  uint64_t *sets = arena_calloc (scratch, (symbols + 1) * units->words, sizeof *sets);
  units_pairs pairs
    = arena_calloc (units->arena, survey->bodies + (size_t) 1, sizeof *pairs);
  struct solver s = solver_new (units, units->words, sets, scratch);
  s.up = true;
  seed_releases (&s, lock);
  solve (&s);
  for (body_id b = { 0 }; b.index < survey->bodies; b.index++)
    if (survey->body[b.index].known)
      pairs[b.index] = list_pairs (units, b, sets);
  LOG (2, "found which accesses can follow a release of lock %s",
       survey->pds->locks.at[lock.index]);
  return pairs;
}

bool
units_keep (struct units *units, body_id body, uint32_t class, uint32_t then,
            lock_id lock, struct arena *scratch)
{
  assert (lock.index < units->survey->pds->locks.count);
  assert (units->words && class / 64 < units->words && then / 64 < units->words);
  units_pairs *released = &units->released[lock.index];
  if (!*released)
    {
      if (units->layers == LAYERS_LIMIT)
        return false;
      *released = pairs_after_release (units, lock, scratch);
      units->layers++;
    }
  const uint64_t *pairs = (*released)[body.index];
  return !bits_have (pairs + (size_t) class * units->words, then);
}

static const uint64_t *
need_pairs (struct units *units, body_id body)
{
  assert (units->words && body.index < units->survey->bodies);
  uint64_t **pairs = &units->pairs[body.index];
  if (!*pairs)
    *pairs = list_pairs (units, body, units->following);
  return *pairs;
}

bool
units_have (struct units *units, body_id body, uint32_t class)
{
  return units_follow (units, body,
                       units->first_class[units->survey->pds->fields.count * 2], class);
}

bool
units_follow (struct units *units, body_id body, uint32_t class, uint32_t then)
{
  return bits_have (need_pairs (units, body) + (size_t) class * units->words, then);
}

static bool
may_follow (struct units *units, body_id body, uint32_t access, uint32_t then)
{
  for (uint32_t a = units->first_class[access]; a < units->first_class[access + 1]; a++)
    for (uint32_t b = units->first_class[then]; b < units->first_class[then + 1]; b++)
      if (units_follow (units, body, a, b))
        return true;
  return false;
}

bool
units_allow (struct units *units, body_id body, const struct pa_role *role,
             const field_id *fields)
{
  if (!units->words)
    return true;
  assert (body.index < units->survey->bodies);
  uint32_t last = NONE; /* access of the last own step, if the unit goes on since */
  for (uint32_t x = 0; x < role->step_count; x++)
    {
      const struct pa_role_step *step = &role->steps[x];
      if (!role->keeps_unit[x])
        last = NONE;
      if (!step->own)
        continue;
      assert (step->kind != PA_ACCESSES);
      uint32_t before = last;
      last = NONE;
      if (!pa_kind_is_access (step->kind))
        continue;
      field_id field = fields[step->parameter.index];
      uint32_t access = units_access (field, step->kind == PA_WRITES);
      if (before != NONE && !may_follow (units, body, before, access))
        {
          LOG (2,
               "%s cannot play: step %u, an access to %s, is never in the unit of "
               "the own step before",
               slice_process_name (units->survey->pds, body), (unsigned) x + 1,
               units->survey->pds->fields.at[field.index].name);
          return false;
        }
      last = step->in_unit ? access : NONE;
    }
  return true;
}
