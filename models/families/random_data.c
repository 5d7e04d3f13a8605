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

static void
put (struct brew *b, const char *text)
{
  fputs (text, b->out);
}

static void
put_number (struct brew *b, const char *prefix, uint32_t number)
{
  fprintf (b->out, "%s%" PRIu32, prefix, number);
}

static void
indent (struct brew *b, uint32_t level)
{
  fprintf (b->out, "%*s", (int) (2 * level), "");
}

/* ---- Expressions. ---- */

static void put_int (struct brew *b, uint32_t depth);
static void put_bool (struct brew *b, uint32_t depth);

/* A local of the type; null if there is none, or not among those to be assigned to. */
static const struct local *
pick_local (struct brew *b, bool is_bool, bool to_assign)
{
  uint32_t count = 0, wanted;
  for (uint32_t i = 0; i < b->local_count; i++)
    count += b->locals[i].is_bool == is_bool && !(to_assign && b->locals[i].is_fixed);
  if (count == 0)
    return NULL;
  wanted = below (b, count);
  for (uint32_t i = 0;; i++)
    {
      assert (i < b->local_count);
      if (b->locals[i].is_bool == is_bool && !(to_assign && b->locals[i].is_fixed)
          && wanted-- == 0)
        return &b->locals[i];
    }
}

static void
put_local (struct brew *b, const struct local *local)
{
  put_number (b, "v", local->number);
}

/* An int that is no constant, and at best no step. */
static void
put_variable (struct brew *b)
{
  const struct local *local = percent (b, 70) ? pick_local (b, false, false) : NULL;
  if (local)
    put_local (b, local);
  else if (percent (b, 15))
    put (b, "self");
  else
    put_number (b, "f", 1 + below (b, b->ints));
}

/* An index of an array of COUNT. */
static void
put_index (struct brew *b, uint32_t count)
{
  uint32_t kind = below (b, 10);
  if (kind < 3)
    put_number (b, "", below (b, count));
  else if (kind < 6)
    {
      put_variable (b);
      put (b, " & 1");
    }
  else
    {
      put_variable (b);
      put (b, kind < 8 ? "" : " + 1");
    }
}

static void
put_cell (struct brew *b)
{
  put (b, "a1[");
  put_index (b, b->cells);
  put (b, "]");
}

/* A field of ints, or one of their cells. */
static void
put_int_field (struct brew *b)
{
  if (b->has_class && percent (b, 15))
    put (b, "o.x");
  else if (b->cells > 0 && percent (b, 35))
    put_cell (b);
  else
    put_number (b, "f", 1 + below (b, b->ints));
}

static void
put_literal (struct brew *b)
{
  static const char *const literals[] = { "0", "1", "1", "2", "3", "-1", "0x1" };
  put (b, literals[below (b, sizeof literals / sizeof *literals)]);
}

static void
put_int_operator (struct brew *b, uint32_t depth)
{
  static const char *const signs[] = { " + ", " + ", " - ", " * ", " & ", " | ", " ^ " };
  uint32_t kind = below (b, 20);
  put (b, "(");
  if (kind < 12)
    {
      put_int (b, depth - 1);
      put (b, signs[below (b, sizeof signs / sizeof *signs)]);
      put_int (b, depth - 1);
    }
  else if (kind < 14)
    {
      put (b, kind == 12 ? "-" : "~");
      put_variable (b);
    }
  else if (kind < 16)
    {
      put_bool (b, depth - 1);
      put (b, " ? ");
      put_int (b, depth - 1);
      put (b, " : ");
      put_int (b, depth - 1);
    }
  else
    {
      static const char *const wrong[] = { " / ", " % ", " << ", " >> " };
      put_int (b, depth - 1);
      put (b, wrong[kind - 16]);
      put_variable (b);
    }
  put (b, ")");
}

static void
put_int (struct brew *b, uint32_t depth)
{
  uint32_t kind = below (b, 20);
  const struct local *local = pick_local (b, false, false);
  if (depth > 0 && kind < 7)
    put_int_operator (b, depth);
  else if (local && kind < 13)
    put_local (b, local);
  else if (kind < 16)
    put_int_field (b);
  else if (kind < 17)
    put (b, "self");
  else
    put_literal (b);
}

static void
put_comparison (struct brew *b, uint32_t depth)
{
  static const char *const signs[]
    = { " == ", " == ", " != ", " < ", " <= ", " > ", " >= " };
  if (percent (b, 60))
    put_variable (b);
  else
    put_int_field (b);
  put (b, signs[below (b, sizeof signs / sizeof *signs)]);
  put_int (b, depth > 0 ? depth - 1 : 0);
}

static void
put_bool (struct brew *b, uint32_t depth)
{
  uint32_t kind = below (b, 20);
  const struct local *local = pick_local (b, true, false);
  if (depth > 0 && kind < 6)
    {
      static const char *const signs[]
        = { " && ", " && ", " || ", " || ", " == ", " != " };
      put (b, "(");
      put_bool (b, depth - 1);
      put (b, signs[kind]);
      put_bool (b, depth - 1);
      put (b, ")");
    }
  else if (depth > 0 && kind < 8)
    {
      put (b, "!(");
      put_bool (b, depth - 1);
      put (b, ")");
    }
  else if (local && kind < 11)
    put_local (b, local);
  else if (b->bools > 0 && kind < 15)
    put_number (b, "b", 1 + below (b, b->bools));
  else
    {
      put (b, "(");
      put_comparison (b, depth);
      put (b, ")");
    }
}

/* An expression in parentheses, which a condition has anyway. */
static void
put_condition (struct brew *b)
{
  put (b, "(");
  if (percent (b, 12))
    put (b, "*");
  else if (percent (b, 55))
    put_comparison (b, 1);
  else
    put_bool (b, 2);
  put (b, ")");
}

/* What is assigned: now and then any value. */
static void
put_value (struct brew *b, bool is_bool)
{
  if (percent (b, 8))
    put (b, "*");
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
  put (b, " {\n");
  put_statements (b, level + 1, between (b, percent (b, 10) ? 0 : 1, most));
  b->local_count = scope;
  indent (b, level);
  put (b, "}");
}

static const char *
type_of (bool is_bool)
{
  return is_bool ? "bool" : "int(2)";
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
  fprintf (b->out, "%s v%" PRIu32, is_wide ? "int" : type_of (is_bool), b->next_local);
  if (percent (b, 85))
    {
      put (b, " = ");
      if (is_wide)
        put_int (b, 1); /* any of 2^32 would be too many */
      else
        put_value (b, is_bool);
    }
  put (b, ";\n");
  add_local (b, is_bool, is_wide);
}

static void
put_assignment (struct brew *b)
{
  static const char *const updates[] = { " += ", " += ", " -= ", " ^= ", " |= ", " *= " };
  bool is_bool = b->bools > 0 && percent (b, 25);
  const struct local *local = percent (b, 30) ? pick_local (b, is_bool, true) : NULL;
  if (local)
    put_local (b, local);
  else if (is_bool)
    put_number (b, "b", 1 + below (b, b->bools));
  else if (b->has_wide && percent (b, 15))
    {
      /* A field of 32 bits gets few values. */
      put (b, "w1 = ");
      put_literal (b);
      put (b, ";\n");
      return;
    }
  else
    put_int_field (b);
  if (!is_bool && percent (b, 30))
    {
      put (b, updates[below (b, sizeof updates / sizeof *updates)]);
      put_int (b, 0);
    }
  else
    {
      put (b, " = ");
      put_value (b, is_bool);
    }
  put (b, ";\n");
}

static void
put_access (struct brew *b)
{
  put (b, percent (b, 60) ? "read " : "write ");
  if (b->untyped > 0 && percent (b, 60))
    put (b, "u1");
  else if (b->cells > 0 && percent (b, 30))
    put (b, "a1");
  else
    put_int_field (b);
  put (b, ";\n");
}

static void
put_call (struct brew *b)
{
  const struct local *local = percent (b, 60) ? pick_local (b, false, true) : NULL;
  if (b->has_binder && percent (b, 35))
    {
      fprintf (b->out, "call q(l%" PRIu32 ", ", 1 + below (b, b->locks));
      put_number (b, "f", 1 + below (b, b->ints));
      put (b, ");\n");
      return;
    }
  bool is_method = b->has_class && percent (b, 40);
  if (!is_method && b->procedures == 0)
    {
      put_assignment (b);
      return;
    }
  if (local)
    {
      put_local (b, local);
      put (b, " = ");
    }
  else if (percent (b, 40))
    {
      put_int_field (b);
      put (b, " = ");
    }
  if (is_method)
    put (b, "call o.add(");
  else
    put_number (b, "call p", 1 + below (b, b->procedures));
  if (!is_method)
    put (b, "(");
  put_int (b, 1);
  if (!is_method)
    {
      put (b, ", ");
      put_bool (b, 0);
    }
  put (b, ");\n");
}

/* A loop that counts, that data ends, or that anything ends. */
static void
put_loop (struct brew *b, uint32_t level)
{
  uint32_t kind = below (b, 10), counter = 0;
  if (kind < 6)
    {
      counter = b->next_local;
      fprintf (b->out, "int(3) v%" PRIu32 " = 0;\n", counter);
      add_local (b, false, true);
      indent (b, level);
      fprintf (b->out, "while (v%" PRIu32 " < %" PRIu32 ")", counter, between (b, 1, 2));
    }
  else
    {
      put (b, "while ");
      put_condition (b);
    }
  uint32_t scope = b->local_count;
  put (b, " {\n");
  b->loops++;
  put_statements (b, level + 1, between (b, kind < 6 ? 1 : 0, 2));
  b->loops--;
  b->local_count = scope;
  if (kind < 6)
    {
      indent (b, level + 1);
      fprintf (b->out, "v%" PRIu32 " += 1;\n", counter);
    }
  indent (b, level);
  put (b, "}\n");
}

static void
put_if (struct brew *b, uint32_t level)
{
  put (b, "if ");
  put_condition (b);
  put_block (b, level, 2);
  if (percent (b, 20))
    {
      put (b, " else if ");
      put_condition (b);
      put_block (b, level, 2);
    }
  if (percent (b, 40))
    {
      put (b, " else");
      put_block (b, level, 2);
    }
  put (b, "\n");
}

static void
put_sync (struct brew *b, uint32_t level)
{
  uint32_t outer = b->innermost;
  if (b->slots > 0 && percent (b, 50))
    {
      put (b, "sync s1[");
      put_index (b, b->slots);
      put (b, "]");
      b->innermost = NO_LOCK;
    }
  else
    {
      uint32_t lock = 1 + below (b, b->locks);
      put_number (b, "sync l", lock);
      /* A lock that is held already was taken before the innermost one. */
      b->innermost = outer == 0 ? lock : NO_LOCK;
    }
  put_block (b, level, 3);
  b->innermost = outer;
  put (b, "\n");
}

/* One lock in another, in an order that depends on the process: circles. */
static void
put_nested (struct brew *b, uint32_t number, uint32_t level)
{
  uint32_t count = b->slots > 0 ? b->slots : b->locks;
  const char *name = b->slots > 0 ? "s1[" : "l", *close = b->slots > 0 ? "]" : "";
  uint32_t least = b->slots > 0 ? 0 : 1, outer = b->innermost, scope = b->local_count;
  indent (b, level);
  fprintf (b->out, "sync %s%" PRIu32 "%s {\n", name, least + number % count, close);
  b->innermost = NO_LOCK;
  put_statements (b, level + 1, below (b, 2));
  indent (b, level + 1);
  fprintf (b->out, "sync %s%" PRIu32 "%s {\n", name, least + (number + 1) % count, close);
  uint32_t inner = b->local_count;
  put_statements (b, level + 2, between (b, 1, 2));
  b->local_count = inner;
  indent (b, level + 1);
  put (b, "}\n");
  put_statements (b, level + 1, below (b, 2));
  b->local_count = scope;
  indent (b, level);
  put (b, "}\n");
  b->innermost = outer;
}

static void
put_blocked (struct brew *b, const char *word, uint32_t level)
{
  bool is_atomic = strcmp (word, "atomic") == 0;
  put (b, word);
  b->atomics += is_atomic;
  put_block (b, level, 3);
  b->atomics -= is_atomic;
  put (b, "\n");
}

static void
put_choose (struct brew *b, uint32_t level)
{
  put (b, "choose");
  put_block (b, level, 2);
  put (b, " or");
  put_block (b, level, 2);
  put (b, "\n");
}

static void
put_assert (struct brew *b)
{
  put (b, "assert (");
  put_bool (b, percent (b, 50) ? 1 : 2);
  put (b, percent (b, 20) ? ", \"as it should be\");\n" : ");\n");
}

static void
put_assume (struct brew *b)
{
  put (b, "assume (");
  put_bool (b, percent (b, 60) ? 1 : 2);
  put (b, ");\n");
}

static void
put_leave (struct brew *b)
{
  if (b->loops > 0 && percent (b, 70))
    put (b, percent (b, 70) ? "break;\n" : "continue;\n");
  else if (b->has_result)
    {
      put (b, "return ");
      put_int (b, 1);
      put (b, ";\n");
    }
  else
    put (b, percent (b, 50) ? "return;\n" : "skip;\n");
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
  indent (b, level);
  if (may_wait (b) && percent (b, 25))
    {
      put_number (b, percent (b, 70) ? "wait l" : "notifyall l", b->innermost);
      put (b, ";\n");
    }
  else if (kind < 30 || (is_deep && kind >= 66))
    put_assignment (b);
  else if (kind < 38)
    put_local_declaration (b);
  else if (kind < 44)
    put_access (b);
  else if (kind < 53)
    put_assert (b);
  else if (kind < 56)
    put_assume (b);
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
    put_blocked (b, "atomic", level);
  else if (kind < 98)
    put_blocked (b, "unit", level);
  else
    put_choose (b, level);
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

static void
put_initial (struct brew *b, bool is_bool)
{
  if (percent (b, 40))
    return;
  if (percent (b, 15))
    put (b, " = *");
  else if (is_bool)
    put (b, percent (b, 50) ? " = true" : " = false");
  else
    {
      put (b, " = ");
      put_literal (b);
    }
}

static void
put_fields (struct brew *b)
{
  static const char *const types[] = { "int(2)", "int(2)", "int(2)", "int(1)", "int(3)" };
  for (uint32_t i = 1; i <= b->ints; i++)
    {
      put (b, percent (b, 10) ? "field volatile " : "field ");
      put (b, types[below (b, sizeof types / sizeof *types)]);
      put_number (b, " f", i);
      put_initial (b, false);
      put (b, ";\n");
    }
  for (uint32_t i = 1; i <= b->bools; i++)
    {
      put_number (b, "field bool b", i);
      put_initial (b, true);
      put (b, ";\n");
    }
  if (b->cells > 0)
    {
      put_number (b, "field int(2) a1[", b->cells);
      put (b, "]");
      put_initial (b, false);
      put (b, ";\n");
    }
  if (b->has_wide)
    put (b, "field int w1;\n");
  if (b->untyped > 0)
    put (b, "field u1;\n");
  put (b, "lock l1");
  for (uint32_t i = 2; i <= b->locks; i++)
    put_number (b, ", l", i);
  if (b->slots > 0)
    {
      put_number (b, ", s1[", b->slots);
      put (b, "]");
    }
  put (b, ";\n");
}

/* An access predicate of one of the fields. */
static void
put_exclusive (struct brew *b)
{
  uint32_t kind = below (b, 4);
  put_number (b, "exclusive f", 1 + below (b, b->ints));
  put (b, " when (");
  if (kind == 0)
    put_bool (b, 1);
  else
    {
      put_number (b, "f", 1 + below (b, b->ints));
      put (b, kind == 1 ? " == self" : kind == 2 ? " != self" : " == self - 1");
      if (percent (b, 30))
        {
          put (b, " || ");
          put_bool (b, 0);
        }
    }
  put (b, ");\n");
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
  put (b, "class C {\n  field int(2) x;\n  lock m;\n");
  put (b, "  proc add(int(2) n) : int(2) {\n");
  put (b, percent (b, 50) ? "    sync m { x = x + n; }\n" : "    x += n;\n");
  put (b, percent (b, 50) ? "    return x;\n  }\n" : "    return this.x - n;\n  }\n");
  put (b, "}\nobject C o;\n");
}

static void
put_binder (struct brew *b)
{
  put (b, "proc q(lock l, field g) {\n");
  put (b, percent (b, 60) ? "  sync l { g = g + 1; }\n"
                          : "  read g;\n  sync l { write g; }\n");
  if (percent (b, 40))
    put (b, "  assert (g != 1);\n");
  put (b, "}\n");
}

/* A procedure, which may call those before it. */
static void
put_procedure (struct brew *b, uint32_t number)
{
  start_body (b, false, between (b, 1, 3));
  put_number (b, "proc p", number);
  fprintf (b->out, "(int(2) v%" PRIu32 ", bool v%" PRIu32 ") : int(2) {\n", b->next_local,
           b->next_local + 1);
  add_local (b, false, false);
  add_local (b, true, false);
  b->has_result = true;
  put_statements (b, 1, 3);
  put (b, "  return ");
  put_int (b, 1);
  put (b, ";\n}\n");
}

static void
put_start_or_join (struct brew *b, const char *word, uint32_t level)
{
  indent (b, level);
  put (b, word);
  put_number (b, " P", b->processes);
  if (b->copies > 1 && percent (b, 40))
    {
      put_number (b, "[", below (b, b->copies));
      put (b, "]");
    }
  put (b, ";\n");
}

static void
put_process (struct brew *b, uint32_t number)
{
  bool leads = b->has_order && number == 1, is_unit = percent (b, 40);
  uint32_t level = is_unit ? 2 : 1;
  start_body (b, true, between (b, 3, b->processes > 2 || b->copies > 1 ? 4 : 6));
  put_number (b, "process P", number);
  if (number == b->processes && b->copies > 1)
    {
      put_number (b, "[", b->copies);
      put (b, "]");
    }
  put (b, is_unit ? " {\n  unit {\n" : " {\n");
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
  put (b, is_unit ? "  }\n}\n" : "}\n");
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
