#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
   Each cell has the list of its eight neighbours computed once,
   after that a generation is only table lookups.
*/

static const char RULE[2][9] =
{
  { 0, 0, 0, 1, 0, 0, 0, 0, 0 },   /* dead  */
  { 0, 0, 1, 1, 0, 0, 0, 0, 0 }    /* alive */
};

typedef int Ring[8];

static Ring *make_rings(int h, int w)
{
  Ring *ring = malloc(sizeof(Ring) * h * w);
  for (int i = 0; i < h * w; i++)
  {
    int y = i / w, x = i % w;
    int n = (y + h - 1) % h * w, s = (y + 1) % h * w, here = y * w;
    int west = (x + w - 1) % w, east = (x + 1) % w;
    ring[i][0] = n + west;
    ring[i][1] = n + x;
    ring[i][2] = n + east;
    ring[i][3] = here + west;
    ring[i][4] = here + east;
    ring[i][5] = s + west;
    ring[i][6] = s + x;
    ring[i][7] = s + east;
  }
  return ring;
}

static int generation(const char *from, char *to, const Ring *ring, int n)
{
  int living = 0;
  for (int i = 0; i < n; i++)
  {
    int sum = 0;
    for (int k = 0; k < 8; k++)
      sum += from[ring[i][k]];
    to[i] = RULE[(int) from[i]][sum];
    living += to[i];
  }
  return living;
}

int main(void)
{
  char head[100];
  int h, w, steps;

  if (fgets(head, sizeof head, stdin) == NULL || sscanf(head, "%d%d%d", &h, &w, &steps) < 3)
    return EXIT_FAILURE;

  char *now = calloc(h * w, 1), *then = calloc(h * w, 1);
  char *line = malloc(w + 3);
  for (int y = 0; y < h; y++)
  {
    if (!fgets(line, w + 3, stdin))
      break;
    for (int x = 0; x < w; x++)
      now[y * w + x] = line[x] == 'o';
  }

  Ring *ring = make_rings(h, w);
  for (int step = 1; step <= steps; step++)
  {
    int living = generation(now, then, ring, h * w);
    printf("step %d: %d\n", step, living);
    if (memcmp(now, then, h * w) == 0)
    {
      puts("still");
      break;
    }
    char *swap = now;
    now = then;
    then = swap;
  }

  line[w] = '\0';
  for (int y = 0; y < h; y++)
  {
    for (int x = 0; x < w; x++)
      line[x] = ".o"[(int) now[y * w + x]];
    puts(line);
  }
  free(ring);
  free(line);
  free(now);
  free(then);
  return EXIT_SUCCESS;
}
