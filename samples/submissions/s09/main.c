/* Checkout: every counter has an alarm clock; time jumps from alarm to alarm. */
#include <stdio.h>
#include <stdlib.h>

#include "buffer.h"

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

#define NEVER 1000000000

static int alarms[MAX_COUNTERS];

static int smallest_alarm(int counters, int not_before)
{
    int next = NEVER;
    for (int c = 0; c < counters; c++)
        if (alarms[c] > not_before && alarms[c] < next)
            next = alarms[c];
    return next;
}

static void account(struct result *r, int c, int waited, int need)
{
    r->customers += 1;
    r->total_wait += waited;
    r->longest_wait = waited > r->longest_wait ? waited : r->longest_wait;
    r->busy[c] += need;
    r->served[c] += 1;
}

int main(void)
{
    static struct visit visits[MAX_VISITS];
    struct result r = {0};
    struct ring line;
    int counters, seen = 0, now = 0, who;
    int n = read_visits(stdin, &counters, visits);

    ring_open(&line);
    do {
        while (seen < n && visits[seen].arrive <= now) {
            if (!ring_put(&line, seen)) {
                perror("ring_put");
                return 1;
            }
            seen++;
        }
        while (ring_peek(&line, &who)) {
            int best = -1;
            for (int c = 0; c < counters; c++) {
                if (alarms[c] > now)
                    continue;
                if (best == -1 || alarms[c] < alarms[best])
                    best = c;
            }
            if (best == -1)
                break;
            ring_take(&line, &who);
            account(&r, best, now - visits[who].arrive, visits[who].need);
            alarms[best] = now + visits[who].need;
        }
        if (line.used > (size_t)r.longest_queue)
            r.longest_queue = (int)line.used;
        now = line.used > 0 ? smallest_alarm(counters, now) : NEVER;
        if (seen < n && visits[seen].arrive < now)
            now = visits[seen].arrive;
    } while (now < NEVER);
    ring_close(&line);
    print_result(&r, counters);
    return 0;
}
