/* cmd_dump.c -- phaselock dump: what a model was turned into. */
#include <config.h>

#include <assert.h>
#include <stdio.h>

#include "base/escape.h"
#include "base/scribe.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/input_arguments.h"
#include "cli/reading.h"
#include "ir/flow_print.h"
#include "ir/promela.h"

struct dump
{
  struct models models;
  unsigned what; /* an index of printers */
};

enum
{
  KEY_WHAT = 256,
};

static const struct argp_option options[]
  = { { "what", KEY_WHAT, "pds|dot|sizes|contexts|flow|promela", 0,
        "pds: the rules as text (default); dot: the rules as a graph; sizes: how "
        "large each body became; contexts: in which contexts each is called; flow: what "
        "each statement does, with its data; promela: the model for Spin",
        0 },
      { NULL, 0, NULL, 0, NULL, 0 } };

static const struct argp argp; /* below */
static const struct setting settings[] = { SETTING (KEY_WHAT, struct dump, what),
                                           SETTING (ARGP_KEY_ARG, struct dump, models),
                                           { 0 } };

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  struct dump *dump = state->input;
  if (key == ARGP_KEY_INIT)
    {
      state->child_inputs[0] = &dump->models.options;
      return 0;
    }
  if (key == ARGP_KEY_END)
    input_refuse_notes (&dump->models.options, state);
  return command_store (&argp, settings, key, argument, state);
}

/* ---- pds ---- */

static enum status
print_pds (const struct ir_subject *subject)
{
  pds_print (&subject->projection.pds, stdout);
  return STATUS_FINE;
}

/* ---- flow ---- */

static enum status
print_flow (const struct ir_subject *subject)
{
  flow_print (&subject->flow, stdout);
  return STATUS_FINE;
}

/* ---- promela ---- */

static enum status
print_promela (const struct ir_subject *subject)
{
  const char *problem;
  if (promela_write (&subject->projection, stdout, subject->flow.arena, &problem))
    return STATUS_FINE;
  command_error (ir_subject_title (subject),
                 arena_format (subject->flow.arena,
                               "this model cannot be written in Promela: %s", problem));
  return STATUS_BAD_INPUT;
}

/* ---- contexts ---- */

static void
print_members (const struct idsets *idsets, idset set,
               const char *(*name) (const struct ir_model *model, uint32_t index),
               const struct ir_model *model)
{
  const char *glue = "";
  fputc ('{', stdout);
  for (uint32_t i = idset_next (idsets, set, 0); i != UINT32_MAX;
       i = idset_next (idsets, set, i + 1))
    {
      fputs (glue, stdout);
      text_show_name (stdout, name (model, i));
      glue = ", ";
    }
  fputc ('}', stdout);
}

static const char *
lock_name (const struct ir_model *model, uint32_t index)
{
  assert (index < model->locks.count);
  return ir_text (model, model->locks.at[index].name);
}

static const char *
set_name (const struct ir_model *model, uint32_t index)
{
  assert (index < model->sets.count);
  return ir_text (model, model->sets.at[index].name);
}

static void
print_context (const struct ir_subject *subject, uint32_t context)
{
  assert (context < subject->projection.contexts.count);
  const struct ir_context *c = &subject->projection.contexts.at[context];
  fputs ("locks ", stdout);
  print_members (&subject->idsets, c->locks, lock_name, &subject->model);
  fputs (" units ", stdout);
  print_members (&subject->idsets, c->units, set_name, &subject->model);
}

static void
print_body_name (const struct ir_subject *subject, body_id body)
{
  assert (body.index < subject->model.bodies.count);
  const struct ir_body *b = &subject->model.bodies.at[body.index];
  fputs (b->is_process ? "process " : "proc ", stdout);
  text_show_name (stdout, ir_text (&subject->model, b->name));
}

static enum status
print_contexts (const struct ir_subject *subject)
{
  const struct ir_projection *lowering = &subject->projection;
  for (uint32_t i = 0; i < lowering->instances.count; i++)
    {
      const struct ir_instance *instance = &lowering->instances.at[i];
      assert (i == 0 || instance[-1].first_symbol < instance->first_symbol);
      print_body_name (subject, instance->body);
      fputc (' ', stdout);
      print_context (subject, instance->context);
      printf (" entry n%u\n", (unsigned) instance->first_symbol);
    }
  return STATUS_FINE;
}

/* ---- sizes ---- */

static enum status
print_sizes (const struct ir_subject *subject)
{
  const struct ir_projection *lowering = &subject->projection;
  const struct pds *pds = &lowering->pds;
  printf ("%10s %10s %10s  body\n", "nodes", "contexts", "symbols");
  for (uint32_t i = 0; i < subject->model.bodies.count; i++)
    {
      uint32_t nodes = lowering->flow->bodies.at[i].node_count;
      uint32_t contexts = lowering->instances_of[i];
      assert (contexts <= lowering->contexts.count);
      printf ("%10u %10u %10llu  ", (unsigned) nodes, (unsigned) contexts,
              (unsigned long long) nodes * contexts);
      print_body_name (subject, (body_id){ i });
      fputc ('\n', stdout);
    }
  printf ("fields %u, atomic sets %u, locks %u, processes %u, bodies %u\n"
          "contexts %u, instances %u, symbols %u, rules %u, actions %u\n",
          (unsigned) pds->fields.count, (unsigned) pds->sets.count,
          (unsigned) pds->locks.count, (unsigned) pds->processes.count,
          (unsigned) subject->model.bodies.count, (unsigned) lowering->contexts.count,
          (unsigned) lowering->instances.count, (unsigned) pds_symbol_count (pds),
          (unsigned) pds->rules.count, (unsigned) pds->actions.count);
  return STATUS_FINE;
}

/* ---- dot ---- */

/* The label of RULE of SYMBOL, the first of its rules or not: what it does with data, if
   it does anything, or its action. */
static const char *
dot_label (const struct ir_subject *subject, uint32_t symbol, const struct pds_rule *rule,
           bool is_first)
{
  const struct pds *pds = &subject->projection.pds;
  pds_symbol of = { symbol };
  const struct ir_step *node = ir_step_of (&subject->projection, of);
  uint32_t body = ir_instance_of (&subject->projection, of)->body.index;
  struct scribe scribe;
  assert (!pds_rule_is_return (rule) && !pds_rule_is_call (rule));
  if (!is_first && node->op == IR_TEST)
    return "else";
  FILE *file = scribe_start (&scribe, subject->flow.arena);
  if (ir_is_of_values (&subject->flow, node))
    flow_print_node (&subject->flow, &subject->flow.bodies.at[body], node, file);
  else if (pds->actions.at[rule->action.index].op != PDS_SKIP)
    pds_print_action (pds, rule->action, file);
  return scribe_end (&scribe);
}

static void
print_dot_rule (const struct ir_subject *subject, uint32_t from, uint32_t number)
{
  const struct pds *pds = &subject->projection.pds;
  const struct pds_rule *rule = &pds->rules.at[number];
  assert (from < pds_symbol_count (pds));
  assert (pds_rule_is_return (rule) || rule->to.index < pds_symbol_count (pds));
  if (pds_rule_is_return (rule))
    printf ("    n%u [shape=doublecircle];\n", (unsigned) from);
  else if (pds_rule_is_call (rule))
    printf ("    n%u -> n%u [label=\"call\", style=bold, constraint=false];\n"
            "    n%u -> n%u [style=dashed];\n",
            (unsigned) from, (unsigned) rule->to.index, (unsigned) from,
            (unsigned) rule->under.index);
  else
    {
      bool is_first = number == pds_rules_of (pds, (pds_symbol){ from }).begin;
      printf ("    n%u -> n%u [label=\"", (unsigned) from, (unsigned) rule->to.index);
      escape_dot (stdout, dot_label (subject, from, rule, is_first));
      printf ("\"];\n");
    }
}

static enum status
print_dot (const struct ir_subject *subject)
{
  const struct ir_projection *lowering = &subject->projection;
  const struct pds *pds = &lowering->pds;
  printf ("digraph pds {\n  node [shape=circle, fontsize=10];\n  edge [fontsize=10];\n");
  for (uint32_t i = 0; i < lowering->instances.count; i++)
    {
      const struct ir_instance *instance = &lowering->instances.at[i];
      assert (i == 0 || instance[-1].first_symbol < instance->first_symbol);
      printf ("  subgraph cluster_%u {\n    label=\"", (unsigned) i);
      const struct ir_body *body = &subject->model.bodies.at[instance->body.index];
      printf ("%s ", body->is_process ? "process" : "proc");
      escape_dot (stdout, ir_text (&subject->model, body->name));
      printf (" (context %u)\";\n", (unsigned) instance->context);
      uint32_t count = lowering->flow->bodies.at[instance->body.index].node_count;
      for (uint32_t k = 0; k < count; k++)
        {
          uint32_t symbol = instance->first_symbol + k;
          assert (symbol < pds_symbol_count (pds));
          uint32_t offset = ir_step_of (lowering, (pds_symbol){ symbol })->offset;
          struct source_place place = source_place (&subject->source, offset);
          printf ("    n%u [tooltip=\"%u:%u\"];\n", (unsigned) symbol,
                  (unsigned) place.line, (unsigned) place.column);
        }
      printf ("  }\n");
    }
  for (uint32_t s = 0; s < pds_symbol_count (pds); s++)
    {
      struct pds_range rules = pds_rules_of (pds, (pds_symbol){ s });
      for (uint32_t r = rules.begin; r < rules.end; r++)
        print_dot_rule (subject, s, r);
    }
  for (uint32_t p = 0; p < pds->processes.count; p++)
    {
      assert (pds->processes.at[p].entry.index < pds_symbol_count (pds));
      printf ("  p%u [shape=plaintext, label=\"", (unsigned) p);
      escape_dot (stdout, pds->processes.at[p].name);
      printf ("\"];\n  p%u -> n%u;\n", (unsigned) p,
              (unsigned) pds->processes.at[p].entry.index);
    }
  printf ("}\n");
  return STATUS_FINE;
}

/* ---- The command. ---- */

static enum status
dump_one (struct ir_subject *subject, const char *name, bool fine, void *context)
{
  /* In the order of the words that --what takes. */
  static enum status (*const printers[]) (const struct ir_subject *subject)
    = { print_pds, print_dot, print_sizes, print_contexts, print_flow, print_promela };
  const struct dump *dump = context;
  (void) name;
  assert (dump->what < sizeof printers / sizeof *printers);
  if (!fine)
    return STATUS_FINE;
  if (dump->models.inputs.count > 1)
    {
      /* In Promela "# include" is a directive. */
      bool promela = printers[dump->what] == print_promela;
      fputs (promela ? "/* " : "# ", stdout);
      if (promela)
        escape_comment (stdout, ir_subject_title (subject));
      else
        command_print_safe (stdout, ir_subject_title (subject));
      fputs (promela ? " */\n" : "\n", stdout);
    }
  return printers[dump->what](subject);
}

static const struct argp argp
  = { options,
      parse_option,
      "MODEL|DIR|JAR...",
      "Print what a model is turned into.  With several models, a line '# PATH' comes "
      "before each, in Promela a comment.\v"
      "Exit status: 0, or 2 if a model has errors.",
      input_children,
      NULL,
      NULL };

static enum status
run (int argc, char **argv)
{
  struct dump dump = { .what = 0 };
  command_parse (&argp, argc, argv, &dump);
  struct reading reading = { INPUT_SYSTEM, false, dump_one, &dump };
  return reading_models (&dump.models, &reading);
}

const struct command command_dump
  = { "dump", "print pushdown systems, graphs, sizes, contexts, flow graphs, Promela",
      &argp, run };
