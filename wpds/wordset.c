/* wordset.c -- see wordset.h.
 *
 * Cost: an operation on sets of m and n nodes takes O(m n) steps if results are
 * remembered; a product takes as many for each length up to the limit.
 */
#include <config.h>

#include "wpds/wordset.h"

#include <string.h>

/* Operations; a product that is cut at length r is OPERATION_CONCAT + r. */
enum
{
  OPERATION_UNION,
  OPERATION_MINUS,
  OPERATION_CONCAT,
};

#define RESULTS_FIRST 1024

/* ---- Nodes. ---- */

static uint32_t
hash_node (uint32_t letter, wordset after, wordset others)
{
  uint64_t h = (uint64_t) letter * 0x9e3779b97f4a7c15u;
  h = (h ^ after.index) * 0xff51afd7ed558ccdu;
  h = (h ^ (h >> 29) ^ others.index) * 0xc4ceb9fe1a85ec53u;
  return (uint32_t) (h >> 32);
}

/* The table numbers the nodes after the terminals from 0 on. */
static uint32_t
hash_of (const void *context, uint32_t entry)
{
  const struct wordset_store *store = context;
  const struct wordset_node *node = &store->nodes.at[entry + WORDSET_TERMINALS];
  return hash_node (node->letter, node->after, node->others);
}

static uint32_t
longest (const struct wordset_store *store, wordset a)
{
  return store->nodes.at[a.index].length;
}

static wordset
make (struct wordset_store *store, uint32_t letter, wordset after, wordset others)
{
  assert (wordset_is_terminal (others) || letter < wordset_at (store, others)->letter);
  if (wordset_equal (after, WORDSET_NONE))
    return others;
  uint32_t count = store->nodes.count - WORDSET_TERMINALS;
  hash_reserve (&store->table, count, hash_of, store);
  uint32_t *slot = hash_first (&store->table, hash_node (letter, after, others));
  for (; *slot != HASH_FREE; slot = hash_next (&store->table, slot))
    {
      const struct wordset_node *node = &store->nodes.at[*slot + WORDSET_TERMINALS];
      if (node->letter == letter && wordset_equal (node->after, after)
          && wordset_equal (node->others, others))
        return (wordset){ *slot + WORDSET_TERMINALS };
    }
  uint32_t length = longest (store, after) + 1;
  if (length < longest (store, others))
    length = longest (store, others);
  *vec_push (store->arena, &store->nodes)
    = (struct wordset_node){ letter, after, others, store->nodes.at[others.index].end,
                             length };
  *slot = count;
  return (wordset){ count + WORDSET_TERMINALS };
}

/* ---- What operations gave. ---- */

/* Keep about as many places for results as there are nodes; a larger table is empty. */
static void
make_room (struct wordset_store *store)
{
  if (store->results && store->nodes.count <= store->result_count)
    return;
  size_t size = sizeof *store->results, count = store->result_count;
  size_t more = count ? 4 * count : RESULTS_FIRST;
  assert (more <= (uint32_t) -1);
  store->results = arena_grow (store->arena, store->results, count * size, more * size);
  memset (store->results, 0, more * size);
  store->result_count = (uint32_t) more;
}

static struct wordset_result *
place_of (struct wordset_store *store, uint32_t operation, wordset a, wordset b)
{
  uint32_t hash = hash_node (operation, a, b);
  return &store->results[hash & (store->result_count - 1)];
}

/* A is never the empty set here, so a place of zeros is free. */
static bool
remembered (struct wordset_store *store, uint32_t operation, wordset a, wordset b,
            wordset *result)
{
  assert (!wordset_equal (a, WORDSET_NONE));
  const struct wordset_result *found = place_of (store, operation, a, b);
  if (found->operation != operation || !wordset_equal (found->a, a)
      || !wordset_equal (found->b, b))
    {
      quota_work (store->arena->quota, 1);
      return false;
    }
  *result = found->result;
  return true;
}

static void
remember (struct wordset_store *store, uint32_t operation, wordset a, wordset b,
          wordset result)
{
  make_room (store);
  *place_of (store, operation, a, b) = (struct wordset_result){ a, b, operation, result };
}

void
wordset_store_init (struct wordset_store *store, struct arena *arena)
{
  *store = (struct wordset_store){ .arena = arena };
  hash_table_init (&store->table, arena);
  for (uint32_t t = 0; t < WORDSET_TERMINALS; t++)
    *vec_push (arena, &store->nodes)
      = (struct wordset_node){ .letter = UINT32_MAX, .end = { t } };
  make_room (store);
}

/* ---- Operations. ---- */

wordset
wordset_letter (struct wordset_store *store, uint32_t letter)
{
  assert (letter != UINT32_MAX);
  return make (store, letter, WORDSET_EMPTY_WORD, WORDSET_NONE);
}

/* An operation goes along the first letters of its operands in a loop, and recurs only
   into what follows a letter, so recursion is as deep as words are long.  The branches
   wait on a stack, and become nodes from the last letter to the first. */

/* Returns the smaller of the first letters of *A and *B, one of which is no terminal.
   What follows that letter in each is stored, and *A and *B become the words that begin
   otherwise.  (The letter of a terminal is larger than all.) */
static uint32_t
take_letter (const struct wordset_store *store, wordset *a, wordset *b, wordset *after_a,
             wordset *after_b)
{
  const struct wordset_node *m = &store->nodes.at[a->index];
  const struct wordset_node *n = &store->nodes.at[b->index];
  uint32_t letter = m->letter < n->letter ? m->letter : n->letter;
  assert (letter != UINT32_MAX);
  *after_a = m->letter == letter ? m->after : WORDSET_NONE;
  *after_b = n->letter == letter ? n->after : WORDSET_NONE;
  if (m->letter == letter)
    *a = m->others;
  if (n->letter == letter)
    *b = n->others;
  return letter;
}

static void
push_branch (struct wordset_store *store, wordset a, wordset b, uint32_t letter,
             wordset after)
{
  *vec_push (store->arena, &store->branches)
    = (struct wordset_branch){ a, b, letter, after };
}

/* Is the result known at once, since A and B are equal, terminals, or one is empty? */
static bool
is_plain (uint32_t operation, wordset a, wordset b, wordset *result)
{
  assert (operation <= OPERATION_MINUS);
  bool minus = operation == OPERATION_MINUS;
  if (wordset_equal (a, b))
    *result = minus ? WORDSET_NONE : a;
  else if (wordset_equal (a, WORDSET_NONE))
    *result = minus ? WORDSET_NONE : b;
  else if (wordset_equal (b, WORDSET_NONE))
    *result = a;
  else if (wordset_is_terminal (a) && wordset_is_terminal (b))
    *result = (wordset){ minus ? a.index & ~b.index : a.index | b.index };
  else
    return false;
  return true;
}

/* Compute the union or difference, letter by letter. */
static wordset
by_letter (struct wordset_store *store, uint32_t operation, wordset a, wordset b)
{
  uint32_t bottom = store->branches.count;
  wordset result;
  while (!is_plain (operation, a, b, &result)
         && !remembered (store, operation, a, b, &result))
    {
      wordset all_a = a, all_b = b, after_a, after_b;
      uint32_t letter = take_letter (store, &a, &b, &after_a, &after_b);
      wordset after = by_letter (store, operation, after_a, after_b);
      push_branch (store, all_a, all_b, letter, after);
    }
  while (store->branches.count > bottom)
    {
      struct wordset_branch branch = store->branches.at[--store->branches.count];
      result = make (store, branch.letter, branch.after, result);
      remember (store, operation, branch.a, branch.b, result);
    }
  return result;
}

wordset
wordset_union (struct wordset_store *store, wordset a, wordset b)
{
  return a.index < b.index ? by_letter (store, OPERATION_UNION, a, b)
                           : by_letter (store, OPERATION_UNION, b, a);
}

wordset
wordset_minus (struct wordset_store *store, wordset a, wordset b)
{
  return by_letter (store, OPERATION_MINUS, a, b);
}

/* The product A B at the length where words are cut, so without letters. */
static wordset
concat_at_end (const struct wordset_store *store, wordset a, wordset b)
{
  assert (!wordset_equal (a, WORDSET_NONE) && !wordset_equal (b, WORDSET_NONE));
  uint32_t bits = wordset_has_empty (store, a) && wordset_has_empty (store, b);
  if (!wordset_equal (a, WORDSET_EMPTY_WORD) || !wordset_equal (b, WORDSET_EMPTY_WORD))
    bits |= WORDSET_CUT.index;
  return (wordset){ bits };
}

/* The words of A that have letters, followed by those of B; or, if A is the empty word,
   those of B that have letters. */
static wordset
concat_by_letter (struct wordset_store *store, wordset a, wordset b, uint32_t limit)
{
  uint32_t bottom = store->branches.count;
  bool second = wordset_is_terminal (a);
  wordset rest = second ? b : a;
  while (!wordset_is_terminal (rest))
    {
      struct wordset_node node = *wordset_at (store, rest);
      wordset after = second ? wordset_concat (store, a, node.after, limit - 1)
                             : wordset_concat (store, node.after, b, limit - 1);
      push_branch (store, a, b, node.letter, after);
      rest = node.others;
    }
  wordset result = WORDSET_NONE;
  while (store->branches.count > bottom)
    {
      struct wordset_branch branch = store->branches.at[--store->branches.count];
      result = make (store, branch.letter, branch.after, result);
    }
  return result;
}

wordset
wordset_concat (struct wordset_store *store, wordset a, wordset b, uint32_t limit)
{
  wordset result;
  if (wordset_equal (a, WORDSET_NONE) || wordset_equal (b, WORDSET_NONE))
    return WORDSET_NONE;
  if (limit == 0)
    return concat_at_end (store, a, b);
  /* A word is cut only at its limit. */
  assert (!wordset_is_cut (store, a) && !wordset_is_cut (store, b));
  if (wordset_equal (a, WORDSET_EMPTY_WORD) && longest (store, b) <= limit)
    return b;
  if (wordset_equal (b, WORDSET_EMPTY_WORD) && longest (store, a) <= limit)
    return a;
  if (remembered (store, OPERATION_CONCAT + limit, a, b, &result))
    return result;
  result = concat_by_letter (store, a, b, limit);
  if (wordset_is_terminal (a) ? wordset_has_empty (store, b)
                              : wordset_has_empty (store, a))
    {
      wordset rest = wordset_is_terminal (a)
                       ? WORDSET_EMPTY_WORD
                       : wordset_concat (store, WORDSET_EMPTY_WORD, b, limit);
      result = wordset_union (store, result, rest);
    }
  remember (store, OPERATION_CONCAT + limit, a, b, result);
  return result;
}

/* ---- Reading. ---- */

wordset
wordset_after (const struct wordset_store *store, wordset a, uint32_t letter)
{
  assert (letter != UINT32_MAX);
  while (store->nodes.at[a.index].letter < letter)
    a = store->nodes.at[a.index].others;
  return store->nodes.at[a.index].letter == letter ? store->nodes.at[a.index].after
                                                   : WORDSET_NONE;
}

/* ---- As weights. ---- */

static wpds_weight
do_extend (void *context, wpds_weight a, wpds_weight b)
{
  const struct wordset_domain *domain = context;
  wordset first = wordset_of_weight (domain->backwards ? b : a);
  wordset second = wordset_of_weight (domain->backwards ? a : b);
  return wordset_weight (wordset_concat (domain->store, first, second, domain->limit));
}

static bool
do_combine (void *context, wpds_weight *sum, wpds_weight more, wpds_weight *news)
{
  struct wordset_store *store = ((const struct wordset_domain *) context)->store;
  wordset before = wordset_of_weight (*sum);
  wordset after = wordset_union (store, before, wordset_of_weight (more));
  if (wordset_equal (before, after))
    return false;
  *sum = wordset_weight (after);
  if (news)
    *news = wordset_weight (wordset_minus (store, after, before));
  return true;
}

struct wpds_domain
wordset_weight_domain (struct wordset_domain *context)
{
  assert (context->store && context->limit > 0);
  return (struct wpds_domain){ .context = context,
                               .one = wordset_weight (WORDSET_EMPTY_WORD),
                               .zero = wordset_weight (WORDSET_NONE),
                               .extend = do_extend,
                               .combine = do_combine,
                               .retain = wpds_retain_nothing,
                               .release = wpds_release_nothing };
}
