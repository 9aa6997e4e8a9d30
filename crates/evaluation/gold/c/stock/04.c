#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The stock is a binary search tree ordered by the name.

struct node
{
    struct node* left;
    struct node* right;
    long long amount;
    long long price;
    char name[1];   // allocated longer
};

struct node* root = NULL;
long long sum;

// returns the place where the pointer to this name is (or should be)
struct node** locate(struct node** where, char* name)
{
    if (*where == NULL) return where;
    int c = strcmp(name, (*where)->name);
    if (c < 0) return locate(&(*where)->left, name);
    if (c > 0) return locate(&(*where)->right, name);
    return where;
}

void show(struct node* n)
{
    if (n == NULL) return;
    show(n->left);
    printf("%s %lld %lld\n", n->name, n->amount, n->price);
    sum += n->amount * n->price;
    show(n->right);
}

void do_add(char* name, long long amount, long long price)
{
    struct node** place = locate(&root, name);
    if (*place == NULL)
    {
        struct node* fresh = malloc(sizeof(struct node) + strlen(name));
        fresh->left = fresh->right = NULL;
        fresh->amount = 0;
        strcpy(fresh->name, name);
        *place = fresh;
    }
    (*place)->amount += amount;
    (*place)->price = price;
}

void do_remove(char* name, long long amount)
{
    struct node* n = *locate(&root, name);
    if (n == NULL)
        printf("unknown %s\n", name);
    else if (n->amount - amount < 0)
        printf("not enough %s\n", name);
    else
        n->amount -= amount;
}

void do_price(char* name, long long price)
{
    struct node* n = *locate(&root, name);
    if (n != NULL)
        n->price = price;
    else
        printf("unknown %s\n", name);
}

void do_report(void)
{
    sum = 0;
    show(root);
    printf("total %lld\n", sum);
}

int main()
{
    char word[100], name[100], rest[300];
    long long x, y;
    int stop = 0;

    while (!stop && scanf("%99s", word) == 1)
    {
        // the rest of the line, may be empty
        rest[0] = 0;
        scanf("%299[^\n]", rest);

        if (strcmp(word, "add") == 0)
        {
            if (sscanf(rest, "%99s%lld%lld", name, &x, &y) == 3) do_add(name, x, y);
        }
        else if (strcmp(word, "remove") == 0)
        {
            if (sscanf(rest, "%99s%lld", name, &x) == 2) do_remove(name, x);
        }
        else if (strcmp(word, "price") == 0)
        {
            if (sscanf(rest, "%99s%lld", name, &x) == 2) do_price(name, x);
        }
        else if (strcmp(word, "report") == 0) do_report();
        else if (strcmp(word, "end") == 0) stop = 1;
        else printf("bad command\n");
    }
    return 0;
}
