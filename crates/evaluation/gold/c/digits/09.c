#include <stdio.h>
#include <string.h>

int main(void)
{
	char a[64], b[64];
	int i, j = 0, sum = 0;

	if (scanf("%63[0-9]", a) != 1) return 1;
	for (i = (int)strlen(a) - 1; i >= 0; --i) {
		sum += a[i] - '0';
		b[j++] = a[i];
	}
	b[j] = '\0';
	char *first = b + strspn(b, "0");
	printf("%d\n%s\n", sum, *first ? first : "0");
	printf("%s\n", strcmp(a, b) ? "no" : "yes");
	return 0;
}
