/* portfolio.c -- see portfolio.h. */
#include <config.h>

#include "ask/portfolio.h"

#include <assert.h>

#include "base/log.h"
#include "ask/turns.h"
#include "phaseauto/reduction.h"

/* Up to this number of states the explicit search lists them all. */
#define TINY_STATES 2000
/* Compositions and comparisons of tuples that the antichains may make for one
   question before others take turns with them. */
#define ANTICHAIN_BUDGET 200000
/* Work of the others when BDDs join them: building their variables takes as long. */
#define BDD_JOINS 5000000
/* ... and how much the others work for each unit of theirs, since they are rarely the
   first to answer. */
#define BDD_PACE 2

/* Conflicts that the bounded search may have at each depth, and calls of the solver and
   conflicts of the proof that is tried before it, and of the one after it. */
#define DATA_CONFLICTS 20000
#define FIRST_PROOF 50000
#define LAST_PROOF 1000000

const struct engine *
portfolio_first (void)
{
  return &antichain_engine;
}

/* Are there so few states that listing them is the least work?  Without calls a
   process is where its symbol says, or at its end, and locks follow from that. */
static bool
is_tiny (const struct question *question)
{
  uint64_t states = question->steps + (uint64_t) 1;
  if (!(question->reductions & REDUCTION_ACTIVE) || question->scripted)
    return false;
  for (uint32_t p = 0; p < question->threads; p++)
    {
      const struct survey_body *body
        = &question->survey->body[question->participants[p].body.index];
      assert (body->known);
      if (body->calls)
        return false;
      states *= body->symbols.count + 1;
      if (states > TINY_STATES)
        return false;
    }
  return true;
}

/* Is it worth while to try without a search?  A person who will see the witness of a
   small program gets the one that a search comes to first, whatever it costs. */
static bool
is_for_tracks (const struct question *question)
{
  bool large = false;
  for (uint32_t p = 0; p < question->threads; p++)
    large |= question->survey->body[question->participants[p].body.index].symbols.count
             > question->large;
  return (question->reductions & REDUCTION_FREE_PLACES) && (large || !question->shown);
}

static void
ask (struct crew *crew, const struct engine *engine, const char *reason,
     const struct question *question, struct answer *answer, const char **name,
     const char **why)
{
  *name = engine->name;
  *why = reason;
  if (question->budget)
    LOG (1, "engine %s is asked (why: %s); it may do %llu units of work", engine->name,
         reason, (unsigned long long) question->budget);
  else
    LOG (1, "engine %s is asked (why: %s)", engine->name, reason);
  crew_ask (crew, engine, question, answer);
}

/* Antichains, states and BDDs in turn.  The states of a script mean nothing. */
static const struct engine *
take_turns (struct crew *crew, const struct question *question, struct answer *answer)
{
  struct turns_engine who[3] = { { &antichain_engine, 0, 1 } };
  uint32_t count = 1;
  if (!question->scripted)
    who[count++] = (struct turns_engine){ &explicit_engine, 0, 1 };
  who[count++] = (struct turns_engine){ &bdd_engine, BDD_JOINS, BDD_PACE };
  LOG (1, "%u engines take turns", (unsigned) count);
  /* How much work BDDs are depends on what is in their table. */
  crew_dismiss (crew, &bdd_engine);
  return turns_ask (crew, who, count, question, answer);
}

void
portfolio_ask (struct crew *crew, const struct question *question, struct answer *answer,
               const char **engine, const char **why)
{
  assert (!question->budget && engine && why);
  if (is_tiny (question))
    {
      ask (crew, &explicit_engine, "tiny", question, answer, engine, why);
      return;
    }
  struct question within = *question;
  if (is_for_tracks (question))
    {
      within.budget = 1;
      ask (crew, &direct_engine, "free", &within, answer, engine, why);
      if (answer->kind == VERDICT_VIOLATION)
        return;
    }
  within.budget = ANTICHAIN_BUDGET;
  ask (crew, &antichain_engine, "budget", &within, answer, engine, why);
  if (answer->kind == VERDICT_UNKNOWN && answer->reason == QUOTA_NOT_EXHAUSTED)
    {
      *why = "exceeded";
      *engine = take_turns (crew, question, answer)->name;
    }
  assert (answer->kind != VERDICT_UNKNOWN || answer->reason != QUOTA_NOT_EXHAUSTED);
}

void
portfolio_search (struct crew *crew, const struct question *question, uint64_t *spare,
                  struct answer *answer, const char **engine, const char **why)
{
  assert (!question->budget && !question->scripted && *spare > 0);
  struct question within = *question;
  within.budget = *spare;
  const struct verdict_counts *counts = crew->means.counts;
  uint64_t before = counts->visited + counts->stored;
  ask (crew, &explicit_engine, "scripts", &within, answer, engine, why);
  uint64_t spent = counts->visited + counts->stored - before;
  *spare -= spent < *spare ? spent : *spare;
}

/* ENGINE is asked, with data, about what is not decided yet. */
static void
ask_data (struct crew *crew, const struct engine *engine, const char *reason,
          const struct data_question *question, struct data_answer *answer,
          const char **name, const char **why)
{
  struct data_answer next;
  assert (question->budget > 0);
  *name = engine->name;
  *why = reason;
  LOG (1, "engine %s is asked, with data (why: %s); it may do %llu units of work",
       engine->name, reason, (unsigned long long) question->budget);
  crew_ask_data (crew, engine, question, &next);
  if (next.kind != VERDICT_UNKNOWN || engine == &explicit_engine)
    *answer = next;
  else if (next.reason == QUOTA_RECURSION && answer->reason == QUOTA_BOUND)
    answer->reason = QUOTA_RECURSION; /* that is what was cut off */
}

void
portfolio_ask_data (struct crew *crew, const struct data_question *question,
                    uint64_t budget, struct data_answer *answer, const char **engine,
                    const char **why)
{
  assert (!question->budget && engine && why);
  struct data_question within = *question;
  within.budget = budget ? budget : PORTFOLIO_DATA;
  ask_data (crew, &explicit_engine, "data", &within, answer, engine, why);
#ifdef HAVE_CADICAL
  /* Values that are too many to be listed, and long executions: bits.  Most proofs are
     short if there is one; a violation may need the bounded search, and that is the time
     for long proofs. */
  const struct
  {
    const struct engine *engine;
    uint64_t budget;
  } others[] = { { &ic3_engine, FIRST_PROOF }, { &bmc_engine, DATA_CONFLICTS },
                 { &ic3_engine, LAST_PROOF } };
  uint32_t count = budget ? 2 : 3;
  assert (FIRST_PROOF < LAST_PROOF);
  for (uint32_t i = 0; i < count && answer->kind == VERDICT_UNKNOWN; i++)
    {
      within.budget = others[i].budget;
      ask_data (crew, others[i].engine, "budget", &within, answer, engine, why);
    }
#endif
}

void
portfolio_confirm (struct crew *crew, const struct data_question *question,
                   struct data_answer *answer)
{
  assert (!question->budget && question->suspicion);
#ifdef HAVE_CADICAL
  struct data_question within = *question;
  within.budget = DATA_CONFLICTS;
  crew_ask_data (crew, &bmc_engine, &within, answer);
#else
  (void) crew;
  (void) answer;
#endif
}
