#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_SIZE 4096
#define TOP 10

typedef struct tnode *Tree;

struct tnode {
  char *word;
  int count;
  Tree left, right;
};

typedef struct {
  int lines, words, different;
  char *longest;
  Tree tree;
} Statistics;

static char *copy_of(const char *s) {
  char *p = malloc(strlen(s) + 1);
  return strcpy(p, s);
}

static Tree tree_insert(Tree t, const char *w, Statistics *st) {
  int cmp;
  if (t == NULL) {
    t = malloc(sizeof(struct tnode));
    t->word = copy_of(w);
    t->count = 1;
    t->left = t->right = NULL;
    st->different++;
    if (st->longest == NULL || strlen(w) > strlen(st->longest))
      st->longest = t->word;
  } else if ((cmp = strcmp(w, t->word)) == 0) {
    t->count++;
  } else if (cmp < 0) {
    t->left = tree_insert(t->left, w, st);
  } else {
    t->right = tree_insert(t->right, w, st);
  }
  return t;
}

/* writes the nodes in alphabetical order, returns the place after the last */
static Tree *flatten(Tree t, Tree *to) {
  if (t == NULL)
    return to;
  to = flatten(t->left, to);
  *to++ = t;
  return flatten(t->right, to);
}

static int more_frequent(const void *a, const void *b) {
  const Tree x = *(const Tree *)a;
  const Tree y = *(const Tree *)b;
  if (x->count != y->count)
    return y->count - x->count;
  return strcmp(x->word, y->word);
}

static void scan_piece(const char *s, Statistics *st) {
  char w[LINE_SIZE];
  while (*s) {
    int n = 0;
    while (*s && !isalpha((unsigned char)*s))
      s++;
    while (isalpha((unsigned char)*s))
      w[n++] = tolower((unsigned char)*s++);
    w[n] = '\0';
    if (n > 0) {
      st->words++;
      st->tree = tree_insert(st->tree, w, st);
    }
  }
}

static void histogram(Tree *all, int n, int longest) {
  for (int len = 1; len <= longest; len++) {
    int k = 0;
    for (int i = 0; i < n; i++)
      if ((int)strlen(all[i]->word) == len)
        k += all[i]->count;
    if (k == 0)
      continue;
    printf("%d: ", len);
    while (k-- > 0)
      putchar('#');
    putchar('\n');
  }
}

int main(void) {
  char line[LINE_SIZE];
  Statistics st = {0, 0, 0, NULL, NULL};

  while (fgets(line, sizeof line, stdin) != NULL) {
    st.lines++;
    scan_piece(line, &st);
  }

  printf("lines %d\nwords %d\ndifferent %d\n", st.lines, st.words, st.different);
  if (st.longest == NULL) {
    printf("longest -\n");
    return 0;
  }
  printf("longest %s\n", st.longest);

  Tree *all = malloc(st.different * sizeof(Tree));
  flatten(st.tree, all);
  qsort(all, st.different, sizeof(Tree), more_frequent);
  for (int i = 0; i < TOP && i < st.different; i++)
    printf("%d %s\n", all[i]->count, all[i]->word);
  histogram(all, st.different, (int)strlen(st.longest));
  return 0;
}
