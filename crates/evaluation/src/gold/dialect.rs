//! What the transformations need to know of each language, one row per language. Tables only.

use tree_sitter_language::LanguageFn;

/// A language as the transformations see it. The words of a list are separated by blanks.
pub(crate) struct Dialect {
    /// Name of the language, and of its folder.
    pub(crate) name: &'static str,
    /// File extension, without the dot.
    pub(crate) ending: &'static str,
    pub(super) grammar: LanguageFn,
    /// Whether indentation marks blocks, and not braces.
    pub(super) indented: bool,
    /// Beginning of a comment that ends with the line.
    pub(super) comment: &'static str,
    /// Kinds of nodes that hold a list of statements.
    pub(super) blocks: &'static str,
    /// Kinds of nodes that have local variables of their own.
    pub(super) functions: &'static str,
    /// Kinds of named functions that may be called before their definition.
    pub(super) movable: &'static str,
    /// Kinds of statements that may be in any order at the beginning of a file.
    pub(super) imports: &'static str,
    /// Kinds of declarations of local variables.
    pub(super) declarations: &'static str,
    /// Kinds of operations on two values.
    pub(super) operations: &'static str,
    /// The kind of `c ? a : b`.
    pub(super) choice: &'static str,
    /// Kinds of expressions that may have effects.
    pub(super) effects: &'static str,
    /// Kinds of names.
    pub(super) names: &'static str,
    /// Beginning of the declaration of a local integer.
    pub(super) number: &'static str,
    /// Beginning of the declaration of a local truth value.
    pub(super) truth: &'static str,
    /// An expression that is always true.
    pub(super) always: &'static str,
    /// Operators of equality, each followed by its opposite.
    pub(super) equality: &'static str,
    /// Functions that print, by the text of the called function.
    pub(super) printers: &'static str,
    /// Members of library objects. Names of the program that are equal to one of these are kept.
    pub(super) library: &'static str,
}

/// Returns whether a list separated by blanks contains a word.
pub(super) fn has(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|listed| listed == word)
}

/// All dialects, in the order of the printed tables.
pub(crate) static DIALECTS: [Dialect; 4] = [
    Dialect {
        name: "c",
        ending: "c",
        grammar: tree_sitter_c::LANGUAGE,
        indented: false,
        comment: "//",
        blocks: "compound_statement",
        functions: "function_definition",
        movable: "function_definition",
        imports: "preproc_include",
        declarations: "declaration",
        operations: "binary_expression",
        choice: "conditional_expression",
        effects: "call_expression assignment_expression update_expression",
        names: "identifier field_identifier type_identifier statement_identifier",
        number: "int ",
        truth: "int ",
        always: "1",
        equality: "== !=",
        printers: "printf puts",
        library: "",
    },
    Dialect {
        name: "java",
        ending: "java",
        grammar: tree_sitter_java::LANGUAGE,
        indented: false,
        comment: "//",
        blocks: "block constructor_body",
        functions: "method_declaration constructor_declaration compact_constructor_declaration lambda_expression \
                    static_initializer",
        movable: "method_declaration",
        imports: "import_declaration",
        declarations: "local_variable_declaration",
        operations: "binary_expression",
        choice: "ternary_expression",
        effects: "method_invocation assignment_expression update_expression object_creation_expression \
                  lambda_expression switch_expression",
        names: "identifier type_identifier",
        number: "int ",
        truth: "boolean ",
        always: "true",
        equality: "== !=",
        printers: "System.out.println System.out.printf System.out.print",
        library: "MAX_VALUE MIN_VALUE accept add addAll addFirst addLast append apply asList charAt clear close \
                  compare compareTo compute computeIfAbsent computeIfPresent contains containsKey containsValue \
                  copyOf count delete deleteCharAt empty entrySet equals err fill first firstKey flush forEach \
                  format get getFirst getKey getLast getMessage getOrDefault getValue hasNext hasNextInt \
                  hasNextLine hashCode in indexOf insert isBlank isEmpty iterator join keySet last length lines \
                  main map matches max merge min name next nextInt nextLine of offer ordinal out peek poll pollFirst \
                  pop print printf println push put putIfAbsent read readLine remove removeFirst removeLast \
                  repeat replace replaceAll reverse run set setCharAt setLength size sort split startsWith stream \
                  strip substring sum test toArray toCharArray toLowerCase toString trim value valueOf values write",
    },
    Dialect {
        name: "python",
        ending: "py",
        grammar: tree_sitter_python::LANGUAGE,
        indented: true,
        comment: "#",
        blocks: "block module",
        functions: "function_definition lambda",
        movable: "function_definition",
        imports: "import_statement import_from_statement",
        declarations: "",
        operations: "binary_operator comparison_operator boolean_operator",
        choice: "conditional_expression",
        effects: "call named_expression await yield lambda list_comprehension set_comprehension \
                  dictionary_comprehension generator_expression",
        names: "identifier",
        number: "",
        truth: "",
        always: "True",
        equality: "== !=",
        printers: "print",
        library: "append appendleft add capitalize clear close copy count decode encode end endswith extend find \
                  flush format get group index insert isalpha isalnum isdigit islower isspace isupper items join \
                  keys lower match message most_common name pop popitem popleft read readline readlines remove \
                  replace reverse rstrip lstrip setdefault sort split splitlines start startswith strip sub \
                  title translate union update upper value values write writelines",
    },
    Dialect {
        name: "javascript",
        ending: "js",
        grammar: tree_sitter_javascript::LANGUAGE,
        indented: false,
        comment: "//",
        blocks: "statement_block program",
        functions: "function_declaration function_expression arrow_function method_definition \
                    generator_function generator_function_declaration",
        movable: "function_declaration method_definition",
        imports: "import_statement",
        declarations: "lexical_declaration variable_declaration",
        operations: "binary_expression",
        choice: "ternary_expression",
        effects: "call_expression assignment_expression augmented_assignment_expression update_expression \
                  new_expression await_expression yield_expression arrow_function function_expression \
                  template_string",
        names: "identifier property_identifier shorthand_property_identifier \
                shorthand_property_identifier_pattern private_property_identifier",
        number: "let ",
        truth: "const ",
        always: "true",
        equality: "== != === !==",
        printers: "console.log process.stdout.write",
        library: "add apply argv at bind call charAt charCodeAt clear close codePointAt concat constructor data \
                  delete done end entries error every exit exports fill filter find findIndex flat flatMap \
                  forEach from get global has includes indexOf input isArray join keys lastIndexOf length \
                  line log map match max message min name next now on output padEnd padStart parse pop prototype \
                  push read readFileSync reduce repeat replace return reverse set shift size slice some sort \
                  splice split stack startsWith stdin stdout stringify substring test then toLowerCase toString \
                  toUpperCase trim type unshift value values write",
    },
];
