/* Checkout: handout. Fill in simulate(); reading and printing are done for you. */
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
