#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LENGTH 1000
#define SLOTS 8192

/* all words of the text, in order */
struct list {
    char **items;
    int size, room;
};

struct tally {
    const char *word;
    int times;
    struct tally *next;
};

struct counts {
    struct tally *slots[SLOTS];
    int size;
};

static void append(struct list *l, const char *begin, int length)
{
    if (l->size == l->room) {
        l->room = l->room > 0 ? 2 * l->room : 256;
        l->items = realloc(l->items, l->room * sizeof *l->items);
    }
    char *copy = malloc(length + 1);
    for (int i = 0; i < length; i++)
        copy[i] = (char) tolower((unsigned char) begin[i]);
    copy[length] = '\0';
    l->items[l->size++] = copy;
}

static void split_line(struct list *words, const char *line)
{
    while (*line != '\0') {
        int length = 0;
        while (isalpha((unsigned char) line[length]))
            length++;
        if (length > 0)
            append(words, line, length);
        line += length > 0 ? length : 1;
    }
}

/* collects the words, returns the number of lines */
static int read_words(struct list *words)
{
    char *line = NULL;
    size_t room = 0;
    int lines = 0;
    while (getline(&line, &room, stdin) != -1) {
        lines++;
        split_line(words, line);
    }
    free(line);
    return lines;
}

static unsigned slot(const char *word)
{
    unsigned h = 0;
    while (*word)
        h = 31 * h + (unsigned char) *word++;
    return h % SLOTS;
}

static void count_words(const struct list *words, struct counts *counts)
{
    for (int i = 0; i < words->size; i++) {
        const char *word = words->items[i];
        struct tally **place = &counts->slots[slot(word)];
        while (*place != NULL && strcmp((*place)->word, word) != 0)
            place = &(*place)->next;
        if (*place == NULL) {
            *place = calloc(1, sizeof **place);
            (*place)->word = word;
            counts->size++;
        }
        (*place)->times++;
    }
}

static const char *longest_word(const struct list *words)
{
    const char *longest = "-";
    size_t most = 0;
    for (int i = 0; i < words->size; i++) {
        size_t length = strlen(words->items[i]);
        if (length > most) {
            longest = words->items[i];
            most = length;
        }
    }
    return longest;
}

static int compare_tallies(const void *a, const void *b)
{
    const struct tally *x = *(struct tally *const *) a;
    const struct tally *y = *(struct tally *const *) b;
    if (x->times == y->times)
        return strcmp(x->word, y->word);
    return y->times - x->times;
}

static void show_frequent(const struct counts *counts)
{
    struct tally **all = malloc((counts->size + 1) * sizeof *all);
    int n = 0;
    for (int s = 0; s < SLOTS; s++)
        for (struct tally *t = counts->slots[s]; t != NULL; t = t->next)
            all[n++] = t;
    qsort(all, n, sizeof *all, compare_tallies);
    for (int i = 0; i < n && i < 10; i++)
        printf("%d %s\n", all[i]->times, all[i]->word);
    free(all);
}

static void show_lengths(const struct list *words)
{
    int bars[MAX_LENGTH] = { 0 };
    for (int i = 0; i < words->size; i++)
        bars[strlen(words->items[i])]++;
    for (int length = 1; length < MAX_LENGTH; length++) {
        if (bars[length] == 0)
            continue;
        printf("%d: ", length);
        while (bars[length]-- > 0)
            putchar('#');
        putchar('\n');
    }
}

int main(void)
{
    static struct counts counts;
    struct list words = { NULL, 0, 0 };

    int lines = read_words(&words);
    count_words(&words, &counts);

    printf("lines %d\n", lines);
    printf("words %d\n", words.size);
    printf("different %d\n", counts.size);
    printf("longest %s\n", longest_word(&words));
    show_frequent(&counts);
    show_lengths(&words);
    return 0;
}
