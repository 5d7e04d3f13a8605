/* random_data.c -- see random_data.h.
 *
 *     field int(2) f1 = 1, f2;   field bool b1;   field int(2) a1[2];   field u1;
 *     lock l1, l2, s1[2];
 *     exclusive f2 when (f1 == self);
 *     class C { field int(2) x; lock m; proc add(int(2) n) : int(2) { ... } }
 *     object C o;
 *     proc p1(int(2) n, bool c) : int(2) { ... }
 *     proc q(lock l, field g) { sync l { ... } }
 *     process P1 { ... }   process P2[2] { ... }
 *
 * What keeps a model valid: expressions are made for a type; an index is a constant
 * within the array, or no constant; nothing is divided by a constant; `*' stands only
 * where the type is clear; a procedure calls only those before it; locks are taken by
 * `sync'; a process waits only for the innermost of its locks, not inside `atomic'; the
 * first process starts and joins, and no procedure does.
 *
 * What keeps it small: fields have few bits; loops go a few rounds, or end by data.
 */
#include <config.h>

#include "random_data.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

#include "chance.h"

#define MOST_LOCALS 16
#define NO_LOCK UINT32_MAX

/* A local, parameter or counter that is in scope. */
struct local
{
  uint32_t number;
  bool is_bool;
  bool is_fixed; /* a counter: it is not assigned to */
};

struct brew
{
  FILE *out;
  struct chance chance;
  /* The model. */
  uint32_t ints, bools, cells, untyped, locks, slots; /* numbers of each; 0: none */
  bool has_class, has_binder, has_order, has_waits, has_wide, has_circle;
  uint32_t processes, copies; /* bodies; copies of the last one */
  uint32_t procedures;        /* that may be called */
  /* The body that is written. */
  struct local locals[MOST_LOCALS];
  uint32_t local_count, next_local;
  uint32_t budget; /* statements left */
  uint32_t loops;  /* around this point */
  uint32_t atomics;
  uint32_t innermost; /* the lock that a wait may be for, or NO_LOCK */
  bool is_process, has_result;
};

static bool
percent (struct brew *b, uint32_t percentage)
{
  return chance_percent (&b->chance, percentage);
}

static uint32_t
below (struct brew *b, uint32_t bound)
{
  return chance_below (&b->chance, bound);
}

static uint32_t
between (struct brew *b, uint32_t low, uint32_t high)
{
  return chance_between (&b->chance, low, high);
}

static void put_int (struct brew *b, uint32_t depth);
static void put_bool (struct brew *b, uint32_t depth);
static void put_variable (struct brew *b);
static void put_index (struct brew *b, uint32_t count);
static void put_int_field (struct brew *b);
static void put_condition (struct brew *b);
static void put_block (struct brew *b, uint32_t level, uint32_t most);

/* One of WORDS, which have blanks between them. */
static void
put_word (struct brew *b, const char *words)
{
  uint32_t count = 1;
  for (const char *c = words; *c; c++)
    count += *c == ' ';
  for (uint32_t skipped = below (b, count); skipped > 0; skipped--)
    words = strchr (words, ' ') + 1;
  fprintf (b->out, "%.*s", (int) strcspn (words, " "), words);
}

/* Print FORMAT.  What it names is drawn while it is printed, from left to right:
     %u, %s      a number, a text
     %w          one of the words of a text, which have blanks between them
     %I, %B      an int or a bool expression, of this depth
     %V, %F, %f  an int that is no constant; a field of ints or one of its cells; a
                 field of ints by its name
     %l          a literal
     %x          an index of an array of this size
     %?          a condition, in parentheses
     %>          the indentation of this level
     %{          a block at this level, of at most two or, as %[, three statements */
static void
say (struct brew *b, const char *format, ...)
{
  va_list values;
  va_start (values, format);
  for (const char *c = format; *c; c++)
    {
      if (*c != '%')
        {
          fputc (*c, b->out);
          continue;
        }
      switch (*++c)
        {
        case 'u': fprintf (b->out, "%" PRIu32, va_arg (values, uint32_t)); break;
        case 's': fputs (va_arg (values, const char *), b->out); break;
        case 'w': put_word (b, va_arg (values, const char *)); break;
        case 'I': put_int (b, va_arg (values, uint32_t)); break;
        case 'B': put_bool (b, va_arg (values, uint32_t)); break;
        case 'V': put_variable (b); break;
        case 'F': put_int_field (b); break;
        case 'f': fprintf (b->out, "f%" PRIu32, 1 + below (b, b->ints)); break;
        case 'l': put_word (b, "0 1 1 2 3 -1 0x1"); break;
        case 'x': put_index (b, va_arg (values, uint32_t)); break;
        case '?': put_condition (b); break;
        case '>': fprintf (b->out, "%*s", 2 * (int) va_arg (values, uint32_t), ""); break;
        default:
          assert (*c == '{' || *c == '[');
          put_block (b, va_arg (values, uint32_t), *c == '{' ? 2 : 3);
        }
    }
  va_end (values);
}

/* ---- Expressions. ---- */

/* A local of the type; null if there is none, or not among those to be assigned to. */
static const struct local *
pick_local (struct brew *b, bool is_bool, bool to_assign)
{
  const struct local *fitting[MOST_LOCALS];
  uint32_t count = 0;
  for (uint32_t i = 0; i < b->local_count; i++)
    if (b->locals[i].is_bool == is_bool && !(to_assign && b->locals[i].is_fixed))
      fitting[count++] = &b->locals[i];
  return count == 0 ? NULL : fitting[below (b, count)];
}

/* An int that is no constant, and at best no step. */
static void
put_variable (struct brew *b)
{
  const struct local *local = percent (b, 70) ? pick_local (b, false, false) : NULL;
  if (local)
    say (b, "v%u", local->number);
  else
    say (b, percent (b, 15) ? "self" : "%f");
}

static void
put_index (struct brew *b, uint32_t count)
{
  uint32_t kind = below (b, 10);
  if (kind < 3)
    say (b, "%u", below (b, count));
  else
    say (b, kind < 6 ? "%V & 1" : kind < 8 ? "%V" : "%V + 1");
}

static void
put_int_field (struct brew *b)
{
  if (b->has_class && percent (b, 15))
    say (b, "o.x");
  else if (b->cells > 0 && percent (b, 35))
    say (b, "a1[%x]", b->cells);
  else
    say (b, "%f");
}

static void
put_int_operator (struct brew *b, uint32_t depth)
{
  uint32_t kind = below (b, 20);
  if (kind < 12)
    say (b, "(%I %w %I)", depth, "+ + - * & | ^", depth);
  else if (kind < 14)
    say (b, kind == 12 ? "(-%V)" : "(~%V)");
  else if (kind < 16)
    say (b, "(%B ? %I : %I)", depth, depth, depth);
  else
    {
      static const char *const wrong[] = { "/", "%", "<<", ">>" };
      say (b, "(%I %s %V)", depth, wrong[kind - 16]);
    }
}

static void
put_int (struct brew *b, uint32_t depth)
{
  uint32_t kind = below (b, 20);
  const struct local *local = pick_local (b, false, false);
  if (depth > 0 && kind < 7)
    put_int_operator (b, depth - 1);
  else if (local && kind < 13)
    say (b, "v%u", local->number);
  else
    say (b, kind < 16 ? "%F" : kind < 17 ? "self" : "%l");
}

static void
put_comparison (struct brew *b, uint32_t depth)
{
  say (b, percent (b, 60) ? "%V %w %I" : "%F %w %I",
       "== == != < <= > >=", depth > 0 ? depth - 1 : 0);
}

static void
put_bool (struct brew *b, uint32_t depth)
{
  uint32_t kind = below (b, 20);
  const struct local *local = pick_local (b, true, false);
  if (depth > 0 && kind < 6)
    {
      static const char *const signs[] = { "&&", "&&", "||", "||", "==", "!=" };
      say (b, "(%B %s %B)", depth - 1, signs[kind], depth - 1);
    }
  else if (depth > 0 && kind < 8)
    say (b, "!(%B)", depth - 1);
  else if (local && kind < 11)
    say (b, "v%u", local->number);
  else if (b->bools > 0 && kind < 15)
    say (b, "b%u", 1 + below (b, b->bools));
  else
    {
      say (b, "(");
      put_comparison (b, depth);
      say (b, ")");
    }
}

/* An expression in parentheses, which a condition has anyway. */
static void
put_condition (struct brew *b)
{
  say (b, "(");
  if (percent (b, 12))
    say (b, "*");
  else if (percent (b, 55))
    put_comparison (b, 1);
  else
    put_bool (b, 2);
  say (b, ")");
}

/* What is assigned: now and then any value. */
static void
put_value (struct brew *b, bool is_bool)
{
  if (percent (b, 8))
    say (b, "*");
  else if (is_bool)
    put_bool (b, 1);
  else
    put_int (b, percent (b, 70) ? 1 : 2);
}

/* ---- Statements. ---- */

static void put_statements (struct brew *b, uint32_t level, uint32_t count);

static void
put_block (struct brew *b, uint32_t level, uint32_t most)
{
  uint32_t scope = b->local_count;
  say (b, " {\n");
  put_statements (b, level + 1, between (b, percent (b, 10) ? 0 : 1, most));
  b->local_count = scope;
  say (b, "%>}", level);
}

/* Declare a local; its name is in scope afterwards.  Without room it is not. */
static void
add_local (struct brew *b, bool is_bool, bool is_fixed)
{
  if (b->local_count < MOST_LOCALS)
    b->locals[b->local_count++] = (struct local){ b->next_local, is_bool, is_fixed };
  b->next_local++;
}

static void
put_local_declaration (struct brew *b)
{
  bool is_bool = percent (b, 25), is_wide = !is_bool && percent (b, 15);
  say (b, "%s v%u", is_wide ? "int" : is_bool ? "bool" : "int(2)", b->next_local);
  if (percent (b, 85))
    {
      say (b, " = ");
      if (is_wide)
        put_int (b, 1); /* any of 2^32 would be too many */
      else
        put_value (b, is_bool);
    }
  say (b, ";\n");
  add_local (b, is_bool, is_wide);
}

static void
put_assignment (struct brew *b)
{
  bool is_bool = b->bools > 0 && percent (b, 25);
  const struct local *local = percent (b, 30) ? pick_local (b, is_bool, true) : NULL;
  if (local)
    say (b, "v%u", local->number);
  else if (is_bool)
    say (b, "b%u", 1 + below (b, b->bools));
  else if (b->has_wide && percent (b, 15))
    {
      say (b, "w1 = %l;\n"); /* a field of 32 bits gets few values */
      return;
    }
  else
    put_int_field (b);
  if (!is_bool && percent (b, 30))
    say (b, " %w %I;\n", "+= += -= ^= |= *=", 0);
  else
    {
      say (b, " = ");
      put_value (b, is_bool);
      say (b, ";\n");
    }
}

static void
put_access (struct brew *b)
{
  say (b, percent (b, 60) ? "read " : "write ");
  if (b->untyped > 0 && percent (b, 60))
    say (b, "u1;\n");
  else
    say (b, b->cells > 0 && percent (b, 30) ? "a1;\n" : "%F;\n");
}

static void
put_call (struct brew *b)
{
  const struct local *local = percent (b, 60) ? pick_local (b, false, true) : NULL;
  if (b->has_binder && percent (b, 35))
    {
      say (b, "call q(l%u, %f);\n", 1 + below (b, b->locks));
      return;
    }
  bool is_method = b->has_class && percent (b, 40);
  if (!is_method && b->procedures == 0)
    {
      put_assignment (b);
      return;
    }
  if (local)
    say (b, "v%u = ", local->number);
  else if (percent (b, 40))
    say (b, "%F = ");
  if (is_method)
    say (b, "call o.add(%I);\n", 1);
  else
    say (b, "call p%u(%I, %B);\n", 1 + below (b, b->procedures), 1, 0);
}

/* A loop that counts, that data ends, or that anything ends. */
static void
put_loop (struct brew *b, uint32_t level)
{
  uint32_t counter = b->next_local;
  bool counts = below (b, 10) < 6;
  if (counts)
    {
      add_local (b, false, true);
      say (b, "int(3) v%u = 0;\n%>while (v%u < %u)", counter, level, counter,
           between (b, 1, 2));
    }
  else
    say (b, "while %?");
  uint32_t scope = b->local_count;
  say (b, " {\n");
  b->loops++;
  put_statements (b, level + 1, between (b, counts, 2));
  b->loops--;
  b->local_count = scope;
  if (counts)
    say (b, "%>v%u += 1;\n", level + 1, counter);
  say (b, "%>}\n", level);
}

static void
put_if (struct brew *b, uint32_t level)
{
  say (b, "if %?%{", level);
  if (percent (b, 20))
    say (b, " else if %?%{", level);
  if (percent (b, 40))
    say (b, " else%{", level);
  say (b, "\n");
}

static void
put_sync (struct brew *b, uint32_t level)
{
  uint32_t outer = b->innermost;
  if (b->slots > 0 && percent (b, 50))
    {
      say (b, "sync s1[%x]", b->slots);
      b->innermost = NO_LOCK;
    }
  else
    {
      uint32_t lock = 1 + below (b, b->locks);
      say (b, "sync l%u", lock);
      /* A lock that is held already was taken before the innermost one. */
      b->innermost = outer == 0 ? lock : NO_LOCK;
    }
  say (b, "%[\n", level);
  b->innermost = outer;
}

/* One lock in another, in an order that depends on the process: circles. */
static void
put_nested (struct brew *b, uint32_t number, uint32_t level)
{
  uint32_t count = b->slots > 0 ? b->slots : b->locks;
  const char *format = b->slots > 0 ? "%>sync s1[%u] {\n" : "%>sync l%u {\n";
  uint32_t least = b->slots > 0 ? 0 : 1, outer = b->innermost, scope = b->local_count;
  say (b, format, level, least + number % count);
  b->innermost = NO_LOCK;
  put_statements (b, level + 1, below (b, 2));
  say (b, format, level + 1, least + (number + 1) % count);
  uint32_t inner = b->local_count;
  put_statements (b, level + 2, between (b, 1, 2));
  b->local_count = inner;
  say (b, "%>}\n", level + 1);
  put_statements (b, level + 1, below (b, 2));
  b->local_count = scope;
  say (b, "%>}\n", level);
  b->innermost = outer;
}

static void
put_leave (struct brew *b)
{
  if (b->loops > 0 && percent (b, 70))
    say (b, percent (b, 70) ? "break;\n" : "continue;\n");
  else if (b->has_result)
    say (b, "return %I;\n", 1);
  else
    say (b, percent (b, 50) ? "return;\n" : "skip;\n");
}

static bool
may_wait (const struct brew *b)
{
  return b->has_waits && b->is_process && b->atomics == 0 && b->innermost != NO_LOCK
         && b->innermost > 0;
}

static void
put_statement (struct brew *b, uint32_t level)
{
  uint32_t kind = below (b, 100);
  bool is_deep = level > 4;
  say (b, "%>", level);
  if (may_wait (b) && percent (b, 25))
    say (b, percent (b, 70) ? "wait l%u;\n" : "notifyall l%u;\n", b->innermost);
  else if (kind < 30 || (is_deep && kind >= 66))
    put_assignment (b);
  else if (kind < 38)
    put_local_declaration (b);
  else if (kind < 44)
    put_access (b);
  else if (kind < 53)
    {
      say (b, "assert (%B", percent (b, 50) ? 1 : 2);
      say (b, percent (b, 20) ? ", \"as it should be\");\n" : ");\n");
    }
  else if (kind < 56)
    say (b, "assume (%B);\n", percent (b, 60) ? 1 : 2);
  else if (kind < 64)
    put_call (b);
  else if (kind < 66)
    put_leave (b);
  else if (kind < 78)
    put_sync (b, level);
  else if (kind < 85)
    put_if (b, level);
  else if (kind < 90)
    put_loop (b, level);
  else if (kind < 94)
    {
      b->atomics++;
      say (b, "atomic%[\n", level);
      b->atomics--;
    }
  else if (kind < 98)
    say (b, "unit%[\n", level);
  else
    say (b, "choose%{ or%{\n", level, level);
}

static void
put_statements (struct brew *b, uint32_t level, uint32_t count)
{
  for (uint32_t i = 0; i < count && b->budget > 0; i++)
    {
      b->budget--;
      put_statement (b, level);
    }
}

/* ---- Declarations. ---- */

/* The end of a declaration. */
static void
put_initial (struct brew *b, bool is_bool)
{
  if (percent (b, 40))
    say (b, ";\n");
  else if (percent (b, 15))
    say (b, " = *;\n");
  else
    say (b, is_bool ? " = %w;\n" : " = %l;\n", "true false");
}

static void
put_fields (struct brew *b)
{
  for (uint32_t i = 1; i <= b->ints; i++)
    {
      say (b, percent (b, 10) ? "field volatile %w f%u" : "field %w f%u",
           "int(2) int(2) int(2) int(1) int(3)", i);
      put_initial (b, false);
    }
  for (uint32_t i = 1; i <= b->bools; i++)
    {
      say (b, "field bool b%u", i);
      put_initial (b, true);
    }
  if (b->cells > 0)
    {
      say (b, "field int(2) a1[%u]", b->cells);
      put_initial (b, false);
    }
  say (b, "%s%slock l1", b->has_wide ? "field int w1;\n" : "",
       b->untyped > 0 ? "field u1;\n" : "");
  for (uint32_t i = 2; i <= b->locks; i++)
    say (b, ", l%u", i);
  if (b->slots > 0)
    say (b, ", s1[%u]", b->slots);
  say (b, ";\n");
}

/* An access predicate of one of the fields. */
static void
put_exclusive (struct brew *b)
{
  static const char *const owners[] = { " == self", " != self", " == self - 1" };
  uint32_t kind = below (b, 4);
  say (b, "exclusive %f when (");
  if (kind == 0)
    put_bool (b, 1);
  else
    {
      say (b, "%f%s", owners[kind - 1]);
      if (percent (b, 30))
        say (b, " || %B", 0);
    }
  say (b, ");\n");
}

static void
start_body (struct brew *b, bool is_process, uint32_t budget)
{
  b->local_count = 0;
  b->next_local = 1;
  b->budget = budget;
  b->loops = b->atomics = 0;
  b->innermost = is_process ? 0 : NO_LOCK;
  b->is_process = is_process;
  b->has_result = false;
}

static void
put_class (struct brew *b)
{
  say (b, "class C {\n  field int(2) x;\n  lock m;\n");
  say (b, "  proc add(int(2) n) : int(2) {\n");
  say (b, percent (b, 50) ? "    sync m { x = x + n; }\n" : "    x += n;\n");
  say (b, percent (b, 50) ? "    return x;\n  }\n" : "    return this.x - n;\n  }\n");
  say (b, "}\nobject C o;\n");
}

static void
put_binder (struct brew *b)
{
  say (b, "proc q(lock l, field g) {\n");
  say (b, percent (b, 60) ? "  sync l { g = g + 1; }\n"
                          : "  read g;\n  sync l { write g; }\n");
  say (b, percent (b, 40) ? "  assert (g != 1);\n}\n" : "}\n");
}

/* A procedure, which may call those before it. */
static void
put_procedure (struct brew *b, uint32_t number)
{
  start_body (b, false, between (b, 1, 3));
  say (b, "proc p%u(int(2) v1, bool v2) : int(2) {\n", number);
  add_local (b, false, false);
  add_local (b, true, false);
  b->has_result = true;
  put_statements (b, 1, 3);
  say (b, "  return %I;\n}\n", 1);
}

static void
put_start_or_join (struct brew *b, const char *word, uint32_t level)
{
  say (b, "%>%s P%u", level, word, b->processes);
  if (b->copies > 1 && percent (b, 40))
    say (b, "[%u]", below (b, b->copies));
  say (b, ";\n");
}

static void
put_process (struct brew *b, uint32_t number)
{
  bool leads = b->has_order && number == 1, is_unit = percent (b, 40);
  uint32_t level = is_unit ? 2 : 1;
  start_body (b, true, between (b, 3, b->processes > 2 || b->copies > 1 ? 4 : 6));
  say (b, "process P%u", number);
  if (number == b->processes && b->copies > 1)
    say (b, "[%u]", b->copies);
  say (b, is_unit ? " {\n  unit {\n" : " {\n");
  if (leads)
    {
      put_statements (b, level, below (b, 3));
      put_start_or_join (b, "start", level);
      put_statements (b, level, between (b, 1, 3));
      if (percent (b, 60))
        put_start_or_join (b, "join", level);
    }
  if (b->has_circle)
    {
      put_statements (b, level, below (b, 2));
      put_nested (b, number, level);
    }
  put_statements (b, level, 6);
  say (b, is_unit ? "  }\n}\n" : "}\n");
}

static void
draw_model (struct brew *b)
{
  b->ints = between (b, 1, 2);
  b->bools = percent (b, 50) ? 1 : 0;
  b->cells = percent (b, 35) ? between (b, 2, 3) : 0;
  b->untyped = percent (b, 20) ? 1 : 0;
  b->has_wide = percent (b, 15);
  b->locks = between (b, 1, 2);
  b->slots = percent (b, 35) ? between (b, 2, 3) : 0;
  b->has_circle = (b->locks > 1 || b->slots > 0) && percent (b, 35);
  b->has_class = percent (b, 10);
  b->has_binder = percent (b, 15);
  b->has_order = percent (b, 30);
  b->has_waits = percent (b, 15);
  b->processes = percent (b, 80) ? 2 : 3;
  b->copies = b->processes == 2 && percent (b, 15) ? 2 : 1;
  assert (b->processes + b->copies - 1 <= RANDOM_DATA_PROCESSES);
}

void
random_data_write (FILE *out, uint64_t seed)
{
  struct brew brew = { .out = out, .chance = { seed } };
  struct brew *b = &brew;
  uint32_t procedures;
  fprintf (out, "// phaselock-gen data --seed=%" PRIu64 "\n", seed);
  draw_model (b);
  put_fields (b);
  if (percent (b, 30))
    put_exclusive (b);
  if (b->has_class)
    put_class (b);
  if (b->has_binder)
    put_binder (b);
  procedures = percent (b, 40) ? between (b, 1, 2) : 0;
  for (uint32_t i = 1; i <= procedures; i++)
    {
      put_procedure (b, i);
      b->procedures = i;
    }
  for (uint32_t i = 1; i <= b->processes; i++)
    put_process (b, i);
}
