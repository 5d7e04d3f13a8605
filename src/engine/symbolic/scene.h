/* scene.h -- one step of a process while its circuit is built: its place, the state
 * before and after, the slots of its frame.
 *
 * At most one of the steps of a depth is made, but all are built from the same values:
 * their changes are collected, and applied when all steps are built.
 */
#ifndef ENGINE_SYMBOLIC_SCENE_H
#define ENGINE_SYMBOLIC_SCENE_H

#include "engine/symbolic/effect.h"

struct scene
{
  struct unrolled *u;
  const struct effect *effect;
  struct effects *effects;
  struct bits *after;
  const struct bits *before;
  pds_stack below;
  aig_lit wrong;
  struct bits any;     /* the value that was chosen; width 0: none */
  struct ir_type type; /* the type of `any' */
};

struct slot_change
{
  pds_stack below;
  uint32_t slot;
  aig_lit when;
  struct bits value;
};

struct changes
{
  VEC (struct slot_change) list;
};

struct scene scene_make (struct unrolled *u, const struct effect *e,
                         struct effects *effects, struct bits *after);
struct symbolic scene_symbolic (struct scene *scene);

const struct ir_graph *scene_body (const struct scene *scene);
struct ir_type scene_slot_type (const struct scene *scene, const struct ir_graph *body,
                                uint32_t slot);
/* The value of SLOT in the frame of the step; CONTEXT is a scene. */
const struct bits *scene_slot (void *context, uint32_t slot);

/* Record the change: SLOT of the frame of BODY over BELOW gets VALUE if WHEN. */
void scene_change (struct scene *scene, struct changes *changes, pds_stack below,
                   const struct ir_graph *body, uint32_t slot, aig_lit when,
                   struct bits value);
void scene_apply (struct unrolled *u, const struct changes *changes);

#endif
