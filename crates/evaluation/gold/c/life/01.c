/* Game of life on a torus */
#include <stdio.h>

#define SIZE 200

int main(void)
{
    int height, width, steps;
    char world[SIZE][SIZE + 1];
    char next[SIZE][SIZE + 1];
    int i, j, k;
    int up, down, left, right;
    int neighbours, population, changed;

    scanf("%d %d %d", &height, &width, &steps);
    for (i = 0; i < height; i++) {
        scanf("%s", world[i]);
    }

    for (k = 1; k <= steps; k++) {
        population = 0;
        changed = 0;

        for (i = 0; i < height; i++) {
            for (j = 0; j < width; j++) {
                /* the neighbours, with wrapping around the border */
                up = i - 1;
                if (up < 0) {
                    up = height - 1;
                }
                down = i + 1;
                if (down == height) {
                    down = 0;
                }
                left = j - 1;
                if (left < 0) {
                    left = width - 1;
                }
                right = j + 1;
                if (right == width) {
                    right = 0;
                }

                neighbours = 0;
                if (world[up][left] == 'o') neighbours++;
                if (world[up][j] == 'o') neighbours++;
                if (world[up][right] == 'o') neighbours++;
                if (world[i][left] == 'o') neighbours++;
                if (world[i][right] == 'o') neighbours++;
                if (world[down][left] == 'o') neighbours++;
                if (world[down][j] == 'o') neighbours++;
                if (world[down][right] == 'o') neighbours++;

                if (world[i][j] == 'o' && (neighbours == 2 || neighbours == 3)) {
                    next[i][j] = 'o';
                } else if (world[i][j] == '.' && neighbours == 3) {
                    next[i][j] = 'o';
                } else {
                    next[i][j] = '.';
                }

                if (next[i][j] == 'o') {
                    population++;
                }
                if (next[i][j] != world[i][j]) {
                    changed = 1;
                }
            }
        }

        /* copy the new world over the old one */
        for (i = 0; i < height; i++) {
            for (j = 0; j < width; j++) {
                world[i][j] = next[i][j];
            }
        }

        printf("step %d: %d\n", k, population);
        if (changed == 0) {
            printf("still\n");
            break;
        }
    }

    for (i = 0; i < height; i++) {
        printf("%s\n", world[i]);
    }
    return 0;
}
