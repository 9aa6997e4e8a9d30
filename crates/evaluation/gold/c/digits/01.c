#include <stdio.h>

int main(void)
{
    long long n, rest, sum = 0, reversed = 0;

    scanf("%lld", &n);
    rest = n;
    while (rest > 0) {
        sum = sum + rest % 10;
        reversed = reversed * 10 + rest % 10;
        rest = rest / 10;
    }
    printf("%lld\n", sum);
    printf("%lld\n", reversed);
    if (reversed == n) {
        printf("yes\n");
    } else {
        printf("no\n");
    }
    return 0;
}
