/* wordset.c -- sets of words that are cut, against plain tables of words; and as weights,
   on a system whose language is known. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "tests/base/random.h"
#include "tests/lib/tap.h"
#include "wpds/solve.h"
#include "wpds/value.h"
#include "wpds/wordset.h"

#define LETTERS 3
#define LIMIT 3
#define WORDS (1 + 3 + 9 + 27) /* of at most LIMIT letters */

/* ---- Plain tables. ---- */

/* Word 0 is empty; word LETTERS * w + x + 1 is word w, then the letter x. */
struct table
{
  bool whole[WORDS], cut[WORDS];
};

static uint32_t
length_of (uint32_t word)
{
  uint32_t length = 0;
  for (; word > 0; word = (word - 1) / LETTERS)
    length++;
  return length;
}

/* The letter of WORD at PLACE. */
static uint32_t
letter_at (uint32_t word, uint32_t place)
{
  for (uint32_t skip = length_of (word) - place - 1; skip > 0; skip--)
    word = (word - 1) / LETTERS;
  return (word - 1) % LETTERS;
}

/* FIRST followed by the letters of SECOND; *LONGER if they do not fit. */
static uint32_t
join (uint32_t first, uint32_t second, bool *longer)
{
  uint32_t length = length_of (first);
  *longer = false;
  for (uint32_t i = 0; i < length_of (second); i++, length++)
    if (length < LIMIT)
      first = LETTERS * first + letter_at (second, i) + 1;
    else
      *longer = true;
  return first;
}

/* The definition: whole words followed by whole words, and what is cut. */
static void
concat (struct table *result, const struct table *a, const struct table *b)
{
  memset (result, 0, sizeof *result);
  for (uint32_t v = 0; v < WORDS; v++)
    for (uint32_t w = 0; w < WORDS; w++)
      {
        if (!(b->whole[w] || b->cut[w]))
          continue;
        bool longer;
        uint32_t joined = join (v, w, &longer);
        result->cut[v] |= a->cut[v];
        if (!a->whole[v])
          continue;
        result->whole[joined] |= b->whole[w] && !longer;
        result->cut[joined] |= (b->whole[w] && longer) || b->cut[w];
      }
}

/* ---- The same in a store. ---- */

static struct quota quota;
static struct arena arena;
static struct wordset_store store;

/* Enter WORD, and a cut after it if CUT. */
static wordset
enter (uint32_t word, bool cut)
{
  wordset set = cut ? WORDSET_CUT : WORDSET_EMPTY_WORD;
  for (uint32_t i = length_of (word); i-- > 0;)
    {
      wordset letter = wordset_letter (&store, letter_at (word, i));
      set = i + 1 == length_of (word) && cut
              ? wordset_concat (&store, letter, wordset_letter (&store, 0), 1)
              : wordset_concat (&store, letter, set, LIMIT - i);
    }
  return set;
}

static wordset
enter_table (const struct table *table)
{
  wordset set = WORDSET_NONE;
  for (uint32_t w = 0; w < WORDS; w++)
    {
      if (table->whole[w])
        set = wordset_union (&store, set, enter (w, false));
      if (table->cut[w])
        set = wordset_union (&store, enter (w, true), set);
    }
  return set;
}

/* Read the words of SET, which come after WORD, into TABLE. */
static void
read_words (struct table *table, wordset set, uint32_t word)
{
  table->whole[word] |= wordset_has_empty (&store, set);
  table->cut[word] |= wordset_is_cut (&store, set);
  for (uint32_t letter = 0; letter < LETTERS; letter++)
    {
      wordset after = wordset_after (&store, set, letter);
      if (!wordset_equal (after, WORDSET_NONE))
        read_words (table, after, LETTERS * word + letter + 1);
    }
}

static bool
is_table (wordset set, const struct table *table)
{
  struct table found;
  memset (&found, 0, sizeof found);
  read_words (&found, set, 0);
  return memcmp (&found, table, sizeof found) == 0;
}

static void
random_table (struct table *table, uint64_t *state)
{
  memset (table, 0, sizeof *table);
  uint32_t chance = 1 + random_below (state, 12);
  for (uint32_t w = 0; w < WORDS; w++)
    {
      table->whole[w] = random_below (state, 12) < chance;
      table->cut[w] = length_of (w) == LIMIT && random_below (state, 12) < chance;
    }
}

static void
check_tables (void)
{
  bool same = true, joined = true, united = true, without = true, apart = true;
  uint64_t state = 1;
  for (unsigned round = 0; round < 300; round++)
    {
      struct table a, b, result, both, less;
      random_table (&a, &state);
      random_table (&b, &state);
      wordset x = enter_table (&a), y = enter_table (&b);
      same &= is_table (x, &a) && wordset_equal (x, enter_table (&a));
      concat (&result, &a, &b);
      joined &= is_table (wordset_concat (&store, x, y, LIMIT), &result);
      for (uint32_t w = 0; w < WORDS; w++)
        {
          both.whole[w] = a.whole[w] || b.whole[w];
          both.cut[w] = a.cut[w] || b.cut[w];
          less.whole[w] = a.whole[w] && !b.whole[w];
          less.cut[w] = a.cut[w] && !b.cut[w];
        }
      united &= is_table (wordset_union (&store, x, y), &both);
      without &= is_table (wordset_minus (&store, x, y), &less);
      apart &= wordset_equal (x, y) == (memcmp (&a, &b, sizeof a) == 0);
    }
  tap_ok (same, "a set has the words that were put in, and one number");
  tap_ok (joined, "products");
  tap_ok (united, "unions");
  tap_ok (without, "differences");
  tap_ok (apart, "different sets have different numbers");
}

static void
check_laws (void)
{
  struct wordset_domain words = { &store, LIMIT, false };
  struct wordset_domain back = { &store, LIMIT, true };
  bool associative = true, distributive = true, neutral = true, mirrored = true;
  bool news_suffice = true;
  uint64_t state = 7;
  for (unsigned round = 0; round < 200; round++)
    {
      struct table t[3];
      wpds_weight a[3];
      for (int i = 0; i < 3; i++)
        {
          random_table (&t[i], &state);
          a[i] = wordset_weight (enter_table (&t[i]));
        }
      struct wpds_domain domain = wordset_weight_domain (&words);
      struct wpds_domain reverse = wordset_weight_domain (&back);
      wpds_weight left = wpds_extend (&domain, wpds_extend (&domain, a[0], a[1]), a[2]);
      wpds_weight right = wpds_extend (&domain, a[0], wpds_extend (&domain, a[1], a[2]));
      associative &= left.bits == right.bits;
      wpds_weight sum = a[0], news, before = a[0];
      bool changed = wpds_combine (&domain, &sum, a[1], &news);
      news_suffice &= changed == (sum.bits != before.bits);
      if (changed)
        {
          wpds_combine (&domain, &before, news, NULL);
          news_suffice &= before.bits == sum.bits;
        }
      wpds_weight parts = wpds_extend (&domain, a[0], a[2]);
      wpds_combine (&domain, &parts, wpds_extend (&domain, a[1], a[2]), NULL);
      distributive &= parts.bits == wpds_extend (&domain, sum, a[2]).bits;
      neutral &= wpds_extend (&domain, domain.one, a[0]).bits == a[0].bits
                 && wpds_extend (&domain, a[0], domain.one).bits == a[0].bits
                 && wpds_is_zero (&domain, wpds_extend (&domain, a[0], domain.zero));
      mirrored &= wpds_extend (&domain, a[0], a[1]).bits
                  == wpds_extend (&reverse, a[1], a[0]).bits;
    }
  tap_ok (associative, "products are associative");
  tap_ok (distributive, "and distribute over sums");
  tap_ok (neutral, "one and zero");
  tap_ok (news_suffice, "what is new");
  tap_ok (mirrored, "backwards, products are the other way round");
}

/* ---- As weights: the words 0^n 1^n. ---- */

static wordset
solve (bool backwards, uint32_t limit)
{
  struct wordset_domain words = { &store, limit, backwards };
  struct wpds_domain domain = wordset_weight_domain (&words);
  struct wpds_system system;
  enum
  {
    START,
    END
  };
  enum
  {
    TOP,
    PENDING,
    BOTTOM,
    SYMBOLS
  };
  wpds_system_init (&system, &arena, &domain, 2, SYMBOLS);
  uint32_t zero
    = wpds_system_add_weight (&system, wordset_weight (wordset_letter (&store, 0)));
  uint32_t one
    = wpds_system_add_weight (&system, wordset_weight (wordset_letter (&store, 1)));
  wpds_system_add_rule (
    &system, (struct wpds_rule){
               .read = { TOP }, .top = { TOP }, .under = { PENDING }, .weight = zero });
  wpds_system_add_rule (&system, (struct wpds_rule){ .read = { TOP },
                                                     .top = WPDS_NO_SYMBOL,
                                                     .under = WPDS_NO_SYMBOL });
  wpds_system_add_rule (&system, (struct wpds_rule){ .read = { PENDING },
                                                     .top = WPDS_NO_SYMBOL,
                                                     .under = WPDS_NO_SYMBOL,
                                                     .weight = one });
  wpds_system_add_rule (&system, (struct wpds_rule){ .read = { BOTTOM },
                                                     .to = { END },
                                                     .top = { BOTTOM },
                                                     .under = WPDS_NO_SYMBOL });
  wpds_system_finish (&system, &arena);
  struct wpds_automaton automaton;
  wpds_automaton_init (&automaton, &arena, &domain, 2, false);
  wpds_state middle = wpds_automaton_add_state (&automaton, false);
  wpds_state end = wpds_automaton_add_state (&automaton, true);
  wpds_automaton_add (&automaton, (wpds_state){ START }, (wpds_symbol){ TOP }, middle,
                      domain.one);
  wpds_automaton_add (&automaton, middle, (wpds_symbol){ BOTTOM }, end, domain.one);
  wpds_poststar (&system, &automaton, &(struct wpds_options){ .scratch = &arena });
  struct wpds_value value;
  wpds_value_of_state (&value, &arena, &automaton, (wpds_state){ END });
  return wordset_of_weight (value.weight);
}

static uint32_t
word_of (const char *letters)
{
  uint32_t word = 0;
  for (; *letters; letters++)
    word = LETTERS * word + (uint32_t) (*letters - '0') + 1;
  return word;
}

static void
check_language (void)
{
  struct table prefixes, suffixes;
  memset (&prefixes, 0, sizeof prefixes);
  prefixes.whole[0] = prefixes.whole[word_of ("01")] = true;
  suffixes = prefixes;
  prefixes.cut[word_of ("000")] = prefixes.cut[word_of ("001")] = true;
  suffixes.whole[word_of ("01")] = false; /* they are read backwards */
  suffixes.whole[word_of ("10")] = true;
  suffixes.cut[word_of ("111")] = suffixes.cut[word_of ("110")] = true;
  tap_ok (is_table (solve (false, LIMIT), &prefixes), "prefixes of 0^n 1^n");
  tap_ok (is_table (solve (true, LIMIT), &suffixes), "and suffixes");
  wordset set = solve (false, 80);
  for (unsigned i = 0; i < 40; i++)
    set = wordset_after (&store, set, 0);
  for (unsigned i = 0; i < 40; i++)
    set = wordset_after (&store, set, 1);
  tap_ok (wordset_equal (set, WORDSET_EMPTY_WORD), "40 times 0, 40 times 1");
}

/* All words of COUNT letters. */
static void
check_sharing (uint32_t count)
{
  uint32_t before = store.nodes.count;
  wordset letter
    = wordset_union (&store, wordset_letter (&store, 0), wordset_letter (&store, 1));
  wordset set = WORDSET_EMPTY_WORD;
  for (uint32_t i = 0; i < count; i++)
    set = wordset_concat (&store, letter, set, count);
  tap_ok (!wordset_is_terminal (set) && store.nodes.count - before <= 3 * count,
          "2^%u words need two nodes for each letter", (unsigned) count);
}

int
main (void)
{
  quota_init (&quota);
  arena_init (&arena, &quota);
  if (quota_checkpoint (&quota))
    abort ();
  wordset_store_init (&store, &arena);
  check_tables ();
  check_laws ();
  check_language ();
  check_sharing (60);
  arena_clear (&arena);
  return tap_done ();
}
