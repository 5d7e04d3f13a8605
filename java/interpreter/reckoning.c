/* reckoning.c -- the model against the ledger: an access to a field of I, or to a static
 * of its class, a use of contents and an acquisition in its own code that is neither in
 * the model nor left out for a reason is a note.
 *
 * Objects that I owns need no accounts but for what their contents are: no code but that
 * which is interpreted reaches them.  In a program (--main) what is not reached from main
 * is not run. */
#include <config.h>

#include <assert.h>

#include "java/interpreter/reckoning.h"
#include "java/interpreter/machine.h"
#include "java/interpreter/selection.h"

struct reckoning
{
  struct extraction *x;
  const struct ledger *ledger;
  name_id isolated;
  account_visitor *visit;
  void *context;
};

/* An arena for a while; java_clear clears it, too. */
static struct arena *
borrow_arena (struct java *java)
{
  struct arena *scratch = arena_alloc (&java->arena, sizeof *scratch);
  arena_init (scratch, java->quota);
  *vec_push (&java->arena, &java->lent) = scratch;
  return scratch;
}

static void
return_arena (struct java *java, struct arena *scratch)
{
  assert (java->lent.count > 0 && java->lent.at[java->lent.count - 1] == scratch);
  arena_clear (scratch);
  java->lent.count--;
}

/* The ledger of all given classes, made when it is asked for. */
static const struct ledger *
ledger_of (struct java *java)
{
  struct java_universe *universe = java->universe;
  if (java->ledger)
    return java->ledger;
  /* Code that cannot be read is missing in a model that calls it, not in this one. */
  struct java_member broken = universe->broken;
  struct ledger *ledger = arena_alloc (&java->arena, sizeof *ledger);
  ledger_init (ledger, &java->arena, &universe->names);
  for (uint32_t c = 0; c < universe->given; c++)
    ledger_add_class (ledger, universe_class (universe, (class_id){ c }));
  assert (ledger->classes.count == universe->given);
  struct arena *scratch = borrow_arena (java);
  for (uint32_t c = 0; c < universe->given; c++)
    {
      for (uint32_t i = 0; i < ledger->classes.at[c]->method_count; i++)
        {
          const struct java_code *code
            = universe_code (universe, (struct java_member){ { c }, i });
          if (code)
            ledger_add_code (ledger, c, i, code, scratch);
        }
      arena_clear (scratch);
    }
  return_arena (java, scratch);
  universe->broken = broken;
  return java->ledger = ledger;
}

/* By location: does some effect access it? */
static const bool *
find_accessed (struct extraction *x)
{
  bool *accessed
    = arena_calloc (&x->run_arena, x->heap.locations.count + 1, sizeof *accessed);
  for (uint32_t i = 0; i < x->instances.count; i++)
    {
      const struct graph *graph = &x->instances.at[i].graph;
      for (uint32_t e = 0; e < graph->edges.count; e++)
        if (graph->edges.at[e].kind == EFFECT_READ
            || graph->edges.at[e].kind == EFFECT_WRITE)
          accessed[graph->edges.at[e].operand] = true;
    }
  return accessed;
}

/* Is what METHOD does asked about? */
static bool
counts (struct extraction *x, struct java_member method)
{
  return !selection_is_for_testing (x, method)
         && !universe_is_finalizer (x->universe, method);
}

/* The field that LOCATION is, or (contents) that leads to it. */
static void
account_for_field (const struct reckoning *r, uint32_t location)
{
  struct extraction *x = r->x;
  assert (location < x->heap.locations.count);
  const struct location *at = &x->heap.locations.at[location];
  assert (at->member < x->heap.member_list.count);
  struct java_member member = x->heap.member_list.at[at->member];
  const struct java_field *field = universe_field (x->universe, member);
  name_id owner = universe_class (x->universe, member.class)->name;
  for (uint32_t i
       = ledger_next (r->ledger, owner, field->name, field->descriptor, UINT32_MAX);
       i != UINT32_MAX;
       i = ledger_next (r->ledger, owner, field->name, field->descriptor, i))
    {
      const struct ledger_access *access = &r->ledger->accesses.at[i];
      struct account_row row = {
        .kind = access->writes ? ACCOUNT_ROW_WRITE : ACCOUNT_ROW_READ,
        .what = at->name,
        .location = location,
        .method = { { access->class }, access->method },
        .instruction = access->instruction,
        .reason = ledger_reason_of (r->ledger, &x->accounts, i, owner, r->isolated),
      };
      /* What is in the collection is asked about; which one it is, is another question.
       */
      if (at->contents && access->writes)
        continue;
      if (counts (x, row.method))
        r->visit (x, &row, r->context);
    }
}

/* The location of the contents of FIELD of I, or of a static; LOCATION_NONE: there is
   none that is asked about. */
static uint32_t
contents_of_field (struct extraction *x, struct member_reference field)
{
  class_id class = universe_find (x->universe, field.class);
  if (!class_is_known (class))
    return LOCATION_NONE;
  struct java_member member
    = universe_resolve_field (x->universe, class, field.name, field.descriptor, NULL);
  for (uint32_t i = 0; i < x->heap.locations.count && member_is_known (member); i++)
    {
      const struct location *at = &x->heap.locations.at[i];
      if (at->contents && at->member != UINT32_MAX
          && (at->owner_kind == OWNER_SELF || at->owner_kind == OWNER_STATIC)
          && class_equal (x->heap.member_list.at[at->member].class, member.class)
          && x->heap.member_list.at[at->member].index == member.index)
        return i;
    }
  return LOCATION_NONE;
}

/* "this", "Stack.data", or "?": what USE is about. */
static const char *
name_of_use (struct extraction *x, const struct ledger_use *use)
{
  if (use->origin == ORIGIN_THIS)
    return "this";
  if (use->origin == ORIGIN_NONE)
    return "?";
  return arena_format (&x->arena, "%s.%s%s", simple_name (x, use->field.class),
                       universe_text (x->universe, use->field.name),
                       use->locks ? "" : "[]");
}

static void
account_for_method (const struct reckoning *r, struct arena *scratch,
                    struct java_member method)
{
  struct extraction *x = r->x;
  struct ledger_uses uses = { VEC_EMPTY };
  uses_find (r->ledger, scratch, universe_class (x->universe, method.class),
             universe_method (x->universe, method), universe_code (x->universe, method),
             &uses);
  for (uint32_t i = 0; i < uses.list.count && counts (x, method); i++)
    {
      const struct ledger_use *use = &uses.list.at[i];
      uint32_t location = use->origin < ORIGIN_FIELD || use->locks
                            ? LOCATION_NONE
                            : contents_of_field (x, use->field);
      struct account_row row = {
        .kind = use->locks ? ACCOUNT_ROW_LOCK : ACCOUNT_ROW_CONTENTS,
        .what = name_of_use (x, use),
        .location = location,
        .method = method,
        .instruction = use->instruction == LEDGER_WHOLE_METHOD ? 0 : use->instruction,
        .reason = uses_reason (r->ledger, &x->accounts, method.class.index, method.index,
                               use, r->isolated,
                               location != LOCATION_NONE && ownership_asks (x, location)),
      };
      r->visit (x, &row, r->context);
    }
}

/* The code of CLASS, if it is given: of I's own class, of one above, of one nested. */
static void
account_for_class (const struct reckoning *r, class_id class)
{
  struct extraction *x = r->x;
  if (class.index >= x->universe->given)
    return;
  struct arena *scratch = borrow_arena (x->java);
  const struct java_class *header = universe_class (x->universe, class);
  for (uint32_t i = 0; i < header->method_count; i++)
    account_for_method (r, scratch, (struct java_member){ class, i });
  return_arena (x->java, scratch);
}

void
accounting_each (struct extraction *x, account_visitor *visit, void *context)
{
  assert (!x->threads);
  const struct reckoning r = {
    .x = x,
    .ledger = ledger_of (x->java),
    .isolated = universe_class (x->universe, x->class)->name,
    .visit = visit,
    .context = context,
  };
  const bool *accessed = find_accessed (x);
  struct java_member broken = x->universe->broken;
  for (uint32_t i = 0; i < x->heap.locations.count; i++)
    {
      const struct location *at = &x->heap.locations.at[i];
      if (accessed[i] && at->member != UINT32_MAX
          && (at->owner_kind == OWNER_SELF || at->owner_kind == OWNER_STATIC)
          && (!at->contents || ownership_asks (x, i)))
        account_for_field (&r, i);
    }
  for (class_id class = x->class; class_is_known (class);
       class = universe_super (x->universe, class))
    account_for_class (&r, class);
  x->universe->broken = broken;
}

static const char *
verb_of (enum account_row_kind kind)
{
  static const char *const verbs[] = { "read", "written", "used", "locked" };
  assert (kind <= ACCOUNT_ROW_LOCK);
  return verbs[kind];
}

static void
note_gap (struct extraction *x, const struct account_row *row, void *context)
{
  (void) context;
  assert (row->location == LOCATION_NONE || row->location < x->heap.locations.count);
#ifdef EXPENSIVE_CHECKS
  assert (row->reason != LEDGER_OVERLOOKED);
#endif
  if (row->reason != LEDGER_GAP && row->reason != LEDGER_OVERLOOKED)
    return;
  static const char format[]
    = "'%s' is %s in '%s' (%s), of an object that is not told apart or in "
      "code that is not called here: that is not in the model";
  const char *name = row->location == LOCATION_NONE
                       ? row->what
                       : x->heap.locations.at[row->location].name;
  const char *method = full_method_name (x, row->method);
  const char *position = position_of (x, row->method, row->instruction);
  if (row->kind == ACCOUNT_ROW_LOCK)
    note_removing (x, JAVA_DEADLOCK, "not-in-model", UINT32_MAX, 0, format, name,
                   verb_of (row->kind), method, position);
  else if (row->location != LOCATION_NONE)
    note_location (x, JAVA_MAY_MISS, "not-in-model", row->location, UINT32_MAX, 0, format,
                   name, verb_of (row->kind), method, position);
  else
    note_at (x, JAVA_MAY_MISS, "not-in-model", UINT32_MAX, 0, format, name,
             verb_of (row->kind), method, position);
}

void
accounting_check (struct extraction *x)
{
  if (!x->threads)
    accounting_each (x, note_gap, NULL);
}
