/* print_statements.c -- which statements are printed, and which steps they are; see
 * printer.h, ir/statements.h.
 *
 * Places are numbers: a statement has one where it begins, a block one where it ends.
 */
#include <config.h>

#include <assert.h>

#include "eml/printer.h"

#define NOWHERE UINT32_MAX

void
print_begin_statement (struct printer *p, enum ir_statement_kind kind, uint32_t step)
{
  if (!p->statements)
    return;
  *vec_push (p->arena, &p->open) = p->statements->list.count;
  *vec_push (p->arena, &p->statements->list) = (struct ir_statement){
    .kind = kind,
    .span = { p->place, p->place + 1 },
    .position = step == IR_NO_STEP ? NAME_NONE : p->ir->nodes.at[step].position,
    .end_position = NAME_NONE
  };
  if (step != IR_NO_STEP)
    p->statements->places[step] = p->place;
  p->place++;
}

void
print_end_statement (struct printer *p, bool has_block, name_id end_position)
{
  if (!p->statements)
    return;
  assert (p->open.count > 0);
  struct ir_statement *ended = &p->statements->list.at[p->open.at[--p->open.count]];
  ended->end = p->statements->list.count;
  ended->end_position = end_position;
  if (has_block)
    ended->close = p->place++;
}

void
print_ends_block (struct printer *p, uint32_t step)
{
  assert (step < p->ir->nodes.count);
  if (p->statements)
    p->statements->places[step] = p->place - 1;
}

void
print_begin_statements (struct printer *p)
{
  const struct ir_graph *body = p->body;
  assert (body && p->open.count == 0);
  if (!p->statements)
    return;
  /* Drop what an earlier attempt has recorded. */
  struct ir_sequence *own = &p->statements->bodies[body - p->ir->bodies.at];
  if (own->end == NOWHERE)
    *own = (struct ir_sequence){ p->statements->list.count, 0, p->place };
  p->statements->list.count = own->begin;
  p->place = own->close;
  for (uint32_t n = body->first_node; n < body->first_node + body->node_count; n++)
    p->statements->places[n] = NOWHERE;
}

/* The place of a step: if nothing is printed for it, that of what comes after it. */
static uint32_t
find_place (const struct printer *p, uint32_t step, uint32_t close)
{
  for (uint32_t i = 0; i < p->body->node_count; i++)
    {
      const struct ir_step *at = &p->ir->nodes.at[step];
      if (p->statements->places[step] != NOWHERE)
        return p->statements->places[step];
      if (at->edge_count == 0)
        break;
      step = p->ir->edges.at[at->first_edge];
    }
  return close;
}

void
print_end_statements (struct printer *p)
{
  const struct ir_graph *body = p->body;
  if (!p->statements)
    return;
  struct ir_sequence *own = &p->statements->bodies[body - p->ir->bodies.at];
  uint32_t *places = p->statements->places;
  own->end = p->statements->list.count;
  own->close = p->place++;
  assert (p->open.count == 0 && own->begin <= own->end);
  /* A wait and an assume are one statement each. */
  for (uint32_t n = body->first_node; n < body->first_node + body->node_count; n++)
    {
      const struct ir_step *step = &p->ir->nodes.at[n];
      for (uint32_t e = 0; e < step->edge_count && places[n] != NOWHERE; e++)
        {
          uint32_t to = p->ir->edges.at[step->first_edge + e];
          const struct ir_step *next = &p->ir->nodes.at[to];
          if (next->of_assume || next->waits || next->op == IR_RESUME)
            places[to] = places[n];
        }
    }
  for (uint32_t n = body->first_node; n < body->first_node + body->node_count; n++)
    if (places[n] == NOWHERE)
      places[n] = find_place (p, n, own->close);
}
