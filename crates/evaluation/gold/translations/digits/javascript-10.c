#include <stdio.h>

typedef struct {
    int digits[32];
    int length;
} Number;

static Number parse(const char *text)
{
    Number n = { .length = 0 };
    while (text[n.length]) {
        n.digits[n.length] = text[n.length] - '0';
        n.length++;
    }
    return n;
}

static int add_up(const Number *n)
{
    int s = 0;
    for (int i = 0; i < n->length; i++)
        s += n->digits[i];
    return s;
}

static long long turn_round(const Number *n)
{
    long long r = 0;
    for (int i = n->length; i-- > 0;)
        r = 10 * r + n->digits[i];
    return r;
}

static int is_symmetric(const Number *n)
{
    long long value = 0;
    for (int i = 0; i < n->length; i++)
        value = 10 * value + n->digits[i];
    return turn_round(n) == value;
}

int main(void)
{
    char text[32];
    if (scanf("%31s", text) != 1)
        return 1;
    Number n = parse(text);
    printf("%d\n", add_up(&n));
    printf("%lld\n", turn_round(&n));
    printf("%s\n", is_symmetric(&n) ? "yes" : "no");
    return 0;
}
