/* certificate.c -- see certificate.h: which roles a query needs.
 *
 * The only reductions are those that the checker can easily compute itself, or need not
 * check: leaving out processes that play no thread, movers, private and idle locks.  The
 * locks are chosen once for all choices of processes of a query: that makes fewer roles,
 * which are no less exact.  Steps and clauses are read as phaseauto/instance.h defines
 * them, not in the canonical form of roles, which says more than the checker knows.
 */
#include <config.h>

#include "certificate/certificate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/log.h"
#include "certificate/proof.h"
#include "ir/listing.h"
#include "phaseauto/reduction.h"

/* So many states are listed before an invariant is sought. */
#define FEW_STATES 200000

/* ---- Beginning and end. ---- */

static void
print_head (struct certificate *c)
{
  const struct certificate_about *about = &c->about;
  XXH128_hash_t model = XXH3_128bits (about->model, about->model_length);
  XXH128_hash_t automata
    = XXH3_128bits (about->automata_text->text, about->automata_text->length);
  writer_print (&c->writer,
                "phaselock-certificate 3\ntool %s\nmodel %016llx%016llx\n"
                "automata %016llx%016llx ",
                PACKAGE_VERSION, (unsigned long long) model.high64,
                (unsigned long long) model.low64, (unsigned long long) automata.high64,
                (unsigned long long) automata.low64);
  /* A path may have any bytes. */
  for (const char *byte = about->automata->name; *byte; byte++)
    writer_print (&c->writer, "%c", *byte > 0x20 && *byte < 0x7f ? *byte : '?');
  writer_print (&c->writer, "\n");
  assert (about->decide->only.filtered <= PA_SIZE_LIMIT);
  for (uint32_t t = 0; t < about->decide->only.filtered; t++)
    {
      struct certificate_text line = { .arena = &c->query };
      VEC (uint32_t) members = VEC_EMPTY;
      for (uint32_t p = 0; p < about->pds->processes.count; p++)
        if (about->decide->only.allowed[t][p])
          *vec_push (&c->query, &members) = p;
      text_print (&line, "allow ");
      text_print_ranges (&line, members.at, members.count);
      text_print (&line, "\n");
      writer_put (&c->writer, line.bytes.at, line.bytes.count);
    }
}

/* False: out of memory. */
static bool
begin_under_quota (struct certificate *c)
{
  const struct pds *pds = c->about.pds;
  if (quota_checkpoint (&c->quota))
    return false;
  writer_init_tables (&c->writer, &c->kept);
  groundwork_init (&c->groundwork, pds, &c->kept);
  size_t bodies = c->groundwork.survey.bodies;
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
  engine_pool_forget (&c->pool);
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
  engine_pool_init (&c->pool, &c->ask, &c->quota, &c->query);
  c->ask = (struct decide_options){ .reductions = reductions_default (),
                                    .only = about->decide->only };
  if (writer_init (&c->writer, file) && begin_under_quota (c))
    return c;
  free_all (c);
  return NULL;
}

bool
certificate_end (struct certificate *c)
{
  LOG (1, "%u queries with a proof, %u open, %u roles, %u invariants, %llu bytes",
       (unsigned) c->sizes.queries, (unsigned) c->sizes.open, (unsigned) c->sizes.roles,
       (unsigned) c->sizes.invariants, (unsigned long long) c->writer.bytes);
  writer_seal (&c->writer);
  bool complete = !c->writer.failed;
  free_all (c);
  return complete;
}

struct certificate_sizes
certificate_sizes (const struct certificate *c)
{
  struct certificate_sizes sizes = c->sizes;
  sizes.bytes = c->writer.bytes;
  return sizes;
}

/* ---- Which bodies play which threads. ---- */

struct cast
{
  struct certificate *certificate;
  const struct query *query;
  struct proof_case about;
  uint32_t threads;
  struct watch *watches; /* by thread */
  bool *plays;           /* by thread * bodies + body */
  bool playable;         /* some body can play each thread */
  idset locks;           /* those that matter */
  bool swapped;          /* a race: the second name of -P is that of the first thread */
};

/* Does -P allow that PROCESS plays THREAD? */
static bool
is_allowed (const struct cast *cast, thread_id thread, process_id process)
{
  const struct decide_options *decide = cast->certificate->about.decide;
  uint32_t name = cast->swapped ? 1 - thread.index : thread.index;
  assert (!cast->swapped || thread.index < 2);
  return name >= decide->only.filtered || decide->only.allowed[name][process.index];
}

/* The entry of `plays' for THREAD and BODY. */
static bool *
plays (const struct cast *cast, thread_id thread, body_id body)
{
  uint32_t bodies = cast->certificate->groundwork.survey.bodies;
  assert (thread.index < cast->threads && body.index < bodies);
  return &cast->plays[(size_t) thread.index * bodies + body.index];
}

static bool
can_play (struct cast *cast, thread_id thread, body_id body)
{
  struct certificate *c = cast->certificate;
  const struct pds *pds = c->about.pds;
  const struct watch *watch = &cast->watches[thread.index];
  bool allowed = false;
  for (process_id p = { 0 }; p.index < pds->processes.count && !allowed; p.index++)
    allowed = body_equal (pds->processes.at[p.index].body, body)
              && is_allowed (cast, thread, p);
  if (!allowed || c->processes_of[body.index] == 0)
    return false;
  struct participant player = proof_participant (c, body, watch);
  const struct survey_body *reach
    = survey_reach (&c->groundwork.survey, body, player.entry);
  uint64_t own = ~watch->foreign & (((uint64_t) 1 << watch->steps) - 1);
  for (uint32_t i = 0; i < watch->count; i++)
    if (survey_find_action (reach, watch->entries[i].action))
      own &= ~watch->entries[i].class.step;
  return own == 0;
}

/* The locks that matter if each body that plays takes part (twice if it has several
   processes), and watches all that one of its threads watches. */
static idset
find_locks (struct cast *cast)
{
  struct certificate *c = cast->certificate;
  uint32_t bodies = c->groundwork.survey.bodies, count = 0;
  assert (cast->playable);
  struct participant *participants
    = arena_alloc (&c->query, 2 * (size_t) bodies * sizeof *participants + 1);
  for (body_id b = { 0 }; b.index < bodies; b.index++)
    {
      /* An action may have several entries, which locks_that_matter allows. */
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
      any->holding = LOCK_NONE;
      any->count = entries.count;
      for (uint32_t i = 0; some && i < c->processes_of[b.index] && i < 2; i++)
        participants[count++] = proof_participant (c, b, any);
    }
  assert (count > 0 && count <= 2 * bodies);
  return locks_that_matter (&c->groundwork.survey, participants, count,
                            REDUCTION_PRIVATE_LOCKS | REDUCTION_IDLE_LOCKS, &c->query);
}

static void
find_cast (struct cast *cast)
{
  struct certificate *c = cast->certificate;
  uint32_t bodies = c->groundwork.survey.bodies;
  cast->threads = cast->query->automaton->threads.count;
  cast->watches = arena_calloc (&c->query, cast->threads, sizeof *cast->watches);
  cast->plays
    = arena_calloc (&c->query, (size_t) cast->threads * bodies + 1, sizeof *cast->plays);
  cast->playable = true;
  assert (cast->threads > 0);
  for (thread_id t = { 0 }; t.index < cast->threads; t.index++)
    {
      bool some = false;
      proof_watch (c, &cast->about, t, &cast->watches[t.index]);
      for (body_id b = { 0 }; b.index < bodies; b.index++)
        {
          cast->swapped = false;
          *plays (cast, t, b) = can_play (cast, t, b);
          cast->swapped = cast->query->kind == QUERY_RACE;
          some |= *plays (cast, t, b) |= can_play (cast, t, b);
        }
      cast->playable &= some;
    }
  if (cast->playable)
    cast->locks = find_locks (cast);
}

/* ---- Queries. ---- */

/* Append to TEXT what the query is about. */
static void
print_about (const struct certificate *c, const struct query *query,
             struct certificate_text *text)
{
  if (query->kind == QUERY_PATTERN)
    {
      ptrdiff_t number = query->automaton - c->about.automata->automata.at;
      assert (0 <= number && number < c->about.automata->automata.count);
      text_print (text, "%u", (unsigned) number);
    }
  else
    text_print (text, "%s", query_kind_word (query->kind));
  if (query->kind == QUERY_ASSERT)
    text_print (text, " %u", (unsigned) query->claim);
  for (uint32_t i = 0; i < query->automaton->parameters.count; i++)
    text_print (text, " %u", (unsigned) query->fields[i].index);
}

static const char *
name_query (struct certificate *c, const struct query *query)
{
  struct certificate_text text = { .arena = &c->query };
  print_about (c, query, &text);
  *vec_push (&c->query, &text.bytes) = 0;
  return text.bytes.at;
}

static bool
process_plays (const void *context, thread_id thread, process_id process)
{
  const struct cast *cast = context;
  const struct certificate *c = cast->certificate;
  assert (process.index < c->about.pds->processes.count);
  return *plays (cast, thread, c->about.pds->processes.at[process.index].body)
         && is_allowed (cast, thread, process);
}

/* Append the roles of all bodies that can play.  False: the reason is set. */
static bool
add_roles (struct certificate *c, const struct query *query, const char *name,
           proof_roles *roles)
{
  struct cast cast = { .certificate = c,
                       .query = query,
                       .about = { name, query->automaton, query->fields, query->set } };
  find_cast (&cast);
  for (thread_id t = { 0 }; t.index < cast.threads && cast.playable; t.index++)
    for (body_id b = { 0 }; b.index < c->groundwork.survey.bodies; b.index++)
      if (*plays (&cast, t, b))
        {
          uint32_t number
            = proof_role (c, &cast.about, t, &cast.watches[t.index], b, cast.locks);
          if (number == PROOF_FAILED)
            return false;
          *vec_push (&c->query, roles) = number;
        }
  if (!cast.playable || !proof_needs_scripts (c))
    return true;
  cast.swapped = false;
  if (!proof_all_by_scripts (c, &cast.about, cast.watches, process_plays, &cast))
    return false;
  cast.swapped = query->kind == QUERY_RACE && c->about.decide->only.filtered > 0;
  return !cast.swapped
         || proof_all_by_scripts (c, &cast.about, cast.watches, process_plays, &cast);
}

/* For questions without threads. */
static bool
anybody_plays (const void *context, thread_id thread, process_id process)
{
  (void) context, (void) thread, (void) process;
  return true;
}

/* Add a query that is safe because of values. */
static void
add_with_data (struct certificate *c, const struct query *query, const char *name)
{
  struct cast cast = { .certificate = c,
                       .query = query,
                       .about = { name, query->automaton, query->fields, query->set } };
  struct proof_players players = { name, anybody_plays, NULL };
  if (query->kind == QUERY_PATTERN)
    {
      find_cast (&cast);
      players = (struct proof_players){ name, process_plays, &cast };
    }
  proof_by_invariants (c, query, &players);
}

/* Add `stuck', which is safe, if at most LIMIT states show it.  False: there are more, or
   they do not. */
static bool
add_listed (struct certificate *c, uint32_t limit)
{
  assert (limit <= LISTING_STATES);
  if (listing_is_stuck (c->about.lowering->flow, limit, &c->query) != LISTING_NO)
    return false;
  writer_print (&c->writer, "query stuck : listed\n");
  return true;
}

/* Add a `stuck' query that is safe.  The checker can list all states by itself, if there
   are few: it is asked to, unless an engine that makes invariants was asked for.
   Otherwise it is given an invariant; if there is none, it has to list many. */
static void
add_stuck (struct certificate *c, const struct query *query, const char *name)
{
  const struct engine *engine = c->about.decide->engine;
  bool wants_invariant = engine && (engine->abilities & ENGINE_INVARIANT);
  assert (query->kind == QUERY_STUCK && !c->reason);
  if (!wants_invariant && add_listed (c, FEW_STATES))
    return;
  add_with_data (c, query, name);
  if (c->reason && !wants_invariant && add_listed (c, LISTING_STATES))
    c->reason = NULL;
}

static void
add_query (struct certificate *c, const struct query *query, bool with_data)
{
  proof_roles roles = VEC_EMPTY;
  assert (!c->spent && !c->reason);
  const char *name = name_query (c, query);
  if (query->kind == QUERY_STUCK)
    {
      add_stuck (c, query, name);
      return;
    }
  if (with_data)
    {
      add_with_data (c, query, name);
      return;
    }
  if (query->kind == QUERY_DEADLOCK && ir_hides_locks (c->about.lowering->flow))
    {
      c->reason = verdict_reason_word (QUOTA_DATA); /* roles do not see these locks */
      return;
    }
  if (!(query->kind == QUERY_DEADLOCK ? proof_circles (c, &roles)
                                      : add_roles (c, query, name, &roles)))
    return;
  LOG (1, "query %s: %u roles", name, (unsigned) roles.count);
  writer_print (&c->writer, "query %s :", name);
  for (uint32_t i = 0; i < roles.count; i++)
    writer_print (&c->writer, " %u", (unsigned) roles.at[i]);
  writer_print (&c->writer, "\n");
}

/* Only the writer's memory may be used. */
static void
print_open (struct certificate *c, const struct query *query)
{
  writer_print (&c->writer, "open");
  if (query->kind != QUERY_PATTERN)
    writer_print (&c->writer, " %s", query_kind_word (query->kind));
  if (query->kind == QUERY_PATTERN)
    writer_print (&c->writer, " %u",
                  (unsigned) (query->automaton - c->about.automata->automata.at));
  if (query->kind == QUERY_ASSERT)
    writer_print (&c->writer, " %u", (unsigned) query->claim);
  for (uint32_t i = 0; i < query->automaton->parameters.count; i++)
    writer_print (&c->writer, " %u", (unsigned) query->fields[i].index);
  writer_print (&c->writer, " : %s\n", c->reason);
}

const char *
certificate_add (struct certificate *c, const struct query *query, bool with_data)
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
    add_query (c, query, with_data);
  engine_pool_forget (&c->pool);
  arena_clear (&c->scratch);
  arena_clear (&c->query);
  memset (&c->choices, 0, sizeof c->choices);
  if (c->reason)
    print_open (c, query);
  c->sizes.queries += !c->reason;
  c->sizes.open += c->reason != NULL;
  c->sizes.nanoseconds += quota_clock () - start;
  return c->reason;
}
