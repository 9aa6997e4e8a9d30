#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_SIZE 128

typedef struct {
    char name[NAME_SIZE];
    long long count;
    long long price;
} Item;

typedef struct {
    Item *items;
    size_t used, capacity;
} Store;

typedef enum { FINE, UNKNOWN, NOT_ENOUGH, BAD } Result;

static Item *lookup(Store *store, const char *name)
{
    for (size_t i = 0; i < store->used; i++)
        if (strcmp(store->items[i].name, name) == 0)
            return &store->items[i];
    return NULL;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const Item *)a)->name, ((const Item *)b)->name);
}

static void report(Store *store)
{
    long long sum = 0;
    qsort(store->items, store->used, sizeof(Item), by_name);
    for (size_t i = 0; i < store->used; i++) {
        Item *it = &store->items[i];
        printf("%s %lld %lld\n", it->name, it->count, it->price);
        sum += it->count * it->price;
    }
    printf("total %lld\n", sum);
}

static void add(Store *store, const char *name, long long count, long long price)
{
    Item *it = lookup(store, name);
    if (it != NULL) {
        it->count += count;
        it->price = price;
        return;
    }
    if (store->used == store->capacity) {
        store->capacity *= 2;
        store->items = realloc(store->items, store->capacity * sizeof(Item));
    }
    it = &store->items[store->used++];
    strcpy(it->name, name);
    it->count = count;
    it->price = price;
}

static Result change_price(Store *store, const char *name, long long price)
{
    Item *it = lookup(store, name);
    if (it == NULL)
        return UNKNOWN;
    it->price = price;
    return FINE;
}

static Result take_out(Store *store, const char *name, long long count)
{
    Item *it = lookup(store, name);
    if (it == NULL)
        return UNKNOWN;
    if (it->count < count)
        return NOT_ENOUGH;
    it->count -= count;
    return FINE;
}

int main(void)
{
    Store store = { malloc(16 * sizeof(Item)), 0, 16 };
    char line[400];

    while (fgets(line, sizeof line, stdin) != NULL) {
        char verb[NAME_SIZE], name[NAME_SIZE] = "";
        long long x = 0, y = 0;
        Result result = FINE;

        if (sscanf(line, "%127s %127s %lld %lld", verb, name, &x, &y) < 1)
            continue;
        if (strcmp(verb, "end") == 0)
            break;
        if (strcmp(verb, "report") == 0)
            report(&store);
        else if (strcmp(verb, "add") == 0)
            add(&store, name, x, y);
        else if (strcmp(verb, "remove") == 0)
            result = take_out(&store, name, x);
        else if (strcmp(verb, "price") == 0)
            result = change_price(&store, name, x);
        else
            result = BAD;

        if (result == UNKNOWN)
            printf("unknown %s\n", name);
        else if (result == NOT_ENOUGH)
            printf("not enough %s\n", name);
        else if (result == BAD)
            puts("bad command");
    }
    free(store.items);
    return 0;
}
