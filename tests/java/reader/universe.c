/* universe.c -- lookup, hierarchy and dispatch on small programs of the assembler. */
#include <config.h>

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reading.h"
#include "tests/lib/tap.h"

static char folder[] = "/tmp/universe-XXXXXX";

/* Write the class of TEXT to folder/FILE.class. */
static void
write_class (const char *file, const char *text)
{
  char path[200];
  struct assembled bytes = assemble (text);
  snprintf (path, sizeof path, "%s/%s.class", folder, file);
  FILE *out = fopen (path, "wb");
  if (!out || fwrite (bytes.bytes, 1, bytes.length, out) != bytes.length
      || fclose (out) != 0)
    abort ();
  free (bytes.bytes);
}

static void
make_folder (const char *name)
{
  char path[200];
  snprintf (path, sizeof path, "%s/%s", folder, name);
  if (mkdir (path, 0700) != 0)
    abort ();
}

static bool
add (struct reading *reading, const char *name, bool is_library)
{
  char path[200];
  snprintf (path, sizeof path, "%s/%s", folder, name);
  const char *kept = arena_format (&reading->arena, "%s", path);
  return is_library
           ? universe_add_library (&reading->universe, kept, CLASS_FROM_CLASSPATH)
           : universe_add_given (&reading->universe, kept);
}

/* The class whose NAME () V runs when it is called on a RECEIVER as a TYPE; "none",
   and "?" at the end if an unknown class may have it. */
static const char *
runs (struct reading *reading, const char *receiver, const char *type, const char *name)
{
  struct java_universe *universe = &reading->universe;
  bool complete = true, resolved_complete = true;
  name_id called = universe_name (universe, name),
          nothing = universe_name (universe, "()V");
  struct java_member method = universe_resolve_method (
    universe, universe_find_text (universe, type), called, nothing, &resolved_complete);
  if (member_is_known (method))
    method = universe_select_method (universe, universe_find_text (universe, receiver),
                                     method, &complete);
  const char *where
    = member_is_known (method)
        ? universe_dotted (universe, universe_class (universe, method.class)->name)
        : "none";
  return arena_format (&reading->arena, "%s%s", where,
                       complete && resolved_complete ? "" : "?");
}

static void
is (const char *found, const char *wanted, const char *what)
{
  if (!tap_ok (strcmp (found, wanted) == 0, "%s", what))
    printf ("# %s instead of %s\n", found, wanted);
}

#define BODY "\n return\nend\n"

static void
test_dispatch (void)
{
  make_folder ("d");
  write_class ("d/Object", "class public java/lang/Object\nextends none\n");
  write_class ("d/Top", "class interface abstract p/Top\nmethod public f ()V" BODY
                        "method public abstract g ()V\nmethod public static s ()V" BODY);
  write_class ("d/Left", "class interface abstract p/Left\nimplements p/Top\n"
                         "method public f ()V" BODY);
  write_class ("d/Right", "class interface abstract p/Right\nimplements p/Top\n");
  write_class ("d/Both",
               "class p/Both\nimplements p/Right\nimplements p/Left\n"
               "method g ()V" BODY "method h ()V" BODY "method private i ()V" BODY);
  write_class ("d/Sub", "class p/Sub\nextends p/Both\nmethod public g ()V" BODY
                        "method h ()V" BODY "method i ()V" BODY);
  write_class ("d/Far", "class q/Far\nextends p/Sub\nmethod h ()V" BODY);
  write_class ("d/Open", "class p/Open\nextends r/Unknown\nmethod public k ()V" BODY);
  struct reading reading;
  reading_init (&reading);
  tap_ok (add (&reading, "d", false) && universe_link (&reading.universe)
            && reading.universe.given == 8,
          "a folder of classes");
  struct java_universe *universe = &reading.universe;
  is (runs (&reading, "p.Both", "p.Both", "f"), "p.Left", "the most specific default");
  is (runs (&reading, "p.Sub", "p.Top", "f"), "p.Left", "also by way of an interface");
  is (runs (&reading, "p.Sub", "p.Top", "g"), "p.Sub", "a class overrides an interface");
  is (runs (&reading, "p.Sub", "p.Both", "h"), "p.Sub", "package-private, same package");
  is (runs (&reading, "q.Far", "p.Both", "h"), "p.Sub",
      "package-private, another package");
  is (runs (&reading, "p.Sub", "p.Both", "i"), "p.Both", "private is not overridden");
  is (runs (&reading, "p.Sub", "p.Sub", "s"), "none",
      "static of an interface: not inherited");
  is (runs (&reading, "p.Open", "p.Open", "k"), "p.Open", "found before the unknown");
  is (runs (&reading, "p.Open", "p.Open", "x"), "none?", "an unknown class may have it");
  class_id top = universe_find_text (universe, "p/Top");
  tap_ok (universe_subtypes (universe, top)->count == 6, "subtypes of an interface");
  tap_ok (universe_is_a (universe, universe_find_text (universe, "q.Far"),
                         universe_name (universe, "p/Top"))
            && !universe_is_a (universe, top, universe_name (universe, "q/Far")),
          "what is a what");
  class_id open = universe_find_text (universe, "p.Open");
  const struct super_types *supers = universe_super_types (universe, open);
  tap_ok (supers->count == 1 && !supers->complete
            && universe_is_a (universe, open, universe_name (universe, "r/Unknown")),
          "an unknown super has a name");
  struct java_member g = universe_resolve_method (
    universe, top, universe_name (universe, "g"), universe_name (universe, "()V"), NULL);
  const struct java_members *targets = universe_targets (universe, top, g);
  tap_ok (targets->list.count == 2, "two methods that a call can reach");
  tap_ok (universe_targets (universe, top, g) == targets && targets->list.count == 2,
          "and so they are when they are asked for again");
  reading_clear (&reading);
}

static void
test_libraries (void)
{
  make_folder ("given");
  make_folder ("lib");
  make_folder ("lib/a");
  make_folder ("jdk");
  make_folder ("jdk/java.base");
  make_folder ("jdk/java.base/java");
  make_folder ("jdk/java.base/java/lang");
  write_class ("given/X", "class m/Main\nextends a/Base\n");
  write_class ("given/Y", "class m/Main\nextends b/Other\n");
  write_class ("lib/a/Base", "class a/Base\nextends a/Root\nfield x I\n");
  write_class ("lib/a/Root", "class a/Root\nfield y I\n");
  write_class ("lib/a/Liar", "class a/Other\n");
  write_class ("jdk/java.base/java/lang/Object",
               "class java/lang/Object\nextends none\n");
  struct reading reading;
  reading_init (&reading);
  struct java_universe *universe = &reading.universe;
  char jdk[100];
  snprintf (jdk, sizeof jdk, "%s/jdk", folder);
  tap_ok (add (&reading, "given", false) && add (&reading, "lib", true)
            && universe_add_library (universe, jdk, CLASS_FROM_JDK)
            && universe_link (universe) && universe->given == 1
            && universe->classes.count == 4,
          "supers come from libraries");
  tap_ok (reading.diags.warnings == 1
            && strcmp (reading.diags.list.at[0].code, "class-twice") == 0,
          "of two classes of one name the first counts");
  class_id class = universe_find_text (universe, "m.Main");
  struct java_member y = universe_resolve_field (
    universe, class, universe_name (universe, "y"), universe_name (universe, "I"), NULL);
  is (universe_text (universe, universe_class (universe, y.class)->name), "a/Root",
      "a field of a super's super");
  class_id object = universe_find_text (universe, "java.lang.Object");
  tap_ok (universe_role (universe, object) == CLASS_FROM_JDK
            && universe_subtypes (universe, object)->count == 4,
          "the JDK, a folder for each module");
  tap_ok (!class_is_known (universe_find_text (universe, "a.Nothing"))
            && !class_is_known (universe_find_text (universe, "../given/X"))
            && !class_is_known (universe_find_text (universe, "a/../../given/X")),
          "a class that is nowhere, and paths that are no names");
  tap_ok (!class_is_known (universe_find_text (universe, "a.Liar"))
            && strcmp (reading.diags.list.at[1].code, "class-misplaced") == 0,
          "a class that is called otherwise");
  tap_ok (!add (&reading, "nowhere", true) && reading.diags.errors == 1,
          "a library that does not exist");
  reading_clear (&reading);
}

static void
test_cycles (void)
{
  make_folder ("cycle");
  write_class ("cycle/A", "class A\nextends B\nmethod f ()V" BODY);
  write_class ("cycle/B", "class B\nextends C\nimplements I\n");
  write_class ("cycle/C", "class C\nextends A\n");
  write_class ("cycle/I", "class interface abstract I\nimplements I\n");
  struct reading reading;
  reading_init (&reading);
  struct java_universe *universe = &reading.universe;
  tap_ok (add (&reading, "cycle", false) && universe_link (universe), "cycles of supers");
  tap_ok (reading.diags.warnings == 2
            && strcmp (reading.diags.list.at[0].code, "class-cycle") == 0,
          "each is reported and cut");
  is (runs (&reading, "B", "B", "f"), "none?", "nothing goes round in them");
  tap_ok (universe_super_types (universe, universe_find_text (universe, "B"))->count == 3,
          "super types");
  reading_clear (&reading);
}

static void
test_deep (void)
{
  make_folder ("deep");
  for (unsigned i = 0; i < 400; i++)
    {
      char name[40], text[200];
      sprintf (name, "deep/D%u", i);
      sprintf (text, "class D%u\nextends D%u\nimplements D%u\nimplements D%u\n%s", i,
               i + 1, i + 2, i + 3, i == 399 ? "method f ()V" BODY : "");
      write_class (name, text);
    }
  struct reading reading;
  reading_init (&reading);
  add (&reading, "deep", true);
  make_folder ("one");
  write_class ("one/D", "class D\nextends D0\n");
  tap_ok (add (&reading, "one", false) && universe_link (&reading.universe)
            && reading.universe.classes.count == 401,
          "four hundred supers of a class, with three ways to each");
  is (runs (&reading, "D", "D", "f"), "D399", "a method of the highest");
  reading_clear (&reading);
}

static void
test_hostile_files (void)
{
  char path[200];
  make_folder ("bad");
  make_folder ("bad/x.class");
  write_class ("bad/Good", "class Good\n");
  snprintf (path, sizeof path, "%s/bad/Bad.class", folder);
  FILE *out = fopen (path, "wb");
  if (!out || fputs ("no class", out) < 0 || fclose (out) != 0)
    abort ();
  struct reading reading;
  reading_init (&reading);
  tap_ok (add (&reading, "bad", false) && universe_link (&reading.universe)
            && reading.universe.given == 1 && reading.diags.warnings == 0
            && reading.diags.errors == 1,
          "what is broken in a folder is left out with an error, and the others stay");
  tap_ok (reading.quota.spent
            >= universe_class (&reading.universe, (class_id){ 0 })->length,
          "every byte of a class is work, after which there is a look at the clock");
  reading_clear (&reading);
  reading_init (&reading);
  tap_ok (!add (&reading, "bad/Bad.class", false) && reading.diags.errors == 1,
          "and is an error if its file was named");
  tap_ok (!universe_link (&reading.universe), "no class at all");
  reading_clear (&reading);
}

/* Running out of memory anywhere leaves nothing behind. */
static void
test_memory (void)
{
  static struct reading reading;
  static bool fine = true;
  static size_t limit = 1000;
  for (; limit < 2000000; limit += 48000)
    {
      reading_init (&reading);
      reading.quota.limit = limit;
      if (!quota_checkpoint (&reading.quota))
        {
          add (&reading, "deep", false);
          universe_link (&reading.universe);
          runs (&reading, "D0", "D0", "f");
        }
      reading_clear (&reading);
      fine &= reading.quota.bytes == 0;
    }
  tap_ok (fine, "out of memory, wherever that is");
}

int
main (void)
{
  if (!mkdtemp (folder))
    abort ();
  test_dispatch ();
  test_libraries ();
  test_cycles ();
  test_deep ();
  test_hostile_files ();
  test_memory ();
  char command[100];
  snprintf (command, sizeof command, "rm -rf %s", folder);
  if (system (command) != 0)
    abort ();
  return tap_done ();
}
