/* dynamic_families.c -- see dynamic_families.h.
 *
 * Threads are copies of Worker, who come first, so that `self' counts them from 1 on;
 * Main starts and joins them and looks at what they have done.  Types are as narrow as
 * the number of threads allows: bits are what the engines pay for.
 */
#include <config.h>

#include "dynamic_families.h"

#include <assert.h>
#include <inttypes.h>

/* The width of a type for 0 to MOST. */
static uint32_t
width_for (uint32_t most)
{
  uint32_t width = 1;
  while (most >> (width - 1))
    width++;
  assert (width <= 32);
  return width;
}

/* ---- the hash table without locks ---------------------------------------- */

/* Which keys are in the table before a thread is started: PRESENT of them, from 1 on. */
struct table
{
  uint32_t threads, present, slots, width;
};

/* Slots are a power of two, more than threads: who looks for an empty one finds it. */
static struct table
make_table (const struct families_params *params, uint32_t present)
{
  struct table table = { .threads = params->processes, .present = present, .slots = 4 };
  assert (present <= table.threads);
  while (table.slots <= table.threads)
    table.slots *= 2;
  /* Main counts keys until one past the last. */
  table.width
    = width_for (table.threads + 1 < table.slots ? table.slots - 1 : table.threads + 1);
  return table;
}

static void
put_probe_head (FILE *out, const struct table *table, const char *name)
{
  fprintf (out,
           "proc %s(int(%" PRIu32 ") key) : bool {\n"
           "  int(%" PRIu32 ") i = (key - 1) >> 1, found;\n  loop {\n",
           name, table->width, table->width);
}

static void
put_probe_foot (FILE *out, const struct table *table, const char *result)
{
  fprintf (out,
           "    if (found == 0 || found == key) { return found == %s; }\n"
           "    i = (i + 1) & %" PRIu32 ";\n  }\n}\n",
           result, table->slots - 1);
}

/* The table, and `put', which is true if the key was not there: two neighbouring keys
 * begin at the same slot. */
static void
put_table (FILE *out, const struct table *table, bool swaps)
{
  fprintf (out, "field volatile int(%" PRIu32 ") slots[%" PRIu32 "];\n\n", table->width,
           table->slots);
  put_probe_head (out, table, "put");
  fputs (swaps ? "    atomic {\n      found = slots[i];\n"
                 "      if (found == 0) { slots[i] = key; }\n    }\n"
               : "    found = slots[i];\n    if (found == 0) { slots[i] = key; }\n",
         out);
  put_probe_foot (out, table, "0");
}

static void
put_lookup (FILE *out, const struct table *table)
{
  put_probe_head (out, table, "has");
  fputs ("    found = slots[i];\n", out);
  put_probe_foot (out, table, "key");
}

static void
put_table_worker (FILE *out, const struct table *table, const char *condition,
                  const char *text)
{
  fprintf (out,
           "\nprocess Worker[%" PRIu32 "] {\n  bool inserted;\n"
           "  inserted = call put(self);\n  assert (%s, \"%s\");\n}\nprocess Main {\n",
           table->threads, condition, text);
}

/* Key k is where `put' would have put it, had all of them come in order. */
static void
put_filling (FILE *out, const struct table *table)
{
  const bool many = table->present > 1;
  if (many)
    fputs ("  atomic {\n", out);
  for (uint32_t key = 1; key <= table->present && !ferror (out); key++)
    fprintf (out, "%s  slots[%" PRIu32 "] = %" PRIu32 ";\n", many ? "  " : "", key - 1,
             key);
  if (many)
    fputs ("  }\n", out);
}

/* Broken: the threads do not wait until the table is filled. */
static void
put_filling_and_start (FILE *out, const struct table *table, bool safe)
{
  if (safe)
    put_filling (out, table);
  fputs ("  start Worker;\n", out);
  if (!safe)
    put_filling (out, table);
}

static void
put_join_and_look (FILE *out, const struct table *table)
{
  fprintf (out,
           "  join Worker;\n  while (key <= %" PRIu32 ") {\n    bool there;\n"
           "    there = call has(key);\n    assert (there, \"a key is lost\");\n"
           "    key += 1;\n  }\n}\n",
           table->threads);
}

/* hashtable-insert: n threads put a key each into the empty table; broken: a slot is
 * found empty in one step and taken in another.
 */
void
dynamic_write_insert (FILE *out, const struct families_params *params)
{
  const struct table table = make_table (params, 0);
  put_table (out, &table, params->safe);
  put_lookup (out, &table);
  put_table_worker (out, &table, "inserted", "my key is there already");
  fprintf (out, "  int(%" PRIu32 ") key = 1;\n  start Worker;\n", table.width);
  put_join_and_look (out, &table);
}

/* hashtable-present: n threads look for keys that are there already; broken: they begin
 * before the table is filled.
 */
void
dynamic_write_present (FILE *out, const struct families_params *params)
{
  const struct table table = make_table (params, params->processes);
  put_table (out, &table, true);
  put_table_worker (out, &table, "!inserted", "my key is not there yet");
  put_filling_and_start (out, &table, params->safe);
  fputs ("}\n", out);
}

/* hashtable-half: the first half of the threads look for keys that are there, the others
 * put theirs in; broken: as above.
 */
void
dynamic_write_half (FILE *out, const struct families_params *params)
{
  const struct table table = make_table (params, params->processes / 2);
  char condition[64];
  snprintf (condition, sizeof condition, "inserted == (self > %" PRIu32 ")",
            table.present);
  put_table (out, &table, true);
  put_lookup (out, &table);
  put_table_worker (out, &table, condition, "a key is there too early, or not there");
  fprintf (out, "  int(%" PRIu32 ") key = 1;\n", table.width);
  put_filling_and_start (out, &table, params->safe);
  put_join_and_look (out, &table);
}

/* ---- pointers and locks --------------------------------------------------- */

/* Choose a number below MOST. */
static void
put_choice (FILE *out, const char *name, uint32_t most)
{
  fprintf (out, "  assume (%s >= 0 && %s < %" PRIu32 ");\n", name, name, most);
}

/* dynamic-locking: n threads write a pair of fields, `size' times, under one of k locks,
 * which is chosen at the beginning; broken: each thread chooses one.
 */
void
dynamic_write_locking (FILE *out, const struct families_params *params)
{
  const uint32_t threads = params->processes, locks = params->locks;
  const uint32_t width = width_for (threads), lock_width = width_for (locks);
  const uint32_t round_width = width_for (params->size);
  if (params->safe)
    fprintf (out, "field int(%" PRIu32 ") chosen;\n", lock_width);
  fprintf (out,
           "field int(%" PRIu32 ") a, b;\nlock locks[%" PRIu32 "];\n\n"
           "process Worker[%" PRIu32 "] {\n  int(%" PRIu32 ") mine = %s;\n"
           "  int(%" PRIu32 ") round = 0;\n",
           width, locks, threads, lock_width, params->safe ? "chosen" : "*", round_width);
  if (!params->safe)
    put_choice (out, "mine", locks);
  fprintf (out,
           "  while (round < %" PRIu32 ") {\n    sync locks[mine] {\n"
           "      a = self;\n      b = self;\n    }\n    round += 1;\n  }\n}\n"
           "process Main {\n",
           params->size);
  if (params->safe)
    {
      fprintf (out, "  int(%" PRIu32 ") choice = *;\n", lock_width);
      put_choice (out, "choice", locks);
      fputs ("  chosen = choice;\n", out);
    }
  fputs ("  start Worker;\n  join Worker;\n  assert (a == b, \"a torn pair\");\n}\n",
         out);
}

/* Who works on which part: Main deals any rotation of them out. */
static void
put_dealing (FILE *out, uint32_t threads, uint32_t width)
{
  fprintf (out, "  int(%" PRIu32 ") turn = *;\n", width);
  put_choice (out, "turn", threads);
  fprintf (out,
           "  while (i < %" PRIu32 ") {\n    part[i] = (i + turn) %% %" PRIu32 ";\n"
           "    i += 1;\n  }\n",
           threads, threads);
}

/* load-balancing: n threads count one of n parts each up to `size'; Main deals the parts
 * out; broken: each thread takes the next one, looking and taking in two steps.
 */
void
dynamic_write_balancing (FILE *out, const struct families_params *params)
{
  const uint32_t threads = params->processes, size = params->size;
  const uint32_t width = width_for (threads), done_width = width_for (size);
  const uint64_t sum = (uint64_t) threads * size;
  assert (sum <= INT32_MAX);
  if (params->safe)
    fprintf (out, "field int(%" PRIu32 ") part[%" PRIu32 "];\n", width, threads);
  else
    fprintf (out, "field volatile int(%" PRIu32 ") next;\n", width);
  fprintf (out,
           "field int(%" PRIu32 ") done[%" PRIu32 "];\n\n"
           "process Worker[%" PRIu32 "] {\n  int(%" PRIu32 ") mine = %s;\n%s"
           "  while (done[mine] < %" PRIu32 ") { done[mine] += 1; }\n}\nprocess Main {\n"
           "  int(%" PRIu32 ") i = 0;\n  int(%" PRIu32 ") sum = 0;\n",
           done_width, threads, threads, width, params->safe ? "part[self - 1]" : "next",
           params->safe ? "" : "  next = mine + 1;\n", size, width,
           width_for ((uint32_t) sum));
  if (params->safe)
    put_dealing (out, threads, width);
  fprintf (out,
           "  start Worker;\n  join Worker;\n%s  while (i < %" PRIu32 ") {\n"
           "    sum += done[i];\n    i += 1;\n  }\n"
           "  assert (sum == %" PRIu64 ", \"work is lost\");\n}\n",
           params->safe ? "  i = 0;\n" : "", threads, sum);
}

/* lazy-initialisation: n threads use a block of data, `size' times, which the first of
 * them fills and publishes; broken: not by a compare-and-swap, so that it is replaced.
 */
void
dynamic_write_lazy (FILE *out, const struct families_params *params)
{
  const uint32_t threads = params->processes, width = width_for (threads);
  fprintf (out,
           "field volatile int(%" PRIu32 ") data;\nfield bool block[%" PRIu32 "];\n\n"
           "process Worker[%" PRIu32 "] {\n  int(%" PRIu32 ") mine = data;\n"
           "  int(%" PRIu32
           ") round = 0;\n  if (mine == 0) {\n    block[self] = true;\n%s"
           "    mine = data;\n  }\n  while (round < %" PRIu32 ") {\n"
           "    assert (data == mine, \"another block\");\n"
           "    assert (block[mine], \"a block that is not complete\");\n"
           "    round += 1;\n  }\n}\n",
           width, threads + 1, threads, width, width_for (params->size),
           params->safe ? "    atomic {\n      if (data == 0) { data = self; }\n    }\n"
                        : "    if (data == 0) { data = self; }\n",
           params->size);
}
