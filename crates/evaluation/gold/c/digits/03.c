#include <stdio.h>

static int digit_sum(long n)
{
	return n == 0 ? 0 : (int)(n % 10) + digit_sum(n / 10);
}

static long reverse(long n, long done)
{
	return n == 0 ? done : reverse(n / 10, 10 * done + n % 10);
}

int main(void)
{
	long n;
	if (scanf("%ld", &n) != 1)
		return 1;
	printf("%d\n%ld\n%s\n", digit_sum(n), reverse(n, 0), reverse(n, 0) == n ? "yes" : "no");
	return 0;
}
