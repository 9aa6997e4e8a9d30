/* Checkout with a priority queue. */
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

typedef struct {
    int free_from;
    int id;
} entry;

static entry queue[MAX_COUNTERS];
static int entries;

static void insert(int free_from, int id);
static entry extract_min(void);

static int larger(int x, int y)
{
    return x > y ? x : y;
}

int main(void)
{
    static struct visit customers[MAX_VISITS];
    static int started[MAX_VISITS];
    struct result out = {0};
    int counters, waiting_from = 0;

    out.customers = read_visits(stdin, &counters, customers);
    for (int id = 0; id < counters; id++)
        insert(0, id);

    for (int k = 0; k < out.customers; k++) {
        entry e = extract_min();
        started[k] = larger(e.free_from, customers[k].arrive);
        insert(started[k] + customers[k].need, e.id);
        out.busy[e.id] += customers[k].need;
        ++out.served[e.id];
        out.total_wait += started[k] - customers[k].arrive;
        out.longest_wait = larger(out.longest_wait, started[k] - customers[k].arrive);
        while (waiting_from <= k && started[waiting_from] <= customers[k].arrive)
            waiting_from++;
        out.longest_queue = larger(out.longest_queue, k - waiting_from + 1);
    }
    print_result(&out, counters);
    return EXIT_SUCCESS;
}

static int before(entry x, entry y)
{
    return x.free_from != y.free_from ? x.free_from < y.free_from : x.id < y.id;
}

static void exchange(int x, int y)
{
    entry tmp = queue[x];
    queue[x] = queue[y];
    queue[y] = tmp;
}

static void down(int pos)
{
    for (;;) {
        int kid = 2 * pos + 1;
        if (kid >= entries)
            return;
        if (kid + 1 < entries && before(queue[kid + 1], queue[kid]))
            kid++;
        if (!before(queue[kid], queue[pos]))
            return;
        exchange(pos, kid);
        pos = kid;
    }
}

static entry extract_min(void)
{
    entry smallest = queue[0];
    queue[0] = queue[--entries];
    down(0);
    return smallest;
}

static void up(int pos)
{
    while (pos > 0 && before(queue[pos], queue[(pos - 1) / 2])) {
        exchange(pos, (pos - 1) / 2);
        pos = (pos - 1) / 2;
    }
}

static void insert(int free_from, int id)
{
    queue[entries].free_from = free_from;
    queue[entries].id = id;
    up(entries++);
}
