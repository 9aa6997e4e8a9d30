/* Checkout, minute by minute with a linked list as the waiting line. */
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

struct node {
    const struct visit *who;
    struct node *next;
};

struct line {
    struct node *head, *tail;
    int length;
};

struct till {
    int left;       /* minutes until it is free, 0 = idle */
    int idle_since;
};

static void join(struct line *q, const struct visit *who)
{
    struct node *fresh = malloc(sizeof *fresh);
    if (!fresh) {
        perror("malloc");
        exit(2);
    }
    fresh->who = who;
    fresh->next = NULL;
    if (q->tail)
        q->tail->next = fresh;
    else
        q->head = fresh;
    q->tail = fresh;
    q->length++;
}

static const struct visit *leave(struct line *q)
{
    struct node *first = q->head;
    const struct visit *who = first->who;
    q->head = first->next;
    if (q->head == NULL)
        q->tail = NULL;
    q->length--;
    free(first);
    return who;
}

static int pick_idle(const struct till *tills, int counters)
{
    int found = -1;
    for (int c = 0; c < counters; c++) {
        if (tills[c].left > 0)
            continue;
        if (found < 0 || tills[c].idle_since < tills[found].idle_since)
            found = c;
    }
    return found;
}

static void tick(struct till *tills, int counters, int now)
{
    for (int c = 0; c < counters; c++) {
        if (tills[c].left == 0)
            continue;
        tills[c].left--;
        if (tills[c].left == 0)
            tills[c].idle_since = now;
    }
}

int main(void)
{
    static struct visit visits[MAX_VISITS];
    struct till tills[MAX_COUNTERS] = {{0, 0}};
    struct line q = {NULL, NULL, 0};
    struct result r = {0};
    int counters, next = 0;
    int n = read_visits(stdin, &counters, visits);

    for (int now = 0; next < n || q.length > 0; now++) {
        if (now > 0)
            tick(tills, counters, now);
        while (next < n && visits[next].arrive == now)
            join(&q, &visits[next++]);
        int c;
        while (q.length > 0 && (c = pick_idle(tills, counters)) >= 0) {
            const struct visit *who = leave(&q);
            tills[c].left = who->need;
            r.busy[c] += who->need;
            r.served[c] += 1;
            r.customers += 1;
            r.total_wait += now - who->arrive;
            if (now - who->arrive > r.longest_wait)
                r.longest_wait = now - who->arrive;
        }
        if (q.length > r.longest_queue)
            r.longest_queue = q.length;
    }
    print_result(&r, counters);
    return 0;
}
