/* certify.c -- see certify.h: reading line by line, and what each line demands. */
#include <config.h>

#include "certificate/checker/certify.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "base/log.h"
#include "certificate/checker/certifying.h"
#include "certificate/checker/gates.h"

void
certify_digest (const void *text, size_t length, char digest[CERTIFY_DIGEST])
{
  XXH128_hash_t hash = XXH3_128bits (text, length);
  int written
    = snprintf (digest, CERTIFY_DIGEST, "%016llx%016llx",
                (unsigned long long) hash.high64, (unsigned long long) hash.low64);
  assert (written == CERTIFY_DIGEST - 1);
  (void) written;
}

/* Refuse CERTIFY because of the line AT. */
#define refuse(certify, at, ...)                                                         \
  ((certify)->line = (at), REFUSE ((certify)->problem, __VA_ARGS__))

/* ---- The head and the seal. ---- */

/* Check the last line, which has the number of the lines before it, and their digest.
 *LENGTH: of these lines. */
static bool
check_seal (struct certify *certify, uint32_t *length)
{
  const struct source *file = certify->certificate;
  const char *text = file->text;
  uint32_t begin = file->length;
  bool ended = begin > 0 && text[begin - 1] == '\n';
  if (ended)
    for (begin--; begin > 0 && text[begin - 1] != '\n';)
      begin--;
  struct lines lines;
  lines_start (&lines, text + begin, file->length - begin);
  uint32_t count = 0, said;
  char digest[CERTIFY_DIGEST], found[CERTIFY_DIGEST];
  for (uint32_t i = 0; i < begin; i++)
    count += text[i] == '\n';
  if (!ended || !lines_next (&lines) || !lines_word (&lines, "end")
      || !lines_number (&lines, UINT32_MAX, &said)
      || !lines_hex (&lines, digest, CERTIFY_DIGEST - 1) || !lines_at_end (&lines))
    return refuse (certify, count + 1,
                   "the certificate is cut off: its last line is not "
                   "'end LINES DIGEST'");
  if (said != count)
    return refuse (certify, count + 1,
                   "the certificate is not whole: %u lines were "
                   "written, there are %u",
                   (unsigned) said, (unsigned) count);
  certify_digest (text, begin, found);
  if (strcmp (digest, found) != 0)
    return refuse (certify, count + 1,
                   "the certificate was changed after it was "
                   "written: it has another digest");
  assert (begin < file->length);
  *length = begin;
  return true;
}

bool
certify_read_head (struct certify *certify, struct certify_head *head)
{
  const struct source *file = certify->certificate;
  struct lines *lines = &certify->lines;
  assert (file && file->text);
  uint32_t version, length = 0;
  lines_start (lines, file->text, file->length);
  if (!lines_next (lines) || !lines_word (lines, "phaselock-certificate"))
    return refuse (certify, 1, "this is not a phaselock certificate");
  if (!lines_number (lines, UINT32_MAX, &version) || version < 1
      || version > CERTIFY_VERSION || !lines_at_end (lines))
    return refuse (certify, 1, "unknown version of the format; 1 to %d are known",
                   CERTIFY_VERSION);
  if (!check_seal (certify, &length))
    return false;
  lines->end = file->text + length;
  if (!lines_next (lines) || !lines_word (lines, "tool") || !lines_next (lines)
      || !lines_word (lines, "model")
      || !lines_hex (lines, head->model, CERTIFY_DIGEST - 1) || !lines_at_end (lines)
      || !lines_next (lines) || !lines_word (lines, "automata")
      || !lines_hex (lines, head->automata, CERTIFY_DIGEST - 1))
    return refuse (certify, lines->number, "the head of the certificate is malformed");
  head->automata_name = lines_rest (lines, &head->automata_length);
  return true;
}

/* ---- Refusing. ---- */

bool
reading_malformed (struct reading_state *r, const char *what)
{
  return reading_refuse (r, "malformed: %s", what);
}

/* ---- Tables. ---- */

static bool
read_lock_set (struct reading_state *r)
{
  idset set = IDSET_EMPTY;
  struct lines_range range = lines_ranges (r->lines, r->certify->pds->locks.count);
  while (lines_range (&range))
    for (uint32_t l = range.begin; l < range.end; l++)
      set = idset_add (&r->locks, set, l);
  if (!range.fine || !lines_at_end (r->lines))
    return reading_malformed (r, "a set of locks of the model");
  *vec_push (r->arena, &r->lock_sets) = set;
  return true;
}

static bool
read_set_number (struct reading_state *r, idset *set)
{
  uint32_t number;
  if (!lines_number (r->lines, r->lock_sets.count, &number))
    return false;
  *set = r->lock_sets.at[number];
  return true;
}

static bool
read_summary (struct reading_state *r)
{
  idset released, acquired, used;
  if (!read_set_number (r, &released) || !read_set_number (r, &acquired)
      || !read_set_number (r, &used))
    return reading_malformed (r, "a summary: numbers of sets of locks R, A, U");
  uint32_t count = idset_count (&r->locks, released) + idset_count (&r->locks, acquired);
  VEC (idset) orders = VEC_EMPTY;
  bool fine = true;
  for (uint32_t i = 0; i < count && fine; i++)
    fine = read_set_number (r, vec_push (r->arena, &orders));
  if (!fine || !lines_at_end (r->lines))
    return reading_malformed (r, "a summary: one set for each lock in R and in A");
  *vec_push (r->arena, &r->named)
    = summary_make (&r->summaries, released, acquired, used, orders.at);
  return true;
}

static bool
read_tuple (struct reading_state *r)
{
  uint32_t number, length = 0;
  tuples_add (&r->tuples);
  while (lines_number (r->lines, r->named.count, &number))
    if (length++, !tuples_add_summary (&r->tuples, r->named.at[number]))
      return reading_malformed (r, "a tuple: too many summaries");
  if (length == 0 || !lines_at_end (r->lines))
    return reading_malformed (r, "a tuple: numbers of summaries");
  r->certify->tuples++;
  return true;
}

static bool
read_set (struct reading_state *r)
{
  uint32_t number, count = 0;
  tuples_add_set (&r->tuples);
  while (lines_number (r->lines, r->tuples.list.count, &number))
    if (count++, !tuples_add_member (&r->tuples, number))
      return reading_malformed (r, "a set of tuples: of one length");
  if (count == 0 || !lines_at_end (r->lines))
    return reading_malformed (r, "a set of tuples: numbers of tuples");
  r->certify->sets++;
  return true;
}

/* ---- Which processes. ---- */

static bool
read_allowed (struct reading_state *r)
{
  struct certify *certify = r->certify;
  uint32_t processes = certify->pds->processes.count;
  bool *may = arena_calloc (r->arena, processes + (size_t) 1, sizeof *may);
  struct lines_range range = lines_ranges (r->lines, processes);
  while (lines_range (&range))
    for (uint32_t p = range.begin; p < range.end; p++)
      may[p] = true;
  if (!range.fine || !lines_at_end (r->lines))
    return reading_malformed (r, "numbers of processes");
  if (r->roles.count > 0 || r->cursor > 0 || r->invariants.list.count > 0)
    return reading_malformed (r, "processes are chosen before the first role and query");
  if (certify->filtered == PA_SIZE_LIMIT)
    return reading_malformed (r, "no automaton has this many threads");
  certify->allowed[certify->filtered++] = may;
  return true;
}

/* ---- Roles. ---- */

/* role PROCESS THREAD LOCKS QUESTION */
static bool
read_role (struct reading_state *r)
{
  const struct pds *pds = r->certify->pds;
  process_id process;
  thread_id thread;
  idset kept;
  struct query query;
  if (!lines_number (r->lines, pds->processes.count, &process.index)
      || !lines_number (r->lines, PA_SIZE_LIMIT, &thread.index)
      || !read_set_number (r, &kept))
    return reading_malformed (r, "a role: process, thread, locks");
  if (!reading_question_of_role (r, &query))
    return false;
  if (thread.index >= query.automaton->threads.count || !lines_at_end (r->lines))
    return reading_malformed (r, "a role: a thread of its automaton");
  bool *keeps = arena_calloc (r->arena, pds->locks.count + (size_t) 1, sizeof *keeps);
  for (uint32_t l = 0; l < pds->locks.count; l++)
    keeps[l] = idset_has (&r->locks, kept, l);
  assert (!r->current);
  r->current = arena_alloc (r->arena, sizeof *r->current);
  *r->current = (struct closure){ .number = r->roles.count,
                                  .scene = &r->scene,
                                  .arena = r->arena,
                                  .tuples = &r->tuples,
                                  .kept = keeps,
                                  .body = pds->processes.at[process.index].body };
  part_init (&r->current->part, pds, &query, thread, r->arena);
  closure_init (r->current);
  *vec_push (r->arena, &r->roles) = r->current;
  r->certify->roles++;
  LOG (2, "role %u: %s as thread %s of %s, with %u locks", (unsigned) r->current->number,
       pds->processes.at[process.index].name,
       query.automaton->threads.at[thread.index].name, query.automaton->name,
       (unsigned) idset_count (&r->locks, kept));
  return true;
}

static bool
read_context (struct reading_state *r)
{
  uint32_t state, symbol;
  assert (r->current);
  if (!lines_number (r->lines, UINT32_MAX, &state)
      || !lines_number (r->lines, UINT32_MAX, &symbol) || !lines_at_end (r->lines)
      || !closure_add_context (r->current, state, symbol))
    return reading_malformed (r, "a context: state and symbol, once each");
  return true;
}

static bool
read_at (struct reading_state *r)
{
  uint32_t state, set;
  assert (r->current);
  if (!lines_number (r->lines, UINT32_MAX, &state)
      || !lines_number (r->lines, r->tuples.sets.count, &set))
    return reading_malformed (r, "claims: state, set of tuples, symbols");
  struct lines_range range = lines_ranges (r->lines, pds_symbol_count (r->certify->pds));
  while (lines_range (&range))
    {
      if (!closure_add_at (r->current, state, range.begin, range.end, set))
        return reading_malformed (
          r, "claims: tuples of as many phases as the context has seen");
      r->certify->places += range.end - range.begin;
    }
  if (!range.fine || !lines_at_end (r->lines))
    return reading_malformed (r, "claims: symbols");
  return true;
}

static bool
read_end (struct reading_state *r, uint32_t state)
{
  uint32_t set;
  assert (r->current && state <= r->current->part.steps);
  if (!lines_number (r->lines, r->tuples.sets.count, &set) || !lines_at_end (r->lines)
      || !closure_add_end (r->current, state, set))
    return reading_malformed (r,
                              "a claim about ends: set of tuples, once for each state");
  return true;
}

static bool
read_back (struct reading_state *r)
{
  uint32_t state;
  if (!lines_number (r->lines, r->current->part.steps, &state))
    return reading_malformed (r, "a claim about returns: state, set of tuples");
  return read_end (r, state);
}

static bool
read_done (struct reading_state *r)
{
  return read_end (r, r->current->part.steps);
}

/* All claims of the current role, if there is one, were read: check them. */
static bool
finish_role (struct reading_state *r)
{
  struct closure *role = r->current;
  char problem[CLOSURE_PROBLEM];
  r->current = NULL;
  if (!role)
    return true;
  assert (role->number == r->roles.count - 1);
  if (!closure_check (role, problem, r->scratch))
    return reading_refuse (r, "role %u: %s", (unsigned) role->number, problem);
  arena_clear (r->scratch);
  choice_prepare (role);
  return true;
}

/* ---- Lines. ---- */

/* What a line is about. */
enum subject
{
  ABOUT_ALL,
  ABOUT_ROLE,      /* the current one */
  ABOUT_INVARIANT, /* the current one */
};

struct kind
{
  const char *word;
  bool (*read) (struct reading_state *r);
  enum subject subject;
};

#ifdef HAVE_CADICAL
static bool
finish_invariant (struct reading_state *r)
{
  return reading_finish_invariant (r);
}
#else
static bool
finish_invariant (struct reading_state *r)
{
  assert (!r->invariants.open);
  return true;
}

static bool
read_without_solver (struct reading_state *r)
{
  return reading_refuse (r, "it has invariants, and to check them takes a SAT solver, "
                            "CaDiCaL, without which this phaselock was built");
}
#endif

static bool
read_line (struct reading_state *r)
{
  static const struct kind kinds[] = { { "w", read_at, ABOUT_ROLE },
                                       { "t", read_tuple, ABOUT_ALL },
                                       { "a", read_set, ABOUT_ALL },
                                       { "f", read_summary, ABOUT_ALL },
                                       { "s", read_lock_set, ABOUT_ALL },
                                       { "c", read_context, ABOUT_ROLE },
                                       { "b", read_back, ABOUT_ROLE },
                                       { "d", read_done, ABOUT_ROLE },
                                       { "role", read_role, ABOUT_ALL },
                                       { "query", reading_query, ABOUT_ALL },
                                       { "open", reading_open, ABOUT_ALL },
                                       { "allow", read_allowed, ABOUT_ALL },
                                       { "cast", reading_cast, ABOUT_ALL },
                                       { "script", reading_script, ABOUT_ALL },
                                       { "play", reading_play, ABOUT_ALL },
                                       { "choice", reading_choice, ABOUT_ALL },
#ifdef HAVE_CADICAL
                                       { "clause", reading_clause, ABOUT_INVARIANT },
                                       { "place", reading_place, ABOUT_ALL },
                                       { "places", reading_places, ABOUT_ALL },
                                       { "value", reading_value, ABOUT_ALL },
                                       { "invariant", reading_invariant, ABOUT_ALL },
                                       { "proved", reading_proved, ABOUT_ALL } };
#else
                                       { "place", read_without_solver, ABOUT_ALL },
                                       { "value", read_without_solver, ABOUT_ALL },
                                       { "invariant", read_without_solver, ABOUT_ALL },
                                       { "proved", read_without_solver, ABOUT_ALL } };
#endif
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (lines_word (r->lines, kinds[i].word))
      switch (kinds[i].subject)
        {
        case ABOUT_ROLE:
          return r->current ? kinds[i].read (r)
                            : reading_malformed (r, "claims belong to a role");
        case ABOUT_INVARIANT:
          return r->invariants.open
                   ? kinds[i].read (r)
                   : reading_malformed (r, "clauses belong to an invariant");
        case ABOUT_ALL:
          return finish_role (r) && finish_invariant (r) && kinds[i].read (r);
        }
  return reading_malformed (r, "no such line is known");
}

/* Create number 0 of each table, which is not in the certificate. */
static void
start (struct reading_state *r)
{
  struct certify *certify = r->certify;
  certify->answers = arena_calloc (r->arena, certify->queries->list.count + (size_t) 1,
                                   sizeof *certify->answers);
  certify->allowed = arena_calloc (r->arena, PA_SIZE_LIMIT, sizeof *certify->allowed);
  idsets_init (&r->locks, r->arena);
  summaries_init (&r->summaries, &r->locks, r->arena);
  tuples_init (&r->tuples, &r->summaries, certify->pds->locks.count, r->arena);
  pairmap_init (&r->apart, r->arena);
  *vec_push (r->arena, &r->lock_sets) = IDSET_EMPTY;
  *vec_push (r->arena, &r->named) = SUMMARY_EMPTY;
  scene_init (&r->scene, certify->pds, &r->locks, r->arena);
}

bool
certify_check (struct certify *certify)
{
  assert (certify->lines.number > 0); /* the head was read */
  assert (certify->pds && certify->automata && certify->queries);
  assert (certify->lowering && certify->pds == &certify->lowering->pds);
  struct reading_state r = { .certify = certify,
                             .lines = &certify->lines,
                             .arena = certify->arena,
                             .scratch = certify->scratch };
  start (&r);
  while (lines_next (r.lines))
    {
      quota_tick (r.arena->quota);
      if (!read_line (&r))
        return false;
    }
  bool fine = finish_role (&r) && finish_invariant (&r);
  certify->work = r.summaries.work;
  return fine;
}

void
certify_end (struct certify *certify)
{
#ifdef HAVE_CADICAL
  gates_free_solver (&certify->solver);
#else
  assert (!certify->solver);
#endif
}
