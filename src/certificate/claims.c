/* claims.c -- see claims.h.
 *
 * post* has made an automaton (wpds/poststar.c) whose transitions are the claims.  The
 * transition from state x to the state of a context has, with symbol s, the runs from the
 * entry to s; with epsilon, those to the return.  The value of the last state has, at
 * the state of a context, the runs from its entry to the end.
 */
#include <config.h>

#include "certificate/claims.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"

#define NONE UINT32_MAX

/* One transition of the automaton. */
struct claim
{
  uint32_t context; /* state of the automaton */
  uint32_t state;
  uint32_t symbol; /* of the model, or NONE: a return */
  uint32_t set;
  uint32_t first; /* the first claim that shares its line */
};

struct printer
{
  struct certificate_text *text;
  struct writer *writer;
  const struct solution *solution;
  const struct antichains *antichains;
  const struct lock_numbers *locks;
  struct arena *scratch;
  uint32_t *summary_of; /* by fragment: the number of its summary, or NONE */
  uint32_t *tuple_of;   /* by tuple: its number, or NONE */
  VEC (struct claim) claims;
};

/* ---- Tables. ---- */

static uint32_t
number_row (struct printer *p, const uint64_t *row)
{
  const struct fragments *fragments = p->antichains->fragments;
  VEC (uint32_t) members = VEC_EMPTY;
  for (lock_number l = locks_next (row, fragments->row, 0); l.index != UINT32_MAX;
       l = locks_next (row, fragments->row, l.index + 1))
    {
      assert (l.index < p->locks->count);
      *vec_push (p->scratch, &members) = p->locks->lock[l.index].index;
    }
  struct certificate_text text = { .arena = p->scratch };
  text_print_ranges (&text, members.at, members.count);
  return writer_number (p->writer, WRITER_LOCKS, &text);
}

static uint32_t
number_fragment (struct printer *p, fragment f)
{
  const struct fragments *fragments = p->antichains->fragments;
  assert (f.index < fragments->list.count);
  if (p->summary_of[f.index] != NONE)
    return p->summary_of[f.index];
  const uint64_t *released = fragment_released (fragments, f);
  const uint64_t *acquired = fragment_acquired (fragments, f);
  struct certificate_text text = { .arena = p->scratch };
  text_print_number (&text, number_row (p, released));
  text_print_number (&text, number_row (p, acquired));
  text_print_number (&text, number_row (p, fragment_used (fragments, f)));
  for (lock_number l = locks_next (released, fragments->row, 0); l.index != UINT32_MAX;
       l = locks_next (released, fragments->row, l.index + 1))
    text_print_number (&text, number_row (p, fragment_before (fragments, f, l)));
  for (lock_number l = locks_next (acquired, fragments->row, 0); l.index != UINT32_MAX;
       l = locks_next (acquired, fragments->row, l.index + 1))
    text_print_number (&text, number_row (p, fragment_after (fragments, f, l)));
  return p->summary_of[f.index] = writer_number (p->writer, WRITER_SUMMARIES, &text);
}

static uint32_t
number_tuple (struct printer *p, tuple t)
{
  assert (t.index < p->antichains->tuples.count);
  if (p->tuple_of[t.index] != NONE)
    return p->tuple_of[t.index];
  struct certificate_text text = { .arena = p->scratch };
  uint32_t degree = p->antichains->tuples.at[t.index].degree;
  for (uint32_t i = 0; i <= degree; i++)
    text_print_number (&text, number_fragment (p, tuple_fragment (p->antichains, t, i)));
  return p->tuple_of[t.index] = writer_number (p->writer, WRITER_TUPLES, &text);
}

/* The number of a weight, which is not zero. */
static uint32_t
number_weight (struct printer *p, wpds_weight weight)
{
  const struct antichain *antichain = antichain_of_weight (weight);
  assert (antichain->count > 0 && antichain->degree <= p->antichains->most);
  struct certificate_text text = { .arena = p->scratch };
  for (uint32_t i = 0; i < antichain->count; i++)
    text_print_number (&text, number_tuple (p, antichain->tuples[i]));
  return writer_number (p->writer, WRITER_SETS, &text);
}

/* ---- Claims. ---- */

static int
compare_claims (const void *left, const void *right)
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

static void
collect (struct printer *p)
{
  const struct wpds_automaton *automaton = &p->solution->automaton;
  const struct product *product = &p->solution->product;
  for (uint32_t t = 0; t < automaton->transitions.count; t++)
    {
      const struct wpds_transition_info *info = &automaton->transitions.at[t];
      bool of_context
        = info->to.index == product->states || info->to.index >= automaton->first_mid;
      if (info->from.index >= product->end || !of_context
          || antichain_of_weight (info->weight)->count == 0)
        continue;
      bool returns = info->symbol.index == WPDS_NO_SYMBOL.index;
      *vec_push (p->scratch, &p->claims)
        = (struct claim){ .context = info->to.index,
                          .state = info->from.index,
                          .symbol = returns ? NONE : model_symbol (p, info->symbol),
                          .set = number_weight (p, info->weight) };
    }
  assert (p->claims.count > 0); /* the start, at least */
}

/* Sort the claims by lines.  In each context and state, symbols with the same set share a
   line, where the first one stands; a return has its own, the last. */
static void
group (struct printer *p)
{
  struct pairmap line; /* (first claim of the context and state, set) -> first claim */
  struct claim *claims = p->claims.at;
  uint32_t count = p->claims.count, start = 0;
  pairmap_init (&line, p->scratch);
  qsort (claims, count, sizeof *claims, compare_claims);
  for (uint32_t i = 0; i < count; i++)
    {
      struct claim *claim = &claims[i];
      if (claim->context != claims[start].context || claim->state != claims[start].state)
        start = i;
      uint32_t *first = pairmap_at (&line, start, claim->set);
      if (*first == PAIRMAP_FREE)
        *first = i;
      claim->first = claim->symbol == NONE ? i : *first;
      assert (start <= claim->first && claim->first <= i);
    }
  qsort (claims, count, sizeof *claims, compare_claims);
}

/* The set of what is done from CONTEXT on, or NONE. */
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
  uint32_t state = 0;
  wpds_symbol symbol = { 0 };
  assert (context == p->solution->product.states || context >= automaton->first_mid);
  if (context >= automaton->first_mid)
    {
      assert (context - automaton->first_mid < p->solution->system.entries.count);
      const struct wpds_entry *entry
        = &p->solution->system.entries.at[context - automaton->first_mid];
      state = entry->state.index;
      symbol = entry->symbol;
    }
  text_print (p->text, "c %u %u\n", (unsigned) state,
              (unsigned) model_symbol (p, symbol));
  uint32_t done = find_done (p, context);
  if (done != NONE)
    text_print (p->text, "d %u\n", (unsigned) done);
}

/* CLAIMS are COUNT claims that share a line. */
static void
print_line (struct printer *p, const struct claim *claims, uint32_t count)
{
  assert (count > 0);
  if (claims->symbol == NONE)
    {
      assert (count == 1);
      text_print (p->text, "b %u %u\n", (unsigned) claims->state, (unsigned) claims->set);
      return;
    }
  uint32_t *symbols = arena_alloc (p->scratch, count * sizeof *symbols);
  for (uint32_t i = 0; i < count; i++)
    {
      assert (claims[i].set == claims->set && claims[i].state == claims->state);
      symbols[i] = claims[i].symbol;
    }
  text_print (p->text, "w %u %u ", (unsigned) claims->state, (unsigned) claims->set);
  text_print_ranges (p->text, symbols, count);
  text_print (p->text, "\n");
}

void
claims_print (struct certificate_text *text, struct writer *writer,
              const struct solution *solution, const struct antichains *antichains,
              const struct lock_numbers *locks, struct arena *scratch)
{
  assert (!solution->product.runs_ahead && solution->product.start == 0);
  assert (solution->product.starts == 1 && !antichains->exceeded);
  assert (antichains->fragments->locks == locks->count);
  struct printer p = { .text = text,
                       .writer = writer,
                       .solution = solution,
                       .antichains = antichains,
                       .locks = locks,
                       .scratch = scratch };
  size_t fragments = antichains->fragments->list.count * sizeof *p.summary_of;
  size_t tuples = antichains->tuples.count * sizeof *p.tuple_of;
  p.summary_of = memset (arena_alloc (scratch, fragments), 0xFF, fragments);
  p.tuple_of = memset (arena_alloc (scratch, tuples), 0xFF, tuples);
  collect (&p);
  group (&p);
  LOG (2, "%u claims, of %u tuples", (unsigned) p.claims.count,
       (unsigned) antichains->tuples.count);
  /* The state of the body's context has the smallest number, so that it comes first. */
  for (uint32_t i = 0, end; i < p.claims.count; i = end)
    {
      const struct claim *claim = &p.claims.at[i];
      if (i == 0 || claim->context != claim[-1].context)
        print_context (&p, claim->context);
      for (end = i + 1; end < p.claims.count && p.claims.at[end].first == claim->first;)
        end++;
      print_line (&p, claim, end - i);
    }
}
