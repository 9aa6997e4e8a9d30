#include <stdio.h>

#define MAX 200

char grid[MAX][MAX + 1];
int dist[MAX][MAX];
int queue_row[MAX * MAX];
int queue_col[MAX * MAX];

int main(void)
{
    int height, width;
    int r, c;
    int start_r = 0, start_c = 0, exit_r = 0, exit_c = 0;
    int front, back;

    if (scanf("%d %d", &height, &width) != 2) {
        printf("bad input\n");
        return 1;
    }

    /* Read the grid and find S and E */
    for (r = 0; r < height; r++) {
        scanf("%200s", grid[r]);
        for (c = 0; c < width; c++) {
            dist[r][c] = -1;        /* -1 = not visited */
            if (grid[r][c] == 'S') {
                start_r = r;
                start_c = c;
            }
            if (grid[r][c] == 'E') {
                exit_r = r;
                exit_c = c;
            }
        }
    }

    /* Breadth first search from S */
    front = 0;
    back = 0;
    queue_row[back] = start_r;
    queue_col[back] = start_c;
    back++;
    dist[start_r][start_c] = 0;

    while (front < back) {
        r = queue_row[front];
        c = queue_col[front];
        front++;

        /* up */
        if (r > 0 && grid[r - 1][c] != '#' && dist[r - 1][c] == -1) {
            dist[r - 1][c] = dist[r][c] + 1;
            queue_row[back] = r - 1;
            queue_col[back] = c;
            back++;
        }
        /* down */
        if (r < height - 1 && grid[r + 1][c] != '#' && dist[r + 1][c] == -1) {
            dist[r + 1][c] = dist[r][c] + 1;
            queue_row[back] = r + 1;
            queue_col[back] = c;
            back++;
        }
        /* left */
        if (c > 0 && grid[r][c - 1] != '#' && dist[r][c - 1] == -1) {
            dist[r][c - 1] = dist[r][c] + 1;
            queue_row[back] = r;
            queue_col[back] = c - 1;
            back++;
        }
        /* right */
        if (c < width - 1 && grid[r][c + 1] != '#' && dist[r][c + 1] == -1) {
            dist[r][c + 1] = dist[r][c] + 1;
            queue_row[back] = r;
            queue_col[back] = c + 1;
            back++;
        }
    }

    if (dist[exit_r][exit_c] == -1) {
        printf("no way\n");
        return 0;
    }

    printf("steps %d\n", dist[exit_r][exit_c]);

    /* Walk back from the exit to the start */
    r = exit_r;
    c = exit_c;
    while (dist[r][c] > 1) {
        int d = dist[r][c] - 1;     /* distance we are looking for */

        if (r > 0 && dist[r - 1][c] == d) {
            r = r - 1;
        } else if (r < height - 1 && dist[r + 1][c] == d) {
            r = r + 1;
        } else if (c > 0 && dist[r][c - 1] == d) {
            c = c - 1;
        } else {
            c = c + 1;
        }
        grid[r][c] = '*';
    }

    for (r = 0; r < height; r++) {
        printf("%s\n", grid[r]);
    }

    return 0;
}
