/* assembler.c -- see assembler.h.  Constants are found again by looking through all,
 * and each method is gone through twice, the first time for the labels.
 */
#include <config.h>

#include "assembler.h"

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define WORDS_MOST 64
#define LABELS_MOST 128
#define CONSTANTS_MOST 4000

struct buffer
{
  uint8_t *at;
  size_t count, capacity;
};

struct label
{
  char name[40];
  uint32_t pc;
};

struct assembler
{
  unsigned line; /* of the text */
  char *words[WORDS_MOST];
  unsigned word_count;
  struct buffer pool, interfaces, fields, methods, attributes, bootstraps;
  struct buffer keys[CONSTANTS_MOST]; /* the bytes of each constant */
  unsigned constant_count, interface_count, field_count, method_count;
  unsigned attribute_count, bootstrap_count;
  unsigned major, minor, access;
  char *name, *super;
  /* Of the method. */
  struct buffer code, handlers, lines;
  struct label labels[LABELS_MOST];
  unsigned label_count, handler_count, line_count;
  bool labels_known; /* the second time */
};

static void
die (const struct assembler *assembler, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  fprintf (stderr, "assembler: line %u: ", assembler->line);
  vfprintf (stderr, format, arguments);
  fprintf (stderr, "\n");
  va_end (arguments);
  exit (2);
}

static void
put (struct buffer *buffer, uint64_t value, unsigned size)
{
  if (buffer->count + size > buffer->capacity)
    {
      buffer->capacity = 2 * buffer->capacity + 64;
      buffer->at = realloc (buffer->at, buffer->capacity);
      if (!buffer->at)
        abort ();
    }
  for (unsigned i = size; i > 0; i--)
    buffer->at[buffer->count++] = (uint8_t) (value >> (8 * (i - 1)));
}

static void
put_bytes (struct buffer *buffer, const void *bytes, size_t count)
{
  for (size_t i = 0; i < count; i++)
    put (buffer, ((const uint8_t *) bytes)[i], 1);
}

/* ---- Constants. ---- */

/* The number of the constant with the bytes of KEY, which is taken. */
static unsigned
constant (struct assembler *assembler, struct buffer key)
{
  for (unsigned i = 1; i < assembler->constant_count; i++)
    if (assembler->keys[i].count == key.count && key.count
        && memcmp (assembler->keys[i].at, key.at, key.count) == 0)
      {
        free (key.at);
        return i;
      }
  if (assembler->constant_count + 2 > CONSTANTS_MOST)
    die (assembler, "too many constants");
  unsigned index = assembler->constant_count++;
  assembler->keys[index] = key;
  put_bytes (&assembler->pool, key.at, key.count);
  if (key.at[0] == 5 || key.at[0] == 6)
    assembler->constant_count++;
  return index;
}

static unsigned
utf8 (struct assembler *assembler, const char *text)
{
  struct buffer key = { 0 };
  put (&key, 1, 1);
  put (&key, strlen (text), 2);
  put_bytes (&key, text, strlen (text));
  return constant (assembler, key);
}

/* A constant of TAG with one or two indices. */
static unsigned
pair (struct assembler *assembler, unsigned tag, unsigned first, unsigned second,
      bool has_second)
{
  struct buffer key = { 0 };
  put (&key, tag, 1);
  put (&key, first, 2);
  if (has_second)
    put (&key, second, 2);
  return constant (assembler, key);
}

static unsigned
class_constant (struct assembler *assembler, const char *name)
{
  return pair (assembler, 7, utf8 (assembler, name), 0, false);
}

static unsigned
name_and_type (struct assembler *assembler, const char *name, const char *type)
{
  unsigned first = utf8 (assembler, name);
  return pair (assembler, 12, first, utf8 (assembler, type), true);
}

static unsigned
member (struct assembler *assembler, unsigned tag, const char *class, const char *name,
        const char *type)
{
  unsigned first = class_constant (assembler, class);
  return pair (assembler, tag, first, name_and_type (assembler, name, type), true);
}

/* A handle of a static method. */
static unsigned
handle (struct assembler *assembler, const char *class, const char *name,
        const char *type)
{
  struct buffer key = { 0 };
  unsigned called = member (assembler, 10, class, name, type);
  put (&key, 15, 1);
  put (&key, 6, 1);
  put (&key, called, 2);
  return constant (assembler, key);
}

static unsigned
number_constant (struct assembler *assembler, unsigned tag, uint64_t value)
{
  struct buffer key = { 0 };
  put (&key, tag, 1);
  put (&key, value, tag == 5 || tag == 6 ? 8 : 4);
  return constant (assembler, key);
}

/* ---- Words. ---- */

static const char *
word (const struct assembler *assembler, unsigned index)
{
  if (index >= assembler->word_count)
    die (assembler, "a word is missing after '%s'", assembler->words[0]);
  return assembler->words[index];
}

static long long
number (const struct assembler *assembler, unsigned index)
{
  const char *text = word (assembler, index);
  char *end;
  long long value = strtoll (text, &end, 0);
  if (*end)
    die (assembler, "'%s' is no number", text);
  return value;
}

static bool
is (const struct assembler *assembler, unsigned index, const char *text)
{
  return index < assembler->word_count && strcmp (assembler->words[index], text) == 0;
}

/* Access flags from word 1 on; *NEXT is the first word that is none. */
static unsigned
access_words (const struct assembler *assembler, unsigned *next)
{
  static const struct
  {
    const char *word;
    unsigned bit;
  } flags[] = { { "public", 1 },        { "private", 2 },     { "protected", 4 },
                { "static", 8 },        { "final", 16 },      { "super", 32 },
                { "synchronized", 32 }, { "volatile", 64 },   { "bridge", 64 },
                { "native", 256 },      { "interface", 512 }, { "abstract", 1024 },
                { "synthetic", 4096 } };
  unsigned access = 0;
  for (*next = 1; *next < assembler->word_count; ++*next)
    {
      unsigned found = 0;
      for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++)
        if (is (assembler, *next, flags[i].word))
          found = flags[i].bit;
      if (!found)
        break;
      access |= found;
    }
  return access;
}

/* ---- Instructions. ---- */

struct mnemonic
{
  const char *name, *format;
  unsigned code;
};

static const struct mnemonic mnemonics[] = {
#define OPCODE(code, name, format, plain, operand, pops, pushes, traits)                 \
  { #name, #format, code },
#include "java/reader/opcodes.def"
#undef OPCODE
};

static const struct mnemonic *
find_mnemonic (const char *word_found)
{
  for (unsigned i = 0; i < sizeof mnemonics / sizeof *mnemonics; i++)
    if (strcasecmp (mnemonics[i].name, word_found) == 0)
      return &mnemonics[i];
  return NULL;
}

static uint32_t
label (const struct assembler *assembler, const char *name)
{
  if (!assembler->labels_known)
    return 0;
  for (unsigned i = 0; i < assembler->label_count; i++)
    if (strcmp (assembler->labels[i].name, name) == 0)
      return assembler->labels[i].pc;
  die (assembler, "no label '%s'", name);
  return 0;
}

static void
put_switch (struct assembler *assembler, bool is_table)
{
  struct buffer *code = &assembler->code;
  uint32_t pc = (uint32_t) code->count - 1;
  unsigned first = is_table ? 2 : 1, last = assembler->word_count - 1;
  while (code->count % 4)
    put (code, 0, 1);
  put (code, label (assembler, word (assembler, last)) - pc, 4);
  if (is_table)
    {
      put (code, (uint64_t) number (assembler, 1), 4);
      put (code, (uint64_t) (number (assembler, 1) + last - first - 1), 4);
    }
  else
    put (code, last - first, 4);
  for (unsigned i = first; i < last; i++)
    {
      const char *target = word (assembler, i);
      if (!is_table)
        {
          put (code, (uint64_t) strtoll (target, NULL, 0), 4);
          target = strchr (target, ':') ? strchr (target, ':') + 1 : target;
        }
      put (code, label (assembler, target) - pc, 4);
    }
}

/* A lambda, as javac makes one. */
static unsigned
lambda (struct assembler *assembler)
{
  unsigned number_of_it = assembler->bootstrap_count++;
  unsigned factory
    = handle (assembler, "java/lang/invoke/LambdaMetafactory", "metafactory",
              "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;"
              "Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodType;"
              "Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)"
              "Ljava/lang/invoke/CallSite;");
  unsigned type = pair (assembler, 16, utf8 (assembler, word (assembler, 3)), 0, false);
  unsigned body
    = handle (assembler, word (assembler, 4), word (assembler, 5), word (assembler, 6));
  struct buffer *bootstraps = &assembler->bootstraps;
  put (bootstraps, factory, 2);
  put (bootstraps, 3, 2);
  put (bootstraps, type, 2);
  put (bootstraps, body, 2);
  put (bootstraps, type, 2);
  return pair (assembler, 18, number_of_it,
               name_and_type (assembler, word (assembler, 1), word (assembler, 2)), true);
}

static unsigned
loaded (struct assembler *assembler)
{
  if (is (assembler, 1, "int"))
    return number_constant (assembler, 3, (uint64_t) number (assembler, 2));
  if (is (assembler, 1, "long"))
    return number_constant (assembler, 5, (uint64_t) number (assembler, 2));
  if (is (assembler, 1, "string"))
    return pair (assembler, 8, utf8 (assembler, word (assembler, 2)), 0, false);
  if (is (assembler, 1, "class"))
    return class_constant (assembler, word (assembler, 2));
  return (unsigned) number (assembler, 1);
}

static unsigned
slots_of (const char *type)
{
  unsigned slots = 1;
  for (const char *c = type + 1; *c && *c != ')'; c++)
    {
      bool is_array = *c == '[';
      while (*c == '[')
        c++;
      slots += !is_array && (*c == 'J' || *c == 'D') ? 2 : 1;
      if (*c == 'L')
        c = strchr (c, ';');
    }
  return slots;
}

static void
put_operands (struct assembler *assembler, const char *format)
{
  struct buffer *code = &assembler->code;
  uint32_t pc = (uint32_t) code->count - 1;
#define FORMAT(text) (strcmp (format, text) == 0)
  if (FORMAT ("BYTE") || FORMAT ("LOCAL") || FORMAT ("ARRAY_TYPE"))
    put (code, (uint64_t) number (assembler, 1), 1);
  else if (FORMAT ("SHORT"))
    put (code, (uint64_t) number (assembler, 1), 2);
  else if (FORMAT ("CONSTANT1") || FORMAT ("CONSTANT2"))
    put (code, loaded (assembler), FORMAT ("CONSTANT1") ? 1 : 2);
  else if (FORMAT ("INCREMENT"))
    {
      put (code, (uint64_t) number (assembler, 1), 1);
      put (code, (uint64_t) number (assembler, 2), 1);
    }
  else if (FORMAT ("BRANCH2") || FORMAT ("BRANCH4"))
    put (code, label (assembler, word (assembler, 1)) - pc, FORMAT ("BRANCH2") ? 2 : 4);
  else if (FORMAT ("FIELD") || FORMAT ("METHOD") || FORMAT ("INTERFACE_METHOD"))
    {
      unsigned tag = FORMAT ("FIELD") ? 9 : FORMAT ("METHOD") ? 10 : 11;
      put (code,
           member (assembler, tag, word (assembler, 1), word (assembler, 2),
                   word (assembler, 3)),
           2);
      if (FORMAT ("INTERFACE_METHOD"))
        put (code, slots_of (word (assembler, 3)) << 8, 2);
    }
  else if (FORMAT ("DYNAMIC"))
    {
      put (code, lambda (assembler), 2);
      put (code, 0, 2);
    }
  else if (FORMAT ("CLASS") || FORMAT ("DIMENSIONS"))
    {
      put (code, class_constant (assembler, word (assembler, 1)), 2);
      if (FORMAT ("DIMENSIONS"))
        put (code, (uint64_t) number (assembler, 2), 1);
    }
  else if (FORMAT ("TABLE") || FORMAT ("LOOKUP"))
    put_switch (assembler, FORMAT ("TABLE"));
  else if (FORMAT ("WIDE"))
    {
      const struct mnemonic *inner = find_mnemonic (word (assembler, 1));
      put (code, inner ? inner->code : (unsigned) number (assembler, 1), 1);
      put (code, (uint64_t) number (assembler, 2), 2);
      if (is (assembler, 1, "iinc"))
        put (code, (uint64_t) number (assembler, 3), 2);
    }
#undef FORMAT
}

/* ---- Statements of a method. ---- */

static void
add_label (struct assembler *assembler, char *name)
{
  if (assembler->labels_known)
    return;
  if (assembler->label_count == LABELS_MOST)
    die (assembler, "too many labels");
  struct label *added = &assembler->labels[assembler->label_count++];
  snprintf (added->name, sizeof added->name, "%.*s", (int) strlen (name) - 1, name);
  added->pc = (uint32_t) assembler->code.count;
}

static void
add_catch (struct assembler *assembler)
{
  unsigned type
    = is (assembler, 1, "any") ? 0 : class_constant (assembler, word (assembler, 1));
  for (unsigned i = 2; i < 5; i++)
    put (&assembler->handlers, label (assembler, word (assembler, i)), 2);
  put (&assembler->handlers, type, 2);
  assembler->handler_count++;
}

static void
assemble_statement (struct assembler *assembler)
{
  char *first = assembler->words[0];
  const struct mnemonic *mnemonic = find_mnemonic (first);
  if (first[strlen (first) - 1] == ':')
    add_label (assembler, first);
  else if (is (assembler, 0, "catch"))
    add_catch (assembler);
  else if (is (assembler, 0, "line"))
    {
      put (&assembler->lines, assembler->code.count, 2);
      put (&assembler->lines, (uint64_t) number (assembler, 1), 2);
      assembler->line_count++;
    }
  else if (is (assembler, 0, "byte"))
    for (unsigned i = 1; i < assembler->word_count; i++)
      put (&assembler->code, (uint64_t) number (assembler, i), 1);
  else if (mnemonic)
    {
      put (&assembler->code, mnemonic->code, 1);
      put_operands (assembler, mnemonic->format);
    }
  else
    die (assembler, "what is '%s'?", first);
}

/* The words of the next line of *TEXT that has some; false at the end.  LINE keeps
   them. */
static bool
next_line (struct assembler *assembler, const char **text, char *line, size_t size)
{
  do
    {
      size_t length = strcspn (*text, "\n"), kept = strcspn (*text, "#\n");
      if (!**text)
        return false;
      if (kept >= size)
        die (assembler, "the line is too long");
      memcpy (line, *text, kept);
      line[kept] = 0;
      *text += length + ((*text)[length] == '\n');
      assembler->line++;
      assembler->word_count = 0;
      for (char *rest = line, *found; (found = strtok_r (rest, " \t", &rest));)
        if (assembler->word_count < WORDS_MOST)
          assembler->words[assembler->word_count++] = found;
    }
  while (assembler->word_count == 0);
  return true;
}

struct frame_size
{
  unsigned stack, locals;
};

/* Once over the statements of a method, up to `end'. */
static struct frame_size
assemble_code (struct assembler *assembler, const char **text)
{
  char line[2000];
  struct frame_size size = { 8, 8 };
  assembler->code.count = assembler->handlers.count = assembler->lines.count = 0;
  assembler->handler_count = assembler->line_count = 0;
  while (next_line (assembler, text, line, sizeof line) && !is (assembler, 0, "end"))
    if (is (assembler, 0, "stack"))
      size.stack = (unsigned) number (assembler, 1);
    else if (is (assembler, 0, "locals"))
      size.locals = (unsigned) number (assembler, 1);
    else
      assemble_statement (assembler);
  return size;
}

static void
put_code (struct assembler *assembler, struct frame_size size)
{
  struct buffer *out = &assembler->methods;
  bool is_old = assembler->major == 45 && assembler->minor < 3;
  size_t lines = assembler->line_count ? 8 + assembler->lines.count : 0;
  put (out, utf8 (assembler, "Code"), 2);
  put (out, (is_old ? 8 : 12) + assembler->code.count + assembler->handlers.count + lines,
       4);
  put (out, size.stack, is_old ? 1 : 2);
  put (out, size.locals, is_old ? 1 : 2);
  put (out, assembler->code.count, is_old ? 2 : 4);
  put_bytes (out, assembler->code.at, assembler->code.count);
  put (out, assembler->handler_count, 2);
  put_bytes (out, assembler->handlers.at, assembler->handlers.count);
  put (out, assembler->line_count > 0, 2);
  if (assembler->line_count)
    {
      put (out, utf8 (assembler, "LineNumberTable"), 2);
      put (out, assembler->lines.count + 2, 4);
      put (out, assembler->line_count, 2);
      put_bytes (out, assembler->lines.at, assembler->lines.count);
    }
}

static void
assemble_method (struct assembler *assembler, const char **text)
{
  unsigned next, access = access_words (assembler, &next);
  put (&assembler->methods, access, 2);
  put (&assembler->methods, utf8 (assembler, word (assembler, next)), 2);
  put (&assembler->methods, utf8 (assembler, word (assembler, next + 1)), 2);
  assembler->method_count++;
  bool has_code = !(access & (256 | 1024));
  put (&assembler->methods, has_code, 2);
  if (!has_code)
    return;
  const char *begin = *text;
  unsigned line = assembler->line, bootstraps = assembler->bootstrap_count;
  size_t bootstrap_bytes = assembler->bootstraps.count;
  assembler->label_count = 0;
  assembler->labels_known = false;
  assemble_code (assembler, text);
  assembler->labels_known = true;
  assembler->line = line;
  assembler->bootstrap_count = bootstraps;
  assembler->bootstraps.count = bootstrap_bytes;
  *text = begin;
  put_code (assembler, assemble_code (assembler, text));
}

/* ---- Of a class. ---- */

static void
assemble_line (struct assembler *assembler, const char **text)
{
  unsigned next;
  if (is (assembler, 0, "version"))
    {
      assembler->major = (unsigned) number (assembler, 1);
      assembler->minor = assembler->word_count > 2 ? (unsigned) number (assembler, 2) : 0;
    }
  else if (is (assembler, 0, "class"))
    {
      assembler->access = access_words (assembler, &next);
      assembler->name = strdup (word (assembler, next));
    }
  else if (is (assembler, 0, "extends"))
    assembler->super = strdup (word (assembler, 1));
  else if (is (assembler, 0, "implements"))
    {
      put (&assembler->interfaces, class_constant (assembler, word (assembler, 1)), 2);
      assembler->interface_count++;
    }
  else if (is (assembler, 0, "source"))
    {
      put (&assembler->attributes, utf8 (assembler, "SourceFile"), 2);
      put (&assembler->attributes, 2, 4);
      put (&assembler->attributes, utf8 (assembler, word (assembler, 1)), 2);
      assembler->attribute_count++;
    }
  else if (is (assembler, 0, "attribute"))
    {
      put (&assembler->attributes, utf8 (assembler, word (assembler, 1)), 2);
      put (&assembler->attributes, assembler->word_count - 2, 4);
      for (unsigned i = 2; i < assembler->word_count; i++)
        put (&assembler->attributes, (uint64_t) number (assembler, i), 1);
      assembler->attribute_count++;
    }
  else if (is (assembler, 0, "field"))
    {
      unsigned access = access_words (assembler, &next);
      put (&assembler->fields, access, 2);
      put (&assembler->fields, utf8 (assembler, word (assembler, next)), 2);
      put (&assembler->fields, utf8 (assembler, word (assembler, next + 1)), 2);
      put (&assembler->fields, 0, 2);
      assembler->field_count++;
    }
  else if (is (assembler, 0, "method"))
    assemble_method (assembler, text);
  else
    die (assembler, "what is '%s'?", assembler->words[0]);
}

static void
put_part (struct buffer *out, unsigned count, struct buffer *part)
{
  put (out, count, 2);
  put_bytes (out, part->at, part->count);
}

static struct buffer
put_class (struct assembler *assembler)
{
  struct buffer out = { 0 };
  unsigned name = class_constant (assembler, assembler->name);
  unsigned super = strcmp (assembler->super, "none") == 0
                     ? 0
                     : class_constant (assembler, assembler->super);
  if (assembler->bootstrap_count)
    {
      put (&assembler->attributes, utf8 (assembler, "BootstrapMethods"), 2);
      put (&assembler->attributes, 2 + assembler->bootstraps.count, 4);
      put_part (&assembler->attributes, assembler->bootstrap_count,
                &assembler->bootstraps);
      assembler->attribute_count++;
    }
  put (&out, 0xCAFEBABE, 4);
  put (&out, assembler->minor, 2);
  put (&out, assembler->major, 2);
  put_part (&out, assembler->constant_count, &assembler->pool);
  put (&out, assembler->access, 2);
  put (&out, name, 2);
  put (&out, super, 2);
  put_part (&out, assembler->interface_count, &assembler->interfaces);
  put_part (&out, assembler->field_count, &assembler->fields);
  put_part (&out, assembler->method_count, &assembler->methods);
  put_part (&out, assembler->attribute_count, &assembler->attributes);
  return out;
}

static void
clear (struct assembler *assembler)
{
  struct buffer *all[]
    = { &assembler->pool,    &assembler->interfaces, &assembler->fields,
        &assembler->methods, &assembler->attributes, &assembler->bootstraps,
        &assembler->code,    &assembler->handlers,   &assembler->lines };
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
    free (all[i]->at);
  for (unsigned i = 0; i < assembler->constant_count; i++)
    free (assembler->keys[i].at);
  free (assembler);
}

struct assembled
assemble (const char *text)
{
  struct assembler *assembler = calloc (1, sizeof *assembler);
  char line[2000];
  if (!assembler)
    abort ();
  assembler->constant_count = 1;
  assembler->major = 49;
  char object[] = "java/lang/Object";
  assembler->super = object;
  while (next_line (assembler, &text, line, sizeof line))
    assemble_line (assembler, &text);
  if (!assembler->name)
    die (assembler, "no class");
  struct buffer out = put_class (assembler);
  free (assembler->name);
  if (assembler->super != object)
    free (assembler->super);
  clear (assembler);
  out.at = realloc (out.at, out.count);
  assert (out.at);
  return (struct assembled){ out.at, out.count };
}
