#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N_TOP 10
#define DEEP 512

typedef struct trie
{
   int hits;
   struct trie *kid[26];
} trie_t;

typedef struct
{
   int hits;
   char text[DEEP];
} best_t;

static best_t best[N_TOP + 1];   /* one more as a place to push things out */
static int n_best = 0;
static int per_length[DEEP];
static int distinct = 0;
static int total = 0;

static trie_t *new_trie(void)
{
   return calloc(1, sizeof(trie_t));
}

/* The walk comes in alphabetical order, so an equal count stays behind. */
static void offer(const char *text, int hits)
{
   int i = n_best;
   while (i > 0 && best[i - 1].hits < hits)
   {
      best[i] = best[i - 1];
      i--;
   }
   if (i == N_TOP)
      return;
   best[i].hits = hits;
   strcpy(best[i].text, text);
   if (n_best < N_TOP)
      n_best++;
}

static void walk(trie_t *t, char *path, int depth)
{
   path[depth] = '\0';
   if (t->hits > 0)
   {
      distinct++;
      total += t->hits;
      per_length[depth] += t->hits;
      offer(path, t->hits);
   }
   for (int i = 0; i < 26; i++)
   {
      if (t->kid[i] != NULL)
      {
         path[depth] = "abcdefghijklmnopqrstuvwxyz"[i];
         walk(t->kid[i], path, depth + 1);
      }
   }
}

static int letter_index(int c)
{
   if (c >= 'a' && c <= 'z') return c - 'a';
   if (c >= 'A' && c <= 'Z') return c - 'A';
   return -1;
}

int main(void)
{
   trie_t *root = new_trie(), *here = root;
   char now[DEEP], longest[DEEP] = "-", path[DEEP];
   int depth = 0, record = 0, lines = 0, c, before = '\n';

   for (;;)
   {
      c = getchar();
      int k = letter_index(c);
      if (k >= 0 && depth < DEEP - 1)
      {
         if (here->kid[k] == NULL)
            here->kid[k] = new_trie();
         here = here->kid[k];
         now[depth++] = 'a' + k;
      }
      else if (depth > 0)
      {
         here->hits++;
         if (depth > record)
         {
            record = depth;
            memcpy(longest, now, depth);
            longest[depth] = '\0';
         }
         here = root;
         depth = 0;
      }
      if (c == '\n' || (c == EOF && before != '\n'))
         lines++;
      if (c == EOF)
         break;
      before = c;
   }

   walk(root, path, 0);
   printf("lines %d\n", lines);
   printf("words %d\n", total);
   printf("different %d\n", distinct);
   printf("longest %s\n", longest);
   for (int i = 0; i < n_best; i++)
      printf("%d %s\n", best[i].hits, best[i].text);
   for (int n = 1; n <= record; n++)
   {
      if (per_length[n] == 0)
         continue;
      printf("%d: ", n);
      for (int j = 0; j < per_length[n]; j++)
         fputc('#', stdout);
      fputc('\n', stdout);
   }
   return 0;
}
