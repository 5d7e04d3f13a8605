/* atomicity.h -- the patterns of phase automata in a trace as it happened: did two units
 * of work interfere?
 *
 * A unit is what a thread does from a `begin' to the matching `end', or from `enter' to
 * `exit' of a method that was chosen; units inside of units do not count.  The fields of
 * an object belong together, an atomic set; a variable of no object is a set of its own.
 * An automaton is asked for every choice of different threads for its threads, and of
 * different fields of one set for its parameters, as `check' asks it of a model.
 *
 * Cost: one pass.  A match is the first steps of an automaton (a node of the trie), with
 * the threads and variables that they named.  Of matches that agree in these, one is
 * kept, since they have one future.  A match is dropped when a clause is broken: mostly
 * when the unit ends in which it began.  So memory grows with threads and variables, and
 * an access costs a look at the matches of its atomic set.
 */
#ifndef TRACE_ATOMICITY_H
#define TRACE_ATOMICITY_H

#include "base/pairmap.h"
#include "trace/pattern_trie.h"
#include "trace/unit_filter.h"

struct match_step
{
  uint64_t event;
  uint32_t location;
  uint32_t thread;
  uint32_t variable; /* or TRACE_NONE: a unit begins */
  bool is_write;
};

struct match
{
  uint32_t node;
  uint32_t threads[TRIE_THREADS];      /* or TRACE_NONE: not named yet */
  uint32_t ended[TRIE_THREADS];        /* by thread that must stay in its unit: how many
                                          units it had ended when it began to stay */
  uint32_t variables[TRIE_PARAMETERS]; /* or TRACE_NONE */
  struct match_step steps[TRIE_STEPS];
};

typedef VEC (struct match) match_list;

struct unit_thread
{
  uint32_t depth; /* units that are open */
  uint32_t ended; /* outermost units that have ended */
};

struct atomicity
{
  struct arena *arena;
  const struct trace_names *names;
  const struct pattern_trie *trie;
  bool all;                  /* report every match, not one for each list of locations */
  struct unit_filter filter; /* which methods are units: set its IS_UNIT */
  void (*report) (void *context, const struct pa_automaton *automaton,
                  const struct match *match);
  void *context;

  VEC (struct unit_thread) threads;
  VEC (uint32_t) set_of_variable; /* or TRACE_NONE: not known yet */
  VEC (uint32_t) set_of_object;
  VEC (match_list) sets;
  match_list unbound;      /* matches that have named no variable yet */
  match_list fresh;        /* made by the current event */
  struct pairmap reported; /* lists of automata and locations, interned */
  struct pairmap last;     /* list -> was it reported? */
  uint64_t units;          /* units that began */
  uint64_t unmatched;      /* ends of units that had not begun */
  uint64_t found;
};

/* NAMES, of the reader, and TRIE are borrowed. */
void atomicity_init (struct atomicity *atomicity, const struct trace_names *names,
                     const struct pattern_trie *trie, struct arena *arena);

void atomicity_event (struct atomicity *atomicity, const struct trace_event *event);

#endif
