/* invariants.c -- see certifying.h: lines about states, and what they prove.
 *
 *     place SYMBOL PLACE         a symbol, and the place of the call below it, or 0
 *     places PLACES              a set
 *     value cell FIELD CELL      ... owner LOCK, started PROCESS, finished PROCESS, done,
 *                                midst, waiting PROCESS, slot PROCESS PLACE SLOT
 *     invariant QUESTION [: PROCESS...]
 *     clause LITERAL...          literals: at PROCESS SET, + VALUE BIT, - VALUE BIT
 */
#include <config.h>

#include <assert.h>

#include "base/log.h"
#include "certificate/checker/certifying.h"
#include "certificate/checker/induction.h"

/* ---- Tables. ---- */

bool
reading_place (struct reading_state *r)
{
  struct invariants *own = &r->invariants;
  struct place_claim place;
  if (!lines_number (r->lines, pds_symbol_count (r->certify->pds), &place.symbol)
      || !lines_number (r->lines, own->places.count + PLACE_FIRST, &place.below)
      || place.below == PLACE_WRONG || !lines_at_end (r->lines))
    return reading_malformed (r, "a place: a symbol, and the place of a call or 0");
  *vec_push (r->arena, &own->places) = place;
  return true;
}

bool
reading_places (struct reading_state *r)
{
  struct invariants *own = &r->invariants;
  struct places_claim set = { own->ranges.count, 0 };
  struct lines_range range = lines_ranges (r->lines, own->places.count + PLACE_FIRST);
  while (lines_range (&range))
    {
      *vec_push (r->arena, &own->ranges) = range.begin;
      *vec_push (r->arena, &own->ranges) = range.end;
      set.count++;
    }
  if (!range.fine || !lines_at_end (r->lines))
    return reading_malformed (r, "a set of places");
  *vec_push (r->arena, &own->sets) = set;
  return true;
}

/* Read COUNT words, the I-th below LIMITS[I]. */
static bool
read_words (struct reading_state *r, struct value_claim *value, const uint32_t *limits,
            uint32_t count)
{
  assert (count <= sizeof value->words / sizeof *value->words);
  for (uint32_t i = 0; i < count; i++)
    if (!lines_number (r->lines, limits[i], &value->words[i]))
      return false;
  return lines_at_end (r->lines);
}

static bool
read_cell (struct reading_state *r, struct value_claim *value)
{
  const struct ir_model *model = r->certify->lowering->flow->model;
  return lines_number (r->lines, model->fields.count, &value->words[0])
         && model->fields.at[value->words[0]].type.width > 0
         && lines_number (r->lines, model->fields.at[value->words[0]].cells,
                          &value->words[1])
         && lines_at_end (r->lines);
}

bool
reading_value (struct reading_state *r)
{
  static const char *const words[]
    = { [VALUE_CELL] = "cell",       [VALUE_OWNER] = "owner",
        [VALUE_STARTED] = "started", [VALUE_FINISHED] = "finished",
        [VALUE_DONE] = "done",       [VALUE_MIDST] = "midst",
        [VALUE_SLOT] = "slot",       [VALUE_WAITING] = "waiting" };
  const struct pds *pds = r->certify->pds;
  struct value_claim value = { .kind = VALUE_CELL };
  assert (pds == &r->certify->lowering->pds);
  uint32_t places = r->invariants.places.count + PLACE_FIRST;
  uint32_t limits[3] = { pds->processes.count, places, UINT32_MAX };
  uint32_t kind = 0, kinds = sizeof words / sizeof *words;
  while (kind < kinds && !lines_word (r->lines, words[kind]))
    kind++;
  bool fine = kind < kinds;
  value.kind = (enum value_kind) kind;
  switch (fine ? value.kind : VALUE_DONE)
    {
    case VALUE_CELL: fine = read_cell (r, &value); break;
    case VALUE_OWNER:
      limits[0] = pds->locks.count;
      fine = read_words (r, &value, limits, 1);
      break;
    case VALUE_STARTED:
    case VALUE_WAITING:
    case VALUE_FINISHED: fine = read_words (r, &value, limits, 1); break;
    case VALUE_DONE:
    case VALUE_MIDST: fine &= lines_at_end (r->lines); break;
    case VALUE_SLOT:
      fine = read_words (r, &value, limits, 3) && value.words[1] != PLACE_WRONG;
      break;
    }
  if (!fine)
    return reading_malformed (r, "a value of a state");
  *vec_push (r->arena, &r->invariants.values) = value;
  return true;
}

/* ---- Invariants. ---- */

/* The processes that play the threads of a pattern: different ones. */
static bool
read_processes (struct reading_state *r, struct invariant_claim *claim)
{
  uint32_t threads = claim->query.automaton->threads.count;
  assert (claim->query.kind == QUERY_PATTERN && threads <= PA_SIZE_LIMIT);
  process_id *processes
    = arena_alloc (r->arena, (threads + (size_t) 1) * sizeof *processes);
  claim->processes = processes;
  for (uint32_t t = 0; t < threads; t++)
    {
      if (!lines_number (r->lines, r->certify->pds->processes.count, &processes[t].index))
        return false;
      for (uint32_t i = 0; i < t; i++)
        if (process_equal (processes[i], processes[t]))
          return false;
    }
  return true;
}

bool
reading_invariant (struct reading_state *r)
{
  struct invariants *own = &r->invariants;
  struct invariant_claim *claim = &own->current;
  assert (!own->open);
  *claim = (struct invariant_claim){ .processes = NULL };
  if (!reading_asked (r, &claim->query))
    return false;
  bool pattern = claim->query.kind == QUERY_PATTERN;
  if (pattern && (!lines_word (r->lines, ":") || !read_processes (r, claim)))
    return reading_malformed (
      r, "an invariant of a pattern: ':', a process for each thread");
  if (!lines_at_end (r->lines))
    return reading_malformed (r, "an invariant: what it is about");
  own->open = true;
  own->clauses.count = own->literals.count = 0;
  return true;
}

bool
reading_clause (struct reading_state *r)
{
  struct invariants *own = &r->invariants;
  struct clause_claim clause = { r->lines->number, own->literals.count, 0 };
  assert (own->open);
  while (!lines_at_end (r->lines))
    {
      struct literal_claim literal = { .is_place = lines_word (r->lines, "at") };
      literal.positive = literal.is_place || lines_word (r->lines, "+");
      if (!literal.positive && !lines_word (r->lines, "-"))
        return reading_malformed (r,
                                  "a clause: literals are at, + or -, and two numbers");
      uint32_t first
        = literal.is_place ? r->certify->pds->processes.count : own->values.count;
      uint32_t second = literal.is_place ? own->sets.count : 64;
      if (!lines_number (r->lines, first, &literal.first)
          || !lines_number (r->lines, second, &literal.second))
        return reading_malformed (
          r, "a clause: process and set of places, or value and bit");
      *vec_push (r->arena, &own->literals) = literal;
      clause.count++;
    }
  *vec_push (r->arena, &own->clauses) = clause;
  return true;
}

/* ---- What they mean. ---- */

/* By line `place', from PLACE_FIRST on: the place of the system, or PLACE_NONE: no
   process can be there. */
static uint32_t *
find_places (struct reading_state *r, const struct system *system)
{
  const struct invariants *own = &r->invariants;
  uint32_t *found = arena_alloc (r->scratch, (own->places.count + (size_t) PLACE_FIRST)
                                               * sizeof *found);
  found[PLACE_ENDED] = PLACE_ENDED;
  found[PLACE_WRONG] = PLACE_WRONG;
  for (uint32_t i = 0; i < own->places.count; i++)
    {
      const struct place_claim *claim = &own->places.at[i];
      uint32_t below = found[claim->below];
      assert (claim->below < i + PLACE_FIRST);
      found[i + PLACE_FIRST]
        = below == PLACE_NONE
            ? PLACE_NONE
            : place_find (&system->places, (pds_symbol){ claim->symbol }, below);
    }
  return found;
}

/* The number of the value in the system; UINT32_MAX: always 0.  False: no such slot. */
static bool
find_value (const struct value_claim *claim, const struct system *system,
            const uint32_t *places, uint32_t *value)
{
  const struct frame_slots *frame;
  uint32_t below;
  switch (claim->kind)
    {
    case VALUE_CELL:
      assert (system->first_cell[claim->words[0]] != UINT32_MAX);
      *value = system->first_cell[claim->words[0]] + claim->words[1];
      return true;
    case VALUE_OWNER: *value = system->first_owner + claim->words[0]; return true;
    case VALUE_STARTED: *value = system->first_started + claim->words[0]; return true;
    case VALUE_FINISHED: *value = system->first_finished + claim->words[0]; return true;
    case VALUE_WAITING:
      *value = system->first_waiting + claim->words[0];
      return system->first_waiting != UINT32_MAX;
    case VALUE_DONE: *value = system->done; return true;
    case VALUE_MIDST: *value = system->midst; return true;
    case VALUE_SLOT: break;
    }
  below = places[claim->words[1]];
  frame = below == PLACE_NONE ? NULL : system_frame (system, claim->words[0], below);
  *value = frame ? frame->first + claim->words[2] : UINT32_MAX;
  return !frame || claim->words[2] < frame->body->slot_count;
}

static bool
find_literal (const struct reading_state *r, const struct literal_claim *claim,
              const struct system *system, const uint32_t *places,
              struct induction_literal *literal)
{
  *literal = (struct induction_literal){ .is_place = claim->is_place,
                                         .process = claim->first,
                                         .set = claim->second,
                                         .value = UINT32_MAX,
                                         .bit = claim->second,
                                         .positive = claim->positive };
  if (claim->is_place)
    return true;
  assert (claim->first < r->invariants.values.count);
  return find_value (&r->invariants.values.at[claim->first], system, places,
                     &literal->value)
         && (literal->value == UINT32_MAX
             || literal->bit < system->width.at[literal->value]);
}

static bool
find_clauses (struct reading_state *r, struct induction *induction)
{
  const struct invariants *own = &r->invariants;
  const uint32_t *places = find_places (r, induction->system);
  assert (induction->clauses.count == 0 && induction->sets.count == 0);
  for (uint32_t s = 0; s < own->sets.count; s++)
    {
      struct induction_set *set = vec_push (r->scratch, &induction->sets);
      *set = (struct induction_set){ VEC_EMPTY };
      for (uint32_t i = 0; i < own->sets.at[s].count; i++)
        {
          const uint32_t *range = &own->ranges.at[own->sets.at[s].first + 2 * i];
          for (uint32_t place = range[0]; place < range[1]; place++)
            if (places[place] != PLACE_NONE)
              *vec_push (r->scratch, &set->places) = places[place];
          quota_work (r->scratch->quota, range[1] - range[0]);
        }
    }
  for (uint32_t c = 0; c < own->clauses.count; c++)
    {
      const struct clause_claim *claim = &own->clauses.at[c];
      struct induction_clause *clause = vec_push (r->scratch, &induction->clauses);
      *clause = (struct induction_clause){ .line = claim->line };
      quota_tick (r->scratch->quota);
      for (uint32_t i = 0; i < claim->count; i++)
        if (!find_literal (r, &own->literals.at[claim->first + i], induction->system,
                           places, vec_push (r->scratch, &clause->literals)))
          return reading_refuse_line (r, claim->line,
                                      "malformed: there is no such slot or bit");
    }
  return true;
}

/* What the automaton of a pattern sees of each process. */
static const struct part *const *
find_parts (struct reading_state *r, const struct invariant_claim *claim)
{
  const struct pds *pds = r->certify->pds;
  assert (claim->processes && claim->query.automaton->together == 1);
  const struct part **parts
    = arena_calloc (r->scratch, pds->processes.count + (size_t) 1, sizeof *parts);
  for (thread_id t = { 0 }; t.index < claim->query.automaton->threads.count; t.index++)
    {
      struct part *part = arena_alloc (r->scratch, sizeof *part);
      part_init (part, pds, &claim->query, t, r->scratch);
      parts[claim->processes[t.index].index] = part;
    }
  return parts;
}

static bool
check_invariant (struct reading_state *r, const struct invariant_claim *claim)
{
  struct certify *certify = r->certify;
  assert (!certify->solver);
  bool pattern = claim->query.kind == QUERY_PATTERN;
  struct system system;
  struct fault fault = { &claim->query, certify->allowed, certify->filtered };
  struct induction induction = { .system = &system, .fault = pattern ? NULL : &fault };
  if (!system_init (&system, certify->lowering,
                    pattern ? script_phases (claim->query.automaton) : 0,
                    claim->query.kind == QUERY_STUCK, r->scratch))
    return reading_refuse (r, "a process can be at too many places: nothing is known of "
                              "recursion without an end");
  if (pattern)
    induction.parts = find_parts (r, claim);
  if (!find_clauses (r, &induction))
    return false;
  char problem[INDUCTION_PROBLEM];
  uint32_t line = 0, number = r->invariants.list.count;
  certify->clauses += induction.clauses.count;
  if (induction_holds (&induction, &certify->solver, problem, &line, r->scratch))
    return true;
  if (!line)
    line = r->lines->number;
  return reading_refuse_line (r, line, "invariant %u: %s", (unsigned) number, problem);
}

bool
reading_finish_invariant (struct reading_state *r)
{
  struct invariants *own = &r->invariants;
  if (!own->open)
    return true;
  own->open = false;
  bool holds = check_invariant (r, &own->current);
  gates_free_solver (&r->certify->solver);
  arena_clear (r->scratch);
  if (!holds)
    return false;
  LOG (1, "invariant %u holds: %u clauses", (unsigned) own->list.count,
       (unsigned) own->clauses.count);
  *vec_push (r->arena, &own->list) = own->current;
  r->certify->invariants++;
  return true;
}

/* ---- Queries. ---- */

/* The invariants that a line `proved' names, and the choices of processes that are left.
 */
struct choices
{
  struct reading_state *r;
  const struct query *query;
  VEC (const struct invariant_claim *) given;
  struct part *parts; /* by thread */
  process_id *chosen; /* by thread */
  uint32_t threads;
};

static bool
is_given (const struct choices *c)
{
  assert (c->query->kind == QUERY_PATTERN);
  for (uint32_t i = 0; i < c->given.count; i++)
    {
      bool same = true;
      for (uint32_t t = 0; t < c->threads && same; t++)
        same = process_equal (c->given.at[i]->processes[t], c->chosen[t]);
      if (same)
        return true;
    }
  return false;
}

/* Is there an invariant for all choices of processes for the threads from THREAD on? */
static bool
all_are_given (struct choices *c, uint32_t thread)
{
  const struct certify *certify = c->r->certify;
  assert (thread <= c->threads);
  if (thread == c->threads)
    return is_given (c);
  for (process_id p = { 0 }; p.index < certify->pds->processes.count; p.index++)
    {
      body_id body = certify->pds->processes.at[p.index].body;
      bool may = thread >= certify->filtered || certify->allowed[thread][p.index];
      for (uint32_t t = 0; t < thread; t++)
        may &= !process_equal (c->chosen[t], p);
      quota_tick (c->r->scratch->quota);
      c->chosen[thread] = p;
      if (may && part_can_be_played (&c->parts[thread], &c->r->scene.body[body.index])
          && !all_are_given (c, thread + 1))
        return false;
    }
  return true;
}

/* Do the invariants whose numbers are the rest of the line prove QUERY? */
static bool
is_proved (struct reading_state *r, const struct query *query)
{
  uint32_t number;
  assert (!r->invariants.open);
  struct choices c = { .r = r, .query = query };
  while (lines_number (r->lines, r->invariants.list.count, &number))
    {
      const struct invariant_claim *claim = &r->invariants.list.at[number];
      if (!reading_same_query (&claim->query, query))
        return reading_refuse (r, "invariant %u is about something else",
                               (unsigned) number);
      *vec_push (r->scratch, &c.given) = claim;
    }
  if (!lines_at_end (r->lines))
    return reading_malformed (r, "numbers of invariants");
  if (query->kind != QUERY_PATTERN)
    return c.given.count > 0 || reading_refuse (r, "the query needs an invariant");
  c.threads = query->automaton->threads.count;
  c.parts = arena_alloc (r->scratch, c.threads * sizeof *c.parts);
  c.chosen = arena_alloc (r->scratch, c.threads * sizeof *c.chosen);
  for (thread_id t = { 0 }; t.index < c.threads; t.index++)
    part_init (&c.parts[t.index], r->certify->pds, query, t, r->scratch);
  if (all_are_given (&c, 0))
    return true;
  return reading_refuse (r, "an invariant is missing: process %u as the first thread",
                         (unsigned) c.chosen[0].index);
}

bool
reading_proved (struct reading_state *r)
{
  uint32_t number;
  if (!reading_find_query (r, &number)
      || !is_proved (r, &r->certify->queries->list.at[number]))
    return false;
  reading_confirm (r, number);
  return true;
}
