/* draw.h -- a timeline as a picture: DOT, SVG, or a Mermaid sequence diagram.
 *
 * Names may hold anything: each format has its own way to quote, and control
 * characters and the like are shown as <U+202E> everywhere.
 */
#ifndef WITNESS_DRAW_H
#define WITNESS_DRAW_H

#include "explain/timeline.h"

/* A digraph: one cluster per process, steps in order, switches dashed. */
void draw_dot (const struct finding *finding, const struct timeline *timeline,
               const struct because *because, struct arena *arena, FILE *file);

/* A picture that stands alone: lanes, bars for locks, brackets for units, the
   steps of the automaton joined. */
void draw_svg (const struct finding *finding, const struct timeline *timeline,
               const struct because *because, struct arena *arena, FILE *file);

/* A sequence diagram. */
void draw_mermaid (const struct finding *finding, const struct timeline *timeline,
                   const struct because *because, struct arena *arena, FILE *file);

/* "pattern 1, lost update: field balance" for titles. */
void draw_print_title (const struct finding *finding, FILE *file);

#endif
