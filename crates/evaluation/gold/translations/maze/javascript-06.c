#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int y, x;
} spot;

typedef struct {
    int h, w;
    char **lines;
    int *seen;          /* distance from the start, -1 if unseen */
    spot start, goal;
} labyrinth;

static void load(labyrinth *lab)
{
    if (scanf("%d %d", &lab->h, &lab->w) != 2)
        exit(EXIT_FAILURE);
    lab->lines = malloc(lab->h * sizeof *lab->lines);
    lab->seen = malloc(sizeof(int) * lab->h * lab->w);
    for (int y = 0; y < lab->h; y++) {
        lab->lines[y] = calloc(lab->w + 1, 1);
        for (int x = 0; x < lab->w; x++) {
            char ch;
            scanf(" %c", &ch);
            lab->lines[y][x] = ch;
            lab->seen[y * lab->w + x] = -1;
            if (ch == 'S')
                lab->start = (spot){ y, x };
            if (ch == 'E')
                lab->goal = (spot){ y, x };
        }
    }
}

/* the four neighbours, best loved first */
static void around(spot p, spot out[4])
{
    out[0] = (spot){ p.y - 1, p.x };
    out[1] = (spot){ p.y + 1, p.x };
    out[2] = (spot){ p.y, p.x - 1 };
    out[3] = (spot){ p.y, p.x + 1 };
}

/* NULL for walls and for everything outside */
static int *seen_at(const labyrinth *lab, spot p)
{
    if (p.y < 0 || p.x < 0 || p.y >= lab->h || p.x >= lab->w)
        return NULL;
    if (lab->lines[p.y][p.x] == '#')
        return NULL;
    return &lab->seen[p.y * lab->w + p.x];
}

/* front: all the cells at distance n */
static void flood(labyrinth *lab, const spot *front, int size, int n)
{
    if (size == 0)
        return;
    spot *next = malloc(4 * size * sizeof *next);
    int found = 0;
    for (int i = 0; i < size; i++) {
        spot others[4];
        around(front[i], others);
        for (int k = 0; k < 4; k++) {
            int *mark = seen_at(lab, others[k]);
            if (mark != NULL && *mark < 0) {
                *mark = n + 1;
                next[found++] = others[k];
            }
        }
    }
    flood(lab, next, found, n + 1);
    free(next);
}

static void way_back(labyrinth *lab, spot p)
{
    int n = *seen_at(lab, p);
    if (n <= 1)
        return;

    spot others[4];
    around(p, others);
    for (int k = 0; k < 4; k++) {
        int *mark = seen_at(lab, others[k]);
        if (mark != NULL && *mark == n - 1) {
            lab->lines[others[k].y][others[k].x] = '*';
            way_back(lab, others[k]);
            return;
        }
    }
}

int main(void)
{
    labyrinth lab;
    load(&lab);

    *seen_at(&lab, lab.start) = 0;
    flood(&lab, &lab.start, 1, 0);

    int distance = *seen_at(&lab, lab.goal);
    if (distance < 0) {
        puts("no way");
        return EXIT_SUCCESS;
    }
    way_back(&lab, lab.goal);
    printf("steps %d\n", distance);
    for (int y = 0; y < lab.h; y++)
        puts(lab.lines[y]);
    return EXIT_SUCCESS;
}
