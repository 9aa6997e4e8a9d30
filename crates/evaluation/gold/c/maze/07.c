#include <stdio.h>
#include <stdlib.h>

enum direction { ABOVE, BELOW, LEFT, RIGHT, DIRECTIONS };

/* The maze as a graph: each open cell knows its neighbours. */
struct cell {
    char mark;
    int depth;                          /* steps from the start, -1: unseen */
    struct cell *neighbour[DIRECTIONS];
    enum direction back;                /* preferred way towards the start */
    struct cell *next_in_queue;
};

struct queue {
    struct cell *first, *last;
};

static void enqueue(struct queue *q, struct cell *c)
{
    c->next_in_queue = NULL;
    if (q->first == NULL)
        q->first = c;
    else
        q->last->next_in_queue = c;
    q->last = c;
}

static struct cell *dequeue(struct queue *q)
{
    struct cell *c = q->first;
    if (c != NULL)
        q->first = c->next_in_queue;
    return c;
}

static enum direction opposite(enum direction d)
{
    switch (d) {
    case ABOVE: return BELOW;
    case BELOW: return ABOVE;
    case LEFT:  return RIGHT;
    default:    return LEFT;
    }
}

static void connect(struct cell *a, struct cell *b, enum direction d)
{
    if (a->mark == '#' || b->mark == '#')
        return;
    a->neighbour[d] = b;
    b->neighbour[opposite(d)] = a;
}

static void search(struct cell *start)
{
    struct queue q = { NULL, NULL };
    struct cell *c;

    start->depth = 0;
    enqueue(&q, start);
    while ((c = dequeue(&q)) != NULL) {
        for (int d = 0; d < DIRECTIONS; d++) {
            struct cell *n = c->neighbour[d];
            if (n == NULL)
                continue;
            enum direction home = opposite(d);
            if (n->depth < 0) {
                n->depth = c->depth + 1;
                n->back = home;
                enqueue(&q, n);
            } else if (n->depth == c->depth + 1 && home < n->back) {
                n->back = home;         /* equally short, but preferred */
            }
        }
    }
}

int main(void)
{
    int height, width;
    if (scanf("%d %d", &height, &width) != 2 || height < 1 || width < 1) {
        fputs("height and width expected\n", stderr);
        return 1;
    }

    struct cell *cells = calloc((size_t)height * width, sizeof *cells);
    struct cell *start = NULL, *goal = NULL;
    for (int i = 0; i < height * width; i++) {
        struct cell *c = &cells[i];
        scanf(" %c", &c->mark);
        c->depth = -1;
        if (c->mark == 'S')
            start = c;
        else if (c->mark == 'E')
            goal = c;
        if (i >= width)
            connect(c, c - width, ABOVE);
        if (i % width > 0)
            connect(c, c - 1, LEFT);
    }
    if (start == NULL || goal == NULL) {
        fputs("start or exit is missing\n", stderr);
        return 1;
    }

    search(start);
    if (goal->depth < 0) {
        puts("no way");
    } else {
        struct cell *c = goal->neighbour[goal->back];
        printf("steps %d\n", goal->depth);
        while (c != start) {
            c->mark = '*';
            c = c->neighbour[c->back];
        }
        for (int i = 0; i < height * width; i++) {
            putchar(cells[i].mark);
            if ((i + 1) % width == 0)
                putchar('\n');
        }
    }
    free(cells);
    return 0;
}
