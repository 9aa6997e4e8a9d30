#include <stdio.h>
#include <string.h>

static void mirror(const char *from, char *to)
{
    size_t n = strlen(from);
    for (size_t i = 0; i < n; i++)
        to[i] = from[n - 1 - i];
    to[n] = '\0';
}

int main(void)
{
    char word[10001], mirrored[10001];
    int total = 0;

    if (scanf("%10000s", word) != 1)
        return 1;
    mirror(word, mirrored);
    for (const char *c = word; *c; c++)
        total += *c - '0';
    printf("%d\n", total);

    const char *shown = mirrored;
    while (*shown == '0' && shown[1] != '\0')
        shown++;
    puts(shown);
    puts(strcmp(word, mirrored) == 0 ? "yes" : "no");
    return 0;
}
