/* handover.c -- see handover.h. */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>

#include "handover.h"
#include "models/families/chance.h"

/* Who may access a field, and how. */
enum discipline
{
  OPEN,      /* anybody: a flag */
  PRIVATE,   /* one process */
  PROTECTED, /* who holds its lock */
};

struct field
{
  enum discipline discipline;
  uint32_t owner; /* process, or lock */
  bool array;     /* of two cells */
  bool sloppy;    /* now and then somebody does as if it were open */
};

#define MOST_FIELDS 8

/* The first two fields are flags.  In a model with a probe they serve nothing else: the
   first process writes the one and reads the other a little later, somewhere in its
   statements; the second waits for the one and writes the other.  If the first one read
   that, the second ran in between: can it? */
#define FLAGS 2

struct plan
{
  FILE *out;
  struct chance chance;
  struct field fields[MOST_FIELDS];
  uint32_t field_count, processes, locks;
  bool slots;     /* there is a lock array, */
  bool recursion; /* a procedure that calls itself, */
  bool helper;    /* ... one that accesses under the lock of its caller, */
  bool starts;    /* ... a process that is started, */
  bool circle;    /* ... two locks that all take, in some order, */
  bool probe;     /* ... and a probe */
  uint32_t indent, left;
  /* Of the body in hand. */
  uint32_t process;
  int number; /* of the next statement, and of those before which the probe stands; */
  int first, second; /* ... or past them, as before all others */
  uint32_t held;     /* locks, a bit each */
  int last_held;     /* ... the innermost, that can be waited for; or -1 */
  bool atomic;
  bool tests; /* the next statement is an assume */
};

static bool
percent (struct plan *p, uint32_t n)
{
  return chance_percent (&p->chance, n);
}

static uint32_t
below (struct plan *p, uint32_t n)
{
  return chance_below (&p->chance, n);
}

static void
line (struct plan *p)
{
  fprintf (p->out, "%*s", (int) (2 * p->indent), "");
}

/* May the process access field F here? */
static bool
is_allowed (struct plan *p, const struct field *f)
{
  if (f->discipline == OPEN || (f->sloppy && percent (p, 30)))
    return true;
  return f->discipline == PRIVATE ? f->owner == p->process : p->held >> f->owner & 1;
}

/* A field that may be accessed here.  The first one, flag or not, may be. */
static uint32_t
pick (struct plan *p)
{
  for (uint32_t i = 0; i < 6; i++)
    {
      uint32_t f = p->probe ? FLAGS + below (p, p->field_count - FLAGS)
                            : below (p, p->field_count);
      if (is_allowed (p, &p->fields[f]))
        return f;
    }
  return p->probe ? FLAGS : 0;
}

static void
put_field (struct plan *p, uint32_t f)
{
  fprintf (p->out, "f%" PRIu32, f);
  if (!p->fields[f].array)
    return;
  switch (below (p, 4))
    {
    case 0: fputs ("[0]", p->out); break;
    case 1: fputs ("[1]", p->out); break;
    case 2: fputs ("[self & 1]", p->out); break;
    default: fputs (percent (p, 70) ? "[u & 1]" : "[u]", p->out); break;
    }
}

/* ---- Statements. ---- */

static void put_block (struct plan *p, uint32_t level, uint32_t most);

static void
put_condition (struct plan *p, uint32_t f)
{
  put_field (p, f);
  fprintf (p->out, " %s %" PRIu32, percent (p, 70) ? "==" : "!=", below (p, 2));
}

static void
put_access (struct plan *p)
{
  uint32_t f = pick (p);
  line (p);
  switch (below (p, 10))
    {
    case 0:
    case 1:
    case 2:
    case 3:
      put_field (p, f);
      fprintf (p->out, " = %" PRIu32 ";\n", percent (p, 80));
      break;
    case 4:
    case 5:
    case 6:
      fputs (percent (p, 50) ? "u = " : "v = ", p->out);
      put_field (p, f);
      fputs (";\n", p->out);
      break;
    case 7:
      put_field (p, f);
      fputs (" += 1;\n", p->out);
      break;
    case 8:
      put_field (p, f);
      fputs (" = ", p->out);
      put_field (p, pick (p));
      fputs (";\n", p->out);
      break;
    default:
      fprintf (p->out, "%s f%" PRIu32 ";\n", percent (p, 50) ? "read" : "write", f);
    }
}

static void
put_assume (struct plan *p)
{
  line (p);
  fputs ("assume (", p->out);
  put_condition (p, pick (p));
  if (percent (p, 25))
    {
      fputs (percent (p, 50) ? " || " : " && ", p->out);
      put_condition (p, pick (p));
    }
  fputs (");\n", p->out);
}

static void
put_assert (struct plan *p)
{
  line (p);
  if (percent (p, 10))
    fputs ("assert (false);\n", p->out);
  else if (percent (p, 50))
    fprintf (p->out, "assert (u != %" PRIu32 ");\n", below (p, 2));
  else
    fprintf (p->out, "assert (u != %" PRIu32 " || v != %" PRIu32 ");\n", below (p, 2),
             below (p, 2));
}

static void
put_sync (struct plan *p, uint32_t level)
{
  uint32_t held = p->held;
  int last = p->last_held;
  line (p);
  if (p->slots && percent (p, 40))
    {
      static const char *const places[] = { "0", "1", "self & 1", "u & 1", "u" };
      fprintf (p->out, "sync s[%s]", places[below (p, 5)]);
      p->last_held = -1;
    }
  else
    {
      uint32_t lock = below (p, p->locks);
      fprintf (p->out, "sync l%" PRIu32, lock);
      if (!(held >> lock & 1))
        p->last_held = (int) lock;
      p->held |= 1u << lock;
    }
  if (level > 1 && held == 0 && percent (p, 25)) /* two locks at once, in some order */
    {
      fputs (" {\n", p->out);
      p->indent++;
      put_sync (p, level - 1);
      p->indent--;
      line (p);
      fputs ("}\n", p->out);
    }
  else
    put_block (p, level - 1, 3);
  p->held = held;
  p->last_held = last;
}

static void
put_atomic (struct plan *p, uint32_t level)
{
  bool before = p->atomic;
  line (p);
  fputs ("atomic", p->out);
  p->atomic = true;
  p->tests = percent (p, 30);
  put_block (p, level - 1, 3);
  p->atomic = before;
}

static void
put_branch (struct plan *p, uint32_t level)
{
  line (p);
  fputs ("if (", p->out);
  if (percent (p, 20))
    fputc ('*', p->out);
  else if (percent (p, 50))
    fprintf (p->out, "u == %" PRIu32, below (p, 2));
  else
    put_condition (p, pick (p));
  fputs (")", p->out);
  put_block (p, level - 1, 2);
}

/* A value goes through a flag, f0 or f1. */
static void
put_hand_over (struct plan *p)
{
  uint32_t value = percent (p, 80);
  line (p);
  fprintf (p->out,
           percent (p, 50) ? "f%" PRIu32 " = %" PRIu32 ";\n"
                           : "assume (f%" PRIu32 " == %" PRIu32 ");\n",
           below (p, 2), value);
}

/* What of the probe stands before the next statement. */
static void
put_probe (struct plan *p)
{
  int number = p->number++;
  bool writes = p->process == 0;
  if (!p->probe || p->process > 1)
    return;
  if (number == p->first)
    {
      line (p);
      fputs (writes ? "f0 = 1;\n" : "assume (f0 == 1);\n", p->out);
    }
  if (number == p->second)
    {
      line (p);
      fputs (writes ? "w = f1;\n" : "f1 = 1;\n", p->out);
    }
}

static void
put_statement_of_kind (struct plan *p, uint32_t kind, uint32_t level)
{
  if (p->tests)
    {
      p->tests = false;
      put_assume (p);
    }
  else if (kind < 16 && level > 0)
    put_sync (p, level);
  else if (kind < 28 && level > 0)
    put_atomic (p, level);
  else if (kind < 33 && level > 0)
    put_branch (p, level);
  else if (kind < 52 && !p->probe)
    put_hand_over (p);
  else if (kind < 58)
    put_assume (p);
  else if (kind < 61)
    put_assert (p);
  else if (kind < 66)
    {
      line (p);
      fputs (percent (p, 50) ? "u = 1 - u;\n" : "v = u;\n", p->out);
    }
  else if (kind < 70 && p->last_held >= 0 && !p->atomic)
    {
      line (p);
      fprintf (p->out, "wait l%d;\n", p->last_held);
    }
  else if (kind < 74 && p->recursion)
    {
      line (p);
      fprintf (p->out, "u = call down(%" PRIu32 ");\n", below (p, 2));
    }
  else if (kind < 78 && p->helper)
    {
      line (p);
      fputs ("call help(u);\n", p->out);
    }
  else
    put_access (p);
}

static void
put_statement (struct plan *p, uint32_t level)
{
  uint32_t kind = below (p, 100);
  put_probe (p);
  if (p->left)
    p->left--;
  put_statement_of_kind (p, kind, level);
}

static void
put_block (struct plan *p, uint32_t level, uint32_t most)
{
  uint32_t count = chance_between (&p->chance, 1, most);
  fputs (" {\n", p->out);
  p->indent++;
  for (uint32_t i = 0; i < count && (i == 0 || p->left > 0); i++)
    put_statement (p, level);
  p->indent--;
  line (p);
  fputs ("}\n", p->out);
}

/* ---- Few statements around the probe. ---- */

/* Around the statements from BEGIN up to END: sync, or atomic. */
struct bracket
{
  bool is_there, is_atomic;
  uint32_t begin, end, lock;
  uint32_t held; /* before */
  bool atomic;
};

static struct bracket
draw_bracket (struct plan *p, uint32_t begin, uint32_t end, uint32_t n)
{
  struct bracket bracket = { .is_there = percent (p, n), .is_atomic = percent (p, 50) };
  bracket.begin = chance_between (&p->chance, begin, end - 1);
  bracket.end = chance_between (&p->chance, bracket.begin + 1, end);
  bracket.lock = below (p, p->locks);
  return bracket;
}

static void
open_bracket (struct plan *p, struct bracket *bracket, uint32_t at)
{
  if (!bracket->is_there || bracket->begin != at)
    return;
  bracket->held = p->held;
  bracket->atomic = p->atomic;
  line (p);
  if (bracket->is_atomic)
    fputs ("atomic {\n", p->out);
  else
    fprintf (p->out, "sync l%" PRIu32 " {\n", bracket->lock);
  p->held |= bracket->is_atomic ? 0 : 1u << bracket->lock;
  p->atomic |= bracket->is_atomic;
  p->tests = bracket->is_atomic && percent (p, 30);
  p->indent++;
}

static void
close_bracket (struct plan *p, const struct bracket *bracket, uint32_t after)
{
  if (!bracket->is_there || bracket->end != after + 1)
    return;
  p->held = bracket->held;
  p->atomic = bracket->atomic;
  p->indent--;
  line (p);
  fputs ("}\n", p->out);
}

static void
put_focus (struct plan *p)
{
  uint32_t count = chance_between (&p->chance, 3, 5);
  struct bracket outer = draw_bracket (p, 0, count, 80);
  struct bracket inner = draw_bracket (p, outer.begin, outer.end, 40);
  p->first = (int) below (p, count - 1);
  p->second = p->first + (int) chance_between (&p->chance, 1, 2);
  for (uint32_t i = 0; i < count; i++)
    {
      open_bracket (p, &outer, i);
      open_bracket (p, &inner, i);
      int number = p->number;
      put_probe (p);
      if (number != p->first && number != p->second)
        {
          if (!p->tests && percent (p, 75))
            put_access (p);
          else
            put_statement_of_kind (p, below (p, 100), 0);
        }
      close_bracket (p, &inner, i);
      close_bracket (p, &outer, i);
    }
}

/* Two locks, in some order. */
static void
put_circle (struct plan *p)
{
  bool swapped = percent (p, 50), slots = p->slots && percent (p, 50);
  line (p);
  fprintf (p->out, slots ? "sync s[%d] { sync s[%d]" : "sync l%d { sync l%d", swapped,
           !swapped);
  p->held = slots ? 0 : 3;
  put_block (p, 1, 2);
  p->held = 0;
  line (p);
  fputs ("}\n", p->out);
}

/* ---- Declarations. ---- */

static void
add_field (struct plan *p, enum discipline discipline, uint32_t owner)
{
  struct field f = { .discipline = discipline,
                     .owner = owner,
                     .array = p->field_count > 1 && percent (p, 15),
                     .sloppy = discipline != OPEN && percent (p, 25) };
  fprintf (p->out, "field %sint(2) f%" PRIu32 "%s%s;\n",
           percent (p, p->field_count == 0 ? 100 : 40) ? "volatile " : "", p->field_count,
           f.array ? "[2]" : "",
           p->probe && p->field_count < FLAGS ? ""
           : percent (p, 5)                   ? " = *"
           : percent (p, 10)                  ? " = 1"
                                              : "");
  p->fields[p->field_count++] = f;
}

static void
put_fields (struct plan *p)
{
  add_field (p, OPEN, 0);
  add_field (p, OPEN, 0);
  for (uint32_t i = chance_between (&p->chance, 1, 2); i > 0; i--)
    {
      enum discipline discipline = percent (p, 10)   ? OPEN
                                   : percent (p, 45) ? PRIVATE
                                                     : PROTECTED;
      add_field (p, discipline,
                 below (p, discipline == PRIVATE ? p->processes : p->locks));
    }
  uint32_t guarded = FLAGS + below (p, p->field_count - FLAGS);
  uint32_t looks = below (p, p->field_count);
  if (percent (p, 20) && !p->fields[looks].array)
    fprintf (p->out, "exclusive f%" PRIu32 " when (f%" PRIu32 " == %s);\n", guarded,
             looks, percent (p, 50) ? "self" : "1");
}

/* In procedures nobody knows who calls: they access flags only, unless they are sloppy.
 */
static void
put_procedures (struct plan *p)
{
  p->process = p->processes;
  p->held = 0;
  p->last_held = -1;
  p->left = 3;
  bool recursion = percent (p, 6), helper = percent (p, 20);
  if (recursion)
    {
      fputs ("proc down(int(2) n) : int(2) {\n  int(2) u = n, v;\n"
             "  if (n > 0) { u = call down(n - 1); }\n",
             p->out);
      p->indent = 1;
      put_statement (p, 1);
      fputs ("  return u;\n}\n", p->out);
    }
  p->left = 2;
  if (helper)
    {
      fputs ("proc help(int(2) u) {\n  int(2) v;\n", p->out);
      p->indent = 1;
      p->held = percent (p, 30); /* a lie, mostly */
      put_statement (p, 1);
      put_statement (p, 1);
      p->held = 0;
      fputs ("}\n", p->out);
    }
  p->recursion = recursion;
  p->helper = helper;
}

static void
put_process (struct plan *p, uint32_t number)
{
  bool twice = p->processes == 2 && number == 1 && !p->starts && percent (p, 15);
  bool unit = percent (p, 15);
  fprintf (p->out, "process P%" PRIu32 "%s {\n  int(2) u, v%s;\n", number,
           twice ? "[2]" : "", p->probe && number == 0 ? ", w" : "");
  p->process = number;
  p->held = 0;
  p->last_held = -1;
  p->atomic = false;
  p->indent = 1;
  p->left = chance_between (&p->chance, 1, p->processes > 2 ? 2 : 4);
  p->number = 0;
  p->first = (int) below (p, p->left);
  p->second = p->first + (int) chance_between (&p->chance, 1, 2);
  if (unit)
    fputs ("  unit {\n", p->out);
  if (p->starts && number == 0)
    {
      if (percent (p, 50))
        put_statement (p, 2);
      fputs ("  start P1;\n", p->out);
    }
  if (p->circle)
    put_circle (p);
  if (p->probe && number < 2 && percent (p, 60))
    {
      put_focus (p);
      p->left = 0;
    }
  while (p->left > 0)
    put_statement (p, 3);
  if (p->starts && number == 0 && percent (p, 60))
    {
      fputs ("  join P1;\n", p->out);
      put_access (p);
    }
  while (p->number <= p->second)
    put_probe (p);
  if (unit)
    fputs ("  }\n", p->out);
  if (p->probe && number == 0)
    fputs ("  assert (w != 1);\n", p->out);
  else if (percent (p, 50))
    put_assert (p);
  fputs ("}\n", p->out);
}

void
handover_write (FILE *out, uint64_t seed)
{
  struct plan plan = { .out = out, .chance = { chance_mix (seed + 77) } };
  struct plan *p = &plan;
  uint32_t kind = below (p, 10);
  fprintf (out, "// handover %" PRIu64 "\n", seed);
  p->probe = percent (p, 70);
  p->processes = kind < 8 ? 2 : 3 + below (p, 3) / 2;
  p->locks = 1 + percent (p, 30);
  p->slots = percent (p, 15);
  p->starts = percent (p, 15);
  p->circle = p->locks > 1 && !p->probe && percent (p, 40);
  for (uint32_t i = 0; i < p->locks; i++)
    fprintf (out, "lock l%" PRIu32 ";\n", i);
  if (p->slots)
    fputs ("lock s[2];\n", out);
  put_fields (p);
  put_procedures (p);
  for (uint32_t i = 0; i < p->processes; i++)
    put_process (p, i);
}
