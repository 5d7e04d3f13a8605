/* java.c -- opening a program, and which of its classes there are models of. */
#include <config.h>

#include "java/java.h"

#include <assert.h>
#include <string.h>

#include "java/extraction.h"
#include "java/finality.h"
#include "java/library_tables.h"
#include "java/parameters.h"
#include "java/callers.h"
#include "java/selection.h"
#include "java/universe.h"

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
  /* Extractions that were given up because a quota was exhausted. */
  for (uint32_t i = 0; i < java->extractions.count; i++)
    extraction_abandon (java->extractions.at[i]);
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

void
java_model_init (struct java_model *model, struct quota *quota)
{
  *model = (struct java_model){ .text = "" };
  arena_init (&model->arena, quota);
}

void
java_model_clear (struct java_model *model)
{
  arena_clear (&model->arena);
}
