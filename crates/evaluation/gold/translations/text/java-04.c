#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Counts words with a letter tree: every node has 26 children,
 * the counter is kept where a word ends.
 */
#define LETTERS 26
#define TOP 10
#define MAX_WORD 1024

typedef struct node {
    struct node *child[LETTERS];
    int count;
} node;

static struct {
    int lines, words, different;
    char longest[MAX_WORD];
    int lengths[MAX_WORD];
} stats = { .longest = "" };

/* the ten best, falling */
static struct {
    char word[MAX_WORD];
    int count;
} top[TOP];

static int letter(int c)
{
    if (c >= 'a' && c <= 'z') return c - 'a';
    if (c >= 'A' && c <= 'Z') return c - 'A';
    return -1;
}

static node *new_node(void)
{
    node *n = calloc(1, sizeof *n);
    if (n == NULL) {
        perror("calloc");
        exit(EXIT_FAILURE);
    }
    return n;
}

static void rank(const char *word, int count)
{
    int place = TOP;
    while (place > 0 && top[place - 1].count < count)
        place--;
    if (place == TOP)
        return;
    memmove(&top[place + 1], &top[place], (TOP - 1 - place) * sizeof top[0]);
    strcpy(top[place].word, word);
    top[place].count = count;
}

/* visits the words in alphabetical order; prefix is extended in place */
static void walk(const node *n, char *prefix, int depth)
{
    if (n == NULL)
        return;
    prefix[depth] = '\0';
    if (n->count > 0)
        rank(prefix, n->count);
    for (int i = 0; i < LETTERS; i++) {
        prefix[depth] = 'a' + i;
        walk(n->child[i], prefix, depth + 1);
    }
}

static void finish_word(const char *word, int length, node *end)
{
    stats.words++;
    if (end->count++ == 0)
        stats.different++;
    if (length > (int)strlen(stats.longest))
        strcpy(stats.longest, word);
    stats.lengths[length]++;
}

static void read_text(node *root)
{
    char word[MAX_WORD];
    int length = 0;
    node *here = root;
    int c, before = '\n';

    do {
        c = getchar();
        int k = letter(c);
        if (k >= 0) {
            if (here->child[k] == NULL)
                here->child[k] = new_node();
            here = here->child[k];
            word[length++] = 'a' + k;
        } else if (here != root) {
            word[length] = '\0';
            finish_word(word, length, here);
            length = 0;
            here = root;
        }
        /* the last line may lack its newline */
        if (c == '\n' || (c == EOF && before != '\n'))
            stats.lines++;
        before = c;
    } while (c != EOF);
}

int main(void)
{
    char prefix[MAX_WORD];
    node *root = new_node();

    read_text(root);
    walk(root, prefix, 0);

    printf("lines %d\nwords %d\n", stats.lines, stats.words);
    printf("different %d\nlongest %s\n", stats.different,
           stats.longest[0] ? stats.longest : "-");
    for (int i = 0; i < TOP && top[i].count > 0; i++)
        printf("%d %s\n", top[i].count, top[i].word);
    for (int l = 1; l < MAX_WORD; l++) {
        if (stats.lengths[l] == 0)
            continue;
        printf("%d: ", l);
        for (int i = 0; i < stats.lengths[l]; i++)
            putchar('#');
        putchar('\n');
    }
    return 0;
}
