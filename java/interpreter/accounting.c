/* accounting.c -- what the interpreter tells the ledger: what it did with each
 * instruction. reckoning.c compares. */
#include <config.h>

#include <assert.h>

#include "java/ledger/uses.h"
#include "java/interpreter/machine.h"

static_assert (MONITOR_OF_METHOD == LEDGER_WHOLE_METHOD, "one number for both");

void
account_at (struct machine *m, uint32_t instruction, unsigned what)
{
  assert (m->instance < m->x->instances.count);
  struct java_member method = m->x->instances.at[m->instance].method;
  if (!m->x->threads && method.class.index < m->x->universe->given)
    accounts_add (&m->x->accounts, method.class.index, method.index, instruction, what);
}

void
account (struct machine *m, unsigned what)
{
  account_at (m, m->instruction, what);
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

void
account_contents (struct machine *m, value_id object)
{
  struct extraction *x = m->x;
  while (value_kind (&x->values, object) == VALUE_VIEW)
    object = (value_id){ .index = value_at (&x->values, object)->a };
  const struct value at = *value_at (&x->values, object);
  account (m, ACCOUNT_VISITED);
  switch (at.kind)
    {
    case VALUE_SELF:
    case VALUE_HELD: break; /* an effect, or it is overlooked */
    case VALUE_PLACE:
      if (!ownership_of_place (x, at.a))
        account (m, ACCOUNT_FOREIGN);
      break;
    case VALUE_NODE:
      if (at.b == NODE_IS_FOREIGN)
        account (m, ACCOUNT_FOREIGN);
      break;
    case VALUE_NULL:
    case VALUE_OBJECT:
    case VALUE_RAW:
    case VALUE_CLASS:
    case VALUE_LAMBDA: account (m, ACCOUNT_PRIVATE); break;
    case VALUE_OTHER:
    case VALUE_WIDE:
    case VALUE_BOOLEAN:
    case VALUE_VIEW:
    case VALUE_CONDITION:
    case VALUE_HALF:
    case VALUE_ADDRESS: account (m, ACCOUNT_UNKNOWN); break;
    }
}
