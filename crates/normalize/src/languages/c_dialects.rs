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

/// Objective-C and Objective-C++, compared with C and C++.
///
/// Decisions: as for C, as far as C goes; `BOOL`, `NSInteger`, `CGFloat` and the like are arithmetic types; `YES`, `NO` and
/// `nil` are numbers, because C lets them be written 1 and 0; `NSLog` and names of classes are identifiers; a message is
/// read as its brackets, names and colons.
pub(crate) const OBJC: LanguageDefinition = LanguageDefinition {
    aliases: &["obj-c", "objective-c", "objectivec"],
    endings: &["mm", "objc"],
    keywords: "\
        @autoreleasepool @catch @class @dynamic @encode @end @finally @implementation @import @interface @optional \
        @private @property @protected @protocol @public @required @selector @synchronized @synthesize @throw @try \
        __block __bridge __strong __unsafe_unretained __weak asm assign atomic auto break case catch class const continue \
        copy default delete do else enum extern for goto id if in inline instancetype namespace new nonatomic nonnull \
        nullable operator private protected public readonly readwrite register restrict return self sizeof static strong \
        struct super switch template this throw try typedef union using virtual void volatile weak while",
    folds: &[
        (NUMBER, "@NO @YES FALSE NO NULL TRUE YES false nil nullptr true"),
        (
            PRIMITIVE_TYPE,
            "\
            BOOL CGFloat NSInteger NSTimeInterval NSUInteger bool char double float int int16_t int32_t int64_t int8_t \
            long short signed size_t uint16_t uint32_t uint64_t uint8_t unichar unsigned",
        ),
    ],
    prefixes: "@ l u u8",
    word_characters: "$@",
    operators: "\
        ! != # ## % %= & && &= ( ) * *= + ++ += , - -- -= -> . ... / /= : :: ; < << <<= <= = == > >= >>= ? @( @[ @{ [ ] ^ \
        ^= { | |= || } ~",
    grammar: None,
    ..c::C
};

/// GLSL, and HLSL as far as it has the same words: programs for graphics processors.
///
/// Decisions: scalar types are one kind; vectors and matrices keep their names, HLSL's as GLSL's (`float3` is `vec3`);
/// precision and interpolation (`highp`, `flat`) are ignored; the functions of the language (`mix`, `dot`) and its
/// variables (`gl_Position`) keep their names.
pub(crate) const GLSL: LanguageDefinition = LanguageDefinition {
    aliases: &["hlsl", "shader"],
    endings: &["glsl", "vert", "frag", "geom", "tesc", "tese", "comp", "vs", "hlsl", "hlsli", "fx"],
    keywords: "\
        abs acos asin atan attribute break buffer case cbuffer ceil clamp const continue cos cross default dFdx dFdy \
        degrees discard distance do dot else exp exp2 faceforward false floor for fract gl_FragColor gl_FragCoord \
        gl_FragDepth gl_GlobalInvocationID gl_InstanceID gl_Position gl_PointSize gl_VertexID if imageLoad imageStore in \
        inout inverse isampler2D iterations layout length location log log2 mat2 mat3 mat4 max min mix mod normalize out \
        pow radians readonly reflect refract register return round sampler2D sampler3D samplerCube shared sign sin \
        smoothstep sqrt static step struct subroutine switch tan texture texture2D textureCube transpose true typedef \
        uniform varying vec2 vec3 vec4 void while writeonly",
    folds: &[
        (PRIMITIVE_TYPE, "bool double float half int uint"),
        ("vec2", "bvec2 dvec2 float2 half2 int2 ivec2 uint2 uvec2"),
        ("vec3", "bvec3 dvec3 float3 half3 int3 ivec3 uint3 uvec3"),
        ("vec4", "bvec4 dvec4 float4 half4 int4 ivec4 uint4 uvec4"),
        ("mat2", "float2x2 mat2x2"),
        ("mat3", "float3x3 mat3x3"),
        ("mat4", "float4x4 mat4x4"),
        ("mix", "lerp"),
        ("fract", "frac"),
    ],
    ignored_words: "centroid coherent flat highp invariant lowp mediump noperspective precision precise smooth",
    operators: "\
        ! != # % %= & && &= ( ) * *= + ++ += , - -- -= . / /= : ; < << <<= <= = == > >= >> >>= ? [ ] ^ ^= ^^ { | |= || } ~",
    quotes: &[Quote::line("\"")],
    directives: "\
        #define #elif #else #endif #error #extension #if #ifdef #ifndef #include #line #pragma #undef #version",
    ..LanguageDefinition::LIKE_C
};
