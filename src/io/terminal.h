/* terminal.h -- what a terminal, or another destination of text, can show. */
#ifndef IO_TERMINAL_H
#define IO_TERMINAL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct terminal
{
  uint32_t width; /* columns: COLUMNS, or the terminal's, or 80 */
  bool known;     /* the width is not just the default */
  bool utf8;      /* lines and arrows may be drawn: the locale says so */
  bool colours;   /* a terminal, and NO_COLOR is not set */
};

#define TERMINAL_NARROWEST 20 /* smaller widths count as this one */
#define TERMINAL_USUAL 80     /* the default */

/* The width of the terminal that FILE is, or 0. */
uint32_t terminal_columns (int file);

struct terminal terminal_of (FILE *file);

#endif
