/* value_slice.c -- see value_slice.h.
 *
 * Both properties are least fixed points over all effects of all instances that the model
 * has, whatever their order: a slot is one thing in its method, whichever path wrote it.
 * That keeps the search linear but for a few rounds, and costs at most a number that is
 * kept and not needed.
 */
#include <config.h>

#include "java/writer/value_slice.h"

#include <assert.h>
#include <string.h>

#include "java/interpreter/machine.h"
#include "java/interpreter/selection.h"
#include "java/interpreter/threads.h"
#include "java/writer/initial.h"

/* Marks of slots. */
#define KNOWN 1
#define WANTED 2

/* ---- Which locations. ---- */

char
slice_kind (const struct extraction *x, uint32_t location)
{
  assert (location < x->heap.locations.count);
  const struct location *at = &x->heap.locations.at[location];
  assert (at->member != UINT32_MAX);
  char kind = *universe_text (x->universe, heap_field (x, at->member)->descriptor);
  return kind == '[' ? 'L' : kind;
}

/* Does a note say that LOCATION may be accessed in a way that is not in the model? */
static bool
has_gap (const struct extraction *x, uint32_t location)
{
  assert (location < x->heap.locations.count);
  const char *name = x->heap.locations.at[location].name;
  for (uint32_t i = 0; i < x->notes.count; i++)
    {
      const struct java_note *note = &x->notes.at[i];
      if (note->removes & (JAVA_PATTERN | JAVA_RACE)
          && (!note->location || strcmp (note->location, name) == 0))
        return true;
    }
  return false;
}

static bool
is_candidate (struct extraction *x, uint32_t location)
{
  const struct location *at = &x->heap.locations.at[location];
  if (at->contents || at->member == UINT32_MAX
      || (at->owner_kind != OWNER_SELF && at->owner_kind != OWNER_STATIC)
      || !strchr ("ZBSCIJL", slice_kind (x, location)))
    return false;
  /* Clients can write what is public or protected. */
  uint16_t access = heap_field (x, at->member)->access;
  return (x->threads || !(access & (ACCESS_PUBLIC | ACCESS_PROTECTED)))
         && selection_has_location (x, location)
         && pairmap_get (&x->doubtful, at->member, 0) == PAIRMAP_FREE
         && !has_gap (x, location);
}

/* Is the number of processes in the model less than that of the program's threads?  Then
   values that it never has may be those that more threads bring about. */
static bool
lacks_threads (const struct extraction *x)
{
  for (uint32_t p = 0; x->threads && p < x->threads->processes.count; p++)
    if (x->threads->processes.at[p].copies > 1 || x->threads->processes.at[p].is_repeated)
      return true;
  return false;
}

static void
find_candidates (struct slice *s)
{
  struct extraction *x = s->x;
  bool any = x->java->options->values && !x->is_blind && !x->is_cut && !lacks_threads (x);
  s->locations
    = arena_calloc (&x->run_arena, x->heap.locations.count + 1, sizeof *s->locations);
  for (uint32_t i = 0; any && i < x->heap.locations.count; i++)
    s->locations[i].is_candidate = is_candidate (x, i);
}

/* ---- Marks. ---- */

static uint8_t
marks_of (const struct slice *s, uint32_t instance, uint32_t slot)
{
  uint32_t number = pairmap_get (&s->slots, instance, slot);
  assert (number == PAIRMAP_FREE || number < s->marks.count);
  return number == PAIRMAP_FREE ? 0 : s->marks.at[number];
}

/* Returns whether that is new. */
static bool
mark (struct slice *s, uint32_t instance, uint32_t slot, uint8_t marks)
{
  assert (marks == KNOWN || marks == WANTED);
  uint32_t *number = pairmap_at (&s->slots, instance, slot);
  if (*number == PAIRMAP_FREE)
    {
      *number = s->marks.count;
      *vec_push (&s->x->run_arena, &s->marks) = 0;
    }
  uint8_t *at = &s->marks.at[*number];
  bool is_new = (*at | marks) != *at;
  *at |= marks;
  return is_new;
}

/* Are all leaves of FORMULA known? */
static bool
is_known (const struct slice *s, uint32_t instance, uint32_t formula)
{
  assert (instance < s->x->instances.count);
  const struct formula *at = formula_at (&s->x->formulas, formula);
  if (at->op == FORMULA_ANY || at->op == FORMULA_COMPARE)
    return false;
  if (formula_is_leaf (at))
    return at->op != FORMULA_SLOT || marks_of (s, instance, at->a) & KNOWN;
  return is_known (s, instance, at->a)
         && (at->b == FORMULA_NONE || is_known (s, instance, at->b));
}

static bool
want (struct slice *s, uint32_t instance, uint32_t formula)
{
  const struct formula *at = formula_at (&s->x->formulas, formula);
  if (formula_is_leaf (at))
    return at->op == FORMULA_SLOT && mark (s, instance, at->a, WANTED);
  bool first = want (s, instance, at->a);
  return (at->b != FORMULA_NONE && want (s, instance, at->b)) || first;
}

/* The slot of argument number ARGUMENT of INSTANCE. */
static uint32_t
local_of_argument (const struct extraction *x, uint32_t instance, uint32_t argument)
{
  uint32_t row = x->instances.at[instance].arguments, local = 0;
  assert (argument < row_count (&x->rows, row));
  for (uint32_t i = 0; i < argument; i++)
    local += row_words (&x->rows, row)[i] == WIDE.index ? 2 : 1;
  return local | (row_words (&x->rows, row)[argument] == WIDE.index ? SLOT_IS_WIDE : 0);
}

/* The slot for the result of INSTANCE, which has code. */
static uint32_t
result_of (const struct extraction *x, uint32_t instance)
{
  const struct instance *at = &x->instances.at[instance];
  return valuation_result_slot (at->code, at->signature->result.kind);
}

/* What one effect says about its slots and locations; PASS: KNOWN or WANTED. */
static bool
see_call (struct slice *s, uint32_t instance, const struct graph_edge *edge, uint8_t pass)
{
  struct extraction *x = s->x;
  uint32_t callee = edge->operand, count = row_count (&x->rows, edge->value);
  bool changed = false;
  assert (callee < x->instances.count);
  if (count == 0 || !x->instances.at[callee].code)
    return false;
  const uint32_t *words = row_words (&x->rows, edge->value);
  uint32_t result = result_of (x, callee);
  assert (count - 1 == row_count (&x->rows, x->instances.at[callee].arguments));
  for (uint32_t i = 1; i < count; i++)
    {
      uint32_t local = local_of_argument (x, callee, i - 1);
      if (!is_known (s, instance, words[i]))
        continue;
      if (pass == KNOWN)
        changed = mark (s, callee, local, KNOWN) || changed;
      else if (marks_of (s, callee, local) & WANTED)
        changed = want (s, instance, words[i]) || changed;
    }
  if (words[0] == 0)
    return changed;
  uint32_t slot = words[0] - 1;
  if (pass == KNOWN && marks_of (s, callee, result) & KNOWN)
    changed = mark (s, instance, slot, KNOWN) || changed;
  else if (pass == WANTED && marks_of (s, instance, slot) & WANTED)
    changed = mark (s, callee, result, WANTED) || changed;
  return changed;
}

static bool
see_known (struct slice *s, uint32_t instance, const struct graph_edge *edge)
{
  bool is_access = edge->kind == EFFECT_READ || edge->kind == EFFECT_WRITE;
  assert (!is_access || edge->operand < s->x->heap.locations.count);
  struct slice_location *at = is_access ? &s->locations[edge->operand] : NULL;
  switch ((unsigned) edge->kind)
    {
    case EFFECT_SET:
      return is_known (s, instance, edge->value)
             && mark (s, instance, edge->operand, KNOWN);
    case EFFECT_READ:
      return edge->value > 0 && at->is_candidate && at->is_known
             && mark (s, instance, edge->value - 1, KNOWN);
    case EFFECT_CALL: return see_call (s, instance, edge, KNOWN);
    default: return false;
    }
}

static bool
see_wanted (struct slice *s, uint32_t instance, const struct graph_edge *edge)
{
  bool is_access = edge->kind == EFFECT_READ || edge->kind == EFFECT_WRITE;
  assert (!is_access || edge->operand < s->x->heap.locations.count);
  struct slice_location *at = is_access ? &s->locations[edge->operand] : NULL;
  switch ((unsigned) edge->kind)
    {
    case EFFECT_TEST:
      return is_known (s, instance, edge->value) && want (s, instance, edge->value);
    case EFFECT_SET:
      return marks_of (s, instance, edge->operand) & WANTED
             && is_known (s, instance, edge->value) && want (s, instance, edge->value);
    case EFFECT_READ:
      if (edge->value == 0 || !at->is_candidate || at->is_wanted
          || !(marks_of (s, instance, edge->value - 1) & WANTED))
        return false;
      return at->is_wanted = true;
    case EFFECT_WRITE:
      return at->is_candidate && at->is_wanted && is_known (s, instance, edge->value)
             && want (s, instance, edge->value);
    case EFFECT_CALL: return see_call (s, instance, edge, WANTED);
    default: return false;
    }
}

static void
sweep (struct slice *s, bool (*see) (struct slice *, uint32_t, const struct graph_edge *))
{
  struct extraction *x = s->x;
  for (bool changed = true; changed;)
    {
      changed = false;
      quota_tick (x->arena.quota);
      for (uint32_t i = 0; i < x->instances.count; i++)
        for (uint32_t e = 0; s->reached[i] && e < x->instances.at[i].graph.edges.count;
             e++)
          changed = see (s, i, &x->instances.at[i].graph.edges.at[e]) || changed;
    }
}

struct slice *
slice_find (struct extraction *x, const bool *reached)
{
  assert (reached);
  struct slice *s = arena_calloc (&x->run_arena, 1, sizeof *s);
  s->x = x;
  s->reached = reached;
  pairmap_init (&s->slots, &x->run_arena);
  find_candidates (s);
  if (!x->java->options->values)
    return s;
  initial_find (s);
  for (uint32_t i = 0; i < x->heap.locations.count; i++)
    s->locations[i].is_known = s->locations[i].is_candidate;
  sweep (s, see_known);
  sweep (s, see_wanted);
  for (uint32_t i = 0; i < x->heap.locations.count; i++)
    s->is_used = s->is_used || slice_has_location (s, i);
  for (uint32_t i = 0; i < s->marks.count; i++)
    s->is_used = s->is_used || (s->marks.at[i] & WANTED && s->marks.at[i] & KNOWN);
  assert (!s->is_used || s->marks.count > 0);
  return s;
}

/* ---- Answers. ---- */

bool
slice_has_slot (const struct slice *s, uint32_t instance, uint32_t slot)
{
  uint8_t marks = marks_of (s, instance, slot);
  return marks & KNOWN && marks & WANTED;
}

bool
slice_has_location (const struct slice *s, uint32_t location)
{
  assert (location < s->x->heap.locations.count);
  const struct slice_location *at = &s->locations[location];
  return at->is_candidate && at->is_known && at->is_wanted;
}

bool
slice_has_formula (const struct slice *s, uint32_t instance, uint32_t formula)
{
  return is_known (s, instance, formula);
}

void
slice_parameters (const struct slice *s, uint32_t instance, struct arena *arena,
                  struct slice_parameters *parameters)
{
  const struct extraction *x = s->x;
  assert (instance < x->instances.count);
  uint32_t count = row_count (&x->rows, x->instances.at[instance].arguments);
  *parameters = (struct slice_parameters){ VEC_EMPTY };
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t local = local_of_argument (x, instance, i);
      if (slice_has_slot (s, instance, local))
        *vec_push (arena, &parameters->list) = (struct slice_parameter){ i, local };
    }
}

bool
slice_has_result (const struct slice *s, uint32_t instance)
{
  return s->x->instances.at[instance].code
         && slice_has_slot (s, instance, result_of (s->x, instance));
}

bool
slice_has_edge (const struct slice *s, uint32_t instance, const struct graph_edge *edge)
{
  assert (edge->kind == EFFECT_SET || edge->kind == EFFECT_TEST);
  return edge->kind == EFFECT_SET ? slice_has_slot (s, instance, edge->operand)
                                  : is_known (s, instance, edge->value);
}

bool
slice_changes (const struct slice *s, uint32_t instance, const struct graph_edge *edge)
{
  return (edge->kind == EFFECT_WRITE && slice_has_location (s, edge->operand))
         || (edge->kind == EFFECT_TEST && slice_has_edge (s, instance, edge));
}
