/* phaselock/unit.h -- units of work in C and C++, for `phaselock record'.
 *
 *     PHASELOCK_BEGIN ();
 *     ... what should happen in one piece ...
 *     PHASELOCK_END ();
 *
 * A program that runs without the recorder is not changed by this, and needs no library
 * for it.
 */
#ifndef PHASELOCK_UNIT_H
#define PHASELOCK_UNIT_H

#ifdef __cplusplus
extern "C"
{
#endif

  void phaselock_begin_unit (void) __attribute__ ((weak));
  void phaselock_end_unit (void) __attribute__ ((weak));

#ifdef __cplusplus
}
#endif

#define PHASELOCK_BEGIN() (phaselock_begin_unit ? phaselock_begin_unit () : (void) 0)
#define PHASELOCK_END() (phaselock_end_unit ? phaselock_end_unit () : (void) 0)

#endif
