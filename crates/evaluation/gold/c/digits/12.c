#include <stdio.h>

void split(long n, int *sum, long *reversed)
{
    *sum = 0;
    *reversed = 0;
    for (; n > 0; n /= 10) {
        int last = n - n / 10 * 10;
        *sum += last;
        *reversed = *reversed * 10 + last;
    }
}

int main(void)
{
    int sum; long number, reversed;
    scanf("%ld", &number);
    split(number, &sum, &reversed);
    printf("%d\n%ld\n%s", sum, reversed, number - reversed ? "no\n" : "yes\n");
}
