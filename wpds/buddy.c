/* buddy.c -- see buddy.h.  This file and diagram.c, which has the operations, are the
 * only ones that include <bdd.h>.
 *
 * Traps of BuDDy 2.4, and what is done about them here:
 *
 *   - With no error hook, or one that returns, a failed operation yields
 *     bddfalse: an empty set, that is "safe".  Our hook never returns.
 *   - It prints when it collects garbage or grows: both hooks are replaced.
 *   - An operation cannot be stopped, its caches take twice the memory of the nodes,
 *     and in a recursion its stack of intermediate results is advanced before
 *     the result is stored, so a collection in between marks an uninitialised slot
 *     and may crash: none of its operations is called (diagram.h).
 *   - A table that is to grow, but whose size is already the greatest prime below the
 *     size wanted, stays as it is, and BuDDy goes on to use the node past its end: the
 *     limit is always a prime itself, and the table never grows by less than the
 *     widest gap between primes.
 *   - A result has no reference until one is taken: `keep' does, at once.
 *
 * The table and the cache count as memory of the quota, outside of its arenas.  A
 * collection is the one thing that cannot be stopped, and takes as long as the table is
 * large: MOST_NODES bounds it, to half a second or so.
 */
#include <config.h>

#include "wpds/buddy.h"

#include <assert.h>
#include <bdd.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/log.h"
#include "wpds/diagram.h"

#define FIRST_NODES 50000
#define UNUSED_CACHE 3        /* entries of a cache of BuDDy, unused; 1 divides by zero */
#define MOST_GROWTH (4 << 20) /* nodes that the table grows by at once */
#define LEAST_GROWTH 1000     /* primes below 2^31 are closer than 300 */
#define MOST_NODES (1u << 25)
#define NODE_BYTES 20 /* a node with its hash slot */
#define BYTES_PER_NODE (NODE_BYTES + sizeof (struct diagram_entry)) /* at most */
#define DEFAULT_BYTES ((uint64_t) 4 << 30)

/* A mutable global, with its lock, because BuDDy is one, too. */
static struct
{
  struct quota *quota;
  bool running;
  uint64_t table;      /* the number of tables started so far */
  bool broken;         /* an operation was abandoned: the next start needs a new table */
  bool often;          /* collect garbage often */
  uint64_t most_nodes; /* the limit that BuDDy was told, 0: none yet */
  uint32_t variables;
  struct buddy_map *maps; /* a list of all: they are freed with the table */
  uint32_t next_map;      /* the number of the next one */
  struct diagrams diagrams;
  uint64_t peak_nodes, collections, operations;
} manager;

/* Held by the thread that may use the manager and BuDDy. */
static pthread_mutex_t inside = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

struct buddy_map
{
  int *to;                        /* by variable of the table */
  uint32_t number;                /* no other map of this table has it */
  struct buddy_map *next, **link; /* in the list of all; LINK leads here */
};

/* ---- One thread at a time. ---- */

/* A thread that waits checks its quota at these intervals. */
#define WAIT_NANOSECONDS 10000000

static int
wait_a_while (void)
{
  struct timespec until;
  clock_gettime (CLOCK_REALTIME, &until);
  until.tv_nsec += WAIT_NANOSECONDS;
  if (until.tv_nsec >= 1000000000)
    {
      until.tv_sec++;
      until.tv_nsec -= 1000000000;
    }
  return pthread_mutex_timedlock (&inside, &until);
}

unsigned
buddy_version (void)
{
  int version = bdd_versionnum ();
  assert (version > 0);
  return (unsigned) version;
}

void
buddy_enter (struct quota *quota)
{
  int error;
  while ((error = quota ? wait_a_while () : pthread_mutex_lock (&inside)) == ETIMEDOUT)
    quota_check (quota);
  assert (error == 0 || error == EDEADLK);
}

void
buddy_leave (void)
{
  int error = pthread_mutex_unlock (&inside);
  assert (error == 0);
  (void) error;
}

/* ---- Hooks. ---- */

static void
on_error (int code)
{
  manager.broken = true;
  if (code == BDD_NODENUM || code == BDD_MEMORY)
    quota_exhaust (manager.quota, QUOTA_MEMORY);
  fprintf (stderr, "phaselock: BuDDy: %s\n", bdd_errstring (code));
  abort ();
}

static void
on_collection (int before, bddGbcStat *statistics)
{
  if (before)
    return;
  manager.collections++;
  diagrams_forget (&manager.diagrams);
  quota_work (manager.quota, (uint64_t) statistics->nodes / 2);
  uint64_t used = (uint64_t) (statistics->nodes - statistics->freenodes);
  if (manager.peak_nodes < used)
    manager.peak_nodes = used;
}

/* Tell the quota what a table of NODES nodes takes; may unwind. */
static void
tell_quota (uint64_t nodes)
{
  struct quota *quota = manager.quota;
  uint64_t bytes = nodes * NODE_BYTES + diagrams_cache_bytes (nodes);
  quota->outside = 0;
  if (bytes > quota->limit || quota->bytes > quota->limit - bytes)
    quota_exhaust (quota, QUOTA_MEMORY);
  quota->outside = (size_t) bytes;
}

/* Called before the table grows, after a collection that has emptied the cache. */
static void
on_resize (int old_size, int new_size)
{
  assert (old_size <= new_size);
  (void) old_size;
  manager.broken = true; /* if this unwinds */
  quota_check (manager.quota);
  tell_quota ((uint64_t) new_size);
  if (!diagrams_fit (&manager.diagrams, (uint64_t) new_size))
    quota_exhaust (manager.quota, QUOTA_MEMORY);
  manager.broken = false;
}

/* ---- Starting and stopping. ---- */

void
buddy_stop (void)
{
  if (manager.running)
    bdd_done ();
  manager.running = false;
  manager.most_nodes = 0;
  diagrams_clear (&manager.diagrams);
  while (manager.maps)
    {
      struct buddy_map *map = manager.maps;
      manager.maps = map->next;
      free (map->to);
      free (map);
    }
}

static bool
is_prime (uint64_t number)
{
  for (uint64_t d = 2; d * d <= number; d++)
    if (number % d == 0)
      return false;
  return number > 1;
}

/* The number of nodes that fit into BYTES: a prime, see above. */
static uint64_t
count_nodes (uint64_t bytes)
{
  uint64_t nodes = bytes / BYTES_PER_NODE;
  nodes = nodes < 1000 ? 1000 : nodes > MOST_NODES ? MOST_NODES : nodes;
  while (!is_prime (nodes))
    nodes--;
  return nodes;
}

/* The table starts with at most half of the limit, since BuDDy wants the limit to be
   above the size of the table, which is the next prime. */
static void
start_table (uint64_t most_nodes)
{
  assert (!manager.running && !manager.maps);
  int nodes = most_nodes / 2 < FIRST_NODES ? (int) (most_nodes / 2) : FIRST_NODES;
  tell_quota ((uint64_t) nodes);
  int error = bdd_init (nodes, UNUSED_CACHE);
  if (error < 0)
    quota_exhaust (manager.quota, QUOTA_MEMORY);
  LOG (2, "new table of %d nodes, at most %llu", nodes, (unsigned long long) most_nodes);
  manager.running = true;
  manager.table++;
  manager.broken = false;
  manager.variables = 0;
  manager.next_map = 0;
  bdd_error_hook (on_error);
  bdd_gbc_hook (on_collection);
  bdd_resize_hook (on_resize);
  bdd_disable_reorder ();
  if (!diagrams_fit (&manager.diagrams, (uint64_t) bdd_getallocnum ()))
    {
      manager.broken = true;
      quota_exhaust (manager.quota, QUOTA_MEMORY);
    }
}

/* Extend MAP from OLD variables to VARIABLES, the new ones unchanged. */
static bool
extend_map (struct buddy_map *map, uint32_t old, uint32_t variables)
{
  assert (map->to && old < variables);
  int *to = realloc (map->to, variables * sizeof *to);
  if (!to)
    return false;
  for (uint32_t v = old; v < variables; v++)
    to[v] = (int) v;
  map->to = to;
  return true;
}

static void
need_variables (uint32_t variables)
{
  assert (variables < (1u << 20));
  if (variables < 2)
    variables = 2;
  if (variables <= manager.variables)
    return;
  /* The maps that exist belong to other threads, which share this table. */
  for (struct buddy_map *map = manager.maps; map; map = map->next)
    if (!extend_map (map, manager.variables, variables))
      {
        manager.broken = true;
        quota_exhaust (manager.quota, QUOTA_MEMORY);
      }
  bdd_setvarnum ((int) variables);
  manager.variables = variables;
}

void
buddy_abandon (void)
{
  manager.broken = true;
}

bool
buddy_start (struct quota *quota, struct buddy_limits limits)
{
  assert (quota);
  manager.quota = quota;
  uint64_t bytes = limits.bytes ? limits.bytes : DEFAULT_BYTES;
  uint64_t nodes = count_nodes (bytes);
  /* A table never shrinks: a lower limit needs a new one. */
  if (manager.running
      && (manager.broken
          || (nodes != manager.most_nodes && (uint64_t) bdd_getallocnum () >= nodes)))
    buddy_stop ();
  bool is_new = !manager.running;
  manager.diagrams.quota = quota;
  if (is_new)
    start_table (nodes);
  else
    tell_quota ((uint64_t) bdd_getallocnum ());
  if (nodes != manager.most_nodes)
    bdd_setmaxnodenum ((int) nodes);
  manager.most_nodes = nodes;
  bdd_setmaxincrease (manager.often ? LEAST_GROWTH : MOST_GROWTH);
  need_variables (limits.variables);
  manager.peak_nodes = manager.collections = manager.operations = 0;
  assert (manager.running && !manager.broken);
  return is_new;
}

uint64_t
buddy_table (void)
{
  return manager.table;
}

struct buddy_counts
buddy_counts (void)
{
  uint64_t used = manager.running ? (uint64_t) bdd_getnodenum () : 0;
  if (manager.peak_nodes < used)
    manager.peak_nodes = used;
  return (struct buddy_counts){ used, manager.peak_nodes, manager.collections,
                                manager.operations };
}

void
buddy_collect_often (bool often)
{
  manager.often = often;
  /* The limits of growth are set when a table starts. */
  buddy_stop ();
}

/* ---- Operations. ---- */

/* Take the reference that a fresh result lacks. */
static buddy_set
keep (BDD node)
{
  assert (node >= 0);
  assert (manager.running && !manager.broken);
  manager.operations++;
  quota_spend (manager.quota, 1);
  return (buddy_set){ bdd_addref (node) };
}

buddy_set
buddy_false (void)
{
  return (buddy_set){ bdd_false () };
}

buddy_set
buddy_true (void)
{
  return (buddy_set){ bdd_true () };
}

buddy_set
buddy_variable (uint32_t variable)
{
  assert (variable < manager.variables);
  return keep (bdd_ithvar ((int) variable));
}

buddy_set
buddy_not_variable (uint32_t variable)
{
  assert (variable < manager.variables);
  return keep (bdd_nithvar ((int) variable));
}

buddy_set
buddy_retain (buddy_set set)
{
  assert (manager.running);
  return (buddy_set){ bdd_addref (set.node) };
}

void
buddy_release (buddy_set set)
{
  assert (set.node >= 0);
  bdd_delref (set.node);
}

static buddy_set
apply (buddy_set a, buddy_set b, enum diagram_operator op)
{
  return keep (diagram_apply (&manager.diagrams, a.node, b.node, op));
}

buddy_set
buddy_and (buddy_set a, buddy_set b)
{
  return apply (a, b, DIAGRAM_AND);
}

buddy_set
buddy_or (buddy_set a, buddy_set b)
{
  return apply (a, b, DIAGRAM_OR);
}

buddy_set
buddy_minus (buddy_set a, buddy_set b)
{
  return apply (a, b, DIAGRAM_MINUS);
}

buddy_set
buddy_iff (buddy_set a, buddy_set b)
{
  return apply (a, b, DIAGRAM_IFF);
}

buddy_set
buddy_not (buddy_set a)
{
  return apply (a, buddy_false (), DIAGRAM_IFF);
}

void
buddy_and_into (buddy_set *a, buddy_set b)
{
  buddy_set result = buddy_and (*a, b);
  buddy_release (*a);
  *a = result;
}

void
buddy_or_into (buddy_set *a, buddy_set b)
{
  buddy_set result = buddy_or (*a, b);
  buddy_release (*a);
  *a = result;
}

buddy_set
buddy_cube (const uint32_t *variables, uint32_t count)
{
  buddy_set cube = buddy_true ();
  for (uint32_t i = 0; i < count; i++)
    {
      buddy_set variable = buddy_variable (variables[i]);
      buddy_and_into (&cube, variable);
      buddy_release (variable);
    }
  return cube;
}

buddy_set
buddy_exists (buddy_set set, buddy_set cube)
{
  return buddy_and_exists (set, buddy_true (), cube);
}

buddy_set
buddy_and_exists (buddy_set a, buddy_set b, buddy_set cube)
{
  return keep (diagram_and_exists (&manager.diagrams, a.node, b.node, cube.node));
}

struct buddy_map *
buddy_map_new (const uint32_t *from, const uint32_t *to, uint32_t count)
{
  assert (manager.running);
  struct buddy_map *map = calloc (1, sizeof *map);
  if (!map)
    quota_exhaust (manager.quota, QUOTA_MEMORY);
  /* Put MAP into the list before anything can unwind. */
  map->next = manager.maps;
  map->link = &manager.maps;
  if (map->next)
    map->next->link = &map->next;
  manager.maps = map;
  map->number = manager.next_map++;
  map->to = malloc (manager.variables * sizeof *map->to);
  if (!map->to)
    {
      manager.broken = true; /* the map in the list cannot be extended */
      quota_exhaust (manager.quota, QUOTA_MEMORY);
    }
  for (uint32_t v = 0; v < manager.variables; v++)
    map->to[v] = (int) v;
  for (uint32_t i = 0; i < count; i++)
    {
      assert (from[i] < manager.variables && to[i] < manager.variables);
      map->to[from[i]] = (int) to[i];
    }
  return map;
}

void
buddy_map_free (struct buddy_map *map)
{
  if (!map)
    return;
  assert (manager.running && *map->link == map);
  *map->link = map->next;
  if (map->next)
    map->next->link = map->link;
  free (map->to);
  free (map);
}

buddy_set
buddy_rename (buddy_set set, const struct buddy_map *map)
{
  assert (map && map->to);
  return keep (diagram_rename (&manager.diagrams, set.node, map->to, map->number));
}

bool
buddy_is_false (buddy_set set)
{
  return set.node == bdd_false ();
}

bool
buddy_equal (buddy_set a, buddy_set b)
{
  return a.node == b.node;
}

uint64_t
buddy_node_count (buddy_set set)
{
  return (uint64_t) bdd_nodecount (set.node);
}

bool
buddy_holds (buddy_set set, const bool *assignment)
{
  int node = set.node;
  while (node != bdd_true () && node != bdd_false ())
    node = assignment[bdd_var (node)] ? bdd_high (node) : bdd_low (node);
  return node == bdd_true ();
}

void
buddy_pick (buddy_set set, bool *assignment, uint32_t variables)
{
  assert (!buddy_is_false (set));
  memset (assignment, 0, variables * sizeof *assignment);
  int node = set.node;
  while (node != bdd_true ())
    {
      assert ((uint32_t) bdd_var (node) < variables);
      bool high = bdd_low (node) == bdd_false ();
      assignment[bdd_var (node)] = high;
      node = high ? bdd_high (node) : bdd_low (node);
    }
}
