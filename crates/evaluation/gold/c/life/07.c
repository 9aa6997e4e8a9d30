#include <stdio.h>
#include <string.h>

/* bit 0 of a cell: alive now, bit 1: alive in the next step */
#define NOW  1
#define NEXT 2

static unsigned char g[256][256];
static int m, n;

static int around(int i, int j)
{
    static const int di[] = { -1, -1, -1,  0, 0,  1, 1, 1 };
    static const int dj[] = { -1,  0,  1, -1, 1, -1, 0, 1 };
    int k = 8, cnt = 0;

    while (k--)
        cnt += g[(m + i + di[k]) % m][(n + j + dj[k]) % n] & NOW;
    return cnt;
}

/* advance, return number of flips, store population */
static int advance(int *pop)
{
    int i, j, flips = 0;

    for (i = 0; i < m; i++)
        for (j = 0; j < n; j++) {
            int a = around(i, j);
            if ((a | (g[i][j] & NOW)) == 3)     /* 3, or 2 and alive */
                g[i][j] |= NEXT;
        }

    *pop = 0;
    for (i = 0; i < m; i++)
        for (j = 0; j < n; j++) {
            flips += g[i][j] == NOW || g[i][j] == NEXT;
            g[i][j] >>= 1;
            *pop += g[i][j];
        }
    return flips;
}

int main(void)
{
    int i, j, t, T, pop;
    char s[300];

    if (!fgets(s, sizeof s, stdin) || sscanf(s, "%d %d %d", &m, &n, &T) != 3)
        return 1;
    for (i = 0; i < m && fgets(s, sizeof s, stdin); i++)
        for (j = 0; s[j] != '\0'; j++)
            if (s[j] == 'o')
                g[i][j] = NOW;

    for (t = 1; t <= T; t++) {
        int flips = advance(&pop);
        printf("step %d: %d\n", t, pop);
        if (!flips) {
            printf("still\n");
            break;
        }
    }

    for (i = 0; i < m; i++) {
        for (j = 0; j < n; j++)
            s[j] = g[i][j] & NOW ? 'o' : '.';
        s[n] = '\0';
        puts(s);
    }
    return 0;
}
