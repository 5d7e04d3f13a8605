/* promela_head.c -- see promela_head.h. */
#include <config.h>

#include "ir/promela_head.h"

#include <assert.h>
#include <inttypes.h>

#include "base/escape.h"

/* Can a process fail in the midst of an atomic block?  It then stops all others. */
static bool
can_fail_inside (const struct promela *p)
{
  const struct ir_projection *lowering = p->lowering;
  for (uint32_t s = 0; s < pds_symbol_count (&lowering->pds); s++)
    {
      pds_symbol symbol = { s };
      if (!ir_is_atomic (lowering, symbol))
        continue;
      const struct ir_step *step = ir_step_of (lowering, symbol);
      if (step->claim != IR_NO_CLAIM || step->wrong != IR_NO_CLAIM)
        return true;
    }
  return false;
}

/* Write what wait and notify are: with STUCK, the lock in whose wait set each process is,
   plus 1. */
static void
put_waits (const struct promela *p)
{
  uint32_t processes = p->lowering->pds.processes.count;
  assert (p->flow->has_waits && processes > 0);
  fprintf (p->file,
           "#ifdef STUCK\nbyte waiting[%" PRIu32 "];\n"
           "#define AWAKE waiting[SELF] == 0\n#define SLEEP(l) waiting[SELF] = (l) + 1\n"
           "#define NOTIFY(l) if",
           processes + 1);
  for (uint32_t q = 1; q <= processes; q++)
    fprintf (p->file,
             " \\\n  :: waiting[%" PRIu32 "] == (l) + 1 -> waiting[%" PRIu32 "] = 0", q,
             q);
  fputs (" \\\n  :: else fi\n#define NOTIFYALL(l) skip", p->file);
  for (uint32_t q = 1; q <= processes; q++)
    fprintf (p->file,
             "; \\\n  if :: waiting[%" PRIu32 "] == (l) + 1 -> waiting[%" PRIu32
             "] = 0 :: else fi",
             q, q);
  fputs ("\n#else\n#define AWAKE true\n#define SLEEP(l) skip\n#define NOTIFY(l) skip\n"
         "#define NOTIFYALL(l) skip\n#endif\n",
         p->file);
}

void
promela_put_macros (const struct promela *p)
{
  assert (p->file && p->flow == p->lowering->flow);
  const struct pds *pds = &p->lowering->pds;
  uint32_t all = pds->processes.count + 1;
  FILE *out = p->file;
  bool exact = can_fail_inside (p);
  fprintf (
    out,
    "/* spin -DCLAIM=n ...: only claim n is asserted; without it, all are.\n"
    "   spin -DEXCLUSIVE ...: so are the access predicates.\n"
    "   spin -DRACE ...: so is that no two processes access a cell at a time.\n"
    "   spin -DDEADLOCK ...: so is that no processes wait for each other's locks.\n"
    "   spin -DSTUCK ...: nothing is asserted; a wait ends by a notify only, and who "
    "can\n"
    "   wait for ever where an execution ends is an invalid end state of pan without "
    "-E.\n"
    "%s"
    "   A process that has failed, or can never go on, stays where it is: run\n"
    "   pan -E.  Compile with -fwrapv: numbers wrap around.\n",
    exact
      ? "   Nobody goes on when a process has failed in the midst of an atomic block,\n"
        "   which costs Spin its partial-order reduction.  spin -DLOOSE ...: others do.\n"
      : "");
  for (uint32_t c = 0; c < p->flow->claims.count; c++)
    {
      const struct ir_claim *claim = &p->flow->claims.at[c];
      struct source_place place
        = source_place (p->flow->model->source, claim->span.begin);
      fprintf (out, "   claim %" PRIu32 " at %" PRIu32 ":%" PRIu32 ": %s\n", c,
               place.line, place.column,
               claim->is_assert ? "an assertion" : "nothing goes wrong");
    }
  for (uint32_t f = 0; f < p->flow->model->fields.count; f++)
    {
      fprintf (out, "   field %" PRIu32 ": ", f);
      escape_comment (out, ir_text (p->flow->model, p->flow->model->fields.at[f].name));
      fputc ('\n', out);
    }
  fputs ("*/\n", out);
  if (exact)
    fputs ("#ifndef LOOSE\n#define EXACT\n#endif\n", out);
  fprintf (
    out,
    "#define SELF (_pid%s)\n"
    "#define SIGNED(w, x) (((x) ^ (1 << ((w) - 1))) - (1 << ((w) - 1)))\n"
    "#define BITS(w, x) ((x) & ((1 << (w)) - 1))\n"
    "#define CUT(w, x) SIGNED(w, BITS(w, x))\n"
    "#define OUTSIDE(i, n) ((i) < 0 || (i) >= (n))\n"
    "#ifdef STUCK\n#define FAILS(n) skip\n#define STAY goto endGone\n"
    "#else\n#define STAY false\n#ifdef CLAIM\n#define FAILS(n) assert((n) != CLAIM)\n"
    "#else\n#define FAILS(n) assert((n) != (n))\n#endif\n#endif\n"
    "#define FAIL(n) FAILS(n); STAY\n"
    "#if defined(EXACT) || defined(RACE)\n"
    "bool inside[%" PRIu32 "]; /* has made a step in an atomic block */\n"
    "#define IN inside[SELF] = true;\n#define OUT inside[SELF] = false;\n"
    "#else\n#define IN\n#define OUT\n#endif\n"
    "#ifdef EXACT\nbool stuck;\n"
    "#define FAIL_INSIDE(n) FAILS(n); stuck = inside[SELF]; STAY\n"
    "#define PROVIDED provided (!stuck)\n"
    "#else\n#define FAIL_INSIDE(n) FAIL(n)\n#define PROVIDED\n#endif\n"
    "#ifdef RACE\n"
    "short next[%" PRIu32 "]; /* the cell that each process accesses next */\n"
    "bool writes[%" PRIu32 "], guarded[%" PRIu32 "];\n"
    "byte other;\n"
    "#define SEES(f, c, w, a) if :: inside[SELF] :: else -> other = 1; do \\\n"
    "  :: other == %" PRIu32 " -> break \\\n"
    "  :: else -> assert(other == SELF || next[other] != (c) || !(w || "
    "writes[other]) \\\n"
    "    || (a && guarded[other]) || (f) + 1000 == 0); other++ od; other = 0 fi;\n"
    "#define MEETS(f, c, w, a) atomic { if :: inside[SELF] :: else -> next[SELF] "
    "= c; \\\n"
    "  writes[SELF] = w; guarded[SELF] = a fi; SEES(f, c, w, a) skip };\n"
    "#define PAST next[SELF] = 0; writes[SELF] = false; guarded[SELF] = false;\n"
    "#else\n#define SEES(f, c, w, a)\n#define MEETS(f, c, w, a)\n"
    "#define PAST\n#endif\n",
    p->any ? "" : " + 1", all, all, all, all, all);
  if (p->flow->has_waits)
    put_waits (p);
  if (pds->locks.count > 0)
    {
      fprintf (out, "byte owner[%" PRIu32 "]; /* who holds each lock, or 0 */\n",
               pds->locks.count);
      fprintf (out,
               "#ifdef DEADLOCK\n"
               "byte waits[%" PRIu32
               "]; /* for which lock, plus 1, each process waits */\n"
               "#define NEXT(q) ((q) != 0 && waits[q] != 0 -> owner[waits[q] - 1] : 0)\n"
               "byte q;\n"
               "#define WAITS(l) atomic { waits[SELF] = (l) + 1; q = NEXT(SELF); \\\n"
               "  do :: q == 0 || q == SELF || n == %" PRIu32 " -> break \\\n"
               "  :: else -> q = NEXT(q); n++ od; \\\n"
               "  assert(q != SELF || owner[(l)] == SELF || 3000 == 0); q = 0; n = 0 };\n"
               "#define HAS waits[SELF] = 0;\n"
               "byte n;\n"
               "#else\n#define WAITS(l)\n#define HAS\n#endif\n",
               pds->processes.count + 1, pds->processes.count);
    }
}

void
promela_put_fields (const struct promela *p)
{
  const struct ir_model *model = p->flow->model;
  struct promela_scope scope = { p->file, p->flow, NULL, 0 };
  for (uint32_t f = 0; f < model->fields.count; f++)
    {
      const struct ir_field *field = &model->fields.at[f];
      if (field->type.width > 0)
        {
          fprintf (p->file, "%s F%" PRIu32, promela_type (field->type), f);
          if (field->is_array)
            fprintf (p->file, "[%" PRIu32 "]", field->cells);
          if (!field->any && field->initial != 0)
            {
              fputs (" = ", p->file);
              promela_open_store (&scope, field->type);
              fprintf (p->file, "(%" PRId64 ")", field->initial);
              promela_close_store (&scope, field->type);
            }
          fputs ("; /* ", p->file);
          escape_comment (p->file, ir_text (model, field->name));
          fputs (" */\n", p->file);
        }
      if (p->flow->exclusive && p->flow->exclusive[f] != IR_NO_EXPR)
        {
          fprintf (p->file, "#ifdef EXCLUSIVE\n#define MAY%" PRIu32 " assert((", f);
          if (promela_can_fail (p->flow, p->flow->exclusive[f]))
            {
              fputc ('!', p->file);
              promela_put_failure (&scope, p->flow->exclusive[f]);
              fputs (" && ", p->file);
            }
          promela_put_expr (&scope, p->flow->exclusive[f]);
          fprintf (p->file,
                   ") || %" PRIu32 " + 2000 == 0);\n#else\n#define MAY%" PRIu32
                   "\n#endif\n",
                   f, f);
        }
    }
}

void
promela_put_init (const struct promela *p)
{
  assert (p->any);
  const struct pds *pds = &p->lowering->pds;
  struct promela_scope scope = { p->file, p->flow, NULL, 0 };
  fputs ("\ninit {\n  atomic {\n", p->file);
  for (uint32_t f = 0; f < p->flow->model->fields.count; f++)
    {
      const struct ir_field *field = &p->flow->model->fields.at[f];
      for (uint32_t c = 0; c < field->cells && field->any; c++)
        {
          fputs ("  if", p->file);
          for (int64_t v = 0; v < (int64_t) 1 << field->type.width; v++)
            {
              fprintf (p->file,
                       field->is_array ? " :: F%" PRIu32 "[%" PRIu32 "] = "
                                       : " :: F%" PRIu32 " = ",
                       f, c);
              promela_open_store (&scope, field->type);
              fprintf (p->file, "%" PRId64, v);
              promela_close_store (&scope, field->type);
            }
          fputs (" fi;\n", p->file);
        }
    }
  uint32_t first = 0;
  for (uint32_t q = 0; q < pds->processes.count; q++)
    {
      if (pds->processes.at[q].body.index != pds->processes.at[first].body.index)
        first = q;
      fprintf (p->file, "  run P%" PRIu32 "();\n", first);
    }
  fputs ("  }\n}\n", p->file);
}
