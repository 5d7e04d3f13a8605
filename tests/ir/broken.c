/* broken.c -- ir_check says what is wrong: a good model is broken in one way after the
 * other.
 */
#include <config.h>

#include <string.h>

#include "eml/eml.h"
#include "tests/lib/tap.h"

static const char text[] = "field int x;  field int a[3];  field plain;\n"
                           "lock l;  lock many[2];\n"
                           "proc twice(int n) : int { return n + n; }\n"
                           "process P\n"
                           "{\n"
                           "  int i = 1;  skip;\n"
                           "  unit { sync l { read plain; write plain; } }\n"
                           "  sync many[i] { x = x + 1; }\n"
                           "  i = call twice(i);\n"
                           "  a[i % 3] = *;\n"
                           "  if (x < 3) { assume (x > 0); } else { assert (i > 0); }\n"
                           "  start Q;  join Q;\n"
                           "}\n"
                           "process Q { sync l { wait l; notify l; } }\n";

/* The first step with OP. */
static struct ir_step *
find (struct ir *ir, enum ir_op op)
{
  uint32_t n = 0;
  while (n < ir->nodes.count && ir->nodes.at[n].op != op)
    n++;
  assert (n < ir->nodes.count);
  return &ir->nodes.at[n];
}

static void
no_operation (struct ir *ir)
{
  find (ir, IR_SET)->op = (enum ir_op) 99;
}
static void
no_slot (struct ir *ir)
{
  find (ir, IR_SET)->slot = IR_NO_SLOT;
}
static void
far_slot (struct ir *ir)
{
  find (ir, IR_ANY)->slot = 999;
}
static void
no_condition (struct ir *ir)
{
  find (ir, IR_TEST)->expr = IR_NO_EXPR;
}
static void
condition (struct ir *ir)
{
  find (ir, IR_TEST)->expr = find (ir, IR_SET)->expr;
}
static void
far_expr (struct ir *ir)
{
  find (ir, IR_SET)->expr = 9999;
}
static void
operand (struct ir *ir)
{
  find (ir, IR_SKIP)->expr = 0;
}
static void
arguments (struct ir *ir)
{
  find (ir, IR_CALL)->argument_count = 0;
}
static void
callee (struct ir *ir)
{
  find (ir, IR_CALL)->object.callee.index = 1;
}
static void
no_lock (struct ir *ir)
{
  find (ir, IR_ACQUIRE)->object.lock.index = 77;
}
static void
no_field (struct ir *ir)
{
  find (ir, IR_READ)->object.field.index = 77;
}
static void
no_sets (struct ir *ir)
{
  find (ir, IR_BEGIN)->sets = IDSET_EMPTY;
}
static void
no_process (struct ir *ir)
{
  find (ir, IR_START)->object.processes = IDSET_EMPTY;
}
static void
no_array (struct ir *ir)
{
  find (ir, IR_ACQUIRE_AT)->lock_count = 5;
}
static void
known (struct ir *ir)
{
  find (ir, IR_ACQUIRE_AT)->object.lock.index = 1;
}
static void
claim (struct ir *ir)
{
  find (ir, IR_TEST)->claim = 0;
}
static void
no_claim (struct ir *ir)
{
  find (ir, IR_ASSERT)->claim = IR_NO_CLAIM;
}
static void
one_way (struct ir *ir)
{
  find (ir, IR_TEST)->edge_count = 1;
}
static void
two_ways (struct ir *ir)
{
  find (ir, IR_SET)->edge_count = 2;
}
static void
waits (struct ir *ir)
{
  find (ir, IR_CUT)->waits = true;
}
static void
wakes (struct ir *ir)
{
  find (ir, IR_BEGIN)->op = IR_WAKE;
}
static void
finishes (struct ir *ir)
{
  find (ir, IR_BEGIN)->op = IR_FINISH;
}
static void
slots (struct ir *ir)
{
  ir->slots.at[0].type.width = 0;
}
static void
values (struct ir *ir)
{
  ir->bodies.at[0].values = 99;
}
static void
empty (struct ir *ir)
{
  ir->bodies.at[0].node_count = 0;
}
static void
bodies (struct ir *ir)
{
  ir->bodies.count--;
}
static void
typeless (struct ir *ir)
{
  ir->exprs.at[0].type.width = 0;
}
static void
later (struct ir *ir)
{
  ir->exprs.at[2].operands[0] = ir->exprs.count - 1;
}

static void
written (struct ir *ir)
{
  find (ir, IR_WRITE)->expr = find (ir, IR_SET)->expr; /* of `plain', without a value */
}

static void
elsewhere (struct ir *ir)
{
  ir->edges.at[find (ir, IR_SET)->first_edge] = ir->nodes.count - 1;
}

static void
alone (struct ir *ir)
{
  struct ir_step *test = find (ir, IR_TEST);
  ir->edges.at[test->first_edge + 1] = ir->edges.at[test->first_edge];
}

static void
order (struct ir *ir)
{
  ir->claims.at[0].span.begin = 9999;
}

static const struct
{
  void (*breaks) (struct ir *ir);
  const char *said;
} cases[] = {
  { no_operation, "it has no operation" },
  { no_slot, "lacks some" },
  { far_slot, "its slot is not one of its body" },
  { no_condition, "lacks some" },
  { condition, "its condition is a number" },
  { far_expr, "is not in the table" },
  { operand, "its operation does not have" },
  { arguments, "too few arguments" },
  { callee, "calls no procedure" },
  { no_lock, "no such lock" },
  { no_field, "accesses no field" },
  { no_sets, "no atomic set" },
  { no_process, "names no process" },
  { no_array, "of no array" },
  { known, "only a constant index" },
  { claim, "have a claim" },
  { no_claim, "have a claim" },
  { one_way, "successors" },
  { two_ways, "successors" },
  { waits, "only a lock is waited for" },
  { wakes, "begins with a wake" },
  { finishes, "nobody waits for its end" },
  { slots, "a slot" },
  { values, "its parameters come first" },
  { empty, "it has no steps" },
  { bodies, "have no steps" },
  { typeless, "no type" },
  { later, "stands after its operator" },
  { written, "a value if the field has one" },
  { elsewhere, "in another body" },
  { alone, "never reached" },
  { order, "order of the text" },
};

/* Read the model, and break it in way number I, if there is one. */
static void
try_case (struct ir_subject *subject, uint32_t i)
{
  bool fine = eml_read_text (subject, "broken.eml", text, sizeof text - 1);
  if (!fine)
    {
      tap_ok (false, "the model is read");
      diags_render (&subject->diags, stderr, false);
      return;
    }
  if (i < sizeof cases / sizeof *cases)
    cases[i].breaks (&subject->flow);
  const char *said = ir_check (&subject->flow, &subject->arena);
  if (i < sizeof cases / sizeof *cases)
    tap_ok (said && strstr (said, cases[i].said), "%s (%s)", cases[i].said,
            said ? said : "nothing is said");
  else
    tap_ok (!said, "what is not broken is fine");
}

static void
test (uint32_t i)
{
  struct quota quota;
  struct ir_subject subject;
  quota_init (&quota);
  ir_subject_init (&subject, &quota);
  if (!quota_checkpoint (&quota))
    try_case (&subject, i);
  ir_subject_clear (&subject);
}

int
main (void)
{
  for (uint32_t i = 0; i <= sizeof cases / sizeof *cases; i++)
    test (i);
  return tap_done ();
}
