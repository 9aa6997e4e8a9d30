#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static int rows, cols;

static int count_around(const bool *grid, int r, int c)
{
    int n = r == 0 ? rows - 1 : r - 1;
    int s = r == rows - 1 ? 0 : r + 1;
    int w = c == 0 ? cols - 1 : c - 1;
    int e = c == cols - 1 ? 0 : c + 1;

    return grid[n * cols + w] + grid[n * cols + c] + grid[n * cols + e]
         + grid[r * cols + w]                      + grid[r * cols + e]
         + grid[s * cols + w] + grid[s * cols + c] + grid[s * cols + e];
}

int main(void)
{
    int generations;
    if (scanf("%d %d %d", &rows, &cols, &generations) != 3)
        return 1;

    bool *grid = malloc(rows * cols * sizeof(bool));
    bool *fresh = malloc(rows * cols * sizeof(bool));
    for (int i = 0; i < rows * cols; i++) {
        char ch;
        if (scanf(" %c", &ch) != 1)
            return 1;
        grid[i] = ch == 'o';
    }

    for (int g = 1; g <= generations; g++) {
        int alive = 0;
        bool changed = false;
        for (int r = 0; r < rows; r++) {
            for (int c = 0; c < cols; c++) {
                int i = r * cols + c;
                int around = count_around(grid, r, c);
                fresh[i] = grid[i] ? around == 2 || around == 3 : around == 3;
                if (fresh[i])
                    alive++;
                if (fresh[i] != grid[i])
                    changed = true;
            }
        }
        bool *old = grid;
        grid = fresh;
        fresh = old;
        printf("step %d: %d\n", g, alive);
        if (!changed) {
            printf("still\n");
            break;
        }
    }

    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < cols; c++)
            putchar(grid[r * cols + c] ? 'o' : '.');
        putchar('\n');
    }
    free(grid);
    free(fresh);
    return 0;
}
