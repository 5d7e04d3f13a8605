/* queries.c -- see certifying.h: is a query safe, by the roles of its line? */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "certificate/checker/waiters.h"
#include "certificate/checker/certifying.h"
#include "ir/listing.h"

/* ---- Patterns and races: who can play the threads? ---- */

struct cast
{
  const struct query *query;
  struct choice_query choice;
  struct part *parts; /* by thread */
  bool *plays;        /* by thread * bodies + body: can it? */
  bool playable;      /* some body can play each thread */
};

static void
find_cast (struct reading_state *r, struct cast *cast, const struct query *query)
{
  const struct pds *pds = r->certify->pds;
  uint32_t threads = query->automaton->threads.count;
  uint32_t filtered = r->certify->filtered < threads ? r->certify->filtered : threads;
  bool either = query->kind == QUERY_RACE; /* the process that is named first may play
                                              either thread */
  assert (0 < threads && threads <= PA_SIZE_LIMIT);
  size_t bodies = r->scene.bodies, places = threads * bodies + 1;
  *cast = (struct cast){ .query = query,
                         .choice = { .scene = &r->scene,
                                     .tuples = &r->tuples,
                                     .threads = threads,
                                     .allowed = r->certify->allowed,
                                     .filtered = filtered,
                                     .apart = &r->apart },
                         .playable = true };
  cast->choice.roles = arena_calloc (r->scratch, places, sizeof *cast->choice.roles);
  cast->parts = arena_calloc (r->scratch, threads, sizeof *cast->parts);
  cast->plays = arena_calloc (r->scratch, places, sizeof *cast->plays);
  for (thread_id t = { 0 }; t.index < threads; t.index++)
    {
      struct part *part = &cast->parts[t.index];
      bool some = false;
      part_init (part, pds, query, t, r->scratch);
      cast->choice.phases = part->steps;
      for (uint32_t p = 0; p < pds->processes.count; p++)
        {
          uint32_t b = pds->processes.at[p].body.index;
          bool *plays = &cast->plays[t.index * bodies + b];
          bool may = t.index >= filtered || r->certify->allowed[t.index][p];
          for (uint32_t n = 0; n < threads && either; n++)
            may |= n >= filtered || r->certify->allowed[n][p];
          if (!*plays && may)
            some |= *plays = part_can_be_played (part, &r->scene.body[b]);
        }
      cast->playable &= some;
    }
}

/* Read the roles of all bodies that can play, thread by thread and body by body. */
static bool
read_cast (struct reading_state *r, struct cast *cast)
{
  uint32_t bodies = r->scene.bodies, number;
  assert (!r->current); /* all roles are checked */
  for (uint32_t t = 0; t < cast->choice.threads && cast->playable; t++)
    for (uint32_t b = 0; b < bodies; b++)
      {
        size_t place = (size_t) t * bodies + b;
        if (!cast->plays[place])
          continue;
        if (!lines_number (r->lines, r->roles.count, &number))
          return reading_refuse (r, "a role is missing: body %u as thread %u",
                                 (unsigned) b, (unsigned) t);
        const struct closure *role = r->roles.at[number];
        assert (role->rows); /* it was found to be closed */
        if (role->body.index != b
            || !part_equal (&role->part, &cast->parts[t], &r->scene.body[b]))
          return reading_refuse (r,
                                 "role %u is not the one that this query needs as "
                                 "thread %u",
                                 (unsigned) number, (unsigned) t);
        cast->choice.roles[place] = role;
      }
  return lines_at_end (r->lines)
         || reading_malformed (r, "more roles than the query needs");
}

/* Choices that roles allow may still be excluded by the order of starts and joins. */
struct excuse
{
  struct reading_state *r;
  const struct query *query;
  const bool *const *may;
};

static bool
is_played (void *context, const body_id *bodies)
{
  const struct excuse *excuse = context;
  return reading_is_played (excuse->r, excuse->query, bodies, excuse->may);
}

static bool
check_choices (struct reading_state *r, struct cast *cast)
{
  assert (cast->playable);
  body_id *bodies = arena_alloc (r->scratch, cast->choice.threads * sizeof *bodies);
  const bool **may = arena_calloc (r->scratch, cast->choice.threads, sizeof *may);
  for (uint32_t t = 0; t < cast->choice.filtered; t++)
    may[t] = r->certify->allowed[t];
  struct excuse excuse = { r, cast->query, may };
  cast->choice.excuse = is_played;
  cast->choice.context = &excuse;
  bool impossible = choice_is_impossible (&cast->choice, bodies, r->scratch);
  if (impossible && cast->query->kind == QUERY_RACE && cast->choice.filtered > 0)
    {
      /* Once more with the names exchanged. */
      uint32_t processes = r->certify->pds->processes.count;
      bool *anybody = arena_calloc (r->scratch, processes + (size_t) 1, sizeof *anybody);
      memset (anybody, true, processes * sizeof *anybody);
      const bool *first = may[0];
      assert (cast->choice.threads == 2 && first);
      may[0] = may[1] ? may[1] : anybody;
      may[1] = first;
      cast->choice.allowed = may;
      cast->choice.filtered = 2;
      impossible = choice_is_impossible (&cast->choice, bodies, r->scratch);
    }
  if (impossible)
    return true;
  uint32_t number = cast->choice.roles[bodies[0].index]->number;
  return reading_refuse (r,
                         "not safe: what role %u can do and what the other threads' "
                         "roles can do fits together",
                         (unsigned) number);
}

static bool
check_roles (struct reading_state *r, const struct query *query)
{
  struct cast cast;
  find_cast (r, &cast, query);
  if (!read_cast (r, &cast))
    return false;
  return !cast.playable || check_choices (r, &cast);
}

/* ---- Deadlocks: all circles. ---- */

struct deadlock
{
  struct reading_state *r;
  VEC (const struct closure *) roles; /* of the query's line */
  struct pairmap pairs;               /* (lock awaited, lock held): numbered */
  struct pairmap role_of;             /* (pair, body) -> its role */
};

/* The role of BODY that awaits AWAITS and holds HOLDING; null if it was not given. */
static const struct closure *
find_waiting (struct deadlock *d, body_id body, lock_id awaits, lock_id holding)
{
  struct reading_state *r = d->r;
  uint32_t pair = pairmap_number (&d->pairs, awaits.index, holding.index);
  uint32_t *known = pairmap_at (&d->role_of, pair, body.index);
  if (*known != PAIRMAP_FREE)
    return d->roles.at[*known];
  assert (!lock_equal (awaits, holding) && body.index < r->scene.bodies);
  struct query circle = script_circle ((lock_id[]){ awaits, holding }, 2, r->scratch);
  struct part part;
  part_init (&part, r->certify->pds, &circle, (thread_id){ 0 }, r->scratch);
  for (uint32_t i = 0; i < d->roles.count; i++)
    if (body_equal (d->roles.at[i]->body, body)
        && part_equal (&d->roles.at[i]->part, &part, &r->scene.body[body.index]))
      {
        *known = i;
        return d->roles.at[i];
      }
  return NULL;
}

/* Are there different processes with these BODIES, one for each name of -P?  A name means
   one process or all of a body. */
static bool
may_be_named (const struct reading_state *r, const body_id *bodies, uint32_t count)
{
  const struct certify *certify = r->certify;
  const struct pds *pds = certify->pds;
  bool *taken
    = arena_calloc (r->scratch, pds->processes.count + (size_t) 1, sizeof *taken);
  uint32_t *left = arena_calloc (r->scratch, r->scene.bodies + (size_t) 1, sizeof *left);
  for (uint32_t t = 0; t < count; t++)
    left[bodies[t].index]++;
  /* Names of one process first. */
  for (unsigned round = 0; round < 2; round++)
    for (uint32_t n = 0; n < certify->filtered; n++)
      {
        uint32_t meant = 0, free = UINT32_MAX;
        for (uint32_t p = 0; p < pds->processes.count; p++)
          if (certify->allowed[n][p])
            {
              meant++;
              free = taken[p] || free != UINT32_MAX ? free : p;
            }
        if ((meant == 1) != (round == 0))
          continue;
        if (free == UINT32_MAX || left[pds->processes.at[free].body.index]-- == 0)
          return false;
        taken[free] = true;
      }
  return true;
}

static bool
check_circle (void *context, const lock_id *locks, const body_id *bodies, uint32_t count)
{
  struct deadlock *d = context;
  struct reading_state *r = d->r;
  struct choice_query choice = { .scene = &r->scene,
                                 .tuples = &r->tuples,
                                 .threads = count,
                                 .phases = 1,
                                 .apart = &r->apart };
  size_t places = (size_t) count * r->scene.bodies + 1;
  if (!may_be_named (r, bodies, count))
    return true;
  assert (count >= 2 && count <= PA_SIZE_LIMIT);
  choice.roles = arena_calloc (r->scratch, places, sizeof *choice.roles);
  for (uint32_t t = 0; t < count; t++)
    {
      lock_id holding = locks[t > 0 ? t - 1 : count - 1];
      const struct closure *role = find_waiting (d, bodies[t], locks[t], holding);
      if (!role)
        return reading_refuse (r,
                               "a role is missing: body %u awaits lock %u with lock "
                               "%u held",
                               (unsigned) bodies[t].index, (unsigned) locks[t].index,
                               (unsigned) holding.index);
      assert (role->rows && role->part.steps == 1);
      choice.roles[(size_t) t * r->scene.bodies + bodies[t].index] = role;
    }
  const bool **may = arena_calloc (r->scratch, count, sizeof *may);
  struct query circle = script_circle (locks, count, r->scratch);
  struct excuse excuse = { r, &circle, may };
  choice.excuse = is_played;
  choice.context = &excuse;
  body_id *chosen = arena_alloc (r->scratch, count * sizeof *chosen);
  return choice_is_impossible (&choice, chosen, r->scratch)
         || reading_refuse (r,
                            "not safe: %u processes can wait in a circle, the first "
                            "one for lock %u",
                            (unsigned) count, (unsigned) locks[0].index);
}

static bool
check_circles (struct reading_state *r)
{
  uint32_t number;
  struct deadlock d = { .r = r };
  assert (!r->current && r->certify->allowed);
  pairmap_init (&d.pairs, r->scratch);
  pairmap_init (&d.role_of, r->scratch);
  while (lines_number (r->lines, r->roles.count, &number))
    *vec_push (r->scratch, &d.roles) = r->roles.at[number];
  if (!lines_at_end (r->lines))
    return reading_malformed (r, "a deadlock: numbers of roles");
  switch (circles_each (&r->scene, check_circle, &d, r->scratch))
    {
    case CIRCLES_ALL: return true;
    case CIRCLES_STOPPED: return false;
    case CIRCLES_UNCLEAR: break;
    }
  return reading_refuse (r, "there may be circles that cannot be listed");
}

/* ---- Lines. ---- */

bool
reading_find_query (struct reading_state *r, uint32_t *found)
{
  const struct queries *queries = r->certify->queries;
  struct query wanted;
  if (!reading_asked (r, &wanted))
    return false;
  if (!lines_word (r->lines, ":"))
    return reading_malformed (r, "a query: what it is about, ':', roles or a reason");
  for (; r->cursor < queries->list.count; r->cursor++)
    if (reading_same_query (&queries->list.at[r->cursor], &wanted))
      {
        *found = r->cursor++;
        return true;
      }
  return reading_refuse (r, "the model has no such query, or it stands in the wrong "
                            "place");
}

void
reading_confirm (struct reading_state *r, uint32_t number)
{
  const struct query *query = &r->certify->queries->list.at[number];
  assert (r->certify->answers[number] == CERTIFY_SILENT);
  r->certify->answers[number] = CERTIFY_CONFIRMED;
  r->certify->confirmed++;
  arena_clear (r->scratch);
  LOG (1, "%s%s%s: safe", query->automaton->name,
       query->automaton->parameters.count > 0 ? ", first field " : "",
       query->automaton->parameters.count > 0
         ? r->certify->pds->fields.at[query->fields[0].index].name
         : "");
  (void) query;
}

/* Can roles prove QUERY?  They ignore values, and locks that an index chooses. */
static bool
has_roles (const struct reading_state *r, const struct query *query)
{
  return query->kind <= QUERY_RACE
         || (query->kind == QUERY_DEADLOCK
             && !ir_hides_locks (r->certify->lowering->flow));
}

/* Check by listing all states that no process waits for ever. */
static bool
check_stuck (struct reading_state *r)
{
  if (!lines_word (r->lines, "listed") || !lines_at_end (r->lines))
    return reading_malformed (r, "who waits for ever: 'listed'");
  switch (listing_is_stuck (r->certify->lowering->flow, LISTING_STATES, r->scratch))
    {
    case LISTING_NO: return true;
    case LISTING_YES: return reading_refuse (r, "not safe: a process can wait for ever");
    case LISTING_TOO_MANY:
    case LISTING_UNKNOWN: break;
    }
  return reading_refuse (r, "the states of the model cannot be listed");
}

bool
reading_query (struct reading_state *r)
{
  uint32_t number;
  if (!reading_find_query (r, &number))
    return false;
  const struct query *query = &r->certify->queries->list.at[number];
  if (query->kind != QUERY_STUCK && !has_roles (r, query))
    return reading_refuse (r, "no roles can show that this query is safe");
  if (query->kind == QUERY_STUCK)
    {
      if (!check_stuck (r))
        return false;
    }
  else if (!(query->kind == QUERY_DEADLOCK ? check_circles (r) : check_roles (r, query)))
    return false;
  reading_confirm (r, number);
  return true;
}

bool
reading_open (struct reading_state *r)
{
  uint32_t number;
  if (!reading_find_query (r, &number))
    return false;
  assert (r->certify->answers[number] == CERTIFY_SILENT);
  r->certify->answers[number] = CERTIFY_OPEN;
  r->certify->open++;
  return true;
}
