/* initialisers.c -- which static initialisers can wait for each other.
 *
 * A thread that initialises a class keeps others that use it waiting until it is done
 * (JVMS 5.5): the initialiser is like a method that is synchronized on its class, and
 * whoever uses the class for the first time calls it.  Most initialisers lead to no
 * other one, or only one way, and take no lock; those that lead back to themselves
 * through another class, and those that take a lock, which others may hold when they use
 * the class, are found here, by the calls of the first pass, and only they count as
 * locks.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/scc.h"
#include "java/locks/flow.h"

struct initialisers
{
  struct lock_program *p;
  struct arena *arena;
  uint32_t *marks;       /* by method: the last class whose search met it */
  VEC (uint32_t) * uses; /* by class: the classes that its initialiser uses */
  VEC (uint32_t) methods;
  uint32_t method_count;
};

static struct java_member
find_initialiser (struct lock_program *p, class_id class)
{
  assert (class_is_known (class));
  uint32_t index = class_find_method (universe_class (p->universe, class),
                                      universe_name (p->universe, "<clinit>"),
                                      universe_name (p->universe, "()V"));
  return index == UINT32_MAX ? (struct java_member){ CLASS_NONE, 0 }
                             : (struct java_member){ class, index };
}

struct java_member
lock_initialiser (struct lock_program *p, struct java_member user,
                  const struct instruction *at)
{
  assert (member_is_known (user));
  struct java_member none = { CLASS_NONE, 0 };
  const struct java_class *from = universe_class (p->universe, user.class);
  if (at->opcode != OP_NEW && at->opcode != OP_GETSTATIC && at->opcode != OP_PUTSTATIC
      && at->opcode != OP_INVOKESTATIC)
    return none;
  name_id name = at->opcode == OP_NEW
                   ? constants_class (&from->constants, (uint32_t) at->a)
                   : constants_member (&from->constants, (uint32_t) at->a).class;
  class_id class = universe_find (p->universe, name);
  if (!class_is_known (class) || class.index >= p->universe->given
      || universe_is_a (p->universe, user.class, name))
    return none;
  return find_initialiser (p, class);
}

/* Is CLASS local to a method of USED, so that nobody runs its code before that one's? */
static bool
is_local_to (const struct lock_program *p, class_id class, class_id used)
{
  name_id around = universe_class (p->universe, class)->enclosing_class;
  assert (class_is_known (used));
  return around.index == universe_class (p->universe, used)->name.index;
}

/* Whose code alone uses each class: while a thread runs code of that one, it has been
   initialised, or the thread is doing so. */
static void
find_users (struct lock_program *p)
{
  uint32_t classes = p->universe->given;
  bool *is_mixed = arena_calloc (&p->scratch, classes + 1, sizeof *is_mixed);
  p->users = arena_alloc (p->arena, (classes + 1) * sizeof *p->users);
  for (uint32_t c = 0; c < classes; c++)
    p->users[c] = CLASS_NONE;
  for (uint32_t m = 0; m < p->methods.count; m++)
    {
      const struct lock_method *at = &p->methods.at[m];
      for (uint32_t k = 0; at->code && k < at->code->count; k++)
        {
          class_id used = lock_initialiser (p, at->member, &at->code->at[k]).class;
          if (!class_is_known (used) || is_mixed[used.index]
              || is_local_to (p, at->member.class, used))
            continue;
          assert (used.index < classes);
          class_id *user = &p->users[used.index];
          is_mixed[used.index]
            = class_is_known (*user) && !class_equal (*user, at->member.class);
          *user = is_mixed[used.index] ? CLASS_NONE : at->member.class;
        }
    }
  for (uint32_t c = 0; c < classes; c++)
    if (universe_class (p->universe, (class_id){ c })->access & ACCESS_PUBLIC)
      p->users[c] = CLASS_NONE;
}

/* Does METHOD take a lock itself? */
static bool
takes_lock (const struct lock_program *p, const struct lock_method *method)
{
  assert (member_is_known (method->member));
  if (universe_method (p->universe, method->member)->access & ACCESS_SYNCHRONIZED)
    return true;
  for (uint32_t k = 0; method->code && k < method->code->count; k++)
    if (method->code->at[k].opcode == OP_MONITORENTER)
      return true;
  return false;
}

/* Whatever METHOD uses and calls. */
static void
visit (struct initialisers *i, uint32_t class, uint32_t method)
{
  assert (method < i->p->methods.count);
  struct lock_program *p = i->p;
  const struct lock_method at = p->methods.at[method];
  p->initialises[class] |= takes_lock (p, &at);
  for (uint32_t k = 0; at.code && k < at.code->count; k++)
    {
      struct java_member used = lock_initialiser (p, at.member, &at.code->at[k]);
      if (member_is_known (used) && used.class.index != class)
        *vec_push (i->arena, &i->uses[class]) = used.class.index;
    }
  for (uint32_t c = 0; c < at.call_count; c++)
    {
      const struct lock_call call = p->calls.at[at.first_call + c];
      for (uint32_t t = 0; t < call.target_count; t++)
        {
          uint32_t target = lock_method_number (p, call.targets[t]);
          if (target < i->method_count && i->marks[target] != class + 1)
            {
              i->marks[target] = class + 1;
              *vec_push (i->arena, &i->methods) = target;
            }
        }
    }
}

static uint32_t
next_use (const void *graph, uint32_t node, uint32_t *position)
{
  const struct initialisers *i = graph;
  return *position < i->uses[node].count ? i->uses[node].at[(*position)++] : SCC_NONE;
}

void
initialisers_find (struct lock_program *p)
{
  assert (!p->initialises);
  uint32_t classes = p->universe->given;
  struct initialisers i
    = { .p = p, .arena = &p->scratch, .method_count = p->methods.count };
  i.marks = arena_calloc (i.arena, p->methods.count + 1, sizeof *i.marks);
  i.uses = arena_calloc (i.arena, classes + 1, sizeof *i.uses);
  p->initialises = arena_calloc (p->arena, classes + 1, sizeof *p->initialises);
  for (uint32_t c = 0; c < classes; c++)
    {
      struct java_member initialiser = find_initialiser (p, (class_id){ c });
      if (!member_is_known (initialiser))
        continue;
      quota_tick (p->arena->quota);
      i.methods.count = 0;
      *vec_push (i.arena, &i.methods) = lock_method_number (p, initialiser);
      for (uint32_t k = 0; k < i.methods.count; k++)
        visit (&i, c, i.methods.at[k]);
    }
  find_users (p);
  struct scc scc;
  scc_init (&scc, i.arena, classes, next_use, &i);
  scc_all (&scc);
  for (uint32_t c = 0; c < classes; c++)
    for (uint32_t k = 0; k < i.uses[c].count; k++)
      if (scc.of[i.uses[c].at[k]] == scc.of[c])
        p->initialises[c] = p->initialises[i.uses[c].at[k]] = true;
  arena_clear (&p->scratch);
  arena_init (&p->scratch, p->arena->quota);
}
