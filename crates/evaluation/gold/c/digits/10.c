#include <stdio.h>

int main() {
    long long zahl, potenz = 1, stelle, umgekehrt = 0, gewicht = 1;
    int quersumme = 0;
    scanf("%lld", &zahl);
    while (zahl / potenz >= 10) potenz *= 10;
    // von der vordersten Ziffer zur letzten
    for (; potenz > 0; potenz /= 10) {
        stelle = zahl / potenz % 10;
        quersumme += stelle;
        umgekehrt += stelle * gewicht;
        gewicht *= 10;
    }
    printf("%d\n%lld\n", quersumme, umgekehrt);
    printf(zahl == umgekehrt ? "yes\n" : "no\n");
    return 0;
}
