/* block_state.c -- see block_state.h. */
#include <config.h>

#include "engine/blocks/block_state.h"

/* Create the bits of WHAT, as many as INITIAL has, and with its value initially; an input
   in INITIAL stands for any value.  Bits that are known never to change are constants. */
static struct bits
add_bits (struct block_relation *r, struct invariant_bit what, struct bits initial)
{
  aig_lit *value = arena_alloc (r->arena, initial.width * sizeof *value);
  for (uint32_t i = 0; i < initial.width; i++)
    {
      aig_lit first = initial.at[i];
      enum ternary known = r->known ? r->known[r->numbered] : TERNARY_ANY;
      r->numbered++;
      what.bit = i;
      value[i] = known == TERNARY_ANY ? aig_input (&r->all.aig)
                                      : aig_constant (known == TERNARY_1);
      if (known != TERNARY_ANY)
        {
          *vec_push (r->arena, &r->constants)
            = (struct relation_constant){ what, known == TERNARY_1 };
          continue;
        }
      *vec_push (r->arena, &r->bits) = what;
      *vec_push (r->arena, &r->system.state) = value[i];
      *vec_push (r->arena, &r->system.initial)
        = aig_is_constant (first) ? first : value[i];
    }
  assert (r->bits.count == r->system.state.count);
  return (struct bits){ value, initial.width };
}

/* ---- What all share. ---- */

/* Add the cells of fields.  Those whose value is never read are not part of the state. */
static void
add_cells (struct block_relation *r, const struct bits *start, struct bits *shared)
{
  const struct ir_model *model = r->question->lowering->flow->model;
  const uint32_t *first = r->all.layout.first_cell;
  for (uint32_t f = 0; f < model->fields.count; f++)
    for (uint32_t c = 0; first[f] != LAYOUT_NONE && c < model->fields.at[f].cells; c++)
      {
        uint32_t item = first[f] + c;
        assert (item < r->all.layout.first_owner);
        if (r->liveness.matters[f])
          shared[item] = add_bits (
            r, (struct invariant_bit){ .kind = INVARIANT_CELL, .object = f, .cell = c },
            start[item]);
        else
          shared[item] = bits_constant (&r->all.aig, start[item].width, 0);
      }
}

/* Add the shared state, in the order of its items. */
static void
add_shared (struct block_relation *r)
{
  const struct layout *layout = &r->all.layout;
  const struct pds *pds = &r->question->lowering->pds;
  const struct bits *start = layout_start (layout, &r->all.aig);
  struct bits *shared = unrolling_copy_shared (&r->all, start);
  add_cells (r, start, shared);
  for (uint32_t l = 0; l < pds->locks.count; l++)
    shared[layout->first_owner + l]
      = add_bits (r, (struct invariant_bit){ .kind = INVARIANT_OWNER, .object = l },
                  start[layout->first_owner + l]);
  for (uint32_t p = 0; pds->life_cycles && p < pds->processes.count; p++)
    shared[layout->first_started + p]
      = add_bits (r, (struct invariant_bit){ .kind = INVARIANT_STARTED, .process = p },
                  start[layout->first_started + p]);
  for (uint32_t p = 0; pds->life_cycles && p < pds->processes.count; p++)
    shared[layout->first_finished + p]
      = add_bits (r, (struct invariant_bit){ .kind = INVARIANT_FINISHED, .process = p },
                  start[layout->first_finished + p]);
  for (uint32_t p = 0; layout->first_waiting != LAYOUT_NONE && p < pds->processes.count;
       p++)
    shared[layout->first_waiting + p]
      = add_bits (r, (struct invariant_bit){ .kind = INVARIANT_WAITING, .process = p },
                  start[layout->first_waiting + p]);
  if (layout->done != LAYOUT_NONE)
    shared[layout->done] = add_bits (r, (struct invariant_bit){ .kind = INVARIANT_DONE },
                                     start[layout->done]);
  r->shared = shared;
}

/* ---- Slots. ---- */

/* The slots LIST of the frame over BELOW, of the body of SYMBOL, are live where process P
   rests at the place with NUMBER: mark them, and add those that are new. */
static void
keep_slots (struct block_relation *r, uint32_t p, uint32_t number, pds_stack below,
            pds_symbol symbol, struct slot_list list, struct pairmap *known)
{
  struct relation_process *process = &r->processes[p];
  const struct ir_projection *lowering = r->question->lowering;
  assert (number >= NUMBER_FIRST && number < process->places.resting.count);
  body_id body = ir_instance_of (lowering, symbol)->body;
  uint32_t first = lowering->flow->bodies.at[body.index].first_slot;
  for (uint32_t i = 0; i < list.count; i++)
    {
      uint32_t slot = r->liveness.slots.at[list.first + i];
      uint32_t *index = pairmap_at (known, below.index, slot);
      if (*index == PAIRMAP_FREE)
        {
          *index = process->slots.count;
          uint32_t width = lowering->flow->slots.at[first + slot].type.width;
          struct relation_slot *new = vec_push (r->arena, &process->slots);
          *new = (struct relation_slot){ .below = below, .slot = slot };
          new->kept
            = arena_calloc (r->arena, process->places.resting.count, sizeof *new->kept);
          new->value = add_bits (r,
                                 (struct invariant_bit){ .kind = INVARIANT_SLOT,
                                                         .process = p,
                                                         .object = slot,
                                                         .below = below,
                                                         .kept = new->kept },
                                 bits_constant (&r->all.aig, width, 0));
        }
      process->slots.at[*index].kept[number] = true;
    }
}

/* Add the slots that are live where process P rests: of its frame, and of frames that
   wait for it to return. */
static void
add_slots (struct block_relation *r, uint32_t p)
{
  const struct ir_projection *lowering = r->question->lowering;
  const struct places *places = &r->processes[p].places;
  const struct stacks *stacks = &r->all.processes.at[p].stacks;
  struct pairmap known;
  pairmap_init (&known, r->arena);
  for (uint32_t n = NUMBER_FIRST; n < places->resting.count; n++)
    {
      pds_stack stack = places->list.at[places->resting.at[n]].stack;
      for (bool top = true; !stack_is_empty (stack); top = false)
        {
          pds_symbol symbol = stacks_top (stacks, stack);
          uint32_t node
            = (uint32_t) (ir_step_of (lowering, symbol) - lowering->flow->nodes.at);
          stack = stacks_below (stacks, stack);
          keep_slots (r, p, n, stack, symbol,
                      top ? r->liveness.live[node] : r->liveness.kept[node], &known);
        }
    }
}

/* ---- Processes. ---- */

static void
add_place_of (struct block_relation *r, uint32_t p)
{
  struct relation_process *process = &r->processes[p];
  struct aig *aig = &r->all.aig;
  uint32_t count = process->places.resting.count;
  uint32_t width = layout_bits_for (count - 1);
  uint32_t entry = process->places.list.at[0].number;
  assert (entry >= NUMBER_FIRST && entry < count);
  process->at
    = add_bits (r, (struct invariant_bit){ .kind = INVARIANT_PLACE, .process = p },
                bits_constant (aig, width, entry));
  process->is_at = arena_alloc (r->arena, count * sizeof *process->is_at);
  for (uint32_t n = 0; n < count; n++)
    process->is_at[n] = bits_equal (aig, process->at, bits_constant (aig, width, n));
}

void
state_make (struct block_relation *r)
{
  struct aig *aig = &r->all.aig;
  uint32_t processes = r->all.processes.count;
  assert (r->bits.count == 0 && r->numbered == 0 && r->processes);
  for (uint32_t p = 0; p < processes; p++)
    add_place_of (r, p);
  if (r->all.has_atomic)
    r->midst = add_bits (r, (struct invariant_bit){ .kind = INVARIANT_MIDST },
                         bits_constant (aig, layout_bits_for (processes), 0));
  add_shared (r);
  for (uint32_t p = 0; !r->question->without_data && p < processes; p++)
    add_slots (r, p);
}
