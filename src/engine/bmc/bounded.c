/* bounded.c -- see bounded.h. */
#include <config.h>

#include "engine/bmc/bounded.h"

#include <stdlib.h>

#include "base/log.h"
#include "engine/bmc/eager.h"

/* ---- The run of a model of the clauses. ---- */

/* A step that is made, and when. */
struct made
{
  int64_t time;
  uint32_t process, depth, step;
};

struct bmc_made_list
{
  VEC (struct made) list;
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

/* Steps of PROCESS that come before HIT: up to which depth, if it is there. */
static bool
is_in_hit (const struct bmc_hit *hit, uint32_t process, uint32_t *depth)
{
  const struct bmc_hit_place *place = &hit->place;
  if (hit->race && hit->other.process == process)
    place = &hit->other;
  *depth = place->depth;
  return place->process == process;
}

/* The steps of process number P that HIT needs, in ALL.  A local step happens with the
   visible one before it; one that no visible step follows is left out, unless it leads to
   the hit. */
static void
gather_steps (struct bmc_search *search, const struct bmc *bmc, uint32_t p,
              const struct bmc_hit *hit, struct aig_values *values,
              struct bmc_made_list *all)
{
  const struct unrolled *u = &bmc->processes.at[p];
  int64_t last = bits_value (values, hit->time), time = -1;
  uint32_t most, kept = all->list.count;
  bool is_in = is_in_hit (hit, p, &most);
  for (uint32_t i = 0; i < u->steps.count; i++)
    {
      const struct unrolled_step *step = &u->steps.at[i];
      if (!aig_value (values, step->when) || (is_in && step->depth >= most))
        continue;
      if (step->visible)
        time = bits_value (values, step->time);
      if (time > last)
        break;
      *vec_push (search->arena, &all->list) = (struct made){ time, p, step->depth, i };
      if (step->visible || is_in)
        kept = all->list.count;
    }
  all->list.count = kept;
}

static void
add_step (struct bmc_search *search, uint32_t process, uint32_t rule, bool moves,
          int64_t value)
{
  *vec_push (search->arena, &search->run)
    = (struct bmc_step){ { process }, rule, moves, value };
}

/* The run to HIT: the steps of all processes in the order of their times. */
static void
tell_run (struct bmc_search *search, struct bmc *bmc, const struct bmc_hit *hit,
          struct aig_values *values)
{
  struct bmc_made_list all = { VEC_EMPTY };
  for (uint32_t p = 0; p < bmc->processes.count; p++)
    gather_steps (search, bmc, p, hit, values, &all);
  if (all.list.count)
    qsort (all.list.at, all.list.count, sizeof *all.list.at, compare_made);
  for (uint32_t i = 0; i < all.list.count; i++)
    {
      const struct made *made = &all.list.at[i];
      const struct unrolled_step *step
        = &bmc->processes.at[made->process].steps.at[made->step];
      add_step (search, made->process, step->rule, aig_value (values, step->moves),
                step->any.width ? bits_value (values, step->any) : 0);
    }
  add_step (search, hit->place.process, hit->place.rule, true, 0);
  if (hit->race)
    add_step (search, hit->other.process, hit->other.rule, true, 0);
}

/* ---- The search. ---- */

static enum solver_answer
solve (struct bmc_search *search, struct tokens *tokens, aig_lit wanted)
{
  if (aig_equal (wanted, AIG_FALSE))
    return SOLVER_UNSAT;
  tokens_close (tokens); /* there are none if the search is eager */
  clauses_assume (tokens->clauses, wanted);
  return solver_solve (search->solver, 0);
}

/* The hits from number FIRST on. */
static aig_lit
some_hit (struct bmc *bmc, uint32_t first)
{
  aig_lit some = AIG_FALSE;
  for (uint32_t i = first; i < bmc->hits.count; i++)
    some = aig_or (&bmc->aig, some, bmc->hits.at[i].when);
  return some;
}

/* The clauses are satisfied: tell how. */
static void
tell (struct bmc_search *search, struct bmc *bmc, struct clauses *clauses,
      const struct bits *start)
{
  struct aig_values values;
  uint32_t i = 0;
  clauses_values (clauses, &values, search->arena);
  while (!aig_value (&values, bmc->hits.at[i].when))
    i++;
  search->hit = bmc->hits.at[i];
  tell_run (search, bmc, &search->hit, &values);
  const struct model *model = bmc->question->lowering->flow->model;
  for (uint32_t f = 0; f < model->fields.count; f++)
    for (uint32_t c = 0; c < model->fields.at[f].cells; c++)
      {
        uint32_t first = bmc->layout.first_cell[f];
        *vec_push (search->arena, &search->initial)
          = first == LAYOUT_NONE ? 0 : bits_value (&values, start[first + c]);
      }
}

/* One step deeper.  Returns: some process makes this step. */
static aig_lit
deepen (struct bmc_search *search, struct bmc *bmc, struct tokens *tokens, aig_lit *active)
{
  if (search->lazy)
    bmc_deepen (bmc);
  else
    {
      /* Nobody does anything after a step in which nobody did. */
      aig_lit before = *active;
      *active = eager_deepen (bmc);
      bmc_require (bmc, *active, before);
    }
  search->depth++;
  tokens_add (tokens);
  return search->lazy ? bmc_is_deeper (bmc) : *active;
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
  bmc.waits = !search->lazy;
  const struct bits *start = bmc.processes.count ? bmc.processes.at[0].shared : NULL;
  aig_lit goal = AIG_FALSE; /* at any depth so far */
  aig_lit active = AIG_TRUE; /* some process makes the last step */
  uint32_t hits = 0;
  enum bmc_outcome outcome = BMC_BOUND;
  while (!search->most || search->depth < search->most)
    {
      aig_lit deeper = deepen (search, &bmc, &tokens, &active);
      goal = aig_or (&bmc.aig, goal, some_hit (&bmc, hits));
      hits = bmc.hits.count;
      LOG (1, "depth %u: %u gates, %llu clauses", (unsigned) search->depth,
           (unsigned) bmc.aig.nodes.count, (unsigned long long) clauses.count);
      if (solve (search, &tokens, goal) == SOLVER_SAT)
        {
          tell (search, &bmc, &clauses, start);
          outcome = BMC_FOUND;
          break;
        }
      if (solve (search, &tokens, deeper) == SOLVER_UNSAT)
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
