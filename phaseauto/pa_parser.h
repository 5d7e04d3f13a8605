/* pa_parser.h -- what the scanner and the parser of phase automata share.
 *
 * The parser builds raw automata: names as they stand in the text, in flat tables of
 * which each automaton has ranges. pa_resolve.c makes a set of them.  The interface is
 * pa_parse and pa_resolve; the rest is private to pa_scan.l, pa_parse.y and pa_syntax.c.
 */
#ifndef PHASEAUTO_PA_PARSER_H
#define PHASEAUTO_PA_PARSER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/names.h"
#include "base/source.h"
#include "phaseauto/phase_automaton.h"

/* A name and its place in the text. */
struct pa_word
{
  name_id name;
  struct span span;
};

/* A range of the table of words, or of the table of lines of texts. */
struct pa_words
{
  uint32_t first, count;
};

/* A number and its place in the text. */
struct pa_number
{
  uint32_t value;
  struct span span;
};

enum pa_raw_kind
{
  PA_RAW_STEP,
  PA_RAW_STAYS,
  PA_RAW_NEVER,
};

/* A step or a clause. */
struct pa_raw_item
{
  enum pa_raw_kind kind;
  struct pa_word thread;
  enum pa_kind action;      /* of a step or a `never' */
  struct pa_word parameter; /* of an access */
  bool in_unit;
  struct pa_number from, to; /* of a clause */
  struct span span;
};

struct pa_raw_automaton
{
  bool numbered;
  struct pa_number number;
  struct pa_word name;  /* of a numbered automaton: the digits */
  name_id title;        /* or NAME_NONE */
  struct pa_words text; /* lines; none if there is no text */
  struct pa_words parameters, threads;
  uint32_t first_item, item_count;
};

struct pa_raw
{
  VEC (struct pa_word) words;
  VEC (struct span) lines; /* of texts, each with its `///' */
  VEC (struct pa_raw_item) items;
  VEC (struct pa_raw_automaton) automata;
};

struct pa_parser
{
  struct arena *arena;
  const struct source *source;
  struct names *names;
  struct diags *diags;
  struct pa_raw *raw;
  uint32_t offset;  /* where the next token begins */
  struct span last; /* the token before the current one */
  struct span current;
  struct span open;          /* the brace that is open; empty if none is */
  struct pa_words text;      /* the lines since the last token */
  struct pa_words head_text; /* those above the last `automaton' */
};

/* Parse SOURCE into RAW; false if there were errors. */
bool pa_parse (struct pa_raw *raw, struct arena *arena, const struct source *source,
               struct names *names, struct diags *diags);

/* Make a set of RAW, which was parsed without errors: resolve its names and check its
   clauses.  False: there were errors. */
bool pa_resolve (struct pa_set *set, const struct pa_raw *raw, struct arena *arena,
                 const struct names *names, struct diags *diags);

/* A scanner over the source of PARSER, in the arena of PARSER. */
void *pa_scanner_new (struct pa_parser *parser);

/* The keywords; the last pointer is null. */
extern const char *const pa_keywords[];

#endif
