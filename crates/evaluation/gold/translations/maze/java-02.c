#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int row, col;
} Point;

/* the order is the order of preference */
static const Point MOVES[4] = { { -1, 0 }, { 1, 0 }, { 0, -1 }, { 0, 1 } };

typedef struct {
    int height, width;
    char **grid;
    int **dist;     /* -1: not reached */
} Maze;

static Point step(Point p, int k)
{
    return (Point){ p.row + MOVES[k].row, p.col + MOVES[k].col };
}

static int is_inside(const Maze *m, Point p)
{
    return p.row >= 0 && p.row < m->height && p.col >= 0 && p.col < m->width;
}

static int is_wall(const Maze *m, Point p)
{
    return !is_inside(m, p) || m->grid[p.row][p.col] == '#';
}

static int dist_at(const Maze *m, Point p)
{
    return is_inside(m, p) ? m->dist[p.row][p.col] : -1;
}

static Maze read_maze(void)
{
    Maze m;
    if (scanf("%d %d", &m.height, &m.width) != 2)
        exit(1);
    m.grid = malloc(m.height * sizeof *m.grid);
    m.dist = malloc(m.height * sizeof *m.dist);
    for (int r = 0; r < m.height; r++) {
        m.grid[r] = malloc(m.width + 2);
        m.dist[r] = malloc(m.width * sizeof **m.dist);
        for (int c = 0; c < m.width; c++) {
            scanf(" %c", &m.grid[r][c]);
            m.dist[r][c] = -1;
        }
        m.grid[r][m.width] = '\0';
    }
    return m;
}

static Point locate(const Maze *m, char what)
{
    for (int r = 0; r < m->height; r++) {
        const char *hit = strchr(m->grid[r], what);
        if (hit != NULL)
            return (Point){ r, (int)(hit - m->grid[r]) };
    }
    fprintf(stderr, "there is no %c\n", what);
    exit(1);
}

static void spread(Maze *m, Point from)
{
    Point *queue = malloc((size_t)m->height * m->width * sizeof *queue);
    int head = 0, tail = 0;

    queue[tail++] = from;
    m->dist[from.row][from.col] = 0;
    while (head < tail) {
        Point cur = queue[head++];
        for (int k = 0; k < 4; k++) {
            Point nxt = step(cur, k);
            if (!is_wall(m, nxt) && dist_at(m, nxt) < 0) {
                m->dist[nxt.row][nxt.col] = dist_at(m, cur) + 1;
                queue[tail++] = nxt;
            }
        }
    }
    free(queue);
}

static Point one_back(const Maze *m, Point p)
{
    int target = dist_at(m, p) - 1;
    for (int k = 0; k < 4; k++) {
        Point candidate = step(p, k);
        if (dist_at(m, candidate) == target)
            return candidate;
    }
    abort();
}

int main(void)
{
    Maze m = read_maze();
    Point start = locate(&m, 'S');
    Point goal = locate(&m, 'E');

    spread(&m, start);
    if (dist_at(&m, goal) < 0) {
        puts("no way");
        return 0;
    }
    for (Point p = one_back(&m, goal); dist_at(&m, p) != 0; p = one_back(&m, p))
        m.grid[p.row][p.col] = '*';

    printf("steps %d\n", dist_at(&m, goal));
    for (int r = 0; r < m.height; r++)
        puts(m.grid[r]);
    return 0;
}
