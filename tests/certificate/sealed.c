/* sealed.c -- see sealed.h. */
#include <config.h>

#include "sealed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "certificate/certificate.h"
#include "phaseauto/reduction.h"

static void
die (const char *what)
{
  fprintf (stderr, "%s\n", what);
  exit (99);
}

/* ---- Subjects. ---- */

static void
init (struct subject *subject, const char *path, const char *text, const char *automata,
      bool stuck)
{
  memset (subject, 0, sizeof *subject);
  quota_init (&subject->quota);
  if (quota_checkpoint (&subject->quota))
    die ("out of memory");
  ir_subject_init (&subject->model, &subject->quota);
  pa_init (&subject->pa, &subject->quota);
  bool fine = text ? eml_read_text (&subject->model, path, text, strlen (text))
                   : eml_read (&subject->model, path);
  fine
    = fine
      && (automata ? pa_read_text (&subject->pa, "random.pa", automata, strlen (automata))
                   : pa_read_shipped (&subject->pa, "strict"));
  if (!fine)
    {
      diags_render (&subject->model.diags, stderr, false);
      die (path);
    }
  struct query_filter all = { .race = true,
                              .deadlock = true,
                              .stuck = stuck,
                              .claims = subject->model.flow.claims.count,
                              .exclusive = subject->model.flow.exclusive };
  const struct pds *pds = &subject->model.projection.pds;
  queries_list (&subject->queries, &subject->pa.set, pds, &all, &subject->model.arena);
  subject->decide = (struct decide_options){ .reductions = REDUCTION_ALL };
  subject->verdicts
    = arena_calloc (&subject->model.arena, subject->queries.list.count + (size_t) 1,
                    sizeof *subject->verdicts);
  subject->with_data
    = arena_calloc (&subject->model.arena, subject->queries.list.count + (size_t) 1,
                    sizeof *subject->with_data);
  struct decider decider;
  decider_init (&decider, pds, &subject->decide, &subject->model.arena);
  decider_use_data (&decider, &subject->model.projection);
  for (uint32_t q = 0; q < subject->queries.list.count; q++)
    {
      struct decision verdict;
      decide_query (&decider, &subject->queries.list.at[q], NULL, &verdict);
      subject->verdicts[q] = verdict.kind;
      subject->with_data[q] = verdict.with_data;
    }
  decider_clear (&decider);
}

void
subject_init (struct subject *subject, const char *path, const char *text,
              const char *automata)
{
  init (subject, path, text, automata, false);
}

void
subject_init_stuck (struct subject *subject, const char *path, const char *text)
{
  init (subject, path, text, NULL, true);
}

void
subject_clear (struct subject *subject)
{
  pa_clear (&subject->pa);
  ir_subject_clear (&subject->model);
}

char *
subject_about (const struct subject *subject, uint32_t query)
{
  const struct query *q = &subject->queries.list.at[query];
  char *text = NULL;
  size_t length = 0;
  FILE *memory = open_memstream (&text, &length);
  if (!memory)
    die ("out of memory");
  if (q->kind == QUERY_PATTERN)
    fprintf (memory, "%u", (unsigned) (q->automaton - subject->pa.set.automata.at));
  else
    fputs (query_kind_word (q->kind), memory);
  if (q->kind == QUERY_ASSERT)
    fprintf (memory, " %u", (unsigned) q->claim);
  for (uint32_t i = 0; i < q->automaton->parameters.count; i++)
    fprintf (memory, " %u", (unsigned) q->fields[i].index);
  fclose (memory);
  return text;
}

/* ---- Certificates. ---- */

struct sealed
sealed_make (struct subject *subject,
             bool (*wanted) (const struct subject *subject, uint32_t query,
                             uint32_t number),
             uint32_t number)
{
  struct sealed sealed = { NULL, 0 };
  FILE *memory = open_memstream (&sealed.text, &sealed.length);
  struct certificate_about about = { .lowering = &subject->model.projection,
                                     .pds = &subject->model.projection.pds,
                                     .model = subject->model.source.text,
                                     .model_length = subject->model.source.length,
                                     .automata_text = &subject->pa.source,
                                     .automata = &subject->pa.set,
                                     .decide = &subject->decide,
                                     .budget = subject->budget };
  struct certificate *certificate = memory ? certificate_begin (memory, &about) : NULL;
  if (!certificate)
    die ("no certificate");
  for (uint32_t q = 0; q < subject->queries.list.count; q++)
    if (wanted (subject, q, number))
      certificate_add (certificate, &subject->queries.list.at[q], subject->with_data[q]);
  bool complete = certificate_end (certificate);
  if (fclose (memory) != 0 || !complete)
    die ("the certificate cannot be written");
  return sealed;
}

struct sealed
sealed_again (const char *text, size_t length)
{
  struct sealed sealed = { NULL, 0 };
  char digest[CERTIFY_DIGEST];
  unsigned lines = 0;
  for (size_t i = 0; i < length; i++)
    lines += text[i] == '\n';
  certify_digest (text, length, digest);
  FILE *memory = open_memstream (&sealed.text, &sealed.length);
  if (!memory)
    die ("out of memory");
  fwrite (text, 1, length, memory);
  fprintf (memory, "end %u %s\n", lines, digest);
  fclose (memory);
  return sealed;
}

/* ---- Checking. ---- */

struct checking
{
  struct quota quota;
  struct arena arena, scratch;
  struct source source;
  struct certify certify;
  bool fine;
};

static void
check_under_quota (struct checking *c, struct subject *subject,
                   const struct sealed *sealed)
{
  struct source_error error;
  struct certify_head head;
  if (quota_checkpoint (&c->quota))
    {
      snprintf (c->certify.problem, sizeof c->certify.problem, "limits");
      c->fine = false;
      return;
    }
  if (!source_set (&c->source, &c->arena, "certificate", sealed->text, sealed->length,
                   &error))
    {
      snprintf (c->certify.problem, sizeof c->certify.problem, "%s", error.message);
      return;
    }
  c->certify.certificate = &c->source;
  c->certify.lowering = &subject->model.projection;
  c->certify.pds = &subject->model.projection.pds;
  c->certify.automata = &subject->pa.set;
  c->certify.queries = &subject->queries;
  c->certify.arena = &c->arena;
  c->certify.scratch = &c->scratch;
  char digest[CERTIFY_DIGEST];
  certify_digest (subject->model.source.text, subject->model.source.length, digest);
  if (!certify_read_head (&c->certify, &head))
    return;
  if (strcmp (digest, head.model) != 0)
    {
      snprintf (c->certify.problem, sizeof c->certify.problem, "another model");
      return;
    }
  c->fine = certify_check (&c->certify);
}

struct sealed_answer
sealed_check (struct subject *subject, const struct sealed *sealed)
{
  struct checking c;
  memset (&c, 0, sizeof c);
  quota_init (&c.quota);
  c.quota.limit = (size_t) 64 << 20;
  arena_init (&c.arena, &c.quota);
  arena_init (&c.scratch, &c.quota);
  check_under_quota (&c, subject, sealed);
  struct sealed_answer answer = { .fine = c.fine, .line = c.certify.line };
  memcpy (answer.problem, c.certify.problem, sizeof answer.problem);
  if (c.fine)
    {
      answer.confirmed = c.certify.confirmed;
      answer.open = c.certify.open;
      for (uint32_t q = 0; q < subject->queries.list.count; q++)
        answer.lies |= c.certify.answers[q] == CERTIFY_CONFIRMED
                       && subject->verdicts[q] != VERDICT_SAFE;
    }
  certify_end (&c.certify);
  arena_clear (&c.scratch);
  arena_clear (&c.arena);
  return answer;
}
