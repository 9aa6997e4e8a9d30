#include <stdio.h>
#include <string.h>

int main() {
  char s[200];
  scanf("%199s", s);
  int len = strlen(s), total = 0, same = 1;
  for (int i = 0; i < len; i++) {
    total += s[i] - '0';
    if (s[i] != s[len - 1 - i]) same = 0;
  }
  printf("%d\n", total);
  int k = len - 1;
  while (k > 0 && s[k] == '0') k--;   // skip zeros
  while (k >= 0) putchar(s[k--]);
  printf("\n%s\n", same ? "yes" : "no");
}
