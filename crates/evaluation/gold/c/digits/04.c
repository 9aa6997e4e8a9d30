#include <stdio.h>

int main()
{
    int ziffern[100], anzahl = 0, summe = 0, c, i;
    long rueckwaerts = 0;

    while ((c = getchar()) >= '0' && c <= '9')
        ziffern[anzahl++] = c - '0';
    for (i = 0; i < anzahl; i++)
        summe += ziffern[i];
    for (i = anzahl - 1; i >= 0; i--)
        rueckwaerts = 10 * rueckwaerts + ziffern[i];
    for (i = 0; i < anzahl / 2 && ziffern[i] == ziffern[anzahl - 1 - i]; i++)
        ;
    printf("%d\n%ld\n", summe, rueckwaerts);
    puts(i == anzahl / 2 ? "yes" : "no");
    return 0;
}
