/* draw.h -- an explained finding as a picture: DOT, SVG, or a Mermaid sequence
 * diagram.
 *
 * draw.c finds out what is in the picture; draw_dot.c, draw_svg.c and
 * draw_mermaid.c say how that is written.  Names may hold anything: each format has
 * its own way to quote, and control characters and the like are shown as <U+202E>
 * everywhere.
 *
 * What is about to happen at one moment, in a race or deadlock, stands side by side; the
 * processes of a deadlock are also drawn as a circle, each with the lock that it waits
 * for, from which it goes on to whoever holds that.
 */
#ifndef EXPLAIN_DRAW_H
#define EXPLAIN_DRAW_H

#include "explain/timeline.h"

/* A lock that is held, or a unit of the fields' set, from one row to another. */
struct picture_bar
{
  uint32_t lane;
  const char *lock;     /* its name; null: a unit */
  uint32_t slot;        /* of a lock: how many others are held when it is acquired */
  uint32_t first, last; /* rows */
  bool closed;          /* it ends there; else the witness ends before it does */
};

/* A process of a circle, which waits for LOCK; the next one holds that. */
struct picture_waiter
{
  uint32_t row; /* where it waits */
  const char *process, *lock;
};

/* All texts are safe to show. */
struct picture
{
  const struct timeline *timeline;
  const char *title;                  /* "pattern 1, lost update: field balance" */
  const char *because;                /* sentences */
  const char *repair;                 /* a sentence; or null */
  VEC (struct picture_bar) bars;      /* by lane */
  uint32_t *slots;                    /* by lane: the most locks held at a time */
  VEC (uint32_t) marked;              /* rows of steps of the automaton, in their order */
  VEC (struct picture_waiter) circle; /* of a deadlock */
};

void picture_build (struct picture *picture, const struct finding *finding,
                    const struct timeline *timeline, struct arena *arena);

/* A digraph: a column for each process, steps from top to bottom, switches dashed. */
void draw_dot (const struct picture *picture, struct arena *arena, FILE *file);

/* A picture that stands alone: lanes, bars for locks, brackets for units, the
   steps of the automaton joined. */
void draw_svg (const struct picture *picture, struct arena *arena, FILE *file);

/* The circle of a deadlock as a part of an SVG picture: its size, and what is in it, with
   the upper left corner at X, Y (draw_circle.c). */
void circle_size (const struct picture *picture, double *width, double *height);
void draw_circle (const struct picture *picture, double x, double y, FILE *file);

/* A sequence diagram. */
void draw_mermaid (const struct picture *picture, FILE *file);

#endif
