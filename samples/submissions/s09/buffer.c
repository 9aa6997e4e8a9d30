#include "buffer.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 8 };

void ring_open(struct ring *ring)
{
    memset(ring, 0, sizeof *ring);
}

void ring_close(struct ring *ring)
{
    free(ring->cells);
    ring_open(ring);
}

static bool ring_grow(struct ring *ring)
{
    size_t wider = ring->capacity ? ring->capacity * 2 : FIRST_CAPACITY;
    int *cells = malloc(wider * sizeof *cells);
    if (cells == NULL)
        return false;
    size_t upper = ring->capacity - ring->first;
    if (upper > ring->used)
        upper = ring->used;
    if (ring->cells != NULL) {
        memcpy(cells, ring->cells + ring->first, upper * sizeof *cells);
        memcpy(cells + upper, ring->cells, (ring->used - upper) * sizeof *cells);
    }
    free(ring->cells);
    ring->cells = cells;
    ring->capacity = wider;
    ring->first = 0;
    return true;
}

bool ring_put(struct ring *ring, int value)
{
    if (ring->used == ring->capacity && !ring_grow(ring))
        return false;
    ring->cells[(ring->first + ring->used) % ring->capacity] = value;
    ring->used++;
    return true;
}

bool ring_peek(const struct ring *ring, int *value)
{
    if (ring->used == 0)
        return false;
    *value = ring->cells[ring->first];
    return true;
}

bool ring_take(struct ring *ring, int *value)
{
    if (!ring_peek(ring, value))
        return false;
    ring->first = (ring->first + 1) % ring->capacity;
    ring->used--;
    return true;
}
