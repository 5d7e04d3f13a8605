/* accounting.c -- the model against the ledger: an access to a field of I, or to a static
 * of its class, that is neither in the model nor left out for a reason is a note about
 * that field.
 *
 * Objects that I owns need no accounts: no code but that which is interpreted reaches
 * them.  In a program (--main) what is not reached from main is not run. */
#include <config.h>

#include <assert.h>

#include "java/ledger/access_ledger.h"
#include "java/interpreter/machine.h"
#include "java/interpreter/selection.h"

void
account (struct machine *m, unsigned what)
{
  assert (m->instance < m->x->instances.count);
  struct java_member method = m->x->instances.at[m->instance].method;
  if (!m->x->threads && method.class.index < m->x->universe->given)
    accounts_add (&m->x->accounts, method.class.index, method.index, m->instruction,
                  what);
}

void
account_object (struct machine *m, value_id object)
{
  switch (value_kind (&m->x->values, object))
    {
    case VALUE_SELF: break; /* an effect, or it is overlooked */
    case VALUE_NULL:
    case VALUE_OBJECT:
    case VALUE_RAW: account (m, ACCOUNT_PRIVATE); break;
    case VALUE_PLACE:
    case VALUE_NODE:
    case VALUE_HELD: account (m, ACCOUNT_FOREIGN); break;
    case VALUE_OTHER:
    case VALUE_WIDE:
    case VALUE_BOOLEAN:
    case VALUE_CLASS:
    case VALUE_VIEW:
    case VALUE_LAMBDA:
    case VALUE_CONDITION:
    case VALUE_HALF:
    case VALUE_ADDRESS: account (m, ACCOUNT_UNKNOWN); break;
    }
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
  for (uint32_t c = 0; c < universe->given; c++)
    for (uint32_t i = 0; i < ledger->classes.at[c]->method_count; i++)
      {
        const struct java_code *code
          = universe_code (universe, (struct java_member){ { c }, i });
        if (code)
          ledger_add_code (ledger, c, i, code);
      }
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

static void
account_for (struct extraction *x, const struct ledger *ledger, uint32_t location)
{
  assert (location < x->heap.locations.count);
  struct java_member member
    = x->heap.member_list.at[x->heap.locations.at[location].member];
  const struct java_field *field
    = &universe_class (x->universe, member.class)->fields[member.index];
  name_id owner = universe_class (x->universe, member.class)->name;
  name_id isolated = universe_class (x->universe, x->class)->name;
  for (uint32_t i
       = ledger_next (ledger, owner, field->name, field->descriptor, UINT32_MAX);
       i != UINT32_MAX;
       i = ledger_next (ledger, owner, field->name, field->descriptor, i))
    {
      const struct ledger_access *at = &ledger->accesses.at[i];
      struct java_member method = { { at->class }, at->method };
      enum ledger_reason reason
        = ledger_reason_of (ledger, &x->accounts, i, owner, isolated);
#ifdef EXPENSIVE_CHECKS
      assert (reason != LEDGER_OVERLOOKED);
#endif
      if (selection_is_for_testing (x, method)
          || universe_is_finalizer (x->universe, method))
        continue;
      if (reason == LEDGER_GAP || reason == LEDGER_OVERLOOKED)
        note_location (x, JAVA_MAY_MISS, "not-in-model", location, UINT32_MAX, 0,
                       "'%s' is %s in '%s' (%s), of an object that is not told apart or "
                       "in code that is not called here: that is not in the model",
                       x->heap.locations.at[location].name,
                       at->writes ? "written" : "read", full_method_name (x, method),
                       position_of (x, method, at->instruction));
    }
}

void
accounting_check (struct extraction *x)
{
  if (x->threads)
    return;
  const struct ledger *ledger = ledger_of (x->java);
  const bool *accessed = find_accessed (x);
  for (uint32_t i = 0; i < x->heap.locations.count; i++)
    {
      const struct location *at = &x->heap.locations.at[i];
      if (accessed[i] && !at->contents && at->member != UINT32_MAX
          && (at->owner_kind == OWNER_SELF || at->owner_kind == OWNER_STATIC))
        account_for (x, ledger, i);
    }
}
