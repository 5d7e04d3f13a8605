/* project.c -- see project.h.
 *
 * A worklist of instances; a call adds the instance that it calls.  The symbols
 * of an instance are numbered when it is created, so a call can name an entry
 * that is not lowered yet, and instances are lowered in the order of their symbols.
 *
 * Cost: linear in the symbols made; the sets are shared tries (idset.h).
 */
#include <config.h>

#include "ir/project.h"

#include <assert.h>

#include "base/log.h"

struct projector
{
  struct ir_projection *out;
  const struct ir *flow;
  const struct ir_model *model;
  struct idsets *idsets;
  struct diags *diags;
  struct pairmap context_ids;  /* (locks, units and atomic) -> context */
  struct pairmap instance_ids; /* (body, context) -> instance */
  uint32_t symbols;            /* numbered so far */
  bool too_many;               /* contexts or symbols: an error was reported */
};

static uint32_t
intern_context (struct projector *l, idset locks, idset units, bool atomic)
{
  assert (units.index <= UINT32_MAX / 2);
  uint32_t *id = pairmap_at (&l->context_ids, locks.index, 2 * units.index + atomic);
  if (*id == PAIRMAP_FREE)
    {
      *id = l->out->contexts.count;
      LOG (2, "context %u: %u locks held, %u sets in a unit", (unsigned) *id,
           (unsigned) idset_count (l->idsets, locks),
           (unsigned) idset_count (l->idsets, units));
      *vec_push (l->out->arena, &l->out->contexts)
        = (struct ir_context){ locks, units, atomic };
    }
  return *id;
}

static void
report_explosion (struct projector *l, body_id body)
{
  assert (!l->too_many);
  const struct ir_body *b = &l->model->bodies.at[body.index];
  l->too_many = true;
  if (l->out->instances_of[body.index] >= IR_CONTEXTS_LIMIT)
    diag_error (l->diags, "too-many-contexts", b->name.span,
                "procedure '%s' is called in more than %u different contexts "
                "(sets of locks held and units open)",
                ir_text (l->model, b->name), (unsigned) IR_CONTEXTS_LIMIT);
  else
    diag_error (l->diags, "too-large-system", b->name.span,
                "the pushdown systems need more than %u symbols; the last "
                "procedure met is '%s', in %u contexts",
                (unsigned) IR_SYMBOLS_LIMIT, ir_text (l->model, b->name),
                (unsigned) l->out->instances_of[body.index]);
}

/* The entry symbol of BODY in CONTEXT. */
static pds_symbol
entry_of (struct projector *l, body_id body, uint32_t context)
{
  assert (body.index < l->flow->bodies.count && context < l->out->contexts.count);
  uint32_t *id = pairmap_at (&l->instance_ids, body.index, context);
  if (*id == PAIRMAP_FREE)
    {
      *id = l->out->instances.count;
      *vec_push (l->out->arena, &l->out->instances)
        = (struct ir_instance){ body, context, l->symbols };
      uint32_t size = l->flow->bodies.at[body.index].node_count;
      LOG (2, "%s '%s' in context %u: %u symbols from %u on",
           ir_body_word (&l->model->bodies.at[body.index]),
           ir_text (l->model, l->model->bodies.at[body.index].name), (unsigned) context,
           (unsigned) size, (unsigned) l->symbols);
      if (l->out->instances_of[body.index] >= IR_CONTEXTS_LIMIT
          || size > IR_SYMBOLS_LIMIT - l->symbols)
        {
          report_explosion (l, body);
          return (pds_symbol){ 0 };
        }
      l->out->instances_of[body.index]++;
      l->symbols += size;
    }
  return (pds_symbol){ l->out->instances.at[*id].first_symbol };
}

/* The action of NODE in CONTEXT. */
static pds_action
action_in (struct projector *l, const struct ir_step *node, struct ir_context context)
{
  assert (node->op != IR_CALL && node->op != IR_RETURN);
  struct pds *pds = &l->out->pds;
  idset units = idset_union (l->idsets, node->units, context.units);
  switch (node->op)
    {
    case IR_ACQUIRE:
    case IR_RELEASE:
    case IR_ACQUIRE_AT:
    case IR_RELEASE_AT:
      if (ir_is_open (node))
        break;
      if (!node->waits
          && (node->nested
              || idset_has (l->idsets, context.locks, ir_step_lock (node).index)))
        return pds_intern_nested (pds);
      return pds_intern_operation (
        pds, ir_plain_op (node) == IR_ACQUIRE ? PDS_ACQUIRE : PDS_RELEASE,
        ir_step_lock (node));
    case IR_READ:
    case IR_WRITE:
      return pds_intern_access (pds, node->op == IR_READ ? PDS_READ : PDS_WRITE,
                                ir_step_field (node), units);
    case IR_BEGIN:
    case IR_END:
      {
        idset sets = idset_minus (l->idsets, node->sets, units);
        if (idset_is_empty (sets))
          return pds_intern_nested (pds);
        return pds_intern_boundary (pds, node->op == IR_BEGIN ? PDS_BEGIN : PDS_END,
                                    sets);
      }
    case IR_SKIP:
    case IR_SET:
    case IR_ANY:
    case IR_TEST:
    case IR_ASSUME:
    case IR_ASSERT:
    case IR_CALL:
    case IR_RETURN:
    case IR_NOTIFY: break;
    case IR_WAKE:
    case IR_FINISH:
      return pds_intern_own_end (pds, node->op == IR_WAKE ? PDS_WAKE : PDS_FINISH);
    case IR_START:
    case IR_JOIN:
      return pds_intern_ordering (pds, node->op == IR_START ? PDS_START : PDS_JOIN,
                                  ir_step_processes (node));
    case IR_CUT:
    case IR_RESUME:
      if (idset_is_empty (units))
        return pds_intern_nested (pds);
      return pds_intern_boundary (pds, node->op == IR_CUT ? PDS_END : PDS_BEGIN, units);
    }
  return (pds_action){ 0 }; /* skip */
}

static void
project_step (struct projector *l, const struct ir_step *node,
              const struct ir_instance *instance, uint32_t first_node)
{
  assert (instance->context < l->out->contexts.count);
  struct pds *pds = &l->out->pds;
  struct ir_context context = l->out->contexts.at[instance->context];
  pds_add_symbol (pds);
  if (node->op == IR_RETURN)
    {
      pds_add_return (pds);
      return;
    }
  if (node->op == IR_CALL)
    {
      uint32_t inner
        = intern_context (l, idset_union (l->idsets, context.locks, node->locks),
                          idset_union (l->idsets, context.units, node->units),
                          context.atomic || node->atomic);
      assert (node->edge_count == 1);
      uint32_t next = l->flow->edges.at[node->first_edge] - first_node;
      pds_symbol callee = entry_of (l, ir_step_callee (node), inner);
      pds_add_call (pds, callee, (pds_symbol){ instance->first_symbol + next });
      return;
    }
  pds_action action = action_in (l, node, context);
  for (uint32_t e = 0; e < node->edge_count; e++)
    {
      uint32_t to = l->flow->edges.at[node->first_edge + e] - first_node;
      assert (to < l->flow->bodies.at[instance->body.index].node_count);
      pds_add_step (pds, action, (pds_symbol){ instance->first_symbol + to });
    }
}

static void
project_instance (struct projector *l, uint32_t index)
{
  /* A copy: the table may move when calls create instances. */
  struct ir_instance instance = l->out->instances.at[index];
  struct ir_graph body = l->flow->bodies.at[instance.body.index];
  assert (l->out->pds.first_rule.count == instance.first_symbol);
  for (uint32_t i = 0; i < body.node_count && !l->too_many; i++)
    project_step (l, &l->flow->nodes.at[body.first_node + i], &instance, body.first_node);
}

static void
name_things (struct projector *l)
{
  assert (l->out->pds.locks.count == 0 && l->out->pds.fields.count == 0);
  struct pds *pds = &l->out->pds;
  const struct ir_model *model = l->model;
  struct arena *arena = l->out->arena;
  for (uint32_t i = 0; i < model->locks.count; i++)
    *vec_push (arena, &pds->locks) = ir_text (model, model->locks.at[i].name);
  for (uint32_t i = 0; i < model->fields.count; i++)
    *vec_push (arena, &pds->fields)
      = (struct pds_field){ ir_text (model, model->fields.at[i].name),
                            model->fields.at[i].set, model->fields.at[i].is_volatile };
  for (uint32_t i = 0; i < model->sets.count; i++)
    *vec_push (arena, &pds->sets) = ir_text (model, model->sets.at[i].name);
}

static void
add_processes (struct projector *l, body_id body)
{
  const struct ir_body *b = &l->model->bodies.at[body.index];
  const char *name = ir_text (l->model, b->name);
  pds_symbol entry = entry_of (l, body, 0);
  assert (b->is_process && b->copies > 0);
  assert (l->out->pds.processes.count == b->first_process.index);
  for (uint32_t copy = 0; copy < b->copies; copy++)
    {
      const char *copy_name
        = b->counted ? arena_format (l->out->arena, "%s[%u]", name, (unsigned) copy)
                     : name;
      *vec_push (l->out->arena, &l->out->pds.processes)
        = (struct pds_process){ copy_name, body, entry,
                                idset_has (l->idsets, l->model->started,
                                           b->first_process.index + copy) };
    }
}

bool
ir_project (struct ir_projection *lowering, const struct ir *flow, struct arena *arena,
            struct diags *diags)
{
  assert (flow->bodies.count == flow->model->bodies.count && diags->errors == 0);
  *lowering = (struct ir_projection){ .arena = arena, .flow = flow };
  const struct ir_model *model = flow->model;
  struct projector l = {
    .out = lowering, .flow = flow, .model = model, .idsets = model->idsets, .diags = diags
  };
  pds_init (&lowering->pds, arena, model->idsets);
  pairmap_init (&l.context_ids, arena);
  pairmap_init (&l.instance_ids, arena);
  lowering->instances_of
    = arena_calloc (arena, model->bodies.count + 1, sizeof *lowering->instances_of);
  name_things (&l);
  intern_context (&l, IDSET_EMPTY, IDSET_EMPTY, false);
  for (body_id b = { 0 }; b.index < model->bodies.count; b.index++)
    if (model->bodies.at[b.index].is_process)
      add_processes (&l, b);
  for (uint32_t i = 0; i < lowering->instances.count && !l.too_many; i++)
    project_instance (&l, i);
  if (l.too_many)
    return false;
  pds_finish (&lowering->pds);
  assert (pds_symbol_count (&lowering->pds) == l.symbols);
  LOG (1,
       "pushdown systems: %u processes, %u instances of bodies in %u contexts, "
       "%u symbols",
       (unsigned) lowering->pds.processes.count, (unsigned) lowering->instances.count,
       (unsigned) lowering->contexts.count, (unsigned) l.symbols);
  return true;
}

const struct ir_instance *
ir_instance_of (const struct ir_projection *lowering, pds_symbol symbol)
{
  assert (symbol.index < pds_symbol_count (&lowering->pds));
  uint32_t last = vec_last_at_most_by (&lowering->instances, first_symbol, 0,
                                       lowering->instances.count, symbol.index);
  return &lowering->instances.at[last];
}

const struct ir_step *
ir_step_of (const struct ir_projection *lowering, pds_symbol symbol)
{
  return ir_step_in (lowering, ir_instance_of (lowering, symbol), symbol);
}

const struct ir_step *
ir_step_in (const struct ir_projection *lowering, const struct ir_instance *instance,
            pds_symbol symbol)
{
  struct ir_graph body = lowering->flow->bodies.at[instance->body.index];
  assert (symbol.index >= instance->first_symbol);
  uint32_t node = symbol.index - instance->first_symbol;
  assert (node < body.node_count);
  return &lowering->flow->nodes.at[body.first_node + node];
}

bool
ir_is_atomic (const struct ir_projection *lowering, pds_symbol symbol)
{
  const struct ir_instance *instance = ir_instance_of (lowering, symbol);
  return lowering->contexts.at[instance->context].atomic
         || ir_step_in (lowering, instance, symbol)->atomic;
}

idset
ir_locks_at (const struct ir_projection *lowering, pds_symbol symbol)
{
  struct idsets *sets = lowering->pds.idsets;
  const struct ir_instance *instance = ir_instance_of (lowering, symbol);
  const struct ir_step *node = ir_step_in (lowering, instance, symbol);
  idset held
    = idset_union (sets, lowering->contexts.at[instance->context].locks, node->locks);
  if (node->op == IR_ACQUIRE && node->waits)
    held = idset_minus (sets, held,
                        idset_add (sets, IDSET_EMPTY, ir_step_lock (node).index));
  return held;
}
