/* bash.c -- completion for bash, which needs nothing but bash.
 *
 * Readline cuts words at `=', too, so that `--engine=b' are three of them.
 */
#include <config.h>

#include <stdio.h>

#include "cli/completions/table.h"

static const char head[]
  = "# bash completion for phaselock; written by `phaselock completions bash'.\n"
    "\n"
    "# Offer words.\n"
    "_phaselock_words () {\n"
    "  local word\n"
    "  while IFS= read -r word; do COMPREPLY+=(\"$word\"); done \\\n"
    "    < <(compgen -W \"$1\" -- \"$cur\")\n"
    "}\n"
    "\n"
    "# Offer words of which several may stand there, with commas between.\n"
    "_phaselock_list () {\n"
    "  local word before=\n"
    "  [[ $cur == *,* ]] && before=${cur%,*},\n"
    "  while IFS= read -r word; do COMPREPLY+=(\"$before$word\"); done \\\n"
    "    < <(compgen -W \"$1\" -- \"${cur##*,}\")\n"
    "}\n"
    "\n"
    "# Offer files with an extension (none: all of them), and folders.\n"
    "_phaselock_files () {\n"
    "  local file\n"
    "  while IFS= read -r file; do COMPREPLY+=(\"$file\"); done \\\n"
    "    < <(compgen -f -X \"${1:+!*.$1}\" -- \"$cur\"; [ -z \"$1\" ] || compgen -d -- \"$cur\")\n"
    "}\n"
    "\n"
    "_phaselock () {\n"
    "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} options= word\n"
    "  COMPREPLY=()\n"
    "  if [[ $cur == = ]]; then cur=\n"
    "  elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}\n"
    "  fi\n"
    "  if [ \"$COMP_CWORD\" = 1 ]; then\n";

static const char tail[]
  = "  esac\n"
    "}\n"
    "complete -o filenames -F _phaselock phaselock\n";

static void
print_values (const struct completion_values *values)
{
  if (values->words[0])
    printf ("_phaselock_%s '%s'; ", values->is_list ? "list" : "words", values->words);
  if (values->files)
    printf ("_phaselock_files %s; ", values->extension ? values->extension : "''");
}

static bool
print_command (const struct command *command)
{
  struct completion_table table;
  bool fine = completion_table_init (&table, command);
  printf ("    %s)\n      case $prev in\n", command->name);
  for (size_t i = 0; i < table.count; i++)
    {
      const struct completion_option *option = &table.options[i];
      if (!option->argument)
        continue;
      fputs ("        ", stdout);
      if (option->letter)
        printf ("-%c|", option->letter);
      printf ("--%s) ", option->name);
      print_values (&option->values);
      puts ("return ;;");
    }
  fputs ("      esac\n      options='", stdout);
  for (size_t i = 0; i < table.count; i++)
    {
      const struct completion_option *option = &table.options[i];
      printf ("%s--%s", i ? " " : "", option->name);
      if (option->letter)
        printf (" -%c", option->letter);
    }
  fputs ("'\n      if [[ $cur == -* ]]; then _phaselock_words \"$options\"\n"
         "      else ", stdout);
  print_values (&table.positional);
  puts (":; fi ;;");
  completion_table_clear (&table);
  return fine;
}

bool
completions_print_bash (void)
{
  bool fine = true;
  fputs (head, stdout);
  fputs ("    _phaselock_words '", stdout);
  for (size_t i = 0; commands[i]; i++)
    printf ("%s ", commands[i]->name);
  puts ("help --help --version'\n    return\n  fi\n"
        "  # Behind `--' there are no options.\n"
        "  for word in \"${COMP_WORDS[@]:2:COMP_CWORD-2}\"; do\n"
        "    if [ \"$word\" = -- ]; then _phaselock_files ''; return; fi\n"
        "  done\n"
        "  case ${COMP_WORDS[1]} in");
  for (size_t i = 0; commands[i] && fine; i++)
    fine = print_command (commands[i]);
  fputs (tail, stdout);
  return fine;
}
