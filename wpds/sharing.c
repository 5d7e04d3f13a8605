/* sharing.c -- see sharing.h.
 *
 * A worklist finds who may reach each symbol: nobody, one process, or many.  That grows
 * at most twice for each symbol, so each rule is followed at most twice.
 */
#include <config.h>

#include "wpds/sharing.h"

#include "base/arena.h"

struct finder
{
  const struct pds *pds;
  struct arena *arena;
  struct sharing_users *reached; /* by symbol */
  VEC (pds_symbol) open;         /* symbols whose users have grown */
};

/* Add MORE to TO; returns whether TO has grown. */
static bool
add_users (struct sharing_users *to, const struct sharing_users *more)
{
  assert (more->number != SHARING_NOBODY);
  if (to->number == SHARING_MANY)
    return false;
  if (to->number == SHARING_NOBODY)
    *to = *more;
  else if (more->number == SHARING_MANY || !process_equal (to->one, more->one))
    to->number = SHARING_MANY;
  else
    return false;
  return true;
}

static void
reach (struct finder *f, pds_symbol symbol, const struct sharing_users *users)
{
  assert (symbol.index < pds_symbol_count (f->pds));
  if (add_users (&f->reached[symbol.index], users))
    *vec_push (f->arena, &f->open) = symbol;
}

static void
reach_all (struct finder *f)
{
  for (uint32_t p = 0; p < f->pds->processes.count; p++)
    {
      struct sharing_users users = { SHARING_ONE, { p } };
      reach (f, f->pds->processes.at[p].entry, &users);
    }
  while (f->open.count > 0)
    {
      pds_symbol symbol = f->open.at[--f->open.count];
      struct sharing_users users = f->reached[symbol.index];
      PDS_EACH_RULE (rule, f->pds, symbol)
        {
          if (!pds_rule_is_return (rule))
            reach (f, rule->to, &users);
          if (pds_rule_is_call (rule))
            reach (f, rule->under, &users);
        }
    }
}

void
sharing_find (struct sharing *sharing, const struct pds *pds, struct arena *arena)
{
  uint32_t symbols = pds_symbol_count (pds);
  struct sharing_users *users
    = arena_calloc (arena, pds->sets.count + (size_t) 1, sizeof *users);
  struct finder f = { .pds = pds, .arena = arena };
  assert (arena);
  f.reached = arena_calloc (arena, symbols + (size_t) 1, sizeof *f.reached);
  *sharing = (struct sharing){ .users = users };
  reach_all (&f);
  for (uint32_t s = 0; s < symbols; s++)
    {
      if (f.reached[s].number == SHARING_NOBODY)
        continue;
      struct pds_range range = pds_rules_of (pds, (pds_symbol){ s });
      for (uint32_t r = range.begin; r < range.end; r++)
        {
          const struct pds_action_info *action
            = &pds->actions.at[pds->rules.at[r].action.index];
          sharing->has_unit |= action->op == PDS_BEGIN;
          if (pds_action_is_access (action))
            {
              set_id set = pds->fields.at[pds_action_field (action).index].set;
              assert (set.index < pds->sets.count);
              add_users (&users[set.index], &f.reached[s]);
            }
        }
    }
}
