/* initial.h -- with --values: what a location holds when the model begins. */
#ifndef JAVA_WRITER_INITIAL_H
#define JAVA_WRITER_INITIAL_H

#include "java/writer/value_slice.h"

/* Fill in what the candidates of SLICE start with.  One that is written in code which is
   neither in the model nor looked at here is a candidate no more. */
void initial_find (struct slice *slice);

#endif
