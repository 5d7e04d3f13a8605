/* steps.c -- how many instructions are interpreted for a model: linear in the code that
 * can be reached, and bounded however large the program is.
 *
 * Programs of three kinds, in several sizes.  In one, paths differ in what locals hold
 * that nobody reads; in one, every class gets to every other; in one, final statics tell
 * what can only be known after their initialisers.  Nothing is timed.
 */
#include <config.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "eml/eml.h"
#include "java/java.h"
#include "tests/java/reader/assembler.h"
#include "tests/lib/tap.h"

#define CLASSES_MOST 400

struct program
{
  char paths[CLASSES_MOST][40];
  int files[CLASSES_MOST];
  uint32_t count;
  char text[1 << 16]; /* of the class under way */
  size_t length;
};

__attribute__ ((format (printf, 2, 3))) static void
put (struct program *p, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  p->length += (size_t) vsnprintf (p->text + p->length, sizeof p->text - p->length,
                                   format, arguments);
  va_end (arguments);
  if (p->length >= sizeof p->text || p->count >= CLASSES_MOST)
    abort ();
}

static void
end_class (struct program *p)
{
  struct assembled class = assemble (p->text);
  int file = memfd_create ("class", MFD_CLOEXEC);
  if (file < 0 || write (file, class.bytes, class.length) != (ssize_t) class.length)
    abort ();
  free (class.bytes);
  snprintf (p->paths[p->count], sizeof p->paths[0], "/proc/self/fd/%d", file);
  p->files[p->count++] = file;
  p->length = 0;
}

/* What was said of the headway, at any look at the clock. */
struct heard
{
  const struct java *java;
  bool reading, locks, calls, instructions; /* stages */
  bool is_wrong;                            /* more was done than there is */
};

static void
hear (void *context)
{
  struct heard *heard = context;
  if (!heard->java->quota)
    return;
  struct java_headway headway = java_headway (heard->java);
  heard->reading |= strstr (headway.stage, "classes read") && headway.done > 0;
  heard->locks |= strstr (headway.stage, "classes searched for locks") && headway.all > 0;
  heard->calls |= strstr (headway.stage, "behind calls") && headway.done > 0;
  heard->instructions
    |= strstr (headway.stage, "instructions followed") && headway.done > 0;
  heard->is_wrong |= headway.all > 0 && headway.done > headway.all;
}

static struct heard heard;

struct cost
{
  uint64_t steps;
  bool is_cut; /* there is too much */
};

/* The model of CLASS; the program is closed. */
static struct cost
cost_of (struct program *p, const char *class, bool reach)
{
  struct java_options options = { .class_name = class, .reach = reach };
  struct quota quota;
  struct java java;
  struct java_model model;
  struct ir_subject subject;
  struct cost cost = { .is_cut = false };
  const char *paths[CLASSES_MOST];
  for (uint32_t i = 0; i < p->count; i++)
    paths[i] = p->paths[i];
  quota_init (&quota);
  quota.look = hear;
  quota.look_context = &heard;
  java_init (&java, &quota, &options);
  heard.java = &java;
  ir_subject_init (&subject, &quota);
  ir_subject_begin (&subject, class);
  java_model_init (&model, &quota, &subject.model, &subject.flow);
  if (!java_open (&java, paths, p->count) || !java_extract (&java, class, &model))
    tap_ok (false, "a model of %s", class);
  cost.steps = model.steps;
  for (uint32_t i = 0; i < model.notes.count; i++)
    cost.is_cut = cost.is_cut || strcmp (model.notes.at[i].code, "too-large") == 0;
  java_model_clear (&model);
  ir_subject_clear (&subject);
  java_clear (&java);
  for (uint32_t i = 0; i < p->count; i++)
    close (p->files[i]);
  p->count = 0;
  return cost;
}

/* COUNT times: something or null is put into a local, which is not read. */
static struct cost
dead_locals (struct program *p, uint32_t count)
{
  put (p,
       "version 49\nclass public super Dead\nfield private f I\n"
       "method public synchronized run (I)V\n  locals %u\n",
       count + 2);
  for (uint32_t i = 0; i < count; i++)
    put (p,
         "  iload_1\n  ifeq null%u\n  aload_0\n  goto join%u\nnull%u:\n  aconst_null\n"
         "join%u:\n  astore %u\n  aload_0\n  iload_1\n  putfield Dead f I\n",
         i, i, i, i, i + 2);
  put (p, "  return\nend\n");
  end_class (p);
  return cost_of (p, "Dead", false);
}

/* COUNT classes, each of which has a field for the next and does much itself.  Only the
   first takes a lock: the circles of locks that there would be cost more than this test
   is about. */
static void
put_ring (struct program *p, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t next = (i + 1) % count;
      put (p,
           "version 49\nclass public super R%u\nfield private next LR%u;\n"
           "field private f I\nmethod public%s run ()V\n",
           i, next, i == 0 ? " synchronized" : "");
      for (uint32_t k = 0; k < 40; k++)
        put (p, "  aload_0\n  aload_0\n  getfield R%u f I\n  putfield R%u f I\n", i, i);
      put (p,
           "  aload_0\n  getfield R%u next LR%u;\n  invokevirtual R%u run ()V\n"
           "  return\nend\n",
           i, next, next);
      end_class (p);
    }
}

static struct cost
ring (struct program *p, uint32_t count)
{
  put_ring (p, count);
  return cost_of (p, "R0", true);
}

/* The others are foreign: nobody asks about them. */
static struct cost
foreign_ring (struct program *p, uint32_t count)
{
  put_ring (p, count);
  return cost_of (p, "R0", false);
}

/* COUNT classes with a final static each, all of which are read. */
static struct cost
statics (struct program *p, uint32_t count)
{
  put (p, "version 49\nclass public super Reader\nfield private f I\n"
          "method public synchronized run ()V\n");
  for (uint32_t i = 0; i < count; i++)
    put (p,
         "  getstatic S%u only LS%u;\n  invokevirtual S%u use ()V\n  aload_0\n"
         "  bipush 7\n  putfield Reader f I\n",
         i, i, i);
  put (p, "  return\nend\n");
  end_class (p);
  for (uint32_t i = 0; i < count; i++)
    {
      put (
        p,
        "version 49\nclass public super S%u\nfield public static final only LS%u;\n"
        "method public <init> ()V\n  aload_0\n"
        "  invokespecial java/lang/Object <init> ()V\n  return\nend\n"
        "method public use ()V\n  return\nend\n"
        "method static <clinit> ()V\n  new S%u\n  dup\n  invokespecial S%u <init> ()V\n"
        "  putstatic S%u only LS%u;\n  return\nend\n",
        i, i, i, i, i, i);
      end_class (p);
    }
  return cost_of (p, "Reader", false);
}

/* Twice the code: not much more than twice the steps. */
static bool
doubles (uint64_t small, uint64_t large)
{
  return large > small && 10 * large <= 22 * small;
}

static void
check_growth (struct program *p, const char *name,
              struct cost (*family) (struct program *, uint32_t), uint32_t size)
{
  struct cost one = family (p, size), two = family (p, 2 * size),
              four = family (p, 4 * size);
  tap_ok (doubles (one.steps, two.steps) && doubles (two.steps, four.steps),
          "%s of size %" PRIu32 ", and two and four times that: %" PRIu64 ", %" PRIu64
          ", %" PRIu64 " steps",
          name, size, one.steps, two.steps, four.steps);
  tap_ok (!one.is_cut && !four.is_cut, "%s: all was looked into", name);
}

int
main (void)
{
  static struct program program;
  check_growth (&program, "dead locals", dead_locals, 12);
  check_growth (&program, "a ring", ring, 20);
  check_growth (&program, "statics", statics, 25);
  /* Five instructions for each static, and nine in the class that has it: each once, but
     for the reading that waits. */
  struct cost cost = statics (&program, 100);
  tap_ok (cost.steps <= 100 * 20,
          "statics: known before they are read, %" PRIu64 " steps", cost.steps);
  uint64_t one_ring = ring (&program, 20).steps;
  struct cost large = ring (&program, 200), larger = ring (&program, 400);
  tap_ok (large.is_cut && larger.is_cut, "not all of a large ring is looked into");
  tap_ok (larger.steps == large.steps,
          "a larger one costs no more: %" PRIu64 " and %" PRIu64 " steps", large.steps,
          larger.steps);
  large = foreign_ring (&program, 20), larger = foreign_ring (&program, 400);
  tap_ok (!larger.is_cut && larger.steps == large.steps && 5 * large.steps < one_ring,
          "without --reach only one of it is looked into: %" PRIu64 " steps",
          large.steps);
  tap_ok (heard.reading && heard.locks && heard.calls && heard.instructions,
          "while a program is read, it says how far it has come");
  tap_ok (!heard.is_wrong, "which is never farther than there is to go");
  return tap_done ();
}
