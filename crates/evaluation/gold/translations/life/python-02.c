#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { int y, x; } Cell;

/* the living cells as a list, and a map to look them up */
typedef struct {
    Cell *cells;
    int count;
    bool *member;
} CellSet;

static const Cell offsets[8] = {
    {-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}
};

static int height, width;

static int key(Cell c)
{
    return c.y * width + c.x;
}

static CellSet new_set(void)
{
    CellSet set;
    set.cells = malloc(sizeof(Cell) * height * width);
    set.member = calloc(height * width, sizeof(bool));
    set.count = 0;
    return set;
}

static void free_set(CellSet set)
{
    free(set.cells);
    free(set.member);
}

static void add(CellSet *set, Cell c)
{
    if (set->member[key(c)])
        return;
    set->member[key(c)] = true;
    set->cells[set->count++] = c;
}

static bool same(const CellSet *a, const CellSet *b)
{
    return a->count == b->count
        && memcmp(a->member, b->member, height * width * sizeof(bool)) == 0;
}

static CellSet parse(void)
{
    CellSet alive = new_set();
    char *line = malloc(width + 1);
    for (int y = 0; y < height; y++) {
        scanf("%s", line);
        for (int x = 0; line[x]; x++)
            if (line[x] == 'o')
                add(&alive, (Cell){y, x});
    }
    free(line);
    return alive;
}

static Cell neighbour(Cell c, int i)
{
    Cell n;
    n.y = (c.y + offsets[i].y + height) % height;
    n.x = (c.x + offsets[i].x + width) % width;
    return n;
}

static CellSet evolve(const CellSet *alive)
{
    int *heat = calloc(height * width, sizeof(int));
    CellSet result = new_set();

    for (int i = 0; i < alive->count; i++)
        for (int k = 0; k < 8; k++)
            heat[key(neighbour(alive->cells[i], k))]++;

    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            Cell c = {y, x};
            int n = heat[key(c)];
            if (n == 3 || (n == 2 && alive->member[key(c)]))
                add(&result, c);
        }
    }
    free(heat);
    return result;
}

static CellSet simulate(CellSet alive, int steps)
{
    for (int number = 1; number <= steps; number++) {
        CellSet before = alive;
        alive = evolve(&before);
        printf("step %d: %d\n", number, alive.count);
        bool still = same(&before, &alive);
        free_set(before);
        if (still) {
            printf("still\n");
            break;
        }
    }
    return alive;
}

static void render(const CellSet *alive)
{
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++)
            putchar(".o"[alive->member[key((Cell){y, x})]]);
        putchar('\n');
    }
}

int main(void)
{
    int steps;
    if (scanf("%d %d %d", &height, &width, &steps) != 3)
        return 1;
    CellSet end = simulate(parse(), steps);
    render(&end);
    free_set(end);
    return 0;
}
