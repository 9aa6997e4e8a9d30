#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct vocable { char *spelling; unsigned freq; };

struct dictionary {
    struct vocable *item;
    int len, cap;
};

struct summary {
    unsigned lines, words;
    const char *longest;
    unsigned *bars;     /* bars[n]: words with n letters */
    size_t nbars;
};

/* Position of the word, or ~position where it has to go. */
static int dict_find(const struct dictionary *d, const char *w)
{
    int a = 0, b = d->len - 1;
    while (a <= b) {
        int m = (a + b) / 2;
        int c = strcmp(w, d->item[m].spelling);
        if (c == 0)
            return m;
        if (c < 0)
            b = m - 1;
        else
            a = m + 1;
    }
    return ~a;
}

static const char *dict_count(struct dictionary *d, const char *w)
{
    int at = dict_find(d, w);
    if (at < 0) {
        at = ~at;
        if (d->len >= d->cap) {
            d->cap = d->cap * 3 / 2 + 8;
            d->item = realloc(d->item, d->cap * sizeof d->item[0]);
        }
        for (int i = d->len; i > at; i--)
            d->item[i] = d->item[i - 1];
        d->len++;
        d->item[at].freq = 0;
        d->item[at].spelling = malloc(strlen(w) + 1);
        strcpy(d->item[at].spelling, w);
    }
    d->item[at].freq++;
    return d->item[at].spelling;
}

static void note(struct summary *s, struct dictionary *d, const char *w)
{
    size_t n = strlen(w);
    const char *kept = dict_count(d, w);
    s->words++;
    if (s->longest == NULL || n > strlen(s->longest))
        s->longest = kept;
    if (n >= s->nbars) {
        s->bars = realloc(s->bars, (n + 1) * sizeof *s->bars);
        while (s->nbars <= n)
            s->bars[s->nbars++] = 0;
    }
    s->bars[n]++;
}

static void analyse(FILE *in, struct summary *s, struct dictionary *d)
{
    static const char upper[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    static const char lower[] = "abcdefghijklmnopqrstuvwxyz";
    enum { OUTSIDE, INSIDE } state = OUTSIDE;
    bool open_line = false;
    char word[2000];
    int n = 0;

    for (int c = fgetc(in); c != EOF; c = fgetc(in)) {
        const char *up = c ? strchr(upper, c) : NULL;
        if (up)
            c = lower[up - upper];
        bool letter = c && strchr(lower, c);
        switch (state) {
        case OUTSIDE:
            if (letter) {
                n = 0;
                word[n++] = c;
                state = INSIDE;
            }
            break;
        case INSIDE:
            if (letter) {
                word[n++] = c;
            } else {
                word[n] = 0;
                note(s, d, word);
                state = OUTSIDE;
            }
            break;
        }
        open_line = c != '\n';
        if (!open_line)
            s->lines++;
    }
    if (state == INSIDE) {
        word[n] = 0;
        note(s, d, word);
    }
    if (open_line)
        s->lines++;
}

int main(void)
{
    struct dictionary d = { 0 };
    struct summary s = { 0 };
    analyse(stdin, &s, &d);

    printf("lines %u\nwords %u\n", s.lines, s.words);
    printf("different %d\nlongest %s\n", d.len, s.longest ? s.longest : "-");

    /* the dictionary is in alphabetical order, so go down by frequency */
    unsigned limit = s.words;
    for (int shown = 0; shown < 10 && limit > 0; limit--)
        for (int i = 0; i < d.len && shown < 10; i++)
            if (d.item[i].freq == limit) {
                printf("%u %s\n", limit, d.item[i].spelling);
                shown++;
            }

    for (size_t n = 0; n < s.nbars; n++)
        if (s.bars[n]) {
            printf("%zu: ", n);
            for (unsigned k = s.bars[n]; k > 0; k--)
                putchar('#');
            puts("");
        }
    return 0;
}
