#include <stdio.h>

int main(void)
{
    long long sum = 0, forward = 0, backward = 0, weight = 1;
    int c;
    while ((c = getchar()) >= '0' && c <= '9') {
        int digit = c - '0';
        sum += digit;
        forward = forward * 10 + digit;
        backward += digit * weight;
        weight *= 10;
    }
    printf("%lld\n", sum);
    printf("%lld\n", backward);
    printf("%s\n", forward == backward ? "yes" : "no");
    return 0;
}
