/* monitor.c -- locks: acquired, released, waited for, so that in EML they nest.
 *
 * In EML every method releases the locks that it has acquired, in the opposite order.
 * Java asks that of monitors; a Lock can be used otherwise.  A lock that is still
 * held when the method returns is not acquired there, in the model; a release of a lock
 * that was not acquired last, or not by this method, drops the lock everywhere.  Both
 * only let the model do more than the program.
 */
#include <config.h>

#include <assert.h>

#include "java/interpreter/machine.h"

uint32_t
monitors_row (struct machine *m)
{
  m->words.count = 0;
  for (uint32_t i = 0; i < m->monitors.count; i++)
    if (!m->monitors.at[i].dropped)
      *vec_push (&m->x->run_arena, &m->words) = m->monitors.at[i].lock;
  return row_intern (&m->x->rows, m->words.at, m->words.count);
}

uint32_t
monitors_held (struct machine *m)
{
  struct extraction *x = m->x;
  uint32_t outer = x->instances.at[m->instance].outer;
  m->words.count = 0;
  for (uint32_t i = 0; i < row_count (&x->rows, outer); i++)
    *vec_push (&x->run_arena, &m->words) = row_words (&x->rows, outer)[i];
  for (uint32_t i = 0; i < m->monitors.count; i++)
    if (!m->monitors.at[i].dropped)
      *vec_push (&x->run_arena, &m->words) = m->monitors.at[i].lock;
  return row_intern (&x->rows, m->words.at, m->words.count);
}

static const char *
name_of_lock (const struct machine *m, uint32_t lock)
{
  assert (lock < m->x->heap.locks.count);
  return m->x->heap.locks.at[lock].name;
}

/* In the whole model, from the next run on. */
static void
drop_lock (struct machine *m, uint32_t lock, const char *why)
{
  assert (lock < m->x->heap.locks.count);
  struct extraction *x = m->x;
  if (x->heap.locks.at[lock].dropped)
    return;
  note_correction (x, JAVA_ADDS_EXECUTIONS, "dropped-lock", m->instance, m->instruction,
                   "lock '%s' is left out of the model: %s", name_of_lock (m, lock), why);
  x->heap.locks.at[lock].dropped = true;
  extraction_correct (x, "a lock does not nest");
}

/* Only this acquisition. */
static void
drop_site (struct machine *m, struct monitor monitor, const char *why)
{
  assert (!monitor.dropped && monitor.site != MONITOR_OF_METHOD);
  struct extraction *x = m->x;
  struct java_member method = x->instances.at[m->instance].method;
  uint32_t *slot
    = pairmap_at (&x->corrections.dropped_sites, method_number (x, method), monitor.site);
  if (*slot != PAIRMAP_FREE)
    return;
  *slot = 1;
  x->heap.locks.at[monitor.lock].dropped_somewhere = true;
  extraction_correct (x, "an acquisition does not nest");
  note_correction (x, JAVA_ADDS_EXECUTIONS, "dropped-lock", m->instance, monitor.site,
                   "'%s' is not locked here in the model: %s",
                   name_of_lock (m, monitor.lock), why);
}

void
monitor_enter (struct machine *m, uint32_t lock, uint32_t site)
{
  struct extraction *x = m->x;
  if (lock == JAVA_LOCK_NONE)
    return;
  struct monitor monitor = { .lock = lock, .site = site };
  assert (lock < x->heap.locks.count);
  struct java_member method = x->instances.at[m->instance].method;
  monitor.dropped
    = x->heap.locks.at[lock].dropped
      || pairmap_get (&x->corrections.dropped_sites, method_number (x, method), site)
           != PAIRMAP_FREE;
  if (m->monitors.count >= MONITORS_MOST)
    {
      if (!monitor.dropped && site != MONITOR_OF_METHOD)
        drop_site (m, monitor, "it is locked again and again");
      return;
    }
  *vec_push (&x->run_arena, &m->monitors) = monitor;
  account_at (m, site, monitor.dropped ? ACCOUNT_LEFT_OUT : ACCOUNT_MODELLED);
  if (!monitor.dropped)
    machine_effect (m, EFFECT_LOCK, lock);
}

static void
remove_monitor (struct machine *m, uint32_t index)
{
  assert (index < m->monitors.count);
  for (uint32_t i = index + 1; i < m->monitors.count; i++)
    m->monitors.at[i - 1] = m->monitors.at[i];
  m->monitors.count--;
}

/* Is every monitor above INDEX one that the model knows nothing of? */
static bool
is_innermost (const struct machine *m, uint32_t index)
{
  for (uint32_t i = index + 1; i < m->monitors.count; i++)
    if (!m->monitors.at[i].dropped)
      return false;
  return true;
}

bool
monitor_exit (struct machine *m, uint32_t lock)
{
  struct extraction *x = m->x;
  if (lock == JAVA_LOCK_NONE)
    return true;
  assert (lock < x->heap.locks.count);
  for (uint32_t i = m->monitors.count; i-- > 0;)
    if (m->monitors.at[i].lock == lock)
      {
        bool dropped = m->monitors.at[i].dropped;
        if (!dropped && !is_innermost (m, i))
          drop_lock (m, lock, "it is released before a lock that was acquired later");
        bool nests = !dropped && is_innermost (m, i);
        remove_monitor (m, i);
        if (nests)
          machine_effect (m, EFFECT_UNLOCK, lock);
        return true;
      }
  if (x->heap.locks.at[lock].dropped)
    return true;
  if (!x->corrections.by_outer)
    {
      /* Does a caller hold it?  The next run knows. */
      x->corrections.by_outer = true;
      extraction_correct (x, "what do callers hold?");
      return true;
    }
  uint32_t outer = x->instances.at[m->instance].outer;
  bool elsewhere = x->heap.locks.at[lock].dropped_somewhere;
  for (uint32_t i = 0; i < row_count (&x->rows, outer); i++)
    elsewhere = elsewhere || row_words (&x->rows, outer)[i] == lock;
  if (elsewhere)
    {
      drop_lock (m, lock, "it is released in another method than it is acquired in");
      return true;
    }
  machine_throw (m, OTHER); /* IllegalMonitorStateException */
  return false;
}

void
monitors_release (struct machine *m, bool is_throw)
{
  while (m->monitors.count > 0)
    {
      struct monitor monitor = m->monitors.at[--m->monitors.count];
      if (monitor.dropped)
        continue;
      if (monitor.site != MONITOR_OF_METHOD && !is_throw)
        drop_site (m, monitor, "the method can return without releasing it");
      machine_effect (m, EFFECT_UNLOCK, monitor.lock);
    }
}

/* wait: gives back LOCK, and first what the method has acquired after it. */
static bool
give_back (struct machine *m, uint32_t lock)
{
  assert (m->x->corrections.by_outer);
  struct extraction *x = m->x;
  uint32_t held = monitors_held (m), count = row_count (&x->rows, held);
  uint32_t outer = row_count (&x->rows, x->instances.at[m->instance].outer);
  uint32_t position = 0;
  while (position < count && row_words (&x->rows, held)[position] != lock)
    position++;
  if (position == count)
    {
      machine_throw (m, OTHER); /* IllegalMonitorStateException */
      return false;
    }
  uint32_t lowest = count; /* of the locks that are in the way */
  for (uint32_t i = count; i-- > position;)
    if (row_words (&x->rows, held)[i] != lock)
      {
        if (i < outer)
          drop_lock (m, row_words (&x->rows, held)[i],
                     "it is held by a caller at a wait for a lock that was acquired "
                     "before it");
        else
          lowest = i;
      }
  uint32_t above[MONITORS_MOST];
  uint32_t above_count = 0;
  assert (count - lowest <= MONITORS_MOST);
  for (uint32_t i = lowest; i < count; i++)
    above[above_count++] = row_words (&x->rows, held)[i];
  if (above_count > 0)
    note_at (x, JAVA_ADDS_EXECUTIONS, "wait-gives-back", m->instance, m->instruction,
             "waiting for '%s' also gives back '%s', which was acquired after it",
             name_of_lock (m, lock), name_of_lock (m, above[0]));
  struct monitor kept[MONITORS_MOST];
  uint32_t kept_count = 0;
  for (uint32_t i = above_count; i-- > 0;)
    for (bool released = false; !released; kept_count++)
      {
        assert (m->monitors.count > 0);
        assert (kept_count < MONITORS_MOST);
        kept[kept_count] = m->monitors.at[--m->monitors.count];
        released = !kept[kept_count].dropped;
        if (released)
          machine_effect (m, EFFECT_UNLOCK, above[i]);
      }
  machine_effect (m, EFFECT_WAIT, lock);
  while (kept_count > 0)
    {
      struct monitor monitor = kept[--kept_count];
      *vec_push (&x->run_arena, &m->monitors) = monitor;
      if (!monitor.dropped)
        machine_effect (m, EFFECT_LOCK, monitor.lock);
    }
  return true;
}

bool
monitor_wait (struct machine *m, uint32_t lock)
{
  assert (lock == JAVA_LOCK_NONE || lock < m->x->heap.locks.count);
  struct extraction *x = m->x;
  if (lock == JAVA_LOCK_NONE || x->heap.locks.at[lock].dropped)
    {
      note_at (x, JAVA_ADDS_EXECUTIONS, "skipped-wait", m->instance, m->instruction,
               "a wait for a lock that is not in the model is left out: the unit is not "
               "cut here");
      return true;
    }
  if (!x->corrections.by_outer)
    {
      x->corrections.by_outer = true;
      extraction_correct (x, "what do callers hold?");
      return true;
    }
  return give_back (m, lock);
}

value_id
monitor_is_held (struct machine *m, uint32_t lock)
{
  struct extraction *x = m->x;
  assert (lock == JAVA_LOCK_NONE || lock < x->heap.locks.count);
  if (lock == JAVA_LOCK_NONE || x->heap.locks.at[lock].dropped
      || x->heap.locks.at[lock].dropped_somewhere)
    return OTHER;
  if (!x->corrections.by_outer)
    {
      x->corrections.by_outer = true;
      extraction_correct (x, "what do callers hold?");
      return OTHER;
    }
  uint32_t held = monitors_held (m);
  for (uint32_t i = 0; i < row_count (&x->rows, held); i++)
    if (row_words (&x->rows, held)[i] == lock)
      return TRUE_VALUE;
  return FALSE_VALUE;
}

void
monitor_notify (struct machine *m, uint32_t lock, bool all)
{
  assert (lock == JAVA_LOCK_NONE || lock < m->x->heap.locks.count);
  struct extraction *x = m->x;
  if (lock == JAVA_LOCK_NONE || x->heap.locks.at[lock].dropped
      || !x->corrections.by_outer)
    return;
  uint32_t held = monitors_held (m);
  for (uint32_t i = 0; i < row_count (&x->rows, held); i++)
    if (row_words (&x->rows, held)[i] == lock)
      {
        machine_effect (m, all ? EFFECT_NOTIFY_ALL : EFFECT_NOTIFY, lock);
        return;
      }
}

/* The monitor of OBJECT, which SITE enters, with a note if the model has none. */
static uint32_t
find_monitor (struct machine *m, value_id object, uint32_t site)
{
  struct extraction *x = m->x;
  uint32_t lock = heap_lock (x, LOCK_MONITOR, object);
  enum value_kind kind = value_kind (&x->values, object);
  assert (lock == JAVA_LOCK_NONE || lock < x->heap.locks.count);
  /* A new object is locked by nobody else; another object of the class (entries.c) is. */
  bool is_new = kind == VALUE_RAW
                || (kind == VALUE_OBJECT
                    && value_at (&x->values, object)->a
                         != universe_class (x->universe, x->class)->name.index);
  if (lock != JAVA_LOCK_NONE)
    return lock;
  bool is_left_out = !is_new && kind != VALUE_NULL;
  account_at (m, site, is_left_out ? ACCOUNT_LEFT_OUT : ACCOUNT_PRIVATE);
  if (is_left_out)
    note_at (x, JAVA_ADDS_EXECUTIONS, "unknown-lock", m->instance, m->instruction,
             "'synchronized' on an object that is not always the same is left out");
  return lock;
}

void
monitor_of_method (struct machine *m, value_id object)
{
  monitor_enter (m, find_monitor (m, object, MONITOR_OF_METHOD), MONITOR_OF_METHOD);
}

void
machine_monitor_enter (struct machine *m, value_id object)
{
  monitor_enter (m, find_monitor (m, object, m->instruction), m->instruction);
}

bool
machine_monitor_exit (struct machine *m, value_id object)
{
  return monitor_exit (m, heap_lock (m->x, LOCK_MONITOR, object));
}
