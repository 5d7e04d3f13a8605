/* invariants.c -- see proof.h: queries that only the values make safe, and invariants
 * that say why.
 *
 * The engine ic3 is asked again, without reductions: so the checker has to build the
 * model as it is.  The bits must be named.  In the engine, the place of a process is a
 * number; in the file a bit of it is a set of places, all those whose numbers have that
 * bit.  A slot that is dead at some places is 0 there for the engine, but has any value
 * in the file.  So for a bit of it
 *
 *     the bit is 0      the slot's bit is 0, or the process is where the slot is dead
 *     the bit is 1      the slot's bit is 1, and the process is where it is not dead
 *
 * The latter makes two clauses of one.
 */
#include <config.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "certificate/proof.h"
#include "phaseauto/reduction.h"

/* Calls of the solver and conflicts that a proof may take. */
#define INVARIANT_BUDGET 300000
/* The most dead slots that a clause may be about: it becomes a clause for each subset. */
#define MOST_DEAD 6

/* An invariant while it is written. */
struct telling
{
  struct certificate *certificate;
  const struct invariant *invariant;
  uint32_t **places; /* by process and number of a place: its number in the file */
  bool **here;       /* by process and number of a place: it is in the current clause */
  struct certificate_text *text;
};

/* ---- Places. ---- */

static uint32_t
number_stack (struct certificate *c, const struct stacks *stacks, pds_stack stack)
{
  if (stack_is_empty (stack))
    return 0;
  assert (stacks_top (stacks, stack).index < pds_symbol_count (c->about.pds));
  struct certificate_text text = { .arena = &c->scratch };
  uint32_t below = number_stack (c, stacks, stacks_below (stacks, stack));
  text_print (&text, "%u %u", (unsigned) stacks_top (stacks, stack).index,
              (unsigned) below);
  return writer_number (&c->writer, WRITER_PLACES, &text);
}

static void
number_places (struct telling *t)
{
  struct certificate *c = t->certificate;
  uint32_t processes = c->about.pds->processes.count;
  t->places = arena_alloc (&c->scratch, (processes + (size_t) 1) * sizeof *t->places);
  t->here = arena_alloc (&c->scratch, (processes + (size_t) 1) * sizeof *t->here);
  for (uint32_t p = 0; p < processes; p++)
    {
      const struct invariant_places *own = &t->invariant->places[p];
      assert (own->count > 0 && (own->wrong == UINT32_MAX || own->wrong < own->count));
      t->places[p] = arena_alloc (&c->scratch, own->count * sizeof *t->places[p]);
      t->here[p] = arena_alloc (&c->scratch, own->count * sizeof *t->here[p]);
      for (uint32_t n = 0; n < own->count; n++)
        t->places[p][n] = n == own->wrong ? 1 : number_stack (c, own->stacks, own->at[n]);
    }
}

static int
compare_numbers (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  return (x > y) - (x < y);
}

/* Write "at" and the marked places of process P, if there are any. */
static void
tell_here (struct telling *t, uint32_t p)
{
  struct certificate *c = t->certificate;
  uint32_t count = t->invariant->places[p].count, marked = 0;
  uint32_t *numbers = arena_alloc (&c->scratch, count * sizeof *numbers);
  for (uint32_t n = 0; n < count; n++)
    if (t->here[p][n])
      numbers[marked++] = t->places[p][n];
  if (marked == 0)
    return;
  assert (marked < count); /* otherwise the clause would be true */
  qsort (numbers, marked, sizeof *numbers, compare_numbers);
  struct certificate_text set = { .arena = &c->scratch };
  text_print_ranges (&set, numbers, marked);
  text_print (t->text, " at %u %u", (unsigned) p,
              (unsigned) writer_number (&c->writer, WRITER_PLACE_SETS, &set));
}

/* ---- Values. ---- */

static uint32_t
number_value (struct telling *t, const struct invariant_bit *bit)
{
  struct certificate *c = t->certificate;
  assert (bit->bit < 64 && bit->process < c->about.pds->processes.count);
  struct certificate_text text = { .arena = &c->scratch };
  unsigned process = bit->process, object = bit->object;
  switch (bit->kind)
    {
    case INVARIANT_SLOT:
      text_print (
        &text, "slot %u %u %u", process,
        (unsigned) number_stack (c, t->invariant->places[process].stacks, bit->below),
        object);
      break;
    case INVARIANT_CELL:
      text_print (&text, "cell %u %u", object, (unsigned) bit->cell);
      break;
    case INVARIANT_OWNER: text_print (&text, "owner %u", object); break;
    case INVARIANT_STARTED: text_print (&text, "started %u", process); break;
    case INVARIANT_FINISHED: text_print (&text, "finished %u", process); break;
    case INVARIANT_WAITING: text_print (&text, "waiting %u", process); break;
    case INVARIANT_DONE: text_print (&text, "done"); break;
    case INVARIANT_MIDST: text_print (&text, "midst"); break;
    case INVARIANT_PLACE: assert (false && "a place is no value");
    }
  return writer_number (&c->writer, WRITER_VALUES, &text);
}

/* ---- Clauses. ---- */

/* The slots that a clause says are 1 and that are dead at some places, by their tables of
   the places where they are not. */
struct dead_slots
{
  const bool *kept[MOST_DEAD];
  uint32_t count;
};

/* Does the literal say of such a slot that it is 1?  Then WHICH is the number of its
   table in DEAD, or the number of the next one. */
static bool
find_dead (const struct dead_slots *dead, const struct invariant_bit *bit, bool value,
           uint32_t *which)
{
  if (bit->kind != INVARIANT_SLOT || !bit->kept || !value)
    return false;
  assert (dead->count <= MOST_DEAD);
  for (*which = 0; *which < dead->count; ++*which)
    if (dead->kept[*which] == bit->kept)
      return true;
  return true;
}

/* Write one of the clauses that CLAUSE becomes: for each slot of DEAD, by the bits of
   CHOICE, that it is 1, or that the process is where it is not dead. */
static void
tell_choice (struct telling *t, const struct invariant_clause *clause,
             const struct dead_slots *dead, uint32_t choice)
{
  const struct invariant *invariant = t->invariant;
  uint32_t processes = t->certificate->about.pds->processes.count, which = 0;
  struct certificate_text whole = *t->text;
  assert (choice >> dead->count == 0);
  for (uint32_t p = 0; p < processes; p++)
    memset (t->here[p], false, invariant->places[p].count * sizeof *t->here[p]);
  text_print (t->text, "clause");
  for (uint32_t i = 0; i < clause->count; i++)
    {
      const struct invariant_bit *bit = &invariant->bits[clause->literals[i].bit];
      bool value = clause->literals[i].value;
      assert (clause->literals[i].bit < invariant->bit_count);
      uint32_t count = bit->kind == INVARIANT_PLACE || bit->kind == INVARIANT_SLOT
                         ? invariant->places[bit->process].count
                         : 0;
      bool places = find_dead (dead, bit, value, &which) && (choice >> which & 1);
      for (uint32_t n = 0; n < count; n++)
        t->here[bit->process][n] |= bit->kind == INVARIANT_PLACE
                                      ? (n >> bit->bit & 1) == value
                                    : places ? bit->kept[n]
                                             : !value && bit->kept && !bit->kept[n];
      if (bit->kind != INVARIANT_PLACE && !places)
        text_print (t->text, " %c %u %u", value ? '+' : '-',
                    (unsigned) number_value (t, bit), (unsigned) bit->bit);
    }
  for (uint32_t p = 0; p < processes; p++)
    {
      uint32_t count = invariant->places[p].count, marked = 0;
      for (uint32_t n = 0; n < count; n++)
        marked += t->here[p][n];
      if (marked == count) /* the clause is always true */
        {
          t->text->bytes.count = whole.bytes.count;
          return;
        }
      tell_here (t, p);
    }
  text_print (t->text, "\n");
}

/* Write CLAUSE.  False: it would become too many clauses. */
static bool
tell_clause (struct telling *t, const struct invariant_clause *clause)
{
  struct dead_slots dead = { .count = 0 };
  uint32_t which = 0;
  quota_tick (&t->certificate->quota);
  for (uint32_t i = 0; i < clause->count; i++)
    {
      const struct invariant_bit *bit = &t->invariant->bits[clause->literals[i].bit];
      if (!find_dead (&dead, bit, clause->literals[i].value, &which)
          || which < dead.count)
        continue;
      if (dead.count == MOST_DEAD)
        return false;
      dead.kept[dead.count++] = bit->kept;
    }
  for (uint32_t choice = 0; choice < (uint32_t) 1 << dead.count; choice++)
    tell_choice (t, clause, &dead, choice);
  return true;
}

/* ---- Asking. ---- */

static struct question
question_of (const struct certificate *c, const struct query *query)
{
  assert (c->about.lowering);
  return (struct question){ .lowering = c->about.lowering,
                            .goal = query->kind,
                            .field = query->automaton->parameters.count > 0
                                       ? query->fields[0]
                                       : FIELD_NONE,
                            .claim = query->claim,
                            .only = &c->ask.only,
                            .budget = INVARIANT_BUDGET,
                            .certify = true };
}

/* The word for an answer without an invariant. */
static const char *
reason_of (const struct answer *answer)
{
  assert (!answer->invariant);
  if (answer->kind == VERDICT_UNKNOWN && answer->reason == QUOTA_NOT_EXHAUSTED)
    return "budget";
  return verdict_reason_word (answer->kind == VERDICT_UNKNOWN ? answer->reason
                                                              : QUOTA_DATA);
}

/* Append to TEXT the invariant of QUESTION.  False: the reason is set. */
static bool
tell_invariant (struct certificate *c, const struct question *question,
                struct certificate_text *text)
{
  const struct engine *engine = engine_able (ENGINE_INVARIANT);
  assert (question->certify && question->lowering == c->about.lowering);
  struct answer answer = { .kind = VERDICT_UNKNOWN, .reason = QUOTA_DATA };
  if (engine)
    engine_pool_ask (&c->pool, engine, question, &c->counts, &answer);
  if (answer.kind != VERDICT_SAFE || !answer.invariant)
    {
      c->reason = reason_of (&answer);
      return false;
    }
  struct telling t = { .certificate = c, .invariant = answer.invariant, .text = text };
  number_places (&t);
  LOG (1, "an invariant of %u clauses", (unsigned) answer.invariant->clause_count);
  for (uint32_t i = 0; i < answer.invariant->clause_count; i++)
    if (!tell_clause (&t, &answer.invariant->clauses[i]))
      {
        c->reason = "size";
        return false;
      }
  return true;
}

/* Writes the invariants of all choices of processes for the threads of a pattern. */
struct casting
{
  struct certificate *certificate;
  const struct query *query;
  const struct proof_players *players;
  struct certificate_text *text;
  struct pa_instance instance;
  process_id *chosen; /* by thread */
  uint32_t count;     /* the number of invariants written */
};

static bool
tell_casts (struct casting *casting, uint32_t thread)
{
  struct certificate *c = casting->certificate;
  const struct pa_automaton *automaton = casting->query->automaton;
  const struct pds *pds = c->about.pds;
  assert (thread <= automaton->threads.count && casting->players->plays);
  if (thread == automaton->threads.count)
    {
      struct question question = question_of (c, casting->query);
      question.instance = &casting->instance;
      question.processes = casting->chosen;
      question.threads = thread;
      text_print (casting->text, "invariant %s :", casting->players->name);
      for (uint32_t t = 0; t < thread; t++)
        text_print (casting->text, " %u", (unsigned) casting->chosen[t].index);
      text_print (casting->text, "\n");
      casting->count++;
      return tell_invariant (c, &question, casting->text);
    }
  for (process_id p = { 0 }; p.index < pds->processes.count; p.index++)
    {
      bool taken = false;
      for (uint32_t t = 0; t < thread; t++)
        taken |= process_equal (casting->chosen[t], p);
      casting->chosen[thread] = p;
      if (!taken
          && casting->players->plays (casting->players->context, (thread_id){ thread }, p)
          && !tell_casts (casting, thread + 1))
        return false;
    }
  return true;
}

static bool
tell_pattern (struct certificate *c, const struct query *query,
              const struct proof_players *players, struct certificate_text *text,
              uint32_t *count)
{
  assert (query->kind == QUERY_PATTERN && query->fields);
  struct casting casting = { .certificate = c,
                             .query = query,
                             .players = players,
                             .text = text,
                             .instance = { query->automaton, query->fields, query->set,
                                           c->about.pds->idsets } };
  casting.chosen
    = arena_alloc (&c->query, query->automaton->threads.count * sizeof *casting.chosen);
  bool fine = tell_casts (&casting, 0);
  *count = casting.count;
  return fine;
}

bool
proof_by_invariants (struct certificate *c, const struct query *query,
                     const struct proof_players *players)
{
  struct certificate_text text = { .arena = &c->query };
  uint32_t count = 1;
  assert (!c->reason && c->about.lowering);
  /* Both the engine and the checker take all circles together. */
  bool fine = query->kind != QUERY_DEADLOCK || c->ask.only.filtered == 0;
  if (!fine)
    c->reason = verdict_reason_word (QUOTA_DATA);
  else if (query->kind == QUERY_PATTERN)
    fine = tell_pattern (c, query, players, &text, &count);
  else
    {
      struct question question = question_of (c, query);
      text_print (&text, "invariant %s\n", players->name);
      fine = tell_invariant (c, &question, &text);
    }
  if (!fine)
    return false;
  if (text.bytes.count > 0)
    writer_put (&c->writer, text.bytes.at, text.bytes.count);
  writer_print (&c->writer, "proved %s :", players->name);
  for (uint32_t i = 0; i < count; i++)
    writer_print (&c->writer, " %u", (unsigned) c->sizes.invariants++);
  writer_print (&c->writer, "\n");
  return true;
}
