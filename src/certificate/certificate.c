/* certificate.c -- see certificate.h: which roles a query needs, and solving them.
 *
 * The only reductions are those that the checker can find again by simple means, or need
 * not check: leaving out processes that play no thread, movers, private and idle locks.
 * The locks are chosen once for all choices of processes of a query: this makes fewer
 * roles, which are no less exact.  Steps and clauses are read as phaseauto/instance.h
 * defines them, not in the canonical form of roles, which says more than the checker
 * reads in them.
 */
#include <config.h>

#include "certificate/certificate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/log.h"
#include "certificate/claims.h"
#include "phaseauto/instance.h"
#include "phaseauto/reduction.h"

/* A certificate is read back as a text, whose size is limited. */
#define SIZE_LIMIT ((uint64_t) SOURCE_LIMIT / 8 * 7)

/* In place of the number of a role that costs too much. */
#define FAILED UINT32_MAX

/* The roles that consider the same locks: a cache whose results are their numbers. */
struct family
{
  idset kept;
  struct solution_cache roles;
};

struct certificate
{
  struct certificate_about about;
  struct quota quota;
  struct arena kept;      /* for what lives as long as the certificate */
  struct arena query;     /* for the current query */
  struct arena scratch;   /* for the current role */
  struct survey survey;
  uint32_t *processes_of; /* by body: the number of its processes */
  process_id *first_of;   /* by body: its first process */
  struct writer writer;
  VEC (struct family) families;
  struct certificate_sizes sizes;
  const char *reason;     /* why the current query is open; set under the checkpoint */
  bool spent;             /* there was no memory once: tables may be incomplete */
  const struct query *last; /* that was added, or null */
};

/* ---- Beginning and end. ---- */

static void
print_head (struct certificate *c)
{
  const struct certificate_about *about = &c->about;
  XXH128_hash_t model = XXH3_128bits (about->model->text, about->model->length);
  XXH128_hash_t automata
    = XXH3_128bits (about->automata_text->text, about->automata_text->length);
  writer_print (&c->writer,
                "phaselock-certificate 1\ntool %s\nmodel %016llx%016llx\n"
                "automata %016llx%016llx ",
                PACKAGE_VERSION, (unsigned long long) model.high64,
                (unsigned long long) model.low64, (unsigned long long) automata.high64,
                (unsigned long long) automata.low64);
  /* A path may have any byte. */
  for (const char *byte = about->automata->name; *byte; byte++)
    writer_print (&c->writer, "%c", *byte > 0x20 && *byte < 0x7f ? *byte : '?');
  writer_print (&c->writer, "\n");
  assert (about->decide->filtered <= PA_SIZE_LIMIT);
  for (uint32_t t = 0; t < about->decide->filtered; t++)
    {
      struct certificate_text line = { .arena = &c->query };
      VEC (uint32_t) members = VEC_EMPTY;
      for (uint32_t p = 0; p < about->pds->processes.count; p++)
        if (about->decide->allowed[t][p])
          *vec_push (&c->query, &members) = p;
      text_print (&line, "allow ");
      text_print_ranges (&line, members.at, members.count);
      text_print (&line, "\n");
      writer_put (&c->writer, line.bytes.at, line.bytes.count);
    }
}

/* False: there is no memory. */
static bool
begin_under_quota (struct certificate *c)
{
  const struct pds *pds = c->about.pds;
  if (quota_checkpoint (&c->quota))
    return false;
  writer_init_tables (&c->writer, &c->kept);
  survey_init (&c->survey, pds, &c->kept);
  size_t bodies = c->survey.bodies;
  c->processes_of = arena_calloc (&c->kept, bodies + 1, sizeof *c->processes_of);
  c->first_of = arena_calloc (&c->kept, bodies + 1, sizeof *c->first_of);
  for (uint32_t p = pds->processes.count; p-- > 0;)
    {
      body_id body = pds->processes.at[p].body;
      assert (body.index < bodies);
      c->processes_of[body.index]++;
      c->first_of[body.index] = (process_id){ p };
    }
  print_head (c);
  arena_clear (&c->query);
  return true;
}

static void
free_all (struct certificate *c)
{
  writer_clear (&c->writer);
  arena_clear (&c->scratch);
  arena_clear (&c->query);
  arena_clear (&c->kept);
  free (c);
}

struct certificate *
certificate_begin (FILE *file, const struct certificate_about *about)
{
  assert (about->pds && about->model && about->automata_text && about->automata
          && about->decide);
  struct certificate *c = calloc (1, sizeof *c);
  if (!c)
    return NULL;
  c->about = *about;
  quota_init (&c->quota);
  arena_init (&c->kept, &c->quota);
  arena_init (&c->query, &c->quota);
  arena_init (&c->scratch, &c->quota);
  if (writer_init (&c->writer, file) && begin_under_quota (c))
    return c;
  free_all (c);
  return NULL;
}

void
certificate_end (struct certificate *c)
{
  LOG (1, "%u queries with a proof, %u open, %u roles, %llu bytes",
       (unsigned) c->sizes.queries, (unsigned) c->sizes.open, (unsigned) c->sizes.roles,
       (unsigned long long) c->writer.bytes);
  writer_seal (&c->writer);
  free_all (c);
}

struct certificate_sizes
certificate_sizes (const struct certificate *c)
{
  struct certificate_sizes sizes = c->sizes;
  sizes.bytes = c->writer.bytes;
  return sizes;
}

/* The participant that plays with BODY. */
static struct participant
participant_with (const struct certificate *c, body_id body, const struct watch *watch)
{
  assert (body.index < c->survey.bodies && c->processes_of[body.index] > 0);
  process_id process = c->first_of[body.index];
  return (struct participant){ body, c->about.pds->processes.at[process.index].entry,
                               watch };
}

/* ---- Which bodies play which threads. ---- */

struct cast
{
  struct certificate *certificate;
  const struct query *query;
  uint32_t threads;
  struct watch *watches;   /* by thread */
  bool *plays;             /* by thread * bodies + body */
  bool playable;           /* some body can play each thread */
  idset locks;             /* those that matter */
};

/* Like watch_init, but with the classes of pa_instance_moves. */
static void
watch_thread (struct cast *cast, thread_id thread, struct watch *watch)
{
  struct certificate *c = cast->certificate;
  const struct pds *pds = c->about.pds;
  const struct query *query = cast->query;
  struct pa_instance instance
    = { query->automaton, query->fields, query->set, pds->idsets };
  struct watch_index index;
  struct pa_role role;
  watch_index_init (&index, pds, &c->query);
  pa_role_init (&role, query->automaton, thread, &c->query);
  watch_init (watch, &index, &role, query->fields, query->set, &c->query);
  assert (watch->steps == query->automaton->steps.count && watch->steps < 64);
  struct watch_entry *entries
    = arena_alloc (&c->query, pds->actions.count * sizeof *entries + 1);
  uint32_t count = 0;
  for (uint32_t a = 0; a < pds->actions.count; a++)
    {
      const struct watch_entry *known = watch_find (watch, a);
      struct watch_entry entry = { .action = a, .matters = known && known->matters };
      struct slice_class *class = &entry.class;
      for (uint32_t x = 0; x < watch->steps; x++)
        {
          struct pa_moves moves
            = pa_instance_moves (&instance, x, thread, &pds->actions.at[a]);
          class->step |= (uint64_t) moves.step << x;
          class->forbidden |= (uint64_t) !moves.loop << x;
        }
      entry.matters |= class->step != 0;
      if (class->step || class->forbidden || entry.matters)
        entries[count++] = entry;
    }
  watch_set_entries (watch, entries, count);
}

/* Where it is kept whether BODY plays THREAD. */
static bool *
plays (const struct cast *cast, thread_id thread, body_id body)
{
  assert (thread.index < cast->threads && body.index < cast->certificate->survey.bodies);
  return &cast->plays[(size_t) thread.index * cast->certificate->survey.bodies
                      + body.index];
}

static bool
can_play (struct cast *cast, thread_id thread, body_id body)
{
  struct certificate *c = cast->certificate;
  const struct pds *pds = c->about.pds;
  const struct decide_options *decide = c->about.decide;
  const struct watch *watch = &cast->watches[thread.index];
  bool allowed = thread.index >= decide->filtered;
  for (uint32_t p = 0; p < pds->processes.count && !allowed; p++)
    allowed = body_equal (pds->processes.at[p].body, body)
              && decide->allowed[thread.index][p];
  if (!allowed || c->processes_of[body.index] == 0)
    return false;
  struct participant player = participant_with (c, body, watch);
  const struct survey_body *reach = survey_reach (&c->survey, body, player.entry);
  uint64_t own = ~watch->foreign & (((uint64_t) 1 << watch->steps) - 1);
  for (uint32_t i = 0; i < watch->count; i++)
    if (survey_find_action (reach, watch->entries[i].action))
      own &= ~watch->entries[i].class.step;
  return own == 0;
}

/* The locks that matter if each body that plays takes part, once or, if it has several
   processes, twice, and watches all that one of its threads watches. */
static idset
find_locks (struct cast *cast)
{
  struct certificate *c = cast->certificate;
  uint32_t bodies = c->survey.bodies, count = 0;
  assert (cast->playable);
  struct participant *participants
    = arena_alloc (&c->query, 2 * (size_t) bodies * sizeof *participants + 1);
  for (body_id b = { 0 }; b.index < bodies; b.index++)
    {
      /* An action may have several entries: locks_that_matter does not mind. */
      VEC (struct watch_entry) entries = VEC_EMPTY;
      bool some = false;
      for (thread_id t = { 0 }; t.index < cast->threads; t.index++)
        {
          const struct watch *watch = &cast->watches[t.index];
          if (!*plays (cast, t, b))
            continue;
          some = true;
          for (uint32_t i = 0; i < watch->count; i++)
            *vec_push (&c->query, &entries) = watch->entries[i];
        }
      struct watch *any = arena_calloc (&c->query, 1, sizeof *any);
      any->entries = entries.at;
      any->count = entries.count;
      for (uint32_t i = 0; some && i < c->processes_of[b.index] && i < 2; i++)
        participants[count++] = participant_with (c, b, any);
    }
  assert (count > 0 && count <= 2 * bodies);
  return locks_that_matter (&c->survey, participants, count,
                            REDUCTION_PRIVATE_LOCKS | REDUCTION_IDLE_LOCKS, &c->query);
}

static void
find_cast (struct cast *cast)
{
  struct certificate *c = cast->certificate;
  uint32_t bodies = c->survey.bodies;
  cast->threads = cast->query->automaton->threads.count;
  cast->watches = arena_calloc (&c->query, cast->threads, sizeof *cast->watches);
  cast->plays = arena_calloc (&c->query, (size_t) cast->threads * bodies + 1,
                              sizeof *cast->plays);
  cast->playable = true;
  assert (cast->threads > 0);
  for (thread_id t = { 0 }; t.index < cast->threads; t.index++)
    {
      bool some = false;
      watch_thread (cast, t, &cast->watches[t.index]);
      for (body_id b = { 0 }; b.index < bodies; b.index++)
        some |= *plays (cast, t, b) = can_play (cast, t, b);
      cast->playable &= some;
    }
  if (cast->playable)
    cast->locks = find_locks (cast);
}

/* ---- Roles. ---- */

static struct solution_cache *
find_family (struct certificate *c, idset kept)
{
  for (uint32_t i = 0; i < c->families.count; i++)
    if (idset_equal (c->families.at[i].kept, kept))
      return &c->families.at[i].roles;
  struct family *family = vec_push (&c->kept, &c->families);
  family->kept = kept;
  solution_cache_init (&family->roles, &c->kept);
  return &family->roles;
}

/* AUTOMATON FIELD... */
static void
print_question (struct certificate *c, const struct query *query)
{
  ptrdiff_t number = query->automaton - c->about.automata->automata.at;
  assert (0 <= number && number < c->about.automata->automata.count);
  writer_print (&c->writer, " %u", (unsigned) number);
  for (uint32_t i = 0; i < query->automaton->parameters.count; i++)
    writer_print (&c->writer, " %u", (unsigned) query->fields[i].index);
}

/* The number of the set of locks that matter to the query. */
static uint32_t
number_locks (const struct cast *cast, const struct lock_numbers *locks,
              struct arena *scratch)
{
  struct certificate_text set = { .arena = scratch };
  VEC (uint32_t) members = VEC_EMPTY;
  for (uint32_t i = 0; i < locks->count; i++)
    *vec_push (scratch, &members) = locks->lock[i].index;
  text_print_ranges (&set, members.at, members.count);
  return writer_number (&cast->certificate->writer, WRITER_LOCKS, &set);
}

/* Solve a role and write it down.  Returns null, or what it takes too much of. */
static const char *
write_role (struct cast *cast, thread_id thread, const struct participant *participant)
{
  struct certificate *c = cast->certificate;
  const struct pds *pds = c->about.pds;
  struct arena *scratch = &c->scratch;
  struct lock_numbers locks;
  lock_numbers_init (&locks, pds->locks.count, scratch);
  lock_numbers_add_set (&locks, pds->idsets, cast->locks);
  struct fragments fragments;
  struct antichains antichains;
  fragments_init (&fragments, scratch, locks.count);
  antichains_init (&antichains, scratch, &fragments, participant->watch->steps - 1);
  antichains.budget = c->about.budget ? c->about.budget : CERTIFICATE_BUDGET;
  struct wpds_domain domain = antichain_domain (&antichains);
  struct solution_domain how = tuple_weights (&domain, &antichains);
  struct question question
    = { .survey = &c->survey, .steps = participant->watch->steps,
        .participants = participant, .count = 1, .reductions = REDUCTION_MOVERS };
  struct solution_task task = { .question = &question, .participant = participant,
                                .locks = &locks };
  struct solution solution;
  process_id process = c->first_of[participant->body.index];
  solution_init (&solution, &how, &task, &c->quota, scratch);
  LOG (2, "role %u: %s as thread %s of %s, %u locks: work %llu%s",
       (unsigned) c->sizes.roles, pds->processes.at[process.index].name,
       cast->query->automaton->threads.at[thread.index].name,
       cast->query->automaton->name, (unsigned) locks.count,
       (unsigned long long) antichains.work, antichains.exceeded ? ", too much" : "");
  if (antichains.exceeded)
    return "budget";
  struct certificate_text text = { .arena = scratch };
  uint32_t lock_set = number_locks (cast, &locks, scratch);
  claims_print (&text, &c->writer, &solution, &antichains, &locks, scratch);
  if (c->writer.bytes + text.bytes.count > SIZE_LIMIT)
    return "size";
  writer_print (&c->writer, "role %u %u %u", (unsigned) process.index,
                (unsigned) thread.index, (unsigned) lock_set);
  print_question (c, cast->query);
  writer_print (&c->writer, " # role %u\n", (unsigned) c->sizes.roles);
  writer_put (&c->writer, text.bytes.at, text.bytes.count);
  return NULL;
}

/* The number of the role, or FAILED. */
static uint32_t
need_role (struct cast *cast, thread_id thread, body_id body)
{
  struct certificate *c = cast->certificate;
  assert (cast->playable && *plays (cast, thread, body));
  struct solution_cache *roles = find_family (c, cast->locks);
  struct participant participant
    = participant_with (c, body, &cast->watches[thread.index]);
  const struct solution_entry *entry = solution_cache_find (roles, &participant);
  if (entry)
    {
      if (entry->result.bits == FAILED)
        c->reason = "budget";
      return (uint32_t) entry->result.bits;
    }
  c->reason = write_role (cast, thread, &participant);
  arena_clear (&c->scratch);
  /* Counted before anything can unwind: the role is in the file. */
  wpds_weight number = { .bits = c->reason ? FAILED : c->sizes.roles++ };
  solution_cache_add (roles, &participant, number, 0);
  return (uint32_t) number.bits;
}

/* ---- Queries. ---- */

static void
add_query (struct certificate *c, const struct query *query)
{
  struct cast cast = { .certificate = c, .query = query };
  VEC (uint32_t) roles = VEC_EMPTY;
  assert (!c->spent && !c->reason);
  find_cast (&cast);
  for (thread_id t = { 0 }; t.index < cast.threads && cast.playable; t.index++)
    for (body_id b = { 0 }; b.index < c->survey.bodies; b.index++)
      if (*plays (&cast, t, b))
        {
          uint32_t number = need_role (&cast, t, b);
          if (number == FAILED)
            return;
          *vec_push (&c->query, &roles) = number;
        }
  LOG (1, "pattern %s, first field %s: %u roles%s", query->automaton->name,
       c->about.pds->fields.at[query->fields[0].index].name, (unsigned) roles.count,
       cast.playable ? "" : ", since no body can play some thread");
  writer_print (&c->writer, "query");
  print_question (c, query);
  writer_print (&c->writer, " :");
  for (uint32_t i = 0; i < roles.count; i++)
    writer_print (&c->writer, " %u", (unsigned) roles.at[i]);
  writer_print (&c->writer, "\n");
}

const char *
certificate_add (struct certificate *c, const struct query *query)
{
  const struct decide_options *decide = c->about.decide;
  assert (!c->last || c->last < query);
  c->last = query;
  uint64_t start = quota_clock ();
  c->quota.limit = decide->memory ? (size_t) decide->memory : SIZE_MAX;
  c->quota.deadline = decide->timeout ? start + decide->timeout : 0;
  c->quota.interrupted = decide->interrupted;
  c->reason = c->spent ? verdict_reason_word (QUOTA_MEMORY) : NULL;
  if (quota_checkpoint (&c->quota))
    {
      c->reason = verdict_reason_word (c->quota.reason);
      c->spent |= c->quota.reason == QUOTA_MEMORY;
    }
  else if (!c->spent)
    add_query (c, query);
  arena_clear (&c->scratch);
  arena_clear (&c->query);
  if (c->reason)
    {
      writer_print (&c->writer, "open");
      print_question (c, query);
      writer_print (&c->writer, " : %s\n", c->reason);
    }
  c->sizes.queries += !c->reason;
  c->sizes.open += c->reason != NULL;
  c->sizes.nanoseconds += quota_clock () - start;
  return c->reason;
}
