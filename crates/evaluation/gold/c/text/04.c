// Text statistics.
// Idea: collect all words in one big array, sort it, then equal words
// stand next to each other and can be counted as runs.

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUFFER 1000

char** allWords;
int wordCount = 0;
int allocated = 500;
int lineCount = 0;

void appendWord(const char* word)
{
    if (wordCount == allocated)
    {
        allocated = allocated + 500;
        allWords = realloc(allWords, allocated * sizeof(char*));
    }
    allWords[wordCount] = malloc(strlen(word) + 1);
    strcpy(allWords[wordCount], word);
    wordCount++;
}

void readText()
{
    char buffer[BUFFER];
    int pos = 0;
    int atLineStart = 1;
    int ch;

    while ((ch = getchar()) != EOF)
    {
        if (atLineStart)
        {
            lineCount++;
        }
        atLineStart = (ch == '\n');

        if (isalpha(ch) && pos < BUFFER - 1)
        {
            buffer[pos++] = tolower(ch);
        }
        else if (pos > 0)
        {
            buffer[pos] = '\0';
            appendWord(buffer);
            pos = 0;
        }
    }
    if (pos > 0)
    {
        buffer[pos] = '\0';
        appendWord(buffer);
    }
}

int compareStrings(const void* a, const void* b)
{
    return strcmp(*(char**)a, *(char**)b);
}

int compareLengths(const void* a, const void* b)
{
    return (int)strlen(*(char**)a) - (int)strlen(*(char**)b);
}

int main()
{
    allWords = malloc(allocated * sizeof(char*));
    readText();

    const char* longest = "-";
    for (int i = 0; i < wordCount; i++)
    {
        if (i == 0 || strlen(allWords[i]) > strlen(longest)) longest = allWords[i];
    }

    // count runs of equal words
    qsort(allWords, wordCount, sizeof(char*), compareStrings);
    char** runWord = malloc((wordCount + 1) * sizeof(char*));
    int* runCount = malloc((wordCount + 1) * sizeof(int));
    int runs = 0;
    for (int i = 0; i < wordCount; i++)
    {
        if (runs > 0 && strcmp(runWord[runs - 1], allWords[i]) == 0)
        {
            runCount[runs - 1]++;
        }
        else
        {
            runWord[runs] = allWords[i];
            runCount[runs] = 1;
            runs++;
        }
    }

    printf("lines %d\n", lineCount);
    printf("words %d\n", wordCount);
    printf("different %d\n", runs);
    printf("longest %s\n", longest);

    // ten times: print the first of the biggest runs and strike it out
    for (int place = 0; place < 10 && place < runs; place++)
    {
        int biggest = 0;
        for (int i = 1; i < runs; i++)
        {
            if (runCount[i] > runCount[biggest]) biggest = i;
        }
        printf("%d %s\n", runCount[biggest], runWord[biggest]);
        runCount[biggest] = 0;
    }

    // same trick for the lengths
    qsort(allWords, wordCount, sizeof(char*), compareLengths);
    size_t current = 0;
    for (int i = 0; i < wordCount; i++)
    {
        if (strlen(allWords[i]) != current)
        {
            if (i > 0) printf("\n");
            current = strlen(allWords[i]);
            printf("%zu: ", current);
        }
        printf("#");
    }
    if (wordCount > 0) printf("\n");
    return 0;
}
