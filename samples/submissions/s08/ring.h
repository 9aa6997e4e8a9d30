#ifndef RING_H
#define RING_H

#include <stdbool.h>
#include <stddef.h>

/* A queue of customer numbers that grows when it is full. */
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
