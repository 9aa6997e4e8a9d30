/* Shortest way through a maze */
#include <stdio.h>
#include <stdlib.h>

#define MAX 1000

static char maze[MAX][MAX + 1];
static int distance[MAX][MAX];
static int queue_row[MAX * MAX];
static int queue_col[MAX * MAX];

int main(void)
{
    int height, width;
    int start_row = 0, start_col = 0, exit_row = 0, exit_col = 0;

    if (scanf("%d %d", &height, &width) != 2)
        return 1;
    for (int i = 0; i < height; i++)
        scanf("%1000s", maze[i]);

    /* find start and exit, nothing has been visited yet */
    for (int i = 0; i < height; i++) {
        for (int j = 0; j < width; j++) {
            distance[i][j] = -1;
            if (maze[i][j] == 'S') {
                start_row = i;
                start_col = j;
            }
            if (maze[i][j] == 'E') {
                exit_row = i;
                exit_col = j;
            }
        }
    }

    int head = 0, tail = 0;
    distance[start_row][start_col] = 0;
    queue_row[tail] = start_row;
    queue_col[tail++] = start_col;
    while (head < tail) {
        int r = queue_row[head];
        int c = queue_col[head++];
        int d = distance[r][c] + 1;

        /* up */
        if (r > 0 && maze[r - 1][c] != '#' && distance[r - 1][c] == -1) {
            distance[r - 1][c] = d;
            queue_row[tail] = r - 1;
            queue_col[tail++] = c;
        }
        /* down */
        if (r < height - 1 && maze[r + 1][c] != '#' && distance[r + 1][c] == -1) {
            distance[r + 1][c] = d;
            queue_row[tail] = r + 1;
            queue_col[tail++] = c;
        }
        /* left */
        if (c > 0 && maze[r][c - 1] != '#' && distance[r][c - 1] == -1) {
            distance[r][c - 1] = d;
            queue_row[tail] = r;
            queue_col[tail++] = c - 1;
        }
        /* right */
        if (c < width - 1 && maze[r][c + 1] != '#' && distance[r][c + 1] == -1) {
            distance[r][c + 1] = d;
            queue_row[tail] = r;
            queue_col[tail++] = c + 1;
        }
    }

    int steps = distance[exit_row][exit_col];
    if (steps == -1) {
        printf("no way\n");
        return 0;
    }
    printf("steps %d\n", steps);

    /* walk back */
    int r = exit_row, c = exit_col;
    int d = steps - 1;
    while (d > 0) {
        if (r > 0 && distance[r - 1][c] == d)
            r--;
        else if (r < height - 1 && distance[r + 1][c] == d)
            r++;
        else if (c > 0 && distance[r][c - 1] == d)
            c--;
        else
            c++;
        maze[r][c] = '*';
        d--;
    }

    for (int i = 0; i < height; i++)
        printf("%s\n", maze[i]);
    return 0;
}
