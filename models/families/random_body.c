/* random_body.c -- random bodies of procedures and processes, valid by construction.
 *
 * A body (of a procedure or process) is made as a flat list of operations: block
 * heads, simple statements, block ends.  Only then is it printed, since a goto may
 * name a label that comes later.
 *
 * Locks.  EML wants one stack of open locks at every node, whatever path leads
 * there, and an empty one on return.  So the maker knows the stack at every point
 * of the text.  Stacks are nodes of a tree, the root being the empty one, and two
 * points have the same stack iff they have the same node.  The invariants:
 *   - a block is made for a given stack at its end, its target, and opens or
 *     closes locks to get there; branches that join have the same target;
 *   - the target of a loop's body is the stack at its beginning; `while` and an
 *     `if` without `else` leave the stack as it was;
 *   - `unlock` closes only a LOCK on top, never a SYNC, and a PINNED lock only by
 *     the function that opened it;
 *   - `break`, `continue` and `return` leave only SYNCs between them and where they
 *     go; a goto goes to a label in the same unit block with the same stack (each
 *     `sync` block has a node of its own, so it cannot be entered or left).
 * All that holds for code that cannot be reached, too, so that a checker is free
 * to walk over paths or over the text.
 *
 * Calm.  Each set has a guard, a lock.  A calm unit holds the guards of its sets
 * from its first access to its last, a calm access outside such a unit is made
 * under the guard of its set.  If all are calm then no other process can access a
 * set between two accesses of a unit, whatever else the model does: it is safe.
 *
 * Waits.  A wait is for the lock that was taken last, callers counted; what callers
 * have taken is not known here.  So some procedures, the monitors, have a lock, wait
 * for this one only, and are called only where their caller could wait for it.
 *
 * Orders.  A process may not start or join itself, not even by way of a procedure.  So
 * procedures, which are made after all processes, name only those that call nothing.
 */
#include <config.h>

#include "random_body.h"

#include <assert.h>
#include <stdlib.h>

enum
{
  MOST_OPEN = 5,
  MOST_INNER = 24
};

/* What surrounds a point of the text; passed down by value. */
struct scope
{
  uint32_t depth; /* how many more blocks may nest */
  uint32_t unit;  /* the innermost unit block, 0: none */
  uint64_t sets;  /* those with a unit around it; all ones: every set */
  bool in_loop;
  uint32_t loop_stack; /* where break and continue go */
};

/* Room for one more of `size` bytes in a vector.  False if memory ran out. */
static bool
maker_grow (struct maker *maker, void **items, size_t count, size_t *capacity,
            size_t size)
{
  if (count < *capacity)
    return true;
  const size_t wider = *capacity ? 2 * *capacity : 64;
  void *moved = wider > SIZE_MAX / size ? NULL : realloc (*items, wider * size);
  if (!moved)
    {
      maker->failed = true;
      return false;
    }
  *items = moved;
  *capacity = wider;
  return true;
}

static void
emit_op (struct maker *maker, struct op op)
{
  void *items = maker->ops;
  if (maker_grow (maker, &items, maker->op_count, &maker->op_capacity, sizeof op))
    {
      maker->ops = items;
      maker->ops[maker->op_count++] = op;
    }
}

static void
emit (struct maker *maker, enum op_kind kind, uint32_t arg)
{
  emit_op (maker, (struct op){ .kind = kind, .arg = arg });
  maker->ended
    = kind == OP_RETURN || kind == OP_BREAK || kind == OP_CONTINUE || kind == OP_GOTO;
}

/* ---- stacks of open locks ---------------------------------------------- */

/* The stack that has `lock` on top of this one.  A SYNC or PINNED is a new node
 * each time, for it is left only by the block that made it. */
static uint32_t
stack_above (struct maker *maker, uint32_t below, enum hold hold, uint32_t lock)
{
  assert (below < maker->node_count);
  assert (lock < maker->params.locks);
  if (hold == HOLD_LOCK)
    for (uint32_t i = maker->nodes[below].first_child; i;
         i = maker->nodes[i].next_sibling)
      if (maker->nodes[i].lock == lock)
        return i;
  void *items = maker->nodes;
  if (!maker_grow (maker, &items, maker->node_count, &maker->node_capacity,
                   sizeof *maker->nodes))
    return below;
  maker->nodes = items;
  assert (maker->node_count < UINT32_MAX);
  const uint32_t above = (uint32_t) maker->node_count++;
  struct stack_node *parent = &maker->nodes[below];
  maker->nodes[above]
    = (struct stack_node){ .parent = below,
                           .lock = lock,
                           .hold = hold,
                           .open = parent->open + (hold == HOLD_SYNC ? 0 : 1) };
  if (hold == HOLD_LOCK) /* the others are never looked for */
    {
      maker->nodes[above].next_sibling = parent->first_child;
      parent->first_child = above;
    }
  return above;
}

static bool
can_lock (const struct maker *maker)
{
  return maker->params.locks > 0 && maker->nodes[maker->stack].open < MOST_OPEN;
}

static bool
can_unlock (const struct maker *maker)
{
  return maker->stack != 0 && maker->nodes[maker->stack].hold == HOLD_LOCK;
}

/* Whether a jump out of blocks may go from this stack to `target`. */
static bool
can_leave_to (const struct maker *maker, uint32_t target)
{
  uint32_t stack = maker->stack;
  while (stack != target && stack != 0 && maker->nodes[stack].hold == HOLD_SYNC)
    stack = maker->nodes[stack].parent;
  return stack == target;
}

static bool
stack_is_under (const struct maker *maker, uint32_t stack, uint32_t above)
{
  while (above != stack && above != 0)
    above = maker->nodes[above].parent;
  return above == stack;
}

static void
emit_lock (struct maker *maker, enum hold hold, uint32_t lock)
{
  maker->stack = stack_above (maker, maker->stack, hold, lock);
  emit (maker, OP_LOCK, lock);
}

static void
emit_unlock (struct maker *maker)
{
  assert (maker->failed || maker->stack != 0);
  const struct stack_node top = maker->nodes[maker->stack];
  assert (maker->failed || top.hold != HOLD_SYNC);
  emit (maker, OP_UNLOCK, top.lock);
  maker->stack = top.parent;
}

/* Unlock and lock until the stack is `target`, which has the same SYNCs and PINNEDs. */
static void
emit_way_to (struct maker *maker, uint32_t target)
{
  while (!maker->failed && !stack_is_under (maker, maker->stack, target))
    {
      assert (can_unlock (maker));
      emit_unlock (maker);
    }
  while (!maker->failed && maker->stack != target)
    {
      uint32_t next = target;
      while (maker->nodes[next].parent != maker->stack)
        next = maker->nodes[next].parent;
      assert (maker->nodes[next].hold == HOLD_LOCK);
      emit_lock (maker, HOLD_LOCK, maker->nodes[next].lock);
    }
  maker->stack = target;
}

/* ---- choices of names -------------------------------------------------- */

/* One of `count`: of all, or of the share of this body's owner. */
static uint32_t
pick_index (struct maker *maker, uint32_t count)
{
  assert (count > 0);
  if (maker->owner >= count || chance_percent (&maker->chance, maker->params.sharing))
    return chance_below (&maker->chance, count);
  const uint32_t share = (count - maker->owner - 1) / maker->bodies + 1;
  return maker->owner + maker->bodies * chance_below (&maker->chance, share);
}

/* The lock that guards a set; params.sets stands for every field that is in none. */
static uint32_t
guard_of (const struct maker *maker, uint32_t set)
{
  assert (maker->params.locks > 0);
  return set % maker->params.locks;
}

static bool
scope_has_set (const struct scope *scope, uint32_t set)
{
  return set < 64 ? (scope->sets >> set & 1) != 0 : scope->sets == UINT64_MAX;
}

/* A field, preferably of a set whose unit is around: that is where queries are decided.
 */
static uint32_t
pick_field (struct maker *maker, const struct scope *scope)
{
  uint32_t field = pick_index (maker, maker->params.fields);
  for (int tries = 0; tries < 3 && scope->sets != 0; tries++)
    {
      if (scope_has_set (scope, maker->set_of_field[field]))
        break;
      field = pick_index (maker, maker->params.fields);
    }
  return field;
}

/* A procedure that may be called from here, those not called yet first. */
static uint32_t
pick_callee (struct maker *maker)
{
  const uint32_t all = maker->params.procedures, first = maker->first_callee;
  if (first >= all || chance_percent (&maker->chance, maker->params.recursion))
    return pick_index (maker, all);
  if (chance_percent (&maker->chance, 60))
    for (uint32_t i = first; i < all && i < first + 64; i++)
      if (!maker->called[i])
        return i;
  const uint32_t callee = pick_index (maker, all);
  return callee >= first ? callee : chance_between (&maker->chance, first, all - 1);
}

/* The lock that a procedure waits for; UINT32_MAX: it does not wait. */
static uint32_t
monitor_of (const struct maker *maker, uint32_t procedure)
{
  if (maker->params.waits == 0 || maker->params.locks == 0)
    return UINT32_MAX;
  struct chance own = { chance_mix (maker->params.seed ^ chance_mix (procedure + 7777)) };
  return chance_percent (&own, 50) ? chance_below (&own, maker->params.locks)
                                   : UINT32_MAX;
}

/* Whether the lock that was taken last, callers counted, is this one. */
static bool
can_wait (const struct maker *maker, uint32_t lock)
{
  uint32_t stack = maker->stack;
  while (stack != 0 && maker->nodes[stack].lock == lock)
    stack = maker->nodes[stack].parent;
  if (!maker->process)
    return stack == 0 && monitor_of (maker, maker->procedure) == lock;
  const bool found = stack != maker->stack;
  for (; stack != 0; stack = maker->nodes[stack].parent)
    if (maker->nodes[stack].lock == lock)
      return false;
  return found;
}

static bool
can_call (const struct maker *maker)
{
  return maker->first_callee < maker->params.procedures
         || (maker->params.recursion > 0 && maker->params.procedures > 0);
}

/* ---- statements -------------------------------------------------------- */

static void make_block (struct maker *maker, struct scope scope, uint32_t budget,
                        uint32_t target);

static void
open_sync (struct maker *maker, uint32_t lock)
{
  emit (maker, OP_SYNC, lock);
  maker->stack = stack_above (maker, maker->stack, HOLD_SYNC, lock);
  maker->held[lock]++;
}

static void
close_sync (struct maker *maker)
{
  const struct stack_node top = maker->nodes[maker->stack];
  assert (maker->failed || top.hold == HOLD_SYNC);
  assert (maker->failed || maker->held[top.lock] > 0);
  maker->held[top.lock]--;
  maker->stack = top.parent;
  emit (maker, OP_END_PLACED, 0);
}

/* An access; a calm one under its guard, another now and then under any lock. */
static void
make_access (struct maker *maker, const struct scope *scope)
{
  const uint32_t field = pick_field (maker, scope);
  const enum op_kind kind = chance_percent (&maker->chance, 50) ? OP_READ : OP_WRITE;
  bool locked = false;
  if (maker->params.locks > 0 && chance_percent (&maker->chance, maker->params.calm))
    {
      const uint32_t guard = guard_of (maker, maker->set_of_field[field]);
      locked = maker->held[guard] == 0;
      if (locked)
        open_sync (maker, guard);
    }
  else if (maker->params.locks > 0 && chance_percent (&maker->chance, 30))
    {
      locked = true;
      open_sync (maker, pick_index (maker, maker->params.locks));
    }
  emit (maker, kind, field);
  if (locked)
    close_sync (maker);
}

static void
make_call (struct maker *maker)
{
  const uint32_t callee = pick_callee (maker);
  const uint32_t monitor = monitor_of (maker, callee);
  if (monitor != UINT32_MAX && !can_wait (maker, monitor))
    {
      emit (maker, OP_SKIP, 0);
      return;
    }
  /* An unconditional way back into the caller often never returns: make it rare. */
  const bool back = callee < maker->first_callee && chance_percent (&maker->chance, 90);
  if (back)
    emit (maker, OP_IF, 0);
  emit (maker, OP_CALL, callee);
  if (back)
    emit (maker, OP_END, 0);
  maker->called[callee] = true;
  maker->has_call = true;
}

/* A start or join, of all copies or of one; false if there is nobody. */
static bool
make_order (struct maker *maker)
{
  struct chance *chance = &maker->chance;
  const enum op_kind kind = chance_percent (chance, 50) ? OP_START : OP_JOIN;
  const bool later = chance_percent (chance, kind == OP_START ? 90 : 60);
  uint32_t other = chance_below (chance, maker->bodies);
  if (maker->process && later && maker->owner + 1 < maker->bodies)
    other = chance_between (chance, maker->owner + 1, maker->bodies - 1);
  if (maker->process ? other == maker->owner : maker->calls[other])
    return false;
  uint32_t copy = ALL_COPIES;
  if (maker->copies[other] > 1 && chance_percent (chance, 50))
    copy = chance_below (chance, maker->copies[other]);
  emit_op (maker, (struct op){ .kind = kind, .arg = other, .copy = copy });
  maker->ended = false;
  return true;
}

static bool
make_wait (struct maker *maker)
{
  const uint32_t lock = maker->stack != 0 ? maker->nodes[maker->stack].lock
                                          : monitor_of (maker, maker->procedure);
  if (maker->stack == 0 && (maker->process || lock == UINT32_MAX))
    return false;
  if (!can_wait (maker, lock))
    return false;
  const uint32_t draw = chance_below (&maker->chance, 5);
  emit (maker, draw < 3 ? OP_WAIT : draw < 4 ? OP_NOTIFY : OP_NOTIFYALL, lock);
  return true;
}

/* Without these percentages nothing is drawn, and models are what they were. */
static bool
make_new_statement (struct maker *maker)
{
  const struct random_model_params *params = &maker->params;
  if (params->orders > 0 && chance_percent (&maker->chance, params->orders))
    return make_order (maker);
  return params->waits > 0 && chance_percent (&maker->chance, params->waits)
         && make_wait (maker);
}

static void
make_label (struct maker *maker, const struct scope *scope)
{
  emit_op (maker, (struct op){ .kind = OP_LABEL,
                               .arg = maker->labels++,
                               .unit = scope->unit,
                               .stack = maker->stack });
  maker->ended = false;
  if (maker->wanted > 0 && maker->wanted_unit == scope->unit
      && maker->wanted_stack == maker->stack)
    maker->wanted--;
}

/* A statement that does not go on to the next: as a choice, unless it is the last
 * of its block or, rarely, on purpose followed by what cannot be reached. */
static void
make_jump (struct maker *maker, const struct scope *scope, enum op_kind kind, bool last)
{
  const bool choice = !last && chance_percent (&maker->chance, 95);
  if (choice)
    emit (maker, OP_IF, 0);
  emit_op (maker,
           (struct op){ .kind = kind, .unit = scope->unit, .stack = maker->stack });
  if (kind == OP_GOTO)
    {
      maker->wanted = 1 + chance_below (&maker->chance, MOST_TARGETS);
      maker->wanted_unit = scope->unit;
      maker->wanted_stack = maker->stack;
    }
  maker->ended = !choice;
  if (choice)
    emit (maker, OP_END, 0);
}

/* A stack for the end of a block that need not end as it began: usually the same,
 * otherwise one lock more or one less.  So locks may stay open past the end of a
 * block. */
static uint32_t
pick_target (struct maker *maker)
{
  const uint32_t draw = chance_below (&maker->chance, 100);
  if (draw < 25 && can_unlock (maker))
    return maker->nodes[maker->stack].parent;
  if (draw >= 90 && can_lock (maker))
    return stack_above (maker, maker->stack, HOLD_LOCK,
                        pick_index (maker, maker->params.locks));
  return maker->stack;
}

static uint32_t
pick_inner_budget (struct maker *maker, uint32_t budget)
{
  return 1 + chance_below (&maker->chance, budget < MOST_INNER ? budget + 1 : MOST_INNER);
}

/* The sets of a unit: every set, or one or two of those there are. */
static uint64_t
pick_unit_sets (struct maker *maker)
{
  const uint32_t sets = maker->params.sets;
  if (sets == 0 || chance_percent (&maker->chance, 30))
    return BARE_UNIT;
  uint64_t mask = UINT64_C (1) << pick_index (maker, sets);
  if (chance_percent (&maker->chance, 25))
    mask |= UINT64_C (1) << chance_below (&maker->chance, sets);
  return mask;
}

/* The unit block itself, with an access at its beginning and end more often than not. */
static void
make_unit_block (struct maker *maker, struct scope scope, uint64_t sets,
                 uint32_t inner_guards, const uint32_t *guards, uint32_t budget,
                 uint32_t target)
{
  emit_op (maker, (struct op){ .kind = OP_UNIT, .sets = sets });
  maker->has_unit = true;
  scope.unit = ++maker->units;
  scope.sets |= sets == BARE_UNIT ? UINT64_MAX : sets;
  for (uint32_t i = 0; i < inner_guards; i++)
    open_sync (maker, guards[i]);
  if (chance_percent (&maker->chance, 75))
    make_access (maker, &scope);
  make_block (maker, scope, budget, inner_guards > 0 ? maker->stack : target);
  if (!maker->ended && chance_percent (&maker->chance, 75))
    make_access (maker, &scope);
  for (uint32_t i = 0; i < inner_guards; i++)
    close_sync (maker);
  emit (maker, OP_END_PLACED, 0);
}

/* A unit that is not calm: under no lock, or under any. */
static void
make_reckless_unit (struct maker *maker, struct scope scope, uint64_t sets,
                    uint32_t budget)
{
  const bool locked = maker->params.locks > 0 && chance_percent (&maker->chance, 30);
  if (locked)
    open_sync (maker, pick_index (maker, maker->params.locks));
  const uint32_t target = locked ? maker->stack : pick_target (maker);
  make_unit_block (maker, scope, sets, 0, NULL, budget, target);
  if (locked)
    close_sync (maker);
}

/* A unit; a calm one under its guards, by syncs around it, syncs in it, or locks. */
static void
make_unit (struct maker *maker, struct scope scope, uint32_t budget)
{
  const uint64_t sets = pick_unit_sets (maker);
  if (maker->params.locks == 0 || !chance_percent (&maker->chance, maker->params.calm))
    {
      make_reckless_unit (maker, scope, sets, budget);
      return;
    }
  /* The guards in order of the sets, each once, those held already seldom again. */
  uint32_t guards[65], count = 0;
  for (uint32_t set = 0; set <= maker->params.sets; set++)
    {
      if (sets != BARE_UNIT && (set >= 64 || !(sets >> set & 1)))
        continue;
      const uint32_t guard = guard_of (maker, set);
      bool listed = maker->held[guard] > 0 && !chance_percent (&maker->chance, 25);
      for (uint32_t i = 0; i < count; i++)
        listed = listed || guards[i] == guard;
      if (!listed)
        guards[count++] = guard;
    }
  assert (count <= sizeof guards / sizeof guards[0]);

  const uint32_t entry = maker->stack, style = chance_below (&maker->chance, 10);
  if (style < 4)
    {
      make_unit_block (maker, scope, sets, count, guards, budget, entry);
      return;
    }
  const bool syncs = style < 8;
  for (uint32_t i = 0; i < count; i++)
    if (syncs)
      open_sync (maker, guards[i]);
    else
      {
        emit_lock (maker, HOLD_PINNED, guards[i]);
        maker->held[guards[i]]++;
      }
  make_unit_block (maker, scope, sets, 0, NULL, budget, maker->stack);
  for (uint32_t i = count; i-- > 0;)
    if (syncs)
      close_sync (maker);
    else
      {
        maker->held[guards[i]]--;
        emit_unlock (maker);
      }
  assert (maker->failed || maker->stack == entry);
}

static void
make_sync (struct maker *maker, struct scope scope, uint32_t budget)
{
  open_sync (maker, pick_index (maker, maker->params.locks));
  make_block (maker, scope, budget, maker->stack);
  close_sync (maker);
}

/* if and else-if chains, choose/or: branches that part and join. */
static void
make_branches (struct maker *maker, struct scope scope, bool choose, uint32_t budget)
{
  const uint32_t entry = maker->stack, target = pick_target (maker);
  uint32_t branches = chance_between (&maker->chance, 1, 2);
  if (chance_percent (&maker->chance, 25))
    branches += 2;
  else if (choose && chance_percent (&maker->chance, 80)) /* one is hardly a choice */
    branches = 2;
  const bool otherwise
    = branches > 1 && (target != entry || chance_percent (&maker->chance, 60));
  for (uint32_t i = 0; i < branches; i++)
    {
      enum op_kind head = choose ? OP_OR : OP_ELSE_IF;
      if (i == 0)
        head = choose ? OP_CHOOSE : OP_IF;
      else if (!choose && i + 1 == branches && otherwise)
        head = OP_ELSE;
      emit (maker, head, 0);
      maker->stack = entry;
      /* One `if` may be passed by, so it must end as it began. */
      make_block (maker, scope, budget / branches + (i < budget % branches ? 1 : 0),
                  choose || otherwise ? target : entry);
    }
  emit (maker, OP_END, 0);
}

static void
make_while (struct maker *maker, struct scope scope, uint32_t budget)
{
  emit (maker, OP_WHILE, 0);
  scope.in_loop = true;
  scope.loop_stack = maker->stack;
  make_block (maker, scope, budget, maker->stack);
  emit (maker, OP_END, 0);
}

/* A loop, nearly always with a way out at its beginning or end. */
static void
make_loop (struct maker *maker, struct scope scope, uint32_t budget)
{
  emit (maker, OP_LOOP, 0);
  scope.in_loop = true;
  scope.loop_stack = maker->stack;
  const uint32_t way_out = chance_below (&maker->chance, 100);
  if (way_out < 30)
    make_jump (maker, &scope, OP_BREAK, false);
  make_block (maker, scope, budget, maker->stack);
  if (way_out >= 30 && way_out < 95)
    make_jump (maker, &scope, OP_BREAK, way_out >= 85);
  emit (maker, OP_END, 0);
}

static void
make_plain_block (struct maker *maker, struct scope scope, uint32_t budget)
{
  emit (maker, OP_BLOCK, 0);
  const uint32_t target = pick_target (maker);
  make_block (maker, scope, budget, target);
  emit (maker, OP_END, 0);
}

enum choice
{
  DO_ACCESS,
  DO_UNIT,
  DO_SYNC,
  DO_LOCK,
  DO_UNLOCK,
  DO_CALL,
  DO_IF,
  DO_CHOOSE,
  DO_WHILE,
  DO_LOOP,
  DO_BLOCK,
  DO_LABEL,
  DO_GOTO,
  DO_BREAK,
  DO_CONTINUE,
  DO_RETURN,
  DO_SKIP,
  CHOICES
};

/* How often each is chosen, outside a unit and inside: units come easily to a
 * process that has none, and accesses to a unit. */
static const uint8_t weights[2][CHOICES]
  = { { 8, 38, 12, 6, 8, 16, 9, 6, 9, 6, 1, 2, 2, 4, 5, 2, 1 },
      { 60, 6, 12, 6, 10, 12, 9, 6, 6, 5, 1, 3, 4, 5, 6, 3, 2 } };

static enum choice
pick_choice (struct maker *maker, const struct scope *scope, uint32_t budget)
{
  uint32_t weight[CHOICES], sum = 0;
  for (int i = 0; i < CHOICES; i++)
    weight[i] = weights[scope->unit != 0][i];
  if (scope->depth == 0 || budget < 2)
    weight[DO_UNIT] = weight[DO_SYNC] = weight[DO_IF] = weight[DO_CHOOSE]
      = weight[DO_WHILE] = weight[DO_LOOP] = weight[DO_BLOCK] = 0;
  if (maker->params.locks == 0)
    weight[DO_SYNC] = 0;
  if (!can_lock (maker) || budget < 2) /* the last would be unlocked at once */
    weight[DO_LOCK] = 0;
  if (!can_unlock (maker))
    weight[DO_UNLOCK] = 0;
  if (!can_call (maker))
    weight[DO_CALL] = 0;
  if (!scope->in_loop || !can_leave_to (maker, scope->loop_stack))
    weight[DO_BREAK] = weight[DO_CONTINUE] = 0;
  if (!can_leave_to (maker, 0))
    weight[DO_RETURN] = 0;
  for (int i = 0; i < CHOICES; i++)
    sum += weight[i];
  uint32_t draw = chance_below (&maker->chance, sum);
  int choice = 0;
  while (draw >= weight[choice])
    draw -= weight[choice++];
  assert (choice < CHOICES);
  return (enum choice) choice;
}

/* One statement, of at most `budget` statements in all.  Returns how many it took. */
static uint32_t
make_statement (struct maker *maker, const struct scope *scope, uint32_t budget)
{
  assert (budget > 0);
  if (make_new_statement (maker))
    return 1;
  const enum choice choice = pick_choice (maker, scope, budget);
  struct scope inside = *scope;
  uint32_t inner = 0;
  if (scope->depth > 0 && budget > 1)
    {
      inside.depth--;
      inner = pick_inner_budget (maker, budget - 2);
    }
  const bool last = budget == 1;
  switch (choice)
    {
    case DO_UNIT: make_unit (maker, inside, inner); return 1 + inner;
    case DO_SYNC: make_sync (maker, inside, inner); return 1 + inner;
    case DO_IF: make_branches (maker, inside, false, inner); return 1 + inner;
    case DO_CHOOSE: make_branches (maker, inside, true, inner); return 1 + inner;
    case DO_WHILE: make_while (maker, inside, inner); return 1 + inner;
    case DO_LOOP: make_loop (maker, inside, inner); return 1 + inner;
    case DO_BLOCK: make_plain_block (maker, inside, inner); return 1 + inner;
    case DO_ACCESS: make_access (maker, scope); return 1;
    case DO_CALL: make_call (maker); return 1;
    case DO_UNLOCK: emit_unlock (maker); return 1;
    case DO_LABEL: make_label (maker, scope); return 1;
    case DO_GOTO: make_jump (maker, scope, OP_GOTO, last); return 1;
    case DO_BREAK: make_jump (maker, scope, OP_BREAK, last); return 1;
    case DO_CONTINUE: make_jump (maker, scope, OP_CONTINUE, last); return 1;
    case DO_RETURN: make_jump (maker, scope, OP_RETURN, last); return 1;
    case DO_LOCK:
      emit_lock (maker, HOLD_LOCK, pick_index (maker, maker->params.locks));
      return 1;
    case DO_SKIP:
    case CHOICES: break;
    }
  emit (maker, OP_SKIP, 0);
  return 1;
}

static void
make_wanted_label (struct maker *maker, const struct scope *scope, uint32_t percent)
{
  if (maker->wanted > 0 && maker->wanted_unit == scope->unit
      && maker->wanted_stack == maker->stack && chance_percent (&maker->chance, percent))
    make_label (maker, scope);
}

/* Statements worth `budget`, and then whatever leads to the stack `target`. */
static void
make_block (struct maker *maker, struct scope scope, uint32_t budget, uint32_t target)
{
  maker->ended = false;
  while (budget > 0 && !maker->failed)
    {
      make_wanted_label (maker, &scope, 30);
      const uint32_t taken = make_statement (maker, &scope, budget);
      assert (taken > 0);
      assert (taken <= budget);
      budget -= taken;
    }
  make_wanted_label (maker, &scope, 60);
  emit_way_to (maker, target);
}

/* ---- bodies ------------------------------------------------------------ */

/* Processes that neither work in a unit nor call are dull: most get what they lack. */
void
maker_make_body (struct maker *maker, uint32_t budget, bool process)
{
  const struct scope scope = { .depth = maker->params.depth };
  maker->process = process;
  maker->op_count = 0;
  maker->node_count = 1;
  maker->nodes[0] = (struct stack_node){ .parent = 0 };
  maker->stack = 0;
  maker->labels = maker->units = 0;
  maker->wanted = 0;
  maker->has_unit = maker->has_call = false;
  make_block (maker, scope, budget, 0);
  if (process && !maker->has_call && can_call (maker)
      && chance_percent (&maker->chance, 80))
    make_call (maker);
  if (process && !maker->has_unit && chance_percent (&maker->chance, 80))
    make_unit (maker, scope, 1);
  emit_way_to (maker, 0); /* such a unit may have left a lock open */
  maker_resolve_gotos (maker);
}
