/* phaselock-gen.c -- the program: one family or random model on standard output.
 *
 * Exit status, as phaselock's own: 0 written, 2 bad usage, 4 output could not be
 * written, 6 out of memory.
 */
#include <config.h>

#include "base/suggest.h"
#include "families.h"
#include "random_data.h"
#include "random_model.h"

#include <argp.h>
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum
{
  STATUS_USAGE = 2,
  STATUS_OUTPUT = 4,
  STATUS_INTERNAL = 6
};

/* The options, numbered as the bits of `given`: the sizes of the families first. */
enum gen_option
{
  OPTION_LOCKS,
  OPTION_SIZE,
  OPTION_PROCESSES,
  OPTION_FIELDS,
  OPTION_DEPTH,
  OPTION_PROCEDURES,
  OPTION_ENTRIES,
  OPTION_UNLOCKED,
  OPTION_CALLBACKS,
  OPTION_SEED,
  OPTION_SETS,
  OPTION_SHARING,
  OPTION_CALM,
  OPTION_RECURSION,
  OPTION_DECORATION,
  OPTION_ORDERS,
  OPTION_WAITS,
  OPTION_VOLATILES,
  OPTION_VARY,
  OPTION_COUNT,
  OPTION_BROKEN,
  OPTION_SAFE,
  OPTION_OUTPUT,
  OPTION_POSITIONS,
  OPTIONS
};

static_assert (FAMILIES_LOCKS == 1 << OPTION_LOCKS && FAMILIES_SIZE == 1 << OPTION_SIZE
                 && FAMILIES_PROCESSES == 1 << OPTION_PROCESSES
                 && FAMILIES_FIELDS == 1 << OPTION_FIELDS
                 && FAMILIES_DEPTH == 1 << OPTION_DEPTH
                 && FAMILIES_PROCEDURES == 1 << OPTION_PROCEDURES
                 && FAMILIES_ENTRIES == 1 << OPTION_ENTRIES
                 && FAMILIES_UNLOCKED == 1 << OPTION_UNLOCKED
                 && FAMILIES_CALLBACKS == 1 << OPTION_CALLBACKS
                 && FAMILIES_SEED == 1 << OPTION_SEED,
               "a family's sizes are its options");

/* Keys of options without a letter start past the letters. */
#define KEY(option) (0x100 + (option))

static const struct argp_option option_table[] = {
  { NULL, 0, NULL, 0, "Sizes (a family has those that the list below names):", 1 },
  { "locks", 'k', "K", 0, "number of locks", 1 },
  { "size", 'n', "N", 0, "size; random: about N statements in all", 1 },
  { "processes", 'p', "N", 0, "number of processes", 1 },
  { "fields", 'f', "N", 0, "number of fields", 1 },
  { "depth", 'd', "N", 0, "nested loops; random: most nested blocks", 1 },
  { "procedures", KEY (OPTION_PROCEDURES), "N", 0, "number of procedures", 1 },
  { "entries", KEY (OPTION_ENTRIES), "N", 0, "procedures that clients call", 1 },
  { "unlocked", KEY (OPTION_UNLOCKED), "PERCENT", 0, "how many accesses have no lock",
    1 },
  { "callbacks", KEY (OPTION_CALLBACKS), "PERCENT", 0, "how many calls may go anywhere",
    1 },
  { "seed", 's', "N", 0, "what random parts are drawn from (default 1)", 1 },
  { NULL, 0, NULL, 0, "Variants:", 2 },
  { "broken", KEY (OPTION_BROKEN), NULL, 0,
    "with a violation (default); random: the same as --calm=0", 2 },
  { "safe", KEY (OPTION_SAFE), NULL, 0,
    "without any violation; random: the same as --calm=100", 2 },
  { "positions", KEY (OPTION_POSITIONS), NULL, 0,
    "with positions, @\"Reader.java:17\", as from a front end (not random: see "
    "--decoration)",
    2 },
  { NULL, 0, NULL, 0, "Random models:", 3 },
  { "count", 'c', "N", 0,
    "write N models, of the seeds from --seed on, to DIR/random-SEED.eml", 3 },
  { "vary", KEY (OPTION_VARY), NULL, 0,
    "draw the sizes and percentages that are not given from the seed, too", 3 },
  { "sets", KEY (OPTION_SETS), "N", 0, "number of atomic sets; 0: one of all fields", 3 },
  { "sharing", KEY (OPTION_SHARING), "PERCENT", 0,
    "how often a process uses what it does not keep to itself", 3 },
  { "calm", KEY (OPTION_CALM), "PERCENT", 0,
    "how many units and accesses are under the lock that guards them", 3 },
  { "recursion", KEY (OPTION_RECURSION), "PERCENT", 0,
    "how many calls may be recursive; 0: none", 3 },
  { "decoration", KEY (OPTION_DECORATION), "PERCENT", 0,
    "how many names are in quotes, statements have positions, and so on", 3 },
  { "orders", KEY (OPTION_ORDERS), "PERCENT", 0,
    "how many statements start or join a process", 3 },
  { "waits", KEY (OPTION_WAITS), "PERCENT", 0,
    "how many statements wait or notify, where they can", 3 },
  { "volatiles", KEY (OPTION_VOLATILES), "PERCENT", 0, "how many fields are volatile",
    3 },
  { NULL, 0, NULL, 0, "Output:", 4 },
  { "output", 'o', "PATH", 0,
    "write to the file PATH, or with --count into the folder PATH (made if need be)", 4 },
  { NULL, 0, NULL, 0, NULL, 0 }
};

struct command
{
  const char *family;
  const char *output;
  unsigned given; /* a bit for each enum gen_option */
  uint64_t value[OPTIONS];
};

static const unsigned random_options
  = 1u << OPTION_LOCKS | 1u << OPTION_SIZE | 1u << OPTION_PROCESSES | 1u << OPTION_FIELDS
    | 1u << OPTION_DEPTH | 1u << OPTION_PROCEDURES | 1u << OPTION_SETS
    | 1u << OPTION_SHARING | 1u << OPTION_CALM | 1u << OPTION_RECURSION
    | 1u << OPTION_DECORATION | 1u << OPTION_ORDERS | 1u << OPTION_WAITS
    | 1u << OPTION_VOLATILES | 1u << OPTION_VARY | 1u << OPTION_SEED | 1u << OPTION_COUNT;

static const unsigned data_options
  = 1u << OPTION_SEED | 1u << OPTION_COUNT | 1u << OPTION_OUTPUT;

static const unsigned family_options = 1u << OPTION_POSITIONS;

static const unsigned common_options
  = 1u << OPTION_BROKEN | 1u << OPTION_SAFE | 1u << OPTION_OUTPUT;

/* argp's own variables. */
const char *argp_program_version = "phaselock-gen " PACKAGE_VERSION;

static bool
is_given (const struct command *command, enum gen_option option)
{
  return (command->given >> option & 1) != 0;
}

/* ---- did you mean ------------------------------------------------------ */

static const char random_name[] = "random";
static const char data_name[] = "data";

static bool
is_data (const struct command *command)
{
  return strcmp (command->family, data_name) == 0;
}

/* Names of families from 0 on, the random models last, then NULL. */
static const char *
family_name (size_t index)
{
  const size_t count = families_count ();
  if (index < count)
    return families_at (index)->name;
  return index == count ? random_name : index == count + 1 ? data_name : NULL;
}

/* The family most like `name`: what it abbreviates, or one with a few slips.  NULL if
   there is none. */
static const char *
nearest_family (const char *name)
{
  struct suggest suggest;
  const char *candidate;
  suggest_init (&suggest, name);
  for (size_t i = 0; (candidate = family_name (i)); i++)
    {
      if (name[0] && strncmp (candidate, name, strlen (name)) == 0)
        return candidate;
      suggest_offer (&suggest, candidate);
    }
  return suggest.best;
}

/* ---- the command line -------------------------------------------------- */

static const char *
option_name (enum gen_option option)
{
  static const char *const names[OPTIONS]
    = { "locks",   "size",      "processes",  "fields", "depth",  "procedures",
        "entries", "unlocked",  "callbacks",  "seed",   "sets",   "sharing",
        "calm",    "recursion", "decoration", "orders", "waits",  "volatiles",
        "vary",    "count",     "broken",     "safe",   "output", "positions" };
  assert (option < OPTIONS);
  return names[option];
}

/* Digits only: strtoull would take "-1" and " 1" as well. */
static uint64_t
parse_number (struct argp_state *state, enum gen_option option, const char *text,
              uint64_t most)
{
  char *end = NULL;
  errno = 0;
  const unsigned long long value = strtoull (text, &end, 10);
  if (text[0] < '0' || text[0] > '9' || *end || errno || value > most)
    argp_error (state, "--%s: '%s' is not a number from 0 to %" PRIu64,
                option_name (option), text, most);
  return value;
}

static bool
is_percentage (enum gen_option option)
{
  return option == OPTION_UNLOCKED || option == OPTION_CALLBACKS
         || option == OPTION_SHARING || option == OPTION_CALM
         || option == OPTION_RECURSION || option == OPTION_DECORATION
         || option == OPTION_ORDERS || option == OPTION_WAITS
         || option == OPTION_VOLATILES;
}

static enum gen_option
option_of_key (int key)
{
  switch (key)
    {
    case 'k': return OPTION_LOCKS;
    case 'n': return OPTION_SIZE;
    case 'p': return OPTION_PROCESSES;
    case 'f': return OPTION_FIELDS;
    case 'd': return OPTION_DEPTH;
    case 's': return OPTION_SEED;
    case 'c': return OPTION_COUNT;
    case 'o': return OPTION_OUTPUT;
    default:
      return key >= KEY (0) && key < KEY (OPTIONS) ? (enum gen_option) (key - KEY (0))
                                                   : OPTIONS;
    }
}

static void
check_family (struct argp_state *state, const struct command *command)
{
  if (!command->family)
    argp_error (state, "no family given (see --help for the list)");
  if (strcmp (command->family, random_name) == 0 || is_data (command)
      || families_find (command->family))
    return;
  const char *nearest = nearest_family (command->family);
  if (nearest)
    argp_error (state, "unknown family '%s'; did you mean '%s'?", command->family,
                nearest);
  argp_error (state, "unknown family '%s' (see --help for the list)", command->family);
}

/* An option that a family would ignore is more likely a mistake than a wish. */
static void
check_options (struct argp_state *state, const struct command *command)
{
  const struct family *family = families_find (command->family);
  const unsigned known
    = is_data (command)
        ? data_options
        : common_options | (family ? family->uses | family_options : random_options);
  for (enum gen_option option = 0; option < OPTIONS; option++)
    if (is_given (command, option) && !(known >> option & 1))
      argp_error (state, "family '%s' has no option --%s", command->family,
                  option_name (option));
  if (is_given (command, OPTION_BROKEN) + is_given (command, OPTION_SAFE)
        + is_given (command, OPTION_CALM)
      > 1)
    argp_error (state, "--broken, --safe and --calm exclude each other");
  if (is_given (command, OPTION_COUNT) && !command->output)
    argp_error (state, "--count needs a folder to write to: -o DIR");
}

static error_t
parse_option (int key, char *text, struct argp_state *state)
{
  struct command *command = state->input;
  const enum gen_option option = option_of_key (key);
  if (option < OPTIONS)
    {
      command->given |= 1u << option;
      if (option == OPTION_OUTPUT)
        command->output = text;
      else if (text)
        command->value[option] = parse_number (state, option, text,
                                               option == OPTION_SEED    ? UINT64_MAX
                                               : is_percentage (option) ? 100
                                                                        : 1000000000);
      return 0;
    }
  switch (key)
    {
    case ARGP_KEY_ARG:
      if (command->family)
        argp_error (state, "one family at a time: '%s' or '%s'", command->family, text);
      command->family = text;
      return 0;
    case ARGP_KEY_END:
      check_family (state, command);
      check_options (state, command);
      return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

/* The list of families in --help, made from their table. */
static char *
list_families (int key, const char *text, void *input)
{
  (void) input;
  if (key != ARGP_KEY_HELP_POST_DOC)
    return (char *) (uintptr_t) text; /* as it was: argp compares the pointers */
  char *list = NULL;
  size_t length = 0;
  FILE *out = open_memstream (&list, &length);
  if (!out)
    return NULL;
  fputs ("Families, their options and defaults:\n", out);
  for (size_t i = 0; i < families_count (); i++)
    {
      const struct family *family = families_at (i);
      const uint32_t sizes[] = { family->defaults.locks,     family->defaults.size,
                                 family->defaults.processes, family->defaults.fields,
                                 family->defaults.depth,     family->defaults.procedures,
                                 family->defaults.entries,   family->defaults.unlocked,
                                 family->defaults.callbacks };
      fprintf (out, "  %-10s %s\n            ", family->name, family->summary);
      for (enum gen_option option = 0; option <= OPTION_CALLBACKS; option++)
        if (family->uses >> option & 1)
          {
            fprintf (out, " --%s", option_name (option));
            if (sizes[option] > 0)
              fprintf (out, "=%" PRIu32, sizes[option]);
          }
      putc ('\n', out);
    }
  const struct random_model_params random = random_model_default_params (1);
  fprintf (
    out,
    "  %-10s a random model that uses every construct of EML\n"
    "             --size=%" PRIu32 " --procedures=%" PRIu32 " --processes=%" PRIu32
    " --locks=%" PRIu32 " --fields=%" PRIu32 "\n"
    "             --sets=%" PRIu32 " --depth=%" PRIu32 " --sharing=%" PRIu32
    " --calm=%" PRIu32 " --recursion=%" PRIu32 "\n"
    "             --decoration=%" PRIu32 " --orders=%" PRIu32 " --waits=%" PRIu32
    " --volatiles=%" PRIu32 "\n"
    "  %-10s a small random model with data, for differential tests\n"
    "\nThe same options give the same text on every machine.  Exit status: 0 written,\n"
    "2 bad usage, 4 output could not be written, 6 out of memory.",
    random_name, random.statements, random.procedures, random.processes, random.locks,
    random.fields, random.sets, random.depth, random.sharing, random.calm,
    random.recursion, random.decoration, random.orders, random.waits, random.volatiles,
    data_name);
  if (fclose (out) != 0)
    {
      free (list);
      return NULL;
    }
  return list; /* argp frees it */
}

/* ---- writing ----------------------------------------------------------- */

static uint32_t
value_or (const struct command *command, enum gen_option option, uint32_t otherwise)
{
  return is_given (command, option) ? (uint32_t) command->value[option] : otherwise;
}

static struct families_params
family_params (const struct command *command, const struct family *family)
{
  const struct families_params *defaults = &family->defaults;
  return (struct families_params){
    .locks = value_or (command, OPTION_LOCKS, defaults->locks),
    .size = value_or (command, OPTION_SIZE, defaults->size),
    .processes = value_or (command, OPTION_PROCESSES, defaults->processes),
    .fields = value_or (command, OPTION_FIELDS, defaults->fields),
    .depth = value_or (command, OPTION_DEPTH, defaults->depth),
    .procedures = value_or (command, OPTION_PROCEDURES, defaults->procedures),
    .entries = value_or (command, OPTION_ENTRIES, defaults->entries),
    .unlocked = value_or (command, OPTION_UNLOCKED, defaults->unlocked),
    .callbacks = value_or (command, OPTION_CALLBACKS, defaults->callbacks),
    .seed = command->value[OPTION_SEED],
    .safe = is_given (command, OPTION_SAFE),
    .positions = is_given (command, OPTION_POSITIONS)
  };
}

static struct random_model_params
random_params (const struct command *command, uint64_t seed)
{
  struct random_model_params params = is_given (command, OPTION_VARY)
                                        ? random_model_vary_params (seed)
                                        : random_model_default_params (seed);
  params.statements = value_or (command, OPTION_SIZE, params.statements);
  params.procedures = value_or (command, OPTION_PROCEDURES, params.procedures);
  params.processes = value_or (command, OPTION_PROCESSES, params.processes);
  params.locks = value_or (command, OPTION_LOCKS, params.locks);
  params.fields = value_or (command, OPTION_FIELDS, params.fields);
  params.sets = value_or (command, OPTION_SETS, params.sets);
  params.depth = value_or (command, OPTION_DEPTH, params.depth);
  params.sharing = value_or (command, OPTION_SHARING, params.sharing);
  params.calm = value_or (command, OPTION_CALM, params.calm);
  params.recursion = value_or (command, OPTION_RECURSION, params.recursion);
  params.decoration = value_or (command, OPTION_DECORATION, params.decoration);
  params.orders = value_or (command, OPTION_ORDERS, params.orders);
  params.waits = value_or (command, OPTION_WAITS, params.waits);
  params.volatiles = value_or (command, OPTION_VOLATILES, params.volatiles);
  if (is_given (command, OPTION_BROKEN))
    params.calm = 0;
  if (is_given (command, OPTION_SAFE))
    params.calm = 100;
  /* Sets that were drawn must fit the fields that were given. */
  if (!is_given (command, OPTION_SETS) && params.sets > params.fields)
    params.sets = params.fields;
  return params;
}

static int
complain (int status, const char *what, const char *why)
{
  fprintf (stderr, "%s: %s: %s\n", program_invocation_short_name, what, why);
  return status;
}

/* Write one model to `out`, which is called `name`, and close it. */
static int
write_and_close (FILE *out, const char *name, const struct command *command,
                 uint64_t seed)
{
  bool complete = true;
  errno = 0;
  const struct family *family = families_find (command->family);
  if (family)
    {
      const struct families_params params = family_params (command, family);
      families_write (out, family, &params);
    }
  else if (is_data (command))
    random_data_write (out, seed);
  else
    {
      const struct random_model_params params = random_params (command, seed);
      complete = random_model_write (out, &params);
    }
  /* fclose writes what is left, and only then is the disk known to be full. */
  const bool broken = ferror (out) != 0;
  const int first_error = errno;
  if (fclose (out) != 0 || broken)
    return complain (STATUS_OUTPUT, name,
                     strerror (broken && first_error ? first_error : errno));
  return complete ? 0 : complain (STATUS_INTERNAL, name, "out of memory");
}

static int
write_file (const char *path, const struct command *command, uint64_t seed)
{
  FILE *out = fopen (path, "w");
  if (!out)
    return complain (STATUS_OUTPUT, path, strerror (errno));
  return write_and_close (out, path, command, seed);
}

static int
write_folder (const struct command *command, uint64_t seed)
{
  if (mkdir (command->output, 0777) != 0 && errno != EEXIST)
    return complain (STATUS_OUTPUT, command->output, strerror (errno));
  int status = 0;
  for (uint64_t i = 0; i < command->value[OPTION_COUNT] && status == 0; i++)
    {
      char *path = NULL;
      if (asprintf (&path, "%s/random-%" PRIu64 ".eml", command->output, seed + i) < 0)
        return complain (STATUS_INTERNAL, command->output, "out of memory");
      status = write_file (path, command, seed + i);
      free (path);
    }
  return status;
}

/* Sizes that the family cannot have. */
static const char *
check_params (const struct command *command, uint64_t seed)
{
  const struct family *family = families_find (command->family);
  if (family)
    {
      const struct families_params params = family_params (command, family);
      return families_check_params (family, &params);
    }
  if (is_data (command))
    return NULL;
  const struct random_model_params params = random_params (command, seed);
  return random_model_check_params (&params);
}

/* --help and --version leave through exit, and may meet a full disk as well. */
static void
close_standard_output (void)
{
  if (fclose (stdout) != 0 && errno != EBADF)
    _exit (complain (STATUS_OUTPUT, "standard output", strerror (errno)));
}

int
main (int argc, char **argv)
{
  static const struct argp argp = {
    .options = option_table,
    .parser = parse_option,
    .args_doc = "FAMILY",
    .doc
    = "Write an EML model of a scaling family, or a random one, to standard output.\v",
    .help_filter = list_families
  };
  struct command command = { .value = { [OPTION_SEED] = 1 } };
  argp_err_exit_status = STATUS_USAGE;
  atexit (close_standard_output);
  argp_parse (&argp, argc, argv, 0, NULL, &command);

  const uint64_t seed = command.value[OPTION_SEED];
  const char *wrong = check_params (&command, seed);
  if (wrong)
    return complain (STATUS_USAGE, command.family, wrong);
  if (is_given (&command, OPTION_COUNT))
    return write_folder (&command, seed);
  if (command.output)
    return write_file (command.output, &command, seed);
  /* A second fclose of standard output at exit would be wrong: write to a copy. */
  FILE *out = fdopen (dup (STDOUT_FILENO), "w");
  if (!out)
    return complain (STATUS_OUTPUT, "standard output", strerror (errno));
  return write_and_close (out, "standard output", &command, seed);
}
