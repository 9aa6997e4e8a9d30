#include <stdio.h>
#include <stdlib.h>

/* sum, reversed number, palindrome */
int main(void)
{
   long n, copy, sum = 0, rev = 0;
   scanf("%ld", &n);
   copy = n;
   do
   {
      ldiv_t d = ldiv(copy, 10);
      sum += d.rem;
      rev = rev * 10 + d.rem;
      copy = d.quot;
   } while (copy != 0);
   printf("%ld\n%ld\n", sum, rev);
   if (n == rev) printf("yes\n");
   if (n != rev) printf("no\n");
   return 0;
}
