/* Checkout, event by event. Needs ring.c. */
#include <stdio.h>
#include <stdlib.h>

#include "ring.h"

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

enum event { ARRIVAL, DEPARTURE, NOTHING };

struct shop {
    int counters;
    int leaves_at[MAX_COUNTERS];   /* -1: nobody there */
    int free_since[MAX_COUNTERS];
    struct ring waiting;
};

static int first_departure(const struct shop *shop)
{
    int who = -1;
    for (int c = 0; c < shop->counters; c++)
        if (shop->leaves_at[c] >= 0 && (who < 0 || shop->leaves_at[c] < shop->leaves_at[who]))
            who = c;
    return who;
}

static int longest_free(const struct shop *shop)
{
    int who = -1;
    for (int c = 0; c < shop->counters; c++)
        if (shop->leaves_at[c] < 0 && (who < 0 || shop->free_since[c] < shop->free_since[who]))
            who = c;
    return who;
}

static void serve_waiting(struct shop *shop, const struct visit *visits, int now, struct result *r)
{
    int c, i;
    while ((c = longest_free(shop)) >= 0 && ring_take(&shop->waiting, &i)) {
        int wait = now - visits[i].arrive;
        shop->leaves_at[c] = now + visits[i].need;
        r->busy[c] += visits[i].need;
        r->served[c]++;
        r->customers++;
        r->total_wait += wait;
        if (r->longest_wait < wait)
            r->longest_wait = wait;
    }
}

int main(void)
{
    static struct visit visits[MAX_VISITS];
    struct shop shop;
    struct result r = {0};
    int n = read_visits(stdin, &shop.counters, visits);
    int next = 0;

    ring_open(&shop.waiting);
    for (int c = 0; c < shop.counters; c++) {
        shop.leaves_at[c] = -1;
        shop.free_since[c] = 0;
    }
    for (;;) {
        int gone = first_departure(&shop);
        enum event event = NOTHING;
        if (gone >= 0)
            event = DEPARTURE;
        if (next < n && (gone < 0 || visits[next].arrive < shop.leaves_at[gone]))
            event = ARRIVAL;
        if (event == NOTHING)
            break;
        int now;
        if (event == DEPARTURE) {
            now = shop.leaves_at[gone];
            shop.free_since[gone] = now;
            shop.leaves_at[gone] = -1;
            /* everybody who leaves in this minute is gone before the next is called */
            int other = first_departure(&shop);
            if (other >= 0 && shop.leaves_at[other] == now)
                continue;
        } else {
            now = visits[next].arrive;
            if (!ring_put(&shop.waiting, next++)) {
                fputs("out of memory\n", stderr);
                return 1;
            }
        }
        serve_waiting(&shop, visits, now, &r);
        if ((int)shop.waiting.used > r.longest_queue)
            r.longest_queue = (int)shop.waiting.used;
    }
    ring_close(&shop.waiting);
    print_result(&r, shop.counters);
    return 0;
}
