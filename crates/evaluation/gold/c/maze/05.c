#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * Shortest path with Dijkstra's algorithm.
 * All edges have the weight 1, the priority queue is a binary heap.
 */

#define MAX_SIDE 300

typedef struct
{
    int row;
    int col;
    int cost;
} HeapNode;

static HeapNode heap[4 * MAX_SIDE * MAX_SIDE + 10];
static int heapSize = 0;

static char board[MAX_SIDE][MAX_SIDE + 2];
static int best[MAX_SIDE][MAX_SIDE];
static bool finished[MAX_SIDE][MAX_SIDE];
static int rows, cols;

static void swapNodes(int a, int b)
{
    HeapNode tmp = heap[a];
    heap[a] = heap[b];
    heap[b] = tmp;
}

static void heapPush(int row, int col, int cost)
{
    int child = heapSize++;
    heap[child].row = row;
    heap[child].col = col;
    heap[child].cost = cost;
    while (child > 0 && heap[(child - 1) / 2].cost > heap[child].cost)
    {
        swapNodes(child, (child - 1) / 2);
        child = (child - 1) / 2;
    }
}

static HeapNode heapPop(void)
{
    HeapNode top = heap[0];
    int parent = 0;
    heap[0] = heap[--heapSize];
    while (true)
    {
        int smallest = parent;
        int left = 2 * parent + 1;
        int right = 2 * parent + 2;
        if (left < heapSize && heap[left].cost < heap[smallest].cost)
            smallest = left;
        if (right < heapSize && heap[right].cost < heap[smallest].cost)
            smallest = right;
        if (smallest == parent)
            return top;
        swapNodes(parent, smallest);
        parent = smallest;
    }
}

static void relax(int row, int col, int cost)
{
    if (row < 0 || col < 0 || row >= rows || col >= cols)
        return;
    if (board[row][col] == '#' || best[row][col] <= cost)
        return;
    best[row][col] = cost;
    heapPush(row, col, cost);
}

static void dijkstra(int startRow, int startCol)
{
    relax(startRow, startCol, 0);
    while (heapSize > 0)
    {
        HeapNode node = heapPop();
        if (finished[node.row][node.col])
            continue;
        finished[node.row][node.col] = true;
        relax(node.row + 1, node.col, node.cost + 1);
        relax(node.row - 1, node.col, node.cost + 1);
        relax(node.row, node.col + 1, node.cost + 1);
        relax(node.row, node.col - 1, node.cost + 1);
    }
}

static bool comesFrom(int row, int col, int cost)
{
    return row >= 0 && col >= 0 && row < rows && col < cols && best[row][col] == cost;
}

int main(void)
{
    int startRow = 0, startCol = 0, exitRow = 0, exitCol = 0;

    scanf("%d %d", &rows, &cols);
    for (int i = 0; i < rows; i++)
    {
        scanf("%s", board[i]);
        for (int j = 0; j < cols; j++)
        {
            best[i][j] = INT_MAX;
            if (board[i][j] == 'S') { startRow = i; startCol = j; }
            if (board[i][j] == 'E') { exitRow = i; exitCol = j; }
        }
    }

    dijkstra(startRow, startCol);
    if (!finished[exitRow][exitCol])
    {
        printf("no way\n");
        return 0;
    }

    int row = exitRow, col = exitCol;
    for (int cost = best[exitRow][exitCol] - 1; cost >= 1; cost--)
    {
        if (comesFrom(row - 1, col, cost)) row--;
        else if (comesFrom(row + 1, col, cost)) row++;
        else if (comesFrom(row, col - 1, cost)) col--;
        else col++;
        board[row][col] = '*';
    }

    printf("steps %d\n", best[exitRow][exitCol]);
    for (int i = 0; i < rows; i++)
        printf("%s\n", board[i]);
    return 0;
}
