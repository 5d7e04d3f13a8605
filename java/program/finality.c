/* finality.c -- which fields are effectively final.
 *
 * One walk over the code of each class, linear in its size.  In a constructor of the
 * class that has the field, an access is taken to be one to the object that is made; the
 * interpreter, which knows better, takes that back (finality_forget).
 */
#include <config.h>

#include "java/program/finality.h"

#include <assert.h>
#include <string.h>

void
finality_init (struct finality *finality, struct arena *arena,
               struct java_universe *universe)
{
  *finality = (struct finality){ .arena = arena, .universe = universe };
  pairmap_init (&finality->written, arena);
  pairmap_init (&finality->named, arena);
}

static void
note_write (struct finality *finality, const struct java_class *class,
            const struct java_method *method, const struct instruction *instruction)
{
  struct java_universe *universe = finality->universe;
  assert (instruction->a > 0);
  struct member_reference reference
    = constants_member (&class->constants, (uint32_t) instruction->a);
  class_id owner = universe_find (universe, reference.class);
  if (!class_is_known (owner))
    return;
  struct java_member field = universe_resolve_field (universe, owner, reference.name,
                                                     reference.descriptor, NULL);
  if (!member_is_known (field))
    return;
  const char *name = universe_text (universe, method->name);
  bool own = universe_class (universe, field.class) == class;
  bool is_static = instruction->opcode == OP_PUTSTATIC;
  if (own && strcmp (name, is_static ? "<clinit>" : "<init>") == 0)
    return;
  *pairmap_at (&finality->written, field.class.index, field.index) = 1;
}

/* Does the instruction make something that accesses a field by its name? */
static bool
looks_up (struct finality *finality, const struct java_class *class,
          const struct instruction *at)
{
  static const char *const words[][2] = {
    { "FieldUpdater", "newUpdater" },
    { "MethodHandles$Lookup", "findVarHandle" },
    { "MethodHandles$Lookup", "findStaticVarHandle" },
    { "java/lang/Class", "getField" },
    { "java/lang/Class", "getDeclaredField" },
    { "misc/Unsafe", "objectFieldOffset" },
  };
  if (at->opcode != OP_INVOKEVIRTUAL && at->opcode != OP_INVOKESTATIC)
    return false;
  struct member_reference member = constants_member (&class->constants, (uint32_t) at->a);
  const char *owner = universe_text (finality->universe, member.class);
  const char *name = universe_text (finality->universe, member.name);
  for (uint32_t i = 0; i < sizeof words / sizeof *words; i++)
    {
      size_t length = strlen (owner), end = strlen (words[i][0]);
      if (strcmp (name, words[i][1]) == 0 && length >= end
          && strcmp (owner + length - end, words[i][0]) == 0)
        return true;
    }
  return false;
}

/* A method that looks up fields: their names are among the texts in its code. */
static void
note_names (struct finality *finality, const struct java_class *class,
            const struct java_code *code)
{
  for (uint32_t i = 0; i < code->count; i++)
    if (code->at[i].opcode == OP_LDC
        && constants_tag (&class->constants, (uint32_t) code->at[i].a) == CONSTANT_STRING)
      {
        name_id text = constants_string (&class->constants, (uint32_t) code->at[i].a);
        *pairmap_at (&finality->named, text.index, 0) = 1;
      }
}

static void
scan_class (struct finality *finality, class_id id)
{
  assert (class_is_known (id));
  struct java_universe *universe = finality->universe;
  while (finality->scanned.count <= id.index)
    *vec_push (finality->arena, &finality->scanned) = false;
  if (finality->scanned.at[id.index])
    return;
  finality->scanned.at[id.index] = true;
  const struct java_class *class = universe_class (universe, id);
  for (uint32_t m = 0; m < class->method_count; m++)
    {
      struct java_member member = { id, m };
      const struct java_code *code = universe_code (universe, member);
      for (uint32_t i = 0; code && i < code->count; i++)
        if (code->at[i].opcode == OP_PUTFIELD || code->at[i].opcode == OP_PUTSTATIC)
          note_write (finality, class, &class->methods[m], &code->at[i]);
        else if (looks_up (finality, class, &code->at[i]))
          note_names (finality, class, code);
    }
}

name_id
finality_nest (struct java_universe *universe, class_id class)
{
  assert (class_is_known (class));
  const char *name = universe_text (universe, universe_class (universe, class)->name);
  const char *base = strrchr (name, '/');
  base = base ? base + 1 : name;
  /* A `$' that begins the name is part of it. */
  const char *dollar = *base ? strchr (base + 1, '$') : NULL;
  size_t length = dollar ? (size_t) (dollar - name) : strlen (name);
  return names_intern (&universe->names, name, length);
}

/* The given classes of one nest stand together: `$' comes before letters and digits. */
static void
scan_nest (struct finality *finality, class_id class)
{
  struct java_universe *universe = finality->universe;
  scan_class (finality, class);
  if (class.index >= universe->given)
    return;
  name_id nest = finality_nest (universe, class);
  for (uint32_t i = class.index;
       i-- > 0 && finality_nest (universe, (class_id){ i }).index == nest.index;)
    scan_class (finality, (class_id){ i });
  for (uint32_t i = class.index + 1;
       i < universe->given
       && finality_nest (universe, (class_id){ i }).index == nest.index;
       i++)
    scan_class (finality, (class_id){ i });
}

static void
scan_all (struct finality *finality)
{
  if (finality->all_scanned)
    return;
  finality->all_scanned = true;
  for (uint32_t i = 0; i < finality->universe->given; i++)
    scan_class (finality, (class_id){ i });
}

bool
finality_is_final (struct finality *finality, struct java_member field)
{
  assert (member_is_known (field));
  const struct java_field *header = universe_field (finality->universe, field);
  if (header->access & ACCESS_FINAL)
    return true;
  scan_nest (finality, field.class);
  if (!(header->access & ACCESS_PRIVATE))
    scan_all (finality);
  return pairmap_get (&finality->written, field.class.index, field.index) == PAIRMAP_FREE
         && !finality_is_named (finality, field);
}

bool
finality_is_named (struct finality *finality, struct java_member field)
{
  assert (member_is_known (field));
  /* By any class, private or not; and whichever classes were asked about before. */
  scan_nest (finality, field.class);
  scan_all (finality);
  return pairmap_get (&finality->named,
                      universe_field (finality->universe, field)->name.index, 0)
         != PAIRMAP_FREE;
}

void
finality_forget (struct finality *finality, struct java_member field)
{
  assert (member_is_known (field));
  *pairmap_at (&finality->written, field.class.index, field.index) = 1;
}
