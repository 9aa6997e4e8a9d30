#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* binary search tree, sorted by name */
struct node {
    char *name;
    long long count;
    long long price;
    struct node *left, *right;
};

enum status { OK, UNKNOWN, NOT_ENOUGH, BAD_COMMAND };

static struct node *root = NULL;

static struct node *find(struct node *n, const char *name)
{
    if (n == NULL)
        return NULL;
    int order = strcmp(name, n->name);
    if (order == 0)
        return n;
    return find(order < 0 ? n->left : n->right, name);
}

static struct node *insert(struct node *n, const char *name, long long count, long long price)
{
    if (n == NULL) {
        n = calloc(1, sizeof *n);
        n->name = malloc(strlen(name) + 1);
        strcpy(n->name, name);
    }
    int order = strcmp(name, n->name);
    if (order < 0) {
        n->left = insert(n->left, name, count, price);
    } else if (order > 0) {
        n->right = insert(n->right, name, count, price);
    } else {
        n->count += count;
        n->price = price;
    }
    return n;
}

static enum status take(const char *name, long long count)
{
    struct node *n = find(root, name);
    if (n == NULL)
        return UNKNOWN;
    if (count > n->count)
        return NOT_ENOUGH;
    n->count -= count;
    return OK;
}

static enum status set_price(const char *name, long long price)
{
    struct node *n = find(root, name);
    if (n == NULL)
        return UNKNOWN;
    n->price = price;
    return OK;
}

/* in order: prints every item, returns the value of the subtree */
static long long list(const struct node *n)
{
    if (n == NULL)
        return 0;
    long long value = list(n->left);
    printf("%s %lld %lld\n", n->name, n->count, n->price);
    value += n->count * n->price;
    return value + list(n->right);
}

static enum status process(const char *command, const char *name, long long a, long long b)
{
    if (strcmp(command, "add") == 0) {
        root = insert(root, name, a, b);
        return OK;
    }
    if (strcmp(command, "remove") == 0)
        return take(name, a);
    if (strcmp(command, "price") == 0)
        return set_price(name, a);
    if (strcmp(command, "report") == 0) {
        long long total = list(root);
        printf("total %lld\n", total);
        return OK;
    }
    return BAD_COMMAND;
}

static void release(struct node *n)
{
    if (n == NULL)
        return;
    release(n->left);
    release(n->right);
    free(n->name);
    free(n);
}

int main(void)
{
    char line[512], command[512], name[512];

    while (fgets(line, sizeof line, stdin)) {
        long long a = 0, b = 0;
        name[0] = '\0';
        if (sscanf(line, "%511s %511s %lld %lld", command, name, &a, &b) < 1)
            continue;
        if (strcmp(command, "end") == 0)
            break;
        switch (process(command, name, a, b)) {
        case UNKNOWN:
            printf("unknown %s\n", name);
            break;
        case NOT_ENOUGH:
            printf("not enough %s\n", name);
            break;
        case BAD_COMMAND:
            puts("bad command");
            break;
        case OK:
            break;
        }
    }
    release(root);
    return 0;
}
