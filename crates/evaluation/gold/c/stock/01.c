#include <stdio.h>
#include <string.h>

#define MAX_ITEMS 1000

/* one item in the shop */
struct item {
    char name[64];
    long count;
    long price;
};

struct item items[MAX_ITEMS];
int number_of_items = 0;

int main(void)
{
    char line[256];
    char command[64];
    char name[64];
    long a, b;
    int i, j, found;

    /* read the input line by line */
    while (fgets(line, sizeof(line), stdin) != NULL) {
        command[0] = '\0';
        name[0] = '\0';
        a = 0;
        b = 0;
        sscanf(line, "%63s %63s %ld %ld", command, name, &a, &b);

        /* nothing on this line */
        if (command[0] == '\0') {
            continue;
        }

        if (strcmp(command, "end") == 0) {
            break;
        }

        /* look for the item, -1 means it is not there */
        found = -1;
        for (i = 0; i < number_of_items; i++) {
            if (strcmp(items[i].name, name) == 0) {
                found = i;
            }
        }

        if (strcmp(command, "add") == 0) {
            if (found == -1) {
                /* make a new item at the end */
                found = number_of_items;
                number_of_items = number_of_items + 1;
                strcpy(items[found].name, name);
                items[found].count = 0;
            }
            items[found].count = items[found].count + a;
            items[found].price = b;
        } else if (strcmp(command, "remove") == 0) {
            if (found == -1) {
                printf("unknown %s\n", name);
            } else if (items[found].count < a) {
                printf("not enough %s\n", name);
            } else {
                items[found].count = items[found].count - a;
            }
        } else if (strcmp(command, "price") == 0) {
            if (found == -1) {
                printf("unknown %s\n", name);
            } else {
                items[found].price = a;
            }
        } else if (strcmp(command, "report") == 0) {
            long total = 0;

            /* bubble sort by name */
            for (i = 0; i < number_of_items - 1; i++) {
                for (j = 0; j < number_of_items - 1 - i; j++) {
                    if (strcmp(items[j].name, items[j + 1].name) > 0) {
                        struct item temp = items[j];
                        items[j] = items[j + 1];
                        items[j + 1] = temp;
                    }
                }
            }

            /* print everything and add up the total */
            for (i = 0; i < number_of_items; i++) {
                printf("%s %ld %ld\n", items[i].name, items[i].count, items[i].price);
                total = total + items[i].count * items[i].price;
            }
            printf("total %ld\n", total);
        } else {
            printf("bad command\n");
        }
    }

    return 0;
}
