/* word_set.h -- options that take several of a few words: --without, --keep. */
#ifndef CLI_WORD_SET_H
#define CLI_WORD_SET_H

#include <argp.h>
#include <stdint.h>

/* The words of LIST as bits: word I of COUNT is called NAME (I), and "all" is all of
   them.  Another word is bad usage: "there is no WHAT 'word'". */
uint32_t word_set_parse (struct argp_state *state, const char *list, const char *what,
                         uint32_t count, const char *(*name) (uint32_t number));

#endif
