/* growth.c -- see growth.h.  Cost: finding what grows takes passes over all steps until
 * nothing changes; a state is compared with the others of its shape. */
#include <config.h>

#include "engine/explicit/growth.h"

#include <assert.h>

#include "base/log.h"

/* The most steps between a test and the assert that it dooms. */
#define MOST_DOOMED 16

/* ---- What grows. ---- */

struct finder
{
  struct growth *g;
  const struct data_model *data;
  const struct ir *flow;
  uint32_t base; /* the first slot of the body in hand */
  bool changed;
};

static bool
grows (const struct finder *f, const struct ir_expr *e)
{
  assert (e->op != IR_SLOT || f->base + e->place < f->flow->slots.count);
  return (e->op == IR_SLOT && f->g->slots[f->base + e->place])
         || (e->op == IR_FIELD && f->g->fields[e->place]);
}

/* Does EXPR have a value that grows?  If DROP, none of them does from now on. */
static bool
mentions (struct finder *f, uint32_t expr, bool drop)
{
  if (expr == IR_NO_EXPR)
    return false;
  assert (expr < f->flow->exprs.count);
  const struct ir_expr *e = &f->flow->exprs.at[expr];
  bool found = grows (f, e);
  if (found && drop)
    {
      f->changed = true;
      *(e->op == IR_SLOT ? &f->g->slots[f->base + e->place] : &f->g->fields[e->place])
        = false;
    }
  for (uint32_t i = 0; i < ir_operand_count (e); i++)
    found |= mentions (f, e->operands[i], drop);
  return found;
}

/* A sum: how many values that grow, how many others, all constants; and the narrowest
   type of a result. */
struct sum
{
  int64_t constant;
  uint32_t growing, others, width;
};

/* Add EXPR to SUM; false: it is no sum of what grows, or a constant is negative. */
static bool
add_up (struct finder *f, uint32_t expr, struct sum *sum)
{
  assert (expr < f->flow->exprs.count && sum->constant >= 0);
  const struct ir_expr *e = &f->flow->exprs.at[expr];
  if (grows (f, e))
    {
      sum->growing++;
      return !e->type.is_bool
             && (e->op == IR_SLOT || !mentions (f, e->operands[0], false));
    }
  if (e->op == IR_OPERATOR && e->kind == EXPR_ADD)
    {
      sum->width = e->type.width < sum->width ? e->type.width : sum->width;
      return add_up (f, e->operands[0], sum) && add_up (f, e->operands[1], sum);
    }
  if (e->op == IR_CONSTANT)
    {
      sum->constant += e->value;
      return e->value >= 0 && sum->constant <= INT32_MAX;
    }
  sum->others++;
  return sum->others == 1 && e->type.width <= 32 && !mentions (f, expr, false);
}

/* Values that grow are at most MOST. */
static void
limit (struct finder *f, int64_t most)
{
  assert (most > 0);
  f->g->most = most < f->g->most ? most : f->g->most;
}

static bool is_bound (struct finder *f, uint32_t expr, bool high);

/* EXPR becomes the value of a place of TYPE, which GROWS. */
static void
flow_into (struct finder *f, uint32_t expr, struct ir_type type, bool target_grows)
{
  struct sum sum = { .width = type.width < 64 ? type.width : 62 };
  if (!mentions (f, expr, false))
    return;
  if (type.is_bool)
    {
      if (!target_grows || !is_bound (f, expr, false))
        mentions (f, expr, true);
      return;
    }
  bool fine = target_grows && type.width > 1 && add_up (f, expr, &sum);
  assert (type.width <= 64 && (!fine || sum.growing > 0));
  /* What wraps once is negative: a sum of WIDTH bits is below twice its range. */
  int64_t range = (INT64_C (1) << (sum.width < 62 ? sum.width : 62)) - 1;
  range -= sum.constant + (sum.others ? INT32_MAX : 0);
  if (fine && range / (sum.growing ? sum.growing : 1) > 0)
    limit (f, range / sum.growing);
  else
    mentions (f, expr, true);
}

/* Does EXPR, a condition, hold for all smaller values if it holds?  HIGH: for all larger
   ones? */
static bool
is_bound (struct finder *f, uint32_t expr, bool high)
{
  const struct ir_expr *e = &f->flow->exprs.at[expr];
  if (!mentions (f, expr, false))
    return true;
  if (e->op == IR_SLOT)
    return !high && e->type.is_bool;
  if (e->op != IR_OPERATOR)
    return false;
  bool swap = high;
  struct sum sum = { .width = 62 };
  switch ((unsigned) e->kind)
    {
    case EXPR_NOT: return is_bound (f, e->operands[0], !high);
    case EXPR_AND:
    case EXPR_OR:
      return is_bound (f, e->operands[0], high) && is_bound (f, e->operands[1], high);
    case EXPR_GREATER:
    case EXPR_GREATER_EQUAL: swap = !high; break;
    case EXPR_LESS:
    case EXPR_LESS_EQUAL: break;
    default: return false;
    }
  if (mentions (f, e->operands[!swap], false) || !add_up (f, e->operands[swap], &sum)
      || sum.others > 0)
    return false;
  /* Here nothing may wrap. */
  assert (sum.growing > 0);
  int64_t range = (INT64_C (1) << (sum.width - 1)) - 1 - sum.constant;
  if (range / sum.growing <= 0)
    return false;
  limit (f, range / sum.growing);
  return true;
}

/* The claim that fails if control comes to NODE, after nothing but assignments of
   constants; or IR_NO_CLAIM. */
static uint32_t
find_failure (const struct finder *f, uint32_t node)
{
  uint32_t slot = IR_NO_SLOT;
  int64_t value = 0;
  for (uint32_t i = 0; i < MOST_DOOMED; i++)
    {
      const struct ir_step *step = &f->flow->nodes.at[node];
      const struct ir_expr *e
        = step->expr == IR_NO_EXPR ? NULL : &f->flow->exprs.at[step->expr];
      bool fails = step->op == IR_ASSERT
                   && ((e->op == IR_CONSTANT && e->value == 0)
                       || (e->op == IR_SLOT && e->place == slot && value == 0));
      if (fails)
        return step->claim;
      if (step->op == IR_SET && e->op == IR_CONSTANT)
        {
          slot = step->slot;
          value = e->value;
        }
      else if (step->op != IR_SKIP || step->edge_count != 1)
        break;
      node = f->flow->edges.at[step->first_edge];
    }
  return IR_NO_CLAIM;
}

/* The claim that fails at once where the condition of STEP, a test, says that values are
   large; IR_NO_CLAIM: it goes on in both cases, or is no such condition. */
static uint32_t
find_doom (struct finder *f, const struct ir_step *step)
{
  uint32_t claim = IR_NO_CLAIM;
  assert (step->op == IR_TEST && step->edge_count == 2);
  for (uint32_t high = 0; high < 2 && claim == IR_NO_CLAIM; high++)
    if (is_bound (f, step->expr, high))
      claim = find_failure (f, f->flow->edges.at[step->first_edge + !high]);
  return claim;
}

static void
see_call (struct finder *f, const struct ir_step *step)
{
  const struct ir_graph *callee = &f->flow->bodies.at[ir_step_callee (step).index];
  assert (step->argument_count <= callee->slot_count);
  for (uint32_t i = 0; i < step->argument_count; i++)
    {
      uint32_t slot = callee->first_slot + i;
      flow_into (f, f->flow->arguments.at[step->first_argument + i],
                 f->flow->slots.at[slot].type, f->g->slots[slot]);
    }
  if (step->slot == IR_NO_SLOT || callee->result == IR_NO_SLOT)
    return;
  uint32_t from = callee->first_slot + callee->result, to = f->base + step->slot;
  if (f->g->slots[from]
      && (!f->g->slots[to]
          || f->flow->slots.at[to].type.width < f->flow->slots.at[from].type.width))
    f->g->slots[from] = !(f->changed = true);
}

static void
see_step (struct finder *f, const struct ir_step *step)
{
  const struct ir_slot *slots = &f->flow->slots.at[f->base];
  mentions (f, step->index, true);
  switch ((unsigned) step->op)
    {
    case IR_READ:
      if (step->slot != IR_NO_SLOT && f->g->fields[ir_step_field (step).index]
          && !f->g->slots[f->base + step->slot])
        f->g->fields[ir_step_field (step).index] = !(f->changed = true);
      break;
    case IR_WRITE:
      flow_into (f, step->expr,
                 f->flow->model->fields.at[ir_step_field (step).index].type,
                 f->g->fields[ir_step_field (step).index]);
      break;
    case IR_SET:
      flow_into (f, step->expr, slots[step->slot].type,
                 f->g->slots[f->base + step->slot]);
      break;
    case IR_ASSERT:
      if (!is_bound (f, step->expr, false))
        mentions (f, step->expr, true);
      break;
    case IR_TEST:
      if (mentions (f, step->expr, false) && find_doom (f, step) == IR_NO_CLAIM)
        mentions (f, step->expr, true);
      break;
    case IR_CALL: see_call (f, step); break;
    case IR_ACQUIRE_AT:
    case IR_RELEASE_AT:
      f->changed |= f->g->slots[f->base + step->slot];
      f->g->slots[f->base + step->slot] = false;
      break;
    default: mentions (f, step->expr, true);
    }
}

/* One pass over all steps and predicates. */
static void
see_all (struct finder *f)
{
  assert (f->g->fields && f->g->slots);
  f->changed = false;
  f->g->most = INT64_MAX;
  for (uint32_t i = 0; i < f->flow->model->fields.count; i++)
    {
      if (f->g->fields[i])
        limit (f, (INT64_C (1) << (f->flow->model->fields.at[i].type.width - 1)) - 1);
      if (f->flow->exclusive)
        mentions (f, f->flow->exclusive[i], true);
    }
  for (uint32_t b = 0; b < f->flow->bodies.count; b++)
    {
      const struct ir_graph *body = &f->flow->bodies.at[b];
      f->base = body->first_slot;
      for (uint32_t n = 0; n < body->node_count; n++)
        see_step (f, &f->flow->nodes.at[body->first_node + n]);
    }
}

/* Note the claims about what grows. */
static void
find_claims (struct finder *f)
{
  for (uint32_t b = 0; b < f->flow->bodies.count; b++)
    for (uint32_t n = 0; n < f->flow->bodies.at[b].node_count; n++)
      {
        const struct ir_step *step
          = &f->flow->nodes.at[f->flow->bodies.at[b].first_node + n];
        f->base = f->flow->bodies.at[b].first_slot;
        if ((step->op != IR_ASSERT && step->op != IR_TEST)
            || !mentions (f, step->expr, false))
          continue;
        uint32_t claim = step->op == IR_TEST ? find_doom (f, step) : step->claim;
        assert (claim < f->flow->claims.count);
        f->g->claims[claim] = true;
        if (step->wrong != IR_NO_CLAIM)
          f->g->claims[step->wrong] = true;
      }
}

static bool
is_number (struct ir_type type)
{
  return !type.is_bool && type.width > 1 && type.width <= 62;
}

void
growth_init (struct growth *g, const struct program *program, struct frames *frames,
             bool wanted, struct arena *arena)
{
  *g = (struct growth){ .program = program, .frames = frames, .arena = arena };
  if (!wanted || !program->data)
    return;
  const struct ir *flow = program->data->flow;
  struct finder f = { .g = g, .data = program->data, .flow = flow };
  g->fields = arena_calloc (arena, flow->model->fields.count + (size_t) 1, 1);
  g->slots = arena_calloc (arena, flow->slots.count + (size_t) 1, 1);
  g->claims = arena_calloc (arena, flow->claims.count + (size_t) 1, 1);
  for (uint32_t i = 0; i < flow->model->fields.count; i++)
    g->fields[i] = is_number (flow->model->fields.at[i].type);
  for (uint32_t i = 0; i < flow->slots.count; i++)
    g->slots[i] = flow->slots.at[i].type.is_bool || is_number (flow->slots.at[i].type);
  do
    see_all (&f);
  while (f.changed);
  for (uint32_t i = 0; i < flow->model->fields.count; i++)
    g->on |= g->fields[i] && program->data->liveness.matters[i];
  if (!g->on)
    return;
  find_claims (&f);
  LOG (1, "numbers that only grow, at most %lld", (long long) g->most);
  states_init (&g->shapes, program, arena);
  g->reduced = state_new (&g->shapes, arena);
  g->actor = actor_new (frames, arena);
}

/* ---- States. ---- */

/* Take what grows out of the cells and the top frames of `reduced', to the end of
   `values'. */
static void
reduce (struct growth *g)
{
  const struct data_model *data = g->program->data;
  struct state *state = &g->reduced;
  assert (g->on);
  for (uint32_t c = 0; c < data->cells; c++)
    if (g->fields[data->field_of[c]])
      {
        *vec_push (g->arena, &g->values) = state->cells[c];
        state->cells[c] = 0;
      }
  for (uint32_t p = 0; p < g->program->count; p++)
    {
      frames_load (g->frames, state->stacks[p], &g->actor);
      if (g->actor.symbol == FRAMES_NOWHERE)
        continue;
      uint32_t node = data->node[g->actor.symbol], taken = 0;
      struct slot_list live = data->liveness.live[node];
      for (uint32_t i = 0; i < live.count; i++)
        {
          uint32_t slot = data->liveness.slots.at[live.first + i];
          if (!g->slots[data->first_slot[node] + slot])
            continue;
          int64_t value = g->actor.slots[slot];
          bool is_bool = data->flow->slots.at[data->first_slot[node] + slot].type.is_bool;
          *vec_push (g->arena, &g->values) = is_bool ? !value : value;
          g->actor.slots[slot] = 0;
          taken++;
        }
      if (taken > 0)
        state->stacks[p] = frames_store (g->frames, &g->actor);
    }
}

/* Are the COUNT values from A on at least those from B on? */
static bool
is_at_least (const struct growth *g, uint32_t a, uint32_t b, uint32_t count)
{
  bool is = true;
  assert (a + count <= g->values.count && b + count <= g->values.count);
  for (uint32_t i = 0; i < count && is; i++)
    is = g->values.at[a + i] >= g->values.at[b + i];
  return is;
}

bool
growth_is_covered (struct growth *g, const struct state *now)
{
  bool is_new;
  struct state_link link = { STATE_NONE, 0, 0 };
  g->first = g->values.count;
  state_copy (&g->shapes, &g->reduced, now);
  reduce (g);
  g->shape = states_intern (&g->shapes, &g->reduced, &link, &is_new).index;
  if (is_new)
    *vec_push (g->arena, &g->heads) = GROWTH_END;
  uint32_t count = g->values.count - g->first;
  assert (g->heads.count == states_count (&g->shapes));
  for (uint32_t e = g->heads.at[g->shape]; e != GROWTH_END; e = g->entries.at[e].next)
    if (is_at_least (g, g->entries.at[e].first, g->first, count))
      {
        g->values.count = g->first;
        return true;
      }
  return false;
}

void
growth_add (struct growth *g, state_id id)
{
  uint32_t count = g->values.count - g->first, *link = &g->heads.at[g->shape];
  assert (id.index == g->covered.count);
  *vec_push (g->arena, &g->covered) = false;
  while (*link != GROWTH_END)
    {
      struct growth_entry *entry = &g->entries.at[*link];
      assert (!g->covered.at[entry->id.index] && entry->id.index < id.index);
      if (is_at_least (g, g->first, entry->first, count))
        {
          g->covered.at[entry->id.index] = true;
          *link = entry->next;
        }
      else
        link = &entry->next;
    }
  *vec_push (g->arena, &g->entries)
    = (struct growth_entry){ id, g->heads.at[g->shape], g->first };
  g->heads.at[g->shape] = g->entries.count - 1;
}

void
growth_note (struct growth *g, const struct state *now, const struct actor *actor)
{
  const struct data_model *data = g->program->data;
  assert (g->on);
  for (uint32_t c = 0; c < data->cells; c++)
    g->wrapped
      |= g->fields[data->field_of[c]] && (now->cells[c] < 0 || now->cells[c] > g->most);
  if (actor->symbol == FRAMES_NOWHERE)
    return;
  uint32_t node = data->node[actor->symbol];
  struct slot_list live = data->liveness.live[node];
  for (uint32_t i = 0; i < live.count; i++)
    {
      uint32_t slot = data->liveness.slots.at[live.first + i];
      g->wrapped |= g->slots[data->first_slot[node] + slot]
                    && (actor->slots[slot] < 0 || actor->slots[slot] > g->most);
    }
}

bool
growth_is_exact (const struct growth *g, const struct violations *found)
{
  bool exact = !g->wrapped;
  assert (g->on || exact);
  if (!g->on)
    return true;
  for (uint32_t c = 0; c < g->program->data->flow->claims.count; c++)
    exact &= !(g->claims[c] && found->claims[c].found);
  return exact;
}
