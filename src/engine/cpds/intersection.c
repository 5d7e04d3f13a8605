/* intersection.c -- see intersection.h.
 *
 * Depth first, a step before other letters.  Invariant: every state that was met is on
 * the stack, or all its successors were met.
 *
 * One reduction: if a participant can only release a lock that it owns, it does so at
 * once, and nothing else is tried.  That takes nothing from the others, the participant
 * is not at its end, and no step can be made without it.  If the automaton is a system of
 * its own, a participant may stop anywhere, also after that.
 */
#include <config.h>

#include "engine/cpds/intersection.h"

#include <string.h>

#define NOBODY ((participant_id){ UINT32_MAX })
#define NO_STATE UINT32_MAX

/* The owner of a lock: one of these, or OWNED_BY + the participant. */
enum
{
  UNTOUCHED, /* backwards, until the lock is operated */
  FREE,
  OWNED_BY,
};

/* How a state was first reached. */
struct origin
{
  uint32_t state;
  struct intersection_letter by;
};

/* A row has the rest of each participant's word, the owner of each lock, and the state of
   the automaton, which is 0 if that is no system. */
struct search
{
  struct intersection *intersection;
  struct arena *arena;
  uint32_t width;
  VEC (uint32_t) rows;         /* of all states */
  VEC (struct origin) origins; /* by state */
  struct hash_table table;     /* of the states */
  VEC (uint32_t) stack;        /* states */
  uint32_t *row;               /* the row that is being built */
  uint32_t *from;              /* a copy of the row that is expanded */
};

static wordset
set_of (const uint32_t *row, uint32_t participant)
{
  return (wordset){ row[participant] };
}

static uint32_t *
owner_of (const struct search *search, uint32_t *row, lock_number lock)
{
  assert (lock.index < search->intersection->locks);
  return &row[search->intersection->count + lock.index];
}

static uint32_t *
automaton_of (const struct search *search, uint32_t *row)
{
  return &row[search->width - 1];
}

/* The next state of the automaton in the direction of reading. */
static uint32_t
next_of (const struct intersection *x, uint32_t state)
{
  assert (x->backwards ? state > 0 : state < x->steps);
  return x->backwards ? state - 1 : state + 1;
}

/* The state of the automaton at the end. */
static uint32_t
last_of (const struct intersection *x)
{
  return x->watches && !x->backwards ? x->steps : 0;
}

static uint32_t
hash_row (const uint32_t *row, uint32_t width)
{
  uint64_t h = width;
  for (uint32_t i = 0; i < width; i++)
    h = (h ^ row[i] ^ (h >> 31)) * 0x9e3779b97f4a7c15u;
  return (uint32_t) (h >> 32);
}

static uint32_t
hash_of (const void *context, uint32_t state)
{
  const struct search *search = context;
  return hash_row (&search->rows.at[(size_t) state * search->width], search->width);
}

/* ---- States. ---- */

/* In the row that is being built, PARTICIPANT may be where its word was cut: let it
   release its locks.  False: cut words do not count. */
static bool
let_go (struct search *search, uint32_t participant)
{
  const struct intersection *x = search->intersection;
  wordset set = set_of (search->row, participant);
  assert (participant < x->count && !wordset_equal (set, WORDSET_NONE));
  if (!wordset_is_cut (x->store, set))
    return true;
  if (x->exact)
    return !wordset_equal (set, WORDSET_CUT);
  assert (wordset_is_terminal (set));
  search->row[participant] = WORDSET_CUT.index;
  for (uint32_t l = 0; l < x->locks; l++)
    if (search->row[x->count + l] == OWNED_BY + participant)
      search->row[x->count + l] = FREE;
  return true;
}

static bool
accepts (const struct search *search)
{
  const struct intersection *x = search->intersection;
  assert (*automaton_of (search, search->row) <= (x->watches ? x->steps : 0));
  if (*automaton_of (search, search->row) != last_of (x))
    return false;
  for (uint32_t p = 0; p < x->count; p++)
    if (search->row[p] != WORDSET_CUT.index
        && !wordset_has_empty (x->store, set_of (search->row, p)))
      return false;
  return true;
}

/* Write the word that leads to STATE. */
static void
tell_word (struct search *search, uint32_t state)
{
  struct intersection *x = search->intersection;
  assert (state < search->origins.count && x->word.count == 0);
  for (; search->origins.at[state].state != NO_STATE;
       state = search->origins.at[state].state)
    *vec_push (search->arena, &x->word) = search->origins.at[state].by;
  for (uint32_t i = 0, j = x->word.count; i + 1 < j; i++)
    {
      struct intersection_letter swap = x->word.at[i];
      x->word.at[i] = x->word.at[--j];
      x->word.at[j] = swap;
    }
}

/* The row is complete: add its state if it is new. */
static void
meet (struct search *search, struct origin origin)
{
  struct intersection *x = search->intersection;
  uint32_t count = search->origins.count, width = search->width;
  assert (search->rows.count == (uint64_t) count * width);
  quota_work (search->arena->quota, 1);
  hash_reserve (&search->table, count, hash_of, search);
  uint32_t *slot = hash_first (&search->table, hash_row (search->row, width));
  for (; *slot != HASH_FREE; slot = hash_next (&search->table, slot))
    if (memcmp (&search->rows.at[(size_t) *slot * width], search->row,
                width * sizeof *search->row)
        == 0)
      return;
  vec_reserve (search->arena, &search->rows, (uint64_t) search->rows.count + width);
  memcpy (&search->rows.at[search->rows.count], search->row, width * sizeof *search->row);
  search->rows.count += width;
  *vec_push (search->arena, &search->origins) = origin;
  *slot = count;
  *vec_push (search->arena, &search->stack) = count;
  x->visited++;
  if (x->accepted || !accepts (search))
    return;
  x->accepted = true;
  for (uint32_t p = 0; p < x->count; p++)
    x->cut |= search->row[p] == WORDSET_CUT.index;
  assert (!(x->cut && x->exact));
  tell_word (search, count);
}

/* ---- Moves. ---- */

static bool
is_operation (const struct intersection *x, uint32_t letter)
{
  return letter != LETTER_STEP && letter < letter_watched (0, x->locks);
}

static void
begin_row (struct search *search)
{
  memcpy (search->row, search->from, search->width * sizeof *search->row);
}

/* Does LETTER take its lock, in the direction of reading? */
static bool
takes (const struct search *search, uint32_t letter)
{
  return letter_is_acquire (letter) != search->intersection->backwards;
}

/* Let PARTICIPANT do LETTER, an operation of a lock, if it permits; AFTER is the rest. */
static void
operate (struct search *search, uint32_t state, uint32_t participant, uint32_t letter,
         wordset after)
{
  assert (is_operation (search->intersection, letter));
  assert (participant < search->intersection->count);
  begin_row (search);
  uint32_t *owner = owner_of (search, search->row, letter_lock (letter));
  if (takes (search, letter))
    {
      if (*owner >= OWNED_BY)
        return;
      *owner = OWNED_BY + participant;
    }
  else
    {
      if (*owner != UNTOUCHED && *owner != OWNED_BY + participant)
        return;
      *owner = FREE;
    }
  search->row[participant] = after.index;
  if (let_go (search, participant))
    meet (search, (struct origin){ state, { { participant }, letter, false } });
}

/* Let PARTICIPANT do LETTER, a watched action, as the automaton permits: a step or
   none. */
static void
act (struct search *search, uint32_t state, uint32_t participant, uint32_t letter,
     wordset after)
{
  const struct intersection *x = search->intersection;
  assert (x->watches && letter >= letter_watched (0, x->locks));
  uint32_t action = letter - letter_watched (0, x->locks);
  uint32_t at = *automaton_of (search, search->from);
  const struct watch_entry *entry = watch_find (x->watches[participant], action);
  assert (entry && at <= x->steps);
  bool may[2] = { !(entry->class.forbidden >> at & 1), false };
  if (at != last_of (x))
    may[1] = entry->class.step >> (x->backwards ? at - 1 : at) & 1;
  for (int moves = 0; moves < 2; moves++)
    {
      if (!may[moves])
        continue;
      begin_row (search);
      search->row[participant] = after.index;
      if (moves)
        *automaton_of (search, search->row) = next_of (x, at);
      if (let_go (search, participant))
        meet (search, (struct origin){ state, { { participant }, letter, moves == 1 } });
    }
}

/* Let a participant whose word was cut make the automaton's step, if it is its own. */
static void
step_freely (struct search *search, uint32_t state)
{
  const struct intersection *x = search->intersection;
  assert (x->watches && !(x->exact && x->cut));
  uint32_t at = *automaton_of (search, search->from);
  if (at == last_of (x))
    return;
  uint32_t due = x->backwards ? at - 1 : at;
  assert (due < x->steps);
  for (uint32_t p = 0; p < x->count; p++)
    if (search->from[p] == WORDSET_CUT.index && !(x->watches[p]->foreign >> due & 1))
      {
        begin_row (search);
        *automaton_of (search, search->row) = next_of (x, at);
        meet (search, (struct origin){ state, { { p }, LETTER_STEP, true } });
      }
}

/* Let all participants make a step together, if all can. */
static void
step (struct search *search, uint32_t state)
{
  const struct intersection *x = search->intersection;
  assert (!x->watches);
  begin_row (search);
  for (uint32_t p = 0; p < x->count; p++)
    {
      if (search->from[p] == WORDSET_CUT.index)
        continue;
      wordset after = wordset_after (x->store, set_of (search->from, p), LETTER_STEP);
      search->row[p] = after.index;
      if (wordset_equal (after, WORDSET_NONE) || !let_go (search, p))
        return;
    }
  meet (search, (struct origin){ state, { NOBODY, LETTER_STEP, true } });
}

/* Can a participant do nothing but the first letter of NODE? */
static bool
is_only_letter (const struct intersection *x, const struct wordset_node *node)
{
  if (wordset_equal (node->others, WORDSET_NONE))
    return true;
  return x->watches && !x->backwards && wordset_is_terminal (node->others)
         && !(x->exact && wordset_equal (node->after, WORDSET_CUT));
}

/* Returns a participant that can only release a lock that it owns; if there is none, the
   number of participants. */
static uint32_t
find_giver (const struct search *search)
{
  const struct intersection *x = search->intersection;
  for (uint32_t p = 0; p < x->count; p++)
    {
      wordset set = set_of (search->from, p);
      if (wordset_is_terminal (set))
        continue;
      const struct wordset_node *node = wordset_at (x->store, set);
      if (is_only_letter (x, node) && is_operation (x, node->letter)
          && !takes (search, node->letter)
          && *owner_of (search, search->from, letter_lock (node->letter)) == OWNED_BY + p)
        return p;
    }
  return x->count;
}

static void
expand (struct search *search, uint32_t state)
{
  const struct intersection *x = search->intersection;
  memcpy (search->from, &search->rows.at[(size_t) state * search->width],
          search->width * sizeof *search->from);
  uint32_t first = find_giver (search), end = first + 1;
  if (first == x->count)
    {
      first = 0;
      end = x->count;
    }
  for (uint32_t p = first; p < end; p++)
    for (wordset set = set_of (search->from, p); !wordset_is_terminal (set);)
      {
        const struct wordset_node *node = wordset_at (x->store, set);
        if (is_operation (x, node->letter))
          operate (search, state, p, node->letter, node->after);
        else if (node->letter != LETTER_STEP)
          act (search, state, p, node->letter, node->after);
        set = node->others;
      }
  if (end - first < x->count)
    return;
  if (x->watches)
    step_freely (search, state);
  else
    step (search, state);
}

void
intersection_search (struct intersection *x, struct arena *scratch)
{
  assert (x->count > 0 && x->store && x->sets && !x->accepted);
  struct search search
    = { .intersection = x, .arena = scratch, .width = x->count + x->locks + 1 };
  hash_table_init (&search.table, scratch);
  search.row = arena_calloc (scratch, search.width, sizeof *search.row);
  search.from = arena_calloc (scratch, search.width, sizeof *search.from);
  for (uint32_t p = 0; p < x->count; p++)
    {
      assert (!wordset_is_cut (x->store, x->sets[p]));
      search.row[p] = x->sets[p].index;
    }
  for (lock_number l = { 0 }; l.index < x->locks; l.index++)
    *owner_of (&search, search.row, l) = x->backwards ? UNTOUCHED : FREE;
  *automaton_of (&search, search.row) = x->watches && x->backwards ? x->steps : 0;
  meet (&search, (struct origin){ NO_STATE, { NOBODY, LETTER_STEP, false } });
  while (!x->accepted && search.stack.count > 0)
    {
      uint32_t state = search.stack.at[--search.stack.count];
      assert (state < search.origins.count);
      expand (&search, state);
    }
  assert (x->accepted || x->word.count == 0);
  assert (search.rows.count == (uint64_t) search.origins.count * search.width);
}
