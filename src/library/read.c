/* read.c -- models and automata: from text to an object, with its messages. */
#include <config.h>

#include "library/library.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask/settle.h"
#include "base/log.h"

/* A text to be read: a file, or bytes in memory. */
struct text
{
  const char *name;  /* null: the caller passed a null pointer */
  const char *bytes; /* null: NAME is a file */
  size_t length;
};

/* NAME lives as long as the object, whatever becomes of the caller's. */
static char *
copy_name (struct arena *arena, const struct text *text)
{
  assert (text->name);
  return arena_copy (arena, text->name, strlen (text->name));
}

/* ---- Messages. ---- */

/* A text was read, and it is FINE or not: render DIAGS, once, so that asking for them
   later does not change the object.  Returns the status of reading. */
static enum phaselock_status
messages_init (struct phaselock_messages *messages, const struct diags *diags,
               const struct source *source, bool fine)
{
  assert (!messages->text && !messages->diags);
  assert (fine == (diags->errors == 0));
  size_t length = 0;
  FILE *file = open_memstream (&messages->text, &length);
  if (!file)
    return PHASELOCK_NO_MEMORY;
  diags_render (diags, file, false);
  bool failed = ferror (file) != 0;
  failed |= fclose (file) != 0;
  messages->diags = diags;
  messages->source = source;
  LOG (1, "%s: %s", source->path ? source->path : "text", fine ? "fine" : "has errors");
  return failed ? PHASELOCK_NO_MEMORY : fine ? PHASELOCK_OK : PHASELOCK_BAD_INPUT;
}

static const struct diag *
find_message (const struct phaselock_messages *messages, size_t number)
{
  bool there = messages && messages->diags && number < messages->diags->list.count;
  assert (!there || messages->source);
  return there ? &messages->diags->list.at[number] : NULL;
}

const char *
phaselock_messages_text (const struct phaselock_messages *messages)
{
  return messages && messages->text ? messages->text : "";
}

size_t
phaselock_messages_count (const struct phaselock_messages *messages)
{
  return messages && messages->diags ? messages->diags->list.count : 0;
}

const char *
phaselock_message_severity (const struct phaselock_messages *messages, size_t number)
{
  const struct diag *diag = find_message (messages, number);
  return diag ? diag_severity_name (diag->severity) : NULL;
}

const char *
phaselock_message_code (const struct phaselock_messages *messages, size_t number)
{
  const struct diag *diag = find_message (messages, number);
  return diag ? diag->code : NULL;
}

const char *
phaselock_message_text (const struct phaselock_messages *messages, size_t number)
{
  const struct diag *diag = find_message (messages, number);
  assert (!diag || diag->message);
  return diag ? diag->message : NULL;
}

static struct source_place
find_place (const struct phaselock_messages *messages, size_t number)
{
  const struct diag *diag = find_message (messages, number);
  if (!diag || !diag->located)
    return (struct source_place){ 0, 0 };
  assert (messages->source);
  return source_place (messages->source, diag->span.begin);
}

unsigned
phaselock_message_line (const struct phaselock_messages *messages, size_t number)
{
  return find_place (messages, number).line;
}

unsigned
phaselock_message_column (const struct phaselock_messages *messages, size_t number)
{
  return find_place (messages, number).column;
}

/* ---- Models. ---- */

/* What is wrong with the path of a model: the first complaint is kept. */
static void
note_complaint (void *context, enum diag_severity severity, const char *path,
                const char *message)
{
  struct phaselock_model *model = context;
  (void) path;
  if (!model->complaint && severity == DIAG_ERROR)
    model->complaint = strdup (message);
}

/* A complaint ends with its code: "there is no class 'Stak' [no-class]".  It is cut off,
   and returned; null: there is none. */
static const char *
cut_code (char *complaint)
{
  char *code = complaint ? strrchr (complaint, '[') : NULL;
  size_t length = code ? strlen (code) : 0;
  if (length < 3 || code == complaint || code[-1] != ' ' || code[length - 1] != ']')
    return NULL;
  code[length - 1] = 0;
  code[-1] = 0;
  return code + 1;
}

/* Read the one model that PATH names.  model->inputs are cleared with the model, whatever
   happens. */
static bool
read_path (struct phaselock_model *model, const char *path)
{
  struct ir_subject *subject = &model->subject;
  struct inputs *inputs = &model->inputs;
  assert (path && inputs->options == &model->search);
  bool found = inputs_find (inputs, &path, 1);
  const char *code = found ? NULL : cut_code (model->complaint);
  if (!found && inputs->count != 1)
    return ir_subject_refuse (subject, path, code ? code : "unreadable", "%s",
                              model->complaint ? model->complaint : "not enough memory");
  if (inputs->count != 1)
    return ir_subject_refuse (
      subject, path, "not-one-model",
      "there are %zu models in it; give one, a class as PATH!CLASS", inputs->count);
  bool fine = input_read (inputs, inputs->list, INPUT_SYSTEM, subject);
  if (fine)
    settle_values (subject);
  /* Another class of the program cannot be read. */
  if (fine && !found && code)
    diag_warning_file (&subject->diags, code, "%s", model->complaint);
  return fine;
}

static enum phaselock_status
fill_model (struct phaselock_model *model, const struct text *text)
{
  struct ir_subject *subject = &model->subject;
  assert (!model->fine && !model->spoilt);
  if (quota_checkpoint (&model->quota))
    return PHASELOCK_NO_MEMORY;
  const char *name = copy_name (&subject->arena, text);
  model->fine = text->bytes ? input_read_text (name, text->bytes, text->length, subject)
                            : read_path (model, name);
  return messages_init (&model->messages, &subject->diags, &subject->source, model->fine);
}

static enum phaselock_status
make_model (struct phaselock_model **result, struct text text)
{
  if (!result)
    return PHASELOCK_MISUSE;
  *result = NULL;
  if (!text.name)
    return PHASELOCK_MISUSE;
  struct phaselock_model *model = calloc (1, sizeof *model);
  if (!model)
    return PHASELOCK_NO_MEMORY;
  quota_init (&model->quota);
  ir_subject_init (&model->subject, &model->quota);
  model->search = (struct input_options){ .complain = note_complaint, .context = model };
  inputs_init (&model->inputs, &model->search);
  enum phaselock_status status = fill_model (model, &text);
  assert (status != PHASELOCK_OK || model->fine);
  if (status == PHASELOCK_NO_MEMORY)
    phaselock_model_free (model);
  else
    *result = model;
  return status;
}

enum phaselock_status
phaselock_model_read (struct phaselock_model **model, const char *path)
{
  return make_model (model, (struct text){ path, NULL, 0 });
}

enum phaselock_status
phaselock_model_parse (struct phaselock_model **model, const char *name, const char *text,
                       size_t length)
{
  return make_model (model, (struct text){ text ? name : NULL, text, length });
}

void
phaselock_model_free (struct phaselock_model *model)
{
  if (!model)
    return;
  ir_subject_clear (&model->subject);
  inputs_clear (&model->inputs);
  free (model->complaint);
  free (model->messages.text);
  free (model);
}

const struct phaselock_messages *
phaselock_model_messages (const struct phaselock_model *model)
{
  return model ? &model->messages : NULL;
}

/* ---- Automata. ---- */

static enum phaselock_status
fill_automata (struct phaselock_automata *automata, const struct text *text)
{
  struct pa *pa = &automata->pa;
  assert (!automata->fine);
  if (quota_checkpoint (&automata->quota))
    return PHASELOCK_NO_MEMORY;
  const char *name = copy_name (&pa->arena, text);
  if (text->bytes)
    automata->fine = pa_read_text (pa, name, text->bytes, text->length);
  else
    automata->fine
      = pa_shipped_find (name) ? pa_read_shipped (pa, name) : pa_read (pa, name);
  return messages_init (&automata->messages, &pa->diags, &pa->source, automata->fine);
}

static enum phaselock_status
make_automata (struct phaselock_automata **result, struct text text)
{
  if (!result)
    return PHASELOCK_MISUSE;
  *result = NULL;
  if (!text.name)
    return PHASELOCK_MISUSE;
  struct phaselock_automata *automata = calloc (1, sizeof *automata);
  if (!automata)
    return PHASELOCK_NO_MEMORY;
  quota_init (&automata->quota);
  pa_init (&automata->pa, &automata->quota);
  enum phaselock_status status = fill_automata (automata, &text);
  assert (status != PHASELOCK_OK || automata->fine);
  if (status == PHASELOCK_NO_MEMORY)
    phaselock_automata_free (automata);
  else
    *result = automata;
  return status;
}

enum phaselock_status
phaselock_automata_read (struct phaselock_automata **automata, const char *set_or_path)
{
  return make_automata (automata, (struct text){ set_or_path, NULL, 0 });
}

enum phaselock_status
phaselock_automata_parse (struct phaselock_automata **automata, const char *name,
                          const char *text, size_t length)
{
  return make_automata (automata, (struct text){ text ? name : NULL, text, length });
}

void
phaselock_automata_free (struct phaselock_automata *automata)
{
  if (!automata)
    return;
  pa_clear (&automata->pa);
  free (automata->messages.text);
  free (automata);
}

const struct phaselock_messages *
phaselock_automata_messages (const struct phaselock_automata *automata)
{
  return automata ? &automata->messages : NULL;
}
