/* growth.h -- numbers that only grow: of states that differ in nothing else, the one with
 * the largest is enough.
 *
 * A field or slot *grows* if its value goes nowhere but, through sums, into others that
 * grow, and into asserts that hold for small values (`x <= 100'), and tests that lead to
 * an assert that fails if it is large.  So no other step depends on it: where a process
 * goes, what it waits for and which cells it accesses.  A bool slot may hold such a
 * condition.
 *
 * Lemma.  Let s and t be equal but for values that grow, and let those of t be at least
 * those of s.  Then each step of s can be made in t, and leads to states that are so
 * related again, unless an assert over such values fails in t, or a sum wraps around.
 * Proof.  A step reads such a value only to add it up or to assert; sums are monotone.  ∎
 *
 * So s is *covered* by t: whatever can happen from s can happen from t, and s is not
 * visited.  That holds as long as no such assert has failed, and no sum has wrapped,
 * which would be noticed: values that grow are at most `most' and not negative, and a sum
 * of such values that wraps is negative.  Afterwards what is found is right, but what is
 * not found may have been left out (growth_is_exact).
 *
 * What it saves: two processes that add up each other's sums in n rounds have states
 * exponential in n, and quadratically many that are not covered.
 */
#ifndef ENGINE_GROWTH_H
#define ENGINE_GROWTH_H

#include "engine/explicit/found_violations.h"
#include "engine/steps/frames.h"
#include "engine/steps/state.h"

/* A stored state that no other one of its shape covers. */
struct growth_entry
{
  state_id id;
  uint32_t next;  /* of this shape; or GROWTH_END */
  uint32_t first; /* its values in `values' */
};

struct growth
{
  const struct program *program;
  struct frames *frames;
  struct arena *arena;
  bool on;
  bool wrapped;         /* a value is too large, or negative */
  bool *fields, *slots; /* that grow; slots as in the table of the flow */
  bool *claims;         /* by claim: it is about such values */
  int64_t most;
  struct states shapes; /* states with 0 for all that grows */
  VEC (uint32_t) heads; /* by shape: the first entry, or GROWTH_END */
  VEC (struct growth_entry) entries;
  VEC (int64_t) values;
  VEC (bool) covered; /* by state */
  uint32_t shape;     /* of the state that was asked about last */
  uint32_t first;     /* its values begin here */
  struct state reduced;
  struct actor actor;
};

#define GROWTH_END UINT32_MAX

/* Find what grows in PROGRAM; WANTED: and use it, if anything does. */
void growth_init (struct growth *growth, const struct program *program,
                  struct frames *frames, bool wanted, struct arena *arena);

/* Is NOW covered by a stored state?  If not, it has to be stored, and added at once. */
bool growth_is_covered (struct growth *growth, const struct state *now);
/* That state has become state number ID: those that it covers are marked. */
void growth_add (struct growth *growth, state_id id);

/* Is state number ID covered by one that came later? */
static inline bool
growth_has_covered (const struct growth *growth, uint32_t id)
{
  return growth->on && growth->covered.at[id];
}

/* The process of ACTOR has made a step to NOW: look whether sums have wrapped. */
void growth_note (struct growth *growth, const struct state *now,
                  const struct actor *actor);

/* Was nothing left out that matters? */
bool growth_is_exact (const struct growth *growth, const struct violations *found);

#endif
