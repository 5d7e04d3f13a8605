/* sites.c -- arrays and collections that no field of I leads to: in a program (--main)
 * they are known by where they are made.
 *
 *     int[] hits = new int[4];
 *     new Thread (() -> hits[0]++).start ();
 *
 * They are asked about with the class whose code makes them.  While the program is
 * interpreted each access is an effect; afterwards those remain that two threads have to
 * do with.  If the object was also put into a field that the model knows, it is what is
 * there. Of a site that is reached more than once the objects are not told apart: if a
 * thread gets hold of what another one has made, that is a gap.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/interpreter/threads.h"

bool
sites_is_asked (struct extraction *x, uint32_t site)
{
  assert (site < x->threads->site_list.count);
  class_id maker = x->threads->site_list.at[site].method.class;
  return maker.index < x->universe->given && extraction_is_of_nest (x, maker);
}

/* The instruction after which what INSTRUCTION makes is on the stack. */
static uint32_t
end_of_making (const struct java_class *class, const struct java_code *code,
               uint32_t instruction)
{
  assert (instruction < code->count);
  if (code->at[instruction].opcode != OP_NEW)
    return instruction;
  name_id made = constants_class (&class->constants, (uint32_t) code->at[instruction].a);
  for (uint32_t i = instruction + 1; i < code->count; i++)
    if (code->at[i].opcode == OP_INVOKESPECIAL
        && constants_member (&class->constants, (uint32_t) code->at[i].a).class.index
             == made.index)
      return i;
  return instruction;
}

/* The local variable that INSTRUCTION stores into, NAME_NONE if its name is not known. */
static name_id
stored_local (const struct java_code *code, uint32_t instruction)
{
  if (instruction >= code->count || code->at[instruction].opcode != OP_ASTORE)
    return NAME_NONE;
  for (uint32_t i = 0; i < code->local_count; i++)
    if (code->locals[i].local == (uint32_t) code->at[instruction].a
        && code->locals[i].begin == instruction + 1)
      return code->locals[i].name;
  return NAME_NONE;
}

const char *
sites_name (struct extraction *x, uint32_t site)
{
  assert (site < x->threads->site_list.count);
  struct java_member method = x->threads->site_list.at[site].method;
  uint32_t instruction = x->threads->site_list.at[site].instruction;
  const struct java_class *class = universe_class (x->universe, method.class);
  const struct java_code *code = universe_code (x->universe, method);
  name_id local = stored_local (code, end_of_making (class, code, instruction) + 1);
  const char *name = universe_text (x->universe, class->methods[method.index].name);
  uint32_t line = code_line_of (code, instruction);
  if (local.index != NAME_NONE.index)
    return arena_format (&x->arena, "%s.%s.%s", simple_name (x, class->name), name,
                         universe_text (x->universe, local));
  return arena_format (&x->arena, "%s.%s:%u", simple_name (x, class->name), name,
                       (unsigned) (line ? line : code->at[instruction].pc));
}

void
sites_see_named (struct extraction *x, value_id value, value_id named)
{
  if (value_kind (&x->values, value) != VALUE_OBJECT)
    return;
  uint32_t site = threads_site_of (x, value);
  if (site == UINT32_MAX)
    return;
  uint32_t *slot = pairmap_at (&x->threads->named_sites, site, 0);
  if (*slot == PAIRMAP_FREE)
    *slot = named.index;
}

/* ---- After the run. ---- */

/* What is done with the accesses to a location. */
struct site_use
{
  uint32_t threads; /* that access it, copies counted */
  bool by_others;   /* some of these do not make it */
};

/* Does one of the CALLED instances come to SITE? */
static bool
makes (const struct extraction *x, const bool *called, uint32_t site)
{
  assert (site < x->threads->site_list.count);
  struct java_member method = x->threads->site_list.at[site].method;
  for (uint32_t i = 0; i < x->instances.count; i++)
    if (called[i] && member_equal (x->instances.at[i].method, method))
      return true;
  return false;
}

static void
count_uses (struct extraction *x, uint32_t process, struct site_use *uses)
{
  const struct thread_process *at = &x->threads->processes.at[process];
  assert (at->copies > 0);
  const bool *called = threads_called_by (x, at->instance);
  bool *counted
    = arena_calloc (&x->run_arena, x->heap.locations.count + 1, sizeof *counted);
  for (uint32_t i = 0; i < x->instances.count; i++)
    {
      const struct graph *graph = &x->instances.at[i].graph;
      for (uint32_t e = 0; called[i] && e < graph->edges.count; e++)
        {
          uint32_t location = graph->edges.at[e].operand;
          if ((graph->edges.at[e].kind != EFFECT_READ
               && graph->edges.at[e].kind != EFFECT_WRITE)
              || counted[location] || !heap_is_of_site (&x->heap, location))
            continue;
          counted[location] = true;
          uses[location].threads += at->copies;
          if (!makes (x, called, x->heap.locations.at[location].owner))
            uses[location].by_others = true;
        }
    }
}

/* The location that LOCATION, of a site, is in the model; LOCATION_NONE: it is left out.
 */
static uint32_t
settled (struct extraction *x, uint32_t location, struct site_use use)
{
  assert (heap_is_of_site (&x->heap, location));
  uint32_t site = x->heap.locations.at[location].owner;
  if (!threads_once (x, site))
    {
      const struct allocation *at = &x->threads->site_list.at[site];
      if (use.by_others)
        note_at (x, JAVA_MAY_MISS, "many-objects", UINT32_MAX, 0,
                 "what is made at %s, more than once, is not told apart: what threads do "
                 "with it is not modelled",
                 position_of (x, at->method, at->instruction));
      return LOCATION_NONE;
    }
  if (use.threads < 2)
    return LOCATION_NONE;
  uint32_t named = pairmap_get (&x->threads->named_sites, site, 0);
  uint32_t contents = named == PAIRMAP_FREE
                        ? LOCATION_NONE
                        : heap_contents (x, (value_id){ .index = named });
  return contents == LOCATION_NONE ? location : contents;
}

void
sites_settle (struct extraction *x)
{
  uint32_t count = x->heap.locations.count;
  struct site_use *uses = arena_calloc (&x->run_arena, count + 1, sizeof *uses);
  uint32_t *now = arena_calloc (&x->run_arena, count + 1, sizeof *now);
  for (uint32_t p = 0; p < x->threads->processes.count; p++)
    count_uses (x, p, uses);
  for (uint32_t i = 0; i < count; i++)
    now[i] = heap_is_of_site (&x->heap, i) ? settled (x, i, uses[i]) : i;
  for (uint32_t i = 0; i < x->instances.count; i++)
    {
      struct graph *graph = &x->instances.at[i].graph;
      for (uint32_t e = 0; e < graph->edges.count; e++)
        {
          struct graph_edge *edge = &graph->edges.at[e];
          if (edge->kind != EFFECT_READ && edge->kind != EFFECT_WRITE)
            continue;
          assert (edge->operand < count);
          if (now[edge->operand] == LOCATION_NONE)
            edge->kind = EFFECT_NONE;
          else
            edge->operand = now[edge->operand];
        }
    }
}
