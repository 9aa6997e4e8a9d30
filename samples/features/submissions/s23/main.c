/*
 * Checkout.
 * Every desk is free from some minute on; the desks are kept sorted by it. Whoever comes next takes the first desk.
 */
#include <stdio.h>
#include <stdlib.h>
#include <ctype.h>

struct service_log {
    long *begins;
    size_t size;
    size_t capacity;
    size_t first_waiting;
};

struct desk {
    int name;
    long free_from;
    long busy;
    int served;
};

/* true if desk a comes before desk b */
static int comes_first(const struct desk *a, const struct desk *b)
{
    if (a->free_from != b->free_from)
        return a->free_from < b->free_from;
    return a->name < b->name;
}

/* for qsort: the order in which the desks are printed */
static int order_of_names(const void *l, const void *r)
{
    const struct desk *a = l, *b = r;

    return a->name - b->name;
}

/* the first desk has a new customer: shift those before it to the front */
static void shift(struct desk *desks, long how_many)
{
    struct desk first = desks[0];
    long to = 0;

    while (to + 1 < how_many && comes_first(&desks[to + 1], &first)) {
        desks[to] = desks[to + 1];
        to++;
    }
    desks[to] = first;
}

/* how many have begun to wait and are not served at this minute */
static size_t people_waiting(struct service_log *log, long minute)
{
    while (log->first_waiting < log->size && log->begins[log->first_waiting] <= minute)
        log->first_waiting++;
    return log->size - log->first_waiting;
}

/* one more customer; the minutes in the log only grow */
static void append(struct service_log *log, long begin)
{
    if (log->size == log->capacity) {
        log->capacity = log->capacity ? log->capacity * 3 : 48;
        log->begins = realloc(log->begins, log->capacity * sizeof *log->begins);
        if (!log->begins) {
            fputs("too many customers for this machine\n", stderr);
            exit(3);
        }
    }
    log->begins[log->size++] = begin;
}

/* reads an unsigned number, 0 at the end of the input */
static int scan(FILE *from, long *value)
{
    int letter = getc(from);

    while (letter != EOF && isspace(letter))
        letter = getc(from);
    if (letter == EOF || !isdigit(letter))
        return 0;
    *value = 0;
    while (isdigit(letter)) {
        *value = *value * 10 + (letter - '0');
        letter = getc(from);
    }
    return 1;
}

int main(void)
{
    struct service_log log = {0};
    struct desk *desks;
    long how_many, comes, takes, sum = 0, most = 0;
    size_t longest_line = 0;

    if (!scan(stdin, &how_many) || how_many < 1 || how_many > 16) {
        fputs("how many counters? 1 to 16\n", stderr);
        return 2;
    }
    desks = calloc((size_t)how_many, sizeof *desks);
    for (long i = 0; i < how_many; i++)
        desks[i].name = (int)i + 1;
    while (scan(stdin, &comes) && scan(stdin, &takes)) {
        long begin = desks[0].free_from > comes ? desks[0].free_from : comes;
        size_t line;

        sum += begin - comes;
        if (begin - comes > most)
            most = begin - comes;
        desks[0].free_from = begin + takes;
        desks[0].busy += takes;
        desks[0].served++;
        shift(desks, how_many);
        append(&log, begin);
        line = people_waiting(&log, comes);
        if (line > longest_line)
            longest_line = line;
    }
    qsort(desks, (size_t)how_many, sizeof *desks, order_of_names);
    printf("customers: %zu\n", log.size);
    printf("mean wait: %.2f\n", log.size ? (double)sum / (double)log.size : 0.0);
    printf("longest wait: %ld\nlongest queue: %zu\n", most, longest_line);
    for (long i = 0; i < how_many; i++)
        printf("counter %d: %ld minutes, %d customers\n", desks[i].name, desks[i].busy, desks[i].served);
    free(log.begins);
    free(desks);
    return 0;
}
