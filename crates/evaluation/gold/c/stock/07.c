/* stock.c - keeps a list of goods and prints reports about it
 *
 * The complete input is loaded into memory first. Names are not copied,
 * the goods just point into that text.
 */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct good {
  char *label;
  long stock, cost;
  struct good *prev;
};

static struct good *last_good;
static char *cursor;

/* Load stdin completely; the result ends with a zero byte. */
static char *slurp(void) {
  size_t used = 0, room = 4096, got;
  char *text = malloc(room);
  while ((got = fread(text + used, 1, room - used - 1, stdin)) > 0) {
    used += got;
    if (room - used < 2)
      text = realloc(text, room *= 2);
  }
  text[used] = '\0';
  return text;
}

/* Cut the next line off; NULL when the text is used up. */
static char *next_line(void) {
  if (*cursor == '\0')
    return NULL;
  char *start = cursor;
  char *nl = strchr(cursor, '\n');
  if (nl) {
    *nl = '\0';
    cursor = nl + 1;
  } else {
    cursor += strlen(cursor);
  }
  return start;
}

/* Cut the next field off the line at *p. */
static char *field(char **p) {
  while (isspace((unsigned char)**p))
    ++*p;
  char *start = *p;
  while (**p && !isspace((unsigned char)**p))
    ++*p;
  if (**p)
    *(*p)++ = '\0';
  return start;
}

static struct good *find(const char *label) {
  for (struct good *g = last_good; g; g = g->prev)
    if (strcmp(g->label, label) == 0)
      return g;
  return NULL;
}

/* The good with the smallest label that is still larger than `after`. */
static struct good *successor(const char *after) {
  struct good *best = NULL;
  for (struct good *g = last_good; g; g = g->prev)
    if (strcmp(g->label, after) > 0 && (!best || strcmp(g->label, best->label) < 0))
      best = g;
  return best;
}

static void execute(char *verb, char *p) {
  if (!strcmp(verb, "report")) {
    long worth = 0;
    for (struct good *g = successor(""); g; g = successor(g->label)) {
      printf("%s %ld %ld\n", g->label, g->stock, g->cost);
      worth += g->stock * g->cost;
    }
    printf("total %ld\n", worth);
    return;
  }

  int adding = !strcmp(verb, "add"), removing = !strcmp(verb, "remove");
  if (!adding && !removing && strcmp(verb, "price")) {
    printf("bad command\n");
    return;
  }

  char *label = field(&p);
  long number = atol(field(&p));
  struct good *g = find(label);
  if (!g && !adding) {
    printf("unknown %s\n", label);
    return;
  }
  if (!g) {
    g = malloc(sizeof *g);
    *g = (struct good){label, 0, 0, last_good};
    last_good = g;
  }
  if (adding) {
    g->stock += number;
    g->cost = atol(field(&p));
  } else if (!removing) {
    g->cost = number;
  } else if (number > g->stock) {
    printf("not enough %s\n", label);
  } else {
    g->stock -= number;
  }
}

int main(void) {
  char *line;
  cursor = slurp();
  while ((line = next_line()) != NULL) {
    char *verb = field(&line);
    if (!strcmp(verb, "end"))
      break;
    if (*verb)
      execute(verb, line);
  }
  return EXIT_SUCCESS;
}
