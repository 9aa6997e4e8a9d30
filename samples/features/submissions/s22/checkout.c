/* Checkout with a sorted list of tills. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

struct till {
    int id;
    long ready_at;
    long minutes;
    int people;
};

struct journal {
    long *entries;
    size_t used;
    size_t space;
    size_t open_at;
};

static int read_int(FILE *in, long *id)
{
    int c = getc(in);

    while (c != EOF && isspace(c))
        c = getc(in);
    if (c == EOF || !isdigit(c))
        return 0;
    *id = 0;
    while (isdigit(c)) {
        *id = *id * 10 + (c - '0');
        c = getc(in);
    }
    return 1;
}

static void write_entry(struct journal *book, long begin)
{
    if (book->used == book->space) {
        book->space = book->space ? book->space * 3 : 48;
        book->entries = realloc(book->entries, book->space * sizeof *book->entries);
        if (!book->entries) {
            fputs("too many customers for this machine\n", stderr);
            exit(3);
        }
    }
    book->entries[book->used++] = begin;
}

static size_t in_line(struct journal *book, long now)
{
    while (book->open_at < book->used && book->entries[book->open_at] <= now)
        book->open_at++;
    return book->used - book->open_at;
}

static int is_earlier(const struct till *a, const struct till *b)
{
    if (a->ready_at != b->ready_at)
        return a->ready_at < b->ready_at;
    return a->id < b->id;
}

static void move_back(struct till *tills, long n)
{
    struct till moved = tills[0];
    long at = 0;

    while (at + 1 < n && is_earlier(&tills[at + 1], &moved)) {
        tills[at] = tills[at + 1];
        at++;
    }
    tills[at] = moved;
}

static int compare_ids(const void *left, const void *right)
{
    const struct till *a = left, *b = right;

    return a->id - b->id;
}

int main(void)
{
    struct journal book = {0};
    struct till *tills;
    long n, t, d, total = 0, worst = 0;
    size_t max_line = 0;

    if (!read_int(stdin, &n) || n < 1 || n > 16) {
        fputs("1 to 16 tills please\n", stderr);
        return 2;
    }
    tills = calloc((size_t)n, sizeof *tills);
    for (long k = 0; k < n; k++)
        tills[k].id = (int)k + 1;
    while (read_int(stdin, &t) && read_int(stdin, &d)) {
        long begin = tills[0].ready_at > t ? tills[0].ready_at : t;
        size_t now_in_line;

        total += begin - t;
        if (begin - t > worst)
            worst = begin - t;
        tills[0].ready_at = begin + d;
        tills[0].minutes += d;
        tills[0].people++;
        move_back(tills, n);
        write_entry(&book, begin);
        now_in_line = in_line(&book, t);
        if (now_in_line > max_line)
            max_line = now_in_line;
    }
    qsort(tills, (size_t)n, sizeof *tills, compare_ids);
    printf("customers: %zu\n", book.used);
    printf("mean wait: %.2f\n", book.used ? (double)total / (double)book.used : 0.0);
    printf("longest wait: %ld\nlongest queue: %zu\n", worst, max_line);
    for (long k = 0; k < n; k++)
        printf("counter %d: %ld minutes, %d customers\n", tills[k].id, tills[k].minutes, tills[k].people);
    free(book.entries);
    free(tills);
    return 0;
}
