/* Checkout, solution: one pass over the visits, a table of when each counter is free. */
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

/* The counter that has been free longest; the first of several. */
static int next_counter(const int *free_at, int counters)
{
    int best = 0;

    for (int c = 1; c < counters; c++) {
        if (free_at[c] < free_at[best])
            best = c;
    }
    return best;
}

/* Visits up to and including `last` that have not started when visit `last` walks in. */
static int still_waiting(const struct visit *visits, const int *start, int last)
{
    int waiting = 0;

    for (int i = last; i >= 0; i--) {
        if (start[i] <= visits[last].arrive)
            break;
        waiting++;
    }
    return waiting;
}

static void simulate(const struct visit *visits, int n, int counters, struct result *r)
{
    static int start[MAX_VISITS];
    int free_at[MAX_COUNTERS] = {0};

    for (int i = 0; i < n; i++) {
        int c = next_counter(free_at, counters);
        int begin = free_at[c];
        if (begin < visits[i].arrive)
            begin = visits[i].arrive;
        start[i] = begin;
        free_at[c] = begin + visits[i].need;
        r->busy[c] += visits[i].need;
        r->served[c]++;

        int wait = begin - visits[i].arrive;
        r->total_wait += wait;
        if (wait > r->longest_wait)
            r->longest_wait = wait;

        int waiting = still_waiting(visits, start, i);
        if (waiting > r->longest_queue)
            r->longest_queue = waiting;
    }
    r->customers = n;
}

int main(void)
{
    static struct visit visits[MAX_VISITS];
    struct result r = {0};
    int counters;
    int n = read_visits(stdin, &counters, visits);

    simulate(visits, n, counters, &r);
    print_result(&r, counters);
    return 0;
}
