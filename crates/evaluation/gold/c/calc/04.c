#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// Calculator. A line is cut into tokens first; the parser computes while it reads.
// An error in the values is remembered, but the parser reads on, because a
// syntax error later in the line is more important.

struct Token
{
    enum { NUMBER, NAME, SIGN, FINISH } kind;
    long long value;
    char text[64];
};

static struct
{
    struct Token tokens[1200];
    int position;
    bool syntaxError;
    char valueError[100];
    struct Token names[300];    // the text is the name, the value its value
    int nameCount;
} calc;

static bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool isNumeral(char c) { return c >= '0' && c <= '9'; }

static int tokenize(const char *line)
{
    int count = 0;
    int i = strspn(line, " \t\r\n");
    while (line[i] != '\0')
    {
        struct Token *token = &calc.tokens[count++];
        int length = 0;
        token->value = 0;
        if (isLetter(line[i]))
        {
            token->kind = NAME;
            while (isLetter(line[i]) && length < 63)
                token->text[length++] = line[i++];
        }
        else if (isNumeral(line[i]))
        {
            token->kind = NUMBER;
            while (isNumeral(line[i]))
                token->value = token->value * 10 + (line[i++] - '0');
        }
        else
        {
            token->kind = SIGN;
            token->text[length++] = line[i++];
        }
        token->text[length] = '\0';
        i += strspn(line + i, " \t\r\n");
    }
    calc.tokens[count].kind = FINISH;
    return count;
}

static bool accept(char sign)
{
    struct Token *token = &calc.tokens[calc.position];
    if (token->kind != SIGN || token->text[0] != sign)
        return false;
    calc.position++;
    return true;
}

static struct Token *findName(const char *text)
{
    for (int i = 0; i < calc.nameCount; i++)
        if (strcmp(calc.names[i].text, text) == 0)
            return &calc.names[i];
    return NULL;
}

static long long parseSum(void);

static long long parseOperand(void)
{
    if (accept('-'))
        return -parseOperand();
    if (accept('('))
    {
        long long value = parseSum();
        if (!accept(')'))
            calc.syntaxError = true;
        return value;
    }
    struct Token *token = &calc.tokens[calc.position++];
    if (token->kind == NUMBER)
        return token->value;
    if (token->kind == NAME)
    {
        struct Token *known = findName(token->text);
        if (known != NULL)
            return known->value;
        if (calc.valueError[0] == '\0')
            snprintf(calc.valueError, sizeof calc.valueError, "unknown %s", token->text);
        return 1;
    }
    calc.position--;
    calc.syntaxError = true;
    return 1;
}

static long long parseProduct(void)
{
    long long value = parseOperand();
    while (true)
    {
        bool times = accept('*');
        if (!times && !accept('/'))
            return value;
        long long right = parseOperand();
        if (times)
            value *= right;
        else if (right != 0)
            value /= right;
        else if (calc.valueError[0] == '\0')
            strcpy(calc.valueError, "division by zero");
    }
}

static long long parseSum(void)
{
    long long value = parseProduct();
    for (;;)
        if (accept('+'))
            value += parseProduct();
        else if (accept('-'))
            value -= parseProduct();
        else
            return value;
}

static void runStatement(void)
{
    struct Token *target = NULL;
    calc.position = 0;
    calc.syntaxError = false;
    calc.valueError[0] = '\0';

    if (calc.tokens[0].kind == NAME && calc.tokens[1].kind == SIGN && calc.tokens[1].text[0] == '=')
    {
        target = &calc.tokens[0];
        calc.position = 2;
    }
    long long value = parseSum();

    if (calc.syntaxError || calc.tokens[calc.position].kind != FINISH)
        printf("error: syntax\n");
    else if (calc.valueError[0] != '\0')
        printf("error: %s\n", calc.valueError);
    else if (target == NULL)
        printf("%lld\n", value);
    else
    {
        struct Token *name = findName(target->text);
        if (name == NULL)
            name = &calc.names[calc.nameCount++];
        *name = *target;
        name->value = value;
        printf("%s = %lld\n", name->text, value);
    }
}

int main(void)
{
    char line[1000];
    while (fgets(line, sizeof line, stdin) != NULL)
        if (tokenize(line) > 0)
            runStatement();
    return 0;
}
