#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// layer[k] is the set of all cells that can be reached in k steps but not faster
static bool **layer;
static char **g;
static int H, W;

static bool has(const bool *set, int y, int x)
{
    return y >= 0 && y < H && x >= 0 && x < W && set[y * W + x];
}

static bool touches(const bool *set, int y, int x)
{
    return has(set, y - 1, x) || has(set, y + 1, x) || has(set, y, x - 1) || has(set, y, x + 1);
}

// returns how many cells the new layer has
static int grow(int k, bool *seen)
{
    int n = 0;
    layer[k] = calloc(H * W, sizeof(bool));
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            if (g[y][x] != '#' && !seen[y * W + x] && touches(layer[k - 1], y, x)) {
                layer[k][y * W + x] = true;
                n++;
            }
    for (int i = 0; i < H * W; i++)
        seen[i] |= layer[k][i];
    return n;
}

static void mark(int k, int y, int x)
{
    if (k == 0)
        return;
    const bool *before = layer[k - 1];
    int ny = y, nx = x;
    if (has(before, y - 1, x)) ny--;
    else if (has(before, y + 1, x)) ny++;
    else if (has(before, y, x - 1)) nx--;
    else nx++;
    if (g[ny][nx] == '.') g[ny][nx] = '*';
    mark(k - 1, ny, nx);
}

int main(void)
{
    char line[4096];
    int ey = 0, ex = 0, k = 0;

    fgets(line, sizeof line, stdin);
    H = strtol(line, NULL, 10);
    W = strtol(strchr(line, ' '), NULL, 10);

    g = malloc(H * sizeof *g);
    layer = malloc((H * W + 1) * sizeof *layer);
    layer[0] = calloc(H * W, sizeof(bool));
    bool *seen = calloc(H * W, sizeof(bool));
    for (int y = 0; y < H; y++) {
        if (fgets(line, sizeof line, stdin) == NULL)
            return 1;
        line[W] = '\0';
        g[y] = malloc(W + 1);
        strcpy(g[y], line);
        char *s = strchr(line, 'S'), *e = strchr(line, 'E');
        if (s != NULL)
            layer[0][y * W + (s - line)] = seen[y * W + (s - line)] = true;
        if (e != NULL) {
            ey = y;
            ex = e - line;
        }
    }

    while (!seen[ey * W + ex]) {
        k++;
        if (grow(k, seen) == 0) {
            printf("no way\n");
            return 0;
        }
    }

    printf("steps %d\n", k);
    mark(k, ey, ex);
    for (int y = 0; y < H; y++)
        printf("%s\n", g[y]);
    return 0;
}
