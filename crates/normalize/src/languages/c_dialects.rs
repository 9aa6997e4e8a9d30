//! Languages that took over the words of C: Objective-C, CUDA and the languages of shaders, read by the scanner.

use super::c;
use crate::definition::prelude::*;

/// CUDA, compared with C and C++: a kernel is often a function that was written for the processor.
///
/// Decisions: all words are those of C++; words that say where a function runs or a variable is are ignored;
/// `<<<` and `>>>` are read as the operators in them. The grammar of C++ would report each launch of a kernel as a syntax
/// error.
pub(crate) const CUDA: LanguageDefinition = LanguageDefinition {
    aliases: &["cu"],
    endings: &["cu", "cuh"],
    ignored_words: "\
        __constant__ __device__ __forceinline__ __global__ __grid_constant__ __host__ __launch_bounds__ __managed__ \
        __noinline__ __restrict__ __shared__",
    grammar: None,
    ..c::CPP
};
