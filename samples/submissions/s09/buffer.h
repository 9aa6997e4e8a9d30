#ifndef BUFFER_H
#define BUFFER_H

#include <stdbool.h>
#include <stddef.h>

/* Ring buffer of int. */
struct ring {
    int *cells;
    size_t capacity;
    size_t first;
    size_t used;
};

void ring_open(struct ring *ring);
void ring_close(struct ring *ring);
bool ring_put(struct ring *ring, int value);
bool ring_take(struct ring *ring, int *value);
bool ring_peek(const struct ring *ring, int *value);

#endif
