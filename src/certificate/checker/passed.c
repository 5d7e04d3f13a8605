/* passed.c -- see passed.h.  Cost: a walk over a body for each start or join in it. */
#include <config.h>

#include "certificate/checker/passed.h"

#include <assert.h>

struct search
{
  const struct part_scene *scene;
  const struct scene_body *body;
  struct worklist symbols;
};

/* Mark what BODY reaches without AVOIDED, and the actions that it can come to. */
static void
search_without (struct search *s, uint32_t avoided, bool *comes_to)
{
  const struct pds *pds = s->scene->pds;
  worklist_restart (&s->symbols);
  worklist_add (&s->symbols, s->body->entry.index);
  for (uint32_t symbol; worklist_take (&s->symbols, &symbol);)
    {
      quota_tick (s->scene->arena->quota);
      PDS_EACH_RULE (rule, pds, (pds_symbol){ symbol })
        {
          assert (s->body->does[rule->action.index]);
          comes_to[rule->action.index] = true;
          if (pds_rule_is_return (rule))
            continue;
          if (pds_rule_is_call (rule))
            {
              worklist_add (&s->symbols, rule->to.index);
              if (s->scene->returns[rule->to.index])
                worklist_add (&s->symbols, rule->under.index);
            }
          else if (rule->action.index != avoided)
            worklist_add (&s->symbols, rule->to.index);
        }
    }
}

static void
find_orders (struct search *s, struct scene_body *body)
{
  const struct pds *pds = s->scene->pds;
  struct arena *arena = s->scene->arena;
  s->body = body;
  for (uint32_t a = 0; a < pds->actions.count; a++)
    if (body->does[a]
        && (pds->actions.at[a].op == PDS_START || pds->actions.at[a].op == PDS_JOIN))
      *vec_push (arena, &body->orders) = (struct scene_order){ a, NULL };
  for (uint32_t k = 0; k < body->orders.count; k++)
    {
      body->orders.at[k].free = arena_calloc (arena, pds->actions.count, sizeof (bool));
      search_without (s, body->orders.at[k].action, body->orders.at[k].free);
      assert (body->orders.at[k].free[body->orders.at[k].action]);
    }
}

void
passed_init (struct part_scene *scene)
{
  struct search s = { .scene = scene };
  if (!scene->pds->life_cycles)
    return;
  worklist_init (&s.symbols, pds_symbol_count (scene->pds), scene->arena);
  for (uint32_t b = 0; b < scene->bodies; b++)
    if (scene->body[b].processes > 0)
      find_orders (&s, &scene->body[b]);
}

bool
passed_before (const struct scene_body *body, uint32_t order, uint32_t action)
{
  assert (order < body->orders.count && body->does[action]);
  return !body->orders.at[order].free[action];
}
