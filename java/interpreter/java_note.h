/* java_note.h -- what a model leaves out, or adds: a note for the user. */
#ifndef JAVA_INTERPRETER_JAVA_NOTE_H
#define JAVA_INTERPRETER_JAVA_NOTE_H

enum java_note_kind
{
  JAVA_MAY_MISS,        /* the program can do what the model cannot */
  JAVA_ADDS_EXECUTIONS, /* the model can do what the program cannot */
};

/* Questions, as bits. */
enum java_question
{
  JAVA_PATTERN = 1,
  JAVA_RACE = 2,
  JAVA_DEADLOCK = 4,
  JAVA_ASSERT = 8,
  JAVA_STUCK = 16,
};

struct java_note
{
  enum java_note_kind kind;
  unsigned removes;     /* for these questions the program can do what the model cannot */
  const char *location; /* the only one that this concerns, or null */
  const char *code;     /* a stable word: "dropped-lock" */
  const char *text;     /* a sentence, without the position */
  bool is_premise;      /* every finding of the model depends on it, and says so */
  bool needs_lock;      /* for deadlocks it counts only where a lock is held */
  const char *position; /* "Stack.java:42", "Stack.pop()+17", or null */
};

#endif
