/* Checkout. The counters stand in a row, ordered by the minute from which they are free. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

struct counter {
    int number;
    long free_from;
    long worked;
    int guests;
};

struct history {
    long *starts;
    size_t length;
    size_t room;
    size_t first_open;
};

static int next_number(FILE *in, long *number)
{
    int sign = getc(in);

    while (sign != EOF && isspace(sign))
        sign = getc(in);
    if (sign == EOF || !isdigit(sign))
        return 0;
    *number = 0;
    while (isdigit(sign)) {
        *number = *number * 10 + (sign - '0');
        sign = getc(in);
    }
    return 1;
}

/* Remembers when a service starts. Starts never go back in time. */
static void note_start(struct history *past, long start)
{
    if (past->length == past->room) {
        past->room = past->room ? past->room * 3 : 48;
        past->starts = realloc(past->starts, past->room * sizeof *past->starts);
        if (!past->starts) {
            fputs("too many customers for this machine\n", stderr);
            exit(3);
        }
    }
    past->starts[past->length++] = start;
}

static size_t standing(struct history *past, long now)
{
    while (past->first_open < past->length && past->starts[past->first_open] <= now)
        past->first_open++;
    return past->length - past->first_open;
}

static int goes_before(const struct counter *one, const struct counter *other)
{
    if (one->free_from != other->free_from)
        return one->free_from < other->free_from;
    return one->number < other->number;
}

/* Moves the counter at the head of the row back to its place. */
static void settle(struct counter *row, long count)
{
    struct counter head = row[0];
    long place = 0;

    while (place + 1 < count && goes_before(&row[place + 1], &head)) {
        row[place] = row[place + 1];
        place++;
    }
    row[place] = head;
}

static int by_number(const void *left, const void *right)
{
    const struct counter *one = left, *other = right;

    return one->number - other->number;
}

int main(void)
{
    struct history past = {0};
    struct counter *row;
    long count, arrive, need, patience = 0, longest = 0;
    size_t crowd = 0;

    if (!next_number(stdin, &count) || count < 1 || count > 16) {
        fputs("how many counters? 1 to 16\n", stderr);
        return 2;
    }
    row = calloc((size_t)count, sizeof *row);
    for (long i = 0; i < count; i++)
        row[i].number = (int)i + 1;
    while (next_number(stdin, &arrive) && next_number(stdin, &need)) {
        long start = row[0].free_from > arrive ? row[0].free_from : arrive;
        size_t waiting;

        patience += start - arrive;
        if (start - arrive > longest)
            longest = start - arrive;
        row[0].free_from = start + need;
        row[0].worked += need;
        row[0].guests++;
        settle(row, count);
        note_start(&past, start);
        waiting = standing(&past, arrive);
        if (waiting > crowd)
            crowd = waiting;
    }
    qsort(row, (size_t)count, sizeof *row, by_number);
    printf("customers: %zu\n", past.length);
    printf("mean wait: %.2f\n", past.length ? (double)patience / (double)past.length : 0.0);
    printf("longest wait: %ld\nlongest queue: %zu\n", longest, crowd);
    for (long i = 0; i < count; i++)
        printf("counter %d: %ld minutes, %d customers\n", row[i].number, row[i].worked, row[i].guests);
    free(past.starts);
    free(row);
    return 0;
}
