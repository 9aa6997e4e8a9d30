#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One-dimensional map with a wall all around, so no bounds checks are needed. */

int main(void)
{
  int h, w;
  if (scanf("%d %d ", &h, &w) != 2) return EXIT_FAILURE;

  const int stride = w + 2, area = (h + 2) * stride;
  const int off[] = { -stride, stride, -1, 1 };
  char *map = malloc(area + 1);
  int *d = malloc(area * sizeof *d), *q = malloc(area * sizeof *q);
  int s = 0, e = 0, head = 0, tail = 0;

  memset(map, '#', area);
  for (int i = 1; i <= h; i++) {
    char *row = map + i * stride + 1;
    for (int j = 0, ch; j < w && (ch = getchar()) != EOF; )
      if (ch == '#' || ch == '.' || ch == 'S' || ch == 'E') row[j++] = ch;
    row[w] = '#';
  }
  for (int i = 0; i < area; i++) {
    d[i] = -1;
    if (map[i] == 'S') s = i;
    if (map[i] == 'E') e = i;
  }

  for (d[s] = 0, q[tail++] = s; head < tail && d[e] < 0; head++)
    for (int k = 0; k < 4; k++) {
      int n = q[head] + off[k];
      if (map[n] != '#' && d[n] < 0) {
        d[n] = d[q[head]] + 1;
        q[tail++] = n;
      }
    }

  if (d[e] < 0) {
    puts("no way");
    return EXIT_SUCCESS;
  }
  printf("steps %d\n", d[e]);

  for (int at = e, k; d[at] > 1; map[at] = '*') {
    for (k = 0; d[at + off[k]] != d[at] - 1; k++)
      ;
    at += off[k];
  }

  for (int i = 1; i <= h; i++) {
    fwrite(map + i * stride + 1, 1, w, stdout);
    putchar('\n');
  }
  return EXIT_SUCCESS;
}
