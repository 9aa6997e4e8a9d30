#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char cell;

/* h + 2 rows of w + 2 cells: the outermost ones are copies of the opposite side */
static cell **new_board(int h, int w)
{
	cell **board = malloc((h + 2) * sizeof *board);
	for (int y = 0; y < h + 2; y++)
		board[y] = calloc(w + 2, sizeof(cell));
	return board;
}

static void free_board(cell **board, int h)
{
	for (int y = 0; y < h + 2; y++)
		free(board[y]);
	free(board);
}

static void fill_frame(cell **board, int h, int w)
{
	for (int y = 1; y <= h; y++) {
		board[y][0] = board[y][w];
		board[y][w + 1] = board[y][1];
	}
	memcpy(board[0], board[h], w + 2);
	memcpy(board[h + 1], board[1], w + 2);
}

static int triple(const cell *middle)
{
	return middle[-1] + middle[0] + middle[1];
}

static int tick(cell **src, cell **dst, int h, int w, int *population)
{
	int changes = 0;

	fill_frame(src, h, w);
	*population = 0;
	for (int y = 1; y <= h; y++) {
		for (int x = 1; x <= w; x++) {
			cell self = src[y][x];
			int n = triple(&src[y - 1][x]) + triple(&src[y][x]) + triple(&src[y + 1][x]);
			dst[y][x] = n == 3 || (self && n == 4);
			*population += dst[y][x];
			changes += dst[y][x] ^ self;
		}
	}
	return changes;
}

static void print_board(cell **board, int h, int w)
{
	for (int y = 1; y <= h; y++) {
		for (int x = 1; x <= w; x++)
			putchar(".o"[board[y][x]]);
		putchar('\n');
	}
}

int main(void)
{
	int h, w, rounds;
	if (scanf("%d%d%d", &h, &w, &rounds) != 3)
		return 1;

	cell **board = new_board(h, w), **spare = new_board(h, w);
	char *word = malloc(w + 1);
	for (int y = 1; y <= h && scanf("%s", word) == 1; y++)
		for (int x = 0; x < w; x++)
			board[y][x + 1] = word[x] == 'o';
	free(word);

	for (int i = 1; i <= rounds; i++) {
		int population;
		int changes = tick(board, spare, h, w, &population);
		cell **t = board;
		board = spare;
		spare = t;
		printf("step %d: %d\n", i, population);
		if (changes == 0) {
			puts("still");
			break;
		}
	}
	print_board(board, h, w);
	free_board(board, h);
	free_board(spare, h);
	return 0;
}
