/* encode.h -- plain histories as assignments of the variables of history_bdd.h,
 * for tests that compare the two. */
#ifndef TESTS_WPDS_ENCODE_H
#define TESTS_WPDS_ENCODE_H

#include <assert.h>
#include <string.h>

#include "tests/spec/history.h"
#include "wpds/history_bdd.h"

static inline void
encode_fact (const struct history_facts *facts, uint32_t fact, bool value, uint32_t ply,
             uint32_t process, bool *values)
{
  /* Where there is no variable the fact may not hold. */
  assert (fact != HISTORY_NO_FACT || !value);
  if (fact != HISTORY_NO_FACT)
    values[history_variable (facts, fact, ply, process)] = value;
}

/* Set the variables of one ply of one process to what HISTORY says. */
static inline void
encode_history (const struct history_facts *facts, const struct history *history,
                uint32_t ply, uint32_t process, bool *values)
{
  for (uint32_t l = 0; l < facts->locks; l++)
    {
      encode_fact (facts, facts->released[l], history->released >> l & 1, ply, process,
                   values);
      encode_fact (facts, facts->used[l], history->used >> l & 1, ply, process, values);
      encode_fact (facts, facts->acquired[l], history->acquired >> l & 1, ply, process,
                   values);
      encode_fact (facts, facts->held[l], history->held >> l & 1, ply, process, values);
      for (uint32_t m = 0; m < facts->locks; m++)
        if (m != l)
          {
            uint32_t pair = l * facts->locks + m;
            encode_fact (facts, facts->after[pair], history->acquired_after[l] >> m & 1,
                         ply, process, values);
            encode_fact (facts, facts->before[pair], history->released_before[l] >> m & 1,
                         ply, process, values);
          }
    }
}

#endif
