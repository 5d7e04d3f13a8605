/* pa_text.h -- the description of an automaton for people.
 *
 * The lines above an automaton that begin with `///' are its text: a first paragraph
 * about what happens, others about why that is bad, and lines indented by four blanks, an
 * example.  The text is no part of the automaton's question, and pa_print_source does not
 * print it: the ids of records are made from that.
 */
#ifndef PHASEAUTO_PA_TEXT_H
#define PHASEAUTO_PA_TEXT_H

#include <stdio.h>

#include "phaseauto/pa_parser.h"

/* The text of AUTOMATON, one of RAW, which was parsed from SOURCE.  In ARENA. */
struct pa_text pa_text_of (const struct pa_raw *raw,
                           const struct pa_raw_automaton *automaton,
                           const struct source *source, struct arena *arena);

struct pa_text_style
{
  const char *prefix; /* of every line */
  uint32_t columns;   /* the most of a line of prose, where words allow it */
  const char *indent; /* of a line of the example, after the prefix */
  bool markdown;      /* prose without markup, and a fence around the example */
};

/* Print TEXT, safe to show. */
void pa_text_print (const struct pa_text *text, const struct pa_text_style *style,
                    FILE *file);

#endif
