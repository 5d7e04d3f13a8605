/* shapes.c -- random control flow, reduced, and as text and read again: the same traces.
 *
 *     shapes [SEED COUNT]
 *
 * A method is assembled from blocks in regions.  A region runs with a lock held, inside
 * of its parent; a block does something and goes on to any block of its region, into a
 * child, out of any number of regions, or returns.  So locks nest, and nothing else does:
 * loops have several entries, and so have synchronized blocks.
 *
 * The model of the class is made with everything that can be left out (--keep) and
 * without, and the latter is printed and read.  In all three, a procedure is an
 * automaton: what it does at which line is a letter.  The subset construction compares
 * them; all prefixes count, and so does the end.
 */
#include <config.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "eml/eml.h"
#include "eml/print.h"
#include "java/java.h"
#include "tests/java/reader/assembler.h"
#include "tests/lib/tap.h"

/* ---- Methods. ---- */

#define REGIONS_MOST 6
#define BLOCKS_MOST 16

static uint64_t chance;

static uint32_t
below (uint32_t limit)
{
  chance = chance * UINT64_C (6364136223846793005) + UINT64_C (1442695040888963407);
  return (uint32_t) (chance >> 33) % limit;
}

struct shape
{
  uint32_t regions, blocks, patience; /* the more patience, the fewer returns */
  uint32_t parent[REGIONS_MOST], lock[REGIONS_MOST]; /* region 0 has none */
  uint32_t region[BLOCKS_MOST];
  char text[1 << 16];
  size_t length;
  uint32_t labels;
};

__attribute__ ((format (printf, 2, 3))) static void
put (struct shape *s, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  s->length += (size_t) vsnprintf (s->text + s->length, sizeof s->text - s->length,
                                   format, arguments);
  va_end (arguments);
  if (s->length >= sizeof s->text)
    abort ();
}

static void
put_lock (struct shape *s, uint32_t region, const char *how)
{
  put (s, s->lock[region] == 0 ? "  aload_0\n" : "  ldc class Shape\n");
  put (s, "  %s\n", how);
}

/* A block of REGION: there is one at least. */
static uint32_t
block_of (const struct shape *s, uint32_t region)
{
  uint32_t block = below (s->blocks);
  while (s->region[block] != region)
    block = (block + 1) % s->blocks;
  return block;
}

/* Go somewhere from REGION, locking and unlocking on the way. */
static void
put_way (struct shape *s, uint32_t region)
{
  uint32_t child = below (s->regions);
  if (below (3) == 0 && child > 0 && s->parent[child] == region)
    {
      put_lock (s, child, "monitorenter");
      put (s, "  goto b%u\n", block_of (s, child));
      return;
    }
  while (region > 0 && below (3) == 0)
    {
      put_lock (s, region, "monitorexit");
      region = s->parent[region];
    }
  if (region == 0 && below (s->patience) == 0)
    put (s, "  return\n");
  else
    put (s, "  goto b%u\n", block_of (s, region));
}

static void
put_block (struct shape *s, uint32_t block)
{
  put (s, "b%u:\n  line %u\n", block, 10 + block);
  switch (below (6))
    {
    case 0:
    case 1: put (s, "  aload_0\n  getfield Shape f%u I\n  pop\n", below (2)); break;
    case 2: put (s, "  aload_0\n  bipush 7\n  putfield Shape f%u I\n", below (2)); break;
    case 3:
      put (s, "  aload_0\n  invokevirtual Shape %s ()V\n", below (2) ? "help" : "idle");
      break;
    default: break;
    }
  uint32_t ways = 1 + below (3);
  for (uint32_t i = 1; i < ways; i++)
    {
      put (s, "  iload_1\n  ifeq t%u\n", s->labels);
      put_way (s, s->region[block]);
      put (s, "t%u:\n", s->labels++);
    }
  put_way (s, s->region[block]);
}

static void
make_shape (struct shape *s)
{
  *s = (struct shape){ .regions = 1 + below (REGIONS_MOST) };
  s->blocks = s->regions + below (BLOCKS_MOST - s->regions + 1);
  s->patience = 2 + below (8);
  for (uint32_t i = 1; i < s->regions; i++)
    {
      s->parent[i] = below (i);
      s->lock[i] = below (2);
    }
  for (uint32_t i = 0; i < s->blocks; i++)
    s->region[i] = i < s->regions ? i : below (s->regions);
  put (s,
       "version 49\nclass public super Shape\nsource Shape.java\n"
       "field private f0 I\nfield private f1 I\n"
       "method public help ()V\n  line 1\n  aload_0\n  bipush 7\n  putfield Shape f0 I\n"
       "  return\nend\n"
       "method private idle ()V\n  line 2\n  return\nend\n"
       "method public run (I)V\n");
  for (uint32_t i = 0; i < s->blocks; i++)
    put_block (s, i);
  put (s, "end\n");
}

/* ---- Automata. ---- */

#define LETTERS_MOST 256
#define WORDS_MOST 64 /* of a set of nodes */
#define PAIRS_MOST 4000

struct letters
{
  char name[LETTERS_MOST][80];
  uint32_t count;
};

struct set
{
  uint64_t words[WORDS_MOST];
};

struct automaton
{
  const struct ir_subject *subject;
  uint32_t first, count;       /* nodes of the procedure */
  int letter[WORDS_MOST * 64]; /* by node; -1: it does nothing */
};

static int
letter_of (struct letters *letters, const struct ir_subject *subject,
           const struct ir_step *node)
{
  char name[80];
  const struct ir_model *model = &subject->model;
  const char *at = node->position.index == NAME_NONE.index
                     ? ""
                     : names_text (&subject->names, node->position);
  switch ((unsigned) node->op)
    {
    case IR_SKIP: return -1;
    case IR_ACQUIRE:
    case IR_RELEASE:
      snprintf (name, sizeof name, "%s %s", node->op == IR_ACQUIRE ? "lock" : "unlock",
                ir_text (model, model->locks.at[ir_step_lock (node).index].name));
      break;
    case IR_READ:
    case IR_WRITE:
      snprintf (name, sizeof name, "%s %s %s", node->op == IR_READ ? "read" : "write",
                ir_text (model, model->fields.at[ir_step_field (node).index].name), at);
      break;
    case IR_CALL:
      snprintf (name, sizeof name, "call %s %s",
                ir_text (model, model->bodies.at[ir_step_callee (node).index].name), at);
      if (strncmp (name, "call idle", 9) == 0)
        return -1;
      break;
    case IR_RETURN: snprintf (name, sizeof name, "end"); break;
    default: abort ();
    }
  for (uint32_t i = 0; i < letters->count; i++)
    if (strcmp (letters->name[i], name) == 0)
      return (int) i;
  if (letters->count == LETTERS_MOST)
    abort ();
  strcpy (letters->name[letters->count], name);
  return (int) letters->count++;
}

/* The procedure PROCEDURE of SUBJECT; false if there is none. */
static bool
automaton_make (struct automaton *a, const struct ir_subject *subject,
                const char *procedure, struct letters *letters)
{
  *a = (struct automaton){ .subject = subject };
  for (uint32_t b = 0; b < subject->flow.bodies.count; b++)
    {
      if (strcmp (ir_text (&subject->model, subject->model.bodies.at[b].name), procedure)
          != 0)
        continue;
      a->first = subject->flow.bodies.at[b].first_node;
      a->count = subject->flow.bodies.at[b].node_count;
      if (a->count > WORDS_MOST * 64)
        abort ();
      for (uint32_t i = 0; i < a->count; i++)
        a->letter[i]
          = letter_of (letters, subject, &subject->flow.nodes.at[a->first + i]);
      return true;
    }
  return false;
}

static bool
set_has (const struct set *set, uint32_t node)
{
  return set->words[node / 64] >> node % 64 & 1;
}

/* Add NODE, and what is reached from it by doing nothing. */
static void
set_add (const struct automaton *a, struct set *set, uint32_t node)
{
  uint32_t stack[WORDS_MOST * 64], height = 0;
  if (set_has (set, node))
    return;
  set->words[node / 64] |= UINT64_C (1) << node % 64;
  stack[height++] = node;
  while (height > 0)
    {
      uint32_t at = stack[--height];
      const struct ir_step *flow = &a->subject->flow.nodes.at[a->first + at];
      for (uint32_t e = 0; a->letter[at] < 0 && e < flow->edge_count; e++)
        {
          uint32_t target = a->subject->flow.edges.at[flow->first_edge + e] - a->first;
          if (set_has (set, target))
            continue;
          set->words[target / 64] |= UINT64_C (1) << target % 64;
          stack[height++] = target;
        }
    }
}

/* What SET becomes after LETTER; false if it cannot do LETTER. */
static bool
set_step (const struct automaton *a, const struct set *set, int letter, struct set *next)
{
  bool possible = false;
  memset (next, 0, sizeof *next);
  for (uint32_t i = 0; i < a->count; i++)
    if (set_has (set, i) && a->letter[i] == letter)
      {
        const struct ir_step *flow = &a->subject->flow.nodes.at[a->first + i];
        possible = true;
        for (uint32_t e = 0; e < flow->edge_count; e++)
          set_add (a, next, a->subject->flow.edges.at[flow->first_edge + e] - a->first);
      }
  return possible;
}

struct pair
{
  struct set one, two;
};

/* The first letter by which the automata differ; -1: by none. */
static int
difference (const struct automaton *a, const struct automaton *b,
            const struct letters *letters)
{
  static struct pair pairs[PAIRS_MOST];
  uint32_t count = 1;
  memset (&pairs[0], 0, sizeof pairs[0]);
  set_add (a, &pairs[0].one, 0);
  set_add (b, &pairs[0].two, 0);
  for (uint32_t i = 0; i < count; i++)
    for (int letter = 0; letter < (int) letters->count; letter++)
      {
        struct pair next;
        bool one = set_step (a, &pairs[i].one, letter, &next.one);
        if (one != set_step (b, &pairs[i].two, letter, &next.two))
          return letter;
        bool known = !one || count == PAIRS_MOST;
        for (uint32_t k = 0; k < count && !known; k++)
          known = memcmp (&pairs[k], &next, sizeof next) == 0;
        if (!known)
          pairs[count++] = next;
      }
  return -1;
}

/* ---- Models. ---- */

struct made
{
  struct quota quota;
  struct java_options options;
  struct java java;
  struct java_model model;
  struct ir_subject subject;
  struct ir_subject read; /* the text of that, read */
  const char *text;       /* null: there is none */
};

static bool
make (struct made *made, const char *path, uint32_t kept)
{
  made->options = (struct java_options){ .class_name = "Shape", .kept = kept };
  quota_init (&made->quota);
  java_init (&made->java, &made->quota, &made->options);
  ir_subject_init (&made->subject, &made->quota);
  ir_subject_init (&made->read, &made->quota);
  made->text = NULL;
  ir_subject_begin (&made->subject, "Shape");
  java_model_init (&made->model, &made->quota, &made->subject.model, &made->subject.flow);
  if (!java_open (&made->java, &path, 1)
      || !java_extract (&made->java, "Shape", &made->model)
      || !ir_subject_end (&made->subject))
    return false;
  made->text = eml_print (&made->subject.flow, "Shape", &made->subject.arena);
  return made->text
         && eml_read_text (&made->read, "Shape.eml", made->text, strlen (made->text));
}

static void
unmake (struct made *made)
{
  ir_subject_clear (&made->read);
  ir_subject_clear (&made->subject);
  java_model_clear (&made->model);
  java_clear (&made->java);
}

struct tally
{
  uint32_t same, empty, structured, jumping, smaller;
};

static void
complain (uint64_t seed, const struct shape *shape, const struct made *made,
          const char *why)
{
  tap_ok (false, "seed %llu: %s", (unsigned long long) seed, why);
  diags_render (&made->read.diags, stdout, false);
  printf ("# %s\n# %s\n", shape->text, made->text ? made->text : "no model");
}

/* One shape, all three ways. */
static void
compare (uint64_t seed, const struct shape *shape, const char *path, struct tally *tally)
{
  static struct made whole, reduced;
  static struct automaton one, two, three;
  static struct letters letters;
  letters.count = 0;
  uint32_t all = (1u << JAVA_REDUCTION_COUNT) - 1;
  if (!make (&whole, path, all))
    complain (seed, shape, &whole, "no model with everything");
  else if (!make (&reduced, path, 0))
    complain (seed, shape, &reduced, "no model");
  else
    {
      bool has_one = automaton_make (&one, &whole.subject, "run(int)", &letters);
      bool has_two = automaton_make (&two, &reduced.subject, "run(int)", &letters);
      bool is_read = automaton_make (&three, &reduced.read, "run(int)", &letters);
      int letter = has_one && has_two ? difference (&one, &two, &letters) : -1;
      if (letter < 0 && is_read)
        letter = difference (&two, &three, &letters);
      tally->jumping += strstr (reduced.text, "goto") != NULL;
      tally->structured += strstr (reduced.text, "goto") == NULL;
      tally->smaller += reduced.subject.flow.nodes.count < whole.subject.flow.nodes.count;
      if (!has_two && !is_read)
        tally->empty++; /* it does nothing */
      else if (!is_read)
        complain (seed, shape, &reduced, "no such procedure in its text");
      else if (letter >= 0)
        {
          complain (seed, shape, &reduced, letters.name[letter]);
          printf ("# with everything:\n# %s\n", whole.text);
        }
      else
        tally->same++;
      unmake (&reduced);
    }
  unmake (&whole);
}

int
main (int argc, char **argv)
{
  static struct shape shape;
  uint64_t seed = argc > 1 ? strtoull (argv[1], NULL, 10) : 1;
  uint32_t count = argc > 2 ? (uint32_t) strtoul (argv[2], NULL, 10) : 2000;
  struct tally tally = { 0 };
  for (uint32_t i = 0; i < count && tap_failures == 0; i++, seed++)
    {
      char path[40];
      chance = seed * UINT64_C (0x9e3779b97f4a7c15);
      make_shape (&shape);
      struct assembled class = assemble (shape.text);
      int file = memfd_create ("Shape", MFD_CLOEXEC);
      if (file < 0 || write (file, class.bytes, class.length) != (ssize_t) class.length)
        abort ();
      free (class.bytes);
      snprintf (path, sizeof path, "/proc/self/fd/%d", file);
      compare (seed, &shape, path, &tally);
      close (file);
    }
  tap_ok (tally.same + tally.empty == count,
          "%u shapes, whole, reduced and as text: %u have the same traces", count,
          tally.same);
  if (count >= 100)
    {
      tap_ok (tally.same > count / 2, "most do something");
      tap_ok (tally.structured > count / 8, "%u without gotos", tally.structured);
      tap_ok (tally.jumping > count / 20, "%u with gotos", tally.jumping);
      tap_ok (tally.smaller > count / 2, "%u are smaller when they are reduced",
              tally.smaller);
    }
  return tap_done ();
}
