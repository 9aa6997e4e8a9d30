/*
 * Reads the text char by char, like a little automaton with two states:
 * inside a word and outside. Nothing but the current word is remembered.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_WORD 500

struct pair {
    char *word;
    int count;
    bool printed;
};

struct stats {
    int newlines;
    int last_char;
    int words;
    char longest[MAX_WORD];
    struct pair *counts;
    int different, capacity;
    int lengths[MAX_WORD];
};

static struct stats stats = { .last_char = '\n' };

static char current[MAX_WORD];
static int current_length = 0;

static bool is_lower(int c)
{
    return c >= 97 && c <= 122;
}

static bool is_upper(int c)
{
    return c >= 65 && c <= 90;
}

static void increment(const char *word)
{
    for (int i = 0; i < stats.different; i++) {
        if (strcmp(stats.counts[i].word, word) == 0) {
            stats.counts[i].count++;
            return;
        }
    }
    if (stats.different == stats.capacity) {
        stats.capacity = 2 * stats.capacity + 64;
        stats.counts = realloc(stats.counts, stats.capacity * sizeof *stats.counts);
    }
    struct pair fresh = { malloc(strlen(word) + 1), 1, false };
    strcpy(fresh.word, word);
    stats.counts[stats.different++] = fresh;
}

static void finish_word(void)
{
    if (current_length == 0)
        return;
    int length = current_length;
    current[length] = '\0';
    current_length = 0;

    stats.words++;
    increment(current);
    stats.lengths[length]++;
    if (length > (int)strlen(stats.longest))
        strcpy(stats.longest, current);
}

static void feed(int c)
{
    if (is_upper(c)) {
        current[current_length++] = c + 32;
    } else if (is_lower(c)) {
        current[current_length++] = c;
    } else {
        finish_word();
        if (c == '\n')
            stats.newlines++;
    }
    stats.last_char = c;
}

/* the best pair that was not printed yet, or NULL */
static struct pair *next_best(void)
{
    struct pair *best = NULL;
    for (int i = 0; i < stats.different; i++) {
        struct pair *p = &stats.counts[i];
        if (p->printed)
            continue;
        if (best == NULL || p->count > best->count ||
            (p->count == best->count && strcmp(p->word, best->word) < 0))
            best = p;
    }
    return best;
}

static void print_all(void)
{
    int lines = stats.newlines + (stats.last_char == '\n' ? 0 : 1);
    printf("lines %d\n", lines);
    printf("words %d\n", stats.words);
    printf("different %d\n", stats.different);
    printf("longest %s\n", stats.longest[0] != '\0' ? stats.longest : "-");
    for (int n = 0; n < 10; n++) {
        struct pair *best = next_best();
        if (best == NULL)
            break;
        printf("%d %s\n", best->count, best->word);
        best->printed = true;
    }
    for (int length = 1; length < MAX_WORD; length++) {
        if (stats.lengths[length] == 0)
            continue;
        printf("%d: ", length);
        for (int i = 0; i < stats.lengths[length]; i++)
            putchar('#');
        putchar('\n');
    }
}

int main(void)
{
    int c;
    while ((c = getchar()) != EOF)
        feed(c);
    finish_word();
    print_all();
    return 0;
}
