/* lowering.c -- lowering against an interpreter of the syntax tree.
 *
 *     lowering [FIRST-SEED COUNT]
 *
 * For random models without recursion: the action sequences of each process up
 * to length 8 are the same in the pushdown system and in the interpreter, in
 * which nothing is known of contexts.  Both are walked in lock-step, as
 * nondeterministic automata: a set of configurations on either side, closed
 * under invisible steps (skips, calls, returns).  Both sets must enable the
 * same visible actions, and so must, for each of these, the sets after it.
 *
 * Pairs of sets seen before are not walked again, unless from further away.
 *
 * Every other model gets waits, notifies, starts and joins (sprinkle.h).  Whether it is
 * refused for a wait or notify (ir/waiting.h) must be what the interpreter says, which
 * goes through all its configurations and remembers in which order locks were taken.
 */
#include <config.h>

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eml/eml.h"
#include "interpreter.h"
#include "models/families/random_model.h"
#include "sprinkle.h"
#include "tests/lib/tap.h"

#define LENGTH 8
/* A model for which there is more to do is left at this; so few are that the
   test says how many. */
#define MOST_PAIRS 20000

/* One side: configurations are numbers, steps are asked for one by one. */
struct step
{
  uint32_t action; /* 0: invisible */
  uint32_t to;
};

/* A sorted set of configurations, and its number (see intern_set). */
typedef VEC (uint32_t) config_set;

struct comparison
{
  struct arena *arena;
  struct ir_subject *subject;
  struct interpreter interpreter;
  /* Stacks of the pushdown system: (symbol, rest) -> number; 0 is empty. */
  struct pairmap stack_ids;
  VEC (struct interpreter_stack) stacks;
  /* Actions of both sides: (op and object, sets) -> number, from 1. */
  struct pairmap action_ids;
  VEC (struct interpreter_action) actions;
  /* Sets of configurations as lists: (member, rest) -> number. */
  struct pairmap set_ids;
  struct pairmap pairs; /* (set, set) -> length walked from here */
  uint32_t path[LENGTH];
  uint32_t path_length;
  VEC (struct step) steps; /* scratch */
  bool too_much;
};

static uint32_t
intern (struct pairmap *map, uint32_t a, uint32_t b)
{
  return 1 + pairmap_number (map, a, b);
}

static uint32_t
intern_action (struct comparison *c, struct interpreter_action action)
{
  if (action.op == INTERPRETER_NOTHING)
    return 0;
  uint32_t before = c->action_ids.entries.count;
  uint32_t id
    = intern (&c->action_ids, (uint32_t) action.op << 16 | action.object, action.sets);
  if (id > before)
    *vec_push (c->arena, &c->actions) = action;
  return id;
}

/* ---- The pushdown system. ---- */

static uint32_t
push_symbol (struct comparison *c, pds_symbol symbol, uint32_t rest)
{
  uint32_t before = c->stack_ids.entries.count;
  uint32_t id = intern (&c->stack_ids, symbol.index, rest);
  if (id > before)
    *vec_push (c->arena, &c->stacks) = (struct interpreter_stack){ symbol.index, rest };
  return id;
}

static uint32_t
action_of_pds (struct comparison *c, pds_action action)
{
  const struct pds *pds = &c->subject->projection.pds;
  static const enum interpreter_op ops[]
    = { [PDS_SKIP] = INTERPRETER_NOTHING,    [PDS_ACQUIRE] = INTERPRETER_ACQUIRE,
        [PDS_RELEASE] = INTERPRETER_RELEASE, [PDS_READ] = INTERPRETER_READ,
        [PDS_WRITE] = INTERPRETER_WRITE,     [PDS_BEGIN] = INTERPRETER_BEGIN,
        [PDS_END] = INTERPRETER_END,         [PDS_WAKE] = INTERPRETER_WAKE,
        [PDS_FINISH] = INTERPRETER_FINISH,   [PDS_START] = INTERPRETER_START,
        [PDS_JOIN] = INTERPRETER_JOIN };
  const struct pds_action_info *info = &pds->actions.at[action.index];
  struct interpreter_action same = { ops[info->op], 0, 0 };
  if (pds_action_is_operation (info))
    same.object = pds_action_lock (info).index;
  else if (pds_action_is_access (info))
    same.object = pds_action_field (info).index;
  else if (pds_action_is_ordering (info))
    same.object
      = interpreter_processes (idset_next (pds->idsets, pds_action_processes (info), 0),
                               idset_count (pds->idsets, pds_action_processes (info)));
  for (uint32_t s = 0; s < pds->sets.count; s++)
    if (idset_has (pds->idsets, info->sets, s))
      same.sets |= (uint32_t) 1 << s;
  return intern_action (c, same);
}

static void
step_pds (struct comparison *c, uint32_t stack)
{
  const struct pds *pds = &c->subject->projection.pds;
  c->steps.count = 0;
  if (stack == 0)
    return;
  struct interpreter_stack top = c->stacks.at[stack - 1];
  struct pds_range rules = pds_rules_of (pds, (pds_symbol){ top.item });
  for (uint32_t r = rules.begin; r < rules.end; r++)
    {
      const struct pds_rule *rule = &pds->rules.at[r];
      struct step step = { 0, top.rest };
      if (pds_rule_is_call (rule))
        step.to = push_symbol (c, rule->to, push_symbol (c, rule->under, top.rest));
      else if (!pds_rule_is_return (rule))
        {
          step.action = action_of_pds (c, rule->action);
          step.to = push_symbol (c, rule->to, top.rest);
        }
      *vec_push (c->arena, &c->steps) = step;
    }
}

/* ---- The interpreter. ---- */

static void
step_tree (struct comparison *c, uint32_t config)
{
  interpreter_step (&c->interpreter, config);
  c->steps.count = 0;
  for (uint32_t i = 0; i < c->interpreter.steps.count; i++)
    {
      struct interpreter_step step = c->interpreter.steps.at[i];
      *vec_push (c->arena, &c->steps)
        = (struct step){ intern_action (c, step.action), step.to };
    }
}

/* ---- Sets of configurations. ---- */

typedef void step_function (struct comparison *c, uint32_t config);

static int
compare_numbers (const void *left, const void *right)
{
  const uint32_t *a = left, *b = right;
  return *a < *b ? -1 : *a > *b;
}

static void
sort_unique (config_set *set)
{
  if (set->count == 0)
    return;
  qsort (set->at, set->count, sizeof *set->at, compare_numbers);
  uint32_t kept = 1;
  for (uint32_t i = 1; i < set->count; i++)
    if (set->at[i] != set->at[kept - 1])
      set->at[kept++] = set->at[i];
  set->count = kept;
}

/* The visible steps of a set, by action: those of one action are together. */
typedef VEC (struct step) step_list;

static int
compare_steps (const void *left, const void *right)
{
  const struct step *a = left, *b = right;
  if (a->action != b->action)
    return a->action < b->action ? -1 : 1;
  return a->to < b->to ? -1 : a->to > b->to;
}

/* Close SET under invisible steps, and collect the visible ones, sorted.  A
   set that was seen before has the same closure, so its number is that of the
   set as it comes. */
static void
close_set (struct comparison *c, const config_set *set, step_function *step,
           step_list *visible)
{
  struct pairmap seen;
  pairmap_init (&seen, c->arena);
  config_set pending = VEC_EMPTY;
  for (uint32_t i = 0; i < set->count; i++)
    {
      intern (&seen, set->at[i], 0);
      *vec_push (c->arena, &pending) = set->at[i];
    }
  while (pending.count > 0)
    {
      step (c, pending.at[--pending.count]);
      for (uint32_t i = 0; i < c->steps.count; i++)
        {
          struct step s = c->steps.at[i];
          uint32_t before = seen.entries.count;
          if (s.action != 0)
            *vec_push (c->arena, visible) = s;
          else if (intern (&seen, s.to, 0) > before)
            *vec_push (c->arena, &pending) = s.to;
        }
    }
  if (visible->count > 0)
    qsort (visible->at, visible->count, sizeof *visible->at, compare_steps);
}

static uint32_t
intern_set (struct comparison *c, const config_set *set)
{
  uint32_t id = 0;
  for (uint32_t i = 0; i < set->count; i++)
    id = intern (&c->set_ids, set->at[i], id);
  return id;
}

/* Take the configurations after the first action of LIST from *AT on. */
static uint32_t
take_targets (struct comparison *c, const step_list *list, uint32_t *at,
              config_set *targets)
{
  if (*at == list->count)
    return UINT32_MAX;
  uint32_t action = list->at[*at].action;
  for (; *at < list->count && list->at[*at].action == action; ++*at)
    *vec_push (c->arena, targets) = list->at[*at].to;
  sort_unique (targets);
  return action;
}

/* ---- Comparing. ---- */

static void
print_action (const struct comparison *c, uint32_t number)
{
  static const char *const words[]
    = { "nothing", "acquire", "release", "read",  "write", "begin",
        "end",     "wake",    "finish",  "start", "join" };
  struct interpreter_action action = c->actions.at[number - 1];
  const struct ir_model *model = &c->subject->model;
  printf ("#   %s", words[action.op]);
  if (action.op == INTERPRETER_ACQUIRE || action.op == INTERPRETER_RELEASE)
    printf (" %s", ir_text (model, model->locks.at[action.object].name));
  if (action.op == INTERPRETER_READ || action.op == INTERPRETER_WRITE)
    printf (" %s in", ir_text (model, model->fields.at[action.object].name));
  for (uint32_t s = 0; s < model->sets.count; s++)
    if (action.sets >> s & 1)
      printf (" %s", ir_text (model, model->sets.at[s].name));
  putchar ('\n');
}

static bool
report (const struct comparison *c, uint32_t action, const char *who)
{
  printf ("# after\n");
  for (uint32_t i = 0; i < c->path_length; i++)
    print_action (c, c->path[i]);
  printf ("# only the %s can\n", who);
  print_action (c, action);
  return false;
}

/* Are the sequences from the two sets on, up to the LENGTH, the same? */
static bool
compare (struct comparison *c, const config_set *of_pds, const config_set *of_tree)
{
  uint32_t rest = LENGTH - c->path_length;
  uint32_t *walked
    = pairmap_at (&c->pairs, intern_set (c, of_pds), intern_set (c, of_tree));
  if (*walked != PAIRMAP_FREE && *walked >= rest)
    return true;
  *walked = rest;
  if (rest == 0)
    return true;
  if (c->pairs.entries.count > MOST_PAIRS)
    {
      c->too_much = true;
      return true;
    }
  step_list pds_steps = VEC_EMPTY, tree_steps = VEC_EMPTY;
  close_set (c, of_pds, step_pds, &pds_steps);
  close_set (c, of_tree, step_tree, &tree_steps);
  for (uint32_t i = 0, j = 0; i < pds_steps.count || j < tree_steps.count;)
    {
      config_set pds_targets = VEC_EMPTY, tree_targets = VEC_EMPTY;
      uint32_t a = take_targets (c, &pds_steps, &i, &pds_targets);
      uint32_t b = take_targets (c, &tree_steps, &j, &tree_targets);
      if (a != b)
        return a < b ? report (c, a, "pushdown system") : report (c, b, "tree");
      c->path[c->path_length++] = a;
      bool same = compare (c, &pds_targets, &tree_targets);
      c->path_length--;
      if (!same)
        return false;
    }
  return true;
}

static bool
compare_process (struct comparison *c, body_id body, pds_symbol entry)
{
  config_set of_pds = VEC_EMPTY, of_tree = VEC_EMPTY;
  *vec_push (c->arena, &of_pds) = push_symbol (c, entry, 0);
  *vec_push (c->arena, &of_tree) = interpreter_start (&c->interpreter, body);
  c->path_length = 0;
  pairmap_init (&c->pairs, c->arena);
  return compare (c, &of_pds, &of_tree);
}

/* ---- Waits. ---- */

/* Configurations that are looked at; of more, the model is left. */
#define MOST_CONFIGS 30000

enum waits
{
  WAITS_FINE,
  WAITS_WRONG,
  WAITS_UNKNOWN,
};

/* Can a process wait, or notify, where it must not? */
static enum waits
find_wrong_waits (struct eml *eml)
{
  struct interpreter interpreter;
  const struct ir_model *model = &eml->subject->model;
  if (!interpreter_init (&interpreter, &eml->subject->arena, &eml->resolved))
    return WAITS_UNKNOWN;
  for (body_id b = { 0 }; b.index < model->bodies.count; b.index++)
    if (model->bodies.at[b.index].is_process)
      interpreter_start (&interpreter, b);
  for (uint32_t i = 0; i < interpreter.configs.count; i++)
    {
      interpreter_step (&interpreter, i);
      if (interpreter.wrong)
        return WAITS_WRONG;
      if (i > MOST_CONFIGS)
        return WAITS_UNKNOWN;
    }
  return WAITS_FINE;
}

/* The code of the first error. */
static const char *
refusal (const struct ir_subject *subject)
{
  for (uint32_t i = 0; i < subject->diags.list.count; i++)
    if (subject->diags.list.at[i].severity == DIAG_ERROR)
      return subject->diags.list.at[i].code;
  return "";
}

/* ---- Models. ---- */

struct totals
{
  unsigned processes, pairs, configs, cut, uncounted, failures;
  unsigned waits[WAITS_UNKNOWN + 1], self; /* sprinkled models */
  unsigned actions[INTERPRETER_JOIN + 1];  /* different ones, by kind */
};

static bool
compare_model (struct eml *eml, struct totals *totals)
{
  struct ir_subject *subject = eml->subject;
  struct comparison c = { .arena = &subject->arena, .subject = subject };
  if (!interpreter_init (&c.interpreter, c.arena, &eml->resolved))
    {
      totals->uncounted++;
      return true;
    }
  pairmap_init (&c.stack_ids, c.arena);
  pairmap_init (&c.action_ids, c.arena);
  pairmap_init (&c.set_ids, c.arena);
  const struct pds *pds = &subject->projection.pds;
  bool same = true;
  for (uint32_t i = 0; i < pds->processes.count && same; i++)
    {
      body_id body = pds->processes.at[i].body;
      if (i > 0 && body_equal (pds->processes.at[i - 1].body, body))
        continue; /* another copy */
      same = compare_process (&c, body, pds->processes.at[i].entry);
      if (!same)
        printf ("# in process %s\n", pds->processes.at[i].name);
      totals->processes++;
      totals->pairs += c.pairs.entries.count;
    }
  for (uint32_t i = 0; i < c.actions.count; i++)
    totals->actions[c.actions.at[i].op]++;
  totals->configs += c.interpreter.configs.count;
  totals->cut += c.too_much;
  return same;
}

static void
print_model (const char *text)
{
  printf ("# ");
  for (const char *t = text; *t; t++)
    {
      putchar (*t);
      if (*t == '\n')
        printf ("# ");
    }
  putchar ('\n');
}

/* Read TEXT and compare; not in the frame that takes the checkpoint. */
static void
try_text (struct ir_subject *subject, const char *text, bool sprinkled,
          struct totals *totals)
{
  struct eml eml = { .subject = subject };
  bool fine = eml_check (&eml, eml_parse_text (&eml, "random.eml", text, strlen (text)));
  if (sprinkled)
    {
      const char *code = refusal (subject);
      if (strcmp (code, "self-ordering") == 0)
        {
          totals->self++;
          return;
        }
      bool refused = strcmp (code, "not-held") == 0 || strcmp (code, "wait-crosses") == 0;
      enum waits waits = find_wrong_waits (&eml);
      totals->waits[waits]++;
      if (refused && waits != WAITS_FINE)
        return;
      if (waits == WAITS_WRONG)
        {
          printf ("# a wait or notify is wrong, and the model is not refused\n");
          fine = false;
        }
    }
  if (!fine)
    {
      printf ("# the model is refused\n");
      diags_render (&subject->diags, stdout, false);
    }
  if (!fine || !compare_model (&eml, totals))
    {
      totals->failures++;
      print_model (text);
    }
}

static void
try_seed (uint64_t seed, struct totals *totals)
{
  struct random_model_params params
    = seed % 2 ? random_model_default_params (seed) : random_model_vary_params (seed);
  params.recursion = 0;
  bool sprinkled = seed / 2 % 2;
  if (sprinkled)
    params.decoration = 0;
  char *text;
  size_t length;
  FILE *file = open_memstream (&text, &length);
  if (!file || !random_model_write (file, &params) || fclose (file) != 0)
    abort ();
  if (sprinkled)
    {
      char *more = sprinkle (text, seed);
      free (text);
      text = more;
    }
  struct quota quota;
  struct ir_subject subject;
  quota_init (&quota);
  ir_subject_init (&subject, &quota);
  if (quota_checkpoint (&quota))
    abort ();
  unsigned failures = totals->failures;
  try_text (&subject, text, sprinkled, totals);
  if (totals->failures > failures)
    printf ("# the model above has seed %llu\n", (unsigned long long) seed);
  ir_subject_clear (&subject);
  free (text);
}

int
main (int count, char **words)
{
  uint64_t first = count > 1 ? strtoull (words[1], NULL, 10) : 1;
  uint64_t models = count > 2 ? strtoull (words[2], NULL, 10) : 4000;
  struct totals totals = { 0 };
  for (uint64_t seed = first; seed < first + models && totals.failures < 3; seed++)
    try_seed (seed, &totals);
  printf ("# %u processes, %u pairs of sets, %u configurations of the interpreter\n",
          totals.processes, totals.pairs, totals.configs);
  tap_ok (totals.failures == 0,
          "%u random models: lowering and tree agree up to length %d", (unsigned) models,
          LENGTH);
  tap_ok (totals.uncounted == 0, "all of them can be counted");
  tap_ok (totals.cut * 20 <= models, "at most one in twenty is too large to walk (%u)",
          totals.cut);
  printf ("# with waits: %u fine, %u wrong, %u unknown; %u start or join themselves\n",
          totals.waits[WAITS_FINE], totals.waits[WAITS_WRONG],
          totals.waits[WAITS_UNKNOWN], totals.self);
  tap_ok ((totals.waits[WAITS_WRONG] * 10 > models
           && totals.waits[WAITS_FINE] * 10 > models
           && totals.waits[WAITS_UNKNOWN] * 50 < models)
            || models < 100,
          "of waits there are right and wrong ones");
  bool all = true;
  for (unsigned op = INTERPRETER_ACQUIRE; op <= INTERPRETER_JOIN; op++)
    all &= totals.actions[op] > 0;
  tap_ok (all || models < 100, "every kind of action was met");
  return tap_done ();
}
