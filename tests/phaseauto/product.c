/* product.c -- one process and its role: what is watched (watch.h), the slice (slice.h),
 * which locks matter (locks_that_matter.h), and the product.
 *
 * Small models as text, and what must come of them.
 */
#include <config.h>

#include <string.h>

#include "eml/eml.h"
#include "phaseauto/locks_that_matter.h"
#include "phaseauto/product.h"
#include "phaseauto/read_automata.h"
#include "phaseauto/reduction.h"
#include "phaseauto/watch.h"
#include "tests/lib/tap.h"

/* A model, an automaton of strict.pa or of AUTOMATA, and the first fields for
   its parameters, in order. */
struct scene
{
  struct quota *quota;
  struct arena arena;
  struct ir_subject subject;
  struct pa pa;
  struct survey survey;
  const struct pds *pds;
  field_id fields[4];
  struct lock_numbers no_locks, all_locks;
};

static void
open_scene (struct scene *s, struct quota *quota, const char *model, const char *automata)
{
  memset (s, 0, sizeof *s);
  s->quota = quota;
  arena_init (&s->arena, quota);
  ir_subject_init (&s->subject, quota);
  pa_init (&s->pa, quota);
  bool fine = eml_read_text (&s->subject, "test.eml", model, strlen (model))
              && (automata ? pa_read_text (&s->pa, "test.pa", automata, strlen (automata))
                           : pa_read_shipped (&s->pa, "strict"));
  if (!fine)
    {
      tap_ok (false, "the model of a test can be read");
      diags_render (&s->subject.diags, stderr, false);
      diags_render (&s->pa.diags, stderr, false);
      quota_exhaust (quota, QUOTA_MEMORY);
    }
  s->pds = &s->subject.projection.pds;
  survey_init (&s->survey, s->pds, &s->arena);
  for (uint32_t i = 0; i < 4; i++)
    s->fields[i] = (field_id){ i };
  lock_numbers_init (&s->no_locks, s->pds->locks.count, &s->arena);
  lock_numbers_init (&s->all_locks, s->pds->locks.count, &s->arena);
  for (lock_id l = { 0 }; l.index < s->pds->locks.count; l.index++)
    lock_numbers_add (&s->all_locks, l);
}

static void
close_scene (struct scene *s)
{
  pa_clear (&s->pa);
  ir_subject_clear (&s->subject);
  arena_clear (&s->arena);
}

static const struct pa_automaton *
automaton_called (const struct scene *s, const char *name)
{
  for (uint32_t i = 0; i < s->pa.set.automata.count; i++)
    if (strcmp (s->pa.set.automata.at[i].name, name) == 0)
      return &s->pa.set.automata.at[i];
  return NULL;
}

static struct watch
watch_of (struct scene *s, const char *automaton, uint32_t thread)
{
  struct watch_index index;
  struct pa_role role;
  struct watch watch;
  watch_index_init (&index, s->pds, &s->arena);
  pa_role_init (&role, automaton_called (s, automaton), (thread_id){ thread }, &s->arena);
  watch_init (&watch, &index, &role, s->fields, s->pds->fields.at[s->fields[0].index].set,
              &s->arena);
  return watch;
}

static struct participant
participant_of (const struct scene *s, uint32_t process, const struct watch *watch)
{
  const struct pds_process *p = &s->pds->processes.at[process];
  return (struct participant){ p->body, p->entry, watch };
}

/* ---- Watches. ---- */

/* The action that does OP, of an access to FIELD, inside a unit or not; or
   UINT32_MAX. */
static uint32_t
action_of (const struct scene *s, enum pds_op op, uint32_t field, bool in_unit)
{
  for (uint32_t a = 0; a < s->pds->actions.count; a++)
    {
      const struct pds_action_info *info = &s->pds->actions.at[a];
      if (info->op != op)
        continue;
      if (!pds_action_is_access (info)
          || (field_equal (pds_action_field (info), (field_id){ field })
              && idset_equal (info->sets, IDSET_EMPTY) == !in_unit))
        return a;
    }
  return UINT32_MAX;
}

static bool
class_is (const struct watch *watch, uint32_t action, uint64_t step, uint64_t forbidden)
{
  const struct watch_entry *entry = watch_find (watch, action);
  return entry ? entry->class.step == step && entry->class.forbidden == forbidden
               : action != UINT32_MAX && step == 0 && forbidden == 0;
}

static bool
matters (const struct watch *watch, uint32_t action)
{
  const struct watch_entry *entry = watch_find (watch, action);
  return entry && entry->matters;
}

static void
test_watch (struct quota *quota)
{
  struct scene s;
  open_scene (
    &s, quota,
    "field a, b, c;\n"
    "process P { unit { read a; read b; write a; write b; read c; } read a; write b; }\n",
    NULL);
  /* 12: R_u(l1) W_v(l2) W_v(l1) R_u(l2). */
  struct watch u = watch_of (&s, "12", 0), v = watch_of (&s, "12", 1);
  uint32_t read_a = action_of (&s, PDS_READ, 0, true);
  uint32_t read_b = action_of (&s, PDS_READ, 1, true);
  uint32_t write_a = action_of (&s, PDS_WRITE, 0, true);
  uint32_t write_b = action_of (&s, PDS_WRITE, 1, true);
  uint32_t read_c = action_of (&s, PDS_READ, 2, true);
  uint32_t bare_read_a = action_of (&s, PDS_READ, 0, false);
  uint32_t bare_write_b = action_of (&s, PDS_WRITE, 1, false);
  uint32_t end = action_of (&s, PDS_END, 0, true);
  tap_ok (u.steps == 4 && u.foreign == 6 && v.foreign == 9, "watch: whose step is which");
  tap_ok (class_is (&u, read_a, 1, 0) && class_is (&u, read_b, 8, 0),
          "watch: own steps, from their states");
  tap_ok (class_is (&u, bare_read_a, 0, 0) && class_is (&v, bare_write_b, 0, 0),
          "watch: outside a unit nothing is a step of a thread with two");
  tap_ok (class_is (&u, end, 0, 14) && class_is (&v, end, 0, 4),
          "watch: the unit may not end between a thread's own steps");
  tap_ok (class_is (&v, write_b, 2, 0) && class_is (&v, write_a, 4, 0)
            && class_is (&v, read_a, 0, 0) && class_is (&u, read_c, 0, 0),
          "watch: the rest is nothing");
  tap_ok (matters (&u, read_a) && matters (&u, read_b) && !matters (&u, write_a)
            && !matters (&u, end) && !matters (&v, end),
          "watch: steps matter, a clause between own steps does not");
  struct watch eleven = watch_of (&s, "11", 0);
  tap_ok (watch_equal (&u, &eleven),
          "watch: the first threads of 11 and 12 see the same");
  tap_ok (!watch_equal (&u, &v), "watch: the two threads of 12 do not");
  struct watch copy = watch_copy (&u, &s.arena);
  tap_ok (watch_equal (&u, &copy) && copy.entries != u.entries, "watch: a copy is equal");
  s.fields[0] = (field_id){ 2 };
  struct watch other = watch_of (&s, "12", 0);
  tap_ok (!watch_equal (&u, &other), "watch: other fields are another watch");
  struct watch bystander;
  watch_init_bystander (&bystander, 4);
  bool nothing = true;
  for (uint32_t a = 0; a < s.pds->actions.count; a++)
    nothing &= class_is (&bystander, a, 0, 0) && !matters (&bystander, a);
  tap_ok (bystander.foreign == 15 && nothing, "watch: a bystander only follows");
  close_scene (&s);
}

/* A clause that starts or ends with another's step ties its actions to it. */
static void
test_tied (struct quota *quota)
{
  struct scene s;
  open_scene (&s, quota,
              "field a, b;\nprocess P { unit { read a; read b; write b; write a; } }\n",
              "automaton own (f, g) { threads u, v; u reads f; v reads f; u writes f;\n"
              "  never u reads g from 1 to 3; }\n"
              "automaton tied (f, g) { threads u, v; u reads f; v reads f; u writes f;\n"
              "  never u reads g from 1 to 2; never u writes g from 2 to 3; }\n");
  struct watch own = watch_of (&s, "own", 0), tied = watch_of (&s, "tied", 0);
  uint32_t read_b = action_of (&s, PDS_READ, 1, true);
  uint32_t write_b = action_of (&s, PDS_WRITE, 1, true);
  tap_ok (class_is (&own, read_b, 0, 6) && !matters (&own, read_b),
          "tied: forbidden between own steps is the thread's own business");
  tap_ok (class_is (&tied, read_b, 0, 2) && matters (&tied, read_b)
            && class_is (&tied, write_b, 0, 4) && matters (&tied, write_b),
          "tied: forbidden up to or from another's step matters");
  close_scene (&s);
}

/* ---- Locks that matter. ---- */

static bool
kept_are (struct scene *s, const struct participant *participants, uint32_t count,
          uint32_t reductions, const char *wanted)
{
  idset kept = locks_that_matter (&s->survey, participants, count, reductions, &s->arena);
  for (uint32_t l = 0; l < s->pds->locks.count; l++)
    if (idset_has (s->pds->idsets, kept, l)
        != (strchr (wanted, s->pds->locks.at[l][0]) != NULL))
      return false;
  return true;
}

static void
test_locks (struct quota *quota)
{
  struct scene s;
  open_scene (
    &s, quota,
    "field x, z;\nlock g, o, i, p, t, c, n;\n"
    /* g guards x; o is around g; i is idle; p is private; t is taken
       around o by the other process only; c is inside g and guards
       nothing; n is used by no participant of the first queries. */
    "process A { sync o { sync g { unit { read x; sync c { skip; } write x; } } }\n"
    "            sync i { write z; } sync p { unit { read x; write x; } } }\n"
    "process B { sync t { sync o { skip; } } sync g { write x; }\n"
    "            sync i { write z; } sync c { skip; } }\n"
    "process C { sync t { skip; } sync n { unit { read x; write x; } } }\n",
    NULL);
  struct watch u = watch_of (&s, "1", 0), v = watch_of (&s, "1", 1);
  struct participant ab[2] = { participant_of (&s, 0, &u), participant_of (&s, 1, &v) };
  uint32_t private_off = REDUCTION_ALL & ~(uint32_t) REDUCTION_PRIVATE_LOCKS;
  uint32_t idle_off = REDUCTION_ALL & ~(uint32_t) REDUCTION_IDLE_LOCKS;
  tap_ok (kept_are (&s, ab, 2, REDUCTION_ALL, "go"),
          "locks: what guards a step and what is around that");
  tap_ok (kept_are (&s, ab, 2, private_off, "gopt"),
          "locks: private ones kept if asked to");
  tap_ok (kept_are (&s, ab, 2, idle_off, "goic"), "locks: idle ones kept if asked to");
  tap_ok (kept_are (&s, ab, 2, 0, "goiptc"), "locks: unused ones never");
  /* Two copies of A share its private lock. */
  struct participant aa[2] = { participant_of (&s, 0, &u), participant_of (&s, 0, &v) };
  uint32_t guarded_off = REDUCTION_ALL & ~(uint32_t) REDUCTION_GUARDED_LOCKS;
  tap_ok (kept_are (&s, aa, 2, guarded_off, "gop"),
          "locks: what two copies use is shared");
  tap_ok (kept_are (&s, aa, 2, REDUCTION_ALL, "op"),
          "locks: what is only taken inside another one is guarded by it");
  struct watch bystander;
  watch_init_bystander (&bystander, 3);
  struct participant abc[3] = { ab[0], ab[1], participant_of (&s, 2, &bystander) };
  tap_ok (kept_are (&s, abc, 3, REDUCTION_ALL, "got"),
          "locks: with a bystander, t is shared, and around a lock that matters");
  close_scene (&s);
}

/* ---- Slices. ---- */

static struct product_query
query_of (struct scene *s, uint32_t process, const struct watch *watch,
          const struct lock_numbers *locks, uint32_t reductions)
{
  return (struct product_query){ .slice = { .survey = &s->survey,
                                            .body = s->pds->processes.at[process].body,
                                            .entry = s->pds->processes.at[process].entry,
                                            .classes = watch_classes (
                                              watch, s->pds->actions.count, &s->arena),
                                            .locks = locks,
                                            .reductions = reductions },
                                 .steps = watch->steps,
                                 .foreign = watch->foreign,
                                 .held_back = watch->held_back,
                                 .holding = watch->holding };
}

static struct body_slice
slice_of (struct scene *s, uint32_t process, const struct watch *watch,
          const struct lock_numbers *locks, uint32_t reductions)
{
  struct body_slice slice;
  struct product_query query = query_of (s, process, watch, locks, reductions);
  slice_build (&slice, &query.slice, &s->arena);
  return slice;
}

static uint32_t
count_edges (const struct body_slice *slice, enum slice_kind kind)
{
  uint32_t count = 0;
  for (uint32_t e = 0; e < slice->edges.count; e++)
    count += slice->edges.at[e].kind == kind;
  return count;
}

static void
test_slice (struct quota *quota)
{
  struct scene s;
  open_scene (&s, quota,
              "field x, z;\nlock l;\n"
              "proc idle { if (*) { write z; } else { call idle; } }\n"
              "proc busy { read x; }\n"
              "process P { skip; skip; while (*) { skip; write z; } call idle;\n"
              "            sync l { call idle; } write x; call busy; }\n"
              "process Q { while (*) { skip; call idle; } }\n",
              NULL);
  struct watch watch = watch_of (&s, "2", 1); /* v writes x: one step */
  struct body_slice slice = slice_of (&s, 0, &watch, &s.no_locks, REDUCTION_ALL);
  tap_ok (count_edges (&slice, SLICE_CALL) == 0,
          "slice: calls of what does nothing watched are skips, recursive ones too");
  tap_ok (count_edges (&slice, SLICE_WATCHED) == 1
            && count_edges (&slice, SLICE_SKIP) == 0 && slice.symbols == 2,
          "slice: chains and loops of skips are gone");
  slice = slice_of (&s, 0, &watch, &s.all_locks, REDUCTION_ALL);
  tap_ok (count_edges (&slice, SLICE_ACQUIRE) == 1
            && count_edges (&slice, SLICE_RELEASE) == 1
            && count_edges (&slice, SLICE_CALL) == 0 && slice.symbols == 4,
          "slice: locks that are kept stay");
  struct watch reader = watch_of (&s, "3", 1); /* v reads x */
  slice = slice_of (&s, 0, &reader, &s.no_locks, REDUCTION_ALL);
  tap_ok (count_edges (&slice, SLICE_CALL) == 1
            && count_edges (&slice, SLICE_WATCHED) == 1,
          "slice: a call of what does something watched stays");
  slice = slice_of (&s, 1, &watch, &s.all_locks, REDUCTION_ALL);
  tap_ok (slice.symbols == 1 && count_edges (&slice, SLICE_CALL) == 0,
          "slice: nothing is left of a process that does nothing watched");
  uint32_t off = REDUCTION_ALL & ~(uint32_t) REDUCTION_SLICING;
  slice = slice_of (&s, 0, &watch, &s.no_locks, off);
  tap_ok (count_edges (&slice, SLICE_CALL) >= 4 && count_edges (&slice, SLICE_SKIP) > 4,
          "slice: switched off, the process is as it was");
  close_scene (&s);
}

/* Is an edge of KIND reachable from the entry, calls entered, and returned
   from only where the model says that the callee can return? */
static bool
reaches (const struct body_slice *slice, enum slice_kind kind, const struct scene *s)
{
  bool seen[256] = { true };
  uint32_t work[256], count = 1;
  work[0] = 0;
  while (count > 0)
    {
      uint32_t symbol = work[--count];
      for (uint32_t e = slice->first_edge[symbol]; e < slice->first_edge[symbol + 1]; e++)
        {
          const struct slice_edge *edge = &slice->edges.at[e];
          if (edge->kind == kind)
            return true;
          uint32_t next[2] = { edge->to, edge->under };
          bool returns = edge->kind != SLICE_CALL
                         || s->survey.returns[slice->origins[edge->to].index];
          for (int i = 0; i < (edge->kind == SLICE_CALL && returns ? 2 : 1); i++)
            if (next[i] != SLICE_NO_SYMBOL && !seen[next[i]])
              {
                seen[next[i]] = true;
                work[count++] = next[i];
              }
        }
    }
  return false;
}

/* What never returns stays a dead end, whatever it does. */
static void
test_dead_ends (struct quota *quota)
{
  static const char *const bodies[4] = {
    "loop { skip; }",                /* a loop without exit */
    "call p;",                       /* recursion without end */
    "loop { write z; call q; }",     /* the same with calls that return */
    "while (*) { read y; } call p;", /* does something watched, never returns */
  };
  for (int i = 0; i < 5; i++)
    {
      char model[512];
      snprintf (model, sizeof model,
                "field x, y, z;\nproc q { skip; }\nproc p { %s }\n"
                "process P { call q; call p; write x; }\n",
                i < 4 ? bodies[i] : "if (*) { call p; }");
      struct scene s;
      open_scene (
        &s, quota, model,
        "automaton t (f, g) { threads u, v; u writes f; v writes f; u reads g; }");
      struct watch watch = watch_of (&s, "t", 1); /* v writes x */
      struct watch both = watch_of (&s, "t", 0);  /* u writes x, reads y */
      for (uint32_t off = 0; off < 2; off++)
        {
          uint32_t reductions = off ? 0 : REDUCTION_ALL;
          struct body_slice slice = slice_of (&s, 0, &watch, &s.no_locks, reductions);
          tap_ok (reaches (&slice, SLICE_WATCHED, &s) == (i == 4),
                  "dead end %d%s: what comes after it %s", i, off ? " unsliced" : "",
                  i == 4 ? "happens, since this one returns" : "never happens");
          slice = slice_of (&s, 0, &both, &s.no_locks, reductions);
          tap_ok (reaches (&slice, SLICE_WATCHED, &s) == (i >= 3),
                  "dead end %d%s: what it does itself", i, off ? " unsliced" : "");
        }
      close_scene (&s);
    }
}

/* ---- The product. ---- */

static uint32_t
count_rules (const struct product *product, uint32_t from, enum product_effect effect,
             bool advancing)
{
  uint32_t count = 0;
  for (uint32_t r = 0; r < product->rules.count; r++)
    {
      const struct product_rule *rule = &product->rules.at[r];
      count += (from == PRODUCT_NO_SYMBOL || rule->from == from) && rule->effect == effect
               && (rule->from_state != rule->to_state) == advancing;
    }
  return count;
}

/* States of the automaton from which the bottom symbol goes on. */
static uint64_t
states_of_bottom (const struct product *product)
{
  uint64_t states = 0;
  for (uint32_t r = 0; r < product->rules.count; r++)
    if (product->rules.at[r].from == product->bottom)
      states |= (uint64_t) 1 << product->rules.at[r].from_state;
  return states;
}

static void
test_product (struct quota *quota)
{
  struct scene s;
  open_scene (&s, quota,
              "field x, y;\nlock l;\n"
              "process P { sync l { unit { read x; } } }\n"
              "process Q { sync l { unit { read x; } unit { read x; write x; } } }\n",
              NULL);
  uint32_t plain = REDUCTION_ALL & ~(uint32_t) (REDUCTION_MOVERS | REDUCTION_RUN_AHEAD);
  struct product product;
  /* 3: W_u(l) R_v(l) W_u(l): v has one step in the middle. */
  struct watch v = watch_of (&s, "3", 1);
  struct product_query query = query_of (&s, 0, &v, &s.all_locks, plain);
  product_build (&product, &query, &s.arena);
  tap_ok (product.states == 4 && product.start == 0 && product.end == 3
            && product.bottom == product.slice.symbols
            && product.symbols == product.slice.symbols + 1,
          "product: states and symbols");
  tap_ok (states_of_bottom (&product) == v.foreign && v.foreign == 5,
          "product: a process that has ended follows the others' steps, and only these");
  uint32_t symbols = product.symbols;
  /* Guesses of step 1 at every symbol and the own step 2 are phases; step 3,
     the last, changes nothing. */
  tap_ok (count_rules (&product, PRODUCT_NO_SYMBOL, PRODUCT_PHASE, true) == symbols + 1,
          "product: every symbol may guess, one rule steps");
  tap_ok (count_rules (&product, PRODUCT_NO_SYMBOL, PRODUCT_NOTHING, true) == symbols,
          "product: the last phase is empty");
  tap_ok (count_rules (&product, PRODUCT_NO_SYMBOL, PRODUCT_ACQUIRE, false) == 3
            && count_rules (&product, PRODUCT_NO_SYMBOL, PRODUCT_RELEASE, false) == 3,
          "product: lock operations in every state but the last");
  for (uint32_t r = 0; r < product.rules.count; r++)
    if (product.rules.at[r].from_state >= 3 || product.rules.at[r].to_state > 3
        || product.rules.at[r].from >= symbols)
      tap_ok (false, "product: rule %u is out of range", (unsigned) r);
  /* With movers there are fewer guesses, and the bottom still guesses. */
  query = query_of (&s, 0, &v, &s.all_locks, plain | REDUCTION_MOVERS);
  product_build (&product, &query, &s.arena);
  tap_ok (count_rules (&product, PRODUCT_NO_SYMBOL, PRODUCT_PHASE, true) < symbols + 1
            && states_of_bottom (&product) == 5,
          "product: movers save guesses, but not the last one");
  /* 1: R_u W_v W_u, u stays in its unit: no rule ends it in states 1 and 2. */
  struct watch u = watch_of (&s, "1", 0);
  uint32_t end = action_of (&s, PDS_END, 0, true);
  query = query_of (&s, 1, &u, &s.all_locks, plain);
  product_build (&product, &query, &s.arena);
  uint32_t ends = 0;
  for (uint32_t from = 0; from < product.slice.symbols; from++)
    for (uint32_t e = product.slice.first_edge[from];
         e < product.slice.first_edge[from + 1]; e++)
      if (product.slice.edges.at[e].kind == SLICE_WATCHED
          && product.slice.edges.at[e].action == end)
        for (uint32_t r = 0; r < product.rules.count; r++)
          {
            const struct product_rule *rule = &product.rules.at[r];
            ends += rule->from == from && rule->top == product.slice.edges.at[e].to
                    && rule->from_state == rule->to_state && rule->from_state > 0
                    && rule->effect == PRODUCT_NOTHING
                    && rule->under == PRODUCT_NO_SYMBOL;
          }
  tap_ok (class_is (&u, end, 0, 6) && ends == 0,
          "product: what is forbidden has no rule");
  close_scene (&s);
}

static void
run_all (struct quota *quota)
{
  test_watch (quota);
  test_tied (quota);
  test_locks (quota);
  test_slice (quota);
  test_dead_ends (quota);
  test_product (quota);
}

int
main (void)
{
  struct quota quota;
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    tap_ok (false, "all tests were run");
  else
    {
      run_all (&quota);
      tap_ok (quota.bytes == 0, "nothing is left behind");
    }
  return tap_done ();
}
