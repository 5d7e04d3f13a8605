/* certificate.c -- see certificate.h: which roles a query needs, and solving
 * them.
 *
 * The reductions are those that the checker finds again by simple means: only
 * processes that play, movers, private and idle locks.  Locks are chosen once
 * for all choices of processes of a query: fewer roles, and none of them less
 * exact.  Steps and clauses are read as phaseauto/instance.h defines them, not
 * in the canonical form of roles, which already knows more than they say.
 */
#include <config.h>

#include "certificate/certificate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "certificate/claims.h"
#include "phaseauto/instance.h"
#include "phaseauto/reduction.h"

/* Certificates are read back as texts, which have a limit. */
#define SIZE_LIMIT ((uint64_t) SOURCE_LIMIT / 8 * 7)

/* In place of the number of a role that takes too much. */
#define FAILED UINT32_MAX

/* The roles that ignore the same locks; as results of the cache, their numbers. */
struct family
{
  idset kept;
  struct solution_cache roles;
};

struct certificate
{
  struct certificate_about about;
  struct quota quota;
  struct arena kept;     /* tables, roles */
  struct arena query;    /* of the query at hand */
  struct arena scratch;  /* of the role at hand */
  struct survey survey;
  uint32_t *processes_of; /* by body */
  process_id *first_of;   /* by body: its first process */
  struct writer writer;
  VEC (struct family) families;
  struct certificate_sizes sizes;
  const char *reason;    /* of the query at hand; changes under the checkpoint */
  bool spent;            /* memory ran out: the tables may be incomplete */
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

static void
survey_model (struct certificate *c)
{
  const struct pds *pds = c->about.pds;
  survey_init (&c->survey, pds, &c->kept);
  size_t bodies = c->survey.bodies;
  c->processes_of = arena_calloc (&c->kept, bodies + 1, sizeof *c->processes_of);
  c->first_of = arena_calloc (&c->kept, bodies + 1, sizeof *c->first_of);
  for (uint32_t p = pds->processes.count; p-- > 0;)
    {
      body_id body = pds->processes.at[p].body;
      c->processes_of[body.index]++;
      c->first_of[body.index] = (process_id){ p };
    }
}

/* False: memory is out. */
static bool
begin_under_quota (struct certificate *c)
{
  if (quota_checkpoint (&c->quota))
    return false;
  writer_init_tables (&c->writer, &c->kept);
  survey_model (c);
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

/* Where the processes with BODY start. */
static pds_symbol
entry_of (const struct certificate *c, body_id body)
{
  return c->about.pds->processes.at[c->first_of[body.index].index].entry;
}

/* ---- Who plays. ---- */

struct cast
{
  struct certificate *certificate;
  const struct query *query;
  uint32_t threads;
  struct watch *watches;   /* by thread */
  bool *plays;             /* by thread * bodies + body */
  bool playable;           /* somebody can play each thread */
  idset locks;             /* that matter */
};

static void
watch_thread (struct cast *cast, thread_id thread, struct watch *watch)
{
  struct certificate *c = cast->certificate;
  const struct pds *pds = c->about.pds;
  const struct query *query = cast->query;
  struct pa_instance instance
    = { query->automaton, query->fields, query->set, pds->idsets };
  /* For what matters to locks. */
  struct watch_index index;
  struct pa_role role;
  watch_index_init (&index, pds, &c->query);
  pa_role_init (&role, query->automaton, thread, &c->query);
  watch_init (watch, &index, &role, query->fields, query->set, &c->query);
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

/* By thread and body: does it play? */
static bool *
plays (const struct cast *cast, thread_id thread, body_id body)
{
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
  uint64_t own = ~watch->foreign & (((uint64_t) 1 << watch->steps) - 1);
  const struct survey_body *reach = survey_reach (&c->survey, body, entry_of (c, body));
  for (uint32_t i = 0; i < watch->count; i++)
    if (survey_find_action (reach, watch->entries[i].action))
      own &= ~watch->entries[i].class.step;
  return own == 0;
}

/* A participant for each body that plays, which watches what it does as any
   thread; a second one for bodies of several processes. */
static idset
find_locks (struct cast *cast)
{
  struct certificate *c = cast->certificate;
  uint32_t bodies = c->survey.bodies, count = 0;
  struct participant *participants
    = arena_alloc (&c->query, 2 * (size_t) bodies * sizeof *participants + 1);
  for (body_id b = { 0 }; b.index < bodies; b.index++)
    {
      /* The entries of all of them: locks do not mind if one comes twice. */
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
        participants[count++] = (struct participant){ b, entry_of (c, b), any };
    }
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

/* role PROCESS THREAD LOCKS AUTOMATON FIELD... */
static void
print_role (struct cast *cast, thread_id thread, body_id body,
            struct certificate_text *text)
{
  struct certificate *c = cast->certificate;
  const struct pds *pds = c->about.pds;
  struct certificate_text set = { .arena = &c->query };
  VEC (uint32_t) members = VEC_EMPTY;
  for (uint32_t l = idset_next (pds->idsets, cast->locks, 0); l != UINT32_MAX;
       l = idset_next (pds->idsets, cast->locks, l + 1))
    *vec_push (&c->query, &members) = l;
  text_print_ranges (&set, members.at, members.count);
  uint32_t locks = writer_number (&c->writer, WRITER_LOCKS, &set);
  text_print (text, "role %u %u %u %u", (unsigned) c->first_of[body.index].index,
              (unsigned) thread.index, (unsigned) locks,
              (unsigned) (cast->query->automaton - c->about.automata->automata.at));
  for (uint32_t i = 0; i < cast->query->automaton->parameters.count; i++)
    text_print (text, " %u", (unsigned) cast->query->fields[i].index);
  text_print (text, " # role %u\n", (unsigned) c->sizes.roles);
}

/* Solve a role and write it down; false, with the reason, if it costs too
   much. */
static bool
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
  solution_init (&solution, &how, &task, &c->quota, scratch);
  if (antichains.exceeded)
    {
      c->reason = "budget";
      return false;
    }
  struct certificate_text text = { .arena = scratch };
  print_role (cast, thread, participant->body, &text);
  claims_print (&text, &c->writer, &solution, &antichains, &locks, scratch);
  if (c->writer.bytes + text.bytes.count > SIZE_LIMIT)
    {
      c->reason = "size";
      return false;
    }
  writer_put (&c->writer, text.bytes.at, text.bytes.count);
  return true;
}

/* The number of the role; false: there is none. */
static bool
need_role (struct cast *cast, thread_id thread, body_id body, uint32_t *number)
{
  struct certificate *c = cast->certificate;
  struct solution_cache *roles = find_family (c, cast->locks);
  struct participant participant
    = { body, entry_of (c, body), &cast->watches[thread.index] };
  const struct solution_entry *entry = solution_cache_find (roles, &participant);
  wpds_weight known = entry ? entry->result : (wpds_weight){ 0 };
  if (!entry)
    {
      bool fine = write_role (cast, thread, &participant);
      arena_clear (&c->scratch);
      /* Counted before anything can unwind: it is in the file. */
      known.bits = fine ? c->sizes.roles++ : FAILED;
      solution_cache_add (roles, &participant, known, 0);
    }
  if (known.bits == FAILED && !c->reason)
    c->reason = "budget";
  *number = (uint32_t) known.bits;
  return known.bits != FAILED;
}

/* ---- Queries. ---- */

static void
print_question (struct certificate *c, const struct query *query,
                struct certificate_text *text)
{
  text_print (text, "query %u",
              (unsigned) (query->automaton - c->about.automata->automata.at));
  for (uint32_t i = 0; i < query->automaton->parameters.count; i++)
    text_print (text, " %u", (unsigned) query->fields[i].index);
  text_print (text, " :");
}

static void
add_query (struct certificate *c, const struct query *query)
{
  struct cast cast = { .certificate = c, .query = query };
  find_cast (&cast);
  struct certificate_text text = { .arena = &c->query };
  print_question (c, query, &text);
  for (thread_id t = { 0 }; t.index < cast.threads && cast.playable; t.index++)
    for (body_id b = { 0 }; b.index < c->survey.bodies; b.index++)
      {
        uint32_t number;
        if (!*plays (&cast, t, b))
          continue;
        if (!need_role (&cast, t, b, &number))
          return;
        text_print (&text, " %u", (unsigned) number);
      }
  text_print (&text, "\n");
  writer_put (&c->writer, text.bytes.at, text.bytes.count);
}

const char *
certificate_add (struct certificate *c, const struct query *query)
{
  const struct decide_options *decide = c->about.decide;
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
      writer_print (&c->writer, "open %u",
                    (unsigned) (query->automaton - c->about.automata->automata.at));
      for (uint32_t i = 0; i < query->automaton->parameters.count; i++)
        writer_print (&c->writer, " %u", (unsigned) query->fields[i].index);
      writer_print (&c->writer, " : %s\n", c->reason);
    }
  c->sizes.queries += !c->reason;
  c->sizes.open += c->reason != NULL;
  c->sizes.nanoseconds += quota_clock () - start;
  return c->reason;
}
