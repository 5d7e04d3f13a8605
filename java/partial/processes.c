/* processes.c -- the threads of the program, and the attempts to build what they do. */
#include <config.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/scc.h"
#include "ir/subject.h"
#include "java/partial/evaluation.h"

/* Attempts; each finds at least one thing that is new.  Instructions of all of them. */
#define ATTEMPTS_MOST 200
#define INSTRUCTIONS_MOST 4000000
#define PROCESSES_MOST 200
/* Walks through a body to see whether it makes an object again; then it is taken to. */
#define WALKS_MOST 500

/* ---- Processes. ---- */

uint32_t
process_for (struct evaluation *e, uint32_t object, uint32_t pool, uint32_t limit)
{
  assert (object < e->objects.count);
  assert (pool == NONE || pool < e->objects.count);
  uint32_t *slot = pairmap_at (&e->process_of, object, 0);
  if (*slot == PAIRMAP_FREE)
    {
      if (e->processes.count >= PROCESSES_MOST)
        return NONE;
      *slot = e->processes.count;
      *vec_push (e->arena, &e->processes)
        = (struct process){ .object = object,
                            .body = { NONE },
                            .limit = limit,
                            .pool = pool,
                            .starter = NONE,
                            .name = object_name (e, object) };
      e->objects.at[object].process = *slot;
      e->again = true;
      e->why_again = "a process";
    }
  assert (*slot < e->processes.count);
  return *slot;
}

static bool
is_declared (const struct evaluation *e, uint32_t process)
{
  assert (process == NONE || process < e->processes.count);
  return process != NONE && e->processes.at[process].body.index != NONE;
}

/* Whether the process was started, for those who do not know. */
static struct cell *
begun_cell (struct evaluation *e, uint32_t process)
{
  assert (process == NONE || process < e->processes.count);
  struct cell *cell = cell_at (e, e->processes.at[process].object, KEY_DONE, 'Z');
  cell->is_atomic = true;
  return cell;
}

bool
process_has_begun (const struct evaluation *e, uint32_t process)
{
  assert (process == NONE || process < e->processes.count);
  for (uint32_t i = 0; i < e->begun.count; i++)
    if (e->begun.at[i] == process)
      return true;
  return false;
}

/* Who starts it? */
static void
note_starter (struct evaluation *e, struct process *process)
{
  assert (process->is_started);
  if (process->starter == NONE)
    process->starter = e->process;
  if (process->starter == e->process || process->is_contested)
    return;
  process->is_contested = e->again = true;
  e->why_again = "two threads start one";
}

void
process_start (struct evaluation *e, uint32_t process)
{
  assert (process == NONE || process < e->processes.count);
  become_steps (e);
  if (process == NONE)
    {
      give_up (e, "too-large", "there are too many threads");
      return;
    }
  if (!e->processes.at[process].is_started)
    {
      e->processes.at[process].is_started = e->again = true;
      e->why_again = "a start";
    }
  else if (is_declared (e, process) && process != e->process)
    {
      bool is_contested = e->processes.at[process].is_contested;
      uint32_t late = NONE;
      struct ir_step start = step_with (IR_START);
      start.object.processes
        = ir_model_copies (e->declared, e->processes.at[process].body);
      if (is_contested)
        {
          atomic_open (e);
          struct datum begun = cell_read (e, begun_cell (e, process), 0);
          late = emit_test (e, expr_binary_of (e, EXPR_EQUAL, expr_of (e, begun),
                                               expr_of (e, datum_int (0))));
        }
      if (is_contested || begun_cell (e, process)->is_written)
        cell_write (e, begun_cell (e, process), datum_int (1));
      emit (e, start);
      if (is_contested)
        {
          throw_otherwise (e, late, "java/lang/IllegalThreadStateException");
          atomic_close (e);
        }
    }
  note_starter (e, &e->processes.at[process]);
  if (!process_has_begun (e, process))
    *vec_push (e->arena, &e->begun) = process;
}

uint32_t
process_test_begun (struct evaluation *e, uint32_t process)
{
  assert (process < e->processes.count && !e->concrete);
  if (process_has_begun (e, process) || process == e->process)
    return NONE;
  struct cell *cell = begun_cell (e, process);
  if (!cell->is_written)
    {
      cell->is_written = e->again = true;
      e->why_again = "what may come before a start";
    }
  struct datum begun = cell_read (e, begun_cell (e, process), 0);
  return emit_test (e, expr_binary_of (e, EXPR_EQUAL, expr_of (e, begun),
                                       expr_constant_of (e, IR_INT, 1)));
}

void
process_join (struct evaluation *e, uint32_t process)
{
  assert (process == NONE || process < e->processes.count);
  become_steps (e);
  if (process == NONE || process == e->process)
    return;
  if (!e->processes.at[process].is_joined)
    {
      e->processes.at[process].is_joined = e->again = true;
      e->why_again = "a join";
    }
  else if (is_declared (e, process))
    {
      /* Nobody waits for one that was never started. */
      uint32_t end = ir_builder_new_step (&e->b);
      uint32_t otherwise = process_test_begun (e, process);
      if (otherwise == NONE)
        end = NONE;
      struct ir_step join = step_with (IR_JOIN);
      join.object.processes
        = ir_model_copies (e->declared, e->processes.at[process].body);
      emit (e, join);
      if (end != NONE)
        {
          ir_builder_continue_at (&e->b, end);
          e->b.current = otherwise;
          ir_builder_continue_at (&e->b, end);
          e->b.current = end;
        }
    }
}

/* ---- Bodies. ---- */

/* Does the draft FROM lead to one of MAKES, perhaps itself? */
static bool
leads_to (struct evaluation *e, uint32_t from, const bool *makes)
{
  struct ir_builder *b = &e->b;
  bool *seen = arena_calloc (e->arena, b->drafts.count, sizeof *seen);
  VEC (uint32_t) work = VEC_EMPTY;
  *vec_push (e->arena, &work) = ir_builder_find (b, from);
  while (work.count > 0)
    {
      uint32_t at = work.at[--work.count];
      for (uint32_t edge = b->drafts.at[at].first_edge; edge != IR_BUILDER_NONE;
           edge = b->edges.at[edge].next)
        {
          uint32_t to = ir_builder_find (b, b->edges.at[edge].to);
          if (makes[to])
            return true;
          if (!seen[to])
            *vec_push (e->arena, &work) = to;
          seen[to] = true;
        }
    }
  return false;
}

/* The drafts of a body, as a graph. */
struct drafts
{
  struct ir_builder *builder;
};

static uint32_t
next_draft (const void *graph, uint32_t node, uint32_t *position)
{
  struct ir_builder *b = ((const struct drafts *) graph)->builder;
  if (*position == UINT32_MAX)
    return SCC_NONE;
  uint32_t edge = *position == 0 ? b->drafts.at[node].first_edge : *position - 1;
  if (edge == IR_BUILDER_NONE)
    return SCC_NONE;
  uint32_t next = b->edges.at[edge].next;
  assert (next != edge);
  *position = next == IR_BUILDER_NONE ? UINT32_MAX : next + 1;
  return ir_builder_find (b, b->edges.at[edge].to);
}

/* Which drafts lead back to themselves? */
static bool *
find_cyclic (struct evaluation *e)
{
  struct scc scc;
  struct drafts drafts = { &e->b };
  uint32_t count = e->b.drafts.count;
  scc_init (&scc, e->arena, count, next_draft, &drafts);
  bool *cyclic = arena_calloc (e->arena, count + 1, sizeof *cyclic);
  uint32_t *size = arena_calloc (e->arena, count + 1, sizeof *size);
  for (uint32_t i = 0; i < e->allocations.count; i += 2)
    {
      uint32_t step = pairmap_get (&e->state_of, e->allocations.at[i], 0);
      if (step != PAIRMAP_FREE && !scc_reached (&scc, ir_builder_find (&e->b, step)))
        scc_from (&scc, ir_builder_find (&e->b, step));
    }
  for (uint32_t i = 0; i < count; i++)
    if (scc_reached (&scc, i))
      size[scc.of[i]]++;
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t position = 0, to;
      cyclic[i] = scc_reached (&scc, i) && size[scc.of[i]] > 1;
      while (scc_reached (&scc, i) && !cyclic[i]
             && (to = next_draft (&drafts, i, &position)) != SCC_NONE)
        cyclic[i] = to == i;
    }
  return cyclic;
}

/* Does the draft FROM lead to one that makes OBJECT? */
static bool
makes_again (struct evaluation *e, uint32_t from, uint32_t object)
{
  bool *makes = arena_calloc (e->arena, e->b.drafts.count, sizeof *makes);
  assert (object < e->objects.count);
  for (uint32_t i = 0; i + 1 < e->allocations.count; i += 2)
    {
      uint32_t step = pairmap_get (&e->state_of, e->allocations.at[i], 0);
      if (e->allocations.at[i + 1] == object && step != PAIRMAP_FREE)
        makes[ir_builder_find (&e->b, step)] = true;
    }
  return leads_to (e, from, makes);
}

/* How often can one execution of the body come to the steps FIRST to LAST that add to one
   list?  The longest chain of them; UINT32_MAX: as often as it likes. */
static uint32_t
count_adds (struct evaluation *e, uint32_t first, uint32_t last, uint32_t object)
{
  const struct room_use *uses = e->room_uses.at;
  uint32_t longest[ADDS_MOST] = { 0 }, of[ADDS_MOST], count = 0, most = 0;
  bool *makes = arena_calloc (e->arena, e->b.drafts.count, sizeof *makes);
  bool leads[ADDS_MOST][ADDS_MOST];
  assert (first < last && last <= e->room_uses.count);
  for (uint32_t i = first; i < last; i++)
    if (uses[i].object == object && uses[i].adds)
      {
        if (count == ADDS_MOST)
          return UINT32_MAX;
        of[count++] = ir_builder_find (&e->b, uses[i].step);
      }
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < count; k++)
      {
        makes[of[k]] = true;
        leads[i][k] = leads_to (e, of[i], makes);
        makes[of[k]] = false;
        if (leads[i][k] && (i == k || of[i] == of[k]))
          return UINT32_MAX;
      }
  for (uint32_t round = 0; round <= count; round++)
    for (uint32_t i = 0; i < count; i++)
      {
        uint32_t behind = 0;
        for (uint32_t k = 0; k < count; k++)
          if (leads[i][k] && longest[k] > behind)
            behind = longest[k];
        longest[i] = behind + 1;
        if (longest[i] > count)
          return UINT32_MAX;
        if (longest[i] > most)
          most = longest[i];
      }
  return most;
}

/* What the body adds to lists: the first use of each has the number. */
static void
check_rooms (struct evaluation *e)
{
  uint32_t first = e->room_bodies, last = e->room_uses.count;
  assert (first <= last);
  for (uint32_t i = first; i < last; i++)
    {
      bool met = false;
      for (uint32_t k = first; k < i; k++)
        met = met || e->room_uses.at[k].object == e->room_uses.at[i].object;
      if (!met)
        e->room_uses.at[i].count = count_adds (e, first, last, e->room_uses.at[i].object);
    }
  e->room_bodies = last;
}

/* What a loop makes again and again is one object here: a gap, unless nobody can tell. */
static void
check_allocations (struct evaluation *e)
{
  struct pairmap steps;
  uint32_t walks = 0;
  if (e->again || e->allocations.count == 0)
    return; /* this attempt is of no use */
  const bool *cyclic = find_cyclic (e);
  pairmap_init (&steps, e->arena);
  for (uint32_t i = 0; i + 1 < e->allocations.count; i += 2)
    if (pairmap_get (&e->state_of, e->allocations.at[i], 0) != PAIRMAP_FREE)
      {
        uint32_t *count = pairmap_at (&steps, e->allocations.at[i + 1], 0);
        *count = *count == PAIRMAP_FREE ? 1 : *count + 1;
      }
  for (uint32_t i = 0; i + 1 < e->allocations.count; i += 2)
    {
      uint32_t step = pairmap_get (&e->state_of, e->allocations.at[i], 0);
      uint32_t object = e->allocations.at[i + 1];
      assert (object < e->objects.count);
      if (step == PAIRMAP_FREE || e->objects.at[object].is_thrown
          || class_is_a (e, e->objects.at[object].class, "java/lang/Throwable") == IS
          || !(cyclic[ir_builder_find (&e->b, step)]
               || (pairmap_get (&steps, object, 0) > 1
                   && (walks++ > WALKS_MOST || makes_again (e, step, object)))))
        continue;
      name_id class = e->objects.at[object].class;
      const char *simple
        = text_of (e, class)[0] == '[' ? "array" : java_simple_name (e->universe, class);
      const char *text
        = arena_format (e->arena, "'%s' is made in a loop: all of them are one", simple);
      bool told = false;
      for (uint32_t k = 0; k < e->notes.count && !told; k++)
        told = strcmp (e->notes.at[k].text, text) == 0;
      if (!told)
        *vec_push (e->arena, &e->notes) = (struct java_note){ .kind = JAVA_MAY_MISS,
                                                              .removes = ALL_OF_JAVA,
                                                              .code = "loop-object",
                                                              .text = text };
    }
}

/* The number KEY of OBJECT, which no access races for. */
static struct cell *
number_at (struct evaluation *e, uint32_t object, uint32_t key)
{
  struct cell *cell = cell_at (e, object, key, 'I');
  assert (object < e->objects.count);
  cell->is_atomic = true;
  return cell;
}

static void
add_to (struct evaluation *e, uint32_t object, uint32_t key, int64_t change)
{
  struct datum old = cell_read (e, number_at (e, object, key), 0);
  struct datum sum = emit_set (
    e, 1, DATUM_SLOT,
    expr_binary_of (e, EXPR_ADD, expr_of (e, old), expr_of (e, datum_int (change))));
  assert (change == 1 || change == -1);
  cell_write (e, number_at (e, object, key), sum);
}

void
process_queue (struct evaluation *e, uint32_t limit, uint32_t task)
{
  assert (e->b.atomic > 0);
  struct datum ticket = cell_read (e, number_at (e, limit, KEY_VALUE), 0);
  cell_write (e, number_at (e, task, KEY_DEPTH), ticket);
  add_to (e, limit, KEY_VALUE, 1);
}

void
process_permit (struct evaluation *e, uint32_t limit, uint32_t task, bool takes)
{
  struct cell *cell = number_at (e, limit, KEY_LIMIT);
  if (!cell->is_written)
    {
      cell->is_written = e->again = true;
      return;
    }
  atomic_open (e);
  if (takes)
    {
      uint32_t is_next
        = expr_binary_of (e, EXPR_EQUAL, expr_cell (e, number_at (e, limit, KEY_ROUND)),
                          expr_cell (e, number_at (e, task, KEY_DEPTH)));
      uint32_t is_free
        = expr_binary_of (e, EXPR_GREATER, expr_cell (e, number_at (e, limit, KEY_LIMIT)),
                          expr_of (e, datum_int (0)));
      emit_assume (e, expr_binary_of (e, EXPR_AND, is_next, is_free),
                   number_at (e, limit, KEY_LIMIT));
      emit_read (e, number_at (e, limit, KEY_ROUND), IR_NO_SLOT);
      emit_read (e, number_at (e, task, KEY_DEPTH), IR_NO_SLOT);
      add_to (e, limit, KEY_ROUND, 1);
    }
  add_to (e, limit, KEY_LIMIT, takes ? -1 : 1);
  atomic_close (e);
}

void
process_begins (struct evaluation *e)
{
  const struct process *process = &e->processes.at[e->process];
  uint32_t object = process->object, limit = process->limit;
  assert (e->depth == 1);
  e->begins = false;
  if (limit != NONE && limit != OBJECT_NULL)
    process_permit (e, limit, object, true);
  task_begins (e, object);
}

static void
end_body (struct evaluation *e, uint32_t entry)
{
  check_allocations (e);
  check_rooms (e);
  ir_builder_end_body (&e->b, entry);
  struct ir_graph *body = &e->ir->bodies.at[e->ir->bodies.count - 1];
  assert (body->first_slot == e->ir->slots.count);
  body->slot_count = e->slots.count;
  for (uint32_t i = 0; i < e->slots.count; i++)
    *vec_push (e->arena, &e->ir->slots) = e->slots.at[i];
}

/* What a process runs. */
static bool
enter_process (struct evaluation *e)
{
  const struct process *process = &e->processes.at[e->process];
  if (e->process > 0)
    {
      uint32_t object = process->object, task = e->objects.at[object].runs;
      /* A thread may have been given a FutureTask. */
      bool is_task = process->limit != NONE;
      if (!is_task && task >= OBJECTS_FIXED
          && class_is_a (e, e->objects.at[task].class, "java/util/concurrent/FutureTask")
               == IS)
        is_task = true;
      else
        task = object;
      struct datum given[1] = { datum_ref (OBJECT_UNKNOWN) };
      bool takes = e->objects.at[object].element == 'T';
      e->begins = true;
      bool found = call_object (e, object, given, takes,
                                is_task ? AFTER_TASK : AFTER_NOTHING, task);
      e->begins = false;
      return found && !e->ended;
    }
  if (e->clients)
    return clients_begin (e);
  if (!frame_push (e, e->main, AFTER_NOTHING, 0))
    return false;
  uint32_t args = object_new (e, OBJECT_ARRAY,
                              universe_name (e->universe, "[Ljava/lang/String;"), 0, 0);
  top (e)->locals[0] = datum_ref (args);
  e->objects.at[args].is_arguments = true;
  initialisers_begin (e);
  enter_monitor (e, e->main, datum_ref (OBJECT_NULL));
  return true;
}

static void
build_body (struct evaluation *e, uint32_t number)
{
  e->process = number;
  e->depth = e->held.count = e->begun.count = e->ready.count = e->kept.count = 0;
  e->slots.count = e->allocations.count = e->pending.count = 0;
  e->concrete = number == 0;
  e->ended = false;
  pairmap_init (&e->body_slots, e->arena);
  pairmap_init (&e->state_of, e->arena);
  pairmap_init (&e->state_count, e->arena);
  pairmap_init (&e->state_first, e->arena);
  uint32_t entry = ir_builder_begin_body (&e->b);
  if (e->clients && number > 0 && number <= e->clients->count)
    clients_build (e);
  else if (number > 0)
    {
      emit (e, step_with (IR_WAKE));
      if (enter_process (e))
        states_run (e);
      else if (e->ended)
        states_finish (e);
      else
        {
          note (e, JAVA_MAY_MISS, ALL_OF_JAVA, "unknown-thread",
                "what '%s' runs is not known", e->processes.at[number].name);
          ir_builder_put (&e->b, step_with (IR_RETURN), 1, NAME_NONE);
          ir_builder_go_nowhere (&e->b);
        }
    }
  else if (enter_process (e))
    states_run (e);
  else
    states_finish (e);
  end_body (e, entry);
}

/* ---- Attempts. ---- */

static void
begin_attempt (struct evaluation *e)
{
  struct ir_model *d = e->declared;
  bool is_made = d->is_made;
  ir_model_init (d, d->arena, d->idsets, d->names, d->source);
  d->is_made = is_made;
  e->attempt++;
  e->again = false;
  e->notes.count = e->room_uses.count = e->room_bodies = 0;
  e->made = 0;
  e->work = e->states = 0;
  e->set = ir_declare_set (d, "program");
  pairmap_init (&e->claim_of, e->arena);
  pairmap_init (&e->initialised, e->arena);
  ir_builder_init (&e->b, e->ir, d, d->arena);
  e->ir->has_values = true;
  for (uint32_t p = 0; p < e->processes.count; p++)
    {
      struct process *process = &e->processes.at[p];
      process->body = (body_id){ NONE };
      if (p > 0 && !process->is_started)
        continue;
      process->body = ir_declare_process (d, process->name, 0);
      idset copies = ir_model_copies (d, process->body);
      if (process->is_started)
        ir_model_note_order (d, process->body, copies, true);
      if (process->is_joined)
        ir_model_note_order (d, process->body, copies, false);
    }
}

static void
evaluation_init (struct evaluation *e, struct java *java, struct java_member main,
                 struct java_model *model)
{
  *e = (struct evaluation){ .java = java,
                            .universe = java->universe,
                            .model = model,
                            .arena = model->declared->arena,
                            .main = main,
                            .declared = model->declared,
                            .ir = model->ir };
  struct pairmap *maps[]
    = { &e->method_of,    &e->context_calls, &e->context_of, &e->slot_of,   &e->object_of,
        &e->text_of,      &e->statics_of,    &e->class_of,   &e->box_of,    &e->cell_of,
        &e->exception_of, &e->guard_of,      &e->process_of, &e->place_of,  &e->member_of,
        &e->noted,        &e->late,          &e->made_of,    &e->site_count };
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
    pairmap_init (maps[i], e->arena);
  rows_init (&e->rows, e->arena);
  names_init (&e->note_codes, e->arena);
  for (uint32_t i = 0; i < OBJECTS_FIXED; i++)
    *vec_push (e->arena, &e->objects) = (struct object){ .class = NAME_NONE,
                                                         .name = i ? "unknown" : "null",
                                                         .process = NONE,
                                                         .thrown_at = NONE };
  *vec_push (e->arena, &e->processes) = (struct process){
    .object = e->objects.count, .limit = NONE, .pool = NONE, .name = "main"
  };
  *pairmap_at (&e->process_of, e->objects.count, 0) = 0;
  *vec_push (e->arena, &e->objects)
    = (struct object){ .class = universe_name (e->universe, "java/lang/Thread"),
                       .name = "main thread",
                       .process = 0,
                       .thrown_at = NONE };
}

static int
compare_claims (const void *left, const void *right)
{
  const struct ir_claim *a = left, *b = right;
  return a->span.begin != b->span.begin ? (a->span.begin < b->span.begin ? -1 : 1)
                                        : b->is_assert - a->is_assert;
}

/* Claims stand in the order of their numbers. */
static void
sort_claims (struct evaluation *e)
{
  struct ir *ir = e->ir;
  uint32_t count = ir->claims.count;
  struct ir_claim *before = arena_alloc (e->arena, (count + 1) * sizeof *before);
  if (count == 0)
    return;
  memcpy (before, ir->claims.at, count * sizeof *before);
  qsort (ir->claims.at, count, sizeof *ir->claims.at, compare_claims);
  for (uint32_t n = 0; n < ir->nodes.count; n++)
    {
      struct ir_step *step = &ir->nodes.at[n];
      uint32_t *claim = step->claim != IR_NO_CLAIM ? &step->claim : &step->wrong, i = 0;
      if (*claim == IR_NO_CLAIM)
        continue;
      const struct ir_claim *of = &before[*claim];
      assert (of->is_assert == (claim == &step->claim));
      while (ir->claims.at[i].span.begin != of->span.begin
             || ir->claims.at[i].is_assert != of->is_assert)
        i++;
      *claim = i;
    }
}

/* Where steps come from, by their numbers. */
static void
give_origins (struct evaluation *e)
{
  struct java_model *model = e->model;
  for (uint32_t i = 0; i < e->places.count; i++)
    {
      struct place at = e->places.at[i];
      struct java_member method = e->methods.at[at.method];
      const struct java_class *class = universe_class (e->universe, method.class);
      const struct java_method *header = universe_method (e->universe, method);
      const char *name = universe_dotted (e->universe, class->name);
      const char *title = text_of (e, header->name);
      const char *type = text_of (e, header->descriptor);
      *vec_push (&model->arena, &model->origins) = (struct java_origin){
        .offset = i + 1,
        .class_name = arena_copy (&model->arena, name, strlen (name)),
        .method = arena_copy (&model->arena, title, strlen (title)),
        .descriptor = arena_copy (&model->arena, type, strlen (type)),
        .index = universe_code (e->universe, method)->at[at.pc].pc,
      };
    }
}

/* Those that may miss something come first. */
static void
give_notes (struct evaluation *e)
{
  for (uint32_t adds = 0; adds < 2; adds++)
    for (uint32_t i = 0; i < e->notes.count; i++)
      if ((e->notes.at[i].kind == JAVA_MAY_MISS) == !adds)
        {
          *vec_push (&e->model->arena, &e->model->notes) = e->notes.at[i];
          e->model->may_miss += !adds;
          e->model->adds_executions += adds;
        }
  assert (e->model->notes.count >= e->notes.count);
}

/* What the threads do was not found out to the end: they do nothing, and that is a gap.
 */
static void
build_nothing (struct evaluation *e)
{
  begin_attempt (e);
  for (uint32_t p = 0; p < e->processes.count; p++)
    if (is_declared (e, p))
      {
        uint32_t entry = ir_builder_begin_body (&e->b);
        e->slots.count = e->allocations.count = 0;
        ir_builder_put (&e->b, step_with (IR_RETURN), 1, NAME_NONE);
        ir_builder_go_nowhere (&e->b);
        end_body (e, entry);
      }
  *vec_push (e->arena, &e->notes) = (struct java_note){
    .kind = JAVA_MAY_MISS,
    .removes = ALL_OF_JAVA,
    .code = "too-large",
    .text = "the program is too large: what its threads do was not found out to the end",
  };
  assert (!e->again);
}

/* What is left out may come to assertions that nothing else comes to: so they are asked
   about, in all methods of the classes that were looked at. */
static void
claim_unreached (struct evaluation *e)
{
  unsigned removed = 0;
  for (uint32_t i = 0; i < e->notes.count; i++)
    removed |= e->notes.at[i].removes;
  uint32_t count = removed & JAVA_ASSERT ? e->methods.count : 0;
  for (uint32_t i = 0; i < count; i++)
    {
      class_id id = e->methods.at[i].class;
      const struct java_class *class = universe_class (e->universe, id);
      bool met = false;
      for (uint32_t k = 0; k < i; k++)
        met = met || e->methods.at[k].class.index == id.index;
      for (uint32_t m = 0; m < class->method_count && !met; m++)
        claims_of_method (e, (struct java_member){ id, m });
    }
  assert (e->methods.count >= count);
}

/* Was an array left out, since its length is not known? */
static bool
has_unknown_length (const struct evaluation *e)
{
  for (uint32_t i = 0; i < e->notes.count; i++)
    if (strcmp (e->notes.at[i].code, "array-length") == 0)
      return true;
  return false;
}

/* Make attempts until there is nothing new. */
static void
evaluate (struct evaluation *e)
{
  uint64_t work = 0;
  do
    {
      begin_attempt (e);
      for (uint32_t p = 0; p < e->processes.count; p++)
        if (is_declared (e, p))
          build_body (e, p);
      LOG (1, "attempt %u: %u processes, %u states%s%s", (unsigned) e->attempt,
           (unsigned) e->processes.count, (unsigned) e->states,
           e->again ? "; once more: " : "", e->again ? e->why_again : "");
      work += e->work;
    }
  while (e->again && e->attempt < ATTEMPTS_MOST && work < INSTRUCTIONS_MOST);
  if (e->again)
    build_nothing (e);
  assert (!e->again);
}

static void
give_model (struct evaluation *e)
{
  struct java_model *model = e->model;
  containers_note (e);
  guards_note (e);
  claim_unreached (e);
  sort_claims (e);
  give_origins (e);
  if (e->clients)
    clients_give_ways (e, model);
  give_notes (e);
  model->name = text_of (e, universe_class (e->universe, e->main.class)->name);
  model->has_unit = true;
  model->fields = e->declared->fields.count;
  model->locks = e->declared->locks.count;
  model->methods = 1;
  model->steps = e->work;
}

void
partial_model (struct java *java, struct java_member main, struct java_model *model)
{
  struct evaluation *e = arena_calloc (model->declared->arena, 1, sizeof *e);
  assert (member_is_known (main));
  evaluation_init (e, java, main, model);
  evaluate (e);
  give_model (e);
}

bool
partial_knows_deadlocks (struct java *java, struct java_member main)
{
  struct ir_subject *subject = arena_calloc (&java->arena, 1, sizeof *subject);
  struct java_model *model = arena_calloc (&java->arena, 1, sizeof *model);
  bool knows = true;
  ir_subject_init (subject, java->quota);
  arena_init (&model->arena, java->quota);
  *vec_push (&java->arena, &java->lent) = &subject->arena;
  *vec_push (&java->arena, &java->lent) = &model->arena;
  ir_subject_begin (subject, "program");
  model->declared = &subject->model;
  model->ir = &subject->flow;
  partial_model (java, main, model);
  for (uint32_t i = 0; i < model->notes.count; i++)
    knows = knows && !(model->notes.at[i].removes & JAVA_DEADLOCK);
  assert (java->lent.count > 1);
  java->lent.count -= 2;
  arena_clear (&model->arena);
  ir_subject_clear (subject);
  return knows;
}

bool
partial_clients (struct java *java, class_id class, struct java_model *model)
{
  for (uint32_t numbers = 0;; numbers++)
    {
      struct evaluation *e = arena_calloc (model->declared->arena, 1, sizeof *e);
      evaluation_init (e, java, (struct java_member){ .class = CLASS_NONE }, model);
      if (!clients_init (e, class, java->options->threads))
        return false;
      e->clients->numbers = numbers;
      evaluate (e);
      if (numbers || !has_unknown_length (e))
        {
          give_model (e);
          return true;
        }
    }
}
