#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MAX_NAMES 200

char names[MAX_NAMES][50];
long values[MAX_NAMES];
int name_count = 0;

char *p;            /* current position in the line */
char error[100];    /* empty if there is no error */

/* The same functions are used two times for each line: first with
   only_check = 1 to check the syntax, then with only_check = 0 to compute. */
int only_check;

long expression(void);

void skip_spaces(void)
{
    while (isspace(*p)) {
        p++;
    }
}

void set_error(char *text, char *name)
{
    /* only the first error counts */
    if (error[0] == '\0') {
        sprintf(error, "error: %s%s", text, name);
    }
}

void read_name(char *name)
{
    int n = 0;
    while (isalpha(*p)) {
        if (n < 49) {
            name[n++] = *p;
        }
        p++;
    }
    name[n] = '\0';
    skip_spaces();
}

long factor(void)
{
    long value = 0;
    char name[50];
    int i;

    if (*p == '-') {
        p++;
        skip_spaces();
        value = -factor();
    } else if (*p == '(') {
        p++;
        skip_spaces();
        value = expression();
        if (*p != ')') {
            set_error("syntax", "");
            return 0;
        }
        p++;
        skip_spaces();
    } else if (isdigit(*p)) {
        while (isdigit(*p)) {
            value = value * 10 + (*p - '0');
            p++;
        }
        skip_spaces();
    } else if (isalpha(*p)) {
        read_name(name);
        if (!only_check) {
            for (i = 0; i < name_count; i++) {
                if (strcmp(names[i], name) == 0) {
                    return values[i];
                }
            }
            set_error("unknown ", name);
        }
    } else {
        set_error("syntax", "");
    }
    return value;
}

long term(void)
{
    long value = factor();
    while (*p == '*' || *p == '/') {
        char op = *p;
        long right;
        p++;
        skip_spaces();
        right = factor();
        if (op == '*') {
            value = value * right;
        } else if (only_check) {
            value = 0;
        } else if (right == 0) {
            set_error("division by zero", "");
        } else {
            value = value / right;
        }
    }
    return value;
}

long expression(void)
{
    long value = term();
    while (*p == '+' || *p == '-') {
        char op = *p;
        p++;
        skip_spaces();
        if (op == '+') {
            value = value + term();
        } else {
            value = value - term();
        }
    }
    return value;
}

int main(void)
{
    char line[1000];
    char target[50];
    char *start;
    long result = 0;
    int i;

    while (fgets(line, 1000, stdin) != NULL) {
        p = line;
        skip_spaces();
        if (*p == '\0') {
            continue;
        }

        /* is it an assignment? */
        start = p;
        read_name(target);
        if (target[0] != '\0' && *p == '=') {
            p++;
            skip_spaces();
            start = p;
        } else {
            target[0] = '\0';
        }

        error[0] = '\0';
        for (only_check = 1; only_check >= 0 && error[0] == '\0'; only_check--) {
            p = start;
            result = expression();
            if (*p != '\0') {
                set_error("syntax", "");
            }
        }

        if (error[0] != '\0') {
            printf("%s\n", error);
        } else if (target[0] == '\0') {
            printf("%ld\n", result);
        } else {
            printf("%s = %ld\n", target, result);
            for (i = 0; i < name_count && strcmp(names[i], target) != 0; i++) {
            }
            if (i == name_count) {
                strcpy(names[i], target);
                name_count++;
            }
            values[i] = result;
        }
    }
    return 0;
}
