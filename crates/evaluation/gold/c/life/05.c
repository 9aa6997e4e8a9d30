#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The living cells are kept in a list. In each step every living cell
 * gives one point to each cell around it; then the points decide. */

struct pos { int y, x; };

static int H, W;
static unsigned char *points;   /* H * W */
static unsigned char *living;   /* H * W */

static int at(int y, int x)
{
	return ((y + H) % H) * W + (x + W) % W;
}

static void give_points(struct pos p)
{
	for (int i = 0; i < 9; i++)
		if (i != 4)
			points[at(p.y + i / 3 - 1, p.x + i % 3 - 1)]++;
}

/* fills the list with the next generation and returns its length; *same
 * tells whether it equals the one before */
static int judge(struct pos *list, int *same)
{
	int n = 0;
	*same = 1;
	for (int y = 0; y < H; y++) {
		for (int x = 0; x < W; x++) {
			int k = y * W + x;
			int lives = points[k] == 3 || (living[k] && points[k] == 2);
			if (lives != living[k]) {
				*same = 0;
				living[k] = lives;
			}
			if (lives) {
				list[n].y = y;
				list[n].x = x;
				n++;
			}
		}
	}
	return n;
}

int main(void)
{
	int steps, n = 0, same = 0;
	char row[5000];

	if (scanf("%d %d %d", &H, &W, &steps) != 3)
		return 1;

	points = malloc(H * W);
	living = calloc(H * W, 1);
	struct pos *list = malloc(H * W * sizeof *list);

	for (int y = 0; y < H && scanf("%4999s", row) == 1; y++) {
		for (char *o = strchr(row, 'o'); o; o = strchr(o + 1, 'o')) {
			struct pos p = { y, (int)(o - row) };
			list[n++] = p;
			living[at(p.y, p.x)] = 1;
		}
	}

	for (int s = 1; s <= steps; s++) {
		memset(points, 0, H * W);
		for (int i = 0; i < n; i++)
			give_points(list[i]);
		n = judge(list, &same);
		printf("step %d: %d\n", s, n);
		if (same) {
			printf("still\n");
			break;
		}
	}

	for (int y = 0; y < H; y++) {
		memset(row, '.', W);
		row[W] = '\0';
		for (int i = 0; i < n; i++)
			if (list[i].y == y)
				row[list[i].x] = 'o';
		printf("%s\n", row);
	}
	return 0;
}
