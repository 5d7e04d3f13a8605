/* join_loops.c -- loops that wait for all threads of an array or list.
 *
 *     Thread[] ts = new Thread[4];               or List<Thread> ts = new ArrayList<> ();
 *     for (int i = 0; i < 4; i++) {
 *       ts[i] = new Worker (shared);             ts.add (new Worker (shared));
 *       ts[i].start ();                          or in a loop of its own
 *     }
 *     for (Thread t : ts)                        or by an index, from 0 to the length
 *       t.join ();
 *
 * When the loop comes to its end, every thread that `new Worker' made has ended.  This is
 * seen in the code of the one method, as javac writes it, and only if nothing can go
 * another way: the variable has one array or list and nobody else gets hold of it, no
 * element is replaced or removed, the loops are carried out, once each, whenever the join
 * is, and what is made is put there and started on every path.  Whatever looks otherwise
 * is left alone: then the model does not wait.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/interpreter/threads.h"

/* Threads of one variable that are made at different places. */
#define JOINED_MOST 16

/* The code of the method, and the variable. */
struct shape
{
  struct machine *m;
  const struct java_code *code;
  uint32_t variable;
  uint32_t defined; /* the instruction that assigns it */
  uint32_t length;  /* of an array */
  bool is_list;
};

/* A loop over all elements of a variable that begins by calling a method of each. */
struct each_loop
{
  uint32_t head, branch, exit, variable;
  bool is_list;
  bool has_bound; /* by an index, up to a number: */
  uint32_t bound;
};

/* ---- Instructions. ---- */

static unsigned
op (const struct shape *s, uint32_t i)
{
  return i < s->code->count ? s->code->at[i].opcode : OP_NOP;
}

static uint32_t
local_of (const struct shape *s, uint32_t i)
{
  assert (i < s->code->count);
  return (uint32_t) s->code->at[i].a;
}

static bool
is_local (const struct shape *s, uint32_t i, unsigned opcode, uint32_t local)
{
  return op (s, i) == opcode && local_of (s, i) == local;
}

/* Is instruction I a call of NAME of an object, with DESCRIPTOR (null: any)? */
static bool
is_call (const struct shape *s, uint32_t i, const char *name, const char *descriptor)
{
  const struct names *names = &s->m->x->universe->names;
  if (op (s, i) != OP_INVOKEVIRTUAL && op (s, i) != OP_INVOKEINTERFACE)
    return false;
  struct member_reference member
    = constants_member (&s->m->class->constants, local_of (s, i));
  return strcmp (names_text (names, member.name), name) == 0
         && (!descriptor
             || strcmp (names_text (names, member.descriptor), descriptor) == 0);
}

static bool
jumps (const struct shape *s, uint32_t i)
{
  return opcode_traits ((enum opcode) op (s, i)) & (OPCODE_JUMPS | OPCODE_ENDS);
}

/* Does instruction I jump to a target from FIRST to LAST? */
static bool
jumps_into (const struct shape *s, uint32_t i, uint32_t first, uint32_t last)
{
  assert (i < s->code->count && first <= last);
  const struct instruction *at = &s->code->at[i];
  if (at->opcode == OP_TABLESWITCH || at->opcode == OP_LOOKUPSWITCH)
    {
      for (int32_t k = 0; k < at->b; k++)
        if (s->code->targets[at->a + k] >= first && s->code->targets[at->a + k] <= last)
          return true;
      return false;
    }
  return opcode_traits ((enum opcode) at->opcode) & OPCODE_JUMPS
         && (uint32_t) at->a >= first && (uint32_t) at->a <= last;
}

/* From FIRST to LAST one instruction after the other, and no other way to get there. */
static bool
is_straight (const struct shape *s, uint32_t first, uint32_t last)
{
  for (uint32_t i = first; i < last; i++)
    if (jumps (s, i))
      return false;
  for (uint32_t i = 0; i < s->code->count && first < last; i++)
    if (jumps_into (s, i, first + 1, last))
      return false;
  for (uint32_t i = 0; i < s->code->handler_count; i++)
    if (s->code->handlers[i].target > first && s->code->handlers[i].target <= last)
      return false;
  return true;
}

/* Is it carried out at most once, and on every path that comes behind LAST?  The code
   from FIRST to LAST, which may be a loop, lies in no other loop, and nothing jumps over
   it. */
static bool
is_on_the_way (const struct shape *s, uint32_t first, uint32_t last, uint32_t join)
{
  assert (first <= last && last < join);
  for (uint32_t i = 0; i < s->code->count; i++)
    {
      if (i < first && jumps_into (s, i, first + 1, s->code->count))
        return false;
      if (i > last && jumps_into (s, i, 0, last))
        return false;
    }
  for (uint32_t i = 0; i < s->code->handler_count; i++)
    {
      const struct handler *at = &s->code->handlers[i];
      if (at->begin <= last && at->end > s->defined && at->target <= join)
        return false;
    }
  return true;
}

/* The number that instruction I pushes: a constant, or a local that is given one once. */
static bool
constant_at (const struct shape *s, uint32_t i, uint32_t *number)
{
  if (op (s, i) == OP_BIPUSH)
    {
      *number = local_of (s, i);
      return (int32_t) *number >= 0;
    }
  if (op (s, i) != OP_ILOAD)
    return false;
  uint32_t stores = 0, store = 0;
  for (uint32_t k = 0; k < s->code->count; k++)
    if (is_local (s, k, OP_ISTORE, local_of (s, i)))
      {
        stores++;
        store = k;
      }
    else if (is_local (s, k, OP_IINC, local_of (s, i)))
      return false;
  if (stores != 1 || store == 0 || op (s, store - 1) != OP_BIPUSH)
    return false;
  *number = local_of (s, store - 1);
  return (int32_t) *number >= 0;
}

/* ---- Loops over all elements. ---- */

/* From FIRST to LAST nobody assigns LOCAL; IS_COUNTER: but for adding one, at LAST - 1.
 */
static bool
is_kept (const struct shape *s, uint32_t first, uint32_t last, uint32_t local,
         bool is_counter)
{
  assert (first <= last && last < s->code->count);
  for (uint32_t i = first; i <= last; i++)
    if (is_local (s, i, OP_ISTORE, local) || is_local (s, i, OP_ASTORE, local)
        || (is_local (s, i, OP_IINC, local) && i + 1 != last))
      return false;
  return !is_counter
         || (is_local (s, last - 1, OP_IINC, local) && s->code->at[last - 1].b == 1);
}

/* The element is on the stack at I: does NAME of it follow at once? */
static bool
calls_element (const struct shape *s, uint32_t i, const char *name)
{
  if (op (s, i) == OP_CHECKCAST)
    i++;
  if (op (s, i) == OP_ASTORE && is_local (s, i + 1, OP_ALOAD, local_of (s, i)))
    i += 2;
  return is_call (s, i, name, "()V");
}

/* for (Thread t : array), for (int j = 0; j < bound; j++) ... array[j] */
static bool
match_array_loop (const struct shape *s, uint32_t branch, const char *name,
                  struct each_loop *loop)
{
  uint32_t array, counter;
  bool by_length = op (s, branch - 1) == OP_ARRAYLENGTH;
  uint32_t head = branch - (by_length ? 3 : 2);
  if (op (s, branch) != OP_IF_ICMPGE || head < 2 || head >= branch
      || op (s, head) != OP_ILOAD || op (s, branch + 1) != OP_ALOAD)
    return false;
  counter = local_of (s, head);
  array = local_of (s, branch + 1);
  *loop = (struct each_loop){ .head = head, .branch = branch, .variable = array };
  if (!is_local (s, head - 1, OP_ISTORE, counter) || op (s, head - 2) != OP_BIPUSH
      || local_of (s, head - 2) != 0 || !is_local (s, branch + 2, OP_ILOAD, counter)
      || op (s, branch + 3) != OP_AALOAD || !calls_element (s, branch + 4, name))
    return false;
  uint32_t last = local_of (s, branch) - 1; /* goto head */
  if (last <= branch || last >= s->code->count || !is_kept (s, head, last, counter, true)
      || !is_kept (s, head, last, array, false))
    return false;
  if (by_length)
    return is_local (s, branch - 2, OP_ALOAD, array);
  /* ALOAD ts; ASTORE c; ALOAD c; ARRAYLENGTH; ISTORE n; BIPUSH 0; ISTORE j */
  if (head >= 7 && op (s, head - 7) == OP_ALOAD
      && is_local (s, head - 6, OP_ASTORE, array)
      && is_local (s, head - 5, OP_ALOAD, array) && op (s, head - 4) == OP_ARRAYLENGTH
      && op (s, branch - 1) == OP_ILOAD
      && is_local (s, head - 3, OP_ISTORE, local_of (s, branch - 1)))
    {
      loop->variable = local_of (s, head - 7);
      return is_kept (s, head, last, local_of (s, branch - 1), false)
             && is_straight (s, head - 7, head - 1);
    }
  loop->has_bound = constant_at (s, branch - 1, &loop->bound);
  return loop->has_bound;
}

/* for (Thread t : list) */
static bool
match_list_loop (const struct shape *s, uint32_t branch, const char *name,
                 struct each_loop *loop)
{
  uint32_t head = branch - 2;
  if (op (s, branch) != OP_IFEQ || branch < 5 || op (s, head) != OP_ALOAD
      || !is_call (s, branch - 1, "hasNext", "()Z"))
    return false;
  uint32_t iterator = local_of (s, head), last = local_of (s, branch) - 1;
  *loop = (struct each_loop){ .head = head, .branch = branch, .is_list = true };
  if (op (s, head - 3) != OP_ALOAD
      || !is_call (s, head - 2, "iterator", "()Ljava/util/Iterator;")
      || !is_local (s, head - 1, OP_ASTORE, iterator)
      || !is_local (s, branch + 1, OP_ALOAD, iterator)
      || !is_call (s, branch + 2, "next", NULL) || !calls_element (s, branch + 3, name)
      || last <= branch || last >= s->code->count)
    return false;
  /* Nobody else moves the iterator. */
  for (uint32_t i = branch + 2; i <= last; i++)
    if (is_local (s, i, OP_ALOAD, iterator))
      return false;
  loop->variable = local_of (s, head - 3);
  return is_kept (s, head, last, iterator, false);
}

/* Does BRANCH end a loop that calls NAME of every element of a variable? */
static bool
match_loop (const struct shape *s, uint32_t branch, const char *name,
            struct each_loop *loop)
{
  if (branch < 5 || branch >= s->code->count
      || !(match_array_loop (s, branch, name, loop)
           || match_list_loop (s, branch, name, loop)))
    return false;
  loop->exit = local_of (s, branch);
  assert (loop->head < branch && branch + 1 < loop->exit);
  assert (loop->exit <= s->code->count);
  if (op (s, loop->exit - 1) != OP_GOTO || local_of (s, loop->exit - 1) != loop->head)
    return false;
  for (uint32_t i = 0; i < s->code->count; i++)
    if ((i < loop->head || i >= loop->exit)
        && jumps_into (s, i, loop->head, loop->exit - 1))
      return false;
  return true;
}

/* ---- The variable. ---- */

static bool
is_list_class (const struct shape *s, name_id class)
{
  const char *name = names_text (&s->m->x->universe->names, class);
  return strcmp (name, "java/util/ArrayList") == 0
         || strcmp (name, "java/util/LinkedList") == 0
         || strcmp (name, "java/util/Vector") == 0;
}

/* It is assigned once: a new array of known length, or a new list. */
static bool
find_definition (struct shape *s)
{
  uint32_t stores = 0;
  for (uint32_t i = 0; i < s->code->count; i++)
    if (is_local (s, i, OP_ASTORE, s->variable))
      {
        stores++;
        s->defined = i;
      }
  uint32_t at = s->defined;
  if (stores != 1 || at < 2)
    return false;
  if (!s->is_list)
    return op (s, at - 1) == OP_ANEWARRAY && constant_at (s, at - 2, &s->length)
           && s->length > 0;
  return op (s, at - 1) == OP_INVOKESPECIAL && op (s, at - 2) == OP_DUP && at >= 3
         && op (s, at - 3) == OP_NEW
         && is_list_class (
           s, constants_class (&s->m->class->constants, local_of (s, at - 3)));
}

static bool
pushes_index (const struct shape *s, uint32_t i)
{
  return op (s, i) == OP_ILOAD || op (s, i) == OP_BIPUSH;
}

/* If the variable, loaded at I, is given an element: the instruction that does so. */
static uint32_t
store_after (const struct shape *s, uint32_t i)
{
  for (uint32_t k = i + 1; k < s->code->count && !jumps (s, k); k++)
    {
      if (op (s, k) == OP_AASTORE)
        return s->is_list ? UINT32_MAX : k;
      if (op (s, k) == OP_ANEWARRAY || op (s, k) == OP_POP)
        return UINT32_MAX;
      if (s->is_list && is_call (s, k, "add", "(Ljava/lang/Object;)Z"))
        return op (s, k + 1) == OP_POP ? k : UINT32_MAX;
    }
  return UINT32_MAX;
}

/* An array that a loop copied into LOCAL is only read. */
static bool
is_only_read (const struct shape *s, uint32_t local)
{
  for (uint32_t i = 0; i < s->code->count; i++)
    if (is_local (s, i, OP_ALOAD, local) && op (s, i + 1) != OP_ARRAYLENGTH
        && !(pushes_index (s, i + 1) && op (s, i + 2) == OP_AALOAD))
      return false;
  return true;
}

/* What is done with the variable, loaded at I, takes no element away and hands it to
   nobody; *STORE: it is given one there, or UINT32_MAX. */
static bool
is_harmless (const struct shape *s, uint32_t i, uint32_t *store)
{
  assert (is_local (s, i, OP_ALOAD, s->variable));
  *store = UINT32_MAX;
  if (s->is_list)
    {
      if (is_call (s, i + 1, "iterator", NULL) || is_call (s, i + 1, "size", NULL)
          || is_call (s, i + 1, "isEmpty", NULL)
          || (pushes_index (s, i + 1) && is_call (s, i + 2, "get", NULL)))
        return true;
    }
  else if (op (s, i + 1) == OP_ARRAYLENGTH
           || (pushes_index (s, i + 1) && op (s, i + 2) == OP_AALOAD))
    return true;
  else if (op (s, i + 1) == OP_ASTORE
           && is_local (s, i + 2, OP_ALOAD, local_of (s, i + 1))
           && op (s, i + 3) == OP_ARRAYLENGTH)
    return is_only_read (s, local_of (s, i + 1));
  else if (!pushes_index (s, i + 1))
    return false;
  *store = store_after (s, i);
  return *store != UINT32_MAX;
}

/* ---- What is put there. ---- */

/* The `new' of the object that the constructor called at LAST has finished. */
static uint32_t
new_before (const struct shape *s, uint32_t last)
{
  if (op (s, last) != OP_INVOKESPECIAL)
    return UINT32_MAX;
  const struct constants *constants = &s->m->class->constants;
  name_id class = constants_member (constants, local_of (s, last)).class;
  uint32_t found = UINT32_MAX;
  for (uint32_t i = last; i-- > 0 && !jumps (s, i);)
    if (op (s, i) == OP_NEW
        && constants_class (constants, local_of (s, i)).index == class.index)
      {
        found = i;
        break;
      }
  for (uint32_t i = found; found != UINT32_MAX && i < last; i++)
    if (op (s, i) == OP_INVOKESPECIAL
        && constants_member (constants, local_of (s, i)).class.index == class.index)
      return UINT32_MAX; /* that one belongs to the `new' */
  assert (found == UINT32_MAX || found < last);
  return found;
}

/* The `new' of what STORE puts into the variable, on one straight way; *LOCAL: where it
   is kept, too, or UINT32_MAX. */
static uint32_t
new_of_store (const struct shape *s, uint32_t store, uint32_t *local)
{
  assert (store > 0);
  uint32_t last = store - 1;
  *local = UINT32_MAX;
  if (op (s, last) == OP_ALOAD)
    {
      *local = local_of (s, last);
      while (last > 0 && !is_local (s, last, OP_ASTORE, *local))
        last--;
      if (last == 0)
        return UINT32_MAX;
      last--;
    }
  uint32_t made = new_before (s, last);
  return made != UINT32_MAX && is_straight (s, made, store) ? made : UINT32_MAX;
}

/* The smallest loop around I: its first and last instruction; false: none. */
static bool
find_loop (const struct shape *s, uint32_t i, uint32_t *first, uint32_t *last)
{
  bool found = false;
  for (uint32_t k = i + 1; k < s->code->count; k++)
    if (op (s, k) == OP_GOTO && local_of (s, k) <= i
        && (!found || k - local_of (s, k) < *last - *first))
      {
        *first = local_of (s, k);
        *last = k;
        found = true;
      }
  assert (!found || (*first <= i && i < *last));
  return found;
}

/* Does the element that STORE puts there go to a place of its own? */
static bool
is_at_new_index (const struct shape *s, uint32_t load, uint32_t store, uint32_t stores)
{
  assert (load < store);
  uint32_t first, last;
  if (s->is_list)
    return true;
  bool in_loop = find_loop (s, store, &first, &last);
  if (op (s, load + 1) == OP_BIPUSH)
    return !in_loop; /* that the numbers differ is seen by the caller */
  if (stores != 1 || !in_loop)
    return stores == 1;
  uint32_t counter = local_of (s, load + 1);
  for (uint32_t i = first; i <= last; i++)
    if (is_local (s, i, OP_ISTORE, counter)
        || (is_local (s, i, OP_IINC, counter) && s->code->at[i].b <= 0))
      return false;
  return true;
}

/* Is what STORE has put there started at once? */
static bool
is_started_at_once (const struct shape *s, uint32_t load, uint32_t store, uint32_t local)
{
  uint32_t next = s->is_list ? store + 2 : store + 1; /* add returns a boolean: pop */
  bool from_local = local != UINT32_MAX && is_local (s, next, OP_ALOAD, local)
                    && is_call (s, next + 1, "start", "()V")
                    && is_straight (s, store, next + 1);
  bool from_array
    = !s->is_list && is_local (s, next, OP_ALOAD, s->variable)
      && op (s, next + 1) == op (s, load + 1)
      && local_of (s, next + 1) == local_of (s, load + 1) && op (s, next + 2) == OP_AALOAD
      && is_call (s, next + 3, "start", "()V") && is_straight (s, store, next + 3);
  return from_local || from_array;
}

/* Does a loop between AFTER and BEFORE start every element? */
static bool
is_started_by_loop (const struct shape *s, uint32_t after, uint32_t before)
{
  struct each_loop loop;
  for (uint32_t i = after; i < before; i++)
    if (jumps (s, i) && match_loop (s, i, "start", &loop) && loop.variable == s->variable
        && loop.is_list == s->is_list && loop.head > after && loop.exit <= before
        && (!loop.has_bound || loop.bound == s->length)
        && is_on_the_way (s, loop.head, loop.exit - 1, before))
      return true;
  return false;
}

/* ---- All of it. ---- */

/* Are the elements that the stores put there at places of their own? */
static bool
are_indices_new (const struct shape *s, const uint32_t *loads, const uint32_t *stores,
                 uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    {
      if (!is_at_new_index (s, loads[i], stores[i], count))
        return false;
      for (uint32_t k = 0; k < i && !s->is_list; k++)
        if (local_of (s, loads[k] + 1) == local_of (s, loads[i] + 1))
          return false;
    }
  return true;
}

/* Does the loop at HEAD count from 0 to a number above it, or to the length of the array?
 *BODY: its first instruction. */
static bool
runs_once_at_least (const struct shape *s, uint32_t head, uint32_t *body)
{
  uint32_t bound;
  if (head < 2 || op (s, head) != OP_ILOAD || op (s, head - 2) != OP_BIPUSH
      || local_of (s, head - 2) != 0
      || !is_local (s, head - 1, OP_ISTORE, local_of (s, head)))
    return false;
  bool by_length = !s->is_list && is_local (s, head + 1, OP_ALOAD, s->variable)
                   && op (s, head + 2) == OP_ARRAYLENGTH;
  *body = head + (by_length ? 4 : 3);
  return op (s, *body - 1) == OP_IF_ICMPGE
         && (by_length || (constant_at (s, head + 1, &bound) && bound > 0));
}

/* Is what STORE puts there made, put there and started whenever the JOIN comes? */
static bool
is_certain (const struct shape *s, uint32_t load, uint32_t store, uint32_t made,
            uint32_t local, uint32_t join)
{
  assert (made < store);
  uint32_t first = made < load ? made : load, last = store, loop_first, loop_last, body;
  if (store >= join || first <= s->defined)
    return false;
  if (find_loop (s, store, &loop_first, &loop_last))
    {
      if (!runs_once_at_least (s, loop_first, &body) || !is_straight (s, body, store))
        return false;
      first = loop_first;
      last = loop_last;
    }
  return last < join && is_on_the_way (s, first, last, join)
         && (is_started_at_once (s, load, store, local)
             || is_started_by_loop (s, last, join));
}

/* The sites of all threads that have ended when the loop that BRANCH leaves is over. */
static uint32_t
find_joined (struct shape *s, const struct each_loop *loop, uint32_t *made)
{
  uint32_t loads[JOINED_MOST], stores[JOINED_MOST], count = 0, found = 0, local;
  s->variable = loop->variable;
  s->is_list = loop->is_list;
  if (!find_definition (s) || (loop->has_bound && loop->bound != s->length))
    return 0;
  for (uint32_t i = 0; i < s->code->count; i++)
    {
      uint32_t store;
      if (!is_local (s, i, OP_ALOAD, s->variable))
        continue;
      if (!is_harmless (s, i, &store) || (store != UINT32_MAX && count == JOINED_MOST))
        return 0;
      if (store == UINT32_MAX)
        continue;
      assert (count < JOINED_MOST);
      loads[count] = i;
      stores[count++] = store;
    }
  if (!are_indices_new (s, loads, stores, count)
      || !is_on_the_way (s, s->defined, s->defined, loop->head))
    return 0;
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t site = new_of_store (s, stores[i], &local);
      if (site != UINT32_MAX
          && is_certain (s, loads[i], stores[i], site, local, loop->head))
        made[found++] = site;
    }
  return found;
}

/* The loop that the branch at INSTRUCTION leaves, if that waits for all: their sites. */
static uint32_t
joined_by (struct machine *m, uint32_t instruction, uint32_t *made)
{
  assert (instruction < m->code->count);
  struct shape s = { .m = m, .code = m->code };
  struct each_loop loop;
  if (m->x->corrections.interrupts || !match_loop (&s, instruction, "join", &loop))
    return 0;
  /* It lies in no other loop. */
  for (uint32_t i = loop.exit; i < m->code->count; i++)
    if (jumps_into (&s, i, 0, loop.exit - 1))
      return 0;
  return find_joined (&s, &loop, made);
}

void
join_loop_leave (struct machine *m)
{
  uint32_t made[JOINED_MOST];
  struct extraction *x = m->x;
  if (!x->threads)
    return;
  uint32_t count = joined_by (m, m->instruction, made);
  assert (count <= JOINED_MOST);
  uint32_t method = method_number (x, x->instances.at[m->instance].method);
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t site = pairmap_get (&x->threads->sites, method, made[i]);
      if (site != PAIRMAP_FREE)
        machine_effect (
          m, EFFECT_JOIN,
          value_of (&x->values, VALUE_ADDRESS, site, ADDRESS_IS_SITE).index);
    }
}

bool
join_loop_waits (struct machine *m)
{
  uint32_t made[JOINED_MOST];
  /* The branch is a few instructions before the call. */
  for (uint32_t back = 2; back <= 7 && back <= m->instruction; back++)
    {
      uint32_t branch = m->instruction - back;
      if ((m->code->at[branch].opcode == OP_IF_ICMPGE
           || m->code->at[branch].opcode == OP_IFEQ))
        return joined_by (m, branch, made) > 0;
    }
  return false;
}
