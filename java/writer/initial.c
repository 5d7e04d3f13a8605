/* initial.c -- see initial.h.
 *
 * What happens before the model begins is carried out here, on constants: the
 * constructors of I (of a class; a program makes I itself), and the initialiser of the
 * class of a static.  What depends on arguments, on other fields or on who was quicker is
 * any number.  A constructor that catches exceptions, or is too large, tells nothing.
 */
#include <config.h>

#include "java/writer/initial.h"

#include <assert.h>
#include <string.h>

#include "java/interpreter/threads.h"

/* Calls within calls; nodes that are looked at. */
#define DEPTH_MOST 8
#define WORK_MOST 20000

/* What is known of a location at a point of the code. */
struct content
{
  enum
  {
    NOT_REACHED,
    ONE,
    ANY
  } kind;
  int64_t value;
};

struct execution
{
  struct slice *slice;
  struct extraction *x;
  struct arena *arena;
  uint32_t locations;
  uint32_t work;
  bool failed; /* nothing is known */
};

/* A call: by argument, what is passed. */
struct passed
{
  const struct content *at;
  uint32_t count;
};

static struct content
joined (struct content a, struct content b)
{
  if (a.kind == NOT_REACHED)
    return b;
  bool differ
    = b.kind != NOT_REACHED && (a.kind == ANY || b.kind == ANY || a.value != b.value);
  return differ ? (struct content){ .kind = ANY } : a;
}

/* Add STATE to AT; returns whether that is new. */
static bool
join_state (const struct execution *e, struct content *at, const struct content *state)
{
  assert (at != state);
  bool changed = false;
  for (uint32_t i = 0; i < e->locations; i++)
    {
      struct content both = joined (at[i], state[i]);
      assert (both.kind >= at[i].kind); /* or it would not end */
      changed = changed || both.kind != at[i].kind;
      at[i] = both;
    }
  return changed;
}

/* Does some effect of INSTANCE set SLOT? */
static bool
is_set (const struct extraction *x, uint32_t instance, uint32_t slot)
{
  assert (instance < x->instances.count);
  const struct graph *graph = &x->instances.at[instance].graph;
  for (uint32_t e = 0; e < graph->edges.count; e++)
    {
      const struct graph_edge *edge = &graph->edges.at[e];
      if ((edge->kind == EFFECT_SET && edge->operand == slot)
          || (edge->kind == EFFECT_READ && edge->value == slot + 1))
        return true;
    }
  return false;
}

/* FORMULA, a constant or an argument that is not written. */
static struct content
value_of_formula (const struct execution *e, uint32_t instance, uint32_t formula,
                  struct passed passed)
{
  const struct extraction *x = e->x;
  const struct formula *at = formula_at (&x->formulas, formula);
  if (at->op == FORMULA_CONSTANT)
    return (struct content){ ONE, at->value };
  uint32_t row = x->instances.at[instance].arguments, local = 0;
  assert (passed.count == row_count (&x->rows, row));
  for (uint32_t i = 0; at->op == FORMULA_SLOT && i < passed.count; i++)
    {
      bool wide = row_words (&x->rows, row)[i] == WIDE.index;
      uint32_t slot = local | (wide ? SLOT_IS_WIDE : 0);
      if (slot == at->a && !is_set (x, instance, slot))
        return passed.at[i];
      local += wide ? 2 : 1;
    }
  return (struct content){ .kind = ANY };
}

static bool carry_out (struct execution *e, uint32_t instance, struct passed passed,
                       struct content *state, uint32_t depth);

static bool
carry_out_call (struct execution *e, uint32_t instance, const struct graph_edge *edge,
                struct passed passed, struct content *state, uint32_t depth)
{
  const struct extraction *x = e->x;
  assert (edge->operand < x->instances.count);
  uint32_t count = row_count (&x->rows, x->instances.at[edge->operand].arguments);
  struct content *arguments = arena_calloc (e->arena, count + 1, sizeof *arguments);
  bool knows = row_count (&x->rows, edge->value) == count + 1;
  for (uint32_t i = 0; i < count; i++)
    arguments[i] = knows ? value_of_formula (
                     e, instance, row_words (&x->rows, edge->value)[i + 1], passed)
                         : (struct content){ .kind = ANY };
  return carry_out (e, edge->operand, (struct passed){ arguments, count }, state,
                    depth + 1);
}

/* Carry out EDGE on STATE; false: it goes no further. */
static bool
carry_out_edge (struct execution *e, uint32_t instance, const struct graph_edge *edge,
                struct passed passed, struct content *state, uint32_t depth)
{
  assert (edge->kind != EFFECT_WRITE || edge->operand < e->locations);
  if (edge->kind == EFFECT_CALL)
    return carry_out_call (e, instance, edge, passed, state, depth);
  if (edge->kind == EFFECT_WRITE)
    state[edge->operand] = value_of_formula (e, instance, edge->value, passed);
  return true;
}

/* INSTANCE on STATE; false: it does not return.  What it throws ends everything. */
static bool
carry_out (struct execution *e, uint32_t instance, struct passed passed,
           struct content *state, uint32_t depth)
{
  const struct instance *at = &e->x->instances.at[instance];
  const struct graph *graph = &at->graph;
  size_t width = e->locations;
  e->failed = e->failed || !at->code || at->code->handler_count > 0 || depth > DEPTH_MOST
              || (uint64_t) graph->nodes.count * (width + 1) > WORK_MOST;
  if (e->failed)
    return true;
  struct content *states
    = arena_calloc (e->arena, graph->nodes.count * width + 1, sizeof *states);
  struct content *next = arena_calloc (e->arena, width + 1, sizeof *next);
  VEC (uint32_t) work = VEC_EMPTY;
  bool *reached = arena_calloc (e->arena, graph->nodes.count, sizeof *reached);
  memcpy (states, state, width * sizeof *states);
  reached[GRAPH_ENTRY] = true;
  *vec_push (e->arena, &work) = GRAPH_ENTRY;
  while (work.count > 0 && !e->failed)
    {
      uint32_t node = work.at[--work.count];
      assert (node < graph->nodes.count && reached[node]);
      e->failed = ++e->work > WORK_MOST;
      EDGES_OF (graph, node, number)
      {
        const struct graph_edge *edge = &graph->edges.at[number];
        memcpy (next, states + node * width, width * sizeof *next);
        if (edge->uncaught || !carry_out_edge (e, instance, edge, passed, next, depth))
          continue;
        bool is_new
          = join_state (e, states + edge->target * width, next) || !reached[edge->target];
        reached[edge->target] = true;
        if (is_new)
          *vec_push (e->arena, &work) = edge->target;
      }
    }
  memcpy (state, states + (size_t) GRAPH_EXIT * width, width * sizeof *state);
  return reached[GRAPH_EXIT];
}

/* ---- What there is to carry out. ---- */

static bool
is_called (const struct extraction *x, uint32_t instance, const char *name)
{
  return strcmp (universe_text (x->universe, x->instances.at[instance].header->name),
                 name)
         == 0;
}

static bool
is_constructor_of_self (const struct extraction *x, uint32_t instance)
{
  const struct instance *at = &x->instances.at[instance];
  return !x->threads && is_called (x, instance, "<init>")
         && row_count (&x->rows, at->arguments) > 0
         && row_words (&x->rows, at->arguments)[0] == SELF.index
         && class_equal (at->method.class, x->class);
}

/* All of INSTANCE; what becomes of the locations of OWNER, from 0 on, goes to RESULT. */
static void
run_root (struct execution *e, uint32_t instance, struct content *result)
{
  struct extraction *x = e->x;
  struct content *state = arena_calloc (e->arena, e->locations + 1, sizeof *state);
  for (uint32_t i = 0; i < e->locations; i++)
    state[i].kind = ONE;
  uint32_t count = row_count (&x->rows, x->instances.at[instance].arguments);
  struct content *arguments = arena_calloc (e->arena, count + 1, sizeof *arguments);
  for (uint32_t i = 0; i < count; i++)
    arguments[i].kind = ANY;
  if (carry_out (e, instance, (struct passed){ arguments, count }, state, 0))
    join_state (e, result, state);
}

/* Mark INSTANCE in SEEN, and all that it calls. */
static void
see_called (struct execution *e, uint32_t instance, bool *seen)
{
  struct extraction *x = e->x;
  VEC (uint32_t) work = VEC_EMPTY;
  *vec_push (e->arena, &work) = instance;
  seen[instance] = true;
  while (work.count > 0)
    {
      const struct graph *graph = &x->instances.at[work.at[--work.count]].graph;
      for (uint32_t i = 0; i < graph->edges.count; i++)
        if (graph->edges.at[i].kind == EFFECT_CALL && !seen[graph->edges.at[i].operand])
          {
            seen[graph->edges.at[i].operand] = true;
            *vec_push (e->arena, &work) = graph->edges.at[i].operand;
          }
    }
}

/* By location: is it written in an instance that MARKS has, or (if not IS_MARKED) in one
   that is neither there nor in the model? */
static bool *
find_written (const struct execution *e, const bool *marks, bool is_marked)
{
  const struct extraction *x = e->x;
  bool *written = arena_calloc (e->arena, e->locations + 1, sizeof *written);
  for (uint32_t i = 0; i < x->instances.count; i++)
    for (uint32_t n = 0; n < x->instances.at[i].graph.edges.count; n++)
      {
        const struct graph_edge *edge = &x->instances.at[i].graph.edges.at[n];
        assert (edge->kind != EFFECT_WRITE || edge->operand < e->locations);
        if (edge->kind == EFFECT_WRITE
            && (is_marked ? marks[i] : !marks[i] && !e->slice->reached[i]))
          written[edge->operand] = true;
      }
  return written;
}

/* Can an object of the class be made without its constructors: by clone (), or read from
   a stream? */
static bool
is_made_otherwise (struct extraction *x)
{
  return universe_is_a (x->universe, x->class,
                        universe_name (x->universe, "java/lang/Cloneable"))
         || universe_is_a (x->universe, x->class,
                           universe_name (x->universe, "java/io/Serializable"));
}

static void
find_of_object (struct slice *s, struct execution *e, bool *built)
{
  struct extraction *x = s->x;
  struct content *result = arena_calloc (e->arena, e->locations + 1, sizeof *result);
  bool any = false;
  e->failed = !x->threads && is_made_otherwise (x);
  for (uint32_t i = 0; i < x->instances.count; i++)
    if (is_constructor_of_self (x, i))
      {
        see_called (e, i, built);
        run_root (e, i, result);
        any = true;
      }
  const bool *elsewhere = find_written (e, built, false);
  for (uint32_t i = 0; i < e->locations; i++)
    {
      if (x->heap.locations.at[i].owner_kind != OWNER_SELF)
        continue;
      s->locations[i].is_candidate = s->locations[i].is_candidate && !elsewhere[i];
      if (x->threads)
        continue; /* main runs the constructor */
      s->locations[i].starts_with_any = e->failed || !any || result[i].kind != ONE;
      s->locations[i].initial = result[i].kind == ONE ? result[i].value : 0;
    }
}

/* The initialiser of CLASS, UINT32_MAX: it has none that was interpreted. */
static uint32_t
initialiser_of (const struct extraction *x, class_id class)
{
  for (uint32_t i = 0; i < x->instances.count; i++)
    if (class_equal (x->instances.at[i].method.class, class)
        && is_called (x, i, "<clinit>"))
      return i;
  return UINT32_MAX;
}

static bool
has_initialiser (struct extraction *x, class_id class)
{
  return class_find_method (universe_class (x->universe, class),
                            universe_name (x->universe, "<clinit>"),
                            universe_name (x->universe, "()V"))
         != UINT32_MAX;
}

/* Statics of CLASS are what its own initialiser makes them, or any number if a
   constructor of I writes them, too; other code that is not in the model may not write
   them. */
static void
find_of_class (struct slice *s, struct execution *e, class_id class, const bool *built)
{
  struct extraction *x = s->x;
  struct content *result = arena_calloc (e->arena, e->locations + 1, sizeof *result);
  bool *seen = arena_alloc (e->arena, (x->instances.count + 1) * sizeof *seen);
  memcpy (seen, built, x->instances.count * sizeof *seen);
  uint32_t root = initialiser_of (x, class);
  e->failed = root == UINT32_MAX && has_initialiser (x, class);
  e->work = 0;
  if (root != UINT32_MAX)
    {
      see_called (e, root, seen);
      run_root (e, root, result);
    }
  bool is_in_model = root != UINT32_MAX && s->reached[root];
  const bool *by_constructor = find_written (e, built, true);
  const bool *elsewhere = find_written (e, seen, false);
  for (uint32_t i = 0; i < e->locations; i++)
    {
      const struct location *at = &x->heap.locations.at[i];
      if (at->owner_kind != OWNER_STATIC || at->contents || at->member == UINT32_MAX
          || !class_equal (x->heap.member_list.at[at->member].class, class))
        continue;
      struct slice_location *of = &s->locations[i];
      of->is_candidate = of->is_candidate && !elsewhere[i];
      of->starts_with_any = e->failed || is_in_model || by_constructor[i]
                            || (root != UINT32_MAX && result[i].kind != ONE);
      of->initial = result[i].kind == ONE ? result[i].value : 0;
    }
}

void
initial_find (struct slice *s)
{
  assert (s->locations && s->reached);
  struct extraction *x = s->x;
  struct execution e = {
    .slice = s, .x = x, .arena = &x->run_arena, .locations = x->heap.locations.count
  };
  bool *built = arena_calloc (e.arena, x->instances.count + 1, sizeof *built);
  find_of_object (s, &e, built);
  struct pairmap done;
  pairmap_init (&done, e.arena);
  for (uint32_t i = 0; i < e.locations; i++)
    {
      const struct location *at = &x->heap.locations.at[i];
      if (at->owner_kind != OWNER_STATIC || !s->locations[i].is_candidate)
        continue;
      assert (at->member < x->heap.member_list.count);
      class_id class = x->heap.member_list.at[at->member].class;
      uint32_t before = done.entries.count;
      pairmap_number (&done, class.index, 0);
      if (done.entries.count > before)
        find_of_class (s, &e, class, built);
    }
}
