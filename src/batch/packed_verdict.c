/* packed_verdict.c -- see packed_verdict.h. */
#include <config.h>

#include "batch/packed_verdict.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "phaseauto/meetings.h"

/* The header; what the verdict points to follows. */
struct packed_verdict
{
  struct verdict verdict;
  uint32_t processes, bug, steps; /* bytes; 0: none */
  uint32_t initial, texts;        /* of the witness: initial values, and the texts of its
                                     steps, each terminated */
  uint32_t circle;                /* bytes: the locks of the circle, if the automaton is
                                     not that of the query */
  bool repaired;
  struct repair repair; /* points to texts of the model only */
};

/* The witness of a violation, or the suspicion. */
static const struct witness *
witness_of (const struct verdict *verdict)
{
  return verdict->witness ? verdict->witness : verdict->suspicion;
}

static size_t
packed_verdict_length (const struct packed_verdict *packed)
{
  return sizeof *packed + packed->processes + packed->circle + packed->bug + packed->steps
         + packed->initial + packed->texts;
}

char *
packed_verdict_pack (const struct query *query, const struct verdict *verdict,
                     const struct repair *repair, size_t *length)
{
  struct packed_verdict packed = { .verdict = *verdict, .repaired = repair != NULL };
  const char *bug = verdict->bug;
  const struct witness *witness = witness_of (verdict);
  const struct pa_automaton *automaton = verdict->automaton;
  assert (!witness || verdict->processes);
  if (repair)
    packed.repair = *repair;
  if (witness)
    {
      packed.processes = (uint32_t) (verdict->cast * sizeof (process_id));
      if (automaton != query->automaton)
        packed.circle = (uint32_t) (automaton->threads.count * sizeof (lock_id));
    }
  packed.bug = bug ? (uint32_t) strlen (bug) + 1 : 0;
  packed.steps
    = witness ? (uint32_t) (witness->steps.count * sizeof *witness->steps.at) : 0;
  for (uint32_t i = 0; witness && i < witness->steps.count; i++)
    if (witness->steps.at[i].text)
      packed.texts += (uint32_t) strlen (witness->steps.at[i].text) + 1;
  if (witness)
    packed.initial = (uint32_t) (witness->initial.count * sizeof *witness->initial.at);
  *length = packed_verdict_length (&packed);
  char *bytes = malloc (*length), *end = bytes;
  if (!bytes)
    return NULL;
  end = (char *) mempcpy (end, &packed, sizeof packed);
  if (packed.processes)
    end = (char *) mempcpy (end, verdict->processes, packed.processes);
  for (uint32_t i = 0; packed.circle && i < automaton->steps.count; i++)
    end = (char *) mempcpy (end, &automaton->steps.at[i].lock, sizeof (lock_id));
  if (bug)
    end = (char *) mempcpy (end, bug, packed.bug);
  if (witness)
    end = (char *) mempcpy (end, witness->steps.at, packed.steps);
  if (packed.initial)
    end = (char *) mempcpy (end, witness->initial.at, packed.initial);
  for (uint32_t i = 0; witness && i < witness->steps.count; i++)
    if (witness->steps.at[i].text)
      end = stpcpy (end, witness->steps.at[i].text) + 1;
  assert (end == bytes + *length);
  return bytes;
}

/* The steps are followed by the initial values and the texts. */
static const struct witness *
unpack_witness (const struct packed_verdict *packed, const char *bytes,
                struct arena *arena)
{
  struct witness *witness = arena_calloc (arena, 1, sizeof *witness);
  uint32_t steps = packed->steps / (uint32_t) sizeof *witness->steps.at;
  uint32_t initial = packed->initial / (uint32_t) sizeof *witness->initial.at;
  assert (steps * sizeof *witness->steps.at == packed->steps);
  witness->steps.at = arena_alloc (arena, packed->steps + (size_t) 1);
  memcpy (witness->steps.at, bytes, packed->steps);
  witness->steps.count = witness->steps.capacity = steps;
  bytes += packed->steps;
  witness->initial.at = arena_alloc (arena, packed->initial + (size_t) 1);
  memcpy (witness->initial.at, bytes, packed->initial);
  witness->initial.count = witness->initial.capacity = initial;
  bytes += packed->initial;
  const char *end = bytes + packed->texts;
  for (uint32_t i = 0; i < steps; i++)
    if (witness->steps.at[i].text)
      {
        size_t length = strlen (bytes);
        witness->steps.at[i].text = arena_copy (arena, bytes, length);
        bytes += length + 1;
      }
  assert (bytes == end);
  (void) end;
  return witness;
}

struct verdict
packed_verdict_unpack (const struct query *query, const char *bytes, size_t length,
                       const struct repair **repair, struct arena *arena)
{
  struct packed_verdict packed;
  assert (length >= sizeof packed);
  memcpy (&packed, bytes, sizeof packed);
  assert (length == packed_verdict_length (&packed));
  (void) length;
  bytes += sizeof packed;
  struct verdict verdict = packed.verdict;
  assert (verdict.kind != VERDICT_VIOLATION || verdict.witness);
  process_id *processes = arena_alloc (arena, packed.processes + (size_t) 1);
  memcpy (processes, bytes, packed.processes);
  bytes += packed.processes;
  verdict.processes = packed.processes ? processes : NULL;
  if (packed.circle)
    {
      lock_id *locks = arena_alloc (arena, packed.circle);
      memcpy (locks, bytes, packed.circle);
      bytes += packed.circle;
      uint32_t count = packed.circle / (uint32_t) sizeof *locks;
      verdict.automaton = query->kind == QUERY_STUCK ? pa_stuck_threads (count, arena)
                                                     : pa_circle (locks, count, arena);
    }
  else if (verdict.automaton)
    verdict.automaton = query->automaton;
  verdict.bug = packed.bug ? arena_copy (arena, bytes, packed.bug - 1) : NULL;
  bytes += packed.bug;
  if (verdict.witness)
    verdict.witness = unpack_witness (&packed, bytes, arena);
  else if (verdict.suspicion)
    verdict.suspicion = unpack_witness (&packed, bytes, arena);
  *repair = NULL;
  if (packed.repaired)
    {
      struct repair *copy = arena_alloc (arena, sizeof *copy);
      *copy = packed.repair;
      *repair = copy;
    }
  return verdict;
}
