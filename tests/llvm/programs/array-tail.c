// expect: assert:violation wrong:safe race:safe O2-wrong:gap O2-race:gap
// Arrays whose initial values end with zeros, which clang describes as structs.
#include <assert.h>
#include <pthread.h>
int flat[16] = { 1, 2 }, long_one[40] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 };
int grid[3][12] = { { 1, 2 }, { 3 } };
struct
{
  int count;
  short cells[20];
} whole = { 3, { 4, 5 } };
void *
work (void *argument)
{
  for (int i = 0; i < 16; i += 3)
    flat[i] += i;
  return argument;
}
int
main (void)
{
  pthread_t t;
  int sum = long_one[9] - long_one[30];
  pthread_create (&t, 0, work, 0);
  pthread_join (t, 0);
  for (int i = 0; i < 3; i++)
    sum += grid[i][i % 2];
  for (int i = 0; i < whole.count; i++)
    sum += whole.cells[i];
  assert (flat[0] == 1 && flat[1] == 2 && flat[15] == 15);
  assert (sum == 9 + 1 + 0 + 0 + 4 + 5);
  assert (flat[9] != 9);
  return 0;
}
