/* callers.c -- calls of methods that clients cannot call, from other given classes: one
 * walk over all given code, linear in its size. */
#include <config.h>

#include "java/program/callers.h"

#include <assert.h>
#include <string.h>

#include "java/program/finality.h"

void
callers_init (struct callers *callers, struct arena *arena,
              struct java_universe *universe)
{
  *callers = (struct callers){ .arena = arena, .universe = universe };
  pairmap_init (&callers->called, arena);
  pairmap_init (&callers->entered, arena);
}

/* Is CLASS the one called NAME, or nested in it? */
static bool
is_within (const struct callers *callers, class_id class, name_id name)
{
  const char *text = universe_text (callers->universe, name);
  const char *inner
    = universe_text (callers->universe, universe_class (callers->universe, class)->name);
  size_t length = strlen (text);
  assert (length > 0);
  return strncmp (inner, text, length) == 0
         && (inner[length] == '\0' || inner[length] == '$');
}

/* Instruction number K of FROM, a method of CLASS, calls a method of some class. */
static void
note_call (struct callers *callers, struct java_member from, uint32_t k,
           const struct java_class *class, const struct instruction *instruction)
{
  class_id caller = from.class;
  struct java_universe *universe = callers->universe;
  assert (instruction->a > 0);
  struct member_reference reference
    = constants_member (&class->constants, (uint32_t) instruction->a);
  class_id owner = universe_find (universe, reference.class);
  if (!class_is_known (owner) || class_equal (owner, caller))
    return;
  struct java_member method = universe_resolve_method (universe, owner, reference.name,
                                                       reference.descriptor, NULL);
  if (!member_is_known (method))
    return;
  if (!is_within (callers, caller, universe_class (universe, method.class)->name))
    *pairmap_at (&callers->entered, method.class.index, method.index) = 1;
  if (universe_method (universe, method)->access & (ACCESS_PUBLIC | ACCESS_PRIVATE)
      || finality_nest (universe, method.class).index
           == finality_nest (universe, caller).index
      || universe_is_a (universe, caller, universe_class (universe, method.class)->name))
    return;
  uint32_t *last = pairmap_at (&callers->called, method.class.index, method.index);
  struct caller_site site = { from, k, UINT32_MAX };
  if (*last != PAIRMAP_FREE)
    site.before = *last;
  *last = callers->sites.count;
  *vec_push (callers->arena, &callers->sites) = site;
}

static void
build (struct callers *callers)
{
  assert (!callers->is_built);
  struct java_universe *universe = callers->universe;
  callers->is_built = true;
  for (uint32_t c = 0; c < universe->given; c++)
    {
      class_id id = { c };
      const struct java_class *class = universe_class (universe, id);
      for (uint32_t i = 0; i < class->method_count; i++)
        {
          struct java_member method = { id, i };
          const struct java_code *code = universe_code (universe, method);
          for (uint32_t k = 0; code && k < code->count; k++)
            if (code->at[k].opcode == OP_INVOKEVIRTUAL
                || code->at[k].opcode == OP_INVOKESTATIC
                || code->at[k].opcode == OP_INVOKESPECIAL)
              note_call (callers, method, k, class, &code->at[k]);
        }
    }
}

const struct caller_site *
callers_of (struct callers *callers, struct java_member method)
{
  assert (member_is_known (method));
  if (!callers->is_built)
    build (callers);
  uint32_t last = pairmap_get (&callers->called, method.class.index, method.index);
  return last == PAIRMAP_FREE ? NULL : &callers->sites.at[last];
}

bool
callers_can_enter (struct callers *callers, struct java_member method)
{
  assert (member_is_known (method));
  struct java_universe *universe = callers->universe;
  const struct java_class *class = universe_class (universe, method.class);
  bool is_public = universe_method (universe, method)->access & ACCESS_PUBLIC;
  if (class->access & ACCESS_PUBLIC
      || !strchr (universe_text (universe, class->name), '$'))
    return true;
  if (!callers->is_built)
    build (callers);
  return pairmap_get (&callers->entered, method.class.index, method.index) != PAIRMAP_FREE
         || (is_public && universe_is_seen_as_super (universe, method));
}
