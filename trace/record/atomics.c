/* atomics.c -- atomic operations: the compiler leaves them to us entirely.
 *
 * Each atomic object counts as a lock of its own that is held during the operation,
 * whatever order of memory the program asks for: the trace has no weaker word.  A store
 * is recorded before it is made and a load afterwards, so that whoever reads a value is
 * after whoever wrote it.  What reads and writes is recorded before, and once more, as
 * synchronisation only, afterwards.  All operations are sequentially consistent, which
 * is one of the behaviours that a weaker order allows.
 */
#include <config.h>

#include <assert.h>

#include "trace/record/lead.h"

#define HOOKED(type, name, parameters)                                                   \
  HOOK type name parameters;                                                             \
  type name parameters

#define STORE(op)                                                                        \
  runtime_store (op, runtime_address (address), sizeof *address, CALLER, true)

#define LED(op) lead (op, address, sizeof *address, CALLER)

#define ORDER __ATOMIC_SEQ_CST

#define UPDATE_HOOK(bits, type, operation)                                               \
  HOOKED (type, __tsan_atomic##bits##_##operation,                                       \
          (volatile type * address, type value, int order))                              \
  {                                                                                      \
    (void) order;                                                                        \
    LED (LEAD_UPDATE);                                                                   \
    STORE (RAW_ATOMIC_UPDATE);                                                           \
    type old = ATOMIC_##bits (operation) (address, value);                               \
    STORE (RAW_SYNC);                                                                    \
    return old;                                                                          \
  }

/* A comparison that fails only reads. */
#define COMPARE_HOOK(bits, type, strength)                                               \
  HOOKED (int, __tsan_atomic##bits##_compare_exchange_##strength,                        \
          (volatile type * address, type * expected, type value, int order,              \
           int failure_order))                                                           \
  {                                                                                      \
    (void) order, (void) failure_order;                                                  \
    LED (LEAD_UPDATE);                                                                   \
    STORE (RAW_SYNC);                                                                    \
    type seen = ATOMIC_##bits (compare) (address, *expected, value);                     \
    bool same = seen == *expected;                                                       \
    STORE (same ? RAW_ATOMIC_UPDATE : RAW_ATOMIC_READ);                                  \
    if (!same)                                                                           \
      *expected = seen;                                                                  \
    return same;                                                                         \
  }

#define ATOMIC_HOOKS(bits, type)                                                         \
  HOOKED (type, __tsan_atomic##bits##_load, (const volatile type *address, int order))   \
  {                                                                                      \
    (void) order;                                                                        \
    LED (LEAD_READ);                                                                     \
    type value = ATOMIC_##bits (load) (address);                                         \
    STORE (RAW_ATOMIC_READ);                                                             \
    return value;                                                                        \
  }                                                                                      \
  HOOKED (void, __tsan_atomic##bits##_store,                                             \
          (volatile type * address, type value, int order))                              \
  {                                                                                      \
    (void) order;                                                                        \
    LED (LEAD_WRITE);                                                                    \
    STORE (RAW_ATOMIC_WRITE);                                                            \
    ATOMIC_##bits (exchange) (address, value);                                           \
  }                                                                                      \
  UPDATE_HOOK (bits, type, exchange)                                                     \
  UPDATE_HOOK (bits, type, fetch_add)                                                    \
  UPDATE_HOOK (bits, type, fetch_sub)                                                    \
  UPDATE_HOOK (bits, type, fetch_and)                                                    \
  UPDATE_HOOK (bits, type, fetch_or)                                                     \
  UPDATE_HOOK (bits, type, fetch_xor)                                                    \
  UPDATE_HOOK (bits, type, fetch_nand)                                                   \
  COMPARE_HOOK (bits, type, strong)                                                      \
  COMPARE_HOOK (bits, type, weak)                                                        \
  HOOKED (                                                                               \
    type, __tsan_atomic##bits##_compare_exchange_val,                                    \
    (volatile type * address, type expected, type value, int order, int failure_order))  \
  {                                                                                      \
    (void) order, (void) failure_order;                                                  \
    LED (LEAD_UPDATE);                                                                   \
    STORE (RAW_SYNC);                                                                    \
    type seen = ATOMIC_##bits (compare) (address, expected, value);                      \
    STORE (seen == expected ? RAW_ATOMIC_UPDATE : RAW_ATOMIC_READ);                      \
    return seen;                                                                         \
  }

/* Up to 64 bits: the compiler's own. */
#define PLAIN_load(address) __atomic_load_n (address, ORDER)
#define PLAIN_exchange(address, value) __atomic_exchange_n (address, value, ORDER)
#define PLAIN_fetch_add(address, value) __atomic_fetch_add (address, value, ORDER)
#define PLAIN_fetch_sub(address, value) __atomic_fetch_sub (address, value, ORDER)
#define PLAIN_fetch_and(address, value) __atomic_fetch_and (address, value, ORDER)
#define PLAIN_fetch_or(address, value) __atomic_fetch_or (address, value, ORDER)
#define PLAIN_fetch_xor(address, value) __atomic_fetch_xor (address, value, ORDER)
#define PLAIN_fetch_nand(address, value) __atomic_fetch_nand (address, value, ORDER)
#define PLAIN_compare(address, expected, value)                                          \
  __sync_val_compare_and_swap (address, expected, value)
#define ATOMIC_8(operation) PLAIN_##operation
#define ATOMIC_16(operation) PLAIN_##operation
#define ATOMIC_32(operation) PLAIN_##operation
#define ATOMIC_64(operation) PLAIN_##operation

ATOMIC_HOOKS (8, uint8_t)
ATOMIC_HOOKS (16, uint16_t)
ATOMIC_HOOKS (32, uint32_t)
ATOMIC_HOOKS (64, uint64_t)

/* 128 bits: compare and exchange until no other thread was in between. */
#if defined __x86_64__
typedef unsigned __int128 wide;

#define WIDE __attribute__ ((target ("cx16"))) static wide
#define WIDE_OPERATION(operation, result)                                                \
  WIDE wide_##operation (volatile wide *address, wide value)                             \
  {                                                                                      \
    wide old = 0;                                                                        \
    for (;;)                                                                             \
      {                                                                                  \
        wide seen = __sync_val_compare_and_swap (address, old, result);                  \
        if (seen == old)                                                                 \
          return old;                                                                    \
        old = seen;                                                                      \
      }                                                                                  \
  }
WIDE_OPERATION (exchange, value)
WIDE_OPERATION (fetch_add, old + value)
WIDE_OPERATION (fetch_sub, old - value)
WIDE_OPERATION (fetch_and, old &value)
WIDE_OPERATION (fetch_or, old | value)
WIDE_OPERATION (fetch_xor, old ^ value)
WIDE_OPERATION (fetch_nand, ~(old &value))

WIDE
wide_compare (volatile wide *address, wide expected, wide value)
{
  assert ((uintptr_t) address % sizeof *address == 0); /* or the processor faults */
  return __sync_val_compare_and_swap (address, expected, value);
}

WIDE
wide_load (const volatile wide *address)
{
  assert ((uintptr_t) address % sizeof *address == 0);
  return __sync_val_compare_and_swap ((volatile wide *) (uintptr_t) address, 0, 0);
}

#define ATOMIC_128(operation) wide_##operation
ATOMIC_HOOKS (128, wide)
#endif

/* A fence orders the atomic accesses around it, which are ordered already. */
HOOKED (void, __tsan_atomic_thread_fence, (int order))
{
  (void) order;
  __atomic_thread_fence (__ATOMIC_SEQ_CST);
}

HOOKED (void, __tsan_atomic_signal_fence, (int order))
{
  (void) order;
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
}
