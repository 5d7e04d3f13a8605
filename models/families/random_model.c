/* random_model.c -- random EML models: their plan, their names and their text.
 *
 * The plan is how many processes share a body, which field is in which set, and
 * how many statements each body gets.  random_body.c makes the bodies; here they
 * are printed, one at a time.  A name depends on the seed and the number of the
 * object alone, so that none has to be stored.
 */
#include <config.h>

#include "random_model.h"

#include "random_body.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

struct random_model_params
random_model_default_params (uint64_t seed)
{
  return (struct random_model_params){ .seed = seed,
                                       .statements = 24,
                                       .procedures = 2,
                                       .processes = 2,
                                       .locks = 3,
                                       .fields = 2,
                                       .sets = 0,
                                       .depth = 4,
                                       .sharing = 80,
                                       .calm = 40,
                                       .recursion = 0,
                                       .decoration = 5 };
}

struct random_model_params
random_model_vary_params (uint64_t seed)
{
  /* Not the stream that the model itself is made from. */
  struct chance chance = { chance_mix (seed ^ UINT64_C (0x7661727920706172)) };
  struct random_model_params params = { .seed = seed };
  params.processes = chance_between (&chance, 2, 4);
  params.statements = chance_between (&chance, 6, 9) * params.processes;
  params.procedures = chance_between (&chance, 0, 3);
  params.locks = chance_between (&chance, 1, 5);
  params.fields = chance_percent (&chance, 15) ? 4 : chance_between (&chance, 1, 3);
  params.sets = chance_below (&chance, params.fields < 2 ? params.fields + 1 : 3);
  params.depth = chance_between (&chance, 2, 5);
  params.sharing = chance_between (&chance, 60, 100);
  params.calm = chance_percent (&chance, 5) ? 100 : chance_between (&chance, 0, 45);
  params.recursion = chance_percent (&chance, 25) ? 25 : 0;
  params.decoration = chance_percent (&chance, 50) ? 5 : 0;
  assert (!random_model_check_params (&params));
  return params;
}

const char *
random_model_check_params (const struct random_model_params *params)
{
  assert (params);
  if (params->statements < 1)
    return "size must be at least 1";
  if (params->processes < 1 || params->processes > 1000)
    return "processes must be from 1 to 1000";
  if (params->fields < 1)
    return "fields must be at least 1";
  if (params->sets > 64)
    return "sets must be at most 64";
  if (params->sets > params->fields)
    return "sets must be at most as many as fields";
  if (params->depth > 1000)
    return "depth must be at most 1000";
  if (params->sharing > 100 || params->calm > 100 || params->recursion > 100
      || params->decoration > 100 || params->orders > 100 || params->waits > 100
      || params->volatiles > 100)
    return "sharing, calm, recursion, decoration, orders, waits and volatiles are "
           "percentages";
  return NULL;
}

/* ---- the plan ---------------------------------------------------------- */

/* Sets take turns in getting two fields each, a pair being what most patterns
 * need; now and then a field is left to be a set of its own. */
static void
plan_sets (struct maker *maker)
{
  const uint32_t sets = maker->params.sets, fields = maker->params.fields;
  const uint32_t width = sets > 0 && fields >= 2 * sets ? 2 : 1;
  for (uint32_t i = 0; i < fields; i++)
    if (sets == 0)
      maker->set_of_field[i] = 0;
    else if (i < width * sets)
      maker->set_of_field[i] = i / width;
    else if (chance_percent (&maker->chance, 20))
      maker->set_of_field[i] = sets;
    else
      maker->set_of_field[i] = chance_below (&maker->chance, sets);
}

/* Process bodies and how many processes each stands for.  Returns their number. */
static uint32_t
plan_copies (struct maker *maker, uint32_t *copies)
{
  uint32_t bodies = 0, left = maker->params.processes;
  while (left > 0)
    {
      uint32_t count = 1;
      if (left > 1 && chance_percent (&maker->chance, 25))
        count = chance_between (&maker->chance, 2, left < 3 ? left : 3);
      copies[bodies++] = count;
      left -= count;
    }
  assert (bodies <= maker->params.processes);
  return bodies;
}

/* The statements of a body: twice as many for a process as for a procedure, give
 * or take a quarter. */
static uint32_t
plan_budget (struct maker *maker, bool process)
{
  const uint64_t parts = 2 * (uint64_t) maker->bodies + maker->params.procedures;
  const uint64_t share = maker->params.statements * (uint64_t) (process ? 2 : 1) / parts;
  const uint32_t even = share > 2 ? (uint32_t) share : 2;
  return even - even / 4 + chance_below (&maker->chance, even / 4 * 2 + 1);
}

/* ---- names ------------------------------------------------------------- */

enum name_space
{
  NAME_FIELD,
  NAME_LOCK,
  NAME_SET,
  NAME_PROCEDURE,
  NAME_PROCESS,
  NAME_LABEL
};

static const char *const keywords[]
  = { "model",    "field",  "lock", "atomicset", "proc",      "process",
      "sync",     "unit",   "read", "write",     "call",      "if",
      "else",     "while",  "loop", "choose",    "or",        "break",
      "continue", "return", "skip", "goto",      "label",     "unlock",
      "start",    "join",   "wait", "notify",    "notifyall", "volatile" };

/* A plain name, or a decorated one that differs from all others of its space
 * because the number is in it or because the number alone selects it. */
static void
put_name (FILE *out, struct maker *maker, enum name_space space, uint32_t index)
{
  static const char prefix[] = "flSpPL";
  const uint64_t key = (uint64_t) space << 32 | index;
  struct chance own = { chance_mix (maker->params.seed ^ chance_mix (key + 1)) };
  if (!chance_percent (&own, maker->params.decoration))
    {
      /* The same name, whether in quotes or not. */
      const bool quoted = chance_percent (&maker->chance, maker->params.decoration / 4);
      fprintf (out, quoted ? "\"%c%" PRIu32 "\"" : "%c%" PRIu32, prefix[space],
               index + 1);
      return;
    }
  const uint32_t style = chance_below (&own, 6);
  if (style == 0 && index < sizeof keywords / sizeof keywords[0])
    fprintf (out, "\"%s\"", keywords[index]);
  else if (style == 1)
    fprintf (out, "\"java/util/Vector.<init>(I)V#%" PRIu32 "\"", index + 1);
  else if (style == 2)
    fprintf (out, "\"say \\\"%" PRIu32 "\\\"\"", index + 1);
  else if (style == 3)
    fprintf (out, "\"a\\\\b %" PRIu32 "\"", index + 1);
  else if (style == 4)
    fprintf (out, "\"\303\251l\303\251ment %" PRIu32 "\"", index + 1);
  else
    fprintf (out, "Outer$%" PRIu32 ".x_%c", index + 1, prefix[space]);
}

/* Now and then, where a statement comes from. */
static void
put_position (FILE *out, struct maker *maker)
{
  if (!chance_percent (&maker->chance, maker->params.decoration))
    return;
  const uint32_t line = 1 + chance_below (&maker->chance, 999);
  if (chance_percent (&maker->chance, 90))
    fprintf (out, " @\"Model.java:%" PRIu32 "\"", line);
  else
    fprintf (out, " @\"C:\\\\src\\\\Mod\303\250le.java:%" PRIu32 "\"", line);
}

/* The end of a line, now and then with a comment, an empty line or a carriage return. */
static void
put_line_end (FILE *out, struct maker *maker)
{
  if (chance_percent (&maker->chance, maker->params.decoration / 2))
    {
      static const char *const ends[] = { "  // as it was }",
                                          "  /* { not a block */",
                                          "\n",
                                          "\r",
                                          "\t",
                                          "  /**/",
                                          " // \"",
                                          "" };
      fputs (ends[chance_below (&maker->chance, sizeof ends / sizeof ends[0])], out);
    }
  putc ('\n', out);
}

/* `()` after a procedure's name means nothing. */
static void
put_parentheses (FILE *out, struct maker *maker)
{
  if (chance_percent (&maker->chance, maker->params.decoration))
    fputs ("()", out);
}

/* ---- text -------------------------------------------------------------- */

static void
put_indent (FILE *out, uint32_t level)
{
  for (uint32_t i = 0; i < level && i < 16; i++)
    fputs ("  ", out);
}

static void
put_unit_sets (FILE *out, struct maker *maker, uint64_t sets)
{
  const char *before = " ";
  for (uint32_t set = 0; set < maker->params.sets; set++)
    if (sets >> set & 1)
      {
        fputs (before, out);
        put_name (out, maker, NAME_SET, set);
        before = ", ";
      }
}

/* `verb name position ;` */
static void
put_simple (FILE *out, struct maker *maker, const char *verb, enum name_space space,
            uint32_t index)
{
  fprintf (out, "%s ", verb);
  put_name (out, maker, space, index);
  if (space == NAME_PROCEDURE)
    put_parentheses (out, maker);
  put_position (out, maker);
  putc (';', out);
}

static void
put_word (FILE *out, struct maker *maker, const char *word)
{
  fputs (word, out);
  put_position (out, maker);
  putc (';', out);
}

static void
put_goto (FILE *out, struct maker *maker, const struct op *op)
{
  assert (op->arg > 0);
  assert (op->arg <= MOST_TARGETS);
  fputs ("goto ", out);
  for (uint32_t i = 0; i < op->arg; i++)
    {
      if (i > 0)
        fputs (", ", out);
      put_name (out, maker, NAME_LABEL, op->targets[i]);
    }
  put_position (out, maker);
  putc (';', out);
}

/* `start name [copy] position ;` */
static void
put_order (FILE *out, struct maker *maker, const struct op *op)
{
  fputs (op->kind == OP_START ? "start " : "join ", out);
  put_name (out, maker, NAME_PROCESS, op->arg);
  if (op->copy != ALL_COPIES)
    fprintf (out, "[%" PRIu32 "]", op->copy);
  put_position (out, maker);
  putc (';', out);
}

static void
put_op (FILE *out, struct maker *maker, const struct op *op)
{
  switch (op->kind)
    {
    case OP_READ: put_simple (out, maker, "read", NAME_FIELD, op->arg); break;
    case OP_WRITE: put_simple (out, maker, "write", NAME_FIELD, op->arg); break;
    case OP_CALL: put_simple (out, maker, "call", NAME_PROCEDURE, op->arg); break;
    case OP_LOCK: put_simple (out, maker, "lock", NAME_LOCK, op->arg); break;
    case OP_UNLOCK: put_simple (out, maker, "unlock", NAME_LOCK, op->arg); break;
    case OP_GOTO: put_goto (out, maker, op); break;
    case OP_START:
    case OP_JOIN: put_order (out, maker, op); break;
    case OP_WAIT: put_simple (out, maker, "wait", NAME_LOCK, op->arg); break;
    case OP_NOTIFY: put_simple (out, maker, "notify", NAME_LOCK, op->arg); break;
    case OP_NOTIFYALL: put_simple (out, maker, "notifyall", NAME_LOCK, op->arg); break;
    case OP_SKIP: put_word (out, maker, "skip"); break;
    case OP_BREAK: put_word (out, maker, "break"); break;
    case OP_CONTINUE: put_word (out, maker, "continue"); break;
    case OP_RETURN: put_word (out, maker, "return"); break;
    case OP_LABEL:
      fputs ("label ", out);
      put_name (out, maker, NAME_LABEL, op->arg);
      putc (':', out);
      break;
    case OP_SYNC:
      fputs ("sync ", out);
      put_name (out, maker, NAME_LOCK, op->arg);
      put_position (out, maker);
      fputs (" {", out);
      break;
    case OP_UNIT:
      fputs ("unit", out);
      put_unit_sets (out, maker, op->sets);
      put_position (out, maker);
      fputs (" {", out);
      break;
    case OP_IF: fputs ("if (*) {", out); break;
    case OP_WHILE: fputs ("while (*) {", out); break;
    case OP_LOOP: fputs ("loop {", out); break;
    case OP_CHOOSE: fputs ("choose {", out); break;
    case OP_BLOCK: fputs ("{", out); break;
    case OP_ELSE_IF: fputs ("} else if (*) {", out); break;
    case OP_ELSE: fputs ("} else {", out); break;
    case OP_OR: fputs ("} or {", out); break;
    case OP_END: fputs ("}", out); break;
    case OP_END_PLACED:
      fputs ("}", out);
      put_position (out, maker);
      break;
    }
}

/* The body that was made last, from its brace on. */
static void
put_body (FILE *out, struct maker *maker)
{
  if (maker->failed)
    return;
  uint32_t level = 1;
  put_position (out, maker);
  fputs (" {", out);
  put_line_end (out, maker);
  for (size_t i = 0; i < maker->op_count && !ferror (out); i++)
    {
      const struct op *op = &maker->ops[i];
      const bool closes = op->kind >= OP_ELSE_IF;
      const bool opens = op->kind >= OP_SYNC && op->kind <= OP_OR;
      assert (level > 0);
      put_indent (out, closes ? level - 1 : level);
      put_op (out, maker, op);
      put_line_end (out, maker);
      level = level + (opens ? 1 : 0) - (closes ? 1 : 0);
    }
  assert (level == 1 || ferror (out));
  fputs ("}\n", out);
}

/* `field f1, f2;` or one declaration a name. */
static void
put_names (FILE *out, struct maker *maker, const char *word, enum name_space space,
           uint32_t count)
{
  const bool apart = chance_percent (&maker->chance, maker->params.decoration);
  for (uint32_t i = 0; i < count && !ferror (out); i++)
    {
      if (i == 0 || apart)
        fprintf (out, "%s ", word);
      put_name (out, maker, space, i);
      fputs (i + 1 == count || apart ? ";\n" : ", ", out);
    }
}

/* Each by a declaration of its own, since some are volatile. */
static void
put_fields (FILE *out, struct maker *maker)
{
  for (uint32_t i = 0; i < maker->params.fields && !ferror (out); i++)
    {
      const bool is_volatile = chance_percent (&maker->chance, maker->params.volatiles);
      fputs (is_volatile ? "field volatile " : "field ", out);
      put_name (out, maker, NAME_FIELD, i);
      fputs (";\n", out);
    }
}

static void
put_declarations (FILE *out, struct maker *maker)
{
  if (maker->params.volatiles > 0)
    put_fields (out, maker);
  else
    put_names (out, maker, "field", NAME_FIELD, maker->params.fields);
  put_names (out, maker, "lock", NAME_LOCK, maker->params.locks);
  for (uint32_t set = 0; set < maker->params.sets; set++)
    {
      const char *before = " { ";
      fputs ("atomicset ", out);
      put_name (out, maker, NAME_SET, set);
      for (uint32_t i = 0; i < maker->params.fields && !ferror (out); i++)
        if (maker->set_of_field[i] == set)
          {
            fputs (before, out);
            put_name (out, maker, NAME_FIELD, i);
            before = ", ";
          }
      fputs (" }\n", out);
    }
}

/* The command that makes the model again, and what is known of its verdict. */
static void
put_head (FILE *out, const struct random_model_params *params)
{
  fprintf (out,
           "// phaselock-gen random --seed=%" PRIu64 " --size=%" PRIu32
           " --procedures=%" PRIu32 " --processes=%" PRIu32 " --locks=%" PRIu32
           " --fields=%" PRIu32 " --sets=%" PRIu32 " --depth=%" PRIu32
           " --sharing=%" PRIu32 " --calm=%" PRIu32 " --recursion=%" PRIu32
           " --decoration=%" PRIu32,
           params->seed, params->statements, params->procedures, params->processes,
           params->locks, params->fields, params->sets, params->depth, params->sharing,
           params->calm, params->recursion, params->decoration);
  if (params->orders > 0 || params->waits > 0 || params->volatiles > 0)
    fprintf (out, " --orders=%" PRIu32 " --waits=%" PRIu32 " --volatiles=%" PRIu32,
             params->orders, params->waits, params->volatiles);
  putc ('\n', out);
  if ((params->calm == 100 && params->locks > 0) || params->processes == 1)
    fputs ("// expected: safe\n", out);
}

/* Processes come first, so that which procedures are called is known in time. */
static void
write_model (FILE *out, struct maker *maker, uint32_t *copies)
{
  plan_sets (maker);
  maker->bodies = plan_copies (maker, copies);
  maker->copies = copies;
  const bool declare_last = chance_percent (&maker->chance, maker->params.decoration);
  if (!chance_percent (&maker->chance, maker->params.decoration))
    fputs ("model random;\n", out);
  if (!declare_last)
    put_declarations (out, maker);

  for (uint32_t i = 0; i < maker->bodies && !maker->failed && !ferror (out); i++)
    {
      const uint32_t budget = plan_budget (maker, true);
      maker->owner = i;
      maker->first_callee = 0;
      maker_make_body (maker, budget, true);
      maker->calls[i] = maker->has_call;
      fputs ("\nprocess ", out);
      put_name (out, maker, NAME_PROCESS, i);
      if (copies[i] > 1 || chance_percent (&maker->chance, maker->params.decoration))
        fprintf (out, "[%" PRIu32 "]", copies[i]);
      put_body (out, maker);
    }
  for (uint32_t i = 0; i < maker->params.procedures && !maker->failed && !ferror (out);
       i++)
    {
      const uint32_t budget = plan_budget (maker, false);
      maker->owner = i % maker->bodies;
      maker->first_callee = i + 1;
      maker->procedure = i;
      maker_make_body (maker, budget, false);
      fputs ("\nproc ", out);
      put_name (out, maker, NAME_PROCEDURE, i);
      put_parentheses (out, maker);
      put_body (out, maker);
    }

  if (declare_last)
    put_declarations (out, maker);
}

/* One element more than needed, since calloc of nothing may return NULL. */
static void *
allocate (size_t count, size_t size)
{
  return calloc (count + 1, size);
}

bool
random_model_write (FILE *out, const struct random_model_params *params)
{
  assert (out);
  assert (!random_model_check_params (params));
  struct maker maker = { .params = *params, .chance = { chance_mix (params->seed) } };
  uint32_t *copies = allocate (params->processes, sizeof *copies);
  maker.set_of_field = allocate (params->fields, sizeof *maker.set_of_field);
  maker.held = allocate (params->locks, sizeof *maker.held);
  maker.called = allocate (params->procedures, sizeof *maker.called);
  maker.calls = allocate (params->processes, sizeof *maker.calls);
  maker.nodes = allocate (1, sizeof *maker.nodes);
  maker.node_capacity = 1;
  maker.failed = !copies || !maker.set_of_field || !maker.held || !maker.called
                 || !maker.calls || !maker.nodes;
  if (!maker.failed)
    {
      put_head (out, params);
      write_model (out, &maker, copies);
    }
  free (maker.ops);
  free (maker.nodes);
  free (maker.called);
  free (maker.calls);
  free (maker.held);
  free (maker.set_of_field);
  free (copies);
  return !maker.failed;
}
