/* zsh.c -- completion for zsh: one call of its _arguments for each command. */
#include <config.h>

#include <stdio.h>

#include "cli/completions/table.h"

/* Text inside the brackets of a specification, itself in single quotes. */
static void
print_explanation (const char *text)
{
  for (; *text && *text != '\n'; text++)
    switch (*text)
      {
      case '\'':
        fputs ("'\\''", stdout);
        break;
      case '[':
      case ']':
      case ':':
      case '\\':
        printf ("\\%c", *text);
        break;
      default:
        putchar (*text);
      }
}

/* What completes a value, in single quotes. */
static void
print_action (const struct completion_values *values, const char *what)
{
  const char *files = "_files";
  char pattern[64];
  if (values->extension)
    {
      snprintf (pattern, sizeof pattern, "_files -g \"*.%s(-.)\"", values->extension);
      files = pattern;
    }
  if (values->is_list)
    printf ("_values -s , \"%s\" %s", what, values->words);
  else if (values->words[0] && values->files)
    printf ("_alternative \"words\\:%s\\:(%s)\" \"files\\:file\\:_files\"", what,
            values->words);
  else if (values->words[0])
    printf ("(%s)", values->words);
  else if (values->files)
    fputs (files, stdout);
  else
    putchar (' ');
}

static void
print_option (const struct completion_option *option)
{
  const char *equals = option->argument ? "=" : "";
  fputs ("        ", stdout);
  if (option->letter)
    printf ("'(-%c --%s)'{'-%c%s','--%s%s'}'[", option->letter, option->name,
            option->letter, option->argument ? "+" : "", option->name, equals);
  else
    printf ("'--%s%s[", option->name, equals);
  print_explanation (option->doc);
  putchar (']');
  if (option->argument)
    {
      printf (":%s:", option->name);
      print_action (&option->values, option->name);
    }
  fputs ("' \\\n", stdout);
}

static bool
print_command (const struct command *command)
{
  struct completion_table table;
  bool fine = completion_table_init (&table, command);
  printf ("    %s)\n      _arguments -s -S \\\n", command->name);
  for (size_t i = 0; i < table.count; i++)
    print_option (&table.options[i]);
  if (table.positional.files || table.positional.words[0])
    {
      fputs ("        '*:argument:", stdout);
      print_action (&table.positional, "argument");
      puts ("' ;;");
    }
  else
    puts ("        ;;");
  completion_table_clear (&table);
  return fine;
}

bool
completions_print_zsh (void)
{
  bool fine = true;
  fputs ("#compdef phaselock\n"
         "# zsh completion for phaselock; written by `phaselock completions zsh'.\n\n"
         "_phaselock () {\n"
         "  local -a commands\n"
         "  commands=(\n", stdout);
  for (size_t i = 0; commands[i]; i++)
    {
      printf ("    '%s:", commands[i]->name);
      print_explanation (commands[i]->summary);
      puts ("'");
    }
  fputs ("    'help:list the commands'\n"
         "  )\n"
         "  if (( CURRENT == 2 )); then\n"
         "    _describe command commands\n"
         "    _arguments '--help[list the commands]' '--version[print the version]'\n"
         "    return\n"
         "  fi\n"
         "  shift words\n"
         "  (( CURRENT-- ))\n"
         "  case $words[1] in\n", stdout);
  for (size_t i = 0; commands[i] && fine; i++)
    fine = print_command (commands[i]);
  fputs ("  esac\n"
         "}\n\n"
         "if [ \"$funcstack[1]\" = _phaselock ]; then _phaselock \"$@\"\n"
         "else compdef _phaselock phaselock; fi\n", stdout);
  return fine;
}
