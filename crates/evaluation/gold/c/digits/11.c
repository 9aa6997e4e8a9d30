#include <stdio.h>

/* the digits are read one after the other */
static int sum = 0;
static long forward = 0, backward = 0, place = 1;

int main(void)
{
    int c = getchar();
    for (; c != EOF && c != '\n'; c = getchar()) {
        if (c < '0' || c > '9') continue;
        sum += c - '0';
        forward = forward * 10 + (c - '0');
        backward += place * (c - '0');
        place *= 10;
    }
    printf("%d\n%ld\n%s\n", sum, backward, forward == backward ? "yes" : "no");
    return 0;
}
