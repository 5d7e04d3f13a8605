/* bank.c -- two tellers withdraw from one account.
 *
 * Every access is made under the lock, so nothing races.  But the balance is read in one
 * critical section and written in another: what a teller withdraws in between is lost.
 * bank-fixed.c holds the lock all the time.
 */
#include <pthread.h>
#include <stdio.h>

#include <phaselock/unit.h>

static pthread_mutex_t account = PTHREAD_MUTEX_INITIALIZER;
static long balance = 1000;

static long
read_balance (void)
{
  pthread_mutex_lock (&account);
  long seen = balance;
  pthread_mutex_unlock (&account);
  return seen;
}

static void
withdraw (long amount)
{
  PHASELOCK_BEGIN ();
  long seen = read_balance ();
  if (seen >= amount)
    {
      pthread_mutex_lock (&account);
      balance = seen - amount;
      pthread_mutex_unlock (&account);
    }
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
