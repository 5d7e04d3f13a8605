/* writer.h -- from the graphs of effects to the model: the public face of the writer. */
#ifndef JAVA_WRITER_WRITER_H
#define JAVA_WRITER_WRITER_H

#include "java/interpreter/extraction.h"
#include "java/writer/java_model.h"

/* Fill MODEL with what was found. */
void emit_model (struct extraction *x, struct java_model *model);

/* Give the notes to MODEL, sorted. */
void notes_give (struct extraction *x, struct java_model *model);

#endif
