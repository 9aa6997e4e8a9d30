#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int rows;
    int cols;
    bool **alive;
} Board;

Board *create_board(int rows, int cols)
{
    Board *b = malloc(sizeof(Board));
    b->rows = rows;
    b->cols = cols;
    b->alive = malloc(rows * sizeof(bool *));
    for (int r = 0; r < rows; r++)
        b->alive[r] = calloc(cols, sizeof(bool));
    return b;
}

void destroy_board(Board *b)
{
    for (int r = 0; r < b->rows; r++)
        free(b->alive[r]);
    free(b->alive);
    free(b);
}

void read_board(Board *b)
{
    for (int r = 0; r < b->rows; r++) {
        for (int c = 0; c < b->cols; c++) {
            char ch;
            if (scanf(" %c", &ch) == 1)
                b->alive[r][c] = (ch == 'o');
        }
    }
}

void print_board(const Board *b)
{
    for (int r = 0; r < b->rows; r++) {
        for (int c = 0; c < b->cols; c++)
            putchar(b->alive[r][c] ? 'o' : '.');
        putchar('\n');
    }
}

int count_neighbours(const Board *b, int r, int c)
{
    int count = 0;
    for (int dr = -1; dr <= 1; dr++) {
        for (int dc = -1; dc <= 1; dc++) {
            if (dr == 0 && dc == 0)
                continue;
            int rr = (r + dr + b->rows) % b->rows;
            int cc = (c + dc + b->cols) % b->cols;
            count += b->alive[rr][cc];
        }
    }
    return count;
}

int population(const Board *b)
{
    int sum = 0;
    for (int r = 0; r < b->rows; r++)
        for (int c = 0; c < b->cols; c++)
            sum += b->alive[r][c];
    return sum;
}

bool same(const Board *a, const Board *b)
{
    for (int r = 0; r < a->rows; r++)
        for (int c = 0; c < a->cols; c++)
            if (a->alive[r][c] != b->alive[r][c])
                return false;
    return true;
}

Board *next_generation(const Board *old)
{
    Board *new = create_board(old->rows, old->cols);
    for (int r = 0; r < old->rows; r++) {
        for (int c = 0; c < old->cols; c++) {
            int n = count_neighbours(old, r, c);
            new->alive[r][c] = n == 3 || (n == 2 && old->alive[r][c]);
        }
    }
    return new;
}

int main(void)
{
    int rows, cols, steps;

    if (scanf("%d %d %d", &rows, &cols, &steps) != 3) {
        fprintf(stderr, "expected: height width steps\n");
        return 1;
    }
    Board *board = create_board(rows, cols);
    read_board(board);

    bool still = false;
    for (int step = 1; step <= steps && !still; step++) {
        Board *next = next_generation(board);
        printf("step %d: %d\n", step, population(next));
        still = same(board, next);
        destroy_board(board);
        board = next;
    }
    if (still)
        printf("still\n");
    print_board(board);
    destroy_board(board);
    return 0;
}
