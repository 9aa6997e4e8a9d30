#include <stdio.h>
#include <string.h>

#define MAXWORDS 10000
#define MAXLEN 100

struct entry {
    char word[MAXLEN];
    int count;
};

struct entry table[MAXWORDS];
int different = 0;
int lengths[MAXLEN];

/* adds one word to the table */
void count_word(char word[])
{
    int i;

    for (i = 0; i < different; i++) {
        if (strcmp(table[i].word, word) == 0) {
            table[i].count++;
            return;
        }
    }
    strcpy(table[different].word, word);
    table[different].count = 1;
    different++;
}

int main(void)
{
    int c;
    int last = '\n';
    int lines = 0;
    int words = 0;
    int length = 0;
    int i, j;
    char word[MAXLEN];
    char longest[MAXLEN] = "";

    do {
        c = getchar();

        /* make it a small letter */
        if (c >= 'A' && c <= 'Z') {
            c = c - 'A' + 'a';
        }

        if (c >= 'a' && c <= 'z') {
            if (length < MAXLEN - 1) {
                word[length] = c;
                length++;
            }
        } else {
            /* the word is finished, if there was one */
            if (length > 0) {
                word[length] = '\0';
                words++;
                lengths[length]++;
                if (strlen(word) > strlen(longest)) {
                    strcpy(longest, word);
                }
                count_word(word);
                length = 0;
            }
        }

        if (c == '\n') {
            lines++;
        }
        /* the last line may have no newline */
        if (c == EOF && last != '\n') {
            lines++;
        }
        last = c;
    } while (c != EOF);

    /* sort the table: big counts first, then the alphabet */
    for (i = 0; i < different; i++) {
        for (j = different - 1; j > i; j--) {
            if (table[j].count > table[j - 1].count ||
                (table[j].count == table[j - 1].count &&
                 strcmp(table[j].word, table[j - 1].word) < 0)) {
                struct entry help = table[j];
                table[j] = table[j - 1];
                table[j - 1] = help;
            }
        }
    }

    printf("lines %d\n", lines);
    printf("words %d\n", words);
    printf("different %d\n", different);
    if (words == 0) {
        printf("longest -\n");
    } else {
        printf("longest %s\n", longest);
    }

    for (i = 0; i < different && i < 10; i++) {
        printf("%d %s\n", table[i].count, table[i].word);
    }

    for (i = 1; i < MAXLEN; i++) {
        if (lengths[i] > 0) {
            printf("%d: ", i);
            for (j = 0; j < lengths[i]; j++) {
                printf("#");
            }
            printf("\n");
        }
    }
    return 0;
}
