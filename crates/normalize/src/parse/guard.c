// Parses a text within a budget, and gives up at the very step that exceeds it.
//
// tree-sitter calls back only while it advances. Recovering from errors, reducing at the end of the text and copying
// stacks go on for gigabytes without a call, but not without asking for memory. So the work is counted where memory is
// asked for as well, and a parse beyond its budget is left from there with `longjmp`.
//
// This is sound because
// - every frame between `longjmp` and `setjmp` is C: the runtime's, a grammar's and this file's. The reading callback,
//   which may be called with a scanner of a grammar in the middle of its work, does not jump; it says that the text ends.
//   An assertion of a scanner that fails does: the scanner is only destroyed then.
// - what is left behind is memory only. Every block that the runtime asked for is in a list, which is freed. The parser
//   is not used again. The scanner, which has memory of its own, is made and destroyed here and not by the parser.

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tree_sitter/api.h>

// `TSLanguage` as generated parsers have it (ABI 14 and 15, which `chaffinch_guard_language` checks).
typedef struct {
    uint32_t abi_version;
    uint32_t counts[8];
    uint16_t max_alias_sequence_length;
    const void *tables[13];
    bool (*lex[2])(void *, uint16_t);
    uint16_t keyword_capture_token;
    const bool *scanner_states;
    const uint16_t *scanner_symbols;
    void *(*create_scanner)(void);
    void (*destroy_scanner)(void *);
    bool (*scan)(void *, void *, const bool *);
    unsigned (*serialize)(void *, char *);
    void (*deserialize)(void *, const char *, unsigned);
    const uint16_t *primary_state_ids;
    // From here on ABI 15 only.
    const char *name;
    const uint16_t *reserved_words;
    uint16_t max_reserved_word_set_size;
    uint32_t supertype_count;
    const void *supertypes[3];
    uint8_t version[3];
} Language;

// What guard.rs has under the same names.
typedef struct {
    uint64_t step, read, block, recovery;
} Costs;

typedef struct {
    uint64_t work, memory;
} Budget;

// In front of each block that the runtime has: its neighbours in a ring and its size.
typedef union block {
    struct {
        union block *next, *previous;
        size_t size;
    };
    max_align_t alignment;
} Block;

typedef struct {
    jmp_buf escape;
    Block blocks;
    Costs costs;
    Budget budget, spent;
    uint64_t live;
    bool exhausted;
    const char *text;
    uint32_t length;
    void *scanner;
    TSTree *tree;
} Guard;

// The parse that runs on this thread.
static _Thread_local Guard *current;

// The runtime asks for a block of this size each time it begins to recover from an error (`StackSummary` in its
// stack.c), and for no other block of this size.
enum { RECOVERY = sizeof(void *) + 2 * sizeof(uint32_t) };

// Bytes of the text that the parser is given at a time.
enum { CHUNK = 64 };

static void spend(Guard *guard, uint64_t work) {
    guard->spent.work += work;
    if (guard->spent.work > guard->budget.work || guard->spent.memory > guard->budget.memory) guard->exhausted = true;
}

// To be called only where all frames up to `setjmp` are the runtime's.
static void leave_if_exhausted(Guard *guard) {
    if (guard->exhausted) longjmp(guard->escape, 1);
}

// Counts a block before it is made, or does not return.
static void count_block(size_t size, size_t replaced) {
    Guard *guard = current;
    if (!guard) return;
    if (guard->live + size - replaced > guard->spent.memory) guard->spent.memory = guard->live + size - replaced;
    spend(guard, guard->costs.block + size + (size == RECOVERY ? guard->costs.recovery : 0));
    leave_if_exhausted(guard);
}

static void *link_block(Block *block, size_t size) {
    if (!block) {
        fprintf(stderr, "tree-sitter failed to allocate %zu bytes", size);
        abort();
    }
    block->size = size;
    block->next = block->previous = block;
    if (current) {
        block->next = current->blocks.next;
        block->previous = &current->blocks;
        block->next->previous = block->previous->next = block;
        current->live += size;
    }
    return block + 1;
}

static void unlink_block(Block *block) {
    block->next->previous = block->previous;
    block->previous->next = block->next;
    if (current) current->live -= block->size;
}

static void *guarded_malloc(size_t size) {
    count_block(size, 0);
    return link_block(malloc(sizeof(Block) + size), size);
}

static void *guarded_calloc(size_t count, size_t size) {
    count_block(count * size, 0);
    return link_block(calloc(1, sizeof(Block) + count * size), count * size);
}

static void guarded_free(void *memory) {
    if (!memory) return;
    Block *block = (Block *)memory - 1;
    unlink_block(block);
    free(block);
}

static void *guarded_realloc(void *memory, size_t size) {
    if (!memory) return guarded_malloc(size);
    Block *block = (Block *)memory - 1;
    count_block(size, block->size);
    unlink_block(block);
    return link_block(realloc(block, sizeof(Block) + size), size);
}

// Takes the place of the C library's: where a scanner finds its state impossible, the parse is given up and not the
// process. (Ruby's does after a here-document whose word has more than 255 bytes.)
_Noreturn void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function) {
    if (current) longjmp(current->escape, 1);
    fprintf(stderr, "%s:%u: %s: assertion failed: %s\n", file, line, function, assertion);
    abort();
}

// Before `main`: what the runtime allocated by other functions could not be freed by these.
__attribute__((constructor)) static void install(void) {
    ts_set_allocator(guarded_malloc, guarded_calloc, guarded_realloc, guarded_free);
}

static void *lend_scanner(void) { return current->scanner; }

static void take_scanner_back(void *scanner) { (void)scanner; }

// A copy of a grammar, for ever, whose scanner is made by `chaffinch_guard_parse`; null if it cannot be made.
const TSLanguage *chaffinch_guard_language(const TSLanguage *language) {
    uint32_t abi = ts_language_abi_version(language);
    if (abi < 14 || abi > 15) return NULL;
    Language *copy = calloc(1, sizeof(Language));
    if (!copy) return NULL;
    memcpy(copy, language, abi == 14 ? offsetof(Language, name) : sizeof(Language));
    if (copy->create_scanner) {
        copy->create_scanner = lend_scanner;
        copy->destroy_scanner = take_scanner_back;
    }
    return (const TSLanguage *)copy;
}

static bool on_progress(TSParseState *state) {
    Guard *guard = state->payload;
    spend(guard, guard->costs.step);
    return guard->exhausted;
}

// Once the budget is exceeded the text seems to end: a parser busy lexing hears nothing else.
static const char *on_read(void *payload, uint32_t at, TSPoint point, uint32_t *bytes) {
    (void)point;
    Guard *guard = payload;
    spend(guard, guard->costs.read);
    if (guard->exhausted || at >= guard->length) {
        *bytes = 0;
        return "";
    }
    uint32_t end = guard->length - at > CHUNK ? at + CHUNK : guard->length;
    // Not within a character.
    while (end < guard->length && ((unsigned char)guard->text[end] & 0xC0) == 0x80) end++;
    *bytes = end - at;
    return guard->text + at;
}

// Whether a tree was made. What it changes is the caller's, so that it has its value after a jump.
static bool parse_or_leave(Guard *guard, const TSLanguage *language) {
    if (setjmp(guard->escape)) return false;
    TSParser *parser = ts_parser_new();
    if (ts_parser_set_language(parser, language)) {
        TSInput input = {guard, on_read, TSInputEncodingUTF8, NULL};
        TSParseOptions options = {guard, on_progress};
        TSTree *tree = ts_parser_parse_with_options(parser, NULL, input, options);
        leave_if_exhausted(guard);
        guard->tree = tree;
    }
    // What follows only gives memory back.
    guard->budget.work = guard->budget.memory = UINT64_MAX;
    ts_parser_delete(parser);
    return true;
}

// Parses a text, or returns null if that exceeds the budget. `copy` is the copy of `language` made above.
TSTree *chaffinch_guard_parse(const TSLanguage *language, const TSLanguage *copy, const char *text, uint32_t length,
                              const Costs *costs, const Budget *budget, Budget *spent) {
    Guard guard = {.costs = *costs, .budget = *budget, .text = text, .length = length};
    guard.blocks.next = guard.blocks.previous = &guard.blocks;
    const Language *original = (const Language *)language;
    if (original->create_scanner) guard.scanner = original->create_scanner();
    current = &guard;
    if (!parse_or_leave(&guard, copy)) {
        for (Block *block = guard.blocks.next; block != &guard.blocks;) {
            Block *next = block->next;
            free(block);
            block = next;
        }
        guard.blocks.next = guard.blocks.previous = &guard.blocks;
        guard.tree = NULL;
    }
    current = NULL;
    // The tree's blocks go on without this one.
    guard.blocks.next->previous = guard.blocks.previous;
    guard.blocks.previous->next = guard.blocks.next;
    if (guard.scanner) original->destroy_scanner(guard.scanner);
    *spent = guard.spent;
    return guard.tree;
}
