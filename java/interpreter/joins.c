/* joins.c -- waiting for threads: how long, and who interrupts it.
 *
 *     t.join ()                 waits for the process of t
 *     t.join (100)              waits, or goes on at once
 *     e.awaitTermination (...)  the same, and tells: `true' after it has waited
 *     t.interrupt ()            if some thread interrupts another, waiting may end with
 *                               an exception, whoever waits
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/interpreter/threads.h"

/* Wait for THREAD; an interrupt comes before that. */
static void
join_value (struct machine *m, value_id thread)
{
  assert (m->x->threads && thread.index < m->x->values.list.count);
  struct extraction *x = m->x;
  thread = threads_known (x, thread);
  if (threads_is_loose (x, thread))
    {
      if (!join_loop_waits (m))
        note_at (x, JAVA_ADDS_EXECUTIONS, "unknown-join", m->instance, m->instruction,
                 "which thread is waited for is not known: the model does not wait");
      return;
    }
  if (x->corrections.interrupts)
    machine_may_throw (m);
  machine_effect (m, EFFECT_JOIN, thread.index);
}

/* Does CALL wait for some time only? */
static bool
has_time_limit (struct extraction *x, const struct call *call)
{
  for (uint32_t i = 0; i < call->signature->count; i++)
    {
      struct java_type type = call->signature->parameters[i];
      if (type.kind == 'J'
          || (type.kind == 'L'
              && strcmp (universe_text (x->universe, type.class), "java/time/Duration")
                   == 0))
        return true;
    }
  return false;
}

/* Wait for what CALL is made on, or go on since the time is up. */
static void
join_for_a_while (struct machine *m, const struct call *call, struct outcome *outcome)
{
  assert (call->count > 0);
  outcome_add (outcome, OTHER);
  if (!has_time_limit (m->x, call))
    {
      join_value (m, call->arguments[0]);
      return;
    }
  uint32_t begin = m->node, end = machine_node (m);
  join_value (m, call->arguments[0]);
  machine_join (m, end);
  m->node = begin;
  machine_join (m, end);
  m->node = end;
}

/* Is CALL what the present instruction says, and not what a lambda does? */
static bool
is_of_instruction (const struct machine *m, const struct call *call)
{
  assert (m->instruction < m->code->count);
  const struct instruction *at = &m->code->at[m->instruction];
  if (at->opcode != OP_INVOKEVIRTUAL && at->opcode != OP_INVOKEINTERFACE)
    return false;
  struct member_reference member
    = constants_member (&m->class->constants, (uint32_t) at->a);
  return member.name.index == call->member.name.index
         && member.class.index == call->member.class.index;
}

/* The same where a boolean tells whether the time was up.  If nobody looks at it, the
   program relies on that there is time enough. */
static void
join_and_tell (struct machine *m, const struct call *call, struct outcome *outcome)
{
  assert (call->count > 0 && call->signature->result.kind == 'Z');
  if (m->instruction + 1 < m->code->count
      && m->code->at[m->instruction + 1].opcode == OP_POP)
    {
      note_at (
        m->x, JAVA_MAY_MISS, "time-limit", m->instance, m->instruction,
        "the time may be up before the threads have ended, and the program does not "
        "look: that is not modelled");
      join_value (m, call->arguments[0]);
      outcome_add (outcome, OTHER);
      return;
    }
  if (!is_of_instruction (m, call))
    {
      join_for_a_while (m, call, outcome);
      return;
    }
  uint32_t begin = m->node, height = m->stack.count;
  join_value (m, call->arguments[0]);
  machine_push (m, TRUE_VALUE);
  machine_next (m);
  m->stack.count = height;
  m->node = begin;
  outcome_add (outcome, FALSE_VALUE);
}

void
threads_wait (struct machine *m, const struct call *call, struct outcome *outcome)
{
  assert (call->count > 0);
  /* Nothing else is thrown than what join_value does; null is no thread. */
  if (threads_is_loose (m->x, call->arguments[0]))
    outcome->throws = true;
  if (call->signature->result.kind == 'Z' && has_time_limit (m->x, call))
    join_and_tell (m, call, outcome);
  else
    join_for_a_while (m, call, outcome);
}

/* Thread.currentThread ().interrupt () only says again that the thread was interrupted.
 */
static bool
is_on_itself (struct machine *m)
{
  assert (m->instruction < m->code->count);
  if (m->instruction == 0 || m->code->at[m->instruction - 1].opcode != OP_INVOKESTATIC)
    return false;
  struct member_reference before = constants_member (
    &m->class->constants, (uint32_t) m->code->at[m->instruction - 1].a);
  return strcmp (universe_text (m->x->universe, before.name), "currentThread") == 0;
}

void
threads_see_interrupt (struct machine *m, const struct call *call)
{
  assert (m->x->threads);
  struct extraction *x = m->x;
  const char *name = universe_text (x->universe, call->member.name);
  bool interrupts
    = strcmp (name, "interrupt") == 0
        ? threads_is_a (x, call->member.class, "java/lang/Thread") && !is_on_itself (m)
      : strcmp (name, "shutdownNow") == 0
        ? library_kind (x->library, call->member.class) == LIBRARY_RUNNER
      : strcmp (name, "cancel") == 0
        ? threads_is_a (x, call->member.class, "java/util/concurrent/Future")
        : false;
  if (interrupts && !x->corrections.interrupts)
    {
      x->corrections.interrupts = true;
      extraction_correct (x, "there are interrupts");
    }
}
