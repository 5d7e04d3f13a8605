/* lock_circles.c -- the search for circles (lock_circles.h).
 *
 * Pairs of nodes (hold, take) are the edges here; one leads to another if what it takes
 * can be what that one holds.  Circles of two are sought first, then of three and four;
 * one that contains a shorter circle that is open is not asked about, since that one is.
 * Of each circle the first choice of places and entries counts whose equations have a
 * solution and which no common lock guards; if all are guarded, the first one that is.
 *
 * Everything is bounded, and what lies behind a bound is counted.
 */
#include <config.h>

#include "java/locks/lock_circles.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/scc.h"
#include "java/program/naming.h"

/* Circles that there are models of, and that are found. */
#define CIRCLES_MOST 64
#define FOUND_MOST 5000
/* Steps of the search, and systems of equations. */
#define STEPS_MOST 2000000
#define SYSTEMS_MOST 50000
/* Systems for one circle of pairs. */
#define CHOICES_MOST 64
/* A circle with a doubt is not preferred to one without. */
#define COST_OF_DOUBT 64
/* Entries for one place. */
#define WAYS_MOST 3

/* A place that holds and takes, and a way to it. */
struct choice
{
  uint32_t edge;
  struct circle_way way;
};

typedef VEC (struct choice) choices;
typedef VEC (uint32_t) pair_list;

struct search
{
  struct lock_circles *circles;
  struct lock_program *p;
  struct arena *arena;
  pair_list *next;     /* by pair: the pairs that it leads to */
  choices *choices;    /* by pair, when they were asked for */
  struct pairmap open; /* two pairs that make an open circle */
  VEC (struct lock_circle) found;
  struct names names;
  uint32_t pairs[CIRCLE_MOST];
  uint32_t steps, systems;
};

/* ---- The graph of pairs. ---- */

static uint32_t
next_pair (const void *graph, uint32_t node, uint32_t *position)
{
  const struct search *s = graph;
  assert (node < s->p->pairs.count);
  const pair_list *list = &s->next[node];
  return *position < list->count ? list->at[(*position)++] : SCC_NONE;
}

/* Which pairs lead to which, then only those on circles. */
static void
connect (struct search *s)
{
  assert (!s->next);
  struct lock_program *p = s->p;
  uint32_t count = p->pairs.count;
  s->next = arena_calloc (s->arena, count + 1, sizeof *s->next);
  for (uint32_t a = 0; a < count; a++)
    for (uint32_t b = 0; b < count; b++)
      if (lock_nodes_meet (p, p->pairs.at[a].take, p->pairs.at[b].hold))
        *vec_push (s->arena, &s->next[a]) = b;
  struct scc scc;
  scc_init (&scc, s->arena, count, next_pair, s);
  scc_all (&scc);
  for (uint32_t a = 0; a < count; a++)
    {
      uint32_t kept = 0;
      for (uint32_t i = 0; i < s->next[a].count; i++)
        if (scc.of[s->next[a].at[i]] == scc.of[a])
          s->next[a].at[kept++] = s->next[a].at[i];
      s->next[a].count = kept;
    }
}

/* ---- One circle of pairs. ---- */

struct circle *
lock_circle_solved (struct lock_circles *circles, const struct lock_circle *circle,
                    struct arena *arena)
{
  assert (circle->count >= 2 && circle->count <= CIRCLE_MOST);
  struct circle *made = arena_calloc (arena, 1, sizeof *made);
  made->p = &circles->program;
  made->arena = arena;
  made->count = circle->count;
  pairmap_init (&made->parents, arena);
  for (uint32_t i = 0; i < circle->count; i++)
    {
      made->threads[i].edge = circle->edges[i];
      made->threads[i].way = circle->ways[i];
    }
  circle_walk (made);
  return made;
}

/* Does an entry run only once, so that two threads cannot be in it? */
static bool
runs_once (struct lock_program *p, uint32_t entry)
{
  assert (entry < p->methods.count);
  const struct java_method *header
    = universe_method (p->universe, p->methods.at[entry].member);
  const char *name = universe_text (p->universe, header->name);
  return strcmp (name, "<clinit>") == 0
         || (strcmp (name, "main") == 0 && header->access & ACCESS_STATIC);
}

static bool
is_crowded (struct lock_program *p, const struct lock_circle *circle)
{
  for (uint32_t i = 0; i < circle->count; i++)
    for (uint32_t j = 0; j < i; j++)
      if (circle->ways[i].entry == circle->ways[j].entry
          && runs_once (p, circle->ways[i].entry))
        return true;
  return false;
}

/* Is LOCK that of the entry's object, of what a final field of it holds, or one of the
   class: does the class's own model have it? */
static bool
is_of_entry (struct circle *circle, const struct circle_thread *thread, term_id lock,
             term_id *self)
{
  assert (lock.index < circle->p->terms.list.count);
  const struct terms *terms = &circle->p->terms;
  const struct term *at = term_at (terms, circle_object (circle, lock));
  term_id term = circle_object (circle, lock);
  if (!circle_is_stable (circle, lock))
    return false;
  for (; at->kind == TERM_FIELD || at->kind == TERM_CAST; at = term_at (terms, term))
    term = (term_id){ at->a };
  if (at->kind == TERM_CLASS || at->kind == TERM_STATIC)
    return true;
  *self = term;
  const struct java_method *header = universe_method (
    circle->p->universe, circle->p->methods.at[thread->way.entry].member);
  return at->kind == TERM_OF && at->b == thread->instance
         && !(header->access & ACCESS_STATIC)
         && term_at (terms, (term_id){ at->a })->kind == TERM_PARAMETER
         && term_at (terms, (term_id){ at->a })->a == 0;
}

/* The class whose own model has the circle, with two threads and one object. */
static class_id
find_own (struct circle *circle)
{
  assert (circle->count >= 2);
  const struct lock_program *p = circle->p;
  class_id class = p->methods.at[circle->threads[0].way.entry].member.class;
  term_id self = TERM_NOTHING, other = TERM_NOTHING;
  if (circle->count != 2
      || !class_equal (class, p->methods.at[circle->threads[1].way.entry].member.class))
    return CLASS_NONE;
  for (uint32_t i = 0; i < 2; i++)
    {
      const struct circle_thread *thread = &circle->threads[i];
      const struct lock_edge *edge = &p->edges.at[thread->edge];
      /* Its model has no library call that takes a second lock. */
      if (p->helds.at[edge->held].site == edge->taking.instruction)
        return CLASS_NONE;
      if (!is_of_entry (circle, thread, thread->hold, i ? &other : &self)
          || !is_of_entry (circle, thread, thread->take, i ? &other : &self))
        return CLASS_NONE;
    }
  if (!term_equal (self, TERM_NOTHING) && !term_equal (other, TERM_NOTHING)
      && !circle_same_lock (circle, self, other))
    return CLASS_NONE;
  return class;
}

/* ---- Names. ---- */

static const char *
package_end (const char *dotted)
{
  const char *dot = strrchr (dotted, '.');
  return dot ? dot + 1 : dotted;
}

/* Entries, "+" between them; only the first has its package if all are in one. */
static const char *
name_circle (struct search *s, const struct lock_circle *circle)
{
  assert (circle->count >= 2);
  struct lock_program *p = s->p;
  const char *name = "", *package = NULL;
  size_t length = 0;
  for (uint32_t i = 0; i < circle->count; i++)
    {
      struct java_member member = p->methods.at[circle->ways[i].entry].member;
      const char *class = universe_dotted (
        p->universe, universe_class (p->universe, member.class)->name);
      const char *method
        = universe_text (p->universe, universe_method (p->universe, member)->name);
      size_t size = (size_t) (package_end (class) - class);
      bool same = package && size == length && strncmp (class, package, length) == 0;
      name = arena_format (p->arena, "%s%s%s.%s", name, i ? "+" : "",
                           same ? class + length : class,
                           strcmp (method, "<init>") == 0     ? "new"
                           : strcmp (method, "<clinit>") == 0 ? "static"
                                                              : method);
      if (!package)
        {
          package = class;
          length = size;
        }
    }
  const char *tried = name;
  for (uint32_t i = 2;; i++)
    {
      uint32_t before = s->names.entries.count;
      names_intern (&s->names, tried, strlen (tried));
      if (s->names.entries.count > before)
        return tried;
      tried = arena_format (p->arena, "%s-%u", name, i);
    }
}

/* ---- Choices. ---- */

/* Places and entries of PAIR. */
static const choices *
list_choices (struct search *s, uint32_t pair)
{
  assert (pair < s->p->pairs.count);
  struct lock_program *p = s->p;
  choices *list = &s->choices[pair];
  if (list->count > 0)
    return list;
  for (uint32_t i = 0; i < p->pairs.at[pair].edges.count; i++)
    {
      uint32_t edge = p->pairs.at[pair].edges.at[i];
      struct circle_way ways[WAYS_MOST];
      uint32_t count
        = circle_ways (p, p->arena, p->edges.at[edge].method, ways, WAYS_MOST);
      for (uint32_t w = 0; w < count; w++)
        *vec_push (s->arena, list) = (struct choice){ edge, ways[w] };
    }
  return list;
}

/* The next row of INDICES; false: there is none. */
static bool
advance (uint32_t *indices, const choices *const *lists, uint32_t count)
{
  for (uint32_t i = count; i-- > 0;)
    {
      assert (indices[i] < lists[i]->count);
      if (++indices[i] < lists[i]->count)
        return true;
      indices[i] = 0;
    }
  return false;
}

/* What has to come together for LOCK to be the object it has to be: nothing for a fixed
   object or an argument, one thing for each field, more for what was read somewhere. */
static uint32_t
cost_of_lock (const struct circle *circle, term_id lock)
{
  assert (lock.index < circle->p->terms.list.count);
  const struct terms *terms = &circle->p->terms;
  const struct term *at = term_at (terms, circle_object (circle, lock));
  uint32_t cost = 0;
  for (; at->kind == TERM_FIELD || at->kind == TERM_CAST;
       at = term_at (terms, (term_id){ at->a }))
    cost += at->kind == TERM_FIELD;
  bool is_symbol
    = at->kind == TERM_OF && term_at (terms, (term_id){ at->a })->kind != TERM_PARAMETER;
  return cost + (is_symbol ? 4 : 0);
}

/* ... and the calls on the way. */
static uint32_t
cost_of (struct circle *circle)
{
  uint32_t cost = 0;
  /* A guess of a class says more about the given code than about the circle. */
  for (unsigned doubts = circle_doubts (circle) & ~(unsigned) DOUBT_GUESSED_TYPE; doubts;
       doubts &= doubts - 1)
    cost += COST_OF_DOUBT;
  for (uint32_t i = 0; i < circle->count; i++)
    cost += cost_of_lock (circle, circle->threads[i].hold)
            + cost_of_lock (circle, circle->threads[i].take) + circle->threads[i].depth;
  return cost;
}

/* Try the choices for the COUNT pairs of S; the best goes to BEST. */
static void
choose (struct search *s, uint32_t count, struct lock_circle *best)
{
  assert (count >= 2 && count <= CIRCLE_MOST);
  struct lock_program *p = s->p;
  const choices *lists[CIRCLE_MOST];
  uint32_t indices[CIRCLE_MOST] = { 0 }, tried = 0;
  for (uint32_t i = 0; i < count; i++)
    {
      lists[i] = list_choices (s, s->pairs[i]);
      if (lists[i]->count == 0)
        return;
    }
  do
    {
      struct lock_circle circle = { .count = count };
      for (uint32_t i = 0; i < count; i++)
        {
          circle.edges[i] = lists[i]->at[indices[i]].edge;
          circle.ways[i] = lists[i]->at[indices[i]].way;
        }
      quota_tick (p->arena->quota);
      s->systems++;
      if (is_crowded (p, &circle))
        continue;
      arena_clear (&p->trial);
      arena_init (&p->trial, p->arena->quota);
      struct circle *made = lock_circle_solved (s->circles, &circle, &p->trial);
      circle.verdict = circle_solve (made);
      circle.own = find_own (made);
      circle.nests = true;
      for (uint32_t i = 0; i < count; i++)
        circle.nests &= made->threads[i].nests;
      circle.cost = cost_of (made);
      if (circle.verdict > best->verdict
          || (circle.verdict == best->verdict && circle.cost < best->cost))
        *best = circle;
    }
  while (++tried < CHOICES_MOST && s->systems < SYSTEMS_MOST
         && advance (indices, lists, count));
}

/* ---- The search. ---- */

/* Does the path contain a shorter circle that is open? */
static bool
has_shorter (const struct search *s, uint32_t count)
{
  assert (count <= CIRCLE_MOST);
  if (count < 3)
    return false;
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t j = 0; j < count; j++)
      if (pairmap_get (&s->open, s->pairs[i], s->pairs[j]) != PAIRMAP_FREE)
        return true;
  return false;
}

static void
look_at (struct search *s, uint32_t count)
{
  assert (count >= 2 && count <= CIRCLE_MOST);
  if (s->systems >= SYSTEMS_MOST || s->found.count >= FOUND_MOST)
    {
      s->circles->is_cut = true;
      return;
    }
  if (has_shorter (s, count))
    return;
  struct lock_circle best = { .verdict = CIRCLE_IMPOSSIBLE };
  choose (s, count, &best);
  if (best.verdict == CIRCLE_IMPOSSIBLE)
    return;
  if (best.verdict == CIRCLE_OPEN && count == 2)
    {
      *pairmap_at (&s->open, s->pairs[0], s->pairs[1]) = 1;
      *pairmap_at (&s->open, s->pairs[1], s->pairs[0]) = 1;
    }
  *vec_push (s->arena, &s->found) = best;
}

/* Circles of COUNT pairs that begin with the pairs so far, the first of which is the
   smallest. */
static void
extend (struct search *s, uint32_t depth, uint32_t count)
{
  assert (depth >= 1 && depth <= count);
  assert (s->pairs[depth - 1] < s->p->pairs.count);
  if (++s->steps > STEPS_MOST)
    return;
  const pair_list *list = &s->next[s->pairs[depth - 1]];
  for (uint32_t i = 0; i < list->count; i++)
    {
      uint32_t pair = list->at[i];
      if (depth == count)
        {
          if (pair == s->pairs[0])
            look_at (s, count);
          continue;
        }
      bool used = false;
      for (uint32_t k = 0; k < depth; k++)
        used |= s->pairs[k] == pair;
      /* Two threads may do the same; of three it says nothing new. */
      if (pair < s->pairs[0] || (used && count > 2))
        continue;
      s->pairs[depth] = pair;
      extend (s, depth + 1, count);
    }
}

/* ---- Which of them. ---- */

/* Open ones first, then short and near ones. */
static int
compare (const void *a, const void *b)
{
  const struct lock_circle *one = a, *two = b;
  if (one->verdict != two->verdict)
    return one->verdict > two->verdict ? -1 : 1;
  if (one->count != two->count)
    return one->count < two->count ? -1 : 1;
  if (one->cost != two->cost)
    return one->cost < two->cost ? -1 : 1;
  for (uint32_t i = 0; i < one->count; i++)
    if (one->edges[i] != two->edges[i])
      return one->edges[i] < two->edges[i] ? -1 : 1;
  return 0;
}

/* Is there a place in CIRCLE that no earlier one has? */
static bool
covers_more (struct search *s, const struct lock_circle *circle, struct pairmap *places)
{
  assert (circle->verdict != CIRCLE_IMPOSSIBLE);
  bool more = false;
  for (uint32_t i = 0; i < circle->count; i++)
    {
      const struct lock_edge *edge = &s->p->edges.at[circle->edges[i]];
      uint32_t *slot = pairmap_at (places, edge->method, edge->taking.instruction);
      more |= *slot == PAIRMAP_FREE;
      *slot = 1;
    }
  return more;
}

static void
mark (struct lock_circles *circles, class_id class)
{
  if (class_is_known (class) && class.index < circles->program.universe->given)
    circles->is_left_out[class.index] = true;
}

/* There is no model of CIRCLE: its classes have a gap. */
static void
leave_out (struct search *s, const struct lock_circle *circle)
{
  assert (circle->verdict != CIRCLE_IMPOSSIBLE);
  struct lock_program *p = s->p;
  s->circles->left_out++;
  for (uint32_t i = 0; i < circle->count; i++)
    {
      const struct lock_edge *edge = &p->edges.at[circle->edges[i]];
      name_id type = p->nodes.at[edge->hold].type;
      mark (s->circles, p->methods.at[circle->ways[i].entry].member.class);
      mark (s->circles, p->methods.at[edge->method].member.class);
      if (type.index != NAME_NONE.index)
        mark (s->circles, universe_find (p->universe, type));
    }
}

/* Each place that takes a lock while it holds another one, and is on a circle, is in a
   model: the likeliest circle through it. */
static void
select_circles (struct search *s)
{
  struct lock_circles *circles = s->circles;
  assert (circles->list.count == 0);
  struct pairmap places;
  pairmap_init (&places, s->arena);
  if (s->found.count > 0)
    qsort (s->found.at, s->found.count, sizeof *s->found.at, compare);
  for (uint32_t i = 0; i < s->found.count; i++)
    {
      struct lock_circle *circle = &s->found.at[i];
      if (!circle->nests || circles->list.count >= CIRCLES_MOST
          || !covers_more (s, circle, &places))
        {
          leave_out (s, circle);
          continue;
        }
      circle->name = name_circle (s, circle);
      *vec_push (s->p->arena, &circles->list) = *circle;
    }
}

/* Edges that are not in the graph may close circles that nobody looked for: the classes
   of the methods that lack them have a gap. */
static void
mark_partial (struct lock_circles *circles)
{
  const struct lock_program *p = &circles->program;
  for (uint32_t i = 0; i < p->methods.count; i++)
    if (p->methods.at[i].is_cut || p->methods.at[i].is_partial)
      mark (circles, p->methods.at[i].member.class);
  for (uint32_t i = 0; i < p->pairs.count; i++)
    circles->is_cut |= p->pairs.at[i].is_cut;
}

static void
search_all (struct search *s)
{
  assert (s->next);
  for (uint32_t count = 2; count <= CIRCLE_MOST; count++)
    for (uint32_t first = 0; first < s->p->pairs.count; first++)
      {
        s->p->java->headway
          = (struct java_headway){ count == 2 ? "pairs of locks searched for circles"
                                              : "pairs of locks searched for longer "
                                                "circles",
                                   first, s->p->pairs.count };
        s->pairs[0] = first;
        extend (s, 1, count);
      }
  s->circles->is_cut |= s->steps > STEPS_MOST;
  mark_partial (s->circles);
  select_circles (s);
}

static void
program_init (struct lock_program *p, struct java *java)
{
  *p = (struct lock_program){ .java = java,
                              .universe = java->universe,
                              .arena = &java->arena };
  arena_init (&p->scratch, java->quota);
  arena_init (&p->trial, java->quota);
  *vec_push (&java->arena, &java->lent) = &p->scratch;
  *vec_push (&java->arena, &java->lent) = &p->trial;
  terms_init (&p->terms, p->arena, p->universe);
  pairmap_init (&p->held_entries, p->arena);
  pairmap_init (&p->held_of, p->arena);
  pairmap_init (&p->method_numbers, p->arena);
  pairmap_init (&p->lambda_of, p->arena);
  pairmap_init (&p->lost_parameters, p->arena);
  pairmap_init (&p->lost_new, p->arena);
  pairmap_init (&p->handings_of, p->arena);
  pairmap_init (&p->gives_itself, p->arena);
  pairmap_init (&p->known_pairs, p->arena);
  pairmap_init (&p->put_at, p->arena);
  pairmap_init (&p->put_into, p->arena);
  pairmap_init (&p->mixed_arrays, p->arena);
  pairmap_init (&p->foreign_methods, p->arena);
  pairmap_init (&p->foreign, p->arena);
  pairmap_init (&p->node_keys, p->arena);
  pairmap_init (&p->node_of, p->arena);
  pairmap_init (&p->meetings, p->arena);
  pairmap_init (&p->pair_of, p->arena);
  *vec_push (p->arena, &p->helds) = (struct held){ .lock = TERM_NOTHING };
}

struct lock_circles *
lock_circles_of (struct java *java)
{
  assert (java->universe);
  if (java->lock_circles)
    return java->lock_circles;
  struct lock_circles *circles = arena_calloc (&java->arena, 1, sizeof *circles);
  struct lock_program *p = &circles->program;
  program_init (p, java);
  circles->is_left_out
    = arena_calloc (&java->arena, java->universe->given + 1, sizeof (bool));
  p->is_made = arena_calloc (&java->arena, java->universe->given + 1, sizeof (bool));
  flow_make_all (p);
  java->headway
    = (struct java_headway){ "methods searched for what they lock behind calls",
                             p->methods.count, 0 };
  escapes_find (p);
  acquisitions_find (p);
  edges_find (p);
  struct search s = { .circles = circles, .p = p, .arena = &p->scratch };
  pairmap_init (&s.open, s.arena);
  names_init (&s.names, s.arena);
  s.choices = arena_calloc (s.arena, p->pairs.count + 1, sizeof *s.choices);
  connect (&s);
  search_all (&s);
  LOG (1, "%u methods, %u calls, %u nodes, %u edges, %u pairs, %u circles, %u left out",
       p->methods.count, p->calls.count, p->nodes.count, p->edges.count, p->pairs.count,
       circles->list.count, circles->left_out);
  java->lock_circles = circles;
  return circles;
}

bool
lock_circles_leave_out (const struct lock_circles *circles, class_id class)
{
  return circles->is_cut
         || (class.index < circles->program.universe->given
             && circles->is_left_out[class.index]);
}

class_id
lock_circle_class (const struct lock_circles *circles, const struct lock_circle *circle)
{
  return circles->program.methods.at[circle->ways[0].entry].member.class;
}

/* Is the type of NODE the class called NAME? */
static bool
is_of_class (const struct lock_program *p, uint32_t node, name_id name)
{
  assert (node < p->nodes.count);
  const struct lock_node *at = &p->nodes.at[node];
  return at->type.index == name.index
         || (at->origin != UINT32_MAX
             && universe_class (p->universe, p->terms.fields.at[at->origin].class)
                    ->name.index
                  == name.index);
}

bool
lock_circle_touches (struct lock_circles *circles, const struct lock_circle *circle,
                     class_id class)
{
  assert (class_is_known (class));
  const struct lock_program *p = &circles->program;
  name_id name = universe_class (p->universe, class)->name;
  for (uint32_t i = 0; i < circle->count; i++)
    {
      const struct lock_edge *edge = &p->edges.at[circle->edges[i]];
      if (class_equal (p->methods.at[circle->ways[i].entry].member.class, class)
          || class_equal (p->methods.at[edge->method].member.class, class)
          || is_of_class (p, edge->hold, name) || is_of_class (p, edge->take, name))
        return true;
    }
  return false;
}

const char *
lock_circle_reason (struct lock_circles *circles, const struct lock_circle *circle)
{
  return arena_format (circles->program.arena,
                       "%u threads that may wait for each other's locks%s", circle->count,
                       circle->verdict == CIRCLE_GUARDED ? ", under a common lock" : "");
}

const struct lock_circle *
lock_circle_called (const struct lock_circles *circles, const char *name)
{
  for (uint32_t i = 0; i < circles->list.count; i++)
    if (strcmp (circles->list.at[i].name, name) == 0)
      return &circles->list.at[i];
  return NULL;
}
