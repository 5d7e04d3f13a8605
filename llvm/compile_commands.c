/* compile_commands.c -- see compile_commands.h. */
#include <config.h>

#include "llvm/compile_commands.h"

#include <assert.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

bool
compile_commands_takes (const char *path)
{
  assert (path);
  return strcmp (path, "compile_commands.json") == 0
         || text_ends_with (path, "compile_commands.json");
}

/* Is WORD of no importance for what the program means, or does it say where output goes?
 *WITH_NEXT: so is the word after it. */
static bool
is_dropped (const char *word, bool *with_next)
{
  static const char *const whole[]
    = { "-c",  "-S",  "-E",    "-M", "-MM",   "-MD",       "-MMD",
        "-MP", "-MG", "-pipe", "-s", "-flto", "-emit-llvm" };
  static const char *const two[] = { "-o", "-MF", "-MT", "-MQ", "-MJ" };
  static const char *const heads[] = { "-O",
                                       "-W",
                                       "-g",
                                       "-flto=",
                                       "-fsanitize",
                                       "-fprofile",
                                       "--coverage",
                                       "-fdiagnostics",
                                       "-fstack-protector",
                                       "-fstack-clash",
                                       "-fcf-protection",
                                       "-fanalyzer",
                                       "-fplugin" };
  *with_next = false;
  if (strncmp (word, "-Wno-", 5) == 0)
    return false; /* what clang takes for an error may be none to its user */
  for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
    if (strcmp (word, whole[i]) == 0)
      return true;
  for (size_t i = 0; i < sizeof two / sizeof *two; i++)
    if (strcmp (word, two[i]) == 0)
      return *with_next = true;
  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
    if (strncmp (word, heads[i], strlen (heads[i])) == 0)
      return true;
  return strncmp (word, "-o", 2) == 0 && word[2] != 0;
}

/* The next word of *AT, as a shell takes a line apart; null: there is none. */
static char *
next_word (const char **at, struct arena *arena)
{
  VEC (char) word = VEC_EMPTY;
  const char *c = *at + strspn (*at, " \t\n");
  if (*c == 0)
    return NULL;
  for (char quote = 0; *c && (quote || !strchr (" \t\n", *c)); c++)
    if (*c == quote)
      quote = 0;
    else if (!quote && (*c == '"' || *c == '\''))
      quote = *c;
    else
      {
        if (*c == '\\' && quote != '\'' && c[1])
          c++;
        *vec_push (arena, &word) = *c;
      }
  *vec_push (arena, &word) = 0;
  *at = c;
  return word.at;
}

/* Is WORD the file of COMMAND?  Some tools write it in full as the file, and as it was
   given among the words. */
static bool
is_file (const struct compile_command *command, const char *word, struct arena *arena)
{
  assert (command->file && command->folder);
  if (strcmp (word, command->file) == 0)
    return true;
  if (*word == '-' || *word == '/' || command->file[0] != '/')
    return false;
  char *given = realpath (arena_format (arena, "%s/%s", command->folder, word), NULL);
  char *file = given ? realpath (command->file, NULL) : NULL;
  bool same = file && strcmp (given, file) == 0;
  free (given);
  free (file);
  return same;
}

/* Keep what matters of the words of ROW, but the compiler and the file. */
static void
take_words (struct compile_command *command, const json_t *row, struct arena *arena)
{
  const json_t *list = json_object_get (row, "arguments");
  const char *line = json_string_value (json_object_get (row, "command"));
  bool with_next = false, first = true;
  for (size_t i = 0;; i++)
    {
      const char *given = json_string_value (json_array_get (list, i));
      char *word = given  ? arena_copy (arena, given, strlen (given))
                   : line ? next_word (&line, arena)
                          : NULL;
      if (!word || (!given && list))
        return;
      bool skipped = first || with_next;
      first = with_next = false;
      if (!skipped && !is_file (command, word, arena) && !is_dropped (word, &with_next))
        *vec_push (arena, &command->words) = word;
    }
}

static bool
is_known (const struct compile_commands *commands, const struct compile_command *command)
{
  for (uint32_t i = 0; i < commands->list.count; i++)
    if (strcmp (commands->list.at[i].folder, command->folder) == 0
        && strcmp (commands->list.at[i].file, command->file) == 0)
      return true;
  return false;
}

bool
compile_commands_read (struct compile_commands *commands, const char *path,
                       struct arena *arena, const char **message)
{
  json_error_t error;
  json_t *all = json_load_file (path, 0, &error), *row;
  size_t number;
  *commands = (struct compile_commands){ .list = VEC_EMPTY };
  if (!all)
    {
      *message = arena_format (arena, "line %d: %s", error.line, error.text);
      return false;
    }
  json_array_foreach (all, number, row)
  {
    const char *folder = json_string_value (json_object_get (row, "directory"));
    const char *file = json_string_value (json_object_get (row, "file"));
    if (!folder || !file)
      continue;
    struct compile_command command
      = { arena_copy (arena, folder, strlen (folder)),
          arena_copy (arena, file, strlen (file)), VEC_EMPTY, false };
    assert (command.folder && command.file);
    take_words (&command, row, arena);
    if (!is_known (commands, &command))
      *vec_push (arena, &commands->list) = command;
  }
  json_decref (all);
  if (commands->list.count == 0)
    *message = "it has no list of files and how they are compiled";
  return commands->list.count > 0;
}
