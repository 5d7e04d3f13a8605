/* families.c -- the scaling families, one function each.
 *
 * Nearly all of them follow one scheme.  Readers read the fields of one atomic
 * set inside a unit, Writers write them inside a unit, both in the same order:
 *
 *     Reader   read a                     read b
 *     Writer            write a  write b              (pattern 11)
 *
 * In the broken variants each access has locks of its own, which are all free
 * between two accesses of a unit, so that the other process fits in.  With a
 * single field the same holes make pattern 2.  In the safe variants one lock is
 * held from the first access of a unit to the last, in every process.  What
 * differs is what stands in the hole, and that is what a family scales.
 *
 * Long lines are deliberate: a nest of k locks is one line of length O(k),
 * where an indented one would take O(k * k) bytes.
 */
#include <config.h>

#include "families.h"

#include "clients.h"
#include "dynamic_families.h"
#include "life_families.h"
#include "lock_families.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum role
{
  READER,
  WRITER,
  ROLES
};

static const char *const role_name[ROLES] = { "Reader", "Writer" };
static const char *const role_verb[ROLES] = { "read", "write" };
static const char role_letter[ROLES] = { 'r', 'w' };

/* ---- pieces of text ---------------------------------------------------- */

/* Fields are a, b, ..., z, f27, f28, ...: short where a person reads them. */
static void
put_field (FILE *out, uint32_t index)
{
  if (index < 26)
    putc ("abcdefghijklmnopqrstuvwxyz"[index], out);
  else
    fprintf (out, "f%" PRIu32, index + 1);
}

/* The line number in the position of the index-th access; 0 for no position. */
static uint32_t
line_of (const struct families_params *params, uint32_t index)
{
  return params->positions ? index + 1 : 0;
}

static void
put_position (FILE *out, enum role role, uint32_t line)
{
  if (line > 0)
    fprintf (out, " @\"%s.java:%" PRIu32 "\"", role_name[role], line);
}

static void
put_access (FILE *out, enum role role, uint32_t field, uint32_t line)
{
  assert (role < ROLES);
  fprintf (out, "%s ", role_verb[role]);
  put_field (out, field);
  put_position (out, role, line);
  putc (';', out);
}

/* A critical section of one lock around one access: `sync l1 { read a; }`. */
static void
put_section (FILE *out, uint32_t lock, enum role role, uint32_t field, uint32_t line)
{
  fprintf (out, "sync l%" PRIu32, lock + 1);
  put_position (out, role, line);
  fputs (" { ", out);
  put_access (out, role, field, line);
  fputs (" }", out);
}

/* Sixteen names per line, so that a declaration of a thousand locks can be read. */
static void
put_separator (FILE *out, uint32_t index)
{
  if (index > 0)
    fputs (index % 16 == 0 ? ",\n  " : ", ", out);
}

/* `locks` counts l1, l2, ...; the lock g comes on top where a guard is wanted. */
static void
put_declarations (FILE *out, uint32_t fields, uint32_t locks, bool guard)
{
  assert (fields > 0);
  assert (locks > 0);
  fputs ("field ", out);
  for (uint32_t i = 0; i < fields && !ferror (out); i++)
    {
      put_separator (out, i);
      put_field (out, i);
    }
  fputs (";\nlock ", out);
  if (guard)
    fputs ("g, ", out);
  for (uint32_t i = 0; i < locks && !ferror (out); i++)
    {
      put_separator (out, i);
      fprintf (out, "l%" PRIu32, i + 1);
    }
  fputs (";\n\n", out);
}

/* Half of the processes read and half write, as copies of two bodies. */
static void
put_process_head (FILE *out, enum role role, uint32_t processes)
{
  assert (role < ROLES);
  assert (processes >= 2);
  const uint32_t copies = role == READER ? processes - processes / 2 : processes / 2;
  fprintf (out, "process %s", role_name[role]);
  if (copies > 1)
    fprintf (out, "[%" PRIu32 "]", copies);
  fputs (" {\n", out);
}

/* The unit of a process body, within the guard g where the model is safe. */
static void
put_unit_head (FILE *out, bool guard)
{
  fputs (guard ? "  sync g { unit {\n" : "  unit {\n", out);
}

static void
put_unit_foot (FILE *out, bool guard)
{
  fputs (guard ? "  } }\n}\n" : "  }\n}\n", out);
}

/* Two accesses are the least that a unit must make to be torn apart. */
static uint32_t
at_least_two (uint32_t accesses)
{
  return accesses < 2 ? 2 : accesses;
}

static uint32_t
larger (uint32_t x, uint32_t y)
{
  return x < y ? y : x;
}

/* ---- the families ------------------------------------------------------ */

/* Locks l<from + 1> to l<locks> nested around one access, on one line. */
static void
put_nest (FILE *out, uint32_t from, uint32_t locks, enum role role, uint32_t field,
          uint32_t line)
{
  assert (from <= locks);
  for (uint32_t i = from; i < locks && !ferror (out); i++)
    fprintf (out, "sync l%" PRIu32 " { ", i + 1);
  put_access (out, role, field, line);
  for (uint32_t i = from; i < locks && !ferror (out); i++)
    fputs (" }", out);
  putc ('\n', out);
}

/* nested: k nested locks around each access.  For --locks=2:
 *
 *     process Reader {                              // Writer writes
 *       unit {
 *         sync l1 { sync l2 { read a; } }
 *         sync l1 { sync l2 { read b; } }
 *       }
 *     }
 *
 * and safe, where the outermost lock spans the unit:
 *
 *       unit {
 *         sync l1 {
 *           sync l2 { read a; }
 *           sync l2 { read b; }
 *         }
 *       }
 */
static void
write_nested (FILE *out, const struct families_params *params)
{
  const uint32_t accesses = at_least_two (params->fields);
  put_declarations (out, params->fields, params->locks, false);
  for (enum role role = READER; role < ROLES; role++)
    {
      put_process_head (out, role, params->processes);
      put_unit_head (out, false);
      if (params->safe)
        fputs ("    sync l1 {\n", out);
      for (uint32_t i = 0; i < accesses && !ferror (out); i++)
        {
          fputs (params->safe ? "      " : "    ", out);
          put_nest (out, params->safe ? 1 : 0, params->locks, role, i % params->fields,
                    line_of (params, i));
        }
      if (params->safe)
        fputs ("    }\n", out);
      put_unit_foot (out, false);
    }
}

/* sequence: k locks one after another, each around an access.  For --locks=2:
 *
 *     process Reader {                              // Writer writes
 *       unit {
 *         sync l1 { read a; }
 *         sync l2 { read b; }
 *       }
 *     }
 *
 * and safe: `sync g { unit { ... } }`.  With fewer locks than fields the locks
 * come round again, so that every field is accessed, and at least two are.
 */
static void
write_sequence (FILE *out, const struct families_params *params)
{
  const uint32_t sections = at_least_two (larger (params->locks, params->fields));
  put_declarations (out, params->fields, params->locks, params->safe);
  for (enum role role = READER; role < ROLES; role++)
    {
      put_process_head (out, role, params->processes);
      put_unit_head (out, params->safe);
      for (uint32_t i = 0; i < sections && !ferror (out); i++)
        {
          fputs ("    ", out);
          put_section (out, i % params->locks, role, i % params->fields,
                       line_of (params, i));
          putc ('\n', out);
        }
      put_unit_foot (out, params->safe);
    }
}

/* chain: a call chain of depth n under one unit, an access on every level.
 * For --size=2 --locks=2:
 *
 *     proc r1 { sync l1 { read a; } call r2; }
 *     proc r2 { sync l2 { read b; } sync l1 { read a; } }
 *     process Reader {                              // Writer calls w1 and writes
 *       unit {
 *         call r1;
 *       }
 *     }
 *
 * and safe: `sync g { unit { ... } }`.  The deepest procedure makes a second
 * access, so that a chain of depth 1 can be broken too.
 */
static void
write_chain (FILE *out, const struct families_params *params)
{
  const uint32_t depth = params->size;
  assert (depth > 0);
  put_declarations (out, params->fields, params->locks, params->safe);
  for (enum role role = READER; role < ROLES; role++)
    {
      const char letter = role_letter[role];
      for (uint32_t i = 0; i < depth && !ferror (out); i++)
        {
          fprintf (out, "proc %c%" PRIu32 " { ", letter, i + 1);
          put_section (out, i % params->locks, role, i % params->fields,
                       line_of (params, i));
          if (i + 1 < depth)
            fprintf (out, " call %c%" PRIu32 "; }\n", letter, i + 2);
          else
            {
              putc (' ', out);
              put_section (out, depth % params->locks, role, depth % params->fields,
                           line_of (params, depth));
              fputs (" }\n", out);
            }
        }
      put_process_head (out, role, params->processes);
      put_unit_head (out, params->safe);
      fprintf (out, "    call %c1;\n", letter);
      put_unit_foot (out, params->safe);
    }
}

/* recursion: k locks taken by recursive procedures and held while they recurse,
 * by themselves and through the last one all together.  For --locks=2 --size=2:
 *
 *     proc r1 { sync l1 { read a; if (*) { call r1; } call r2; } }
 *     proc r2 { sync l2 { read b; if (*) { call r2; } if (*) { call r1; } } }
 *     process Reader {                              // Writer calls w1 and writes
 *       unit {
 *         call r1;
 *         call r1;
 *       }
 *     }
 *
 * l1 is free between the two calls, and there it breaks; safe calls r1 once.
 * There are n procedures, and at least k, so that each lock is used; procedure i
 * takes lock i modulo k.  No procedure has more than three contexts.
 */
static void
write_recursion (FILE *out, const struct families_params *params)
{
  const uint32_t procedures = larger (params->size, params->locks);
  put_declarations (out, params->fields, params->locks, false);
  for (enum role role = READER; role < ROLES; role++)
    {
      const char letter = role_letter[role];
      for (uint32_t i = 0; i < procedures && !ferror (out); i++)
        {
          fprintf (out, "proc %c%" PRIu32 " { sync l%" PRIu32 " { ", letter, i + 1,
                   i % params->locks + 1);
          put_access (out, role, i % params->fields, line_of (params, i));
          fprintf (out, " if (*) { call %c%" PRIu32 "; }", letter, i + 1);
          if (i + 1 < procedures)
            fprintf (out, " call %c%" PRIu32 "; } }\n", letter, i + 2);
          else if (i > 0)
            fprintf (out, " if (*) { call %c1; } } }\n", letter);
          else
            fputs (" } }\n", out);
        }
      put_process_head (out, role, params->processes);
      put_unit_head (out, false);
      for (int calls = params->safe ? 1 : 2; calls > 0; calls--)
        fprintf (out, "    call %c1;\n", letter);
      put_unit_foot (out, false);
    }
}

/* choices: n choices in a row, each between two critical sections of different
 * locks around the same access: 2n locks, and 2^n incomparable sets of locks used
 * between the first access and the last.  For --size=2:
 *
 *     process Reader {                              // Writer writes
 *       unit {
 *         choose { sync l1 { read a; } } or { sync l2 { read a; } }
 *         choose { sync l3 { read b; } } or { sync l4 { read b; } }
 *       }
 *     }
 *
 * and safe: `sync g { unit { ... } }`.
 */
static void
write_choices (FILE *out, const struct families_params *params)
{
  assert (params->size <= UINT32_MAX / 2);
  put_declarations (out, params->fields, 2 * params->size, params->safe);
  for (enum role role = READER; role < ROLES; role++)
    {
      put_process_head (out, role, params->processes);
      put_unit_head (out, params->safe);
      for (uint32_t i = 0; i < params->size && !ferror (out); i++)
        {
          fputs ("    choose { ", out);
          put_section (out, 2 * i, role, i % params->fields, line_of (params, i));
          fputs (" } or { ", out);
          put_section (out, 2 * i + 1, role, i % params->fields, line_of (params, i));
          fputs (" }\n", out);
        }
      put_unit_foot (out, params->safe);
    }
}

/* processes: n processes with a body each, which read and then write every
 * field, process i under the locks i and i + 1 modulo k.
 * For --processes=2 --locks=2 --fields=1:
 *
 *     process P1 {
 *       unit {
 *         sync l1 { read a; } sync l2 { write a; }
 *       }
 *     }
 *     process P2 {
 *       unit {
 *         sync l2 { read a; } sync l1 { write a; }
 *       }
 *     }
 *
 * an update that the other's gets lost in (pattern 1); safe: `sync g { unit { ... } }`.
 * The other families write copies, `process Reader[n]`, whose roles an engine
 * computes once; here no two bodies are the same object.
 */
static void
write_processes (FILE *out, const struct families_params *params)
{
  const uint32_t count = params->size > 0 ? params->size : params->processes;
  assert (count >= 2);
  put_declarations (out, params->fields, params->locks, params->safe);
  for (uint32_t i = 0; i < count && !ferror (out); i++)
    {
      fprintf (out, "process P%" PRIu32 " {\n", i + 1);
      put_unit_head (out, params->safe);
      for (uint32_t field = 0; field < params->fields && !ferror (out); field++)
        {
          fputs ("    ", out);
          put_section (out, i % params->locks, READER, field, line_of (params, field));
          putc (' ', out);
          put_section (out, (i + 1) % params->locks, WRITER, field,
                       line_of (params, field));
          putc ('\n', out);
        }
      put_unit_foot (out, params->safe);
    }
}

/* straight: a straight line of about n statements in all, one small unit after
 * another, at least one a process.  For --locks=2, each unit being 5 statements:
 *
 *     process Reader {                              // Writer writes
 *       unit { sync l1 { read a; } sync l2 { read b; } }
 *       unit { sync l1 { read a; } sync l2 { read b; } }
 *       ...
 *     }
 *
 * and safe: `sync g { unit { ... } }`, 6 statements.  Unit i uses the next two
 * locks and the next two fields.
 */
static void
write_straight (FILE *out, const struct families_params *params)
{
  const uint32_t statements = params->safe ? 6 : 5;
  const uint32_t units = larger (params->size / (2 * statements), 1);
  put_declarations (out, params->fields, params->locks, params->safe);
  for (enum role role = READER; role < ROLES; role++)
    {
      uint32_t lock = 0, field = 0;
      put_process_head (out, role, params->processes);
      for (uint32_t i = 0; i < units && !ferror (out); i++)
        {
          fputs (params->safe ? "  sync g { unit { " : "  unit { ", out);
          for (int access = 0; access < 2; access++)
            {
              put_section (out, lock, role, field, line_of (params, i));
              putc (' ', out);
              lock = (lock + 1) % params->locks;
              field = (field + 1) % params->fields;
            }
          fputs (params->safe ? "} }\n" : "}\n", out);
        }
      fputs ("}\n", out);
    }
}

/* Whether the loop on this level is a `while`; the others are a `loop` with a break. */
static bool
is_while (uint32_t loop, uint32_t level)
{
  return (loop + level) % 2 == 0;
}

/* loops: n loops in a row, each a nest of d loops around an access, under one
 * unit.  For --size=2 --depth=2 --locks=2:
 *
 *     process Reader {                              // Writer writes
 *       unit {
 *         while (*) { loop { sync l1 { read a; } if (*) { break; } } }
 *         loop { while (*) { sync l2 { read b; } } if (*) { break; } }
 *       }
 *     }
 *
 * and safe: `sync g { unit { ... } }`.  One loop is enough to break: it goes round twice.
 */
static void
write_loops (FILE *out, const struct families_params *params)
{
  put_declarations (out, params->fields, params->locks, params->safe);
  for (enum role role = READER; role < ROLES; role++)
    {
      put_process_head (out, role, params->processes);
      put_unit_head (out, params->safe);
      for (uint32_t i = 0; i < params->size && !ferror (out); i++)
        {
          fputs ("    ", out);
          for (uint32_t level = 0; level < params->depth && !ferror (out); level++)
            fputs (is_while (i, level) ? "while (*) { " : "loop { ", out);
          put_section (out, i % params->locks, role, i % params->fields,
                       line_of (params, i));
          for (uint32_t level = params->depth; level-- > 0 && !ferror (out);)
            fputs (is_while (i, level) ? " }" : " if (*) { break; } }", out);
          putc ('\n', out);
        }
      put_unit_foot (out, params->safe);
    }
}

/* ---- the table --------------------------------------------------------- */

/* `processes` counts with its size or with its processes, whichever is given;
 * a size of 0 there means that it is not. */
static const struct family table[] = {
  { .name = "nested",
    .summary = "k nested locks around each access",
    .uses = FAMILIES_LOCKS | FAMILIES_PROCESSES | FAMILIES_FIELDS,
    .defaults = { .locks = 2, .processes = 2, .fields = 2 },
    .write_body = write_nested },
  { .name = "sequence",
    .summary = "k locks one after another, each around an access",
    .uses = FAMILIES_LOCKS | FAMILIES_PROCESSES | FAMILIES_FIELDS,
    .defaults = { .locks = 2, .processes = 2, .fields = 2 },
    .write_body = write_sequence },
  { .name = "chain",
    .summary = "a call chain of depth n, an access on every level",
    .uses = FAMILIES_LOCKS | FAMILIES_SIZE | FAMILIES_PROCESSES | FAMILIES_FIELDS,
    .least_size = 1,
    .defaults = { .locks = 2, .size = 10, .processes = 2, .fields = 2 },
    .write_body = write_chain },
  { .name = "recursion",
    .summary = "k locks taken by n (at least k) recursive procedures",
    .uses = FAMILIES_LOCKS | FAMILIES_SIZE | FAMILIES_PROCESSES | FAMILIES_FIELDS,
    .least_size = 1,
    .defaults = { .locks = 2, .size = 2, .processes = 2, .fields = 2 },
    .write_body = write_recursion },
  { .name = "choices",
    .summary = "n choices, each between two locks around the same access",
    .uses = FAMILIES_SIZE | FAMILIES_PROCESSES | FAMILIES_FIELDS,
    .least_size = 2,
    .defaults = { .size = 4, .processes = 2, .fields = 2 },
    .write_body = write_choices },
  { .name = "processes",
    .summary = "n processes, each with a body of its own",
    .uses = FAMILIES_LOCKS | FAMILIES_SIZE | FAMILIES_PROCESSES | FAMILIES_FIELDS,
    .defaults = { .locks = 2, .processes = 4, .fields = 2 },
    .write_body = write_processes },
  { .name = "straight",
    .summary = "about n statements in a straight line of small units",
    .uses = FAMILIES_LOCKS | FAMILIES_SIZE | FAMILIES_PROCESSES | FAMILIES_FIELDS,
    .least_size = 1,
    .defaults = { .locks = 2, .size = 100, .processes = 2, .fields = 2 },
    .write_body = write_straight },
  { .name = "loops",
    .summary = "n nests of d loops around an access, in one unit",
    .uses = FAMILIES_LOCKS | FAMILIES_SIZE | FAMILIES_PROCESSES | FAMILIES_FIELDS
            | FAMILIES_DEPTH,
    .least_size = 1,
    .defaults = { .locks = 2, .size = 4, .processes = 2, .fields = 2, .depth = 2 },
    .write_body = write_loops },
  { .name = "workers",
    .summary = "a process starts n copies of another one and joins them",
    .uses = FAMILIES_PROCESSES | FAMILIES_FIELDS,
    .defaults = { .processes = 2, .fields = 1 },
    .write_body = life_write_workers },
  { .name = "stages",
    .summary = "a process starts and joins n others, one after another",
    .uses = FAMILIES_PROCESSES | FAMILIES_FIELDS,
    .defaults = { .processes = 2, .fields = 1 },
    .write_body = life_write_stages },
  { .name = "relay",
    .summary = "n processes, each starts and joins the next one",
    .uses = FAMILIES_PROCESSES | FAMILIES_FIELDS,
    .defaults = { .processes = 2, .fields = 1 },
    .write_body = life_write_relay },
  { .name = "philosophers",
    .summary = "n processes that take n locks in a circle, two each",
    .uses = FAMILIES_PROCESSES | FAMILIES_FIELDS,
    .defaults = { .processes = 5, .fields = 1 },
    .write_body = life_write_philosophers },
  { .name = "gates",
    .summary = "k locks in a circle, processes that go through a gate",
    .uses = FAMILIES_LOCKS | FAMILIES_PROCESSES | FAMILIES_FIELDS,
    .defaults = { .locks = 3, .processes = 4, .fields = 1 },
    .write_body = life_write_gates },
  { .name = "clients",
    .summary = "a library like a Java one, and p clients that call its entries",
    .uses = FAMILIES_LOCKS | FAMILIES_PROCESSES | FAMILIES_FIELDS | FAMILIES_PROCEDURES
            | FAMILIES_ENTRIES | FAMILIES_UNLOCKED | FAMILIES_CALLBACKS | FAMILIES_SEED,
    .defaults = { .locks = 8,
                  .processes = 2,
                  .fields = 40,
                  .procedures = 900,
                  .entries = 30,
                  .unlocked = 67,
                  .callbacks = 100,
                  .seed = 1 },
    .write_body = clients_write },
  { .name = "pairs",
    .summary = "one lock of each of k pairs, or both of one",
    .uses = FAMILIES_LOCKS | FAMILIES_PROCESSES,
    .least_locks = 3,
    .defaults = { .locks = 4, .processes = 2 },
    .write_body = locks_write_pairs },
  { .name = "rows",
    .summary = "one lock of each of k rows of three, or all of one",
    .uses = FAMILIES_LOCKS | FAMILIES_PROCESSES,
    .least_locks = 3,
    .defaults = { .locks = 4, .processes = 2 },
    .write_body = locks_write_rows },
  { .name = "window",
    .summary = "recursive: all but three of k locks in a circle",
    .uses = FAMILIES_LOCKS | FAMILIES_PROCESSES,
    .least_locks = 4,
    .defaults = { .locks = 8, .processes = 2 },
    .write_body = locks_write_window },
  { .name = "spiral",
    .summary = "recursive: some of k locks in a circle, or all",
    .uses = FAMILIES_LOCKS | FAMILIES_PROCESSES,
    .least_locks = 3,
    .defaults = { .locks = 6, .processes = 2 },
    .write_body = locks_write_spiral },
  { .name = "majority",
    .summary = "a majority of k locks in any order",
    .uses = FAMILIES_LOCKS | FAMILIES_PROCESSES,
    .least_locks = 3,
    .defaults = { .locks = 6, .processes = 2 },
    .write_body = locks_write_majority },
  { .name = "tower",
    .summary = "recursive: any of k locks in any order",
    .uses = FAMILIES_LOCKS | FAMILIES_PROCESSES,
    .least_locks = 3,
    .defaults = { .locks = 4, .processes = 2 },
    .write_body = locks_write_tower },
  { .name = "shuttle",
    .summary = "recursive: down a stair of k locks and up again",
    .uses = FAMILIES_LOCKS | FAMILIES_PROCESSES,
    .least_locks = 3,
    .defaults = { .locks = 4, .processes = 2 },
    .write_body = locks_write_shuttle },
  { .name = "formula",
    .summary = "n clauses over k variables: satisfiable or not",
    .uses = FAMILIES_LOCKS | FAMILIES_PROCESSES | FAMILIES_SIZE | FAMILIES_SEED,
    .least_locks = 3,
    .least_size = 1,
    .defaults = { .locks = 6, .size = 12, .processes = 2, .seed = 1 },
    .write_body = locks_write_formula },
  { .name = "hashtable-insert",
    .summary = "data: n threads put keys into an empty table without locks",
    .uses = FAMILIES_PROCESSES,
    .most_processes = DYNAMIC_MOST_PROCESSES,
    .has_data = true,
    .defaults = { .processes = 2 },
    .write_body = dynamic_write_insert },
  { .name = "hashtable-present",
    .summary = "data: n threads look for keys that are in the table",
    .uses = FAMILIES_PROCESSES,
    .most_processes = DYNAMIC_MOST_PROCESSES,
    .has_data = true,
    .defaults = { .processes = 2 },
    .write_body = dynamic_write_present },
  { .name = "hashtable-half",
    .summary = "data: half of n threads look for keys, half put theirs in",
    .uses = FAMILIES_PROCESSES,
    .most_processes = DYNAMIC_MOST_PROCESSES,
    .has_data = true,
    .defaults = { .processes = 2 },
    .write_body = dynamic_write_half },
  { .name = "dynamic-locking",
    .summary = "data: n threads, one of k locks, chosen at the beginning",
    .uses = FAMILIES_LOCKS | FAMILIES_SIZE | FAMILIES_PROCESSES,
    .least_size = 1,
    .least_locks = 2,
    .most_processes = DYNAMIC_MOST_PROCESSES,
    .has_data = true,
    .defaults = { .locks = 2, .size = 2, .processes = 2 },
    .write_body = dynamic_write_locking },
  { .name = "load-balancing",
    .summary = "data: n threads, a part of the work for each, dealt out at run time",
    .uses = FAMILIES_SIZE | FAMILIES_PROCESSES,
    .least_size = 2,
    .most_processes = DYNAMIC_MOST_PROCESSES,
    .has_data = true,
    .defaults = { .size = 3, .processes = 2 },
    .write_body = dynamic_write_balancing },
  { .name = "lazy-initialisation",
    .summary = "data: n threads use what the first of them has made",
    .uses = FAMILIES_SIZE | FAMILIES_PROCESSES,
    .least_size = 1,
    .most_processes = DYNAMIC_MOST_PROCESSES,
    .has_data = true,
    .defaults = { .size = 2, .processes = 2 },
    .write_body = dynamic_write_lazy },
};

size_t
families_count (void)
{
  return sizeof table / sizeof table[0];
}

const struct family *
families_at (size_t index)
{
  assert (index < families_count ());
  return &table[index];
}

const struct family *
families_find (const char *name)
{
  assert (name);
  for (size_t i = 0; i < families_count (); i++)
    if (strcmp (table[i].name, name) == 0)
      return &table[i];
  return NULL;
}

const char *
families_check_params (const struct family *family, const struct families_params *params)
{
  assert (family);
  assert (params);
  const unsigned uses = family->uses;
  if ((uses & FAMILIES_LOCKS) && params->locks < 1)
    return "locks must be at least 1";
  if ((uses & FAMILIES_LOCKS) && params->locks < family->least_locks)
    return family->least_locks == 2   ? "locks must be at least 2"
           : family->least_locks == 3 ? "locks must be at least 3"
                                      : "locks must be at least 4";
  if ((uses & FAMILIES_FIELDS) && params->fields < 1)
    return "fields must be at least 1";
  if ((uses & FAMILIES_PROCESSES) && params->processes < 2)
    return "processes must be at least 2";
  /* EML takes no more copies of one body. */
  if ((uses & FAMILIES_PROCESSES) && params->processes > 20000)
    return "processes must be at most 20000";
  if (family->most_processes && params->processes > family->most_processes)
    return "processes must be at most 100";
  if (family->has_data && params->positions)
    return "a model with data has no positions";
  if ((uses & FAMILIES_DEPTH) && params->depth < 1)
    return "depth must be at least 1";
  if ((uses & FAMILIES_ENTRIES) && params->entries < 1)
    return "entries must be at least 1";
  if ((uses & FAMILIES_PROCEDURES) && params->procedures < params->entries)
    return "procedures must be at least as many as entries";
  assert (params->unlocked <= 100 && params->callbacks <= 100);
  if ((uses & FAMILIES_SIZE) && params->size < family->least_size)
    return family->least_size == 1 ? "size must be at least 1"
                                   : "size must be at least 2";
  if (family->write_body == write_processes && params->size == 1)
    return "size must be at least 2";
  if (family->has_data && (params->size > 1000 || params->locks > 1000))
    return "size and locks must be at most 1000";
  if (family->write_body == write_choices && params->size > UINT32_MAX / 2)
    return "size must be at most 2147483647";
  return NULL;
}

static void
put_size (FILE *out, const struct family *family, enum families_size size,
          const char *option, uint32_t value)
{
  if (family->uses & (unsigned) size)
    fprintf (out, " --%s=%" PRIu32, option, value);
}

void
families_write (FILE *out, const struct family *family,
                const struct families_params *params)
{
  assert (out);
  assert (!families_check_params (family, params));
  fprintf (out, "// phaselock-gen %s", family->name);
  put_size (out, family, FAMILIES_LOCKS, "locks", params->locks);
  if (params->size > 0)
    put_size (out, family, FAMILIES_SIZE, "size", params->size);
  put_size (out, family, FAMILIES_PROCESSES, "processes", params->processes);
  put_size (out, family, FAMILIES_FIELDS, "fields", params->fields);
  put_size (out, family, FAMILIES_DEPTH, "depth", params->depth);
  put_size (out, family, FAMILIES_PROCEDURES, "procedures", params->procedures);
  put_size (out, family, FAMILIES_ENTRIES, "entries", params->entries);
  put_size (out, family, FAMILIES_UNLOCKED, "unlocked", params->unlocked);
  put_size (out, family, FAMILIES_CALLBACKS, "callbacks", params->callbacks);
  if (family->uses & FAMILIES_SEED)
    fprintf (out, " --seed=%" PRIu64, params->seed);
  const char *quote = strchr (family->name, '-') ? "\"" : "";
  fprintf (out, "%s --%s\n// expected: %s\nmodel %s%s%s;\n\n",
           params->positions ? " --positions" : "", params->safe ? "safe" : "broken",
           params->safe ? "safe" : "violation", quote, family->name, quote);
  family->write_body (out, params);
}
