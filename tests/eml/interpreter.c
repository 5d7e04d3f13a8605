/* interpreter.c -- see interpreter.h.
 *
 * The stack holds items, the next thing to do on top:
 *
 *     RUN at end    the statements at, ... up to end, siblings in the tree
 *     LOOP at       the head of a loop
 *     LEAVE at      the end of a sync or unit block
 *     RETURN body   back to the caller of this body
 *     WAKE          the first step of a process that some start names
 *     FINISH        the last step of one that some join names
 *     GIVE at       the wait AT goes on: its lock is given back,
 *     TAKE at       taken again,
 *     RESUME at     and the units that were open begin again
 *     BREAK, CONTINUE, RETURNING   a jump under way: it takes what is below it
 *                   off the stack, doing what LEAVE says, until its target
 */
#include <config.h>

#include "interpreter.h"

#include <assert.h>
#include <string.h>

enum item_kind
{
  RUN,
  LOOP,
  LEAVE,
  RETURN,
  BREAK,
  CONTINUE,
  RETURNING,
  WAKE,
  FINISH,
  GIVE,
  TAKE,
  RESUME,
};

bool
interpreter_init (struct interpreter *p, struct arena *arena,
                  const struct resolved *resolved)
{
  const struct ir_model *model = resolved->model;
  memset (p, 0, sizeof *p);
  p->arena = arena;
  p->model = model;
  p->resolved = resolved;
  pairmap_init (&p->item_ids, arena);
  pairmap_init (&p->stack_ids, arena);
  pairmap_init (&p->half_ids, arena);
  pairmap_init (&p->counter_ids, arena);
  pairmap_init (&p->order_ids, arena);
  pairmap_init (&p->config_ids, arena);
  *vec_push (arena, &p->stacks) = (struct interpreter_stack){ 0, 0 };
  return model->locks.count <= INTERPRETER_COUNTERS
         && model->sets.count <= INTERPRETER_COUNTERS;
}

/* ---- Interning. ---- */

static uint32_t
push (struct interpreter *p, uint32_t stack, enum item_kind kind, uint32_t at,
      uint32_t end)
{
  if (kind == RUN && at == end)
    return stack; /* nothing to run */
  assert (at < (uint32_t) 1 << 28);
  uint32_t *item = pairmap_at (&p->item_ids, (uint32_t) kind << 28 | at, end);
  if (*item == PAIRMAP_FREE)
    {
      *item = p->items.count;
      *vec_push (p->arena, &p->items) = (struct interpreter_item){ kind, at, end };
    }
  uint32_t *id = pairmap_at (&p->stack_ids, *item, stack);
  if (*id == PAIRMAP_FREE)
    {
      *id = p->stacks.count;
      *vec_push (p->arena, &p->stacks) = (struct interpreter_stack){ *item, stack };
    }
  return *id;
}

static uint32_t
intern_counters (struct interpreter *p, uint64_t counters)
{
  return pairmap_number (&p->half_ids, (uint32_t) (counters >> 32), (uint32_t) counters);
}

static uint32_t
intern_config (struct interpreter *p, struct interpreter_config config)
{
  uint32_t locks = intern_counters (p, config.locks);
  uint32_t units = intern_counters (p, config.units);
  uint32_t counters = pairmap_number (&p->counter_ids, locks, units);
  counters = pairmap_number (&p->order_ids, counters, intern_counters (p, config.order));
  uint32_t *id = pairmap_at (&p->config_ids, config.stack, counters);
  if (*id == PAIRMAP_FREE)
    {
      *id = p->configs.count;
      *vec_push (p->arena, &p->configs) = config;
    }
  return *id;
}

static void
add_step (struct interpreter *p, struct interpreter_action action,
          struct interpreter_config to)
{
  uint32_t config = intern_config (p, to);
  *vec_push (p->arena, &p->steps) = (struct interpreter_step){ action, config };
}

static void
add_silent_step (struct interpreter *p, struct interpreter_config to)
{
  add_step (p, (struct interpreter_action){ INTERPRETER_NOTHING, 0, 0 }, to);
}

/* ---- Counters. ---- */

static uint32_t
counter (uint64_t counters, uint32_t which)
{
  return (uint32_t) (counters >> (8 * which)) & 0xFF;
}

/* One more; true if it was the first. */
static bool
count_up (uint64_t *counters, uint32_t which)
{
  assert (which < INTERPRETER_COUNTERS && counter (*counters, which) < 0xFF);
  *counters += (uint64_t) 1 << (8 * which);
  return counter (*counters, which) == 1;
}

/* One less; true if it was the last. */
static bool
count_down (uint64_t *counters, uint32_t which)
{
  assert (which < INTERPRETER_COUNTERS && counter (*counters, which) > 0);
  *counters -= (uint64_t) 1 << (8 * which);
  return counter (*counters, which) == 0;
}

static uint32_t
open_units (const struct interpreter_config *config)
{
  uint32_t sets = 0;
  for (uint32_t s = 0; s < INTERPRETER_COUNTERS; s++)
    if (counter (config->units, s) > 0)
      sets |= (uint32_t) 1 << s;
  return sets;
}

/* ---- Statements. ---- */

static const struct tree_stmt *
stmt_at (const struct interpreter *p, uint32_t at)
{
  assert (at < p->resolved->tree->stmts.count);
  return &p->resolved->tree->stmts.at[at];
}

/* The body that runs, with STACK. */
static body_id
body_under (const struct interpreter *p, uint32_t stack)
{
  for (;; stack = p->stacks.at[stack].rest)
    {
      assert (stack != 0);
      struct interpreter_item item = p->items.at[p->stacks.at[stack].item];
      if (item.kind == RETURN)
        return (body_id){ item.at };
    }
}

static uint32_t
target_of (const struct interpreter *p, const struct interpreter_config *config,
           const struct tree_stmt *stmt, uint32_t i)
{
  assert (i < stmt->name_count);
  body_id body = body_under (p, config->stack);
  return resolved_target (&p->resolved->bodies.at[body.index], stmt->first_name + i);
}

/* The sets that STMT is a unit of: those it names, or all there are. */
static uint32_t
sets_of (const struct interpreter *p, const struct interpreter_config *config,
         const struct tree_stmt *stmt)
{
  assert (stmt->kind == TREE_UNIT);
  uint32_t sets = 0;
  if (stmt->name_count == 0)
    for (uint32_t s = 0; s < p->model->sets.count; s++)
      sets |= (uint32_t) 1 << s;
  for (uint32_t i = 0; i < stmt->name_count; i++)
    sets |= (uint32_t) 1 << target_of (p, config, stmt, i);
  return sets;
}

static void
do_acquire (struct interpreter *p, uint32_t lock, struct interpreter_config next)
{
  bool taken = count_up (&next.locks, lock);
  struct interpreter_action action = { INTERPRETER_ACQUIRE, lock, 0 };
  if (taken)
    {
      next.order = next.order << 8 | (lock + 1);
      add_step (p, action, next);
    }
  else
    add_silent_step (p, next);
}

static void
do_release (struct interpreter *p, uint32_t lock, struct interpreter_config next)
{
  bool freed = count_down (&next.locks, lock);
  struct interpreter_action action = { INTERPRETER_RELEASE, lock, 0 };
  if (freed)
    {
      assert ((next.order & 0xFF) == lock + 1);
      next.order >>= 8;
      add_step (p, action, next);
    }
  else
    add_silent_step (p, next);
}

/* All open units end, or begin again, around a wait; the counters stay, for nothing of
   this process happens in between. */
static void
do_cut (struct interpreter *p, enum interpreter_op op, struct interpreter_config next)
{
  struct interpreter_action action = { op, 0, open_units (&next) };
  if (action.sets)
    add_step (p, action, next);
  else
    add_silent_step (p, next);
}

/* Begin or end a unit of SETS; only the outermost of each set shows. */
static void
do_unit (struct interpreter *p, enum interpreter_op op, uint32_t sets,
         struct interpreter_config next)
{
  struct interpreter_action action = { op, 0, 0 };
  for (uint32_t s = 0; s < p->model->sets.count; s++)
    if (sets >> s & 1)
      {
        bool outermost = op == INTERPRETER_BEGIN ? count_up (&next.units, s)
                                                 : count_down (&next.units, s);
        if (outermost)
          action.sets |= (uint32_t) 1 << s;
      }
  if (action.sets)
    add_step (p, action, next);
  else
    add_silent_step (p, next);
}

/* Leave the sync or unit block of statement AT; NEXT has it off the stack. */
static void
do_leave (struct interpreter *p, uint32_t at, struct interpreter_config next)
{
  const struct tree_stmt *stmt = stmt_at (p, at);
  if (stmt->kind == TREE_SYNC)
    do_release (p, target_of (p, &next, stmt, 0), next);
  else
    do_unit (p, INTERPRETER_END, sets_of (p, &next, stmt), next);
}

/* Go to LABEL: what was to be done in the sync or unit (or body) around is
   forgotten, and what is to be done from the label on takes its place. */
static void
do_goto (struct interpreter *p, uint32_t label, struct interpreter_config next)
{
  for (;; next.stack = p->stacks.at[next.stack].rest)
    {
      assert (next.stack != 0);
      uint32_t kind = p->items.at[p->stacks.at[next.stack].item].kind;
      if (kind == LEAVE || kind == RETURN)
        break;
    }
  const uint32_t base = next.stack;
  const struct tree_decl *body = resolved_decl (p->resolved, body_under (p, base));
  uint32_t region = UINT32_MAX;
  uint32_t at = body->begin, end = body->end;
  bool is_arm = false;
  while (at != label)
    {
      const struct tree_stmt *stmt = stmt_at (p, at);
      if (stmt->end <= label)
        {
          at = stmt->end;
          continue;
        }
      /* The label is inside.  After an alternative control goes on after
         the whole statement, which is on the stack already. */
      if (!is_arm)
        next.stack = push (p, next.stack, RUN, stmt->end, end);
      if (stmt->kind == TREE_WHILE || stmt->kind == TREE_LOOP)
        next.stack = push (p, next.stack, LOOP, at, 0);
      if (stmt->kind == TREE_SYNC || stmt->kind == TREE_UNIT)
        {
          /* We are in it: what is around it stays. */
          region = at;
          next.stack = base;
        }
      is_arm = stmt->kind == TREE_IF || stmt->kind == TREE_CHOOSE;
      end = stmt->end;
      at++;
    }
  struct interpreter_item around = p->items.at[p->stacks.at[base].item];
  assert (region == UINT32_MAX ? around.kind == RETURN
                               : around.kind == LEAVE && around.at == region);
  (void) around;
  (void) region;
  next.stack = push (p, next.stack, RUN, label, end);
  add_silent_step (p, next);
}

uint32_t
interpreter_processes (uint32_t first, uint32_t count)
{
  assert (first < 256 && count < 256);
  return first << 8 | count;
}

/* The processes that STMT, a start or join, names. */
static uint32_t
processes_of (const struct interpreter *p, const struct interpreter_config *config,
              const struct tree_stmt *stmt)
{
  uint32_t target = target_of (p, config, stmt, 0), first = 0;
  for (uint32_t b = 0; b < target; b++)
    if (p->model->bodies.at[b].is_process)
      first += p->model->bodies.at[b].copies;
  if (stmt->copy == TREE_ALL_COPIES)
    return interpreter_processes (first, p->model->bodies.at[target].copies);
  return interpreter_processes (first + stmt->copy, 1);
}

/* Is there a statement of KIND that names the process BODY or a copy of it? */
static bool
is_named (const struct interpreter *p, enum tree_kind kind, uint32_t body)
{
  const struct tree *tree = p->resolved->tree;
  for (uint32_t at = 0; at < tree->stmts.count; at++)
    if (stmt_at (p, at)->kind == kind
        && tree->uses.at[stmt_at (p, at)->first_name].name.index
             == p->model->bodies.at[body].name.name.index)
      return true;
  return false;
}

/* Choose one of the alternatives of the if or choose AT, or none. */
static void
do_branch (struct interpreter *p, uint32_t at, struct interpreter_config next)
{
  const struct tree_stmt *stmt = stmt_at (p, at);
  uint32_t arms = 0;
  for (uint32_t arm = at + 1; arm < stmt->end; arm = stmt_at (p, arm)->end)
    {
      struct interpreter_config chosen = next;
      chosen.stack = push (p, next.stack, RUN, arm + 1, stmt_at (p, arm)->end);
      add_silent_step (p, chosen);
      arms++;
    }
  if (stmt->kind == TREE_IF && arms == stmt->conditions)
    add_silent_step (p, next);
}

/* Execute statement AT; NEXT has on its stack what follows it. */
static void
do_stmt (struct interpreter *p, uint32_t at, struct interpreter_config next)
{
  const struct tree_stmt *stmt = stmt_at (p, at);
  switch (stmt->kind)
    {
    case TREE_ASSIGN:
    case TREE_DECLARE:
    case TREE_ASSUME:
    case TREE_ASSERT:
    case TREE_ATOMIC: assert (false && "a model without data"); break;
    case TREE_READ:
    case TREE_WRITE:
      add_step (p,
                (struct interpreter_action){
                  stmt->kind == TREE_READ ? INTERPRETER_READ : INTERPRETER_WRITE,
                  target_of (p, &next, stmt, 0), open_units (&next) },
                next);
      break;
    case TREE_CALL:
      {
        uint32_t target = target_of (p, &next, stmt, 0);
        const struct tree_decl *callee = resolved_decl (p->resolved, (body_id){ target });
        next.stack = push (p, next.stack, RETURN, target, 0);
        next.stack = push (p, next.stack, RUN, callee->begin, callee->end);
        add_silent_step (p, next);
        break;
      }
    case TREE_LOCK: do_acquire (p, target_of (p, &next, stmt, 0), next); break;
    case TREE_UNLOCK: do_release (p, target_of (p, &next, stmt, 0), next); break;
    case TREE_GOTO:
      for (uint32_t i = 0; i < stmt->name_count; i++)
        do_goto (p, target_of (p, &next, stmt, i), next);
      break;
    case TREE_START:
    case TREE_JOIN:
      add_step (p,
                (struct interpreter_action){ stmt->kind == TREE_START ? INTERPRETER_START
                                                                      : INTERPRETER_JOIN,
                                             processes_of (p, &next, stmt), 0 },
                next);
      break;
    case TREE_WAIT:
      if ((next.order & 0xFF) != target_of (p, &next, stmt, 0) + 1)
        {
          p->wrong = true;
          break;
        }
      assert (counter (next.locks, target_of (p, &next, stmt, 0)) > 0);
      next.stack = push (p, next.stack, GIVE, at, 0);
      do_cut (p, INTERPRETER_END, next);
      break;
    case TREE_NOTIFY:
    case TREE_NOTIFYALL:
      if (counter (next.locks, target_of (p, &next, stmt, 0)) == 0)
        p->wrong = true;
      else
        add_silent_step (p, next);
      break;
    case TREE_SKIP:
    case TREE_LABEL: add_silent_step (p, next); break;
    case TREE_BREAK:
    case TREE_CONTINUE:
    case TREE_RETURN:
      next.stack = push (p, next.stack,
                         stmt->kind == TREE_BREAK      ? BREAK
                         : stmt->kind == TREE_CONTINUE ? CONTINUE
                                                       : RETURNING,
                         0, 0);
      add_silent_step (p, next);
      break;
    case TREE_SYNC:
      next.stack = push (p, next.stack, LEAVE, at, 0);
      next.stack = push (p, next.stack, RUN, at + 1, stmt->end);
      do_acquire (p, target_of (p, &next, stmt, 0), next);
      break;
    case TREE_UNIT:
      next.stack = push (p, next.stack, LEAVE, at, 0);
      next.stack = push (p, next.stack, RUN, at + 1, stmt->end);
      do_unit (p, INTERPRETER_BEGIN, sets_of (p, &next, stmt), next);
      break;
    case TREE_WHILE:
    case TREE_LOOP:
      next.stack = push (p, next.stack, LOOP, at, 0);
      add_silent_step (p, next);
      break;
    case TREE_BLOCK:
      next.stack = push (p, next.stack, RUN, at + 1, stmt->end);
      add_silent_step (p, next);
      break;
    case TREE_IF:
    case TREE_CHOOSE: do_branch (p, at, next); break;
    }
}

/* A jump takes one item off the stack: NEXT has the jump off it already. */
static void
do_jump (struct interpreter *p, enum item_kind jump, struct interpreter_config next)
{
  assert (next.stack != 0);
  struct interpreter_stack top = p->stacks.at[next.stack];
  struct interpreter_item item = p->items.at[top.item];
  if (item.kind == LOOP && jump == CONTINUE)
    add_silent_step (p, next);
  else if ((item.kind == LOOP && jump == BREAK) || item.kind == RETURN)
    {
      assert (item.kind == LOOP || jump == RETURNING);
      next.stack = top.rest;
      add_silent_step (p, next);
    }
  else
    {
      next.stack = push (p, top.rest, jump, 0, 0);
      if (item.kind == LEAVE)
        do_leave (p, item.at, next);
      else
        add_silent_step (p, next);
    }
}

uint32_t
interpreter_start (struct interpreter *p, body_id body)
{
  const struct tree_decl *b = resolved_decl (p->resolved, body);
  uint32_t stack = 0;
  if (is_named (p, TREE_JOIN, body.index))
    stack = push (p, stack, FINISH, 0, 0);
  stack = push (p, stack, RETURN, body.index, 0);
  stack = push (p, stack, RUN, b->begin, b->end);
  if (is_named (p, TREE_START, body.index))
    stack = push (p, stack, WAKE, 0, 0);
  return intern_config (p, (struct interpreter_config){ stack, 0, 0, 0 });
}

void
interpreter_step (struct interpreter *p, uint32_t config)
{
  assert (config < p->configs.count);
  struct interpreter_config next = p->configs.at[config];
  p->steps.count = 0;
  if (next.stack == 0)
    {
      assert (next.locks == 0 && next.units == 0);
      return;
    }
  struct interpreter_stack top = p->stacks.at[next.stack];
  struct interpreter_item item = p->items.at[top.item];
  next.stack = top.rest;
  switch ((enum item_kind) item.kind)
    {
    case RUN:
      next.stack = push (p, top.rest, RUN, stmt_at (p, item.at)->end, item.end);
      do_stmt (p, item.at, next);
      break;
    case LOOP:
      if (stmt_at (p, item.at)->kind == TREE_WHILE)
        add_silent_step (p, next);
      next.stack = push (p, next.stack, LOOP, item.at, 0);
      next.stack = push (p, next.stack, RUN, item.at + 1, stmt_at (p, item.at)->end);
      add_silent_step (p, next);
      break;
    case LEAVE: do_leave (p, item.at, next); break;
    case RETURN: add_silent_step (p, next); break;
    case WAKE:
    case FINISH:
      add_step (p,
                (struct interpreter_action){
                  item.kind == WAKE ? INTERPRETER_WAKE : INTERPRETER_FINISH, 0, 0 },
                next);
      break;
    case GIVE:
      next.stack = push (p, next.stack, TAKE, item.at, 0);
      add_step (p,
                (struct interpreter_action){
                  INTERPRETER_RELEASE, target_of (p, &next, stmt_at (p, item.at), 0), 0 },
                next);
      break;
    case TAKE:
      next.stack = push (p, next.stack, RESUME, item.at, 0);
      add_step (p,
                (struct interpreter_action){
                  INTERPRETER_ACQUIRE, target_of (p, &next, stmt_at (p, item.at), 0), 0 },
                next);
      break;
    case RESUME: do_cut (p, INTERPRETER_BEGIN, next); break;
    case BREAK:
    case CONTINUE:
    case RETURNING: do_jump (p, item.kind, next); break;
    }
}
