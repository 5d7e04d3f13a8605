/* built.c -- a model that is built and not read is the one that its text would give. */
#include <config.h>

#include <string.h>

#include "eml/eml.h"
#include "ir/identity.h"
#include "ir/ir_builder.h"
#include "tests/lib/tap.h"

static const char text[]
  = "field x, y;  atomicset s { x, y }  lock l;\n"
    "process P { unit { lock l; read x; unlock l; } start Q; join Q; }\n"
    "process Q { while (*) { write y; } }\n";

static struct ir_step *
step (struct ir_builder *b, enum ir_op op)
{
  uint32_t number = b->current;
  ir_builder_fill (b, op, b->ir->nodes.count + number, NAME_NONE);
  if (op != IR_RETURN)
    ir_builder_go_on (b);
  return &b->drafts.at[number].node;
}

/* The model of `text'. */
static bool
build (struct ir_subject *subject)
{
  struct ir_builder b;
  ir_subject_begin (subject, "built");
  set_id s = ir_declare_set (&subject->model, "s");
  field_id x = ir_declare_field (&subject->model, "x", s);
  field_id y = ir_declare_field (&subject->model, "y", s);
  lock_id l = ir_declare_lock (&subject->model, "l");
  ir_declare_process (&subject->model, "P", 0);
  body_id q = ir_declare_process (&subject->model, "Q", 0);
  idset copies = ir_model_copies (&subject->model, q);
  ir_model_note_order (&subject->model, q, copies, true);
  ir_model_note_order (&subject->model, q, copies, false);
  ir_builder_init (&b, &subject->flow, &subject->model, &subject->arena);

  uint32_t entry = ir_builder_begin_body (&b);
  step (&b, IR_BEGIN)->sets = subject->model.all_sets;
  b.units = subject->model.all_sets;
  step (&b, IR_ACQUIRE)->object.lock = l;
  step (&b, IR_READ)->object.field = x;
  step (&b, IR_RELEASE)->object.lock = l;
  b.units = IDSET_EMPTY;
  step (&b, IR_END)->sets = subject->model.all_sets;
  step (&b, IR_START)->object.processes = copies;
  step (&b, IR_JOIN)->object.processes = copies;
  step (&b, IR_RETURN);
  ir_builder_end_body (&b, entry);

  entry = ir_builder_begin_body (&b);
  step (&b, IR_WAKE);
  uint32_t head = b.current, out = ir_builder_new_step (&b);
  step (&b, IR_SKIP);
  step (&b, IR_WRITE)->object.field = y;
  ir_builder_continue_at (&b, head);
  ir_builder_add_edge (&b, head, out);
  b.current = out;
  step (&b, IR_FINISH);
  step (&b, IR_RETURN);
  ir_builder_end_body (&b, entry);
  return ir_subject_end (subject);
}

static bool
same_object (const struct ir_step *a, const struct ir_step *b)
{
  return ir_is_access (a)      ? field_equal (ir_step_field (a), ir_step_field (b))
         : ir_is_operation (a) ? lock_equal (ir_step_lock (a), ir_step_lock (b))
                               : idset_equal (a->sets, b->sets);
}

static bool
same_steps (const struct ir *a, const struct ir *b)
{
  bool same = a->nodes.count == b->nodes.count && a->edges.count == b->edges.count;
  for (uint32_t n = 0; same && n < a->nodes.count; n++)
    {
      const struct ir_step *x = &a->nodes.at[n], *y = &b->nodes.at[n];
      same = x->op == y->op && x->first_edge == y->first_edge
             && x->edge_count == y->edge_count && same_object (x, y)
             && idset_equal (x->units, y->units) && idset_equal (x->locks, y->locks);
    }
  for (uint32_t e = 0; same && e < a->edges.count; e++)
    same = a->edges.at[e] == b->edges.at[e];
  return same;
}

static void
compare (struct ir_subject *built, struct ir_subject *read)
{
  tap_ok (build (built), "a model is built");
  const char *problem = ir_check (&built->flow, &built->arena);
  tap_ok (!problem, "its steps are fine%s%s", problem ? ": " : "",
          problem ? problem : "");
  tap_ok (eml_read_text (read, "read", text, sizeof text - 1), "its text is read");
  tap_ok (same_steps (&built->flow, &read->flow), "both have the same steps");
  tap_ok (built->projection.pds.rules.count == read->projection.pds.rules.count
            && built->projection.pds.actions.count == read->projection.pds.actions.count,
          "and the same rules and actions");
  tap_ok (strcmp (ir_text (&built->model, built->model.fields.at[1].name), "y") == 0
            && strcmp (built->projection.pds.processes.at[1].name, "Q") == 0,
          "names are as declared");
  tap_ok (ir_step_span (&built->flow, 1).end == 0, "there is no text to show");
}

static bool
same_identity (const struct ir_subject *a, const struct ir_subject *b)
{
  size_t first, second;
  const void *x = ir_identity (&a->flow, a->flow.arena, &first);
  const void *y = ir_identity (&b->flow, b->flow.arena, &second);
  return first == second && memcmp (x, y, first) == 0;
}

/* A model without text is known by what it does. */
static void
identify (struct ir_subject *built, struct ir_subject *again,
          const struct ir_subject *read)
{
  size_t length;
  tap_ok (ir_identity (&read->flow, read->flow.arena, &length) == read->source.text
            && length == read->source.length,
          "a model with text is its text");
  tap_ok (build (again) && same_identity (built, again),
          "without text, the same steps are the same model");
  again->flow.nodes.at[2].object.field.index ^= 1;
  tap_ok (!same_identity (built, again), "another field is another model");
  again->flow.nodes.at[2].object.field.index ^= 1;
  again->flow.nodes.at[2].position = ir_name_of (&again->model, "A.java:3");
  tap_ok (!same_identity (built, again), "... and another position");
  again->flow.nodes.at[2].position = NAME_NONE;
  again->model.fields.at[0].is_volatile = true;
  tap_ok (!same_identity (built, again), "... and another declaration");
}

int
main (void)
{
  struct quota quota;
  struct ir_subject built, again, read;
  quota_init (&quota);
  ir_subject_init (&built, &quota);
  ir_subject_init (&again, &quota);
  ir_subject_init (&read, &quota);
  if (!quota_checkpoint (&quota))
    {
      compare (&built, &read);
      identify (&built, &again, &read);
    }
  ir_subject_clear (&read);
  ir_subject_clear (&again);
  ir_subject_clear (&built);
  return tap_done ();
}
