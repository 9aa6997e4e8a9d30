/*
 * Text statistics with a trie.
 *
 * Every node of the trie has 26 places for its children and a counter that
 * says how often the word ending here was seen. Going through the trie from
 * left to right gives the words in alphabetical order, so a stable order by
 * count is all that is needed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 4096

struct trie_node {
    struct trie_node *children[26];
    int count;
};

struct counted {
    char *word;
    int count;
    int rank;       /* place in the alphabet */
};

static struct counted *collected;
static int n_collected;

/* 0 to 25 for a letter, -1 for anything else */
static int letter_index(int byte)
{
    if (byte >= 'a' && byte <= 'z')
        return byte - 'a';
    if (byte >= 'A' && byte <= 'Z')
        return byte - 'A';
    return -1;
}

/* appends every word below node */
static void collect(const struct trie_node *node, char *prefix, int depth)
{
    if (node->count > 0) {
        prefix[depth] = '\0';
        struct counted *entry = &collected[n_collected];
        entry->word = malloc(depth + 1);
        strcpy(entry->word, prefix);
        entry->count = node->count;
        entry->rank = n_collected++;
    }
    for (int i = 0; i < 26; i++) {
        if (node->children[i] != NULL) {
            prefix[depth] = (char)('a' + i);
            collect(node->children[i], prefix, depth + 1);
        }
    }
}

static int by_count(const void *a, const void *b)
{
    const struct counted *x = a, *y = b;
    return x->count != y->count ? y->count - x->count : x->rank - y->rank;
}

static char *read_all(size_t *size)
{
    size_t room = 4096;
    char *data = malloc(room);
    *size = 0;
    size_t got;
    while ((got = fread(data + *size, 1, room - *size, stdin)) > 0) {
        *size += got;
        if (*size == room)
            data = realloc(data, room *= 2);
    }
    return data;
}

int main(void)
{
    size_t size;
    char *data = read_all(&size);
    struct trie_node *root = calloc(1, sizeof *root);
    struct trie_node *node = root;
    int depth = 0, total = 0, line_count = 0;
    size_t best_begin = 0;
    int best_depth = 0;
    static int lengths[MAX_DEPTH];

    for (size_t pos = 0; pos <= size; pos++) {
        int index = pos < size ? letter_index(data[pos]) : -1;
        if (index >= 0) {
            if (node->children[index] == NULL)
                node->children[index] = calloc(1, sizeof *node);
            node = node->children[index];
            depth++;
        } else if (depth > 0) {
            node->count++;
            total++;
            lengths[depth]++;
            if (depth > best_depth) {
                best_begin = pos - depth;
                best_depth = depth;
            }
            node = root;
            depth = 0;
        }
        if (pos < size && data[pos] == '\n')
            line_count++;
    }
    if (size > 0 && data[size - 1] != '\n')
        line_count++;

    char prefix[MAX_DEPTH];
    collected = malloc((total + 1) * sizeof *collected);
    collect(root, prefix, 0);
    qsort(collected, n_collected, sizeof *collected, by_count);

    printf("lines %d\n", line_count);
    printf("words %d\n", total);
    printf("different %d\n", n_collected);
    printf("longest ");
    for (int i = 0; i < best_depth; i++)
        putchar('a' + letter_index(data[best_begin + i]));
    puts(best_depth == 0 ? "-" : "");

    for (int i = 0; i < n_collected && i < 10; i++)
        printf("%d %s\n", collected[i].count, collected[i].word);

    for (int length = 1; length < MAX_DEPTH; length++) {
        if (lengths[length] > 0) {
            printf("%d: ", length);
            for (int i = 0; i < lengths[length]; i++)
                putchar('#');
            putchar('\n');
        }
    }
    return 0;
}
