/* targets.c -- which methods a call can run: class hierarchy analysis, narrowed by what
 * is known of the receiver.
 *
 * Classes of interfaces that are not given (Runnable, a listener of the JDK) are found
 * by the names of their super types.  A call on an object of which nothing is known but
 * that it is one (toString of an Object) could run half of the program: such a call is
 * wide, and not followed.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/locks/flow.h"

/* A call with more targets is wide. */
#define TARGETS_MOST 24
/* The same if the method is declared by a type that is not given. */
#define FOREIGN_MOST 8

static void
add_target (struct lock_program *p, struct lock_call *call, struct java_member target)
{
  assert (call->target_count <= TARGETS_MOST + 1);
  if (!member_is_known (target)
      || universe_role (p->universe, target.class) == CLASS_FROM_JDK)
    return;
  for (uint32_t i = 0; i < call->target_count; i++)
    if (member_equal (call->targets[i], target))
      return;
  struct java_member *grown
    = arena_alloc (p->arena, (call->target_count + 1) * sizeof *grown);
  if (call->target_count > 0)
    memcpy (grown, call->targets, call->target_count * sizeof *grown);
  grown[call->target_count++] = target;
  call->targets = grown;
}

/* Targets in given classes below the type called NAME, which is not given. */
static void
add_below_name (struct lock_program *p, struct lock_call *call,
                struct member_reference reference, name_id name)
{
  assert (name.index != NAME_NONE.index);
  for (uint32_t c = 0; c < p->universe->given && !call->is_wide; c++)
    {
      class_id class = { c };
      if (!universe_is_a (p->universe, class, name)
          || universe_class (p->universe, class)->access & ACCESS_INTERFACE)
        continue;
      add_target (p, call,
                  universe_resolve_method (p->universe, class, reference.name,
                                           reference.descriptor, NULL));
      call->is_wide = call->target_count > FOREIGN_MOST;
    }
}

/* The most special type that is known of the receiver. */
static name_id
receiver_type (struct lock_program *p, struct member_reference reference,
               term_id receiver, bool *is_exact)
{
  assert (receiver.index < p->terms.list.count);
  const struct term *at = term_at (&p->terms, receiver);
  *is_exact = false;
  if (at->type.index == NAME_NONE.index)
    return reference.class;
  class_id class = universe_find (p->universe, at->type);
  if (at->is_exact
      || (class_is_known (class) && universe_is_a (p->universe, class, reference.class)))
    {
      *is_exact = at->is_exact;
      return at->type;
    }
  return reference.class;
}

static void
add_all (struct lock_program *p, struct lock_call *call, class_id class,
         struct java_member method)
{
  assert (class_is_known (class));
  const struct java_members *all = universe_targets (p->universe, class, method);
  call->is_wide = all->list.count > TARGETS_MOST;
  for (uint32_t i = 0; i < all->list.count && !call->is_wide; i++)
    add_target (p, call, all->list.at[i]);
  /* Of an abstract class clients may have subclasses that leave it as it is. */
  if (!call->is_wide
      && !(universe_method (p->universe, method)->access & ACCESS_ABSTRACT))
    add_target (p, call, method);
}

static bool
is_object_method (struct lock_program *p, name_id class)
{
  return strcmp (universe_text (p->universe, class), "java/lang/Object") == 0;
}

/* Is what add_below_name finds always the same?  It is remembered then. */
static void
add_foreign (struct lock_program *p, struct lock_call *call,
             struct member_reference reference, name_id type)
{
  assert (call->target_count == 0);
  uint32_t method = pairmap_number (&p->foreign_methods, reference.name.index,
                                    reference.descriptor.index);
  uint32_t *slot = pairmap_at (&p->foreign, type.index, method);
  if (*slot != PAIRMAP_FREE)
    {
      const struct lock_call *known = &p->foreign_calls.at[*slot];
      call->targets = known->targets;
      call->target_count = known->target_count;
      call->is_wide = known->is_wide;
      call->is_foreign = true;
      return;
    }
  *slot = p->foreign_calls.count;
  call->is_foreign = true;
  add_below_name (p, call, reference, type);
  *vec_push (p->arena, &p->foreign_calls) = *call;
}

void
flow_find_targets (struct lock_program *p, struct lock_call *call,
                   struct member_reference reference, enum handle_kind kind,
                   term_id receiver)
{
  assert (call->target_count == 0 && !call->is_wide);
  struct java_universe *universe = p->universe;
  bool is_virtual = kind == HANDLE_INVOKE_VIRTUAL || kind == HANDLE_INVOKE_INTERFACE;
  bool is_exact = false;
  name_id type
    = is_virtual ? receiver_type (p, reference, receiver, &is_exact) : reference.class;
  class_id class = universe_find (universe, type);
  if (is_virtual && is_object_method (p, type))
    {
      call->is_wide = true;
      return;
    }
  if (!class_is_known (class) || universe_role (universe, class) == CLASS_FROM_JDK)
    {
      if (is_virtual && !is_exact)
        add_foreign (p, call, reference, type);
      return;
    }
  struct java_member method = universe_resolve_method (universe, class, reference.name,
                                                       reference.descriptor, NULL);
  if (!member_is_known (method))
    return;
  if (!is_virtual || universe_method (universe, method)->access & ACCESS_PRIVATE)
    add_target (p, call, method);
  else if (is_exact)
    add_target (p, call, universe_select_method (universe, class, method, NULL));
  else
    add_all (p, call, class, method);
  if (call->is_wide)
    call->target_count = 0;
}
