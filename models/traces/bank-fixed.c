/* bank-fixed.c -- bank.c, repaired: a withdrawal holds the lock from its first access to
 * its last.
 */
#include <pthread.h>
#include <stdio.h>

#include <phaselock/unit.h>

static pthread_mutex_t account = PTHREAD_MUTEX_INITIALIZER;
static long balance = 1000;

static void
withdraw (long amount)
{
  PHASELOCK_BEGIN ();
  pthread_mutex_lock (&account);
  if (balance >= amount)
    balance -= amount;
  pthread_mutex_unlock (&account);
  PHASELOCK_END ();
}

static void *
work (void *argument)
{
  withdraw (*(const long *) argument);
  return NULL;
}

int
main (void)
{
  static const long amounts[] = { 100, 30 };
  pthread_t tellers[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&tellers[i], NULL, work, (void *) &amounts[i]);
  for (int i = 0; i < 2; i++)
    pthread_join (tellers[i], NULL);
  printf ("%ld\n", balance);
  return 0;
}
