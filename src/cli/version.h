/* version.h -- which phaselock this is, and with which libraries it runs. */
#ifndef CLI_VERSION_H
#define CLI_VERSION_H

#include <argp.h>
#include <stdio.h>

/* The first line is "phaselock VERSION".  For argp, too, which gives its STATE. */
void version_print (FILE *file, struct argp_state *state);

#endif
