/*
 * Checkout without the handout's arrays: lines are read one at a time and nothing is kept but a
 * list of those who still wait.
 */
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

static void die(const char *what, unsigned long line)
{
    fprintf(stderr, "line %lu: %s\n", line, what);
    exit(EXIT_FAILURE);
}

static int blank(const char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    return *text == '\0';
}

static desk_t *choose(void)
{
    desk_t *chosen = desks;
    desk_t *d;
    for (d = desks + 1; d != desks + desk_count; ++d)
        if (d->open_from < chosen->open_from)
            chosen = d;
    return chosen;
}

static unsigned forget_started(long now)
{
    unsigned count = 0;
    waiting_t **link = &front;
    while (*link != NULL) {
        waiting_t *w = *link;
        if (w->begins <= now) {
            *link = w->after;
            free(w);
        } else {
            ++count;
            link = &w->after;
        }
    }
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
    double sum = 0;

    while (fgets(text, sizeof text, stdin) != NULL) {
        long arrive, need;
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
        sum += (double)(begins - arrive);
        if (begins - arrive > worst)
            worst = begins - arrive;
        remember(begins);
        unsigned queue = forget_started(arrive);
        if (queue > worst_queue)
            worst_queue = queue;
    }
    printf("customers: %lu\nmean wait: %.2f\n", people, people ? sum / (double)people : 0.0);
    printf("longest wait: %ld\nlongest queue: %u\n", worst, worst_queue);
    for (unsigned i = 0; i < desk_count; ++i)
        printf("counter %u: %ld minutes, %u customers\n", i + 1, desks[i].minutes, desks[i].people);
    forget_started(1L << 30);
    free(desks);
    return EXIT_SUCCESS;
}
