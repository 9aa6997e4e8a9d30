#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
	int y, x;
} Point;

typedef struct {
	Point *points;
	int count;
} Front;

typedef struct {
	int h, w;
	char *cells;
	int *wave;          /* number of the wave that reached the cell, 0 = none */
	Point start, exit;
} Maze;

/* preference order for the way back */
static const Point moves[4] = { {-1, 0}, {1, 0}, {0, -1}, {0, 1} };

static int inside(const Maze *m, Point p)
{
	return p.y >= 0 && p.x >= 0 && p.y < m->h && p.x < m->w;
}

static Point step(Point p, int dir)
{
	Point q = { p.y + moves[dir].y, p.x + moves[dir].x };
	return q;
}

static Maze *readMaze(FILE *in)
{
	Maze *m = malloc(sizeof(Maze));
	char row[1024];

	if (!fgets(row, sizeof row, in) || sscanf(row, "%d %d", &m->h, &m->w) != 2) {
		fprintf(stderr, "cannot read the size\n");
		exit(1);
	}
	m->cells = malloc(m->h * m->w);
	m->wave = calloc(m->h * m->w, sizeof(int));
	for (int y = 0; y < m->h; y++) {
		if (!fgets(row, sizeof row, in)) {
			fprintf(stderr, "row %d is missing\n", y + 1);
			exit(1);
		}
		memcpy(m->cells + y * m->w, row, m->w);
		for (int x = 0; x < m->w; x++) {
			if (row[x] == 'S')
				m->start = (Point){ y, x };
			else if (row[x] == 'E')
				m->exit = (Point){ y, x };
		}
	}
	return m;
}

/* Computes the following front. Cells that were reached before are left alone. */
static Front nextFront(Maze *m, Front now, int number)
{
	Front next = { malloc((4 * now.count + 1) * sizeof(Point)), 0 };

	for (int i = 0; i < now.count; i++) {
		for (int dir = 0; dir < 4; dir++) {
			Point q = step(now.points[i], dir);
			if (!inside(m, q))
				continue;
			int at = q.y * m->w + q.x;
			if (m->cells[at] == '#' || m->wave[at])
				continue;
			m->wave[at] = number;
			next.points[next.count++] = q;
		}
	}
	free(now.points);
	return next;
}

static void flood(Maze *m)
{
	Front front = { malloc(sizeof(Point)), 1 };
	int number = 1;

	front.points[0] = m->start;
	m->wave[m->start.y * m->w + m->start.x] = number;
	while (front.count > 0)
		front = nextFront(m, front, ++number);
	free(front.points);
}

static void drawPath(Maze *m)
{
	Point p = m->exit;
	int number = m->wave[p.y * m->w + p.x];

	while (--number > 1) {
		int dir = 0;
		Point q = step(p, dir);
		while (!inside(m, q) || m->wave[q.y * m->w + q.x] != number)
			q = step(p, ++dir);
		p = q;
		m->cells[p.y * m->w + p.x] = '*';
	}
}

int main(void)
{
	Maze *m = readMaze(stdin);
	flood(m);
	int last = m->wave[m->exit.y * m->w + m->exit.x];
	if (last == 0) {
		printf("no way\n");
		return 0;
	}
	printf("steps %d\n", last - 1);
	drawPath(m);
	for (int y = 0; y < m->h; y++)
		printf("%.*s\n", m->w, m->cells + y * m->w);
	return 0;
}
