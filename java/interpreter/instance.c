/* instance.c -- methods specialised by the values of their arguments.
 *
 * A call needs to know what its callee returns, and callees call their callers.  So the
 * summary of an instance, the values it returns and whether it throws, begins empty and
 * only grows; a state that calls it waits for its growth and is then interpreted again.
 * A summary can grow RETURNS_MOST + 1 times, so each call is interpreted a bounded number
 * of times, and the whole is linear in the states.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/interpreter/threads.h"

uint32_t
method_number (struct extraction *x, struct java_member method)
{
  assert (member_is_known (method));
  return pairmap_number (&x->methods, method.class.index, method.index);
}

void
instances_reset (struct extraction *x)
{
  struct quota *quota = x->arena.quota;
  arena_clear (&x->run_arena);
  arena_init (&x->run_arena, quota);
  struct arena *arena = &x->run_arena;
  rows_init (&x->rows, &x->run_arena);
  formulas_init (&x->formulas, &x->run_arena);
  pairmap_init (&x->doubtful, arena);
  x->is_blind = false;
  pairmap_init (&x->instance_keys, arena);
  pairmap_init (&x->instance_of, arena);
  agenda_init (&x->agenda, arena);
  x->client = (struct client){ .entries = VEC_EMPTY };
  pairmap_init (&x->client.escaped_of, arena);
  pairmap_init (&x->client.followed, arena);
  pairmap_init (&x->client.receivers, arena);
  x->instances.at = NULL;
  x->instances.count = x->instances.capacity = 0;
  x->code_size = 0;
  x->code_limit = x->threads ? PROGRAM_LIMIT : CODE_LIMIT;
  x->is_cut = false;
  x->steps = 0;
  x->awaited.at = NULL;
  x->awaited.count = x->awaited.capacity = 0;
  ownership_reset (x);
  accounts_init (&x->accounts, &x->run_arena);
}

/* The first state: arguments in the locals, the monitor of a synchronized method. */
static void
begin (struct extraction *x, uint32_t number)
{
  assert (number < x->instances.count);
  const struct instance *instance = &x->instances.at[number];
  struct machine m = {
    .x = x,
    .instance = number,
    .class = universe_class (x->universe, instance->method.class),
    .code = instance->code,
    .flow = instance->flow,
    .node = GRAPH_ENTRY,
    .begins = true,
  };
  assert (m.code);
  struct arena *arena = &x->run_arena;
  valuation_begin (&m);
  vec_reserve (arena, &m.locals, m.code->max_locals);
  for (uint32_t i = 0; i < row_count (&x->rows, instance->arguments); i++)
    {
      value_id value = { .index = row_words (&x->rows, instance->arguments)[i] };
      *vec_push (arena, &m.locals) = value;
      if (value_equal (value, WIDE))
        *vec_push (arena, &m.locals) = OTHER;
    }
  /* Hostile code may have fewer locals than parameters. */
  while (m.locals.count < m.code->max_locals)
    *vec_push (arena, &m.locals) = OTHER;
  m.locals.count = m.code->max_locals;
  if (instance->header->access & ACCESS_SYNCHRONIZED)
    {
      value_id object
        = instance->header->access & ACCESS_STATIC
            ? value_of (&x->values, VALUE_CLASS, m.class->name.index, 0)
          : row_count (&x->rows, instance->arguments) > 0
            ? (value_id){ .index = row_words (&x->rows, instance->arguments)[0] }
            : OTHER; /* hostile code called it as a static one */
      monitor_of_method (&m, object);
    }
  if (x->threads)
    threads_begin (&m);
  machine_go (&m, 0);
}

/* Are there so many instances that they must not be told apart by their arguments any
   more?  In a program nothing is lost by that (kept.c), so half of its code is kept for
   what is then called. */
static bool
is_wide (const struct extraction *x)
{
  return x->instances.count >= INSTANCES_MOST
         || (x->threads && 2 * x->code_size >= x->code_limit);
}

/* With too many instances only I is still told from the others. */
static void
widen (struct extraction *x, struct java_member method, value_id *arguments,
       uint32_t count)
{
  assert (count <= 256 && is_wide (x));
  bool lost = false;
  for (uint32_t i = 0; i < count; i++)
    if (!value_equal (arguments[i], SELF) && !value_equal (arguments[i], WIDE)
        && !value_equal (arguments[i], OTHER))
      {
        enum value_kind kind = value_kind (&x->values, arguments[i]);
        bool is_kept = x->threads && (kind == VALUE_OBJECT || kind == VALUE_LAMBDA);
        lost = lost || (!is_kept && value_touches (&x->values, arguments[i]));
        if (is_kept)
          threads_keep (x, arguments[i]);
        arguments[i] = OTHER;
      }
  if (lost)
    note_at (x, JAVA_MAY_MISS, "widened", UINT32_MAX, 0,
             "more than %u clones of methods: '%s' is no longer told apart by its "
             "arguments",
             (unsigned) INSTANCES_MOST, full_method_name (x, method));
}

/* Where the number of the instance is, or belongs; the present number of rows tells its
   arguments. */
static uint32_t *
find_instance (struct extraction *x, struct java_member method, const value_id *arguments,
               uint32_t count, uint32_t *outer, uint32_t *row)
{
  value_id values[256];
  uint32_t words[256];
  assert (count <= 256);
  for (uint32_t i = 0; i < count; i++)
    values[i] = arguments[i];
  if (!x->corrections.by_outer)
    *outer = ROW_EMPTY;
  if (is_wide (x))
    {
      widen (x, method, values, count);
      *outer = ROW_EMPTY;
    }
  for (uint32_t i = 0; i < count; i++)
    words[i] = values[i].index;
  *row = row_intern (&x->rows, words, count);
  uint32_t key = pairmap_number (&x->instance_keys, method_number (x, method), *row);
  return pairmap_at (&x->instance_of, key, *outer);
}

static uint32_t
new_instance (struct extraction *x, struct java_member method, uint32_t row,
              uint32_t outer)
{
  assert (row < x->rows.list.count);
  uint32_t number = x->instances.count;
  const struct java_method *header = universe_method (x->universe, method);
  struct instance instance = {
    .method = method,
    .header = header,
    .code = universe_code (x->universe, method),
    .signature = universe_signature (x->universe, header->descriptor),
    .loops = x->threads && threads_is_run (x, method)
               ? unit_loops (&x->run_arena, universe_code (x->universe, method))
               : NULL,
    .arguments = row,
    .outer = outer,
    .body = UINT32_MAX,
  };
  graph_init (&instance.graph, &x->run_arena);
  if (instance.code)
    {
      instance.flow = universe_flow (x->universe, method);
      x->code_size += instance.code->count;
    }
  *vec_push (&x->run_arena, &x->instances) = instance;
  if (instance.code)
    begin (x, number);
  return number;
}

uint32_t
instance_of (struct extraction *x, struct java_member method, const value_id *arguments,
             uint32_t count, uint32_t outer)
{
  uint32_t row;
  uint32_t *slot = find_instance (x, method, arguments, count, &outer, &row);
  if (*slot != PAIRMAP_FREE)
    return *slot;
  *slot = x->instances.count;
  return new_instance (x, method, row, outer);
}

uint32_t
instance_called (struct extraction *x, struct java_member method,
                 const value_id *arguments, uint32_t count, uint32_t outer)
{
  uint32_t row;
  uint32_t *slot = find_instance (x, method, arguments, count, &outer, &row);
  if (*slot != PAIRMAP_FREE)
    return *slot;
  if (x->instances.count >= INSTANCES_LIMIT || x->code_size >= x->code_limit)
    return INSTANCE_NONE;
  *slot = x->instances.count;
  return new_instance (x, method, row, outer);
}

static void
wake_callers (struct extraction *x, uint32_t instance)
{
  assert (instance < x->instances.count);
  const struct instance *at = &x->instances.at[instance];
  for (uint32_t i = 0; i < at->waiters.count; i++)
    agenda_wake (&x->agenda, at->waiters.at[i]);
}

/* What a method returned before, and what it returns now: booleans are not told apart,
   of objects under construction only what they have in common is known, others are
   kept side by side as long as there is room.  Returns false if nothing is new. */
static bool
add_return (struct extraction *x, struct instance *at, value_id value)
{
  assert (at->return_count <= RETURNS_MOST);
  const struct value *new = value_at (&x->values, value);
  value_id *first = &at->returns[0];
  for (uint32_t i = 0; i < at->return_count; i++)
    if (value_equal (at->returns[i], value)
        || (new->kind == VALUE_BOOLEAN &&value_equal (at->returns[i], OTHER)))
      return false;
  bool is_second = at->return_count == 1;
  if (is_second && new->kind == VALUE_RAW && value_kind (&x->values, *first) == VALUE_RAW)
    {
      value_id common = value_common (&x->values, &x->run_arena, *first, value);
      if (value_equal (common, *first))
        return false;
      *first = common;
    }
  else if (is_second
           && (new->kind == VALUE_BOOLEAN
               || value_kind (&x->values, *first) == VALUE_BOOLEAN))
    *first = OTHER;
  else if (at->return_count < RETURNS_MOST - 1 || value_equal (value, OTHER))
    at->returns[at->return_count++] = value;
  else
    {
      if (x->threads)
        threads_keep (x, value);
      else if (new->touches_self)
        note_at (x, JAVA_MAY_MISS, "merged-returns", UINT32_MAX, 0,
                 "'%s' returns more than %u different objects of interest",
                 full_method_name (x, at->method), (unsigned) RETURNS_MOST - 1);
      for (uint32_t i = 0; i < at->return_count; i++)
        if (value_equal (at->returns[i], OTHER))
          return false;
      at->returns[at->return_count++] = OTHER;
    }
  assert (at->return_count <= RETURNS_MOST);
  return true;
}

void
instance_returns (struct extraction *x, uint32_t instance, value_id value)
{
  assert (instance < x->instances.count && value.term == FORMULA_NONE);
  if (add_return (x, &x->instances.at[instance], value))
    wake_callers (x, instance);
}

void
instance_throws (struct extraction *x, uint32_t instance)
{
  assert (instance < x->instances.count);
  if (x->instances.at[instance].throws)
    return;
  x->instances.at[instance].throws = true;
  wake_callers (x, instance);
}

void
instance_publishes (struct extraction *x, uint32_t instance, value_id value)
{
  assert (instance < x->instances.count);
  assert (value_kind (&x->values, value) == VALUE_OBJECT);
  struct instance *at = &x->instances.at[instance];
  for (uint32_t i = 0; i < row_count (&x->rows, at->arguments) && i < 64; i++)
    if (row_words (&x->rows, at->arguments)[i] == value.index
        && !(at->published >> i & 1))
      {
        at->published |= UINT64_C (1) << i;
        wake_callers (x, instance);
      }
}

/* ---- Static initialisers. ---- */

static bool
is_awaited (const struct instance *at)
{
  return at->return_count == 0 && !at->released;
}

bool
instance_waits (struct extraction *x, uint32_t instance, uint32_t state)
{
  assert (instance < x->instances.count && state < x->agenda.list.count);
  struct instance *at = &x->instances.at[instance];
  if (!at->code || !is_awaited (at))
    return false;
  if (at->waiters.count == 0)
    *vec_push (&x->run_arena, &x->awaited) = instance;
  *vec_push (&x->run_arena, &at->waiters) = state;
  return true;
}

bool
instances_release (struct extraction *x)
{
  assert (x->agenda.worklist.count == 0);
  while (x->awaited.count > 0)
    {
      uint32_t instance = x->awaited.at[--x->awaited.count];
      if (is_awaited (&x->instances.at[instance]))
        {
          x->instances.at[instance].released = true;
          wake_callers (x, instance);
          return true;
        }
    }
  return false;
}

/* ---- Recursion. ---- */

/* Of the instances in CANDIDATES leave those that are called by one of them and call one
   of them: circles of calls, and what lies between two circles. */
static void
keep_circles (struct extraction *x, bool *candidates)
{
  uint32_t count = x->instances.count;
  bool *calls = arena_alloc (&x->run_arena, count * sizeof *calls);
  bool *is_called = arena_alloc (&x->run_arena, count * sizeof *is_called);
  for (bool changed = true; changed;)
    {
      quota_tick (x->arena.quota);
      memset (calls, 0, count * sizeof *calls);
      memset (is_called, 0, count * sizeof *is_called);
      for (uint32_t i = 0; i < count; i++)
        for (uint32_t w = 0; candidates[i] && w < x->instances.at[i].waiters.count; w++)
          {
            uint32_t caller
              = x->agenda.list.at[x->instances.at[i].waiters.at[w]].instance;
            assert (caller < count);
            calls[caller] = true;
            is_called[i] = is_called[i] || candidates[caller];
          }
      changed = false;
      for (uint32_t i = 0; i < count; i++)
        if (candidates[i] && !(calls[i] && is_called[i]))
          {
            candidates[i] = false;
            changed = true;
          }
    }
}

/* Methods that call each other in a circle may end in a StackOverflowError: handlers and
   finally see it.  For those that never return and never throw otherwise it is the only
   end, and without it what they do would not be in the model. */
bool
instances_overflow (struct extraction *x)
{
  assert (x->agenda.worklist.count == 0);
  uint32_t count = x->instances.count;
  bool any = false;
  bool *candidates = arena_calloc (&x->run_arena, count + 1, sizeof *candidates);
  for (uint32_t i = 0; i < count; i++)
    {
      const struct instance *at = &x->instances.at[i];
      candidates[i] = !at->throws && !at->overflows && at->waiters.count > 0;
      any = any || candidates[i];
    }
  if (!any)
    return false;
  keep_circles (x, candidates);
  for (uint32_t i = 0; i < count; i++)
    if (candidates[i])
      {
        LOG (2, "%s calls itself: the stack may overflow",
             full_method_name (x, x->instances.at[i].method));
        x->instances.at[i].overflows = true;
        wake_callers (x, i);
      }
  return x->agenda.worklist.count > 0;
}

const bool *
instances_under_lock (struct extraction *x)
{
  bool *under_lock
    = arena_calloc (&x->run_arena, x->instances.count + 1, sizeof *under_lock);
  VEC (uint32_t) work = VEC_EMPTY;
  for (uint32_t i = 0; i < x->instances.count; i++)
    *vec_push (&x->run_arena, &work) = i;
  while (work.count > 0)
    {
      uint32_t caller = work.at[--work.count];
      const struct graph *graph = &x->instances.at[caller].graph;
      for (uint32_t n = 0; n < graph->nodes.count; n++)
        EDGES_OF (graph, n, e)
        {
          const struct graph_edge *edge = &graph->edges.at[e];
          if (edge->kind != EFFECT_CALL || under_lock[edge->operand]
              || (graph->nodes.at[n].monitors == ROW_EMPTY && !under_lock[caller]))
            continue;
          under_lock[edge->operand] = true;
          *vec_push (&x->run_arena, &work) = edge->operand;
        }
    }
  return under_lock;
}
