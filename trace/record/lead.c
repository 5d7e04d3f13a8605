/* lead.c -- see lead.h.
 *
 * The state of all processes is in the plan, guarded by its `guard'; a thread that waits
 * sleeps until `version' changes.  If no process is going, can try, or has its turn,
 * nothing will ever change: the plan is stalled, and all threads are let go.  Threads get
 * locks by trying, so that it is known who waits for whom.
 */
#include <config.h>

#include "trace/record/lead.h"

#include <assert.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define OWNED_MOST 256
#define THREADS_MOST 1024

struct lead_plan *lead_plan;

/* By number of a thread: its process.  And the locks that some process owns. */
static uint32_t process_of[THREADS_MOST];
static struct
{
  uint64_t object;
  uint32_t process;
} owned[OWNED_MOST];

/* The process of the current thread, and the step that it is making, */
static __thread uint32_t me __attribute__ ((tls_model ("initial-exec"))) = LEAD_NONE;
static __thread uint32_t making __attribute__ ((tls_model ("initial-exec"))) = LEAD_NONE;
/* with the steps after that at the same place, if all are one access. */
static __thread bool makes_all __attribute__ ((tls_model ("initial-exec")));

/* ---- The guard. ---- */

static void
guard (void)
{
  while (__atomic_exchange_n (&lead_plan->guard, 1, __ATOMIC_ACQUIRE))
    sched_yield ();
}

static void
release (void)
{
  assert (__atomic_load_n (&lead_plan->guard, __ATOMIC_RELAXED) == 1);
  __atomic_store_n (&lead_plan->guard, 0, __ATOMIC_RELEASE);
}

/* With the guard: wake all that wait for a change. */
static void
change (void)
{
  assert (__atomic_load_n (&lead_plan->guard, __ATOMIC_RELAXED) == 1);
  __atomic_fetch_add (&lead_plan->version, 1, __ATOMIC_SEQ_CST);
  syscall (SYS_futex, &lead_plan->version, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

/* With the guard, which is given back meanwhile: sleep until something changes. */
static void
await_change (void)
{
  uint32_t version = lead_plan->version;
  release ();
  syscall (SYS_futex, &lead_plan->version, FUTEX_WAIT, version, NULL, NULL, 0);
  guard ();
}

static void
decide (enum lead_outcome outcome)
{
  assert (outcome != LEAD_RUNNING);
  if (lead_plan->over)
    return;
  lead_plan->outcome = outcome;
  lead_plan->over = 1;
  change ();
}

/* ---- Who waits for whom. ---- */

static uint32_t
owner_of (uint64_t object)
{
  for (uint32_t i = 0; i < OWNED_MOST; i++)
    if (owned[i].object == object && object != 0)
      return owned[i].process;
  return LEAD_NONE;
}

/* Is PROCESS blocked by a lock whose owner is, and so on, back to it? */
static bool
is_in_circle (uint32_t process)
{
  uint32_t at = process;
  assert (process < lead_plan->processes);
  for (uint32_t i = 0; i < LEAD_PROCESSES; i++)
    {
      if (at >= lead_plan->processes || lead_plan->process[at].state != LEAD_BLOCKED)
        return false;
      at = owner_of (lead_plan->process[at].object);
      if (at == process)
        return true;
    }
  return false;
}

/* With the guard: if no process can do anything any more, decide the outcome. */
static void
look_for_stall (void)
{
  struct lead_plan *plan = lead_plan;
  assert (plan->now <= plan->steps);
  for (uint32_t p = 0; p < plan->processes; p++)
    {
      const struct lead_process *process = &plan->process[p];
      bool can_try = process->state == LEAD_BLOCKED && process->version != plan->version;
      bool goes_on = plan->question == LEAD_ASSERT && p == plan->final;
      bool has_turn = process->state == LEAD_HELD && process->next == plan->now
                      && (plan->now < plan->steps || goes_on);
      bool is_joined = process->state == LEAD_JOINING
                       && (process->target >= plan->processes
                           || plan->process[process->target].state == LEAD_ENDED);
      if (process->state == LEAD_GOING || can_try || has_turn || is_joined)
        return;
    }
  bool circle = false;
  for (uint32_t p = 0; p < plan->processes; p++)
    circle |= is_in_circle (p);
  decide (plan->question == LEAD_DEADLOCK && circle && plan->now >= plan->steps
            ? LEAD_HAPPENED
            : LEAD_STALLED);
}

/* ---- Steps. ---- */

static void
find_next (uint32_t process, uint32_t from)
{
  const struct lead_step *steps = lead_steps (lead_plan);
  assert (process < lead_plan->processes);
  while (from < lead_plan->steps && steps[from].process != process)
    from++;
  lead_plan->process[process].next = from;
}

/* With the guard: the turn passes from step K, and if ALL from those made with it. */
static void
pass_on (uint32_t k, bool all)
{
  struct lead_plan *plan = lead_plan;
  const struct lead_step *steps = lead_steps (plan);
  uint32_t now = k + 1;
  assert (k < plan->steps && steps[k].process == me);
  while (all && now < plan->steps && steps[now].process == me
         && steps[now].place == steps[k].place && (steps[now].op & LEAD_OP) <= LEAD_WRITE)
    now++;
  plan->now = now;
  find_next (me, now);
  change ();
}

static void
finish_step (void)
{
  if (making == LEAD_NONE)
    return;
  uint32_t k = making;
  assert (k < lead_plan->steps && lead_steps (lead_plan)[k].process == me);
  making = LEAD_NONE;
  pass_on (k, makes_all);
  if (lead_plan->now >= lead_plan->steps && lead_plan->question == LEAD_PATTERN)
    decide (LEAD_HAPPENED);
}

/* The place of the code right before the address PLACE, or LEAD_NONE. */
static uint32_t
place_of (uintptr_t place)
{
  const struct lead_range *ranges = lead_ranges (lead_plan);
  uint32_t low = 0, high = lead_plan->ranges;
  uint64_t address = place - 1;
  while (low < high)
    {
      uint32_t middle = low + (high - low) / 2;
      if (ranges[middle].end <= address)
        low = middle + 1;
      else
        high = middle;
    }
  assert (low == lead_plan->ranges || ranges[low].end > address);
  return low < lead_plan->ranges && ranges[low].begin <= address ? ranges[low].place
                                                                 : LEAD_NONE;
}

/* The next step of the current process that event OP at PLACE makes, or LEAD_NONE.  Reads
   and writes before it are skipped: the compiler may have left them out. */
static uint32_t
step_of (enum lead_op op, uintptr_t place)
{
  const struct lead_plan *plan = lead_plan;
  const struct lead_step *steps = lead_steps (lead_plan);
  uint32_t number = place_of (place);
  assert (me < plan->processes);
  for (uint32_t k = plan->process[me].next; k < plan->steps; k++)
    {
      if (steps[k].process != me)
        continue;
      uint32_t wanted = steps[k].op & LEAD_OP;
      if ((wanted == (uint32_t) op || (op == LEAD_UPDATE && wanted <= LEAD_WRITE))
          && steps[k].place == number)
        return k;
      if (steps[k].op != LEAD_READ && steps[k].op != LEAD_WRITE)
        return LEAD_NONE;
    }
  return LEAD_NONE;
}

/* With the guard: sleep until it is the turn of step K, or all threads are let go. */
static void
hold (uint32_t k)
{
  struct lead_process *process = &lead_plan->process[me];
  assert (process->state == LEAD_GOING);
  while (!lead_plan->over && lead_plan->now != k)
    {
      process->state = LEAD_HELD;
      look_for_stall ();
      if (!lead_plan->over)
        await_change ();
    }
  process->state = LEAD_GOING;
}

/* With the guard: the current thread is about to make step K, whose turn it is. */
static void
begin_step (uint32_t k, enum lead_op op)
{
  struct lead_plan *plan = lead_plan;
  const struct lead_step *step = &lead_steps (plan)[k];
  assert (plan->now == k && making == LEAD_NONE);
  if (plan->question == LEAD_RACE && k + 1 >= plan->steps)
    {
      assert (k > 0); /* a race has two steps */
      const struct lead_process *a = &plan->process[step[-1].process];
      const struct lead_process *b = &plan->process[me];
      bool overlap = a->object < b->object + b->size && b->object < a->object + a->size;
      decide (overlap ? LEAD_HAPPENED : LEAD_APART);
    }
  else if (plan->question == LEAD_RACE && k + 2 == plan->steps)
    {
      pass_on (k, false); /* the other access comes next; this one is never made */
      hold (LEAD_NONE);
    }
  else if (plan->question == LEAD_DEADLOCK && step->child == LEAD_AWAITS)
    pass_on (k, false);
  else
    {
      making = k;
      makes_all = op == LEAD_UPDATE;
    }
}

void
lead_event (enum lead_op op, uint64_t object, uint32_t size, uintptr_t place)
{
  struct lead_plan *plan = lead_plan;
  if (me == LEAD_NONE)
    return;
  assert (plan && me < plan->processes);
  guard ();
  finish_step ();
  struct lead_process *process = &plan->process[me];
  uint32_t k = plan->over ? LEAD_NONE : step_of (op, place);
  if (plan->over)
    ;
  else if (k != LEAD_NONE)
    {
      process->object = object;
      process->size = size;
      for (hold (process->next); !plan->over && process->next != k; hold (process->next))
        pass_on (process->next, false);
      if (!plan->over)
        begin_step (k, op);
    }
  else if (process->next >= plan->steps && !process->is_free)
    {
      if (plan->question != LEAD_ASSERT || me != plan->final)
        hold (LEAD_NONE);
      else if (plan->now < plan->steps)
        hold (plan->steps);
    }
  release ();
}

void
lead_done (void)
{
  if (!lead_plan || me == LEAD_NONE)
    return;
  guard ();
  finish_step ();
  release ();
}

/* ---- Locks. ---- */

void
lead_own (uint64_t object, bool gets)
{
  if (!lead_plan || me == LEAD_NONE)
    return;
  guard ();
  uint32_t slot = LEAD_NONE;
  for (uint32_t i = 0; i < OWNED_MOST; i++)
    if (owned[i].object == object)
      slot = i;
    else if (owned[i].object == 0 && slot == LEAD_NONE)
      slot = i;
  if (slot != LEAD_NONE)
    {
      owned[slot].object = gets ? object : 0;
      owned[slot].process = me;
    }
  finish_step ();
  change ();
  release ();
}

/* Wait for OBJECT until something changes after VERSION; false: all are let go. */
static bool
lead_wait (uint64_t object, uint32_t version)
{
  struct lead_process *process = &lead_plan->process[me];
  assert (process->state == LEAD_GOING || lead_plan->over);
  guard ();
  process->object = object;
  process->version = version;
  if (!lead_plan->over && lead_plan->version == version)
    {
      process->state = LEAD_BLOCKED;
      look_for_stall ();
      if (!lead_plan->over)
        await_change ();
      process->state = LEAD_GOING;
    }
  bool goes = lead_plan->over;
  release ();
  return !goes;
}

bool
lead_is_led (void)
{
  return lead_plan && me != LEAD_NONE && !lead_plan->over;
}

int
lead_get (int (*try) (void *), void *object, int busy)
{
  assert (lead_is_led () || lead_plan->over);
  for (;;)
    {
      uint32_t version = __atomic_load_n (&lead_plan->version, __ATOMIC_SEQ_CST);
      int result = try (object);
      if (result != busy)
        {
          if (result == 0)
            lead_own (runtime_address (object), true);
          return result;
        }
      if (!lead_wait (runtime_address (object), version))
        return busy;
    }
}

bool
lead_is_making (void)
{
  assert (making == LEAD_NONE || (lead_plan && making < lead_plan->steps));
  return making != LEAD_NONE;
}

void
lead_sleep (uint64_t mutex, uintptr_t place, bool is_step)
{
  uint32_t version = __atomic_load_n (&lead_plan->version, __ATOMIC_SEQ_CST);
  assert (mutex && place);
  lead_event (LEAD_SYNC, mutex, 1, place);
  if (making == LEAD_NONE && !is_step)
    lead_wait (0, version);
}

/* ---- Threads. ---- */

void
lead_create (uint32_t number, uintptr_t place)
{
  if (!lead_plan || number >= THREADS_MOST)
    return;
  process_of[number] = LEAD_NONE;
  lead_event (LEAD_START, 0, 0, place);
  if (making == LEAD_NONE)
    return;
  guard ();
  assert (making < lead_plan->steps);
  uint32_t child = lead_steps (lead_plan)[making].child;
  assert (child != me);
  if (child < lead_plan->processes)
    {
      process_of[number] = child;
      lead_plan->process[child].state = LEAD_GOING;
    }
  release ();
}

void
lead_begin (uint32_t number)
{
  if (lead_plan && number < THREADS_MOST)
    me = process_of[number];
}

void
lead_end (void *unused)
{
  (void) unused;
  if (!lead_plan || me == LEAD_NONE)
    return;
  guard ();
  finish_step ();
  assert (making == LEAD_NONE && me < lead_plan->processes);
  lead_plan->process[me].state = LEAD_ENDED;
  look_for_stall ();
  change ();
  release ();
  me = LEAD_NONE;
}

void
lead_join (uint32_t number, bool waits)
{
  if (!lead_plan || me == LEAD_NONE || number >= THREADS_MOST)
    return;
  struct lead_process *process = &lead_plan->process[me];
  guard ();
  finish_step ();
  assert (process->state == LEAD_GOING || process->state == LEAD_JOINING);
  process->target = process_of[number];
  process->state = waits ? LEAD_JOINING : LEAD_GOING;
  if (waits)
    look_for_stall ();
  release ();
}

/* ---- What programs for verifiers call. ---- */

/* The next value that the plan gives the current process at PLACE; 0: none. */
static int64_t
next_value (uintptr_t place)
{
  if (!lead_plan || me == LEAD_NONE)
    return 0;
  struct lead_process *process = &lead_plan->process[me];
  const struct lead_value *values = lead_values (lead_plan);
  uint32_t number = place_of (place);
  assert (process->value <= lead_plan->values);
  for (uint32_t i = process->value; i < lead_plan->values; i++)
    if (values[i].process == me && values[i].place == number)
      {
        process->value = i + 1;
        return values[i].value;
      }
  return 0;
}

#define NONDET(name, type)                                                               \
  HOOK type __VERIFIER_nondet_##name (void);                                             \
  type __VERIFIER_nondet_##name (void) { return (type) next_value (CALLER); }
NONDET (int, int)
NONDET (uint, unsigned)
NONDET (unsigned, unsigned)
NONDET (long, long)
NONDET (ulong, unsigned long)
NONDET (longlong, long long)
NONDET (ulonglong, unsigned long long)
NONDET (short, short)
NONDET (ushort, unsigned short)
NONDET (char, char)
NONDET (uchar, unsigned char)
NONDET (bool, _Bool)
NONDET (size_t, size_t)
NONDET (float, float)
NONDET (double, double)

HOOK void __VERIFIER_atomic_begin (void);
void
__VERIFIER_atomic_begin (void)
{
}

HOOK void __VERIFIER_atomic_end (void);
void
__VERIFIER_atomic_end (void)
{
}

HOOK void __VERIFIER_assume (int holds);
void
__VERIFIER_assume (int holds)
{
  while (!holds && lead_is_led ())
    lead_wait (0, __atomic_load_n (&lead_plan->version, __ATOMIC_SEQ_CST));
}

static void
fail (void)
{
  if (!lead_plan || me == LEAD_NONE)
    return;
  guard ();
  finish_step ();
  assert (me < LEAD_PROCESSES);
  lead_plan->failed = me;
  if (lead_plan->question == LEAD_ASSERT)
    decide (LEAD_FAILED);
  release ();
}

DECLARE_NEXT (__assert_fail);
HOOK void
__assert_fail (const char *text, const char *file, unsigned line, const char *function)
{
  fail ();
  NEXT (__assert_fail) (text, file, line, function);
}

HOOK void reach_error (void);
void
reach_error (void)
{
  fail ();
  abort ();
}

HOOK void __VERIFIER_error (void);
void
__VERIFIER_error (void)
{
  fail ();
  abort ();
}

/* ---- The beginning. ---- */

__attribute__ ((constructor (102))) static void
begin (void)
{
  const char *path = getenv ("PHASELOCK_LEAD");
  struct stat status;
  int file = path && runtime_header ? open (path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0)
    return;
  unsetenv ("PHASELOCK_LEAD");
  struct lead_plan *plan = MAP_FAILED;
  if (fstat (file, &status) == 0 && status.st_size >= (off_t) sizeof *plan)
    plan
      = mmap (NULL, (size_t) status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close (file);
  if (plan == MAP_FAILED)
    return;
  if (plan->magic != LEAD_MAGIC || plan->processes > LEAD_PROCESSES
      || lead_bytes (plan) > (uint64_t) status.st_size)
    {
      munmap (plan, (size_t) status.st_size);
      return;
    }
  assert (plan->magic == LEAD_MAGIC && plan->processes <= LEAD_PROCESSES);
  lead_plan = plan;
  for (uint32_t p = 0; p < plan->processes; p++)
    find_next (p, 0);
  me = 0;
  plan->process[0].state = LEAD_GOING;
}

/* The end of main ends the program, so it waits until the outcome is decided. */
__attribute__ ((destructor)) static void
end (void)
{
  if (!lead_plan || me == LEAD_NONE)
    return;
  guard ();
  finish_step ();
  lead_plan->process[me].state = LEAD_ENDED;
  look_for_stall ();
  change ();
  while (!lead_plan->over)
    await_change ();
  release ();
}
