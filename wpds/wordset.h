/* wordset.h -- finite sets of words, cut at a length: the languages of paths as weights.
 *
 * The actions along a run are a word, and the runs of a pushdown system a context-free
 * language L.  Its i-th prefix abstraction [BouajjaniEsparzaTouili2003] is finite:
 *
 *     { w in L : |w| <= i }  +  { w* : |w| = i, L has a longer word that begins so }
 *
 * where w* stands for all words that begin with w.  The abstraction of a product L M
 * follows from those of L and M, that of a sum likewise, so these sets are a bounded
 * idempotent semiring, and post* computes the abstraction of L exactly.  The i-th
 * suffix abstraction is the same of the words read backwards.
 *
 * Representation: sequence BDDs [LoekitoBaileyPei2010].  A node (letter, after, others)
 * is the set of the words that are the letter followed by a word of `after', and of
 * those in `others', whose first letters are larger.  Nodes are interned, so that equal
 * sets are equal numbers, and words that end alike share what they end with; operations
 * are remembered.  A set can have exponentially more words than nodes.
 *
 * A store owns its nodes, which live in its arena; nothing is ever released.
 */
#ifndef WPDS_WORDSET_H
#define WPDS_WORDSET_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/vec.h"
#include "wpds/domain.h"

/* A set.  The first four have no letters: bit 0 says that the empty word is in it, bit
   1 that a word was cut here, so that any word may follow. */
typedef struct
{
  uint32_t index;
} wordset;

#define WORDSET_NONE ((wordset){ 0 })
#define WORDSET_EMPTY_WORD ((wordset){ 1 })
#define WORDSET_CUT ((wordset){ 2 })
#define WORDSET_TERMINALS 4

struct wordset_node
{
  uint32_t letter;
  wordset after, others;
  wordset end;     /* the terminal after the last letter */
  uint32_t length; /* of the longest word */
};

/* The result of an operation; a later result may overwrite it. */
struct wordset_result
{
  wordset a, b;
  uint32_t operation;
  wordset result;
};

/* A branch of a set under construction. */
struct wordset_branch
{
  wordset a, b; /* the operands of the operation */
  uint32_t letter;
  wordset after;
};

struct wordset_store
{
  struct arena *arena;
  VEC (struct wordset_node) nodes; /* the terminals first */
  struct hash_table table;
  struct wordset_result *results;
  uint32_t result_count;                /* a power of two */
  VEC (struct wordset_branch) branches; /* of all operations in progress: a stack */
};

void wordset_store_init (struct wordset_store *store, struct arena *arena);

static inline bool
wordset_equal (wordset a, wordset b)
{
  return a.index == b.index;
}

static inline bool
wordset_is_terminal (wordset a)
{
  return a.index < WORDSET_TERMINALS;
}

/* The node of a set with letters. */
static inline const struct wordset_node *
wordset_at (const struct wordset_store *store, wordset a)
{
  assert (!wordset_is_terminal (a) && a.index < store->nodes.count);
  return &store->nodes.at[a.index];
}

/* The word that is LETTER alone. */
wordset wordset_letter (struct wordset_store *store, uint32_t letter);
wordset wordset_union (struct wordset_store *store, wordset a, wordset b);
wordset wordset_minus (struct wordset_store *store, wordset a, wordset b);
/* The words of A followed by those of B, cut at LIMIT letters. */
wordset wordset_concat (struct wordset_store *store, wordset a, wordset b,
                        uint32_t limit);

/* The words that begin with LETTER, without it. */
wordset wordset_after (const struct wordset_store *store, wordset a, uint32_t letter);

/* Is the empty word in A?  Was a word cut here? */
static inline bool
wordset_has_empty (const struct wordset_store *store, wordset a)
{
  return store->nodes.at[a.index].end.index & WORDSET_EMPTY_WORD.index;
}

static inline bool
wordset_is_cut (const struct wordset_store *store, wordset a)
{
  return store->nodes.at[a.index].end.index & WORDSET_CUT.index;
}

/* ---- As weights. ---- */

struct wordset_domain
{
  struct wordset_store *store;
  uint32_t limit; /* at least 1 */
  bool backwards; /* words are kept last letter first: suffixes */
};

static inline wpds_weight
wordset_weight (wordset a)
{
  return (wpds_weight){ a.index };
}

static inline wordset
wordset_of_weight (wpds_weight weight)
{
  return (wordset){ (uint32_t) weight.bits };
}

/* CONTEXT is borrowed. */
struct wpds_domain wordset_weight_domain (struct wordset_domain *context);

#endif
