/* java.c -- opening a program, and the model of one of its classes. */
#include <config.h>

#include "java/java.h"

#include <assert.h>
#include <string.h>

#include "java/interpreter/reckoning.h"
#include "java/interpreter/selection.h"
#include "java/isolate.h"
#include "java/locks/lock_circles.h"
#include "java/program/callers.h"
#include "java/program/finality.h"
#include "java/program/library_tables.h"
#include "java/program/parameters.h"
#include "java/program/universe.h"
#include "java/writer/writer.h"

const char *
java_reduction_name (uint32_t number)
{
  static const char *const names[] = {
#define JAVA_REDUCTION_NAME(name, id, text) name,
    JAVA_REDUCTIONS (JAVA_REDUCTION_NAME)
#undef JAVA_REDUCTION_NAME
  };
  assert (number < JAVA_REDUCTION_COUNT);
  return names[number];
}

void
java_init (struct java *java, struct quota *quota, const struct java_options *options)
{
  *java = (struct java){ .quota = quota, .options = options };
  arena_init (&java->arena, quota);
  diags_init (&java->diags, &java->arena, &java->source);
}

void
java_clear (struct java *java)
{
  /* Models that were given up because a quota was exhausted. */
  for (uint32_t i = java->lent.count; i > 0; i--)
    arena_clear (java->lent.at[i - 1]);
  if (java->universe)
    universe_clear (java->universe);
  arena_clear (&java->arena);
}

bool
java_open (struct java *java, const char *const *paths, uint32_t count)
{
  assert (count > 0 && !java->universe);
  const struct java_options *options = java->options;
  bool good = true;
  java->source.path = paths[0];
  struct java_universe *universe = arena_calloc (&java->arena, 1, sizeof *universe);
  universe_init (universe, java->quota, &java->diags);
  java->universe = universe;
  for (uint32_t i = 0; i < count; i++)
    good = universe_add_given (universe, paths[i]) && good;
  for (uint32_t i = 0; i < options->classpath_count; i++)
    good = universe_add_library (universe, options->classpath[i], CLASS_FROM_CLASSPATH)
           && good;
  if (options->jdk)
    good = universe_add_library (universe, options->jdk, CLASS_FROM_JDK) && good;
  if (good && !universe_link (universe))
    {
      assert (universe->given == 0);
      diag_error_file (&java->diags, "no-class", "no class in it can be read");
      good = false;
    }
  java->finality = arena_alloc (&java->arena, sizeof *java->finality);
  finality_init (java->finality, &java->arena, universe);
  java->library = arena_alloc (&java->arena, sizeof *java->library);
  library_init (java->library, &java->arena, universe);
  java->parameters = arena_alloc (&java->arena, sizeof *java->parameters);
  parameters_init (java->parameters, &java->arena, universe);
  java->callers = arena_alloc (&java->arena, sizeof *java->callers);
  callers_init (java->callers, &java->arena, universe);
  return good && selection_check (java);
}

struct java_headway
java_headway (const struct java *java)
{
  assert (java->quota);
  if (java->headway.stage)
    return java->headway;
  uint32_t read = java->universe ? java->universe->classes.count : 0;
  return (struct java_headway){ "classes read", read, 0 };
}

void
java_model_init (struct java_model *model, struct quota *quota, struct ir_model *declared,
                 struct ir *ir)
{
  assert (declared && ir);
  *model = (struct java_model){ .declared = declared, .ir = ir };
  arena_init (&model->arena, quota);
}

void
java_model_clear (struct java_model *model)
{
  arena_clear (&model->arena);
}

/* Could all code of given classes be read that was asked for to make the model of
   CLASS_NAME?  Without it the model would lack something, and be safe for that. */
static bool
is_whole (struct java *java, const char *class_name)
{
  struct java_member broken = java->universe->broken;
  if (!member_is_known (broken))
    return true;
  const struct java_method *method = universe_method (java->universe, broken);
  diag_error_file (
    &java->diags, "class-code",
    "class '%s' is not checked: the code of '%s' in class '%s' cannot be read",
    class_name, universe_text (java->universe, method->name),
    universe_dotted (java->universe,
                     universe_class (java->universe, broken.class)->name));
  return false;
}

struct account_visit
{
  java_account_visitor *visit;
  void *context;
};

static void
pass_line (struct extraction *x, const struct account_row *row, void *context)
{
  static const char *const kinds[] = { "read", "write", "contents", "lock" };
  const struct account_visit *at = context;
  assert (row->kind <= ACCOUNT_ROW_LOCK);
  struct java_account_line line = {
    .kind = kinds[row->kind],
    .what = row->what,
    .method = full_method_name (x, row->method),
    .position = position_of (x, row->method, row->instruction),
    .reason = ledger_reason_text (row->reason),
    .is_modelled = row->reason == LEDGER_MODELLED,
    .is_gap = row->reason == LEDGER_GAP || row->reason == LEDGER_OVERLOOKED,
    .is_overlooked = row->reason == LEDGER_OVERLOOKED,
  };
  at->visit (&line, at->context);
}

static bool
refuse_class (struct java *java, const char *code, const char *class_name)
{
  if (strcmp (code, "no-class") == 0)
    diag_error_file (&java->diags, code, "there is no class '%s'", class_name);
  else
    diag_error_file (&java->diags, code,
                     "class '%s' has no method that a client could call", class_name);
  return false;
}

bool
java_account (struct java *java, const char *class_name, java_account_visitor *visit,
              void *context)
{
  assert (java->universe && !java->options->main_name);
  class_id class = universe_find_text (java->universe, class_name);
  if (!class_is_known (class))
    return refuse_class (java, "no-class", class_name);
  struct account_visit at = { visit, context };
  struct extraction *x = extraction_new (java, class);
  bool found = extraction_run (x);
  if (found)
    accounting_each (x, pass_line, &at);
  else
    refuse_class (java, "no-entry", class_name);
  extraction_free (x);
  return found;
}

bool
java_extract (struct java *java, const char *class_name, struct java_model *model)
{
  assert (java->universe && class_name);
  if (isolate_is_program (java, class_name))
    {
      java->universe->broken = (struct java_member){ CLASS_NONE, 0 };
      return isolate_program (java, class_name, model) && is_whole (java, class_name);
    }
  struct lock_circles *circles = java->options->main_name ? NULL : lock_circles_of (java);
  const struct lock_circle *circle
    = circles ? lock_circle_called (circles, class_name) : NULL;
  if (circle)
    {
      lock_circle_model (circles, circle, model);
      return true;
    }
  class_id class = universe_find_text (java->universe, class_name);
  if (!class_is_known (class))
    return refuse_class (java, "no-class", class_name);
  model->has_deadlocks_elsewhere = isolate_knows_deadlocks (java);
  java->universe->broken = (struct java_member){ CLASS_NONE, 0 };
  if (java->options->main_name)
    return isolate_extract (java, class, model) && is_whole (java, class_name);
  struct extraction *x = extraction_new (java, class);
  bool found = extraction_run (x);
  if (found && lock_circles_leave_out (circles, class))
    note_at (
      x, JAVA_MAY_MISS, "lock-circle", UINT32_MAX, 0,
      "a circle of locks goes through this class, or may do so, and there is no model "
      "of it");
  if (found)
    emit_model (x, model);
  else
    refuse_class (java, "no-entry", class_name);
  extraction_free (x);
  return found && is_whole (java, class_name);
}
