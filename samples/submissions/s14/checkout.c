/* Checkout: first a plan (who is served where and when), then the statistics from it. */
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

struct plan {
    int visit;
    int counter;
    int from;
    int until;
};

struct change {
    int time;
    int delta;
};

static int by_time(const void *left, const void *right)
{
    const struct change *a = left, *b = right;
    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    return a->delta - b->delta;
}

static int waits_of(const struct plan *plan, const struct visit *visits)
{
    return plan->from - visits[plan->visit].arrive;
}

static void make_plan(struct plan *plans, const struct visit *visits, int n, int counters)
{
    int last_of[MAX_COUNTERS];
    for (int c = 0; c < counters; c++)
        last_of[c] = -1;
    for (int i = 0; i < n; i++) {
        int choice = -1, choice_time = 0;
        for (int c = counters - 1; c >= 0; c--) {
            int ready = last_of[c] < 0 ? 0 : plans[last_of[c]].until;
            if (choice < 0 || ready <= choice_time) {
                choice = c;
                choice_time = ready;
            }
        }
        plans[i].visit = i;
        plans[i].counter = choice;
        plans[i].from = choice_time > visits[i].arrive ? choice_time : visits[i].arrive;
        plans[i].until = plans[i].from + visits[i].need;
        last_of[choice] = i;
    }
}

/* The longest queue: +1 when somebody has to wait, -1 when the wait is over. */
static int peak_of_queue(const struct plan *plans, const struct visit *visits, int n)
{
    struct change *changes = malloc(2 * sizeof *changes * (n + 1));
    int used = 0, level = 0, peak = 0;
    for (int i = 0; i < n; i++) {
        if (waits_of(&plans[i], visits) == 0)
            continue;
        changes[used].time = visits[i].arrive;
        changes[used++].delta = 1;
        changes[used].time = plans[i].from;
        changes[used++].delta = -1;
    }
    qsort(changes, used, sizeof *changes, by_time);
    for (int i = 0; i < used; i++) {
        level += changes[i].delta;
        peak = level > peak ? level : peak;
    }
    free(changes);
    return peak;
}

static void summarize(const struct plan *plans, const struct visit *visits, int n, struct result *out)
{
    for (const struct plan *p = plans; p < plans + n; p++) {
        int wait = waits_of(p, visits);
        out->customers++;
        out->total_wait += wait;
        out->longest_wait = wait > out->longest_wait ? wait : out->longest_wait;
        out->busy[p->counter] += p->until - p->from;
        out->served[p->counter]++;
    }
    out->longest_queue = peak_of_queue(plans, visits, n);
}

int main(void)
{
    struct visit *visits = calloc(MAX_VISITS, sizeof *visits);
    struct plan *plans = calloc(MAX_VISITS, sizeof *plans);
    struct result out = {0};
    int counters;

    if (!visits || !plans)
        return 2;
    int n = read_visits(stdin, &counters, visits);
    make_plan(plans, visits, n, counters);
    summarize(plans, visits, n, &out);
    print_result(&out, counters);
    free(plans);
    free(visits);
    return 0;
}
