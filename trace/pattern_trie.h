/* pattern_trie.h -- the patterns of a set, as a trie of their steps.
 *
 * Patterns that begin with the same steps share them: a node stands for the state after
 * its step, the same in all automata below it, and has the clauses that are in force
 * there.  To read an event then means: which children of this node have it as their step?
 */
#ifndef TRACE_PATTERN_TRIE_H
#define TRACE_PATTERN_TRIE_H

#include "base/vec.h"
#include "phaseauto/phase_automaton.h"

/* The limits of a pattern that can be asked of a trace. */
#define TRIE_THREADS 4
#define TRIE_PARAMETERS 4
#define TRIE_STEPS 8

#define TRIE_ROOT 0u
#define TRIE_NONE UINT32_MAX

struct trie_node
{
  uint32_t first_child, sibling; /* or TRIE_NONE */
  uint32_t parent;
  uint32_t depth;      /* steps done */
  struct pa_step step; /* the last step; not of the root */
  uint32_t stays;      /* a mask of the threads that must not end their unit now */
  /* If the automaton forbids accesses: it, the only one of this node; else null. */
  const struct pa_automaton *forbids;
  uint32_t first_end; /* index in ENDS of an automaton that ends here, or TRIE_NONE */
};

struct trie_end
{
  const struct pa_automaton *automaton;
  uint32_t next; /* or TRIE_NONE */
};

struct pattern_trie
{
  VEC (struct trie_node) nodes;
  VEC (struct trie_end) ends;
  VEC (const struct pa_automaton *)
  left_out; /* they cannot be asked of a trace */
};

/* Can a trace be asked about AUTOMATON?  Not if it is too large, if a unit begins or ends
   after an access, or if a clause is about a thread or field that no step has named when
   the clause comes into force. */
bool pattern_can_be_asked (const struct pa_automaton *automaton);

/* Build the trie of the automata of SET that CHOSEN has, by number; null: of all.  It
   borrows them, and is in ARENA. */
void pattern_trie_build (struct pattern_trie *trie, const struct pa_set *set,
                         const bool *chosen, struct arena *arena);

#endif
