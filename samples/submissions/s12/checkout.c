/* checkout simulation, reads from standard input */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct waiting {
    long begins;
    struct waiting *after;
} waiting_t;

typedef struct desk {
    long open_from;
    long minutes;
    unsigned people;
} desk_t;

static desk_t *desks;
static unsigned desk_count;
static waiting_t *front;
static int debug = 0;

static void die(const char *what, unsigned long line)
{
    if (debug)
        fprintf(stderr, "about to stop\n");
    fprintf(stderr, "line %lu: %s\n", line, what);
    exit(EXIT_FAILURE);
}

static int blank(const char *text)
{
    for (; isspace((unsigned char)*text); text++)
        ;
    return *text == '\0';
}

static desk_t *choose(void)
{
    desk_t *chosen = desks;
    desk_t *d = desks + 1;
    int looked_at = 0;
    while (d != desks + desk_count) {
        if (d->open_from < chosen->open_from)
            chosen = d;
        looked_at = looked_at + 1;
        ++d;
    }
    if (debug)
        fprintf(stderr, "looked at %d\n", looked_at);
    return chosen;
}

static unsigned forget_started(long now)
{
    unsigned count = 0;
    unsigned dropped = 0;
    waiting_t **link;
    for (link = &front; *link != NULL;) {
        waiting_t *w = *link;
        if (w->begins <= now) {
            *link = w->after;
            free(w);
            dropped++;
        } else {
            ++count;
            link = &w->after;
        }
    }
    (void)dropped;
    return count;
}

static void remember(long begins)
{
    waiting_t *w = malloc(sizeof(waiting_t));
    if (w == NULL)
        die("no memory left", 0);
    w->begins = begins;
    w->after = front;
    front = w;
}

int main(void)
{
    char text[256];
    unsigned long line = 0, people = 0;
    unsigned worst_queue = 0;
    long worst = 0;
    long best = 0;
    double sum = 0;

    for (;;) {
        long arrive, need;
        if (fgets(text, sizeof text, stdin) == NULL)
            break;
        ++line;
        if (blank(text))
            continue;
        if (desks == NULL) {
            desk_count = (unsigned)strtoul(text, NULL, 10);
            if (desk_count < 1 || desk_count > 16)
                die("expected 1 to 16 counters", line);
            desks = calloc(desk_count, sizeof(desk_t));
            continue;
        }
        if (sscanf(text, "%ld%ld", &arrive, &need) != 2)
            die("expected two numbers", line);
        desk_t *d = choose();
        long begins = d->open_from > arrive ? d->open_from : arrive;
        d->open_from = begins + need;
        d->minutes += need;
        d->people++;
        people++;
        if (begins < best)
            best = begins;
        sum += (double)(begins - arrive);
        if (begins - arrive > worst)
            worst = begins - arrive;
        remember(begins);
        unsigned queue = forget_started(arrive);
        if (queue > worst_queue)
            worst_queue = queue;
    }
    if (debug)
        fprintf(stderr, "best %ld\n", best);
    printf("customers: %lu\nmean wait: %.2f\n", people, people ? sum / (double)people : 0.0);
    printf("longest wait: %ld\nlongest queue: %u\n", worst, worst_queue);
    unsigned i = 0;
    while (i < desk_count) {
        printf("counter %u: %ld minutes, %u customers\n", i + 1, desks[i].minutes, desks[i].people);
        i++;
    }
    forget_started(1L << 30);
    free(desks);
    return EXIT_SUCCESS;
}
