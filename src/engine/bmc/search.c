/* search.c -- see search.h. */
#include <config.h>

#include "engine/bmc/search.h"

#include <stdlib.h>

#include "base/log.h"

/* ---- The run of a model of the clauses. ---- */

/* A step that is made, and when. */
struct made
{
  int64_t time;
  uint32_t process, depth, step;
};

static int
compare_made (const void *a, const void *b)
{
  const struct made *x = a, *y = b;
  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  if (x->process != y->process)
    return x->process < y->process ? -1 : 1;
  return x->depth < y->depth ? -1 : x->depth > y->depth;
}

/* The steps of all processes in the order of their times.  A local step happens with the
   next visible one of its process; after the last one, at the end. */
static void
tell_run (struct bmc_search *search, struct bmc *bmc, struct aig_values *values)
{
  VEC (struct made) all = VEC_EMPTY;
  for (uint32_t p = 0; p < bmc->processes.count; p++)
    {
      const struct unrolled *u = &bmc->processes.at[p];
      uint32_t waiting = all.count; /* local steps from here on have no time yet */
      for (uint32_t i = 0; i < u->steps.count; i++)
        {
          const struct unrolled_step *step = &u->steps.at[i];
          if (!aig_value (values, step->when))
            continue;
          *vec_push (search->arena, &all) = (struct made){ INT64_MAX, p, step->depth, i };
          if (!step->visible)
            continue;
          int64_t time = bits_value (values, step->time);
          for (; waiting < all.count; waiting++)
            all.at[waiting].time = time;
        }
    }
  if (all.count)
    qsort (all.at, all.count, sizeof *all.at, compare_made);
  for (uint32_t i = 0; i < all.count; i++)
    {
      const struct unrolled *u = &bmc->processes.at[all.at[i].process];
      const struct unrolled_step *step = &u->steps.at[all.at[i].step];
      bool chose = step->any.width > 0;
      *vec_push (search->arena, &search->run)
        = (struct bmc_step){ u->process, step->rule, aig_value (values, step->moves),
                             chose, chose ? bits_value (values, step->any) : 0 };
    }
}

/* ---- The search. ---- */

static enum solver_answer
solve (struct bmc_search *search, struct tokens *tokens, aig_lit wanted)
{
  if (aig_equal (wanted, AIG_FALSE))
    return SOLVER_UNSAT;
  tokens_close (tokens);
  clauses_assume (tokens->clauses, wanted);
  return solver_solve (search->solver, 0);
}

static aig_lit
take_goals (struct bmc *bmc)
{
  aig_lit goal = AIG_FALSE;
  for (uint32_t i = 0; i < bmc->goals.count; i++)
    goal = aig_or (&bmc->aig, goal, bmc->goals.at[i]);
  bmc->goals.count = 0;
  return goal;
}

enum bmc_outcome
bmc_search (struct bmc_search *search, const struct bmc_question *question)
{
  struct bmc bmc;
  struct clauses clauses;
  struct tokens tokens;
  bmc_init (&bmc, question, search->arena);
  clauses_init (&clauses, &bmc.aig, search->solver, search->dump != NULL, search->arena);
  tokens_init (&tokens, &bmc, &clauses, search->locksets);
  const struct bits *start = bmc.processes.count ? bmc.processes.at[0].shared : NULL;
  aig_lit goal = AIG_FALSE; /* at any depth so far */
  enum bmc_outcome outcome = BMC_BOUND;
  while (!search->most || search->depth < search->most)
    {
      bmc_deepen (&bmc);
      search->depth++;
      tokens_add (&tokens);
      goal = aig_or (&bmc.aig, goal, take_goals (&bmc));
      LOG (1, "depth %u: %u gates, %llu clauses", (unsigned) search->depth,
           (unsigned) bmc.aig.nodes.count, (unsigned long long) clauses.count);
      if (solve (search, &tokens, goal) == SOLVER_SAT)
        {
          struct aig_values values;
          clauses_values (&clauses, &values, search->arena);
          tell_run (search, &bmc, &values);
          for (uint32_t i = 0; i < bmc.layout.width.count; i++)
            *vec_push (search->arena, &search->initial) = bits_value (&values, start[i]);
          outcome = BMC_FOUND;
          break;
        }
      if (solve (search, &tokens, bmc_is_deeper (&bmc)) == SOLVER_UNSAT)
        {
          outcome = BMC_EXHAUSTED;
          break;
        }
    }
  search->pairs = tokens.pairs;
  search->clauses = clauses.count;
  search->gates = bmc.aig.nodes.count;
  return outcome;
}
