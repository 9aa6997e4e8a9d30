//! Counts the memory that tree-sitter asks for: the one measure of its work that sees all of it. Recovering from errors
//! copies what was read so far again and again between two calls of the progress callback (20 seconds for 16 KiB of
//! `<!--` in Go); allocated bytes grow with that. Counting costs nothing that can be measured: an addition an allocation.

#![expect(unsafe_code, reason = "an allocator for C is raw pointers by nature; this file has nothing else")]

use std::cell::Cell;
use std::ffi::c_void;
use std::sync::Once;

use tree_sitter::{Allocator, set_allocator};

thread_local! {
    static ALLOCATED: Cell<u64> = const { Cell::new(0) };
}

/// Bytes that tree-sitter's runtime has asked for on this thread so far, whether or not they were given back. The same
/// for the same text, if a parser of its own reads it.
pub(crate) fn allocated() -> u64 {
    static COUNTING: Once = Once::new();
    COUNTING.call_once(|| {
        let counting = Allocator { malloc: count_malloc, calloc: count_calloc, realloc: count_realloc, free };
        // SAFETY: these are the C library's functions, which the runtime uses by itself: what it allocated before can be
        // reallocated and freed by them, by any thread.
        unsafe { set_allocator(Some(counting)) };
    });
    ALLOCATED.get()
}

fn count(bytes: usize) {
    ALLOCATED.set(ALLOCATED.get().wrapping_add(bytes as u64));
}

unsafe extern "C" {
    fn malloc(size: usize) -> *mut c_void;
    fn calloc(count: usize, size: usize) -> *mut c_void;
    fn realloc(pointer: *mut c_void, size: usize) -> *mut c_void;
    fn free(pointer: *mut c_void);
}

unsafe extern "C" fn count_malloc(size: usize) -> *mut c_void {
    count(size);
    // SAFETY: the caller keeps to the C library's contract, for which this stands.
    unsafe { malloc(size) }
}

unsafe extern "C" fn count_calloc(number: usize, size: usize) -> *mut c_void {
    count(number.saturating_mul(size));
    // SAFETY: as above.
    unsafe { calloc(number, size) }
}

unsafe extern "C" fn count_realloc(pointer: *mut c_void, size: usize) -> *mut c_void {
    count(size);
    // SAFETY: as above; the pointer comes from one of these functions.
    unsafe { realloc(pointer, size) }
}
