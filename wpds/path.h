/* path.h -- a run, as a sequence of rules, that gave a part of a value.
 *
 * The automaton kept, for each contribution to each weight, the weights that it was
 * made from (automaton.h): the witness sets of [Reps2005].  To unwind
 * them, a weight that is a sum over many runs has to be taken apart, and only its
 * domain knows how: see wpds_split.
 */
#ifndef WPDS_PATH_H
#define WPDS_PATH_H

#include "wpds/system.h"
#include "wpds/value.h"

/* A part is a weight that lies below a sum only if it lies below one of the summands: for
   instance a single tuple of a relation, or a length.
   x lies below y means: x (+) y = y.

   If PART lies below a (x) b: true, and *left and *right are parts, *left below
   a and *right below b, with PART below *left (x) *right.  Otherwise false.
   For a total order, a and b themselves are such parts. */
typedef bool (*wpds_split) (void *context, wpds_weight a, wpds_weight b, wpds_weight part,
                            wpds_weight *left, wpds_weight *right);

enum wpds_path_outcome
{
  WPDS_PATH_FOUND,
  WPDS_PATH_ABSENT,   /* the part does not lie below the value */
  WPDS_PATH_TOO_LONG, /* more rules than the limit */
};

/* A run that ends with <state, stack> and begins with a configuration that the
   given automaton accepts. */
struct wpds_path
{
  wpds_state state;
  VEC (wpds_symbol) stack; /* top first */
  VEC (uint32_t) rules;    /* places in the system, in the order of the run */
};

/* Find a run such that PART lies below its weight (with the weight that the given
   automaton has for its beginning).  The run need not be a shortest one.  Runs can be
   exponentially longer than their system is large, hence LIMIT, a number of rules.
   The path lives in ARENA; the automaton of the value was recording. */
enum wpds_path_outcome wpds_path_find (struct wpds_path *path, struct arena *arena,
                                       const struct wpds_system *system,
                                       const struct wpds_value *value, wpds_weight part,
                                       wpds_split split, void *split_context,
                                       uint32_t limit);

#endif
