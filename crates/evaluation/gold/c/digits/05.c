#include <inttypes.h>
#include <stdio.h>
int main(void) {
	uint64_t n, m, r = 0;
	unsigned q = 0;
	scanf("%" SCNu64, &n);
	for (m = n; m; m /= 10) q += m % 10, r = r * 10 + m % 10;
	printf("%u\n%" PRIu64 "\n%s\n", q, r, r == n ? "yes" : "no");
}
