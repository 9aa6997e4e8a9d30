#include <stdio.h>

// world has a border of one cell on each side. Before each step the border
// gets a copy of the opposite side, so the torus needs no special cases.

#define MAXSIDE 302

int world[MAXSIDE][MAXSIDE];
int newWorld[MAXSIDE][MAXSIDE];
int h, w;

void readWorld() {
	for (int y = 1; y <= h; y++) {
		int x = 1;
		while (x <= w) {
			int c = getchar();
			if (c == EOF) return;
			if (c == 'o') world[y][x++] = 1;
			if (c == '.') world[y][x++] = 0;
		}
	}
}

void copyBorder() {
	for (int y = 1; y <= h; y++) {
		world[y][0] = world[y][w];
		world[y][w + 1] = world[y][1];
	}
	// the corners come along because the columns are done already
	for (int x = 0; x <= w + 1; x++) {
		world[0][x] = world[h][x];
		world[h + 1][x] = world[1][x];
	}
}

void computeNewWorld() {
	for (int y = 1; y <= h; y++) {
		for (int x = 1; x <= w; x++) {
			int sum = world[y-1][x-1] + world[y-1][x] + world[y-1][x+1]
			        + world[y][x-1]                   + world[y][x+1]
			        + world[y+1][x-1] + world[y+1][x] + world[y+1][x+1];
			if (sum == 3) newWorld[y][x] = 1;
			else if (sum == 2) newWorld[y][x] = world[y][x];
			else newWorld[y][x] = 0;
		}
	}
}

// returns the number of cells which changed
int takeNewWorld() {
	int changes = 0;
	for (int y = 1; y <= h; y++) {
		for (int x = 1; x <= w; x++) {
			if (world[y][x] != newWorld[y][x]) changes++;
			world[y][x] = newWorld[y][x];
		}
	}
	return changes;
}

int countWorld() {
	int count = 0;
	for (int y = 1; y <= h; y++)
		for (int x = 1; x <= w; x++)
			if (world[y][x]) count++;
	return count;
}

int main() {
	int steps, step = 0, changes = 1;
	scanf("%d %d %d", &h, &w, &steps);
	readWorld();
	while (step < steps && changes > 0) {
		step++;
		copyBorder();
		computeNewWorld();
		changes = takeNewWorld();
		printf("step %d: %d\n", step, countWorld());
	}
	if (changes == 0) printf("still\n");
	for (int y = 1; y <= h; y++) {
		for (int x = 1; x <= w; x++) {
			if (world[y][x] == 1) printf("o");
			else printf(".");
		}
		printf("\n");
	}
	return 0;
}
