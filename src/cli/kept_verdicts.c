/* kept_verdicts.c -- see kept_verdicts.h. */
#include <config.h>

#include "cli/kept_verdicts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/log.h"
#include "batch/packed_verdict.h"
#include "ir/identity.h"

/* ---- Which model it is. ---- */

struct row
{
  struct arena *arena;
  VEC (uint64_t) words;
};

static void
put (struct row *row, uint64_t word)
{
  *vec_push (row->arena, &row->words) = word;
}

static void
put_bytes (struct row *row, const void *bytes, size_t length)
{
  assert (bytes || length == 0);
  XXH128_hash_t hash = XXH3_128bits (bytes, length);
  put (row, length);
  put (row, hash.high64);
  put (row, hash.low64);
}

static void
put_text (struct row *row, const char *text)
{
  put_bytes (row, text, strlen (text));
}

/* The numbers by which steps of an interleaving name texts and sets. */
static void
put_numbering (struct row *row, const struct ir_subject *subject)
{
  const struct names *names = &subject->names;
  put (row, names->entries.count);
  for (uint32_t i = 0; i < names->entries.count; i++)
    put_text (row, names_text (names, (name_id){ i }));
  const struct idsets *sets = &subject->idsets;
  put_bytes (row, sets->nodes.at, sets->nodes.count * sizeof *sets->nodes.at);
}

/* What identity.c says by names only, and which declarations share what. */
static void
put_declarations (struct row *row, const struct ir_model *model)
{
  put (row, model->is_made);
  put (row, model->processes);
  put (row, model->all_sets.index);
  put (row, model->started.index);
  for (uint32_t i = 0; i < model->fields.count; i++)
    {
      put (row, model->fields.at[i].decl);
      put (row, model->fields.at[i].object);
    }
  for (uint32_t i = 0; i < model->locks.count; i++)
    {
      put (row, model->locks.at[i].decl);
      put (row, model->locks.at[i].object);
    }
  for (uint32_t i = 0; i < model->bodies.count; i++)
    {
      const struct ir_body *body = &model->bodies.at[i];
      put (row, body->decl);
      put (row, body->first_process.index);
      put (row, body->processes.index);
      put (row,
           (uint64_t) (body->is_bound | body->is_started << 1 | body->is_joined << 2));
    }
}

static void
put_steps (struct row *row, const struct ir *flow)
{
  for (uint32_t i = 0; i < flow->nodes.count; i++)
    {
      const struct ir_step *step = &flow->nodes.at[i];
      put (row, (uint64_t) (step->nested | step->of_assume << 1 | step->all << 2));
      put (row, step->sets.index);
      put (row, step->units.index);
      put (row, step->locks.index);
      put (row, step->idle);
    }
}

/* What names values in an interleaving, and of a program what grades it: its notes about
   executions that only the model has (witness/grade.h). */
static void
put_values (struct row *row, const struct ir_subject *subject)
{
  const struct ir *flow = &subject->flow;
  const struct provenance *provenance = subject->provenance;
  put (row, flow->may_forget);
  put (row, flow->has_idle);
  for (uint32_t b = 0; b < flow->bodies.count; b++)
    put (row, flow->bodies.at[b].slot_count);
  for (uint32_t i = 0; i < flow->slots.count; i++)
    put (row, flow->slots.at[i].name.index);
  put (row, flow->claims.count);
  for (uint32_t i = 0; i < flow->claims.count; i++)
    {
      const struct ir_claim *claim = &flow->claims.at[i];
      put (row, (uint64_t) (claim->is_assert | claim->is_reached << 1));
      put (row, claim->span.begin);
      put (row, claim->position.index);
      put (row, claim->text.index);
    }
  if (!provenance)
    return;
  put (row, provenance->is_program);
  for (uint32_t i = 0; i < provenance->notes.count; i++)
    {
      const struct provenance_note *note = &provenance->notes.at[i];
      put (row, note->may_miss);
      put_text (row, note->position ? note->position : "");
    }
}

static void
put_queries (struct row *row, const struct model_queries *model)
{
  const struct queries *queries = &model->queries;
  assert (queries->list.count == 0 || queries->list.at);
  put (row, queries->list.count);
  for (uint32_t q = 0; q < queries->list.count; q++)
    {
      const struct query *query = &queries->list.at[q];
      put (row, query->kind);
      put_text (row, query->automaton->name);
      put (row, query->set.index);
      put (row, query->claim);
      for (uint32_t i = 0; i < query->automaton->parameters.count; i++)
        put (row, query->fields[i].index);
    }
}

static void
digest (const struct model_queries *model, uint64_t hash[2])
{
  struct ir_subject *subject = model->subject;
  struct row row = { .arena = &subject->arena };
  size_t length;
  assert (subject->flow.model == &subject->model);
  const void *identity = ir_identity (&subject->flow, &subject->arena, &length);
  put_bytes (&row, identity, length);
  put_text (&row, subject->source.path);
  put (&row, subject->provenance != NULL);
  put (&row, model->decide.data_budget);
  put (&row, model->decide.best_witness);
  put_numbering (&row, subject);
  put_declarations (&row, &subject->model);
  put_steps (&row, &subject->flow);
  put_values (&row, subject);
  put_queries (&row, model);
  XXH128_hash_t all = XXH3_128bits (row.words.at, row.words.count * sizeof *row.words.at);
  hash[0] = all.high64;
  hash[1] = all.low64;
}

/* ---- What is kept. ---- */

static void
forget (struct kept_model *model)
{
  for (uint32_t q = 0; model && q < model->count; q++)
    free (model->verdicts[q].bytes);
  if (model)
    free (model->verdicts);
  free (model);
}

const struct kept_model *
kept_find (struct kept_verdicts *kept, const struct model_queries *model)
{
  uint64_t hash[2];
  kept_end (kept); /* the last one, if memory ran out in the midst of it */
  digest (model, hash);
  for (struct kept_model *one = kept->models; one; one = one->next)
    if (one->digest[0] == hash[0] && one->digest[1] == hash[1])
      {
        assert (one->count == model->queries.list.count);
        LOG (1, "model %s has not changed", model->name);
        one->wanted = true;
        return one;
      }
  kept->again++;
  struct kept_model *new = calloc (1, sizeof *new);
  uint32_t queries = model->queries.list.count;
  if (!new || !(new->verdicts = calloc (queries + (size_t) 1, sizeof *new->verdicts)))
    {
      free (new);
      return NULL;
    }
  new->queries = queries;
  memcpy (new->digest, hash, sizeof hash);
  kept->now = new;
  return NULL;
}

void
kept_add (struct kept_verdicts *kept, const struct model_queries *model, uint32_t q,
          const struct verdict *verdict)
{
  struct kept_model *now = kept->now;
  if (!now || now->count != q || verdict->kind == VERDICT_UNKNOWN)
    return;
  assert (q < now->queries && !verdict->lists);
  struct kept_bytes *kept_bytes = &now->verdicts[q];
  kept_bytes->bytes = packed_verdict_pack (&model->queries.list.at[q], verdict, NULL,
                                           &kept_bytes->length);
  now->count += kept_bytes->bytes != NULL;
}

void
kept_end (struct kept_verdicts *kept)
{
  struct kept_model *now = kept->now;
  kept->now = NULL;
  if (!now || now->count < now->queries)
    {
      forget (now);
      return;
    }
  assert (now->count == now->queries && !now->wanted);
  now->wanted = true;
  now->next = kept->models;
  kept->models = now;
}

struct verdict
kept_verdict (const struct kept_model *found, const struct model_queries *model,
              uint32_t q, struct arena *arena)
{
  const struct repair *repair;
  assert (q < found->count);
  struct verdict verdict
    = packed_verdict_unpack (&model->queries.list.at[q], found->verdicts[q].bytes,
                             found->verdicts[q].length, &repair, arena);
  assert (verdict.kind != VERDICT_UNKNOWN && !repair);
  return verdict;
}

void
kept_begin_round (struct kept_verdicts *kept, bool whole)
{
  kept_end (kept);
  kept->again = 0;
  for (struct kept_model **link = &kept->models; *link;)
    {
      struct kept_model *one = *link;
      bool stays = one->wanted || !whole;
      if (whole)
        one->wanted = false;
      if (stays)
        link = &one->next;
      else
        {
          *link = one->next;
          forget (one);
        }
    }
}

void
kept_clear (struct kept_verdicts *kept)
{
  kept_begin_round (kept, true);
  kept_begin_round (kept, true);
  assert (!kept->models);
}
