/* terminal.h -- what the place that text goes to can show. */
#ifndef IO_TERMINAL_H
#define IO_TERMINAL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct terminal
{
  uint32_t width; /* columns: COLUMNS, or the terminal's, or 80 */
  bool known;     /* and not just 80 */
  bool utf8;      /* lines and arrows may be drawn: the locale says so */
  bool colours;   /* a terminal, and NO_COLOR is not set */
};

/* TERMINAL_NARROWEST columns are the least that is believed. */
#define TERMINAL_NARROWEST 20
#define TERMINAL_USUAL 80

struct terminal terminal_of (FILE *file);

#endif
