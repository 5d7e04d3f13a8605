/* worklist.c -- what a worklist reaches is what the closure of the edges says, in each
 * round, and each number comes out once.
 */
#include <config.h>

#include <stdlib.h>

#include "base/worklist.h"
#include "tests/lib/tap.h"

enum
{
  NODES = 12
};

/* In depth, or in breadth: what ROOT leads to. */
static bool
reaches (struct worklist *work, bool edge[NODES][NODES], uint32_t root, bool in_depth)
{
  bool path[NODES] = { false };
  uint32_t taken[NODES] = { 0 };
  path[root] = true;
  for (uint32_t round = 0; round < NODES; round++)
    for (uint32_t i = 0; i < NODES; i++)
      for (uint32_t j = 0; j < NODES; j++)
        path[j] |= path[i] && edge[i][j];
  worklist_restart (work);
  if (!worklist_add (work, root) || worklist_add (work, root))
    return false;
  uint32_t at;
  for (uint32_t i = 0; in_depth ? worklist_take (work, &at) : i < work->list.count; i++)
    {
      at = in_depth ? at : work->list.at[i];
      taken[at]++;
      for (uint32_t j = 0; j < NODES; j++)
        if (edge[at][j])
          worklist_add (work, j);
    }
  for (uint32_t i = 0; i < NODES; i++)
    if (taken[i] != path[i] || worklist_has_met (work, i) != path[i])
      return false;
  return true;
}

int
main (void)
{
  struct quota quota;
  struct arena arena;
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    return EXIT_FAILURE;
  arena_init (&arena, &quota);
  struct worklist work;
  uint32_t wrong = 0;
  worklist_init (&work, NODES, &arena);
  for (unsigned seed = 0; seed < 2000; seed++)
    {
      bool edge[NODES][NODES];
      srandom (seed);
      for (uint32_t i = 0; i < NODES; i++)
        for (uint32_t j = 0; j < NODES; j++)
          edge[i][j] = random () % NODES < 1 + (long) (seed % 2);
      wrong += !reaches (&work, edge, seed % NODES, seed / 2 % 2);
    }
  tap_ok (wrong == 0, "2,000 rounds of one worklist (%u wrong)", (unsigned) wrong);
  arena_clear (&arena);
  return tap_done ();
}
