/* building.c -- steps, expressions, claims and notes.
 *
 * A step says where it comes from by a number, one more than that of its place: the
 * method and the instruction, wherever that is called.  Slots are known by a context and
 * a place in its frame; a body numbers those that it uses.
 */
#include <config.h>

#include <assert.h>
#include <stdarg.h>
#include <string.h>

#include "java/partial/evaluation.h"

#define WIDE_TYPE ((struct ir_type){ false, 64 })
#define REF_TYPE ((struct ir_type){ false, 16 })

/* ---- Places. ---- */

static uint32_t
place_number (struct evaluation *e, uint32_t method, uint32_t pc)
{
  assert (method < e->methods.count);
  uint32_t *slot = pairmap_at (&e->place_of, method, pc);
  if (*slot == PAIRMAP_FREE)
    {
      *slot = e->places.count;
      *vec_push (e->arena, &e->places) = (struct place){ method, pc };
    }
  assert (*slot < e->places.count);
  return *slot;
}

uint32_t
place_here (struct evaluation *e)
{
  if (e->depth == 0)
    return place_number (e, method_number_of (e, e->main), 0);
  const struct frame *frame = top (e);
  uint32_t pc = frame->pc < frame->code->count ? frame->pc : frame->code->count - 1;
  return place_number (e, frame->method, pc);
}

static const char *
position_of_place (struct evaluation *e, uint32_t place)
{
  assert (place < e->places.count);
  struct place at = e->places.at[place];
  return java_position (e->universe, e->arena, e->methods.at[at.method], at.pc);
}

/* ---- Steps. ---- */

struct ir_step
step_with (enum ir_op op)
{
  struct ir_step step = IR_STEP_NONE;
  step.op = op;
  return step;
}

void
emit (struct evaluation *e, struct ir_step step)
{
  assert (!e->concrete);
  uint32_t place = place_here (e);
  ir_builder_put (&e->b, step, place + 1,
                  ir_name_of (e->declared, position_of_place (e, place)));
  ir_builder_go_on (&e->b);
}

void
become_steps (struct evaluation *e)
{
  if (!e->concrete)
    return;
  e->concrete = false;
  initialisers_stay (e);
  for (uint32_t i = 0; i < e->held.count; i++)
    {
      struct ir_step acquire = step_with (IR_ACQUIRE);
      acquire.object.lock = e->guards.at[e->held.at[i]].lock;
      emit (e, acquire);
    }
  e->state = state_save (e);
}

/* STEP, after which a path goes on in two ways; returns the other one. */
static uint32_t
emit_fork (struct evaluation *e, struct ir_step step)
{
  uint32_t place = place_here (e);
  ir_builder_put (&e->b, step, place + 1,
                  ir_name_of (e->declared, position_of_place (e, place)));
  uint32_t from = e->b.current;
  ir_builder_go_on (&e->b);
  uint32_t otherwise = ir_builder_new_step (&e->b);
  ir_builder_add_edge (&e->b, from, otherwise);
  return otherwise;
}

uint32_t
emit_test (struct evaluation *e, uint32_t condition)
{
  struct ir_step test = step_with (IR_TEST);
  test.expr = condition;
  assert (e->ir->exprs.at[condition].type.is_bool);
  return emit_fork (e, test);
}

uint32_t
emit_choice (struct evaluation *e)
{
  return emit_fork (e, step_with (IR_SKIP));
}

void
emit_read (struct evaluation *e, struct cell *cell, uint32_t slot)
{
  assert (cell->object < e->objects.count);
  struct ir_step read = step_with (IR_READ);
  read.object.field = cell_field (e, cell);
  read.slot = slot;
  emit (e, read);
}

void
emit_assume (struct evaluation *e, uint32_t condition, struct cell *cell)
{
  assert (e->b.atomic > 0);
  struct ir_step assume = step_with (IR_ASSUME);
  assume.expr = condition;
  emit (e, assume);
  emit_read (e, cell, IR_NO_SLOT);
}

void
emit_nowhere (struct evaluation *e)
{
  uint32_t here = e->b.current;
  ir_builder_put (&e->b, step_with (IR_SKIP), place_here (e) + 1, NAME_NONE);
  ir_builder_add_edge (&e->b, here, here);
  e->ended = true;
}

void
atomic_open (struct evaluation *e)
{
  e->b.atomic++;
  e->ir->has_atomic = true;
}

/* A step that is not atomic stands between two blocks. */
void
atomic_close (struct evaluation *e)
{
  assert (e->b.atomic > 0);
  e->b.atomic--;
  if (e->b.atomic == 0)
    emit (e, step_with (IR_SKIP));
}

/* A claim is known by the line of its assert; by a larger number, if another file has an
   assert in that line. */
static struct span
claim_span (struct evaluation *e, uint32_t place, bool is_assert)
{
  struct place at = e->places.at[place];
  uint32_t line
    = code_line_of (universe_code (e->universe, e->methods.at[at.method]), at.pc);
  assert (place < e->places.count);
  for (uint32_t i = 0; i < e->ir->claims.count; i++)
    if (e->ir->claims.at[i].span.begin == line
        && e->ir->claims.at[i].is_assert == is_assert)
      {
        line += 100000;
        i = UINT32_MAX;
      }
  return (struct span){ line, line };
}

/* The claim that an assertion holds there, or that nothing goes wrong. */
static uint32_t
claim_of_place (struct evaluation *e, uint32_t place, bool is_assert)
{
  assert (place < e->places.count);
  uint32_t *claim = pairmap_at (&e->claim_of, place, is_assert);
  if (*claim != PAIRMAP_FREE)
    return *claim;
  uint32_t made = *claim = e->ir->claims.count;
  *vec_push (e->arena, &e->ir->claims) = (struct ir_claim){
    .is_assert = is_assert,
    .span = claim_span (e, place, is_assert),
    .position = ir_name_of (e->declared, position_of_place (e, place)),
    .text = NAME_NONE,
  };
  return made;
}

void
claim_at (struct evaluation *e, uint32_t method, uint32_t pc)
{
  assert (method < e->methods.count);
  claim_of_place (e, place_number (e, method, pc), true);
}

void
emit_fail (struct evaluation *e, uint32_t place)
{
  assert (place < e->places.count);
  struct ir_step fail = step_with (IR_ASSERT);
  fail.claim = claim_of_place (e, place, true);
  fail.expr = expr_constant_of (e, IR_BOOL, 0);
  emit (e, fail);
  emit_nowhere (e);
}

void
emit_wrong (struct evaluation *e, uint32_t object)
{
  uint32_t place = e->objects.at[object].thrown_at, here = place_here (e);
  struct ir_step wrong = step_with (IR_SET);
  struct datum slot = { DATUM_SLOT, slot_of_instruction (e, 0), 0 };
  const char *position = arena_format (e->arena, "%s (%s)", position_of_place (e, place),
                                       object_name (e, object));
  assert (place < e->places.count);
  wrong.wrong = claim_of_place (e, place, false);
  wrong.slot = slot_in_body (e, slot);
  wrong.expr = expr_binary_of (e, EXPR_DIVIDE, expr_constant_of (e, IR_INT, 1),
                               expr_constant_of (e, IR_INT, 0));
  ir_builder_put (&e->b, wrong, here + 1, ir_name_of (e->declared, position));
  ir_builder_go_on (&e->b);
  emit_nowhere (e);
}

/* ---- Slots. ---- */

uint32_t
slot_of_instruction (struct evaluation *e, uint32_t part)
{
  const struct frame *frame = top (e);
  uint32_t room = frame->code->max_stack + 8;
  assert (part < room);
  return pairmap_number (&e->slot_of, frame->context, frame->pc * room + part);
}

uint32_t
slot_in_body (struct evaluation *e, struct datum datum)
{
  assert (datum_is_slot (datum));
  uint32_t *slot = pairmap_at (&e->body_slots, datum.slot, (uint32_t) datum.kind);
  if (*slot == PAIRMAP_FREE)
    {
      *slot = e->slots.count;
      *vec_push (e->arena, &e->slots)
        = (struct ir_slot){ .type = datum.kind == DATUM_SLOT        ? IR_INT
                                    : datum.kind == DATUM_WIDE_SLOT ? WIDE_TYPE
                                                                    : REF_TYPE,
                            .name = NAME_NONE };
    }
  return *slot;
}

/* ---- Expressions. ---- */

static uint32_t
add_expr (struct evaluation *e, struct ir_expr expr, uint32_t a, uint32_t b, uint32_t c)
{
  expr.operands[0] = a;
  expr.operands[1] = b;
  expr.operands[2] = c;
  *vec_push (e->arena, &e->ir->exprs) = expr;
  return e->ir->exprs.count - 1;
}

uint32_t
expr_constant_of (struct evaluation *e, struct ir_type type, int64_t value)
{
  assert (ir_cut (type, value) == value);
  return add_expr (e, (struct ir_expr){ .op = IR_CONSTANT, .type = type, .value = value },
                   IR_NO_EXPR, IR_NO_EXPR, IR_NO_EXPR);
}

uint32_t
expr_of (struct evaluation *e, struct datum datum)
{
  switch ((unsigned) datum.kind)
    {
    case DATUM_INT: return expr_constant_of (e, IR_INT, datum.value);
    case DATUM_LONG: return expr_constant_of (e, WIDE_TYPE, datum.value);
    case DATUM_REF: return expr_constant_of (e, REF_TYPE, datum.value);
    default: break;
    }
  uint32_t slot = slot_in_body (e, datum);
  return add_expr (
    e, (struct ir_expr){ .op = IR_SLOT, .type = e->slots.at[slot].type, .place = slot },
    IR_NO_EXPR, IR_NO_EXPR, IR_NO_EXPR);
}

uint32_t
expr_binary_of (struct evaluation *e, enum ir_expr_kind kind, uint32_t a, uint32_t b)
{
  assert (a < e->ir->exprs.count && (b == IR_NO_EXPR || b < e->ir->exprs.count));
  bool compares = (kind >= EXPR_LESS && kind <= EXPR_NOT_EQUAL) || kind == EXPR_AND
                  || kind == EXPR_OR || kind == EXPR_NOT;
  struct ir_type type = e->ir->exprs.at[a].type;
  bool shifts = kind == EXPR_SHIFT_LEFT || kind == EXPR_SHIFT_RIGHT;
  if (b != IR_NO_EXPR && !shifts && e->ir->exprs.at[b].type.width > type.width)
    type = e->ir->exprs.at[b].type;
  if (type.width < 32)
    type = IR_INT;
  return add_expr (e,
                   (struct ir_expr){
                     .op = IR_OPERATOR, .kind = kind, .type = compares ? IR_BOOL : type },
                   a, b, IR_NO_EXPR);
}

uint32_t
expr_cell (struct evaluation *e, struct cell *cell)
{
  assert (cell->object < e->objects.count);
  field_id field = cell_field (e, cell);
  return add_expr (e,
                   (struct ir_expr){ .op = IR_FIELD,
                                     .type = e->declared->fields.at[field.index].type,
                                     .place = field.index },
                   IR_NO_EXPR, IR_NO_EXPR, IR_NO_EXPR);
}

struct datum
emit_set (struct evaluation *e, uint32_t part, enum datum_kind kind, uint32_t expr)
{
  struct datum made = { kind, slot_of_instruction (e, part), 0 };
  struct ir_step set = step_with (expr == IR_NO_EXPR ? IR_ANY : IR_SET);
  assert (datum_is_slot (made));
  set.slot = slot_in_body (e, made);
  set.expr = expr;
  emit (e, set);
  return made;
}

struct datum
materialise (struct evaluation *e, struct datum datum, uint32_t part)
{
  if (datum.kind != DATUM_ANY && datum.kind != DATUM_ANY_WIDE)
    return datum;
  note (e, JAVA_ADDS_EXECUTIONS, 0, "any-value",
        "a value that is not known is any value");
  return emit_set (e, part, datum.kind == DATUM_ANY ? DATUM_SLOT : DATUM_WIDE_SLOT,
                   IR_NO_EXPR);
}

/* ---- Notes. ---- */

void
note_of_place (struct evaluation *e, uint32_t place, enum java_note_kind kind,
               unsigned removes, const char *code, const char *text)
{
  assert (place < e->places.count);
  uint32_t word = names_intern (&e->note_codes, code, strlen (code)).index;
  uint32_t *seen = pairmap_at (&e->noted, word, place);
  if (*seen == e->attempt)
    return;
  *seen = e->attempt;
  *vec_push (e->arena, &e->notes)
    = (struct java_note){ .kind = kind,
                          .removes = removes,
                          .code = code,
                          .text = text,
                          .position = position_of_place (e, place) };
}

void
note (struct evaluation *e, enum java_note_kind kind, unsigned removes, const char *code,
      const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  const char *text = arena_vformat (e->arena, format, arguments);
  va_end (arguments);
  assert (kind == JAVA_MAY_MISS || removes == 0);
  note_of_place (e, place_here (e), kind, removes, code, text);
}

void
emit_premise (struct evaluation *e, const char *code, const char *words, const char *text)
{
  uint32_t place = place_here (e);
  const char *position
    = arena_format (e->arena, "%s (%s)", position_of_place (e, place), words);
  struct ir_step any = step_with (IR_ANY);
  struct datum slot = { DATUM_SLOT, slot_of_instruction (e, 2), 0 };
  any.slot = slot_in_body (e, slot);
  assert (!e->concrete);
  note (e, JAVA_ADDS_EXECUTIONS, 0, code, "%s", text);
  if (e->notes.count > 0 && e->notes.at[e->notes.count - 1].code == code)
    e->notes.at[e->notes.count - 1].position = position;
  ir_builder_put (&e->b, any, place + 1, ir_name_of (e->declared, position));
  ir_builder_go_on (&e->b);
}

void
give_up (struct evaluation *e, const char *code, const char *text)
{
  become_steps (e);
  note (e, JAVA_MAY_MISS, ALL_OF_JAVA, code, "%s", text);
  emit_nowhere (e);
}
