/* certify.c -- see certify.h: reading line by line, and what each line demands. */
#include <config.h>

#include "certificate/checker/certify.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "base/log.h"
#include "certificate/checker/choice.h"

void
certify_digest (const char *text, size_t length, char digest[CERTIFY_DIGEST])
{
  XXH128_hash_t hash = XXH3_128bits (text, length);
  int written = snprintf (digest, CERTIFY_DIGEST, "%016llx%016llx",
                          (unsigned long long) hash.high64,
                          (unsigned long long) hash.low64);
  assert (written == CERTIFY_DIGEST - 1);
  (void) written;
}

/* Refuse the certificate because of LINE. */
static bool __attribute__ ((format (printf, 3, 4)))
refuse (struct certify *certify, uint32_t line, const char *format, ...)
{
  assert (line > 0);
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (certify->problem, sizeof certify->problem, format, arguments);
  va_end (arguments);
  certify->line = line;
  return false;
}

/* ---- The head and the seal. ---- */

/* The last line has the number of the lines before it, and their digest.  LENGTH: of
   these lines. */
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
    return refuse (certify, count + 1, "the certificate is cut off: its last line is not "
                   "'end LINES DIGEST'");
  if (said != count)
    return refuse (certify, count + 1, "the certificate is not whole: %u lines were "
                   "written, there are %u", (unsigned) said, (unsigned) count);
  certify_digest (text, begin, found);
  if (strcmp (digest, found) != 0)
    return refuse (certify, count + 1, "the certificate was changed after it was "
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
  if (!lines_number (lines, UINT32_MAX, &version) || version != 1
      || !lines_at_end (lines))
    return refuse (certify, 1, "unknown version of the format; only 1 is known");
  if (!check_seal (certify, &length))
    return false;
  lines->end = file->text + length;
  if (!lines_next (lines) || !lines_word (lines, "tool")
      || !lines_next (lines) || !lines_word (lines, "model")
      || !lines_hex (lines, head->model, CERTIFY_DIGEST - 1) || !lines_at_end (lines)
      || !lines_next (lines) || !lines_word (lines, "automata")
      || !lines_hex (lines, head->automata, CERTIFY_DIGEST - 1))
    return refuse (certify, lines->number, "the head of the certificate is malformed");
  head->automata_name = lines_rest (lines, &head->automata_length);
  return true;
}

/* ---- What is being read. ---- */

struct reading_state
{
  struct certify *certify;
  struct lines *lines;
  struct arena *arena, *scratch;
  struct idsets locks;
  struct scene scene;
  struct summaries summaries;
  struct tuples tuples;        /* numbered as in the certificate, and so are its sets */
  VEC (idset) lock_sets;       /* by number in the certificate */
  VEC (summary) named;         /* summaries, by number in the certificate */
  VEC (struct closure *) roles;
  struct closure *current;     /* the role whose claims are being read, or null */
  struct pairmap apart;        /* see choice.h */
  uint32_t cursor;             /* the first query that may come next */
};

static bool
malformed (struct reading_state *r, const char *what)
{
  return refuse (r->certify, r->lines->number, "malformed: %s", what);
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
    return malformed (r, "a set of locks of the model");
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
    return malformed (r, "a summary: numbers of sets of locks R, A, U");
  uint32_t count = idset_count (&r->locks, released) + idset_count (&r->locks, acquired);
  VEC (idset) orders = VEC_EMPTY;
  bool fine = true;
  for (uint32_t i = 0; i < count && fine; i++)
    fine = read_set_number (r, vec_push (r->arena, &orders));
  if (!fine || !lines_at_end (r->lines))
    return malformed (r, "a summary: one set for each lock in R and in A");
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
      return malformed (r, "a tuple: too many summaries");
  if (length == 0 || !lines_at_end (r->lines))
    return malformed (r, "a tuple: numbers of summaries");
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
      return malformed (r, "a set of tuples: of one length");
  if (count == 0 || !lines_at_end (r->lines))
    return malformed (r, "a set of tuples: numbers of tuples");
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
    return malformed (r, "numbers of processes");
  if (r->roles.count > 0 || r->cursor > 0)
    return malformed (r, "processes are chosen before the first role and query");
  if (certify->filtered == PA_SIZE_LIMIT)
    return malformed (r, "no automaton has this many threads");
  certify->allowed[certify->filtered++] = may;
  return true;
}

/* ---- Roles. ---- */

/* An automaton, and fields of one atomic set for its parameters. */
static bool
read_question (struct reading_state *r, struct query *query)
{
  const struct pa_set *automata = r->certify->automata;
  const struct pds *pds = r->certify->pds;
  uint32_t number;
  if (!lines_number (r->lines, automata->automata.count, &number))
    return malformed (r, "the number of an automaton");
  query->automaton = &automata->automata.at[number];
  uint32_t count = query->automaton->parameters.count;
  field_id *fields = arena_alloc (r->scratch, count * sizeof *fields + 1);
  query->set = (set_id){ 0 };
  for (uint32_t i = 0; i < count; i++)
    {
      if (!lines_number (r->lines, pds->fields.count, &fields[i].index))
        return malformed (r, "one field for each parameter");
      set_id set = pds->fields.at[fields[i].index].set;
      if (i > 0 && !set_equal (set, query->set))
        return malformed (r, "fields of one atomic set");
      query->set = set;
    }
  query->fields = fields;
  return true;
}

/* role PROCESS THREAD LOCKS AUTOMATON FIELD... */
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
    return malformed (r, "a role: process, thread, locks");
  if (!read_question (r, &query))
    return false;
  if (thread.index >= query.automaton->threads.count || !lines_at_end (r->lines))
    return malformed (r, "a role: a thread of its automaton");
  bool *keeps = arena_calloc (r->arena, pds->locks.count + (size_t) 1, sizeof *keeps);
  for (uint32_t l = 0; l < pds->locks.count; l++)
    keeps[l] = idset_has (&r->locks, kept, l);
  assert (!r->current);
  r->current = arena_alloc (r->arena, sizeof *r->current);
  *r->current = (struct closure){ .number = r->roles.count, .scene = &r->scene,
                                  .arena = r->arena, .tuples = &r->tuples, .kept = keeps,
                                  .body = pds->processes.at[process.index].body };
  part_init (&r->current->part, pds, &query, thread, r->arena);
  closure_init (r->current);
  *vec_push (r->arena, &r->roles) = r->current;
  r->certify->roles++;
  LOG (2, "role %u: %s as thread %s of %s, with %u locks",
       (unsigned) r->current->number, pds->processes.at[process.index].name,
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
    return malformed (r, "a context: state and symbol, once each");
  return true;
}

static bool
read_at (struct reading_state *r)
{
  uint32_t state, set;
  assert (r->current);
  if (!lines_number (r->lines, UINT32_MAX, &state)
      || !lines_number (r->lines, r->tuples.sets.count, &set))
    return malformed (r, "claims: state, set of tuples, symbols");
  struct lines_range range
    = lines_ranges (r->lines, pds_symbol_count (r->certify->pds));
  while (lines_range (&range))
    {
      if (!closure_add_at (r->current, state, range.begin, range.end, set))
        return malformed (r, "claims: tuples of as many phases as the context has seen");
      r->certify->places += range.end - range.begin;
    }
  if (!range.fine || !lines_at_end (r->lines))
    return malformed (r, "claims: symbols");
  return true;
}

static bool
read_end (struct reading_state *r, uint32_t state)
{
  uint32_t set;
  assert (r->current && state <= r->current->part.steps);
  if (!lines_number (r->lines, r->tuples.sets.count, &set) || !lines_at_end (r->lines)
      || !closure_add_end (r->current, state, set))
    return malformed (r, "a claim about ends: set of tuples, once for each state");
  return true;
}

static bool
read_back (struct reading_state *r)
{
  uint32_t state;
  if (!lines_number (r->lines, r->current->part.steps, &state))
    return malformed (r, "a claim about returns: state, set of tuples");
  return read_end (r, state);
}

static bool
read_done (struct reading_state *r)
{
  return read_end (r, r->current->part.steps);
}

/* All claims of the current role, if there is one, are there. */
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
    return refuse (r->certify, r->lines->number, "role %u: %s", (unsigned) role->number,
                   problem);
  arena_clear (r->scratch);
  choice_prepare (role);
  return true;
}

/* ---- Queries. ---- */

/* Who can play the threads of a query. */
struct cast
{
  struct choice_query choice;
  struct part *parts;  /* by thread */
  bool *plays;         /* by thread * bodies + body: can it? */
  bool playable;       /* some body can play each thread */
};

static void
find_cast (struct reading_state *r, struct cast *cast, const struct query *query)
{
  const struct pds *pds = r->certify->pds;
  uint32_t threads = query->automaton->threads.count;
  uint32_t filtered = r->certify->filtered < threads ? r->certify->filtered : threads;
  assert (0 < threads && threads <= PA_SIZE_LIMIT);
  size_t bodies = r->scene.bodies, places = threads * bodies + 1;
  *cast = (struct cast){ .choice = { .scene = &r->scene, .tuples = &r->tuples,
                                     .threads = threads,
                                     .phases = query->automaton->steps.count,
                                     .allowed = r->certify->allowed,
                                     .filtered = filtered, .apart = &r->apart },
                         .playable = true };
  cast->choice.roles = arena_calloc (r->scratch, places, sizeof *cast->choice.roles);
  cast->parts = arena_calloc (r->scratch, threads, sizeof *cast->parts);
  cast->plays = arena_calloc (r->scratch, places, sizeof *cast->plays);
  for (thread_id t = { 0 }; t.index < threads; t.index++)
    {
      struct part *part = &cast->parts[t.index];
      bool some = false;
      part_init (part, pds, query, t, r->scratch);
      for (uint32_t p = 0; p < pds->processes.count; p++)
        {
          uint32_t b = pds->processes.at[p].body.index;
          bool *plays = &cast->plays[t.index * bodies + b];
          if (!*plays && (t.index >= filtered || r->certify->allowed[t.index][p]))
            some |= *plays = part_can_be_played (part, &r->scene.body[b]);
        }
      cast->playable &= some;
    }
}

/* The roles of all bodies that can play, thread by thread and body by body. */
static bool
read_cast (struct reading_state *r, struct cast *cast)
{
  uint32_t bodies = r->scene.bodies, number;
  assert (!r->current); /* all roles are checked */
  for (uint32_t t = 0; t < cast->choice.threads && cast->playable; t++)
    for (uint32_t b = 0; b < bodies; b++)
      {
        size_t place = (size_t) t * bodies + b;
        if (!cast->plays[place])
          continue;
        if (!lines_number (r->lines, r->roles.count, &number))
          return refuse (r->certify, r->lines->number,
                         "a role is missing: body %u as thread %u", (unsigned) b,
                         (unsigned) t);
        const struct closure *role = r->roles.at[number];
        assert (role->rows); /* it was found to be closed */
        if (role->body.index != b || !part_equal (&role->part, &cast->parts[t]))
          return refuse (r->certify, r->lines->number,
                         "role %u is not the one that this query needs as thread %u",
                         (unsigned) number, (unsigned) t);
        cast->choice.roles[place] = role;
      }
  return lines_at_end (r->lines) || malformed (r, "more roles than the query needs");
}

static bool
check_choices (struct reading_state *r, const struct cast *cast)
{
  assert (cast->playable);
  body_id *bodies = arena_alloc (r->scratch, cast->choice.threads * sizeof *bodies);
  if (choice_is_impossible (&cast->choice, bodies, r->scratch))
    return true;
  uint32_t number = cast->choice.roles[bodies[0].index]->number;
  return refuse (r->certify, r->lines->number,
                 "not safe: what role %u can do and what the other threads' roles "
                 "can do fits together", (unsigned) number);
}

/* AUTOMATON FIELD... : and what follows.  The query's number in the model's list, where
   it comes after all queries that were read before. */
static bool
find_query (struct reading_state *r, uint32_t *found)
{
  const struct queries *queries = r->certify->queries;
  struct query wanted;
  if (!read_question (r, &wanted))
    return false;
  if (!lines_word (r->lines, ":"))
    return malformed (r, "a query: automaton, fields, ':', roles or a reason");
  for (; r->cursor < queries->list.count; r->cursor++)
    {
      const struct query *query = &queries->list.at[r->cursor];
      if (query->automaton == wanted.automaton
          && memcmp (query->fields, wanted.fields,
                     query->automaton->parameters.count * sizeof *query->fields) == 0)
        {
          *found = r->cursor++;
          return true;
        }
    }
  return refuse (r->certify, r->lines->number,
                 "the model has no such query, or it stands in the wrong place");
}

static bool
read_query (struct reading_state *r)
{
  uint32_t number;
  struct cast cast;
  if (!find_query (r, &number))
    return false;
  const struct query *query = &r->certify->queries->list.at[number];
  find_cast (r, &cast, query);
  if (!read_cast (r, &cast))
    return false;
  if (cast.playable && !check_choices (r, &cast))
    return false;
  assert (r->certify->answers[number] == CERTIFY_SILENT);
  r->certify->answers[number] = CERTIFY_CONFIRMED;
  r->certify->confirmed++;
  arena_clear (r->scratch);
  LOG (1, "pattern %s, first field %s: safe%s", query->automaton->name,
       r->certify->pds->fields.at[query->fields[0].index].name,
       cast.playable ? "" : ", since no body can play some thread");
  return true;
}

static bool
read_open (struct reading_state *r)
{
  uint32_t number;
  if (!find_query (r, &number))
    return false;
  assert (r->certify->answers[number] == CERTIFY_SILENT);
  r->certify->answers[number] = CERTIFY_OPEN;
  r->certify->open++;
  return true;
}

/* ---- Lines. ---- */

struct kind
{
  const char *word;
  bool (*read) (struct reading_state *r);
  bool claims; /* about the current role */
};

static bool
read_line (struct reading_state *r)
{
  static const struct kind kinds[]
    = { { "w", read_at, true },         { "t", read_tuple, false },
        { "a", read_set, false },       { "f", read_summary, false },
        { "s", read_lock_set, false },  { "c", read_context, true },
        { "b", read_back, true },       { "d", read_done, true },
        { "role", read_role, false },   { "query", read_query, false },
        { "open", read_open, false },   { "allow", read_allowed, false } };
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (lines_word (r->lines, kinds[i].word))
      {
        if (kinds[i].claims)
          return r->current ? kinds[i].read (r)
                            : malformed (r, "claims belong to a role");
        return finish_role (r) && kinds[i].read (r);
      }
  return malformed (r, "no such line is known");
}

/* Number 0 of each table is not in the certificate. */
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
  scene_init (&r->scene, certify->pds, r->arena);
}

bool
certify_check (struct certify *certify)
{
  assert (certify->lines.number > 0); /* the head was read */
  assert (certify->pds && certify->automata && certify->queries);
  struct reading_state r = { .certify = certify, .lines = &certify->lines,
                             .arena = certify->arena, .scratch = certify->scratch };
  start (&r);
  while (lines_next (r.lines))
    {
      quota_tick (r.arena->quota);
      if (!read_line (&r))
        return false;
    }
  bool fine = finish_role (&r);
  certify->work = r.summaries.work;
  return fine;
}
