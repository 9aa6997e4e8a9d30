#include <stdbool.h>
#include <stdio.h>

static bool palindrome(const int *d, int n)
{
    for (int i = 0; i < n; i++)
        if (d[i] != d[n - 1 - i])
            return false;
    return true;
}

int main(void)
{
    unsigned long long value;
    int d[20], n = 0;

    scanf("%llu", &value);
    do {
        d[n++] = value % 10;
        value /= 10;
    } while (value);

    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += d[i];

    unsigned long long turned = 0;
    for (int i = 0; i < n; i++)
        turned = 10 * turned + d[i];

    printf("%d\n%llu\n", sum, turned);
    puts(palindrome(d, n) ? "yes" : "no");
    return 0;
}
