/* values.c -- see values.h. */
#include <config.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "models/families/chance.h"
#include "values.h"

#define MOST_NAMES 12

/* Something that has a value. */
struct variable
{
  char name[12];
  bool is_bool, is_field;
  uint32_t width;
  uint32_t cells; /* 0: no array */
};

struct procedure
{
  uint32_t params; /* values; the first is an int, the second a bool */
  bool result, is_bool;
  bool takes_field; /* ... after the values */
};

struct writer
{
  FILE *out;
  struct chance chance;
  uint32_t indent;
  struct variable fields[MOST_NAMES];
  uint32_t field_count;
  uint32_t plain; /* fields without a value: p0, ... */
  struct variable locals[MOST_NAMES];
  uint32_t local_count;
  uint32_t named; /* locals of this body so far */
  uint32_t locks; /* l0, ... */
  uint32_t slots; /* locks of the array `slot' */
  bool held[4];
  int last_held; /* lock, or -1 */
  struct procedure procedures[3];
  uint32_t procedure_count, callable;
  uint32_t processes;
  bool life; /* the first process starts and joins others */
  bool in_atomic, in_loop, in_procedure, result, result_bool;
  uint32_t left; /* statements */
};

static bool
percent (struct writer *w, uint32_t n)
{
  return chance_percent (&w->chance, n);
}

static uint32_t
below (struct writer *w, uint32_t n)
{
  return chance_below (&w->chance, n);
}

static void
line (struct writer *w)
{
  fprintf (w->out, "%*s", (int) (2 * w->indent), "");
}

/* ---- Expressions. ---- */

static void write_int (struct writer *w, uint32_t depth);
static void write_bool (struct writer *w, uint32_t depth);

static void
write_index (struct writer *w, uint32_t cells)
{
  fputc ('[', w->out);
  uint32_t kind = below (w, 10);
  if (kind < 5)
    fprintf (w->out, "%" PRIu32, below (w, cells));
  else if (kind < 8)
    {
      fputc ('(', w->out);
      write_int (w, 1);
      fprintf (w->out, ") & %" PRIu32, cells - 1);
    }
  else
    write_int (w, 0);
  fputc (']', w->out);
}

/* A variable with a value of this type, or null. */
static const struct variable *
pick (struct writer *w, bool is_bool, bool fields)
{
  const struct variable *fitting[2 * MOST_NAMES];
  uint32_t count = 0;
  for (uint32_t i = 0; i < w->local_count; i++)
    if (w->locals[i].is_bool == is_bool)
      fitting[count++] = &w->locals[i];
  for (uint32_t i = 0; fields && i < w->field_count; i++)
    if (w->fields[i].is_bool == is_bool)
      fitting[count++] = &w->fields[i];
  return count ? fitting[below (w, count)] : NULL;
}

static void
write_place (struct writer *w, const struct variable *v)
{
  fputs (v->name, w->out);
  if (v->cells)
    write_index (w, v->cells);
}

static void
write_variable (struct writer *w, bool is_bool)
{
  const struct variable *v = pick (w, is_bool, true);
  if (v && percent (w, 75))
    write_place (w, v);
  else if (is_bool)
    fputs (percent (w, 50) ? "true" : "false", w->out);
  else if (percent (w, 15))
    fputs ("self", w->out);
  else
    fprintf (w->out, "%" PRIu32, below (w, 4));
}

static void
write_int (struct writer *w, uint32_t depth)
{
  static const char *const common[] = { "+", "-", "&", "|", "^", "*" };
  static const char *const rare[] = { "/", "%", "<<", ">>" };
  uint32_t kind = below (w, 100);
  if (depth == 0 || kind < 50)
    write_variable (w, false);
  else if (kind < 76)
    {
      write_int (w, depth - 1);
      fprintf (w->out, " %s ", common[below (w, 6)]);
      fputc ('(', w->out);
      write_int (w, depth - 1);
      fputc (')', w->out);
    }
  else if (kind < 86)
    {
      fputc ('(', w->out);
      write_int (w, depth - 1);
      fprintf (w->out, ") %s (", rare[below (w, 4)]);
      write_int (w, depth - 1);
      fputc (')', w->out);
    }
  else if (kind < 90)
    {
      fputs (percent (w, 50) ? "-(" : "~(", w->out);
      write_int (w, depth - 1);
      fputc (')', w->out);
    }
  else if (kind < 94)
    fprintf (w->out, "%s", percent (w, 50) ? "0x7fffffff" : "2147483648");
  else
    {
      fputc ('(', w->out);
      write_bool (w, depth - 1);
      fputs (" ? ", w->out);
      write_int (w, depth - 1);
      fputs (" : ", w->out);
      write_int (w, depth - 1);
      fputc (')', w->out);
    }
}

static void
write_bool (struct writer *w, uint32_t depth)
{
  static const char *const compare[] = { "==", "!=", "<", "<=", ">", ">=" };
  uint32_t kind = below (w, 100);
  if (depth == 0 || kind < 20)
    write_variable (w, true);
  else if (kind < 70)
    {
      fputc ('(', w->out);
      write_int (w, depth - 1);
      fprintf (w->out, ") %s ", compare[below (w, percent (w, 60) ? 2 : 6)]);
      write_variable (w, false);
    }
  else if (kind < 90)
    {
      fputc ('(', w->out);
      write_bool (w, depth - 1);
      fputs (percent (w, 50) ? ") && (" : ") || (", w->out);
      write_bool (w, depth - 1);
      fputc (')', w->out);
    }
  else
    {
      fputs ("!(", w->out);
      write_bool (w, depth - 1);
      fputc (')', w->out);
    }
}

/* A value for V. */
static void
write_value (struct writer *w, const struct variable *v)
{
  if (percent (w, 6) && v->width <= 3)
    fputc ('*', w->out);
  else if (v->is_bool)
    write_bool (w, 2);
  else
    write_int (w, 2);
}

static void
write_condition (struct writer *w)
{
  if (percent (w, 15))
    fputs ("(*)", w->out);
  else
    {
      fputc ('(', w->out);
      write_bool (w, 2);
      fputc (')', w->out);
    }
}

/* ---- Statements. ---- */

static void write_block (struct writer *w, uint32_t depth);

static void
write_type (struct writer *w, const struct variable *v)
{
  if (v->is_bool)
    fputs ("bool ", w->out);
  else if (v->width == 32)
    fputs ("int ", w->out);
  else
    fprintf (w->out, "int(%" PRIu32 ") ", v->width);
}

static void
write_declaration (struct writer *w)
{
  if (w->local_count == MOST_NAMES)
    return;
  struct variable v = { .is_bool = percent (w, 30), .width = 1 };
  if (!v.is_bool)
    v.width = percent (w, 90)   ? chance_between (&w->chance, 2, 3)
              : percent (w, 50) ? 32
                                : 40;
  snprintf (v.name, sizeof v.name, "v%" PRIu32, w->named++);
  line (w);
  write_type (w, &v);
  fputs (v.name, w->out);
  if (percent (w, 60))
    {
      fputs (" = ", w->out);
      write_value (w, &v);
    }
  fputs (";\n", w->out);
  w->locals[w->local_count++] = v;
}

static void
write_assignment (struct writer *w)
{
  static const char *const updates[] = { "+=", "-=", "^=", "|=", "&=", "*=" };
  bool is_bool = percent (w, 30);
  const struct variable *v = pick (w, is_bool, true);
  if (v && !v->is_field && percent (w, 50))
    v = pick (w, is_bool, true);
  line (w);
  if (!v)
    {
      fputs ("skip;\n", w->out);
      return;
    }
  write_place (w, v);
  if (!v->is_bool && percent (w, 15))
    {
      fprintf (w->out, " %s ", updates[below (w, 6)]);
      write_int (w, 1);
    }
  else
    {
      fputs (" = ", w->out);
      write_value (w, v);
    }
  fputs (";\n", w->out);
}

static void
write_access (struct writer *w)
{
  line (w);
  if (w->plain && percent (w, 50))
    fprintf (w->out, "%s p%" PRIu32 ";\n", percent (w, 50) ? "read" : "write",
             below (w, w->plain));
  else if (w->field_count)
    fprintf (w->out, "%s %s;\n", percent (w, 50) ? "read" : "write",
             w->fields[below (w, w->field_count)].name);
  else
    fputs ("skip;\n", w->out);
}

static void
write_call (struct writer *w)
{
  line (w);
  if (w->callable == 0)
    {
      fputs ("skip;\n", w->out);
      return;
    }
  uint32_t n = below (w, w->callable);
  const struct procedure *p = &w->procedures[n];
  const struct variable *v = p->result ? pick (w, p->is_bool, true) : NULL;
  if (v && percent (w, 80))
    {
      write_place (w, v);
      fputs (" = ", w->out);
    }
  fprintf (w->out, "call q%" PRIu32 "(", n);
  if (p->params > 0)
    write_int (w, 1);
  if (p->params > 1)
    {
      fputs (", ", w->out);
      write_bool (w, 1);
    }
  if (p->takes_field)
    fprintf (w->out, "%sf%" PRIu32, p->params ? ", " : "", below (w, 2));
  fputs (");\n", w->out);
}

static void
write_sync (struct writer *w, uint32_t depth)
{
  line (w);
  if (w->slots && percent (w, 35))
    {
      fputs ("sync slot", w->out);
      write_index (w, w->slots);
      int last = w->last_held;
      w->last_held = -1;
      write_block (w, depth - 1);
      w->last_held = last;
      return;
    }
  uint32_t lock = below (w, w->locks);
  bool held = w->held[lock];
  int last = w->last_held;
  fprintf (w->out, "sync l%" PRIu32, lock);
  w->held[lock] = true;
  if (!held)
    w->last_held = (int) lock;
  write_block (w, depth - 1);
  w->held[lock] = held;
  w->last_held = last;
}

/* Two locks in either order, and something under both. */
static void
write_crossed (struct writer *w)
{
  bool swapped = percent (w, 50) && w->locks > 1;
  fprintf (w->out, "sync l%d { sync l%d", swapped, w->locks > 1 && !swapped);
  w->held[swapped] = w->held[!swapped] = true;
  write_block (w, 1);
  w->held[0] = w->held[1] = false;
  line (w);
  fputs ("}\n", w->out);
}

static void
write_atomic (struct writer *w, uint32_t depth)
{
  bool before = w->in_atomic;
  line (w);
  fputs ("atomic", w->out);
  w->in_atomic = true;
  write_block (w, depth - 1);
  w->in_atomic = before;
}

static void
write_branch (struct writer *w, uint32_t depth)
{
  line (w);
  if (percent (w, 12))
    {
      fputs ("choose", w->out);
      write_block (w, depth - 1);
      line (w);
      fputs ("or", w->out);
      write_block (w, depth - 1);
      return;
    }
  fputs ("if ", w->out);
  write_condition (w);
  write_block (w, depth - 1);
  if (percent (w, 15))
    {
      line (w);
      fputs ("else if ", w->out);
      write_condition (w);
      write_block (w, depth - 1);
    }
  if (percent (w, 35))
    {
      line (w);
      fputs ("else", w->out);
      write_block (w, depth - 1);
    }
}

static void
write_loop (struct writer *w, uint32_t depth)
{
  bool before = w->in_loop;
  line (w);
  fputs ("while ", w->out);
  write_condition (w);
  w->in_loop = true;
  write_block (w, depth - 1);
  w->in_loop = before;
}

static void
write_claim (struct writer *w)
{
  line (w);
  fputs (percent (w, 50) ? "assume (" : "assert (", w->out);
  write_bool (w, 2);
  fputs (");\n", w->out);
}

static void
write_jump (struct writer *w)
{
  line (w);
  if (w->in_loop && percent (w, 60))
    fputs (percent (w, 60) ? "break;\n" : "continue;\n", w->out);
  else if (w->in_procedure && w->result)
    {
      fputs ("return ", w->out);
      struct variable v = { .is_bool = w->result_bool, .width = 2 };
      write_value (w, &v);
      fputs (";\n", w->out);
    }
  else
    fputs (w->in_procedure ? "return;\n" : "skip;\n", w->out);
}

static void
write_statement (struct writer *w, uint32_t depth)
{
  uint32_t kind = below (w, 100);
  if (w->left)
    w->left--;
  if (depth > 0 && kind < 14)
    write_sync (w, depth);
  else if (depth > 0 && kind < 22)
    {
      line (w);
      fputs ("unit", w->out);
      write_block (w, depth - 1);
    }
  else if (depth > 0 && kind < 29)
    write_atomic (w, depth);
  else if (depth > 0 && kind < 39)
    write_branch (w, depth);
  else if (depth > 0 && kind < 44)
    write_loop (w, depth);
  else if (kind < 52)
    write_claim (w);
  else if (kind < 58)
    write_declaration (w);
  else if (kind < 63)
    write_call (w);
  else if (kind < 70)
    write_access (w);
  else if (kind < 73 && w->last_held >= 0 && !w->in_atomic && !w->in_procedure)
    {
      line (w);
      fprintf (w->out, "wait l%d;\n", w->last_held);
    }
  else if (kind < 76)
    write_jump (w);
  else
    write_assignment (w);
}

static void
write_block (struct writer *w, uint32_t depth)
{
  uint32_t locals = w->local_count, count = chance_between (&w->chance, 1, 3);
  fputs (" {\n", w->out);
  w->indent++;
  for (uint32_t i = 0; i < count && (i == 0 || w->left > 0); i++)
    write_statement (w, depth);
  w->indent--;
  line (w);
  fputs ("}\n", w->out);
  w->local_count = locals;
}

/* ---- Declarations. ---- */

static void
write_fields (struct writer *w)
{
  uint32_t count = chance_between (&w->chance, 2, 3);
  for (uint32_t i = 0; i < count; i++)
    {
      /* The first two are what procedures may be given: no arrays. */
      struct variable v
        = { .is_field = true, .is_bool = i > 1 && percent (w, 40), .width = 1 };
      if (!v.is_bool)
        v.width = i < 2 ? 2 : chance_between (&w->chance, 1, 3);
      if (i > 1 && percent (w, 50))
        v.cells = 2;
      snprintf (v.name, sizeof v.name, "f%" PRIu32, i);
      fputs ("field ", w->out);
      if (percent (w, 20))
        fputs ("volatile ", w->out);
      write_type (w, &v);
      fputs (v.name, w->out);
      if (v.cells)
        fprintf (w->out, "[%" PRIu32 "]", v.cells);
      if (percent (w, 8))
        fputs (" = *", w->out);
      else if (percent (w, 30))
        fputs (v.is_bool ? " = true" : " = 1", w->out);
      fputs (";\n", w->out);
      w->fields[w->field_count++] = v;
    }
  w->plain = percent (w, 20);
  if (w->plain)
    fputs ("field p0;\n", w->out);
  if (percent (w, 25))
    fputs ("atomicset A { f0, f1 }\n", w->out);
  if (percent (w, 30))
    {
      fprintf (w->out, "exclusive f%" PRIu32 " when (", below (w, 2));
      if (percent (w, 50))
        fprintf (w->out, "f%" PRIu32 " == self", below (w, 2));
      else
        write_bool (w, 2);
      fputs (");\n", w->out);
    }
}

static void
write_procedures (struct writer *w)
{
  uint32_t count = below (w, 3);
  for (uint32_t i = 0; i < count; i++)
    {
      struct procedure p = { .params = below (w, 3),
                             .result = percent (w, 60),
                             .is_bool = percent (w, 30),
                             .takes_field = percent (w, 25) };
      w->local_count = 0;
      w->named = 0;
      fprintf (w->out, "proc q%" PRIu32 "(", i);
      if (p.params > 0)
        {
          fputs ("int(3) x", w->out);
          w->locals[w->local_count++] = (struct variable){ .name = "x", .width = 3 };
        }
      if (p.params > 1)
        {
          fputs (", bool y", w->out);
          w->locals[w->local_count++]
            = (struct variable){ .name = "y", .width = 1, .is_bool = true };
        }
      if (p.takes_field)
        {
          fprintf (w->out, "%sfield g", p.params ? ", " : "");
          w->locals[w->local_count++]
            = (struct variable){ .name = "g", .width = 2, .is_field = true };
        }
      fputc (')', w->out);
      if (p.result)
        fputs (p.is_bool ? " : bool" : " : int(2)", w->out);
      w->in_procedure = true;
      w->result = p.result;
      w->result_bool = p.is_bool;
      w->left = chance_between (&w->chance, 1, 3);
      fputs (" {\n", w->out);
      w->indent = 1;
      while (w->left > 0)
        write_statement (w, 1);
      if (p.result)
        {
          struct variable v = { .is_bool = p.is_bool, .width = 2 };
          fputs ("  return ", w->out);
          write_value (w, &v);
          fputs (";\n", w->out);
        }
      fputs ("}\n", w->out);
      w->in_procedure = w->result = false;
      w->procedures[w->procedure_count++] = p;
      w->callable = w->procedure_count;
    }
}

static void
write_processes (struct writer *w)
{
  w->processes = chance_between (&w->chance, 2, 3);
  w->life = percent (w, 15);
  for (uint32_t i = 0; i < w->processes; i++)
    {
      bool twice = percent (w, 15) && w->processes == 2;
      fprintf (w->out, "process P%" PRIu32 "%s {\n", i, twice ? "[2]" : "");
      w->local_count = w->named = 0;
      w->indent = 1;
      w->left = chance_between (&w->chance, 1, w->processes == 2 ? 6 : 4);
      if (w->life && i == 0)
        fputs ("  start P1;\n", w->out);
      if (percent (w, 40))
        {
          fputs ("  unit", w->out);
          write_block (w, 3);
        }
      if (percent (w, 25))
        {
          line (w);
          write_crossed (w);
        }
      while (w->left > 0)
        write_statement (w, 3);
      if (w->life && i == 0)
        {
          fputs ("  join P1;\n", w->out);
          write_statement (w, 1);
        }
      fputs ("}\n", w->out);
    }
}

void
values_write (FILE *out, uint64_t seed)
{
  struct writer w = { .out = out, .chance = { chance_mix (seed + 1) }, .last_held = -1 };
  w.locks = chance_between (&w.chance, 1, 2);
  w.slots = chance_percent (&w.chance, 30) ? 2 : 0;
  for (uint32_t i = 0; i < w.locks; i++)
    fprintf (out, "lock l%" PRIu32 ";\n", i);
  if (w.slots)
    fprintf (out, "lock slot[%" PRIu32 "];\n", w.slots);
  write_fields (&w);
  write_procedures (&w);
  write_processes (&w);
}
