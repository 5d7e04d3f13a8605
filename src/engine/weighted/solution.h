/* solution.h -- what the weighted engines share: solving a role, and keeping it.
 *
 * A role is what an automaton's thread asks of the process that plays it.  Whatever the
 * weights are, a role is solved by one post* of the product of process and automaton,
 * from the entry above the bottom of the stack; the result is the combined weight of all
 * configurations in the last state.
 *
 * Results are kept (theory.md, 5b).  A result depends on the body and on what is watched,
 * and on the kept locks and the number of steps: a cache is used only as long as these
 * two are the same.
 */
#ifndef ENGINE_SOLUTION_H
#define ENGINE_SOLUTION_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/engine.h"
#include "phaseauto/product.h"
#include "wpds/system.h"
#include "wpds/value.h"

/* The first statistics of all weighted engines. */
enum
{
  WEIGHTED_LOCKS,
  WEIGHTED_SYMBOLS,
  WEIGHTED_RULES,
  WEIGHTED_ROLES,
  WEIGHTED_ROLES_REUSED,
  WEIGHTED_STATISTICS,
};
#define WEIGHTED_STATISTIC_ROWS                                                          \
  { "locks", STATISTIC_MOST, "locks", false },                                           \
    { "symbols", STATISTIC_SUM, "symbols of products", false },                          \
    { "rules", STATISTIC_SUM, "rules of products", false },                              \
    { "roles", STATISTIC_SUM, "roles computed", false },                                 \
  {                                                                                      \
    "roles_reused", STATISTIC_SUM, "roles reused", false                                 \
  }

/* How to solve a role in some domain.  Weights returned are owned by the
   caller of the function. */
struct solution_domain
{
  const struct wpds_domain *domain;
  void *context;
  wpds_weight (*effect) (void *context, enum product_effect effect, lock_number lock);
  wpds_weight (*start) (void *context);
  /* As in solve.h; or null. */
  wpds_weight (*enter) (void *context, const struct product *product, wpds_state state,
                        wpds_symbol symbol);
  /* The weight of a watched action that is no step; null: one. */
  wpds_weight (*loop) (void *context, uint32_t action);
};

/* What to solve.  TOUCHED, if not null, restricts the runs: in phase k only the locks
   whose numbers l have touched[k * locks->count + l] are acquired or released. */
struct solution_task
{
  const struct question *question;
  const struct participant *participant;
  const struct lock_numbers *locks; /* those that matter */
  const bool *touched;
  bool recording; /* for paths (wpds/path.h) */
  bool sampled;   /* only a sample of the process (phaseauto/sample.h) */
};

/* All that solving creates, in SCRATCH. */
struct solution
{
  struct product product;
  struct wpds_system system;
  struct wpds_automaton automaton;
  struct wpds_value value;
};

void solution_init (struct solution *solution, const struct solution_domain *how,
                    const struct solution_task *task, struct quota *quota,
                    struct arena *scratch);
/* Release the references to weights. */
void solution_release (struct solution *solution);

/* Solve, and return only the value, which the caller owns; counts what it took. */
wpds_weight solution_value (const struct solution_domain *how,
                            const struct solution_task *task,
                            const struct engine_means *means);

/* Results by body and watch. */
struct solution_entry
{
  body_id body;
  uint32_t next; /* the next entry with this key, or UINT32_MAX */
  struct watch watch;
  wpds_weight result;
  uint64_t work;  /* the work of computing the result */
  uint64_t spent; /* that work in units of the quota */
};

struct solution_cache
{
  struct arena *arena;
  VEC (struct solution_entry) entries;
  struct pairmap first; /* (body, part of the hash) -> entry */
};

void solution_cache_init (struct solution_cache *cache, struct arena *arena);
/* The role's entry, or null; valid until one is added.  Its result is borrowed. */
const struct solution_entry *solution_cache_find (const struct solution_cache *cache,
                                                  const struct participant *participant);
/* Keep RESULT, whose reference the cache takes over. */
void solution_cache_add (struct solution_cache *cache,
                         const struct participant *participant, wpds_weight result,
                         uint64_t work, uint64_t spent);

#endif
