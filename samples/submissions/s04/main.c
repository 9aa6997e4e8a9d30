/* Simulation of the checkout. */
#include <stdio.h>
#include <stdlib.h>

#define MAX_COUNTERS 16
#define MAX_VISITS 10000

struct visit {
    int arrive;
    int need;
};

struct result {
    int customers;
    long total_wait;
    int longest_wait;
    int longest_queue;
    int busy[MAX_COUNTERS];
    int served[MAX_COUNTERS];
};

/* Reads the number of counters, then one visit a line; returns the number of visits. */
int read_visits(FILE *in, int *counters, struct visit *visits)
{
    int n = 0;

    if (fscanf(in, "%d", counters) != 1 || *counters < 1 || *counters > MAX_COUNTERS) {
        fprintf(stderr, "the first line must be the number of counters (1 to %d)\n", MAX_COUNTERS);
        exit(1);
    }
    while (n < MAX_VISITS && fscanf(in, "%d %d", &visits[n].arrive, &visits[n].need) == 2) {
        if (n > 0 && visits[n].arrive < visits[n - 1].arrive) {
            fprintf(stderr, "visit %d arrives before the one above it\n", n + 1);
            exit(1);
        }
        n++;
    }
    return n;
}

void print_result(const struct result *r, int counters)
{
    double mean = r->customers > 0 ? (double)r->total_wait / r->customers : 0.0;

    printf("customers: %d\n", r->customers);
    printf("mean wait: %.2f\n", mean);
    printf("longest wait: %d\n", r->longest_wait);
    printf("longest queue: %d\n", r->longest_queue);
    for (int c = 0; c < counters; c++)
        printf("counter %d: %d minutes, %d customers\n", c + 1, r->busy[c], r->served[c]);
}

struct person {
    const struct visit *visitor;
    struct person *behind;
};

struct row {
    struct person *front, *back;
    int size;
};

struct desk {
    int remaining;       /* 0 means nobody is being served */
    int since;
};

static void enqueue(struct row *w, const struct visit *visitor)
{
    struct person *p = malloc(sizeof *p);
    if (!p) {
        perror("malloc");
        exit(2);
    }
    p->visitor = visitor;
    p->behind = NULL;
    if (w->back)
        w->back->behind = p;
    else
        w->front = p;
    w->back = p;
    w->size++;
}

static const struct visit *dequeue(struct row *w)
{
    struct person *old = w->front;
    const struct visit *visitor = old->visitor;
    w->front = old->behind;
    if (w->front == NULL)
        w->back = NULL;
    w->size--;
    free(old);
    return visitor;
}

static int find_desk(const struct desk *desks, int m)
{
    int best = -1;
    for (int d = 0; d < m; d++) {
        if (desks[d].remaining > 0)
            continue;
        if (best < 0 || desks[d].since < desks[best].since)
            best = d;
    }
    return best;
}

static void advance(struct desk *desks, int m, int minute)
{
    for (int d = 0; d < m; d++) {
        if (desks[d].remaining == 0)
            continue;
        desks[d].remaining--;
        if (desks[d].remaining == 0)
            desks[d].since = minute;
    }
}

int main(void)
{
    static struct visit visits[MAX_VISITS];
    struct desk desks[MAX_COUNTERS] = {{0, 0}};
    struct row w = {NULL, NULL, 0};
    struct result stats = {0};
    int m, behind = 0;
    int total = read_visits(stdin, &m, visits);

    for (int minute = 0; behind < total || w.size > 0; minute++) {
        if (minute > 0)
            advance(desks, m, minute);
        while (behind < total && visits[behind].arrive == minute)
            enqueue(&w, &visits[behind++]);
        int d;
        while (w.size > 0 && (d = find_desk(desks, m)) >= 0) {
            const struct visit *visitor = dequeue(&w);
            desks[d].remaining = visitor->need;
            stats.busy[d] += visitor->need;
            stats.served[d] += 1;
            stats.customers += 1;
            stats.total_wait += minute - visitor->arrive;
            if (minute - visitor->arrive > stats.longest_wait)
                stats.longest_wait = minute - visitor->arrive;
        }
        if (w.size > stats.longest_queue)
            stats.longest_queue = w.size;
    }
    print_result(&stats, m);
    return 0;
}
