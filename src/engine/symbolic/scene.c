/* scene.c -- see scene.h. */
#include <config.h>

#include "engine/symbolic/scene.h"

#include "engine/symbolic/known.h"

const struct ir_graph *
scene_body (const struct scene *scene)
{
  const struct ir_projection *lowering = scene->u->all->question->lowering;
  body_id body = ir_instance_of (lowering, scene->effect->symbol)->body;
  return &lowering->flow->bodies.at[body.index];
}

struct ir_type
scene_slot_type (const struct scene *scene, const struct ir_graph *body, uint32_t slot)
{
  assert (slot < body->slot_count);
  return scene->u->all->question->lowering->flow->slots.at[body->first_slot + slot].type;
}

/* The value of SLOT in the frame over BELOW, of TYPE; 0 if it was never open before. */
static struct bits *
value_at (struct unrolled *u, pds_stack below, uint32_t slot, struct ir_type type)
{
  uint32_t *number = pairmap_at (&u->slot_numbers, below.index, slot);
  if (*number == PAIRMAP_FREE)
    {
      *number = u->values.count;
      *vec_push (u->all->arena, &u->values) = bits_constant (&u->all->aig, type.width, 0);
    }
  assert (u->values.at[*number].width == type.width);
  return &u->values.at[*number];
}

const struct bits *
scene_slot (void *context, uint32_t slot)
{
  struct scene *scene = context;
  struct unrolled *u = scene->u;
  const struct bits *value
    = value_at (u, scene->below, slot, scene_slot_type (scene, scene_body (scene), slot));
  const struct bits *known
    = known_value (&scene->effect->place.known, (uint32_t) (value - u->values.at));
  return known ? known : value;
}

void
scene_change (struct scene *scene, struct changes *changes, pds_stack below,
              const struct ir_graph *body, uint32_t slot, aig_lit when, struct bits value)
{
  assert (slot < body->slot_count && value.width > 0);
  struct ir_type type = scene_slot_type (scene, body, slot);
  value_at (scene->u, below, slot, type); /* creates it */
  *vec_push (scene->u->all->arena, &changes->list)
    = (struct slot_change){ below, slot, when,
                            symbolic_fit (&scene->u->all->aig, type, value) };
}

void
scene_apply (struct unrolled *u, const struct changes *changes)
{
  for (uint32_t i = 0; i < changes->list.count; i++)
    {
      const struct slot_change *c = &changes->list.at[i];
      struct bits *value
        = &u->values.at[pairmap_get (&u->slot_numbers, c->below.index, c->slot)];
      *value = bits_choose (&u->all->aig, c->when, c->value, *value);
    }
}

struct symbolic
scene_symbolic (struct scene *scene)
{
  struct unrolling *all = scene->u->all;
  return (struct symbolic){ .layout = &all->layout,
                            .aig = &all->aig,
                            .shared = scene->before,
                            .slot = scene_slot,
                            .context = scene,
                            .self = scene->u->process };
}

struct scene
scene_make (struct unrolled *u, const struct effect *e, struct effects *effects,
            struct bits *after)
{
  return (struct scene){ .u = u,
                         .effect = e,
                         .effects = effects,
                         .after = after,
                         .before = u->shared,
                         .wrong = AIG_FALSE,
                         .below = stacks_below (&u->stacks, e->place.stack) };
}
