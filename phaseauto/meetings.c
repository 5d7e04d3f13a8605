/* meetings.c -- see meetings.h. */
#include <config.h>

#include "phaseauto/meetings.h"

#include <assert.h>
#include <string.h>

const struct pa_automaton *
pa_race (void)
{
  static struct pa_symbol parameters[] = { { "x", { 0, 0 } } };
  static struct pa_symbol threads[] = { { "u", { 0, 0 } }, { "v", { 0, 0 } } };
  static struct pa_step steps[] = {
    { .thread = { 0 }, .kind = PA_WRITES },
    { .thread = { 1 }, .kind = PA_ACCESSES },
  };
  static const struct pa_automaton race = {
    .name = "race",
    .title = "data race",
    .text = { .says = "Two processes are about to access the field at the same time, and "
                      "one of them writes.",
              .harm = "Which access comes first is left to chance. In Java and C the "
                      "reader may see an old value for ever, or half of a new one.",
              .example = "stop = true;            while (!stop) work();\n" },
    .parameters = { .at = parameters, .count = 1 },
    .threads = { .at = threads, .count = 2 },
    .steps = { .at = steps, .count = 2 },
    .together = 2,
  };
  return &race;
}

const struct pa_automaton *
pa_deadlock (void)
{
  static const struct pa_automaton deadlock = {
    .name = "deadlock",
    .title = "deadlock",
    .text = { .says = "Processes wait in a circle, each for a lock that the next one "
                      "holds.",
              .harm = "None of them ever goes on, nor does anyone else who needs one of "
                      "these locks.",
              .example = "synchronized (a) {      synchronized (b) {\n"
                         "  synchronized (b) ...    synchronized (a) ...\n" },
    .together = 1,
  };
  return &deadlock;
}

struct pa_automaton *
pa_circle (const lock_id *locks, uint32_t count, struct arena *arena)
{
  assert (count >= 2 && count <= PA_SIZE_LIMIT);
  struct pa_automaton *circle = arena_alloc (arena, sizeof *circle);
  *circle = *pa_deadlock ();
  circle->together = count;
  for (uint32_t t = 0; t < count; t++)
    {
      *vec_push (arena, &circle->threads)
        = (struct pa_symbol){ arena_format (arena, "t%u", (unsigned) t + 1), { 0, 0 } };
      *vec_push (arena, &circle->steps)
        = (struct pa_step){ .thread = { t }, .kind = PA_AWAITS, .lock = locks[t],
                            .holding = locks[(t + count - 1) % count] };
    }
#ifdef EXPENSIVE_CHECKS
  pa_check (circle);
#endif
  return circle;
}
