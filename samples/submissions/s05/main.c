/* Checkout. The counters stand in a binary heap ordered by the time they become free. */
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
    int when;
    int number;
} slot;

static slot heap[MAX_COUNTERS];
static int heap_size;

static int earlier(slot a, slot b)
{
    return a.when != b.when ? a.when < b.when : a.number < b.number;
}

static void swap_slots(int a, int b)
{
    slot keep = heap[a];
    heap[a] = heap[b];
    heap[b] = keep;
}

static void sift_up(int at)
{
    while (at > 0 && earlier(heap[at], heap[(at - 1) / 2])) {
        swap_slots(at, (at - 1) / 2);
        at = (at - 1) / 2;
    }
}

static void sift_down(int at)
{
    for (;;) {
        int child = 2 * at + 1;
        if (child >= heap_size)
            return;
        if (child + 1 < heap_size && earlier(heap[child + 1], heap[child]))
            child++;
        if (!earlier(heap[child], heap[at]))
            return;
        swap_slots(at, child);
        at = child;
    }
}

static void push(int when, int number)
{
    heap[heap_size].when = when;
    heap[heap_size].number = number;
    sift_up(heap_size++);
}

static slot pop(void)
{
    slot top = heap[0];
    heap[0] = heap[--heap_size];
    sift_down(0);
    return top;
}

static int max_int(int a, int b)
{
    return a > b ? a : b;
}

int main(void)
{
    static struct visit v[MAX_VISITS];
    static int begins[MAX_VISITS];
    struct result res = {0};
    int counters, oldest = 0;

    res.customers = read_visits(stdin, &counters, v);
    for (int c = 0; c < counters; c++)
        push(0, c);

    for (int i = 0; i < res.customers; i++) {
        slot s = pop();
        begins[i] = max_int(s.when, v[i].arrive);
        push(begins[i] + v[i].need, s.number);
        res.busy[s.number] += v[i].need;
        ++res.served[s.number];
        res.total_wait += begins[i] - v[i].arrive;
        res.longest_wait = max_int(res.longest_wait, begins[i] - v[i].arrive);
        /* starts never decrease, so the waiting ones are a window that only moves on */
        while (oldest <= i && begins[oldest] <= v[i].arrive)
            oldest++;
        res.longest_queue = max_int(res.longest_queue, i - oldest + 1);
    }
    print_result(&res, counters);
    return EXIT_SUCCESS;
}
