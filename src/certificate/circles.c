/* circles.c -- see proof.h: the roles that the circles of a deadlock need.
 *
 * A role awaits one lock and holds another, whatever the circle; so there are few roles,
 * even if there are many circles.  All consider the locks that two processes use.
 */
#include <config.h>

#include <assert.h>

#include "certificate/proof.h"
#include "ask/circles.h"
#include "phaseauto/meetings.h"
#include "phaseauto/reduction.h"

/* With more circles than this the checker would not terminate in time. */
#define CIRCLES_LIMIT 100000

/* The locks that two processes use. */
static idset
shared_locks (struct certificate *c)
{
  uint32_t bodies = c->groundwork.survey.bodies, count = 0;
  struct watch *nothing = arena_alloc (&c->query, sizeof *nothing);
  watch_init_bystander (nothing, 1);
  struct participant *participants
    = arena_alloc (&c->query, 2 * (size_t) bodies * sizeof *participants + 1);
  for (body_id b = { 0 }; b.index < bodies; b.index++)
    for (uint32_t i = 0; i < c->processes_of[b.index] && i < 2; i++)
      participants[count++] = proof_participant (c, b, nothing);
  assert (count <= 2 * bodies);
  return locks_that_matter (&c->groundwork.survey, participants, count,
                            REDUCTION_PRIVATE_LOCKS, &c->query);
}

/* A circle, its smallest lock first. */
struct circle
{
  uint32_t count;
  lock_id locks[PA_SIZE_LIMIT];
  process_id processes[PA_SIZE_LIMIT];
  struct proof_case about;
  struct watch *watches; /* by thread */
};

static void
take_circle (struct certificate *c, const struct circles *circles, struct circle *circle)
{
  uint32_t count = circle->count = circles->depth, first = 0;
  struct certificate_text name = { .arena = &c->query };
  for (uint32_t i = 1; i < count; i++)
    if (circles->locks[i].index < circles->locks[first].index)
      first = i;
  assert (2 <= count && count <= PA_SIZE_LIMIT);
  text_print (&name, "circle");
  for (uint32_t i = 0; i < count; i++)
    {
      circle->locks[i] = circles->locks[(first + i) % count];
      circle->processes[i] = circles->processes[(first + i) % count];
      text_print (&name, " %u", (unsigned) circle->locks[i].index);
    }
  *vec_push (&c->query, &name.bytes) = 0;
  circle->about
    = (struct proof_case){ name.bytes.at, pa_circle (circle->locks, count, &c->query),
                           NULL, SET_NONE };
  circle->watches = arena_alloc (&c->query, count * sizeof *circle->watches);
  for (thread_id t = { 0 }; t.index < count; t.index++)
    proof_watch (c, &circle->about, t, &circle->watches[t.index]);
}

static bool
add_role (struct certificate *c, const struct circle *circle, thread_id thread,
          idset locks, proof_roles *roles)
{
  assert (thread.index < circle->count);
  process_id process = circle->processes[thread.index];
  uint32_t number = proof_role (c, &circle->about, thread, &circle->watches[thread.index],
                                c->about.pds->processes.at[process.index].body, locks);
  if (number == PROOF_FAILED)
    return false;
  for (uint32_t i = 0; i < roles->count; i++)
    if (roles->at[i] == number)
      return true;
  *vec_push (&c->query, roles) = number;
  return true;
}

bool
proof_circles (struct certificate *c, proof_roles *roles)
{
  struct circles circles;
  uint32_t count = 0;
  idset locks = shared_locks (c);
  circles_init (&circles, &c->groundwork, &c->ask, &c->query);
  while (circles_next (&circles, &c->counts))
    {
      struct circle circle;
      if (count++ == CIRCLES_LIMIT)
        {
          c->reason = "budget";
          return false;
        }
      take_circle (c, &circles, &circle);
      for (thread_id t = { 0 }; t.index < circle.count; t.index++)
        if (!add_role (c, &circle, t, locks, roles))
          return false;
      if (proof_needs_scripts (c)
          && !proof_by_scripts (c, &circle.about, circle.processes, circle.watches))
        return false;
    }
  return true;
}
