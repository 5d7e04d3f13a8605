/* isolate.c -- programs (--main): which object of a class is isolated, and of which
 * classes two threads share an object.
 *
 * Objects are told apart by the sites that make them.  For a class with several sites
 * each is tried, in the order in which the program comes to them, until one makes
 * an object that two threads access; the others get a note.
 */
#include <config.h>

#include "java/isolate.h"

#include <assert.h>
#include <string.h>

#include "java/interpreter/threads.h"
#include "java/partial/partial.h"
#include "java/writer/writer.h"

/* Sites of one class that are tried. */
#define SITES_MOST 16

/* ---- Where the program begins. ---- */

static bool
has_main (struct java *java, class_id class, struct java_member *method)
{
  struct java_universe *universe = java->universe;
  assert (class_is_known (class));
  *method
    = universe_resolve_method (universe, class, universe_name (universe, "main"),
                               universe_name (universe, "([Ljava/lang/String;)V"), NULL);
  return member_is_known (*method) && universe_code (universe, *method)
         && universe_method (universe, *method)->access & ACCESS_STATIC;
}

static bool
find_main (struct java *java, struct java_member *method)
{
  assert (java->options->main_name);
  const char *name = java_find_class (java, java->options->main_name);
  if (!name)
    return false;
  if (has_main (java, universe_find_text (java->universe, name), method))
    return true;
  diag_error_file (&java->diags, "no-main",
                   "class '%s' has no method 'public static void main(String[])'",
                   java->options->main_name);
  return false;
}

/* An extraction of CLASS whose object comes from its allocation number SITE, run. */
static struct extraction *
run_program (struct java *java, class_id class, struct java_member main, uint32_t site)
{
  assert (class_is_known (class) && member_is_known (main));
  struct extraction *x = extraction_new (java, class);
  x->threads = arena_calloc (&x->arena, 1, sizeof *x->threads);
  x->threads->main = main;
  x->threads->isolated = site;
  pairmap_init (&x->threads->sites, &x->arena);
  pairmap_init (&x->threads->named_sites, &x->arena);
  pairmap_init (&x->threads->settled_fields, &x->arena);
  pairmap_init (&x->threads->settled_reads, &x->arena);
  extraction_run (x);
  return x;
}

/* ---- The model of a class. ---- */

/* Run for each site of CLASS until two threads share an object; if none is shared, for
   the first one. */
static struct extraction *
run_until_shared (struct java *java, class_id class, struct java_member main,
                  bool *is_shared)
{
  struct extraction *x = run_program (java, class, main, 0);
  uint32_t sites = x->threads->allocations.count, site = 0;
  *is_shared = threads_share (x);
  while (!*is_shared && ++site < sites && site < SITES_MOST)
    {
      extraction_free (x);
      x = run_program (java, class, main, site);
      *is_shared = threads_share (x);
    }
  if (*is_shared || site == 0)
    return x;
  extraction_free (x);
  return run_program (java, class, main, 0);
}

static void
note_other_sites (struct extraction *x)
{
  const struct threads *threads = x->threads;
  if (threads->allocations.count < 2)
    return;
  assert (threads->isolated < threads->allocations.count);
  const struct allocation *site
    = &threads->site_list.at[threads->allocations.at[threads->isolated]];
  note_at (x, JAVA_MAY_MISS, "other-objects", UINT32_MAX, 0,
           "only the object that is made at %s is looked at; the class is instantiated "
           "in %u other places",
           position_of (x, site->method, site->instruction),
           (unsigned) threads->allocations.count - 1);
}

bool
isolate_extract (struct java *java, class_id class, struct java_model *model)
{
  struct java_member main;
  bool is_shared;
  if (!find_main (java, &main))
    return false;
  struct extraction *x = run_until_shared (java, class, main, &is_shared);
  assert (x->threads && x->threads->processes.count > 0);
  bool is_there = x->threads->allocations.count > 0 || x->heap.locations.count > 0
                  || class_equal (class, main.class);
  if (is_there)
    {
      note_other_sites (x);
      emit_model (x, model);
    }
  else
    diag_error_file (
      &java->diags, "no-object", "the program makes no object of class '%s'",
      universe_dotted (java->universe, universe_class (java->universe, class)->name));
  extraction_free (x);
  return is_there;
}

/* ---- The program as a whole. ---- */

static const char *
name_of_program (struct java *java, struct java_member main)
{
  assert (member_is_known (main));
  return arena_format (
    &java->arena, "%s.main",
    universe_dotted (java->universe, universe_class (java->universe, main.class)->name));
}

/* The main of the program NAME, "Bank.main". */
static bool
program_called (struct java *java, const char *name, struct java_member *main)
{
  size_t length = strlen (name);
  if (length < 6 || strcmp (name + length - 5, ".main") != 0)
    return false;
  class_id class = universe_find_text (java->universe,
                                       arena_copy (&java->arena, name, length - 5));
  assert (java->universe);
  return class_is_known (class) && has_main (java, class, main);
}

/* The class whose clients are called NAME, "Bank.clients"; or CLASS_NONE. */
static class_id
clients_called (struct java *java, const char *name)
{
  static const char tail[] = ".clients";
  size_t length = strlen (name), rest = sizeof tail - 1;
  assert (java->universe);
  if (length <= rest || strcmp (name + length - rest, tail) != 0)
    return CLASS_NONE;
  return universe_find_text (java->universe,
                             arena_copy (&java->arena, name, length - rest));
}

/* Are programs models, too?  Without --values only where no class or main is named: then
   each class that has a main is one. */
bool
isolate_makes_programs (const struct java *java)
{
  const struct java_options *options = java->options;
  return options->values || (!options->without_programs && !options->main_name);
}

bool
isolate_is_program (struct java *java, const char *name)
{
  struct java_member main;
  return (isolate_makes_programs (java) && program_called (java, name, &main))
         || (java->options->values && class_is_known (clients_called (java, name)));
}

bool
isolate_knows_deadlocks (struct java *java)
{
  struct java_member main;
  if (!java->options->values || !java->options->main_name || !find_main (java, &main))
    return false;
  if (java->program_knows == 0)
    java->program_knows = partial_knows_deadlocks (java, main) ? 1 : -1;
  assert (java->program_knows != 0);
  return java->program_knows > 0;
}

bool
isolate_program (struct java *java, const char *name, struct java_model *model)
{
  struct java_member main;
  assert (isolate_is_program (java, name));
  model->is_program = true;
  if (program_called (java, name, &main))
    {
      partial_model (java, main, model);
      return true;
    }
  model->is_of_clients = true;
  if (partial_clients (java, clients_called (java, name), model))
    return true;
  diag_error_file (&java->diags, "no-entry",
                   "'%s': no method and constructor that a client could call", name);
  return false;
}

static void
describe_program (struct java *java, struct java_member main,
                  struct java_candidate *candidate)
{
  assert (isolate_makes_programs (java));
  *candidate = (struct java_candidate){
    .class_name = name_of_program (java, main),
    .path = universe_class (java->universe, main.class)->origin,
    .chosen = true,
    .reason = "the program with its values",
    .is_program = true,
  };
}

bool
isolate_clients_candidate (struct java *java, class_id class,
                           struct java_candidate *candidate)
{
  const struct java_class *of = universe_class (java->universe, class);
  if (!partial_has_clients (java, class))
    return false;
  *candidate = (struct java_candidate){
    .class_name = arena_format (&java->arena, "%s.clients",
                                universe_dotted (java->universe, of->name)),
    .path = of->origin,
    .chosen = true,
    .reason = "the class with its values, and threads that call it",
    .is_program = true,
  };
  return true;
}

bool
isolate_program_candidate (struct java *java, const char *name,
                           struct java_candidate *candidate)
{
  struct java_member main;
  if (name && class_is_known (clients_called (java, name)))
    return isolate_clients_candidate (java, clients_called (java, name), candidate);
  if (name ? !program_called (java, name, &main) : !find_main (java, &main))
    return false;
  describe_program (java, main, candidate);
  return true;
}

void
isolate_add_programs (struct java *java, struct java_candidates *candidates)
{
  uint32_t before = candidates->count, given = java->universe->given;
  struct java_candidate *at = arena_calloc (&java->arena, before + given + 1, sizeof *at);
  assert (isolate_makes_programs (java));
  if (before > 0)
    memcpy (at, candidates->at, before * sizeof *at);
  candidates->at = at;
  for (uint32_t i = 0; i < given; i++)
    {
      struct java_member main;
      /* A jar is taken for a library, whose mains are tools and examples. */
      bool is_in_jar
        = strchr (universe_class (java->universe, (class_id){ i })->origin, '!');
      if (is_in_jar && !java->options->values)
        continue;
      if (has_main (java, (class_id){ i }, &main) && main.class.index == i)
        describe_program (java, main, &at[candidates->count++]);
    }
}

/* ---- Shared classes. ---- */

static bool
has_mutable_static (struct java *java, class_id id)
{
  const struct java_class *class = universe_class (java->universe, id);
  for (uint32_t i = 0; i < class->field_count; i++)
    if (class->fields[i].access & ACCESS_STATIC
        && !(class->fields[i].access & ACCESS_FINAL))
      return true;
  return false;
}

/* Mark the given classes that the program instantiates, and those that make arrays and
   collections. */
static void
mark_instantiated (struct extraction *x, bool *marked)
{
  for (uint32_t i = 0; i < x->threads->site_list.count; i++)
    {
      const struct allocation *site = &x->threads->site_list.at[i];
      const struct java_code *code = universe_code (x->universe, site->method);
      assert (code && site->instruction < code->count);
      const struct instruction *at = &code->at[site->instruction];
      const struct java_class *class = universe_class (x->universe, site->method.class);
      name_id name = at->opcode == OP_NEW
                       ? constants_class (&class->constants, (uint32_t) at->a)
                       : NAME_NONE;
      class_id made
        = at->opcode == OP_NEW ? universe_find (x->universe, name) : CLASS_NONE;
      if (class_is_known (made) && made.index < x->universe->given)
        marked[made.index] = true;
      else if (site->method.class.index < x->universe->given
               && (at->opcode == OP_NEWARRAY || at->opcode == OP_ANEWARRAY
                   || at->opcode == OP_MULTIANEWARRAY
                   || (at->opcode == OP_NEW
                       && library_has_contents (library_kind (x->library, name)))))
        marked[site->method.class.index] = true;
    }
}

/* ---- Classes that two threads have to do with at all. ---- */

/* Count a process for the class of MEMBER, once: COUNTED has its number. */
static void
count_class (struct extraction *x, name_id name, uint32_t process, uint32_t copies,
             uint32_t *counted, uint32_t *by)
{
  class_id class = universe_find (x->universe, name);
  if (!class_is_known (class) || class.index >= x->universe->given
      || counted[class.index] == process + 1)
    return;
  assert (copies > 0 && counted[class.index] <= process + 1);
  counted[class.index] = process + 1;
  by[class.index] += copies;
}

/* The classes whose methods METHOD is, or whose members its code names. */
static void
count_classes_of (struct extraction *x, struct java_member method, uint32_t process,
                  uint32_t copies, uint32_t *counted, uint32_t *by)
{
  assert (member_is_known (method));
  const struct java_class *class = universe_class (x->universe, method.class);
  const struct java_code *code = universe_code (x->universe, method);
  count_class (x, class->name, process, copies, counted, by);
  for (uint32_t i = 0; code && i < code->count; i++)
    if (code->at[i].opcode >= OP_GETSTATIC && code->at[i].opcode <= OP_INVOKEINTERFACE)
      {
        struct member_reference member
          = constants_member (&class->constants, (uint32_t) code->at[i].a);
        count_class (x, member.class, process, copies, counted, by);
        /* What is inherited belongs to the classes above. */
        class_id owner = universe_find (x->universe, member.class);
        for (; class_is_known (owner); owner = universe_super (x->universe, owner))
          count_class (x, universe_class (x->universe, owner)->name, process, copies,
                       counted, by);
      }
}

/* By class: is it met by two processes?  That is one run of the program for all classes,
   and spares most of them a run of their own. */
static bool *
find_met_twice (struct extraction *x, struct arena *arena)
{
  const struct threads *threads = x->threads;
  uint32_t given = x->universe->given;
  uint32_t *by = arena_calloc (arena, given + 1, sizeof *by);
  uint32_t *counted = arena_calloc (arena, given + 1, sizeof *counted);
  bool *met = arena_calloc (arena, given + 1, sizeof *met);
  for (uint32_t p = 0; p < threads->processes.count; p++)
    {
      const bool *called = threads_called_by (x, threads->processes.at[p].instance);
      for (uint32_t i = 0; i < x->instances.count; i++)
        if (called[i])
          count_classes_of (x, x->instances.at[i].method, p,
                            threads->processes.at[p].copies, counted, by);
    }
  for (uint32_t i = 0; i < given; i++)
    met[i] = by[i] > 1;
  return met;
}

/* Is an object of CLASS, or one of its statics, shared by two threads? */
static bool
class_is_shared (struct java *java, class_id class, struct java_member main)
{
  assert (class.index < java->universe->given);
  bool is_shared;
  extraction_free (run_until_shared (java, class, main, &is_shared));
  return is_shared;
}

static void
add_candidate (struct java *java, struct java_candidates *candidates, class_id id,
               const char *reason)
{
  assert (candidates->count < java->universe->given);
  const struct java_class *class = universe_class (java->universe, id);
  candidates->at[candidates->count++] = (struct java_candidate){
    .class_name = universe_dotted (java->universe, class->name),
    .path = class->origin,
    .chosen = true,
    .reason = reason,
  };
}

bool
isolate_candidates (struct java *java, struct java_candidates *candidates)
{
  struct java_member main;
  uint32_t given = java->universe->given;
  if (!find_main (java, &main))
    return false;
  bool *marked = arena_calloc (&java->arena, given + 1, sizeof *marked);
  struct extraction *x = run_program (java, main.class, main, 0);
  mark_instantiated (x, marked);
  const bool *met = find_met_twice (x, &java->arena);
  bool may_wait = threads_may_wait (x);
  candidates->is_cut = x->is_cut;
  extraction_free (x);
  candidates->at = arena_calloc (&java->arena, given + 2, sizeof *candidates->at);
  candidates->count = 0;
  for (uint32_t i = 0; i < given; i++)
    {
      class_id id = { i };
      if (!met[i] || (!marked[i] && !has_mutable_static (java, id)))
        continue;
      if (!class_is_shared (java, id, main))
        continue;
      add_candidate (java, candidates, id, "two threads access one object");
    }
  /* A program that shares nothing can have a deadlock, and gaps. */
  if (candidates->count == 0 && may_wait)
    add_candidate (java, candidates, main.class, "two threads take locks");
  assert (candidates->count <= given);
  return !java->options->values || java->options->no_programs
         || isolate_program_candidate (java, NULL, &candidates->at[candidates->count++]);
}
