#include <stdio.h>
#include <string.h>

int main(void)
{
    char zahl[5000];
    if (scanf("%4999s", zahl) != 1)
        return 1;

    int summe = 0;
    for (int i = 0; zahl[i]; i++)
        summe += zahl[i] - '0';
    printf("%d\n", summe);

    /* umdrehen */
    int links = 0, rechts = (int)strlen(zahl) - 1;
    for (; links < rechts; links++, rechts--) {
        char t = zahl[links];
        zahl[links] = zahl[rechts];
        zahl[rechts] = t;
    }
    int nullen = strspn(zahl, "0");
    puts(zahl[nullen] ? zahl + nullen : "0");

    /* von beiden Enden nach innen */
    links = 0;
    rechts = (int)strlen(zahl) - 1;
    while (links < rechts && zahl[links] == zahl[rechts]) {
        rechts--;
        links++;
    }
    puts(links < rechts ? "no" : "yes");
    return 0;
}
