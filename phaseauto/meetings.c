/* meetings.c -- see meetings.h. */
#include <config.h>

#include "phaseauto/meetings.h"

#include <assert.h>

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

const struct pa_automaton *
pa_assert (void)
{
  static struct pa_symbol threads[] = { { "u", { 0, 0 } } };
  static struct pa_step steps[] = { { .thread = { 0 }, .kind = PA_FAILS } };
  static const struct pa_automaton claim = {
    .name = "assert",
    .title = "assertion",
    .text
    = { .says = "A process comes to an assert that is false, divides by zero, shifts "
                "too far, or uses an index outside of its array.",
        .harm = "What the program takes for granted is not so.",
        .example = "assert (count <= 8);\n" },
    .threads = { .at = threads, .count = 1 },
    .steps = { .at = steps, .count = 1 },
    .together = 1,
  };
  return &claim;
}

const struct pa_automaton *
pa_exclusive (void)
{
  static struct pa_symbol parameters[] = { { "x", { 0, 0 } } };
  static struct pa_symbol threads[] = { { "u", { 0, 0 } } };
  static struct pa_step steps[] = { { .thread = { 0 }, .kind = PA_ACCESSES } };
  static const struct pa_automaton exclusive = {
    .name = "exclusive",
    .title = "access without permission",
    .text
    = { .says = "A process accesses the field while the predicate that was declared "
                "for it with 'exclusive' does not hold.",
        .harm = "The protocol that is to keep others away from the field does not.",
        .example = "exclusive x when (owner == self);\n" },
    .parameters = { .at = parameters, .count = 1 },
    .threads = { .at = threads, .count = 1 },
    .steps = { .at = steps, .count = 1 },
    .together = 1,
  };
  return &exclusive;
}

const struct pa_automaton *
pa_stuck (void)
{
  static const struct pa_automaton stuck = {
    .name = "stuck",
    .title = "waiting for ever",
    .text = { .says = "A process waits, for a notify, a lock, a join or a condition, and "
                      "nothing that can still run will ever wake it.",
              .harm = "It never goes on, and what it should have done is not done. "
                      "Whoever waits for it waits for ever, too.",
              .example = "if (!ready)             ready = true;\n"
                         "  m.wait();             m.notify();\n" },
    .together = 1,
  };
  return &stuck;
}

/* A copy of TEMPLATE with COUNT threads, t1, t2 ..., and no steps yet. */
static struct pa_automaton *
add_threads (const struct pa_automaton *template, uint32_t count, struct arena *arena)
{
  assert (count <= PA_SIZE_LIMIT && template->threads.count == 0);
  struct pa_automaton *result = arena_alloc (arena, sizeof *result);
  *result = *template;
  result->together = count;
  for (uint32_t t = 0; t < count; t++)
    *vec_push (arena, &result->threads)
      = (struct pa_symbol){ arena_format (arena, "t%u", (unsigned) t + 1), { 0, 0 } };
  return result;
}

struct pa_automaton *
pa_stuck_threads (uint32_t count, struct arena *arena)
{
  assert (count >= 1);
  struct pa_automaton *stuck = add_threads (pa_stuck (), count, arena);
  for (uint32_t t = 0; t < count; t++)
    *vec_push (arena, &stuck->steps)
      = (struct pa_step){ .thread = { t }, .kind = PA_WAITS };
  return stuck;
}

struct pa_automaton *
pa_circle (const lock_id *locks, uint32_t count, struct arena *arena)
{
  assert (count >= 2);
  struct pa_automaton *circle = add_threads (pa_deadlock (), count, arena);
  for (uint32_t t = 0; t < count; t++)
    *vec_push (arena, &circle->steps)
      = (struct pa_step){ .thread = { t },
                          .kind = PA_AWAITS,
                          .lock = locks[t],
                          .holding = locks[(t + count - 1) % count] };
#ifdef EXPENSIVE_CHECKS
  pa_check (circle);
#endif
  return circle;
}
