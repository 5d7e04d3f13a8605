/* advice.c -- see advice.h. */
#include <config.h>

#include "eml/advice.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

#define OBJECT_MOST 200 /* bytes of the longest name that is repeated */

/* The thing that `~' in an advice stands for, and what is written if it is not known. */
enum object
{
  NOTHING,
  LOCK,     /* x in x.word () and word (x); "LOCK" */
  PROCESS,  /* x as for a lock; "PROCESS" */
  FIELD,    /* x in x.word (); "FIELD" */
  DECLARED, /* x in word x; "NAME" */
};

struct advice
{
  const char *words; /* with a blank after each */
  enum advice_place place;
  enum object object;
  const char *text;
};

static const struct advice advices[] = {
  { "synchronized ", ADVICE_STATEMENT, LOCK,
    "a synchronized block is written 'sync ~ { ... }'" },
  { "synchronized ", ADVICE_DECLARATION, NOTHING,
    "a synchronized method is written 'proc NAME { sync LOCK { ... } }'" },
  { "wait ", ADVICE_STATEMENT, LOCK, "this is written 'wait ~;'" },
  { "await ", ADVICE_STATEMENT, NOTHING,
    "who waits for a condition waits for its lock: 'wait LOCK;'" },
  { "notify ", ADVICE_STATEMENT, LOCK, "this is written 'notify ~;'" },
  { "notifyAll notify_all ", ADVICE_STATEMENT, LOCK, "this is written 'notifyall ~;'" },
  { "signal notify_one ", ADVICE_STATEMENT, NOTHING,
    "who signals a condition notifies its lock: 'notify LOCK;'" },
  { "signalAll broadcast ", ADVICE_STATEMENT, NOTHING,
    "who signals a condition notifies its lock: 'notifyall LOCK;'" },
  { "lock ", ADVICE_STATEMENT, LOCK, "this is written 'lock ~;'" },
  { "unlock ", ADVICE_STATEMENT, LOCK, "this is written 'unlock ~;'" },
  { "tryLock try_lock ", ADVICE_STATEMENT, LOCK,
    "an attempt may fail: 'if (*) { sync ~ { ... } } else { ... }'" },
  { "readLock writeLock rdlock wrlock ", ADVICE_STATEMENT, LOCK,
    "a model has no read-write locks: 'sync ~ { ... }' is right for both halves if "
    "every write is under the write lock" },
  { "compareAndSet compareAndExchange getAndSet getAndIncrement getAndDecrement "
    "getAndAdd getAndUpdate getAndAccumulate incrementAndGet decrementAndGet addAndGet "
    "updateAndGet accumulateAndGet ",
    ADVICE_STATEMENT, FIELD,
    "an atomic update is a 'sync' of a lock that only this field has, as is every "
    "other access to it: 'sync LOCK { read ~; write ~; }'" },
  { "thread runnable task ", ADVICE_DECLARATION, DECLARED,
    "a thread is written 'process ~ { ... }'" },
  { "start fork spawn ", ADVICE_STATEMENT, PROCESS, "this is written 'start ~;'" },
  { "join ", ADVICE_STATEMENT, PROCESS, "this is written 'join ~;'" },
  { "thread ", ADVICE_STATEMENT, NOTHING,
    "threads are declared, 'process NAME { ... }', and begin with 'start NAME;'" },
  { "interface struct enum record ", ADVICE_DECLARATION, DECLARED,
    "what several objects have is written 'class ~ { ... }', with 'field', 'lock', "
    "'atomicset' and 'proc' in it" },
  { "new ", ADVICE_STATEMENT, NOTHING,
    "objects are declared, 'object CLASS NAME;', and are there from the start" },
  { "public private protected static final abstract const ", ADVICE_ANYWHERE, NOTHING,
    "a model has no modifiers: the declarations are 'field', 'lock', 'atomicset', "
    "'proc', 'process', 'class', 'object' and 'exclusive'" },
  { "import package include namespace using ", ADVICE_DECLARATION, NOTHING,
    "a model is a single file: it imports nothing" },
  { "long ", ADVICE_DECLARATION, DECLARED,
    "an integer of 64 bits is declared by 'field int(64) ~;'" },
  { "long ", ADVICE_STATEMENT, DECLARED, "this is written 'int(64) ~;'" },
  { "short char ", ADVICE_DECLARATION, DECLARED,
    "an integer of 16 bits is declared by 'field int(16) ~;'" },
  { "short char ", ADVICE_STATEMENT, DECLARED, "this is written 'int(16) ~;'" },
  { "byte ", ADVICE_DECLARATION, DECLARED,
    "an integer of 8 bits is declared by 'field int(8) ~;'" },
  { "byte ", ADVICE_STATEMENT, DECLARED, "this is written 'int(8) ~;'" },
  { "boolean ", ADVICE_DECLARATION, DECLARED, "this is written 'field bool ~;'" },
  { "boolean ", ADVICE_STATEMENT, DECLARED, "this is written 'bool ~;'" },
  { "unsigned float double string ", ADVICE_ANYWHERE, NOTHING,
    "the types are 'bool' and 'int', which is signed, has 32 bits and, as 'int(64)', "
    "64" },
  { "var val let shared global ", ADVICE_DECLARATION, DECLARED,
    "a field is declared by 'field ~;' or, if it has a value, 'field int ~;'" },
  { "var val let ", ADVICE_STATEMENT, DECLARED, "a local variable has a type: 'int ~;'" },
  { "void function func fun def method ", ADVICE_DECLARATION, DECLARED,
    "a method is written 'proc ~ { ... }'" },
  { "mutex monitor ReentrantLock ", ADVICE_DECLARATION, DECLARED,
    "a lock is declared by 'lock ~;'" },
  { "for foreach ", ADVICE_STATEMENT, NOTHING,
    "a loop is written 'int i = 0; while (i < 8) { ... i += 1; }', or 'while (*) { ... "
    "}' "
    "if it may end at any time" },
  { "do ", ADVICE_STATEMENT, NOTHING,
    "a loop that runs at least once is written 'loop { ... if (*) { break; } }'" },
  { "switch case match ", ADVICE_STATEMENT, NOTHING,
    "a switch is written 'if (x == 1) { ... } else if (x == 2) { ... }', or 'choose { "
    "... "
    "} or { ... }' if any case may be taken" },
  { "try catch finally throw ", ADVICE_STATEMENT, NOTHING,
    "a model has no exceptions: a lock that a 'finally' releases is a 'sync', and where "
    "something may be thrown, the code goes either way, 'if (*) { return; }'" },
  { "atomically transaction ", ADVICE_STATEMENT, NOTHING,
    "code that should appear atomic is written 'unit { ... }', and 'atomic { ... }' if "
    "it "
    "is" },
};
#define ADVICES (sizeof advices / sizeof *advices)

static bool
is_name_byte (char c)
{
  return c
         && strchr ("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                    "0123456789_$.",
                    c);
}

/* Is WORD, of LENGTH bytes, one of WORDS?  Java writes Thread, others thread. */
static bool
has_word (const char *words, const char *word, size_t length)
{
  while (*words)
    {
      size_t own = strcspn (words, " ");
      assert (own > 0 && words[own] == ' ');
      if (own == length && strncasecmp (words, word, length) == 0)
        return true;
      words += own + 1;
    }
  return false;
}

/* The first name on the line after the word that ends at OFFSET, perhaps after a
   parenthesis.  Of a method, "void f ()", it is the name. */
static struct span
name_after (const struct source *source, uint32_t offset)
{
  assert (offset <= source->length);
  const char *text = source->text;
  while (text[offset] == ' ' || text[offset] == '\t' || text[offset] == '(')
    offset++;
  struct span name = { offset, offset };
  while (is_name_byte (text[name.end]))
    name.end++;
  return name;
}

/* The thing that ADVICE is about, in the text: the name before the dot, or the one after
   the word.  Empty: none could be a name of the model. */
static struct span
find_object (const struct source *source, const struct advice *advice, struct span span,
             uint32_t word)
{
  assert (span.begin <= word && word < span.end);
  const struct span none = { 0, 0 };
  struct span object = none;
  if (word > span.begin && advice->object != DECLARED)
    object = (struct span){ span.begin, word - 1 };
  else if (advice->object != FIELD)
    object = name_after (source, span.end);
  char first = source->text[object.begin];
  if (object.end == object.begin || object.end - object.begin > OBJECT_MOST
      || !is_name_byte (first) || first == '.' || ('0' <= first && first <= '9'))
    return none;
  /* An expression that calls a method is no name of a lock. */
  return advice->object == LOCK && source->text[object.end] == '(' ? none : object;
}

/* The text of ADVICE, with OBJECT of LENGTH bytes for each `~'. */
static const char *
fill_in (const struct advice *advice, const char *object, size_t length,
         struct arena *arena)
{
  size_t size = strlen (advice->text) + 1;
  for (const char *c = advice->text; *c; c++)
    size += *c == '~' ? length : 0;
  char *text = arena_alloc (arena, size), *end = text;
  for (const char *c = advice->text; *c; c++)
    if (*c == '~')
      {
        memcpy (end, object, length);
        end += length;
      }
    else
      *end++ = *c;
  *end = 0;
  assert ((size_t) (end - text) < size);
  return text;
}

const char *
advice_about (const struct source *source, struct span span, enum advice_place place,
              struct arena *arena)
{
  assert (span.begin < span.end && span.end <= source->length);
  assert (place && !(place & ~(unsigned) ADVICE_ANYWHERE));
  static const char *const unknown[] = { "", "LOCK", "PROCESS", "FIELD", "NAME" };
  uint32_t word = span.end;
  while (word > span.begin && source->text[word - 1] != '.')
    word--;
  for (size_t i = 0; i < ADVICES; i++)
    if (advices[i].place & place
        && has_word (advices[i].words, source->text + word, span.end - word))
      {
        const struct advice *advice = &advices[i];
        struct span object = find_object (source, advice, span, word);
        if (object.end == 0)
          return fill_in (advice, unknown[advice->object],
                          strlen (unknown[advice->object]), arena);
        return fill_in (advice, source->text + object.begin, object.end - object.begin,
                        arena);
      }
  return NULL;
}
