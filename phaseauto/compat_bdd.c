/* compat_bdd.c -- see compat_bdd.h. */
#include <config.h>

#include "phaseauto/compat_bdd.h"

#include <assert.h>

struct compat
{
  buddy_set *set; /* what is left of the set so far */
  const struct history_facts *facts;
  uint32_t ply;
  bool *possible; /* by process, then fact: some tuple of the set has it; null: unknown */
};

/* With more processes than this it pays to find out first which facts are possible: there
   are as many chains of edges that no process has as orders of the processes. */
#define FEW_PROCESSES 2

/* The states in which FACT holds of PROCESS. */
static buddy_set
fact_of (const struct compat *c, uint32_t fact, uint32_t process)
{
  return buddy_variable (history_variable (c->facts, fact, c->ply, process));
}

static bool
is_possible (const struct compat *c, uint32_t fact, uint32_t process)
{
  assert (fact < c->facts->facts && process < c->facts->processes);
  return !c->possible || c->possible[process * c->facts->facts + fact];
}

/* Find which facts some tuple of the set has; the set only gets smaller. */
static void
find_possible (struct compat *c, struct arena *scratch)
{
  size_t processes = c->facts->processes, facts = c->facts->facts;
  bool *possible = arena_calloc (scratch, processes * facts + 1, sizeof *possible);
  for (uint32_t p = 0; p < processes; p++)
    for (uint32_t f = 0; f < facts; f++)
      {
        buddy_set fact = fact_of (c, f, p);
        buddy_and_into (&fact, *c->set);
        possible[p * facts + f] = !buddy_is_false (fact);
        buddy_release (fact);
      }
  c->possible = possible;
}

/* Fact F or fact G of one process. */
static buddy_set
either_fact (const struct compat *c, uint32_t f, uint32_t g, uint32_t process)
{
  buddy_set either = fact_of (c, f, process);
  buddy_set other = fact_of (c, g, process);
  buddy_or_into (&either, other);
  buddy_release (other);
  return either;
}

/* Remove what is in both A and B from the set.  Takes the references to A and B over. */
static void
exclude (const struct compat *c, buddy_set a, buddy_set b)
{
  buddy_set both = buddy_and (a, b);
  buddy_set rest = buddy_minus (*c->set, both);
  buddy_release (*c->set);
  buddy_release (both);
  buddy_release (a);
  buddy_release (b);
  *c->set = rest;
}

/* Is any fact about LOCK possible? */
static bool
uses_lock (const struct compat *c, uint32_t process, lock_number lock)
{
  const struct history_facts *f = c->facts;
  return is_possible (c, f->held[lock.index], process)
         || is_possible (c, f->released[lock.index], process)
         || is_possible (c, f->acquired[lock.index], process)
         || is_possible (c, f->used[lock.index], process);
}

/* Conditions 1, 2 and 3 for the processes p and q and one lock. */
static void
exclude_lock (const struct compat *c, uint32_t p, uint32_t q, lock_number lock)
{
  const struct history_facts *f = c->facts;
  uint32_t held = f->held[lock.index], released = f->released[lock.index];
  uint32_t acquired = f->acquired[lock.index], used = f->used[lock.index];
  assert (p < q && q < f->processes);
  if (!uses_lock (c, p, lock) || !uses_lock (c, q, lock))
    return;
  exclude (c, either_fact (c, released, held, p), either_fact (c, released, held, q));
  exclude (c, either_fact (c, acquired, held, p), either_fact (c, acquired, held, q));
  exclude (c, either_fact (c, acquired, used, p), fact_of (c, held, q));
  exclude (c, either_fact (c, acquired, used, q), fact_of (c, held, p));
}

/* A chain of edges l0 -> l1 -> .. under construction, each of another process. */
struct chain
{
  const uint32_t *pairs; /* by pair of locks: the fact of the edge, in AH or in RH */
  uint32_t first_process;
  lock_number first_lock;
  uint64_t visited; /* mask of processes */
};

/* Extend a chain that ends in LOCK by one edge of each process not visited, and
   exclude the cycles that this closes.  EDGES is the conjunction of the chain's
   edges, or what the set had of it.  Only cycles that start at their smallest process
   are considered. */
static void
exclude_cycles (const struct compat *c, const struct chain *chain, buddy_set edges,
                lock_number lock)
{
  const struct history_facts *f = c->facts;
  assert (chain->visited >> chain->first_process & 1);
  assert (!lock_number_equal (lock, chain->first_lock));
  for (uint32_t p = chain->first_process + 1; p < f->processes; p++)
    {
      if (chain->visited >> p & 1)
        continue;
      for (lock_number next = { 0 }; next.index < f->locks; next.index++)
        {
          uint32_t fact = chain->pairs[(size_t) lock.index * f->locks + next.index];
          if (fact == HISTORY_NO_FACT || !is_possible (c, fact, p))
            continue;
          buddy_set edge = fact_of (c, fact, p);
          if (lock_number_equal (next, chain->first_lock))
            {
              exclude (c, edge, buddy_retain (edges));
              continue;
            }
          buddy_and_into (&edge, edges);
          struct chain longer = *chain;
          longer.visited |= (uint64_t) 1 << p;
          if (!buddy_is_false (edge))
            exclude_cycles (c, &longer, edge, next);
          buddy_release (edge);
        }
    }
}

/* Conditions 4 and 5. */
static void
exclude_all_cycles (const struct compat *c, const uint32_t *pairs)
{
  const struct history_facts *f = c->facts;
  assert (f->processes <= 64);
  for (uint32_t p = 0; p < f->processes; p++)
    for (lock_number lock = { 0 }; lock.index < f->locks; lock.index++)
      for (lock_number next = { 0 }; next.index < f->locks; next.index++)
        {
          uint32_t fact = pairs[(size_t) lock.index * f->locks + next.index];
          if (fact == HISTORY_NO_FACT || !is_possible (c, fact, p))
            continue;
          assert (fact < f->facts);
          struct chain chain = { pairs, p, lock, (uint64_t) 1 << p };
          buddy_set edge = fact_of (c, fact, p);
          if (c->possible) /* a chain that no tuple has ends here */
            buddy_and_into (&edge, *c->set);
          exclude_cycles (c, &chain, edge, next);
          buddy_release (edge);
        }
}

void
compat_restrict (buddy_set *set, const struct history_facts *facts, uint32_t ply,
                 struct arena *scratch)
{
  struct compat c = { set, facts, ply, NULL };
  assert (ply < facts->plies);
  if (facts->processes > FEW_PROCESSES)
    find_possible (&c, scratch);
  for (lock_number lock = { 0 }; lock.index < facts->locks; lock.index++)
    for (uint32_t p = 0; p < facts->processes; p++)
      for (uint32_t q = p + 1; q < facts->processes; q++)
        exclude_lock (&c, p, q, lock);
  exclude_all_cycles (&c, facts->after);
  exclude_all_cycles (&c, facts->before);
}
