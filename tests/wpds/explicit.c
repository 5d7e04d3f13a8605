/* explicit.c -- see explicit.h. */
#include <config.h>

#include "explicit.h"

#include <assert.h>
#include <string.h>

uint64_t
random_next (uint64_t *seed)
{
  *seed += UINT64_C (0x9E3779B97F4A7C15);
  uint64_t z = *seed;
  z = (z ^ z >> 30) * UINT64_C (0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C (0x94D049BB133111EB);
  return z ^ z >> 31;
}

uint32_t
random_below (uint64_t *seed, uint32_t n)
{
  assert (n > 0);
  return (uint32_t) (random_next (seed) >> 33) % n;
}

uint32_t
stack_height (uint64_t stack)
{
  return word_length (stack);
}

void
stack_symbols (uint64_t stack, wpds_symbol *symbols)
{
  for (; stack > 1; stack >>= 4)
    *symbols++ = (wpds_symbol){ stack & 15 };
}

bool
configuration_step (struct configuration *c, const struct wpds_rule *rule)
{
  if (c->stack == 1 || c->state != rule->from.index
      || (c->stack & 15) != rule->read.index)
    return false;
  c->state = rule->to.index;
  c->stack >>= 4;
  if (rule->under.index != WPDS_NO_SYMBOL.index)
    c->stack = c->stack << 4 | rule->under.index;
  if (rule->top.index != WPDS_NO_SYMBOL.index)
    c->stack = c->stack << 4 | rule->top.index;
  return true;
}

struct random_system
random_system (uint64_t *seed)
{
  struct random_system random;
  memset (&random, 0, sizeof random);
  random.states = 1 + random_below (seed, 3);
  random.symbols = 1 + random_below (seed, 4);
  random.rule_count = 2 + random_below (seed, 7);
  for (uint32_t r = 0; r < random.rule_count; r++)
    {
      struct random_rule *rule = &random.rules[r];
      uint32_t kind = random_below (seed, 3);
      rule->rule = (struct wpds_rule){ .from = { random_below (seed, random.states) },
                                       .read = { random_below (seed, random.symbols) },
                                       .to = { random_below (seed, random.states) },
                                       .top = { random_below (seed, random.symbols) },
                                       .under = { random_below (seed, random.symbols) },
                                       .label = r };
      if (kind < 2)
        rule->rule.under = WPDS_NO_SYMBOL;
      if (kind < 1)
        rule->rule.top = WPDS_NO_SYMBOL;
      word letter = 16 | r;
      uint32_t shape = random_below (seed, 6);
      rule->words[0] = letter;
      rule->word_count = 1;
      if (shape == 0 && kind < 2)
        rule->words[0] = EMPTY_WORD;
      else if (shape == 1)
        rule->words[0] = word_append (letter, 16 | 15);
      else if (shape == 2)
        rule->words[rule->word_count++] = word_append (letter, letter);
    }
  return random;
}

struct configuration
random_configuration (uint64_t *seed, const struct random_system *random,
                      uint32_t most_height)
{
  struct configuration c = { random_below (seed, random->states), 1 };
  for (uint32_t n = random_below (seed, most_height + 1); n > 0; n--)
    c.stack = c.stack << 4 | random_below (seed, random->symbols);
  return c;
}

void
build_words (struct wpds_system *system, struct arena *arena,
             const struct wpds_domain *domain, struct words_context *context,
             const struct random_system *random)
{
  wpds_system_init (system, arena, domain, random->states, random->symbols);
  for (uint32_t r = 0; r < random->rule_count; r++)
    {
      const struct random_rule *from = &random->rules[r];
      struct wpds_rule rule = from->rule;
      rule.weight = WPDS_WEIGHT_ONE;
      if (from->words[0] != EMPTY_WORD)
        rule.weight = wpds_system_add_weight (
          system, words_make (context, from->words, from->word_count));
      wpds_system_add_rule (system, rule);
    }
  wpds_system_finish (system, arena);
}

void
build_plain (struct wpds_system *system, struct arena *arena,
             const struct wpds_domain *domain, bool costs,
             const struct random_system *random)
{
  wpds_system_init (system, arena, domain, random->states, random->symbols);
  for (uint32_t r = 0; r < random->rule_count; r++)
    {
      struct wpds_rule rule = random->rules[r].rule;
      rule.weight = WPDS_WEIGHT_ONE;
      unsigned cost = word_length (random->rules[r].words[0]);
      if (costs && cost > 0)
        rule.weight = wpds_system_add_weight (system, (wpds_weight){ cost });
      wpds_system_add_rule (system, rule);
    }
  wpds_system_finish (system, arena);
}

static void
add_pair (struct runs *runs, struct arena *arena, struct pair pair)
{
  for (uint32_t i = 0; i < runs->pairs.count; i++)
    {
      const struct pair *old = &runs->pairs.at[i];
      if (old->word == pair.word && old->at.state == pair.at.state
          && old->at.stack == pair.at.stack)
        return;
    }
  *vec_push (arena, &runs->pairs) = pair;
}

bool
explore (struct runs *runs, struct arena *arena, const struct random_system *random,
         struct configuration start, unsigned longest)
{
  memset (runs, 0, sizeof *runs);
  add_pair (runs, arena, (struct pair){ start, EMPTY_WORD });
  for (uint32_t i = 0; i < runs->pairs.count; i++)
    for (uint32_t r = 0; r < random->rule_count; r++)
      {
        const struct random_rule *rule = &random->rules[r];
        for (uint32_t w = 0; w < rule->word_count; w++)
          {
            struct pair pair = runs->pairs.at[i];
            if (word_length (pair.word) + word_length (rule->words[w]) > longest
                || !configuration_step (&pair.at, &rule->rule))
              continue;
            pair.word = word_append (pair.word, rule->words[w]);
            add_pair (runs, arena, pair);
            if (runs->pairs.count > 500)
              return false;
          }
      }
  return true;
}

void
random_language (struct random_language *random, uint64_t *seed, uint32_t symbols)
{
  uint32_t states = 1 + random_below (seed, 4);
  uint32_t edges = random_below (seed, 9);
  for (uint32_t s = 0; s < states; s++)
    random->final[s] = random_below (seed, 2);
  for (uint32_t e = 0; e < edges; e++)
    {
      uint32_t symbol = random_below (seed, symbols + 1);
      random->edges[e].from = random_below (seed, states);
      random->edges[e].to = random_below (seed, states);
      random->edges[e].symbol = symbol < symbols ? (wpds_symbol){ symbol } : ANY_SYMBOL;
    }
  random->language = (struct language){ states, random->final, random->edges, edges };
}

bool
language_has (const struct language *language, uint64_t stack)
{
  uint32_t now = 1; /* a set of states */
  for (; stack > 1; stack >>= 4)
    {
      uint32_t next = 0;
      for (uint32_t e = 0; e < language->edge_count; e++)
        {
          const struct language_edge *edge = &language->edges[e];
          if ((now >> edge->from & 1)
              && (edge->symbol.index == ANY_SYMBOL.index
                  || edge->symbol.index == (stack & 15)))
            next |= (uint32_t) 1 << edge->to;
        }
      now = next;
    }
  for (uint32_t s = 0; s < language->states; s++)
    if ((now >> s & 1) && language->final[s])
      return true;
  return false;
}
