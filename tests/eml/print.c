/* print.c -- what eml_print writes stands for the same steps.
 *
 *     print [FIRST-SEED COUNT | FILE...]
 *
 * Models are read, printed, and what was printed is read again: random ones, with values
 * and without, or those in FILEs that can be read.  Declarations must be the same.  A
 * body and its image are walked in lock-step, as nondeterministic automata: a set of
 * steps on either side, closed under skips.  Both must do the same next, and so must the
 * sets after each of these, to the end.
 *
 * Skips are not compared, nor are slots without names, but by the order in which they
 * are declared; nor is whether a lock is taken by `sync' or `lock'.  A local is declared
 * at the beginning of its body, where it is 0 anyway.
 */
#include <config.h>

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/scribe.h"
#include "eml/eml.h"
#include "eml/print.h"
#include "ir/flow_print.h"
#include "models/families/random_data.h"
#include "models/families/random_model.h"
#include "tests/lib/tap.h"

/* ---- What a step does, as a text. ---- */

struct side
{
  struct ir ir;    /* slots have numbers for names */
  uint32_t *label; /* by step; 0: nothing that can be seen */
};

/* Slots get the names that are printed. */
static void
name_slots (struct side *side, struct arena *arena)
{
  const struct ir *ir = &side->ir;
  for (uint32_t b = 0; b < ir->bodies.count; b++)
    {
      const struct ir_graph *body = &ir->bodies.at[b];
      const char *const *names = eml_print_slots (ir, b, arena);
      for (uint32_t s = 0; s < body->slot_count; s++)
        if (names[s])
          ir->slots.at[body->first_slot + s].name
            = names_intern (ir->model->names, names[s], strlen (names[s]));
    }
}

/* Does STEP set a local to 0 before the body has done anything else? */
static bool
is_declaration (const struct ir *ir, const struct ir_graph *body, uint32_t number)
{
  const struct ir_step *step = &ir->nodes.at[number];
  return step->op == IR_SET && step->slot >= body->values && step->slot != body->result
         && ir->exprs.at[step->expr].op == IR_CONSTANT
         && ir->exprs.at[step->expr].value == 0;
}

/* ... */
static bool
is_invisible (const struct ir *ir, const struct ir_step *step)
{
  return step->op == IR_SKIP || step->op == IR_FINISH
         || (step->of_assume && (step->op != IR_READ || step->slot != IR_NO_SLOT))
         || (step->of_assume && step->index != IR_NO_EXPR
             && ir->exprs.at[step->index].op != IR_CONSTANT);
}

static uint32_t
label_of (const struct side *side, const struct ir_graph *body, uint32_t number,
          struct names *names, struct arena *arena)
{
  struct ir_step step = side->ir.nodes.at[number];
  if (is_invisible (&side->ir, &step))
    return 0;
  if (ir_is_element (&step))
    step.slot = IR_NO_SLOT;
  step.wrong = IR_NO_CLAIM;
  name_id text = step.op == IR_ASSERT ? side->ir.claims.at[step.claim].text : NAME_NONE;
  step.claim = 0;
  struct scribe scribe;
  FILE *out = scribe_start (&scribe, arena);
  flow_print_node (&side->ir, body, &step, out);
  const char *position = step.position.index == NAME_NONE.index
                           ? ""
                           : names_text (side->ir.model->names, step.position);
  if (step.op == IR_RETURN || step.op == IR_RELEASE || step.op == IR_RELEASE_AT
      || step.op == IR_END || step.op == IR_TEST || step.op == IR_FINISH)
    position = "";
  fprintf (out, " @%s%s%s%s", position,
           step.atomic && step.op != IR_RETURN ? " atomic" : "",
           step.waits ? " waits" : "", step.all ? " all" : "");
  if (text.index != NAME_NONE.index)
    fprintf (out, " %s", names_text (side->ir.model->names, text));
  const char *label = scribe_end (&scribe);
  return names_intern (names, label, strlen (label)).index;
}

static struct side
make_side (const struct ir *ir, struct names *names, struct arena *arena)
{
  struct side side = { .ir = *ir };
  side.label = arena_calloc (arena, ir->nodes.count, sizeof *side.label);
  name_slots (&side, arena);
  for (uint32_t b = 0; b < ir->bodies.count; b++)
    {
      const struct ir_graph *body = &ir->bodies.at[b];
      for (uint32_t n = body->first_node; n < body->first_node + body->node_count; n++)
        side.label[n] = label_of (&side, body, n, names, arena);
      /* Declarations. */
      for (uint32_t n = body->first_node;;)
        {
          if (is_declaration (ir, body, n))
            side.label[n] = 0;
          else if (ir->nodes.at[n].op != IR_SKIP && ir->nodes.at[n].op != IR_WAKE)
            break;
          uint32_t to = ir->nodes.at[n].edge_count == 1
                          ? ir->edges.at[ir->nodes.at[n].first_edge]
                          : UINT32_MAX;
          if (to <= n || to == UINT32_MAX)
            break;
          n = to;
        }
    }
  return side;
}

/* ---- Walking. ---- */

typedef VEC (uint32_t) step_set;

struct walk
{
  struct arena *arena;
  struct side sides[2];
  struct names labels;
  struct pairmap sets; /* (member, rest) -> number of a list */
  struct pairmap pairs;
  VEC (uint32_t) members[2]; /* of sets that are to be looked at, one after the other */
  VEC (uint32_t) counts[2];
  bool *seen[2];
};

static int
compare_numbers (const void *a, const void *b)
{
  const uint32_t *x = a, *y = b;
  return *x < *y ? -1 : *x > *y;
}

/* Add what SET reaches without a label; only steps with a label stay, sorted. */
static void
close_set (struct walk *w, uint32_t side, step_set *set)
{
  const struct ir *ir = &w->sides[side].ir;
  step_set all = *set, kept = VEC_EMPTY;
  for (uint32_t i = 0; i < all.count; i++)
    w->seen[side][all.at[i]] = true;
  for (uint32_t i = 0; i < all.count; i++)
    {
      const struct ir_step *step = &ir->nodes.at[all.at[i]];
      if (w->sides[side].label[all.at[i]] != 0)
        {
          *vec_push (w->arena, &kept) = all.at[i];
          continue;
        }
      for (uint32_t e = 0; e < step->edge_count; e++)
        {
          uint32_t to = ir->edges.at[step->first_edge + e];
          if (w->seen[side][to])
            continue;
          w->seen[side][to] = true;
          *vec_push (w->arena, &all) = to;
        }
    }
  for (uint32_t i = 0; i < all.count; i++)
    w->seen[side][all.at[i]] = false;
  if (kept.count > 0)
    qsort (kept.at, kept.count, sizeof *kept.at, compare_numbers);
  *set = kept;
}

static uint32_t
number_of_set (struct walk *w, uint32_t side, const step_set *set)
{
  uint32_t list = side;
  for (uint32_t i = 0; i < set->count; i++)
    list = 2 + pairmap_number (&w->sets, set->at[i], list);
  return list;
}

/* Both sets are to be looked at, unless they were. */
static void
visit (struct walk *w, step_set sets[2])
{
  uint32_t numbers[2];
  for (uint32_t side = 0; side < 2; side++)
    {
      close_set (w, side, &sets[side]);
      numbers[side] = number_of_set (w, side, &sets[side]);
    }
  uint32_t *known = pairmap_at (&w->pairs, numbers[0], numbers[1]);
  if (*known != PAIRMAP_FREE)
    return;
  *known = 1;
  for (uint32_t side = 0; side < 2; side++)
    {
      for (uint32_t i = 0; i < sets[side].count; i++)
        *vec_push (w->arena, &w->members[side]) = sets[side].at[i];
      *vec_push (w->arena, &w->counts[side]) = sets[side].count;
    }
}

/* The steps of SET with LABEL lead to; OUTCOME is the edge of a test. */
static step_set
after (struct walk *w, uint32_t side, const step_set *set, uint32_t label,
       uint32_t outcome)
{
  const struct ir *ir = &w->sides[side].ir;
  step_set to = VEC_EMPTY;
  for (uint32_t i = 0; i < set->count; i++)
    if (w->sides[side].label[set->at[i]] == label)
      {
        const struct ir_step *step = &ir->nodes.at[set->at[i]];
        if (outcome < step->edge_count)
          *vec_push (w->arena, &to) = ir->edges.at[step->first_edge + outcome];
      }
  return to;
}

static bool
has_label (const struct walk *w, uint32_t side, const step_set *set, uint32_t label)
{
  for (uint32_t i = 0; i < set->count; i++)
    if (w->sides[side].label[set->at[i]] == label)
      return true;
  return false;
}

/* Do both SETS do the same next? */
static bool
look (struct walk *w, step_set sets[2])
{
  for (uint32_t side = 0; side < 2; side++)
    for (uint32_t i = 0; i < sets[side].count; i++)
      {
        uint32_t label = w->sides[side].label[sets[side].at[i]];
        if (!has_label (w, 1 - side, &sets[1 - side], label))
          {
            printf ("# only %s: %s\n", side == 0 ? "the model does" : "its print does",
                    names_text (&w->labels, (name_id){ label }));
            return false;
          }
        for (uint32_t outcome = 0; outcome < 2 && side == 0; outcome++)
          {
            step_set next[2] = { after (w, 0, &sets[0], label, outcome),
                                 after (w, 1, &sets[1], label, outcome) };
            visit (w, next);
          }
      }
  return true;
}

static bool
same_body (struct walk *w, uint32_t body)
{
  uint32_t at[2] = { 0, 0 };
  for (uint32_t side = 0; side < 2; side++)
    w->members[side].count = w->counts[side].count = 0;
  step_set first[2] = { VEC_EMPTY, VEC_EMPTY };
  for (uint32_t side = 0; side < 2; side++)
    *vec_push (w->arena, &first[side]) = w->sides[side].ir.bodies.at[body].first_node;
  visit (w, first);
  for (uint32_t i = 0; i < w->counts[0].count; i++)
    {
      step_set sets[2];
      for (uint32_t side = 0; side < 2; side++)
        {
          uint32_t count = w->counts[side].at[i];
          sets[side] = (step_set){ w->members[side].at + at[side], count, count };
          uint32_t *copy = arena_alloc (w->arena, (count + (size_t) 1) * sizeof *copy);
          for (uint32_t m = 0; m < count; m++)
            copy[m] = sets[side].at[m];
          sets[side].at = copy;
          at[side] += count;
        }
      if (!look (w, sets))
        return false;
    }
  return true;
}

/* ---- Models. ---- */

static bool
same_sets (const struct ir_model *a, idset x, const struct ir_model *b, idset y)
{
  uint32_t i = 0, k = 0;
  while (i == k && i != UINT32_MAX)
    {
      i = idset_next (a->idsets, x, i);
      k = idset_next (b->idsets, y, k);
      if (i == k && i != UINT32_MAX)
        k = ++i;
    }
  return i == k;
}

static bool
same_declarations (const struct ir_model *a, const struct ir_model *b)
{
  bool same = a->fields.count == b->fields.count && a->locks.count == b->locks.count
              && a->sets.count == b->sets.count && a->bodies.count <= b->bodies.count
              && a->processes == b->processes
              && same_sets (a, a->all_sets, b, b->all_sets)
              && same_sets (a, a->started, b, b->started);
  for (uint32_t i = 0; same && i < a->fields.count; i++)
    {
      const struct ir_field *x = &a->fields.at[i], *y = &b->fields.at[i];
      same = strcmp (ir_text (a, x->name), ir_text (b, y->name)) == 0
             && x->set.index == y->set.index && x->is_volatile == y->is_volatile
             && x->type.width == y->type.width && x->type.is_bool == y->type.is_bool
             && x->is_array == y->is_array && x->cells == y->cells && x->any == y->any
             && x->initial == y->initial;
    }
  for (uint32_t i = 0; same && i < a->locks.count; i++)
    same
      = strcmp (ir_text (a, a->locks.at[i].name), ir_text (b, b->locks.at[i].name)) == 0
        && a->locks.at[i].cells == b->locks.at[i].cells;
  for (uint32_t i = 0; same && i < a->sets.count; i++)
    same = strcmp (ir_text (a, a->sets.at[i].name), ir_text (b, b->sets.at[i].name)) == 0;
  for (uint32_t i = 0; same && i < a->bodies.count; i++)
    {
      const struct ir_body *x = &a->bodies.at[i], *y = &b->bodies.at[i];
      same = strcmp (ir_text (a, x->name), ir_text (b, y->name)) == 0
             && x->is_process == y->is_process && x->counted == y->counted
             && x->copies == y->copies && x->is_started == y->is_started;
    }
  return same;
}

static bool
same_bodies (const struct ir *a, const struct ir *b, struct arena *arena)
{
  struct walk w = { .arena = arena };
  names_init (&w.labels, arena);
  names_intern (&w.labels, "", 0);
  pairmap_init (&w.sets, arena);
  pairmap_init (&w.pairs, arena);
  w.sides[0] = make_side (a, &w.labels, arena);
  w.sides[1] = make_side (b, &w.labels, arena);
  for (uint32_t side = 0; side < 2; side++)
    w.seen[side]
      = arena_calloc (arena, w.sides[side].ir.nodes.count, sizeof *w.seen[side]);
  for (uint32_t i = 0; i < a->bodies.count; i++)
    if (!same_body (&w, i))
      {
        printf ("# in '%s'\n", ir_text (a->model, a->model->bodies.at[i].name));
        return false;
      }
  return true;
}

static bool
same_predicates (const struct ir *a, const struct ir *b, struct arena *arena)
{
  for (uint32_t f = 0; f < a->model->fields.count; f++)
    {
      const char *texts[2];
      for (uint32_t side = 0; side < 2; side++)
        {
          const struct ir *ir = side == 0 ? a : b;
          struct scribe scribe;
          FILE *out = scribe_start (&scribe, arena);
          if (ir->exclusive && ir->exclusive[f] != IR_NO_EXPR)
            flow_print_expr (ir, NULL, ir->exclusive[f], out);
          texts[side] = scribe_end (&scribe);
        }
      if (strcmp (texts[0], texts[1]) != 0)
        return false;
    }
  return true;
}

/* A model that was read: is what is printed the same?  SHOW: on standard output. */
static const char *
find_problem (struct ir_subject *model, struct ir_subject *again, struct arena *arena,
              bool show)
{
  const char *text = eml_print (&model->flow, NULL, arena);
  if (show && text)
    fputs (text, stdout);
  if (!text)
    return "it cannot be printed";
  if (!eml_read_text (again, "printed.eml", text, strlen (text)))
    {
      diags_render (&again->diags, stdout, false);
      return "what is printed has errors";
    }
  if (!same_declarations (&model->model, &again->model))
    return "declarations differ";
  if (!same_predicates (&model->flow, &again->flow, arena))
    return "predicates differ";
  if (!same_bodies (&model->flow, &again->flow, arena))
    return "bodies differ";
  return NULL;
}

struct tally
{
  uint32_t models, bad;
};

/* What one model needs. */
struct work
{
  struct quota quota;
  struct ir_subject model, again;
  struct arena arena;
};

/* PATH, or TEXT if that is not null. */
static void
try_model (struct work *work, struct tally *tally, const char *path, const char *text)
{
  bool fine = text ? eml_read_text (&work->model, path, text, strlen (text))
                   : eml_read (&work->model, path);
  if (!fine)
    return;
  const char *problem = find_problem (&work->model, &work->again, &work->arena,
                                      getenv ("PRINT_SHOW") != NULL);
  if (problem)
    printf ("# %s: %s\n", path, problem);
  tally->models++;
  tally->bad += problem != NULL;
}

static void
try_alone (struct tally *tally, const char *path, const char *text)
{
  struct work work;
  quota_init (&work.quota);
  ir_subject_init (&work.model, &work.quota);
  ir_subject_init (&work.again, &work.quota);
  arena_init (&work.arena, &work.quota);
  if (!quota_checkpoint (&work.quota))
    try_model (&work, tally, path, text);
  arena_clear (&work.arena);
  ir_subject_clear (&work.again);
  ir_subject_clear (&work.model);
}

static void
try_seed (struct tally *tally, uint64_t seed, bool with_values)
{
  char *text = NULL, path[64];
  size_t size = 0;
  FILE *out = open_memstream (&text, &size);
  struct random_model_params params = random_model_vary_params (seed);
  if (with_values)
    random_data_write (out, seed);
  else
    random_model_write (out, &params);
  if (fclose (out) != 0)
    abort ();
  snprintf (path, sizeof path, "%s-%llu", with_values ? "data" : "random",
            (unsigned long long) seed);
  try_alone (tally, path, text);
  free (text);
}

int
main (int argc, char **argv)
{
  struct tally tally = { 0, 0 };
  bool seeds = argc < 2 || isdigit ((unsigned char) *argv[1]);
  uint64_t first = seeds && argc > 1 ? strtoull (argv[1], NULL, 10) : 1;
  uint64_t count = seeds && argc > 2 ? strtoull (argv[2], NULL, 10) : 600;
  for (uint64_t i = 0; seeds && i < count; i++)
    {
      try_seed (&tally, first + i, false);
      try_seed (&tally, first + i, true);
    }
  for (int i = 1; !seeds && i < argc; i++)
    try_alone (&tally, argv[i], NULL);
  tap_ok (tally.models > 0 && tally.bad == 0, "%u models are printed; %u of them wrongly",
          tally.models, tally.bad);
  return tap_done ();
}
