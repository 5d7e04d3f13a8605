/* because_stuck.c -- why processes wait for ever, in sentences: who waits for what, and
 * who could have woken it. */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/text.h"
#include "base/worklist.h"
#include "explain/because.h"

/* Of more processes it is not told what they wait for. */
#define MOST_WAITING 4
/* Of more processes that could have woken one it is not told which they are. */
#define MOST_NAMED 4

/* The step before END with which PROCESS has given back the lock of its wait. */
static uint32_t
find_wait (const struct finding *finding, process_id process, uint32_t end)
{
  const struct witness_step *steps = finding->witness->steps.at;
  for (uint32_t i = end; i-- > 0;)
    if (steps[i].action == WITNESS_RELEASE && steps[i].waits
        && process_equal (steps[i].process, process))
      return i;
  assert (false && "who is in a wait set has given its lock back");
  return 0;
}

/* Who holds LOCK in the end, by its last operation that counts; or UINT32_MAX. */
static uint32_t
find_owner (const struct finding *finding, lock_id lock)
{
  assert (lock.index < finding->subject->model.locks.count);
  const struct witness *witness = finding->witness;
  for (uint32_t i = witness->steps.count; i-- > 0;)
    {
      const struct witness_step *step = &witness->steps.at[i];
      if (witness_is_operation (step) && !step->nested
          && lock_equal (witness_lock (step), lock))
        return step->action == WITNESS_ACQUIRE ? step->process.index : UINT32_MAX;
    }
  return UINT32_MAX;
}

/* Does PROCESS itself wait for ever? */
static bool
is_stuck (const struct finding *finding, uint32_t process)
{
  for (uint32_t t = 0; t < finding_threads (finding); t++)
    if (finding->processes[t].index == process)
      return true;
  return false;
}

static void
print_process (const struct finding *finding, uint32_t process, FILE *file)
{
  assert (process < finding->subject->model.processes);
  text_show_name (file, finding_process_name (finding, (process_id){ process }));
}

/* ---- Who could help. ---- */

/* Is STEP one that who waits at NEED waits for: a notify, or a write of a field of its
   condition? */
static bool
is_help (const struct ir *flow, const struct ir_step *step, const struct ir_step *need)
{
  assert (need->op == IR_ASSUME || need->op == IR_ACQUIRE);
  if (need->op == IR_ASSUME)
    return step->op == IR_WRITE
           && ir_expr_has (flow, need->expr, IR_FIELD, ir_step_field (step).index);
  assert (need->op == IR_ACQUIRE && need->waits);
  return step->op == IR_NOTIFY && lock_equal (ir_step_lock (step), ir_step_lock (need));
}

/* Does BODY, or one that it calls, have a step that helps who waits at NEED? */
static bool
may_help (const struct finding *finding, uint32_t body, const struct ir_step *need)
{
  assert (body < finding->subject->flow.bodies.count);
  const struct ir *flow = &finding->subject->flow;
  struct arena arena;
  struct worklist bodies;
  arena_init (&arena, finding->subject->arena.quota);
  worklist_init (&bodies, flow->bodies.count, &arena);
  worklist_add (&bodies, body);
  bool found = false;
  for (uint32_t b; !found && worklist_take (&bodies, &b);)
    for (uint32_t n = 0; n < flow->bodies.at[b].node_count; n++)
      {
        const struct ir_step *node = &flow->nodes.at[flow->bodies.at[b].first_node + n];
        if (node->op == IR_CALL)
          worklist_add (&bodies, ir_step_callee (node).index);
        found |= is_help (flow, node, need);
      }
  arena_clear (&arena);
  return found;
}

/* Who, but for PROCESS, could help it at NEED, and why none of them will. */
static void
print_helpers (const struct finding *finding, uint32_t process,
               const struct ir_step *need, FILE *file)
{
  const struct ir_model *model = &finding->subject->model;
  bool notify = need->op == IR_ACQUIRE;
  uint32_t count = 0;
  assert (process < model->processes && (notify || need->op == IR_ASSUME));
  for (uint32_t p = 0; p < model->processes; p++)
    {
      if (p == process || !may_help (finding, ir_body_of_process (model, p), need))
        continue;
      if (++count > MOST_NAMED)
        continue;
      fputs (count > 1 ? ", "
             : notify  ? " Of those that could notify it, "
                       : " Of those that could change that, ",
             file);
      print_process (finding, p, file);
      fputs (is_stuck (finding, p) ? " waits for ever itself" : " no longer does", file);
    }
  if (count > MOST_NAMED)
    fprintf (file, ", nor do %u more", (unsigned) (count - MOST_NAMED));
  fputs (count > 0 ? "."
         : notify  ? " No other process has a notify of it."
                   : " No other process can change that.",
         file);
}

/* The processes that are joined at NEED, and why they do not end. */
static void
print_joined (const struct finding *finding, const struct ir_step *need, FILE *file)
{
  const struct idsets *idsets = &finding->subject->idsets;
  uint32_t count = 0;
  assert (need->op == IR_JOIN && !idset_is_empty (ir_step_processes (need)));
  IDSET_EACH (p, idsets, ir_step_processes (need))
    if (is_stuck (finding, p) && ++count <= MOST_NAMED)
      {
        fputs (count > 1 ? ", " : " Of these, ", file);
        print_process (finding, p, file);
        fputs (" waits for ever itself", file);
      }
  fputs (count > 0 ? "." : " None of these that is left comes to its end.", file);
}

/* What the notifies of LOCK were good for that PROCESS, which has waited since step
   SINCE, did not get. */
static void
print_notifies (const struct finding *finding, uint32_t since, lock_id lock, FILE *file)
{
  assert (since < finding->witness->steps.count);
  const struct witness *witness = finding->witness;
  uint32_t last = UINT32_MAX, other = UINT32_MAX;
  for (uint32_t i = 0; i < witness->steps.count; i++)
    {
      const struct witness_step *step = &witness->steps.at[i];
      if (step->action != WITNESS_NOTIFY || !lock_equal (witness_lock (step), lock))
        continue;
      if (i < since)
        last = i;
      else if (step->has_value && step->value > 0)
        other = i;
    }
  if (other != UINT32_MAX)
    {
      fprintf (file, " The notify at step %u has woken ", (unsigned) other + 1);
      print_process (finding, (uint32_t) witness->steps.at[other].value - 1, file);
      fputs (" instead.", file);
    }
  else if (last != UINT32_MAX)
    fprintf (file, " The notify at step %u came before it waited.", (unsigned) last + 1);
}

/* ---- What is waited for. ---- */

static void
print_lock (const struct finding *finding, lock_id lock, FILE *file)
{
  uint32_t owner = find_owner (finding, lock);
  fputs (" for the lock ", file);
  text_show_quoted (file, finding_lock_name (finding, lock));
  if (owner == UINT32_MAX)
    {
      fputc ('.', file);
      return;
    }
  fputs (", which ", file);
  print_process (finding, owner, file);
  fputs (is_stuck (finding, owner) ? " holds, who waits for ever itself."
                                   : " holds and never gives back.",
         file);
}

const struct ir_step *
because_find_wait (const struct finding *finding, const struct witness_step *step)
{
  const struct ir *flow = &finding->subject->flow;
  for (uint32_t n = 0; n < flow->nodes.count; n++)
    {
      const struct ir_step *node = &flow->nodes.at[n];
      bool waits = node->op == IR_ACQUIRE || node->op == IR_ACQUIRE_AT
                   || node->op == IR_JOIN || node->op == IR_START
                   || node->op == IR_ASSUME;
      if (waits && node->offset == step->offset
          && node->position.index == step->position.index)
        return node;
    }
  return NULL;
}

static void
print_waiting (const struct finding *finding, thread_id thread, FILE *file)
{
  const struct witness *witness = finding->witness;
  uint32_t at = witness->steps.count - finding_threads (finding) + thread.index;
  const struct witness_step *step = &witness->steps.at[at];
  assert (step->action == WITNESS_STUCK);
  const struct ir_step *node = because_find_wait (finding, step);
  finding_print_process (finding, thread, file);
  fputs (" waits at ", file);
  finding_print_place (finding, at, file);
  if (node && node->op == IR_ACQUIRE && node->waits)
    {
      uint32_t since = find_wait (finding, step->process, at);
      lock_id lock = witness_lock (&witness->steps.at[since]);
      fputs (" for a notify of ", file);
      text_show_quoted (file, finding_lock_name (finding, lock));
      fprintf (file, ", since step %u.", (unsigned) since + 1);
      print_notifies (finding, since, lock, file);
      print_helpers (finding, step->process.index, node, file);
    }
  else if (node && node->op == IR_ACQUIRE)
    print_lock (finding, ir_step_lock (node), file);
  else
    {
      fprintf (file, " (%s), and nobody who can still run changes that.", step->text);
      if (node && node->op == IR_ASSUME)
        print_helpers (finding, step->process.index, node, file);
      else if (node && node->op == IR_JOIN)
        print_joined (finding, node, file);
    }
}

void
because_print_stuck (const struct finding *finding, FILE *file)
{
  uint32_t count = finding_threads (finding);
  uint32_t shown = count <= MOST_WAITING ? count : MOST_WAITING;
  assert (finding->query->kind == QUERY_STUCK && count > 0);
  for (thread_id t = { 0 }; t.index < shown; t.index++)
    {
      fputs (t.index ? " " : "", file);
      print_waiting (finding, t, file);
    }
  if (count > shown)
    fprintf (file, " %u more wait for ever.", (unsigned) (count - shown));
}
