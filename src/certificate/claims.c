/* claims.c -- see claims.h.
 *
 * post* has made an automaton (wpds/poststar.c) whose transitions are the
 * claims: into the state of a context, from state x with symbol s, the runs
 * from the entry to s; with epsilon, to the return.  The value of the last
 * state has, at the state of a context, the runs from there to the end.
 */
#include <config.h>

#include "certificate/claims.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

struct printer
{
  struct certificate_text *text;
  struct writer *writer;
  const struct solution *solution;
  const struct antichains *antichains;
  const uint32_t *locks;
  struct arena *scratch;
  uint32_t *stretch_of;  /* by fragment: its number in the file, or NONE */
  uint32_t *tuple_of;    /* by tuple */
  struct certificate_text line;
};

/* ---- Tables. ---- */

static uint32_t
number_row (struct printer *p, const uint64_t *row)
{
  const struct fragments *fragments = p->antichains->fragments;
  VEC (uint32_t) members = VEC_EMPTY;
  for (uint32_t l = locks_next (row, fragments->row, 0); l != UINT32_MAX;
       l = locks_next (row, fragments->row, l + 1))
    *vec_push (p->scratch, &members) = p->locks[l];
  struct certificate_text text = { .arena = p->scratch };
  text_print_ranges (&text, members.at, members.count);
  return writer_number (p->writer, WRITER_LOCKS, &text);
}

static uint32_t
number_fragment (struct printer *p, fragment f)
{
  if (p->stretch_of[f.index] != NONE)
    return p->stretch_of[f.index];
  const struct fragments *fragments = p->antichains->fragments;
  const uint64_t *released = fragment_released (fragments, f);
  const uint64_t *acquired = fragment_acquired (fragments, f);
  struct certificate_text text = { .arena = p->scratch };
  text_print (&text, "%u", (unsigned) number_row (p, released));
  text_print (&text, " %u", (unsigned) number_row (p, acquired));
  text_print (&text, " %u", (unsigned) number_row (p, fragment_used (fragments, f)));
  for (uint32_t l = locks_next (released, fragments->row, 0); l != UINT32_MAX;
       l = locks_next (released, fragments->row, l + 1))
    text_print (&text, " %u", (unsigned) number_row (p, fragment_before (fragments, f, l)));
  for (uint32_t l = locks_next (acquired, fragments->row, 0); l != UINT32_MAX;
       l = locks_next (acquired, fragments->row, l + 1))
    text_print (&text, " %u", (unsigned) number_row (p, fragment_after (fragments, f, l)));
  return p->stretch_of[f.index] = writer_number (p->writer, WRITER_STRETCHES, &text);
}

static uint32_t
number_tuple (struct printer *p, tuple t)
{
  if (p->tuple_of[t.index] != NONE)
    return p->tuple_of[t.index];
  struct certificate_text text = { .arena = p->scratch };
  uint32_t degree = p->antichains->tuples.at[t.index].degree;
  for (uint32_t i = 0; i <= degree; i++)
    text_print (&text, "%s%u", i ? " " : "",
                (unsigned) number_fragment (p, tuple_fragment (p->antichains, t, i)));
  return p->tuple_of[t.index] = writer_number (p->writer, WRITER_TUPLES, &text);
}

/* The number of a weight, which is not zero. */
static uint32_t
number_weight (struct printer *p, wpds_weight weight)
{
  const struct antichain *antichain = antichain_of_weight (weight);
  assert (antichain->count > 0);
  p->line.bytes.count = 0;
  for (uint32_t i = 0; i < antichain->count; i++)
    text_print (&p->line, "%s%u", i ? " " : "",
                (unsigned) number_tuple (p, antichain->tuples[i]));
  return writer_number (p->writer, WRITER_SETS, &p->line);
}

/* ---- Claims. ---- */

/* One transition of the automaton. */
struct claim
{
  uint32_t context;  /* state of the automaton */
  uint32_t state, symbol; /* symbol of the model, or NONE: a return */
  uint32_t set, first;    /* of the symbols with this set */
};

static int
compare_places (const void *left, const void *right)
{
  const struct claim *a = left, *b = right;
  if (a->context != b->context)
    return a->context < b->context ? -1 : 1;
  if (a->state != b->state)
    return a->state < b->state ? -1 : 1;
  return a->symbol < b->symbol ? -1 : a->symbol > b->symbol;
}

static int
compare_sets (const void *left, const void *right)
{
  const struct claim *a = left, *b = right;
  if (a->context != b->context)
    return a->context < b->context ? -1 : 1;
  if (a->state != b->state)
    return a->state < b->state ? -1 : 1;
  if (a->first != b->first)
    return a->first < b->first ? -1 : 1;
  return a->symbol < b->symbol ? -1 : a->symbol > b->symbol;
}

static uint32_t
model_symbol (const struct printer *p, wpds_symbol symbol)
{
  return p->solution->product.slice.origins[symbol.index].index;
}

struct claims
{
  VEC (struct claim) list;
};

static void
collect (struct printer *p, struct claims *claims)
{
  const struct wpds_automaton *automaton = &p->solution->automaton;
  const struct product *product = &p->solution->product;
  for (uint32_t t = 0; t < automaton->transitions.count; t++)
    {
      const struct wpds_transition_info *info = &automaton->transitions.at[t];
      bool of_context = info->to.index == product->states
                        || info->to.index >= automaton->first_mid;
      if (info->from.index >= product->end || !of_context
          || antichain_of_weight (info->weight)->count == 0)
        continue;
      bool returns = info->symbol.index == WPDS_NO_SYMBOL.index;
      *vec_push (p->scratch, &claims->list)
        = (struct claim){ info->to.index, info->from.index,
                          returns ? NONE : model_symbol (p, info->symbol),
                          number_weight (p, info->weight), 0 };
    }
}

/* For each set, its first symbol in the context and state: what is in one set
   stands in one line, in the order of the first symbols. */
static void
group (struct printer *p, struct claims *claims)
{
  struct pairmap first;
  pairmap_init (&first, p->scratch);
  qsort (claims->list.at, claims->list.count, sizeof *claims->list.at, compare_places);
  uint32_t run = 0;
  for (uint32_t i = 0; i < claims->list.count; i++)
    {
      struct claim *claim = &claims->list.at[i];
      if (i > 0 && (claim->context != claim[-1].context || claim->state != claim[-1].state))
        run++;
      uint32_t *found = pairmap_at (&first, run, claim->set);
      if (*found == PAIRMAP_FREE)
        *found = i;
      claim->first = claim->symbol == NONE ? NONE : *found;
    }
  qsort (claims->list.at, claims->list.count, sizeof *claims->list.at, compare_sets);
}

/* What can be done from the context on, or NONE. */
static uint32_t
find_done (struct printer *p, uint32_t context)
{
  const struct wpds_value *value = &p->solution->value;
  for (uint32_t n = 0; n < value->nodes.count; n++)
    if (value->nodes.at[n].state.index == context
        && antichain_of_weight (value->nodes.at[n].weight)->count > 0)
      return number_weight (p, value->nodes.at[n].weight);
  return NONE;
}

static void
print_context (struct printer *p, uint32_t context)
{
  const struct wpds_automaton *automaton = &p->solution->automaton;
  const struct product *product = &p->solution->product;
  uint32_t state = 0;
  assert (product->starts == 1);
  wpds_symbol symbol = { 0 };
  if (context >= automaton->first_mid)
    {
      const struct wpds_entry *entry
        = &p->solution->system.entries.at[context - automaton->first_mid];
      state = entry->state.index;
      symbol = entry->symbol;
    }
  text_print (p->text, "c %u %u\n", (unsigned) state, (unsigned) model_symbol (p, symbol));
  uint32_t done = find_done (p, context);
  if (done != NONE)
    text_print (p->text, "d %u\n", (unsigned) done);
}

static void
print_line (struct printer *p, const struct claim *claims, uint32_t count)
{
  if (claims->symbol == NONE)
    {
      assert (count == 1);
      text_print (p->text, "b %u %u\n", (unsigned) claims->state, (unsigned) claims->set);
      return;
    }
  uint32_t *symbols = arena_alloc (p->scratch, count * sizeof *symbols);
  for (uint32_t i = 0; i < count; i++)
    symbols[i] = claims[i].symbol;
  text_print (p->text, "w %u %u ", (unsigned) claims->state, (unsigned) claims->set);
  text_print_ranges (p->text, symbols, count);
  text_print (p->text, "\n");
}

static bool
share_a_line (const struct claim *a, const struct claim *b)
{
  return a->context == b->context && a->state == b->state && a->first == b->first;
}

void
claims_print (struct certificate_text *text, struct writer *writer,
              const struct solution *solution, const struct antichains *antichains,
              const uint32_t *locks, struct arena *scratch)
{
  assert (!solution->product.runs_ahead && solution->product.start == 0);
  struct printer p = { .text = text, .writer = writer, .solution = solution,
                       .antichains = antichains, .locks = locks, .scratch = scratch,
                       .line = { .arena = scratch } };
  size_t fragments = antichains->fragments->list.count * sizeof *p.stretch_of;
  size_t tuples = antichains->tuples.count * sizeof *p.tuple_of;
  p.stretch_of = arena_alloc (scratch, fragments);
  p.tuple_of = arena_alloc (scratch, tuples);
  memset (p.stretch_of, 0xFF, fragments);
  memset (p.tuple_of, 0xFF, tuples);
  struct claims claims = { VEC_EMPTY };
  collect (&p, &claims);
  group (&p, &claims);
  /* The body's context has the smallest number of a state, so it comes first. */
  for (uint32_t i = 0; i < claims.list.count;)
    {
      const struct claim *claim = &claims.list.at[i];
      if (i == 0 || claim->context != claim[-1].context)
        print_context (&p, claim->context);
      uint32_t end = i + 1;
      while (end < claims.list.count && share_a_line (claim, &claims.list.at[end]))
        end++;
      print_line (&p, claim, end - i);
      i = end;
    }
}
