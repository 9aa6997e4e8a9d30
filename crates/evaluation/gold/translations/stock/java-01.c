#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_WAREN 5000
#define MAX_NAME 100
#define MAX_ZEILE 1000

/* drei Felder, gleiche Nummer = gleiche Ware */
static char namen[MAX_WAREN][MAX_NAME];
static int mengen[MAX_WAREN];
static int preise[MAX_WAREN];
static int anzahl = 0;

int main(void)
{
    char zeile[MAX_ZEILE];
    int weiter = 1;

    while (weiter && fgets(zeile, sizeof zeile, stdin) != NULL) {
        char *teile[4] = { "", "", "", "" };
        int n = 0;
        for (char *t = strtok(zeile, " \t\r\n"); t != NULL && n < 4; t = strtok(NULL, " \t\r\n")) {
            teile[n++] = t;
        }
        if (n == 0) {
            continue;
        }

        /* Ware suchen */
        int nummer = -1;
        if (n > 1) {
            for (int i = 0; i < anzahl; i++) {
                if (strcmp(namen[i], teile[1]) == 0) {
                    nummer = i;
                }
            }
        }

        if (strcmp(teile[0], "add") == 0) {
            int menge = atoi(teile[2]);
            int preis = atoi(teile[3]);
            if (nummer == -1) {
                strcpy(namen[anzahl], teile[1]);
                mengen[anzahl] = menge;
                preise[anzahl] = preis;
                anzahl++;
            } else {
                mengen[nummer] += menge;
                preise[nummer] = preis;
            }
        } else if (strcmp(teile[0], "remove") == 0) {
            if (nummer == -1) {
                printf("unknown %s\n", teile[1]);
            } else {
                int menge = atoi(teile[2]);
                if (menge > mengen[nummer]) {
                    printf("not enough %s\n", teile[1]);
                } else {
                    mengen[nummer] -= menge;
                }
            }
        } else if (strcmp(teile[0], "price") == 0) {
            if (nummer == -1) {
                printf("unknown %s\n", teile[1]);
            } else {
                preise[nummer] = atoi(teile[2]);
            }
        } else if (strcmp(teile[0], "report") == 0) {
            /* Bubblesort, immer in allen drei Feldern tauschen */
            for (int i = 0; i < anzahl; i++) {
                for (int j = 0; j < anzahl - 1; j++) {
                    if (strcmp(namen[j], namen[j + 1]) > 0) {
                        char hilfsname[MAX_NAME];
                        memcpy(hilfsname, namen[j], MAX_NAME);
                        memcpy(namen[j], namen[j + 1], MAX_NAME);
                        memcpy(namen[j + 1], hilfsname, MAX_NAME);
                        int hilfe = mengen[j];
                        mengen[j] = mengen[j + 1];
                        mengen[j + 1] = hilfe;
                        hilfe = preise[j];
                        preise[j] = preise[j + 1];
                        preise[j + 1] = hilfe;
                    }
                }
            }
            long long summe = 0;
            for (int i = 0; i < anzahl; i++) {
                printf("%s %d %d\n", namen[i], mengen[i], preise[i]);
                summe += (long long) mengen[i] * preise[i];
            }
            printf("total %lld\n", summe);
        } else if (strcmp(teile[0], "end") == 0) {
            weiter = 0;
        } else {
            printf("bad command\n");
        }
    }
    return 0;
}
