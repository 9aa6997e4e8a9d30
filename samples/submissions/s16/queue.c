/* Checkout. */
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

struct served {
    int visit;
    int counter;
    int from;
    int until;
};

struct step {
    int at;
    int delta;
};

static int pick(const int *free_at, int counters)
{
    int best = 0;

    for (int c = 1; c < counters; c++) {
        if (free_at[c] < free_at[best])
            best = c;
    }
    return best;
}

static void run(struct served *list, const struct visit *visits, int n, int counters)
{
    int free_at[MAX_COUNTERS] = {0};

    for (int i = 0; i < n; i++) {
        int c = pick(free_at, counters);
        int begin = free_at[c];
        if (begin < visits[i].arrive)
            begin = visits[i].arrive;
        free_at[c] = begin + visits[i].need;
        list[i].visit = i;
        list[i].counter = c;
        list[i].from = begin;
        list[i].until = free_at[c];
    }
}

static int compare_steps(const void *left, const void *right)
{
    const struct step *a = left, *b = right;
    if (a->at != b->at)
        return a->at < b->at ? -1 : 1;
    return a->delta - b->delta;
}

static int delay(const struct served *s, const struct visit *visits)
{
    return s->from - visits[s->visit].arrive;
}

static int highest_queue(const struct served *list, const struct visit *visits, int n)
{
    struct step *steps = malloc(2 * sizeof *steps * (n + 1));
    int used = 0, level = 0, peak = 0;
    for (int i = 0; i < n; i++) {
        if (delay(&list[i], visits) == 0)
            continue;
        steps[used].at = visits[i].arrive;
        steps[used++].delta = 1;
        steps[used].at = list[i].from;
        steps[used++].delta = -1;
    }
    qsort(steps, used, sizeof *steps, compare_steps);
    for (int i = 0; i < used; i++) {
        level += steps[i].delta;
        peak = level > peak ? level : peak;
    }
    free(steps);
    return peak;
}

static void collect(const struct served *list, const struct visit *visits, int n, struct result *out)
{
    for (const struct served *p = list; p < list + n; p++) {
        int wait = delay(p, visits);
        out->customers++;
        out->total_wait += wait;
        out->longest_wait = wait > out->longest_wait ? wait : out->longest_wait;
        out->busy[p->counter] += p->until - p->from;
        out->served[p->counter]++;
    }
    out->longest_queue = highest_queue(list, visits, n);
}

int main(void)
{
    static struct visit visits[MAX_VISITS];
    static struct served list[MAX_VISITS];
    struct result out = {0};
    int counters;
    int n = read_visits(stdin, &counters, visits);

    run(list, visits, n, counters);
    collect(list, visits, n, &out);
    print_result(&out, counters);
    return 0;
}
