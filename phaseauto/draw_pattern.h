/* draw_pattern.h -- an automaton as a picture in SVG: a lane for each thread, time from
   left to right, a box for each step, and a bar where a thread stays in its unit. */
#ifndef PHASEAUTO_DRAW_PATTERN_H
#define PHASEAUTO_DRAW_PATTERN_H

#include <stdio.h>

#include "phaseauto/phase_automaton.h"

/* The size of the picture, in pixels. */
struct drawing_size
{
  uint32_t width, height;
};
struct drawing_size pa_drawing_size (const struct pa_automaton *automaton);

/* The picture as a <g> whose top is at Y, for an <svg> with a marker called `arrow'. */
void pa_draw (const struct pa_automaton *automaton, uint32_t y, FILE *file);

#endif
