#include <stdbool.h>
#include <stdio.h>

bool isPalindrome(const char *left, const char *right) {
    while (left < right)
        if (*left++ != *right--) return false;
    return true;
}

int main(void) {
    unsigned long long number, back = 0;
    char buf[24];
    int sum = 0;
    scanf("%llu", &number);
    int n = sprintf(buf, "%llu", number);
    for (char *p = buf + n; p-- > buf; back = back * 10 + (*p - '0')) sum += *p - '0';
    printf("%d\n%llu\n%s\n", sum, back, isPalindrome(buf, buf + n - 1) ? "yes" : "no");
}
