/* diagram.c -- see diagram.h.
 *
 * References.  Making a node may collect garbage.  So a recursion keeps its results on
 * BuDDy's stack of intermediate results, which holds two nodes for each variable and four
 * more.  That suffices: a frame has at most two results there, and active frames have
 * different variables on top, also those that compute the disjunction for a quantified
 * variable, since its operands lie below that variable.  Renaming may have to move a
 * variable, and so recurs over all variables again; it takes real references instead.
 *
 * Cost: a recursion makes at most one step for each pair of nodes of its arguments, if
 * no entry of the cache is lost [Bryant1986].
 */
#include <config.h>

#include "wpds/diagram.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "wpds/buddy_layout.h"

#define FALSE_NODE 0
#define TRUE_NODE 1
#define FREE_ENTRY (-1) /* no node */

/* The code of a cube is its node, which is above 1; those of others are below 0. */
#define CODE_OPERATOR(op) (-1 - (int) (op))
#define CODE_RENAMING(number) (-16 - (int) (number))

#define LEAST_ENTRIES 1024

/* Units of effort (base/quota.h) of a step, as measured: it misses the caches of the
   machine, too (doc/performance.md). */
#define STEP 10

/* ---- The cache. ---- */

static uint64_t
count_entries (uint64_t nodes)
{
  uint64_t entries = LEAST_ENTRIES;
  while (2 * entries <= nodes)
    entries *= 2;
  return entries;
}

uint64_t
diagrams_cache_bytes (uint64_t nodes)
{
  return count_entries (nodes) * sizeof (struct diagram_entry);
}

void
diagrams_forget (struct diagrams *diagrams)
{
  assert (diagrams->cache);
  memset (diagrams->cache, 0xFF, ((size_t) diagrams->mask + 1) * sizeof *diagrams->cache);
  assert (diagrams->cache->a == FREE_ENTRY);
}

bool
diagrams_fit (struct diagrams *diagrams, uint64_t nodes)
{
  uint64_t entries = count_entries (nodes);
  if (!diagrams->cache || diagrams->mask + UINT64_C (1) != entries)
    {
      /* Free first: there are never two caches. */
      free (diagrams->cache);
      diagrams->cache = malloc (entries * sizeof *diagrams->cache);
      diagrams->mask = (uint32_t) (entries - 1);
      if (!diagrams->cache)
        return false;
    }
  diagrams_forget (diagrams);
  return true;
}

void
diagrams_clear (struct diagrams *diagrams)
{
  free (diagrams->cache);
  *diagrams = (struct diagrams){ .cache = NULL };
}

static struct diagram_entry *
entry_of (const struct diagrams *diagrams, int a, int b, int c)
{
  uint64_t key = (uint64_t) (uint32_t) a << 32 | (uint32_t) b;
  key = (key ^ (uint64_t) (uint32_t) c << 17) * UINT64_C (0x9E3779B97F4A7C15);
  return &diagrams->cache[(uint32_t) (key >> 32) & diagrams->mask];
}

static bool
is_known (const struct diagram_entry *entry, int a, int b, int c)
{
  return entry->a == a && entry->b == b && entry->c == c;
}

/* Store RESULT, in an entry looked up anew: the cache may have moved meanwhile. */
static int
remember (struct diagrams *diagrams, int a, int b, int c, int result)
{
  assert (result >= 0);
  *entry_of (diagrams, a, b, c) = (struct diagram_entry){ a, b, c, result };
  return result;
}

/* Pay for a step that is not in the cache. */
static void
step (struct diagrams *diagrams)
{
  diagrams->steps++;
  quota_spend (diagrams->quota, STEP);
}

/* ---- Nodes. ---- */

static void
push (int node)
{
  *bddrefstacktop++ = node;
}

static void
pop (int count)
{
  bddrefstacktop -= count;
  assert (bddrefstacktop >= bddrefstack);
}

static bool
is_constant (int node)
{
  return node <= TRUE_NODE;
}

/* The variable on top; past all others for a constant. */
static int
top_of (int node)
{
  return (int) bddnodes[node].level;
}

static int
low_of (int node, int top)
{
  return top_of (node) == top ? bddnodes[node].low : node;
}

static int
high_of (int node, int top)
{
  return top_of (node) == top ? bddnodes[node].high : node;
}

static int
smaller (int a, int b)
{
  return a < b ? a : b;
}

/* ---- Operators. ---- */

/* The result if it needs no recursion, or -1. */
static int
find_at_once (int a, int b, enum diagram_operator op)
{
  switch (op)
    {
    case DIAGRAM_AND:
      if (a == b || b == TRUE_NODE)
        return a;
      if (a == TRUE_NODE)
        return b;
      return a == FALSE_NODE || b == FALSE_NODE ? FALSE_NODE : -1;
    case DIAGRAM_OR:
      if (a == b || b == FALSE_NODE)
        return a;
      if (a == FALSE_NODE)
        return b;
      return a == TRUE_NODE || b == TRUE_NODE ? TRUE_NODE : -1;
    case DIAGRAM_MINUS:
      if (a == b || a == FALSE_NODE || b == TRUE_NODE)
        return FALSE_NODE;
      return b == FALSE_NODE ? a : -1;
    case DIAGRAM_IFF:
      if (a == b)
        return TRUE_NODE;
      return a == TRUE_NODE ? b : b == TRUE_NODE ? a : -1;
    }
  assert (false && "an operator");
  return -1;
}

static int
apply (struct diagrams *diagrams, int a, int b, enum diagram_operator op)
{
  int at_once = find_at_once (a, b, op);
  if (at_once >= 0)
    return at_once;
  if (op != DIAGRAM_MINUS && a > b)
    {
      int other = a;
      a = b;
      b = other;
    }
  int code = CODE_OPERATOR (op);
  const struct diagram_entry *known = entry_of (diagrams, a, b, code);
  if (is_known (known, a, b, code))
    return known->result;
  step (diagrams);
  int top = smaller (top_of (a), top_of (b));
  int low = apply (diagrams, low_of (a, top), low_of (b, top), op);
  push (low);
  int high = apply (diagrams, high_of (a, top), high_of (b, top), op);
  push (high);
  int result = bdd_makenode ((unsigned) top, low, high);
  pop (2);
  return remember (diagrams, a, b, code, result);
}

int
diagram_apply (struct diagrams *diagrams, int a, int b, enum diagram_operator op)
{
  assert (a >= 0 && b >= 0 && buddy_node_is_understood (bdd_varnum () - 1));
  bddrefstacktop = bddrefstack;
  return apply (diagrams, a, b, op);
}

/* ---- Quantifying. ---- */

static int
and_exists (struct diagrams *diagrams, int a, int b, int cube)
{
  if (a == FALSE_NODE || b == FALSE_NODE)
    return FALSE_NODE;
  int top = smaller (top_of (a), top_of (b));
  while (top_of (cube) < top)
    cube = bddnodes[cube].high;
  if (cube == TRUE_NODE)
    return apply (diagrams, a, b, DIAGRAM_AND);
  if (a > b)
    {
      int other = a;
      a = b;
      b = other;
    }
  const struct diagram_entry *known = entry_of (diagrams, a, b, cube);
  if (is_known (known, a, b, cube))
    return known->result;
  step (diagrams);
  bool quantified = top_of (cube) == top;
  int low = and_exists (diagrams, low_of (a, top), low_of (b, top), cube);
  if (quantified && low == TRUE_NODE)
    return remember (diagrams, a, b, cube, TRUE_NODE);
  push (low);
  int high = and_exists (diagrams, high_of (a, top), high_of (b, top), cube);
  push (high);
  int result = quantified ? apply (diagrams, low, high, DIAGRAM_OR)
                          : bdd_makenode ((unsigned) top, low, high);
  pop (2);
  return remember (diagrams, a, b, cube, result);
}

int
diagram_and_exists (struct diagrams *diagrams, int a, int b, int cube)
{
  assert (a >= 0 && b >= 0 && cube >= TRUE_NODE);
  bddrefstacktop = bddrefstack;
  return and_exists (diagrams, a, b, cube);
}

/* ---- Renaming. ---- */

/* `If VARIABLE then HIGH else LOW', which have references, wherever VARIABLE stands. */
static int
choose (struct diagrams *diagrams, int variable, int low, int high)
{
  if (variable < top_of (low) && variable < top_of (high))
    return bdd_makenode ((unsigned) variable, low, high);
  int yes
    = bdd_addref (diagram_apply (diagrams, bdd_ithvar (variable), high, DIAGRAM_AND));
  int no
    = bdd_addref (diagram_apply (diagrams, bdd_nithvar (variable), low, DIAGRAM_AND));
  int either = diagram_apply (diagrams, yes, no, DIAGRAM_OR);
  bdd_delref (yes);
  bdd_delref (no);
  return either;
}

static int
rename_node (struct diagrams *diagrams, int a, const int *to, int code)
{
  if (is_constant (a))
    return a;
  const struct diagram_entry *known = entry_of (diagrams, a, 0, code);
  if (is_known (known, a, 0, code))
    return known->result;
  step (diagrams);
  int low = bdd_addref (rename_node (diagrams, bddnodes[a].low, to, code));
  int high = bdd_addref (rename_node (diagrams, bddnodes[a].high, to, code));
  int result = choose (diagrams, to[top_of (a)], low, high);
  bdd_delref (low);
  bdd_delref (high);
  return remember (diagrams, a, 0, code, result);
}

int
diagram_rename (struct diagrams *diagrams, int a, const int *to, uint32_t number)
{
  assert (a >= 0 && number < (1u << 30));
  bddrefstacktop = bddrefstack;
  return rename_node (diagrams, a, to, CODE_RENAMING (number));
}
