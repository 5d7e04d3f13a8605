/* parcel.c -- see parcel.h. */
#include <config.h>

#include "batch/parcel.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "phaseauto/meetings.h"

/* The head; what the verdict points to follows. */
struct parcel
{
  struct verdict verdict;
  uint32_t processes, bug, steps; /* bytes; 0: none */
  uint32_t initial, texts;        /* of the witness: values that fields start with, and
                                     the texts of its steps, each with its end */
  uint32_t circle;                /* bytes: the locks of the circle, if the automaton is
                                     not the query's, which both sides have */
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
parcel_length (const struct parcel *parcel)
{
  return sizeof *parcel + parcel->processes + parcel->circle + parcel->bug + parcel->steps
         + parcel->initial + parcel->texts;
}

char *
parcel_pack (const struct query *query, const struct verdict *verdict,
             const struct repair *repair, size_t *length)
{
  struct parcel parcel = { .verdict = *verdict, .repaired = repair != NULL };
  const char *bug = verdict->bug;
  const struct witness *witness = witness_of (verdict);
  const struct pa_automaton *automaton = verdict->automaton;
  assert (!witness || verdict->processes);
  if (repair)
    parcel.repair = *repair;
  if (witness)
    {
      parcel.processes = (uint32_t) (verdict->cast * sizeof (process_id));
      if (automaton != query->automaton)
        parcel.circle = (uint32_t) (automaton->threads.count * sizeof (lock_id));
    }
  parcel.bug = bug ? (uint32_t) strlen (bug) + 1 : 0;
  parcel.steps
    = witness ? (uint32_t) (witness->steps.count * sizeof *witness->steps.at) : 0;
  for (uint32_t i = 0; witness && i < witness->steps.count; i++)
    if (witness->steps.at[i].text)
      parcel.texts += (uint32_t) strlen (witness->steps.at[i].text) + 1;
  if (witness)
    parcel.initial = (uint32_t) (witness->initial.count * sizeof *witness->initial.at);
  *length = parcel_length (&parcel);
  char *bytes = malloc (*length), *end = bytes;
  if (!bytes)
    return NULL;
  end = (char *) mempcpy (end, &parcel, sizeof parcel);
  if (parcel.processes)
    end = (char *) mempcpy (end, verdict->processes, parcel.processes);
  for (uint32_t i = 0; parcel.circle && i < automaton->steps.count; i++)
    end = (char *) mempcpy (end, &automaton->steps.at[i].lock, sizeof (lock_id));
  if (bug)
    end = (char *) mempcpy (end, bug, parcel.bug);
  if (witness)
    end = (char *) mempcpy (end, witness->steps.at, parcel.steps);
  if (parcel.initial)
    end = (char *) mempcpy (end, witness->initial.at, parcel.initial);
  for (uint32_t i = 0; witness && i < witness->steps.count; i++)
    if (witness->steps.at[i].text)
      end = stpcpy (end, witness->steps.at[i].text) + 1;
  assert (end == bytes + *length);
  return bytes;
}

/* The steps are followed by what they start with, and by their texts. */
static const struct witness *
unpack_witness (const struct parcel *parcel, const char *bytes, struct arena *arena)
{
  struct witness *witness = arena_calloc (arena, 1, sizeof *witness);
  uint32_t steps = parcel->steps / (uint32_t) sizeof *witness->steps.at;
  uint32_t initial = parcel->initial / (uint32_t) sizeof *witness->initial.at;
  assert (steps * sizeof *witness->steps.at == parcel->steps);
  witness->steps.at = arena_alloc (arena, parcel->steps + (size_t) 1);
  memcpy (witness->steps.at, bytes, parcel->steps);
  witness->steps.count = witness->steps.capacity = steps;
  bytes += parcel->steps;
  witness->initial.at = arena_alloc (arena, parcel->initial + (size_t) 1);
  memcpy (witness->initial.at, bytes, parcel->initial);
  witness->initial.count = witness->initial.capacity = initial;
  bytes += parcel->initial;
  const char *end = bytes + parcel->texts;
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
parcel_unpack (const struct query *query, const char *bytes, size_t length,
               const struct repair **repair, struct arena *arena)
{
  struct parcel parcel;
  assert (length >= sizeof parcel);
  memcpy (&parcel, bytes, sizeof parcel);
  assert (length == parcel_length (&parcel));
  (void) length;
  bytes += sizeof parcel;
  struct verdict verdict = parcel.verdict;
  assert (verdict.kind != VERDICT_VIOLATION || verdict.witness);
  process_id *processes = arena_alloc (arena, parcel.processes + (size_t) 1);
  memcpy (processes, bytes, parcel.processes);
  bytes += parcel.processes;
  verdict.processes = parcel.processes ? processes : NULL;
  if (parcel.circle)
    {
      lock_id *locks = arena_alloc (arena, parcel.circle);
      memcpy (locks, bytes, parcel.circle);
      bytes += parcel.circle;
      uint32_t count = parcel.circle / (uint32_t) sizeof *locks;
      verdict.automaton = query->kind == QUERY_STUCK ? pa_stuck_threads (count, arena)
                                                     : pa_circle (locks, count, arena);
    }
  else if (verdict.automaton)
    verdict.automaton = query->automaton;
  verdict.bug = parcel.bug ? arena_copy (arena, bytes, parcel.bug - 1) : NULL;
  bytes += parcel.bug;
  if (verdict.witness)
    verdict.witness = unpack_witness (&parcel, bytes, arena);
  else if (verdict.suspicion)
    verdict.suspicion = unpack_witness (&parcel, bytes, arena);
  *repair = NULL;
  if (parcel.repaired)
    {
      struct repair *copy = arena_alloc (arena, sizeof *copy);
      *copy = parcel.repair;
      *repair = copy;
    }
  return verdict;
}
