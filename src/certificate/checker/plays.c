/* plays.c -- see certifying.h: casts, their scripts, and what they prove.
 *
 *     cast QUESTION : PROCESS... : MEMBERS [TRACKED]
 *     script CAST ITEM...      an item: step, start PROCESS PROCESSES, end PROCESS
 *     play SCRIPT : ROLE...    the script is impossible: the roles of its threads
 *     choice CAST              the cast's question is impossible: all of its scripts are
 */
#include <config.h>

#include <assert.h>

#include "certificate/checker/certifying.h"

/* ---- Casts. ---- */

/* Read the next word, ranges of processes, and mark these. */
static bool
read_processes (struct reading_state *r, bool *marks)
{
  struct lines_range range = lines_ranges (r->lines, r->certify->pds->processes.count);
  while (lines_range (&range))
    for (uint32_t p = range.begin; p < range.end; p++)
      {
        assert (p < r->certify->pds->processes.count);
        marks[p] = true;
      }
  return range.fine;
}

bool
reading_cast (struct reading_state *r)
{
  size_t count = r->certify->pds->processes.count + (size_t) 1;
  struct script_cast *cast = arena_calloc (r->arena, 1, sizeof *cast);
  if (!reading_question (r, &cast->query))
    return false;
  uint32_t threads = cast->query.automaton->threads.count;
  process_id *processes = arena_alloc (r->arena, threads * sizeof *processes + 1);
  bool *member = arena_calloc (r->arena, count, sizeof *member);
  bool *extra = arena_calloc (r->arena, count, sizeof *extra);
  bool fine = lines_word (r->lines, ":");
  for (uint32_t t = 0; t < threads && fine; t++)
    {
      fine = lines_number (r->lines, (uint32_t) count - 1, &processes[t].index);
      for (uint32_t u = 0; u < t && fine; u++)
        fine = !process_equal (processes[t], processes[u]);
    }
  if (!fine || !lines_word (r->lines, ":") || !read_processes (r, member)
      || (!lines_at_end (r->lines) && !read_processes (r, extra))
      || !lines_at_end (r->lines))
    return reading_malformed (r, "a cast: what it is about, a process for each thread, "
                                 "the members");
  for (uint32_t t = 0; t < threads; t++)
    if (!member[processes[t].index])
      return reading_refuse (r, "the process of thread %u is no member", (unsigned) t);
  assert (threads > 0 && threads <= PA_SIZE_LIMIT);
  cast->processes = processes;
  cast->member = member;
  script_cast_init (cast, &r->scene, extra, r->arena);
  *vec_push (r->arena, &r->casts) = cast;
  return true;
}

/* ---- Scripts. ---- */

/* Read the next word: *PROCESSES is the set of a start action of the model. */
static bool
read_start (struct reading_state *r, idset *processes)
{
  const struct pds *pds = r->certify->pds;
  bool *named
    = arena_calloc (r->scratch, pds->processes.count + (size_t) 1, sizeof *named);
  if (!read_processes (r, named))
    return false;
  for (uint32_t a = 0; a < pds->actions.count; a++)
    {
      if (pds->actions.at[a].op != PDS_START)
        continue;
      *processes = pds_action_processes (&pds->actions.at[a]);
      bool same = true;
      for (uint32_t p = 0; p < pds->processes.count; p++)
        same &= named[p] == idset_has (pds->idsets, *processes, p);
      if (same)
        return true;
    }
  return false;
}

static bool
read_item (struct reading_state *r, struct script_item *item)
{
  uint32_t processes = r->certify->pds->processes.count;
  *item = (struct script_item){ .kind = SCRIPT_STEP };
  if (lines_word (r->lines, "step"))
    return true;
  item->kind = lines_word (r->lines, "start") ? SCRIPT_START : SCRIPT_END;
  if (item->kind == SCRIPT_END && !lines_word (r->lines, "end"))
    return false;
  return lines_number (r->lines, processes, &item->actor.index)
         && (item->kind == SCRIPT_END || read_start (r, &item->processes));
}

bool
reading_script (struct reading_state *r)
{
  struct script *script = arena_calloc (r->arena, 1, sizeof *script);
  struct script_item item;
  uint32_t number;
  if (!lines_number (r->lines, r->casts.count, &number))
    return reading_malformed (r, "a script: the number of a cast");
  script->cast = r->casts.at[number];
  while (!lines_at_end (r->lines))
    {
      if (!read_item (r, &item))
        return reading_malformed (r, "a script: steps, starts and ends");
      *vec_push (r->arena, &script->items) = item;
    }
  if (!script_init (script, &r->scene, r->arena))
    return reading_refuse (r, "this is no script of its cast");
  assert (script->query.automaton && script->processes);
  arena_clear (r->scratch);
  *vec_push (r->arena, &r->scripts) = script;
  return true;
}

/* ---- Plays. ---- */

bool
reading_play (struct reading_state *r)
{
  uint32_t number, bodies = r->scene.bodies;
  if (!lines_number (r->lines, r->scripts.count, &number) || !lines_word (r->lines, ":"))
    return reading_malformed (r, "a play: the number of a script, ':', roles");
  struct script *script = r->scripts.at[number];
  uint32_t threads = script->query.automaton->threads.count;
  assert (!r->current && threads > 0 && threads <= PA_SIZE_LIMIT);
  struct choice_query choice = {
    .scene = &r->scene, .tuples = &r->tuples, .threads = threads, .apart = &r->apart
  };
  choice.roles
    = arena_calloc (r->scratch, (size_t) threads * bodies + 1, sizeof *choice.roles);
  for (thread_id t = { 0 }; t.index < threads; t.index++)
    {
      uint32_t body
        = r->certify->pds->processes.at[script->processes[t.index].index].body.index;
      struct part part;
      part_init (&part, r->certify->pds, &script->query, t, r->scratch);
      choice.phases = part.steps;
      if (!lines_number (r->lines, r->roles.count, &number))
        return reading_refuse (r, "a role is missing: that of thread %u",
                               (unsigned) t.index);
      const struct closure *role = r->roles.at[number];
      assert (role->rows && part.steps > 0);
      if (role->body.index != body
          || !part_equal (&role->part, &part, &r->scene.body[body]))
        return reading_refuse (r,
                               "role %u is not the one that this script needs as "
                               "thread %u",
                               (unsigned) number, (unsigned) t.index);
      choice.roles[(size_t) t.index * bodies + body] = role;
    }
  if (!lines_at_end (r->lines))
    return reading_malformed (r, "more roles than the script needs");
  body_id *chosen = arena_alloc (r->scratch, threads * sizeof *chosen);
  if (!choice_is_impossible (&choice, chosen, r->scratch))
    return reading_refuse (r, "not safe: what the roles of this script can do fits "
                              "together");
  script->played = true;
  arena_clear (r->scratch);
  return true;
}

/* ---- Choices. ---- */

struct wanted
{
  const struct reading_state *r;
  const struct script_cast *cast;
};

/* Is there a script with these items that is impossible? */
static bool
was_played (void *context, const struct script_item *items, uint32_t count)
{
  const struct wanted *wanted = context;
  assert (count > 0 && items[count - 1].kind == SCRIPT_STEP);
  for (uint32_t i = 0; i < wanted->r->scripts.count; i++)
    {
      const struct script *script = wanted->r->scripts.at[i];
      if (script->played && script->cast == wanted->cast
          && script_same (items, count, script->items.at, script->items.count))
        return true;
    }
  return false;
}

bool
reading_choice (struct reading_state *r)
{
  uint32_t number;
  if (!lines_number (r->lines, r->casts.count, &number) || !lines_at_end (r->lines))
    return reading_malformed (r, "a choice: the number of a cast");
  struct script_cast *cast = r->casts.at[number];
  struct wanted wanted = { r, cast };
  if (!script_each (cast, &r->scene, was_played, &wanted, r->scratch))
    return reading_refuse (r, "a script of cast %u is missing", (unsigned) number);
  arena_clear (r->scratch);
  cast->played = true;
  return true;
}

/* ---- Which choices were shown to be impossible? ---- */

/* The sets of processes that reachable starts and joins name. */
typedef VEC (idset) named_sets;

static void
list_named (const struct part_scene *scene, named_sets *sets, struct arena *arena)
{
  const struct pds *pds = scene->pds;
  for (uint32_t a = 0; a < pds->actions.count; a++)
    {
      bool done = false;
      for (uint32_t b = 0; b < scene->bodies && !done; b++)
        done = scene->body[b].processes > 0 && scene->body[b].does[a];
      if (pds_action_is_ordering (&pds->actions.at[a]) && done)
        *vec_push (arena, sets) = pds_action_processes (&pds->actions.at[a]);
    }
}

/* Have P and Q the same body, and do the sets SETS, of reachable starts and joins,
   contain both or neither?  Then each can stand for the other. */
static bool
are_alike (const struct pds *pds, const named_sets *sets, process_id p, process_id q)
{
  const struct pds_process *one = &pds->processes.at[p.index];
  const struct pds_process *other = &pds->processes.at[q.index];
  if (!body_equal (one->body, other->body) || one->started != other->started)
    return false;
  for (uint32_t i = 0; i < sets->count; i++)
    if (idset_has (pds->idsets, sets->at[i], p.index)
        != idset_has (pds->idsets, sets->at[i], q.index))
      return false;
  return true;
}

static void
find_alike (struct reading_state *r)
{
  const struct pds *pds = r->certify->pds;
  uint32_t count = pds->processes.count;
  named_sets sets = VEC_EMPTY;
  VEC (process_id)
  firsts = VEC_EMPTY; /* of the current body; its processes follow each other */
  list_named (&r->scene, &sets, r->arena);
  r->first_alike = arena_alloc (r->arena, (count + (size_t) 1) * sizeof (process_id));
  for (process_id p = { 0 }; p.index < count; p.index++)
    {
      uint32_t k = 0;
      if (p.index > 0
          && !body_equal (pds->processes.at[p.index].body,
                          pds->processes.at[p.index - 1].body))
        firsts.count = 0;
      for (; k < firsts.count && !are_alike (pds, &sets, firsts.at[k], p); k++)
        quota_tick (r->arena->quota);
      if (k == firsts.count)
        *vec_push (r->arena, &firsts) = p;
      r->first_alike[p.index] = firsts.at[k];
    }
}

/* The process that stands for the one chosen for THREAD: among alike ones, the first. */
static process_id
representative (const struct reading_state *r, const process_id *chosen, uint32_t thread)
{
  const process_id *first = r->first_alike;
  uint32_t before = 0;
  assert (first && thread < PA_SIZE_LIMIT);
  process_id class = first[chosen[thread].index], p = class;
  for (uint32_t t = 0; t < thread; t++)
    before += process_equal (first[chosen[t].index], class);
  for (;; p.index++)
    {
      assert (p.index < r->certify->pds->processes.count);
      if (process_equal (first[p.index], class) && before-- == 0)
        return p;
    }
}

static bool
is_choice_played (const struct reading_state *r, const struct query *query,
                  const process_id *chosen)
{
  uint32_t threads = query->automaton->threads.count;
  process_id wanted[PA_SIZE_LIMIT];
  assert (threads <= PA_SIZE_LIMIT);
  for (uint32_t t = 0; t < threads; t++)
    wanted[t] = representative (r, chosen, t);
  for (uint32_t i = 0; i < r->casts.count; i++)
    {
      const struct script_cast *cast = r->casts.at[i];
      bool same = cast->played && reading_same_question (&cast->query, query);
      for (uint32_t t = 0; t < threads && same; t++)
        same = process_equal (cast->processes[t], wanted[t]);
      if (same)
        return true;
    }
  return false;
}

/* Is there a process before P that is alike, may play the same threads, is meant by the
   same names of -P, and plays none of the first THREADS?  Then it can stand for P. */
static bool
has_double (const struct reading_state *r, const bool *const *may, uint32_t all,
            const process_id *chosen, uint32_t threads, process_id p)
{
  for (process_id q = r->first_alike[p.index]; q.index < p.index; q.index++)
    {
      bool double_of = process_equal (r->first_alike[q.index], r->first_alike[p.index]);
      for (uint32_t t = 0; t < all && double_of; t++)
        double_of = !may[t] || may[t][q.index] == may[t][p.index];
      for (uint32_t n = 0; n < r->certify->filtered && double_of; n++)
        double_of = r->certify->allowed[n][q.index] == r->certify->allowed[n][p.index];
      for (uint32_t t = 0; t < threads && double_of; t++)
        double_of = !process_equal (chosen[t], q);
      if (double_of)
        return true;
    }
  return false;
}

/* Do the COUNT processes of a circle, CHOSEN, include a different one for each name of
   -P?  A name means one process or all of a body; those of one process come first. */
static bool
has_named (const struct certify *certify, const process_id *chosen, uint32_t count)
{
  bool taken[PA_SIZE_LIMIT] = { false };
  assert (count <= PA_SIZE_LIMIT);
  for (unsigned round = 0; round < 2; round++)
    for (uint32_t n = 0; n < certify->filtered; n++)
      {
        uint32_t meant = 0, i = 0;
        for (uint32_t p = 0; p < certify->pds->processes.count; p++)
          meant += certify->allowed[n][p];
        if ((meant == 1) != (round == 0))
          continue;
        while (i < count && (taken[i] || !certify->allowed[n][chosen[i].index]))
          i++;
        if (i == count)
          return false;
        taken[i] = true;
      }
  return true;
}

static bool
all_played (const struct reading_state *r, const struct query *query,
            const body_id *bodies, const bool *const *may, process_id *chosen,
            uint32_t thread)
{
  const struct pds *pds = r->certify->pds;
  uint32_t threads = query->automaton->threads.count;
  quota_tick (r->scratch->quota);
  if (thread == threads)
    return (query->kind == QUERY_DEADLOCK && !has_named (r->certify, chosen, threads))
           || is_choice_played (r, query, chosen);
  for (process_id p = { 0 }; p.index < pds->processes.count; p.index++)
    {
      bool fits = body_equal (pds->processes.at[p.index].body, bodies[thread])
                  && (!may[thread] || may[thread][p.index])
                  && !has_double (r, may, threads, chosen, thread, p);
      for (uint32_t t = 0; t < thread && fits; t++)
        fits = !process_equal (chosen[t], p);
      chosen[thread] = p;
      if (fits && !all_played (r, query, bodies, may, chosen, thread + 1))
        return false;
    }
  return true;
}

bool
reading_is_played (struct reading_state *r, const struct query *query,
                   const body_id *bodies, const bool *const *may)
{
  process_id chosen[PA_SIZE_LIMIT];
  assert (query->automaton->threads.count <= PA_SIZE_LIMIT);
  if (r->casts.count == 0)
    return false;
  if (!r->first_alike)
    find_alike (r);
  return all_played (r, query, bodies, may, chosen, 0);
}
