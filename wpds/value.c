/* value.c -- see value.h.
 *
 * A worklist over the product of the weighted automaton and the language, from
 * the control state forwards: the many transitions out of a control state are
 * combined by target before anything is extended.  The states that post* made
 * are numbered callees first, so in the order of numbers each is visited
 * once, recursion apart.
 *
 * Epsilon-transitions of post* count only where the stack ends with them: what
 * is read behind them was contracted into transitions without epsilon.
 */
#include <config.h>

#include "wpds/value.h"

#include <assert.h>
#include <string.h>

#include "base/pairmap.h"
#include "wpds/queue.h"

#define NONE UINT32_MAX

struct valuation
{
  struct wpds_value *value;
  const struct wpds_automaton *automaton;
  const struct wpds_domain *domain;
  const struct wpds_language *language;
  uint32_t *first_edge; /* of each state of the language, and the end */
  uint32_t *edges;      /* by the state they leave */
  struct pairmap node_of;
  struct wpds_queue queue; /* nodes, by rank of their states */
};

static void
sort_edges (struct valuation *valuation)
{
  const struct wpds_language *language = valuation->language;
  struct arena *arena = valuation->value->arena;
  /* Counted two places on, so that placing them leaves the beginnings. */
  uint32_t *first = arena_calloc (arena, (size_t) language->states + 2,
                                  sizeof *first);
  for (uint32_t e = 0; e < language->edge_count; e++)
    {
      assert (language->edges[e].from < language->states);
      assert (language->edges[e].to < language->states);
      first[language->edges[e].from + 2]++;
    }
  for (uint32_t s = 0; s < language->states; s++)
    first[s + 1] += first[s];
  first[language->states + 1] += first[language->states];
  valuation->edges
    = arena_alloc (arena, language->edge_count * sizeof *valuation->edges);
  for (uint32_t e = 0; e < language->edge_count; e++)
    valuation->edges[first[language->edges[e].from + 1]++] = e;
  valuation->first_edge = first;
}

/* Control states, then those of entries, then the given ones, which end paths. */
static uint32_t
rank_of (const struct wpds_automaton *automaton, wpds_state state)
{
  uint32_t controls = automaton->control_states, s = state.index;
  uint32_t first_mid = automaton->first_mid, states = automaton->states.count;
  if (s < controls || automaton->direction != WPDS_POSTSTAR)
    return s;
  return s >= first_mid ? s - first_mid + controls : s + states - first_mid;
}

static uint32_t
find_node (struct valuation *valuation, wpds_state state, uint32_t word)
{
  struct wpds_value *value = valuation->value;
  uint32_t *found = pairmap_at (&valuation->node_of, state.index, word);
  if (*found == PAIRMAP_FREE)
    {
      *found = value->nodes.count;
      *vec_push (value->arena, &value->nodes)
        = (struct wpds_value_node){ .state = state, .word = word,
                                    .weight = wpds_zero (valuation->domain),
                                    .last_step = NONE };
      *vec_push (value->arena, &value->accepts)
        = valuation->automaton->states.at[state.index].final
          && valuation->language->final[word];
    }
  return *found;
}

/* Combine WEIGHT, which is taken over, into a node; it came from the node FROM,
   whose weight had the part A, by a transition. */
static void
update (struct valuation *valuation, wpds_state state, uint32_t word,
        wpds_weight weight, uint32_t from, wpds_transition by, wpds_weight a)
{
  const struct wpds_domain *domain = valuation->domain;
  struct wpds_value *value = valuation->value;
  uint32_t number = find_node (valuation, state, word);
  struct wpds_value_node *node = &value->nodes.at[number];
  wpds_weight news;
  bool changed = wpds_combine (domain, &node->weight, weight, &news);
  wpds_release (domain, weight);
  if (!changed)
    return;
  if (valuation->automaton->recording)
    {
      *vec_push (value->arena, &value->steps)
        = (struct wpds_value_step){ node->last_step, from, by,
                                    wpds_retain (domain, a) };
      node->last_step = value->steps.count - 1;
    }
  if (node->queued)
    {
      wpds_combine (domain, &node->delta, news, NULL);
      wpds_release (domain, news);
      return;
    }
  node->queued = true;
  node->delta = news;
  wpds_queue_push (&valuation->queue, rank_of (valuation->automaton, state),
                   number);
}

static wpds_weight
extend_path (const struct valuation *valuation, wpds_weight path, bool is_one,
             wpds_weight transition)
{
  if (is_one)
    return wpds_retain (valuation->domain, transition);
  if (valuation->automaton->direction == WPDS_POSTSTAR)
    return wpds_extend (valuation->domain, transition, path);
  return wpds_extend (valuation->domain, path, transition);
}

static void
propagate (struct valuation *valuation, uint32_t number)
{
  const struct wpds_domain *domain = valuation->domain;
  const struct wpds_automaton *automaton = valuation->automaton;
  const struct wpds_language *language = valuation->language;
  struct wpds_value_node *node = &valuation->value->nodes.at[number];
  assert (node->queued);
  node->queued = false;
  wpds_weight delta = node->delta;
  uint32_t word = node->word, state = node->state.index;
  wpds_weight one = wpds_one (domain);
  bool is_one = wpds_equal (domain, delta, one);
  wpds_release (domain, one);
  for (uint32_t t = automaton->states.at[state].first; t != NONE;
       t = automaton->transitions.at[t].next)
    {
      const struct wpds_transition_info *info = &automaton->transitions.at[t];
      wpds_transition by = { t };
      if (info->symbol.index == WPDS_NO_SYMBOL.index)
        {
          if (automaton->states.at[info->to.index].final
              && language->final[word])
            update (valuation, info->to, word,
                    extend_path (valuation, delta, is_one, info->weight),
                    number, by, delta);
          continue;
        }
      for (uint32_t e = valuation->first_edge[word];
           e < valuation->first_edge[word + 1]; e++)
        {
          const struct wpds_language_edge *edge
            = &language->edges[valuation->edges[e]];
          if (edge->symbol.index == info->symbol.index
              || edge->symbol.index == WPDS_ANY_SYMBOL.index)
            update (valuation, info->to, edge->to,
                    extend_path (valuation, delta, is_one, info->weight),
                    number, by, delta);
        }
    }
  wpds_release (domain, delta);
}

void
wpds_value_of_language (struct wpds_value *value, struct arena *arena,
                        const struct wpds_automaton *automaton,
                        wpds_state state, const struct wpds_language *language)
{
  assert (state.index < automaton->control_states);
  assert (language->states > 0);
  const struct wpds_domain *domain = automaton->domain;
  memset (value, 0, sizeof *value);
  value->automaton = automaton;
  value->arena = arena;
  struct valuation valuation = { .value = value, .automaton = automaton,
                                 .domain = domain, .language = language };
  sort_edges (&valuation);
  pairmap_init (&valuation.node_of, arena);
  wpds_queue_init (&valuation.queue, arena, automaton->states.count);
  wpds_weight one = wpds_one (domain);
  update (&valuation, state, 0, wpds_retain (domain, one), NONE,
          WPDS_NO_TRANSITION, one);
  wpds_release (domain, one);
  while (!wpds_queue_is_empty (&valuation.queue))
    propagate (&valuation, wpds_queue_pop (&valuation.queue));
  value->weight = wpds_zero (domain);
  for (uint32_t n = 0; n < value->nodes.count; n++)
    if (value->accepts.at[n])
      wpds_combine (domain, &value->weight, value->nodes.at[n].weight, NULL);
}

void
wpds_value_of_state (struct wpds_value *value, struct arena *arena,
                     const struct wpds_automaton *automaton, wpds_state state)
{
  static const bool final[] = { true };
  static const struct wpds_language_edge loop = { 0, { UINT32_MAX - 1 }, 0 };
  struct wpds_language any = { 1, final, &loop, 1 };
  wpds_value_of_language (value, arena, automaton, state, &any);
}

void
wpds_value_release (struct wpds_value *value)
{
  const struct wpds_domain *domain = value->automaton->domain;
  for (uint32_t n = 0; n < value->nodes.count; n++)
    wpds_release (domain, value->nodes.at[n].weight);
  for (uint32_t s = 0; s < value->steps.count; s++)
    wpds_release (domain, value->steps.at[s].a);
  wpds_release (domain, value->weight);
  value->nodes.count = 0;
  value->steps.count = 0;
}
