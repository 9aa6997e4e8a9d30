//! Exact token sequences, exact statements, highlighting, and notes about a file.

use crate::support::{check, read};
use chaffinch_normalize::{Choice, Class, FrontEnd, highlight, language, tokenize};
use chaffinch_submission::{Notebook, SourceFile, TokenStream};

#[test]
fn c() {
    check("c", "", "");
    check("c", "void f() { a+b; }", "| void identifier ( ) { | identifier + identifier ; }");
    check("c", "void f() { while (a); }", "| void identifier ( ) { | while ( identifier ) ; }");
    check("c", "int x = -1;", "| primitive_type identifier = - number ;");
    check("c", "x = a -1;", "| identifier = identifier - number ;");
    check("c", "unsigned long /* wide */ int a, *b;", "| primitive_type identifier , * identifier ;");
    check("c", "void f(void) { return; }", "| void identifier ( void ) { | return ; }");
    check("c", "p = NULL; q = true;", "| identifier = number ; | identifier = number ;");
    check("c", "s = L\"a\" \"b\"; c = '\\'';", "| identifier = string ; | identifier = character ;");
    check(
        "c",
        "for (int i = 0; i < n; ++i) f(i);",
        "| for ( primitive_type identifier = number ; identifier < identifier ; ++ identifier ) | identifier ( identifier ) ;",
    );
    check(
        "c",
        "void f() { if (a) b(); else c(); }",
        "| void identifier ( ) { | if ( identifier ) | identifier ( ) ; | else | identifier ( ) ; }",
    );
    check(
        "c",
        "void f() { switch (a) { case 1: b(); break; default: c(); } }",
        "| void identifier ( ) { | switch ( identifier ) { | case number : | identifier ( ) ; | break ; | default : | identifier ( ) ; }  }",
    );
    check(
        "c",
        "struct p { int x; };\nint a[] = { 1, 2 };",
        "| struct identifier { | primitive_type identifier ; } ; | primitive_type identifier [ ] = { number , number } ;",
    );
    check("c", "l: goto l;", "| identifier : | goto identifier ;");
}

#[test]
fn c_preprocessor() {
    check("c", "#include <stdio.h>\n#  include \"a.h\"\n", "| #include string | #include string");
    check("c", "/* first */ #include <a.h>\n", "| #include string");
    check(
        "c",
        "#define TWICE(x) \\\n  ((x) + (x)) // sum\nint a;",
        "| #define identifier ( identifier ) ( ( identifier ) + ( identifier ) ) | primitive_type identifier ;",
    );
    check(
        "c",
        "#define S(x) #x x##1\n",
        "| #define identifier ( identifier ) # identifier identifier ## number",
    );
    check(
        "c",
        "#if defined(A) && B > 1\nint a;\n#else\nint b;\n#endif\n",
        "| #if defined ( identifier ) && identifier > number | primitive_type identifier ; | #else | primitive_type identifier ; | #endif",
    );
    check("c", "#pragma once\n#frobnicate\n", "| #pragma identifier | directive");
}

#[test]
fn python() {
    check("python", "x = a if b else -1\n", "| identifier = identifier if identifier else - number");
    check("python", "\"\"\"What it does.\"\"\"\nx = 'a' \"b\"\n", "| identifier = string");
    check(
        "python",
        "def f(a, *, b=1):\n    'doc'\n    return a @ b\n",
        "| def identifier ( identifier , * , identifier = number ) : | return identifier @ identifier",
    );
    check(
        "python",
        "@d.e\nclass A(B): pass\n",
        "| @ identifier . identifier | class identifier ( identifier ) : | pass",
    );
    check("python", "a = f\"{b + c}\" rb'x'\n", "| identifier = string");
    check("python", "a = b + \\\n    c # sum\n", "| identifier = identifier + identifier");
    check(
        "python",
        "while True:\n  if not a is not None: break\n",
        "| while number : | if not identifier is not None : | break",
    );
    check(
        "python",
        "try:\n  a()\nexcept E as e:\n  raise\nelse:\n  b()\nfinally:\n  c()\n",
        "| try : | identifier ( ) | except identifier as identifier : | raise | else : | identifier ( ) | finally : | identifier ( )",
    );
    check(
        "python",
        "match a:\n  case [1, *_]: match = 2\n",
        "| match identifier : | case [ number , * identifier ] : | identifier = number",
    );
    check("python", "print('a'); exec(b)\n", "| identifier ( string ) ; | identifier ( identifier )");
    check("python", "from ...a import (b, c)\n", "| from ... identifier import ( identifier , identifier )");
    check("python", "x: int = 0x_ff + 1.5e-3j\n", "| identifier : identifier = number + number");
    check(
        "python",
        "a = ...\nb = c[1:, ::2]\n",
        "| identifier = ... | identifier = identifier [ number : , : : number ]",
    );
}

#[test]
fn cpp() {
    check(
        "cpp",
        "auto f = [&](int a) { return a and not b; };",
        "| primitive_type identifier = [ & ] ( primitive_type identifier ) { | return identifier && ! identifier ; } ;",
    );
    check("cpp", "std::cout << R\"x(a)\" b)x\" << 1'000;", "| identifier << string << number ;");
    check(
        "cpp",
        "for (;;) { if (a) b(); else { c(); } }",
        "| for ( ; ; ) { | if ( identifier ) | identifier ( ) ; | else { | identifier ( ) ; } }",
    );
    check(
        "cpp",
        "#include <vector>\nint a[] = {1, 2};\nvoid f() { switch (a) { case 1: b(); } }",
        "| #include string | primitive_type identifier [ ] = { number , number } ; | void identifier ( ) { | switch ( identifier ) { | case number : | identifier ( ) ; } }",
    );
    check(
        "cpp",
        "map<int, vector<int>> a; b >> c;",
        "| identifier < primitive_type , identifier < primitive_type > > identifier ; | identifier > > identifier ;",
    );
    check(
        "cpp",
        "template <class T> struct A : B<T> { public: A() : b{1} {} T b; };",
        "| template < class identifier > struct identifier : identifier < identifier > { | public : | identifier ( ) : identifier { number } { } | identifier identifier ; } ;",
    );
    check(
        "cpp",
        "void f() { try { throw 1; } catch (...) { } for (auto &a : b) c(a); }",
        "| void identifier ( ) { | try { | throw number ; } | catch ( ... ) { } | for ( primitive_type & identifier : identifier ) | identifier ( identifier ) ; }",
    );
}

#[test]
fn java() {
    check(
        "java",
        "@Override public int f() { return a >>> 2; }",
        "| primitive_type identifier ( ) { | return identifier > > > number ; }",
    );
    check(
        "java",
        "String s = \"\"\"\n  a \"b\" c\"\"\"; char c = '\"';",
        "| identifier identifier = string ; | primitive_type identifier = character ;",
    );
    check(
        "java",
        "boolean b = true; Object o = null;",
        "| primitive_type identifier = boolean ; | identifier identifier = null ;",
    );
    check(
        "java",
        "package a.b;\nimport static c.D.*;\nclass A {}",
        "| package identifier . identifier ; | import identifier . identifier . * ; | class identifier { }",
    );
    check(
        "java",
        "@A(b = \")\", c = @D(1)) final class E { private static int x; E() { this.x = this.y(); } }",
        "| class identifier { | primitive_type identifier ; | identifier ( ) { | identifier = identifier ( ) ; } }",
    );
    check(
        "java",
        "class A { void f() { if (a) b(); else if (c) return; switch (d) { case 1: case 2: e(); default: } } }",
        "| class identifier { | void identifier ( ) { | if ( identifier ) | identifier ( ) ; | else | if ( identifier ) | return ; | switch ( identifier ) { | case number : | case number : | identifier ( ) ; | default : } } }",
    );
    check(
        "java",
        "record P(int x) { P { x++; } }\nvoid f() { int record = switch (a) { case P(int b) when b > 1 -> { yield 2; } }; }",
        "| record identifier ( primitive_type identifier ) { | identifier { | identifier ++ ; } } | void identifier ( ) { | primitive_type identifier = | switch ( identifier ) { | case identifier ( primitive_type identifier ) when identifier > number -> { | yield number ; } } ; }",
    );
}

#[test]
fn javascript() {
    check(
        "javascript",
        "const r = /[/]\\//g.test(a) / b / c;",
        "| var identifier = string . identifier ( identifier ) / identifier / identifier",
    );
    check(
        "javascript",
        "let f = (a) => { return `x ${a}\n y`; };",
        "| var identifier = ( identifier ) => { | return string }",
    );
    check(
        "javascript",
        "#!/usr/bin/node\na ??= b?.c === undefined;",
        "| identifier ??= identifier ?. identifier === null",
    );
}

#[test]
fn javascript_statements() {
    check(
        "javascript",
        "if (a) b()\nelse { for (let i = 0; i < 1; i++) continue }",
        "| if ( identifier ) | identifier ( ) | else { | for ( var identifier = number identifier < number identifier ++ ) | continue }",
    );
    check(
        "javascript",
        "switch (a) { case 1: case 2: b(); default: } try { c() } catch { d() } finally { }",
        "| switch ( identifier ) { | case number : | case number : | identifier ( ) | default : } | try { | identifier ( ) } | catch { | identifier ( ) } | finally { }",
    );
    check(
        "javascript",
        "class A { #b = 1; get c() { return this.#b } }",
        "| class identifier { | identifier = number | get identifier ( ) { | return this . identifier } }",
    );
    check(
        "javascript",
        "a = <p b=\"b\">It's {c}</p>",
        "| identifier = < identifier identifier = string > string { identifier } < / identifier >",
    );
}

#[test]
fn typescript() {
    check(
        "typescript",
        "let a: Map<string, number[]> = b as any;",
        "| var identifier : identifier < identifier , identifier [ ] > = identifier as identifier",
    );
    check(
        "typescript",
        "interface A { b?: string; c(): void }\ntype D = A & B;",
        "| interface identifier { | identifier ? : identifier | identifier ( ) : void } | type identifier = identifier & identifier",
    );
    check(
        "typescript",
        "class A { constructor(private readonly b: B) { type = 1 } }",
        "| class identifier { | identifier ( identifier : identifier ) { | identifier = number } }",
    );
    check("tsx", "return <A b={1} />;", "| return < identifier identifier = { number } / >");
}

#[test]
fn csharp() {
    check(
        "csharp",
        "[Serializable] public sealed class A<T> : B { [X(1)] private static int C { get; set; } }",
        "| class identifier < identifier > : identifier { | primitive_type identifier { | get ; | set ; } }",
    );
    check(
        "csharp",
        "#region parts\nvar s = $\"a {b + 1}\" + @\"c:\\\" + \"\"\"d \"e\" \"\"\";\n#endregion\nthis.x = y?.z ?? null;",
        "| identifier identifier = string + string + string ; | identifier = identifier ? . identifier ?? null ;",
    );
    check(
        "csharp",
        "switch (a) { case 1: case 2 when b: c(); break; default: return; }",
        "| switch ( identifier ) { | case number : | case number when identifier : | identifier ( ) ; | break ; | default : | return ; }",
    );
}

#[test]
fn go() {
    check(
        "go",
        "package a\nimport (\n\t\"b\"\n)\nfunc (c *D) e(f ...int) (g error) { h := i[1:] ; return nil }\n",
        "| package identifier | import ( string ) | func ( identifier * identifier ) identifier ( identifier ... primitive_type ) ( identifier identifier ) { | identifier := identifier [ number : ] | return nil }",
    );
    check(
        "go",
        "package a\nfunc b() {\n\tfor c := range d { go e() }\n\tif f { } else { g <- 'x' }\n}\n",
        "| package identifier | func identifier ( ) { | for identifier := range identifier { | go identifier ( ) } | if identifier { } | else { | identifier <- character } }",
    );
}

#[test]
fn rust() {
    check(
        "rust",
        "#[derive(Debug)] pub struct A<'a> { b: &'a [Vec<Vec<u8>>] }",
        "| struct identifier < ' identifier > { | identifier : & ' identifier [ identifier < identifier < primitive_type > > ] }",
    );
    check(
        "rust",
        "fn f() -> char { let a = r#\"b\"c\"#; if self.0 { return 'd' } g!(e) }",
        "| fn identifier ( ) -> primitive_type { | let identifier = string ; | if self . number { | return character } | identifier ! ( identifier ) }",
    );
    check(
        "rust",
        "fn f() { match a { 1..=2 => {} _ => b(|| c) } }",
        "| fn identifier ( ) { | match identifier { | number ..= number => { } | identifier => identifier ( || identifier ) } }",
    );
}

#[test]
fn kotlin() {
    check(
        "kotlin",
        "@A(\"b\") private data class C(val d: Int = 1) { init { this.e = d; f() } }",
        "| data class identifier ( var identifier : primitive_type = number ) { | init { | identifier = identifier | identifier ( ) } }",
    );
    check(
        "kotlin",
        "fun f() { when (a) { is B -> c() else -> \"d ${e}\" } ; g?.h ?: return }",
        "| fun identifier ( ) { | when ( identifier ) { | is identifier -> identifier ( ) | else -> string } | identifier ?. identifier ?: | return }",
    );
}

#[test]
fn scala() {
    check(
        "scala",
        "object A { private val b: Int = -1; def c(d: Int) = d match { case 1 => s\"e $d\" case _ => 'f' } }",
        "| object identifier { | var identifier : primitive_type = - number | def identifier ( identifier : primitive_type ) = identifier match { | case number => string | case identifier => character } }",
    );
}

#[test]
fn swift() {
    check(
        "swift",
        "@objc private class A: B { let c = 1; func d(e f: Int?) { self.c = f ?? 0; guard g else { return } } }",
        "| class identifier : identifier { | var identifier = number | func identifier ( identifier identifier : primitive_type ? ) { | identifier = identifier ?? number | guard identifier | else { | return } } }",
    );
}

#[test]
fn bash() {
    check(
        "bash",
        "if [ -f \"$a\" ]; then\n  grep -v b <<E && sort\ntext\nE\nfi\n",
        "| if [ -f string ] ; then | grep - identifier identifier string && | sort string fi",
    );
    check(
        "bash",
        "for i in 1 2; do echo ${x}; done # end\n",
        "| for identifier in number number ; do | echo ${ identifier } ; done",
    );
    check("bash", "{\u{1f600}", "| { | unknown");
}

#[test]
fn elixir_and_hcl() {
    check(
        "elixir",
        "def f!(x) do\n  case x do\n    {:ok, y} -> y <> ~s(a) # no\n    nil -> a; b.c\n  end\nend\n",
        "| def identifier ( identifier ) do | case identifier do | { : identifier , identifier } -> | identifier <> string | nil -> | identifier ; | identifier . identifier end end",
    );
    check(
        "elixir",
        "@spec a?(B.t()) :: true\nif a, do: ?b, else: \"c#{d}\"\n",
        "| @ identifier identifier ( identifier . identifier ( ) ) :: boolean | if identifier , do : character , else : string",
    );
    check(
        "hcl",
        "resource \"a\" \"b\" { # no\n  c = <<E\nd ${e}\nE\n  count = var.f ? 1 : \"g ${h}\"\n}\n",
        "| resource string string { | identifier = string | count = var . identifier ? number : string }",
    );
}

#[test]
fn haskell_and_ml() {
    check(
        "haskell",
        "f x = {- no -} if x > 0 then g x' else 1\n",
        "| identifier identifier = if identifier > number then | identifier identifier | else number",
    );
    check(
        "haskell",
        "main = do\n  x <- y\n  print x\n",
        "| identifier = do | identifier <- identifier | identifier identifier",
    );
    check(
        "ml",
        "let f x = (* (* no *) *) match x with [] -> a; b",
        "| let identifier identifier = match identifier with | [ ] -> | identifier ; | identifier",
    );
}

#[test]
fn html_and_sql_in_any_case() {
    check("html", "<P Class='x'>Hi<BR/></p>", "| < p class = string > string | < br /> </ p >");
    check(
        "sql",
        "SELECT a FROM b WHERE c <> 1;",
        "| select identifier | from identifier | where identifier != number ;",
    );
    check(
        "sql",
        "select a from b where c != 1;",
        "| select identifier | from identifier | where identifier != number ;",
    );
}

#[test]
fn julia_lua_r_and_ruby() {
    check(
        "julia",
        "if x \u{2264} 1\n  y\nelse\n  z\nend\n",
        "| if identifier <= number | identifier | else | identifier end",
    );
    check(
        "lua",
        "repeat local a = [[x]] until not b -- c\n",
        "| repeat | local identifier = string | until not identifier",
    );
    check(
        "r",
        "f <- function(x) if (x) `a b` else 2\n",
        "| identifier = function ( identifier ) | if ( identifier ) | identifier | else | number",
    );
    check(
        "ruby",
        "x = y unless z?\nputs :a and b\n",
        "| identifier = identifier unless identifier | identifier : identifier && identifier",
    );
}

#[test]
fn php_and_verilog() {
    check(
        "php",
        "<?php IF ($a) Echo 1; else { return; }",
        "| <?php | if ( identifier ) | echo number ; | else { | return ; }",
    );
    check("verilog", "assign a = 8'hFF; // b\n", "| assign identifier = number ;");
}

#[test]
fn text() {
    check("text", "The cat's Paw,\n\nÉTÉ 42!", "| the cat s paw | été 42");
}

#[test]
fn invisible_characters_and_other_blanks_are_layout() {
    for name in ["c", "cpp"] {
        check(name, "a\u{200b} \u{a0}= \u{feff}b;", "| identifier = identifier ;");
    }
}

#[test]
fn nothing_is_lost_where_code_does_not_parse() {
    check(
        "c",
        "int x = 3 $$ @@@ `` y;",
        "primitive_type identifier = number identifier unknown unknown identifier ;",
    );
    check(
        "c",
        "char *s = \"open\nint y;",
        "primitive_type * identifier = string primitive_type identifier ;",
    );
    for name in ["c", "cpp"] {
        check(name, "int a; /* open", "primitive_type identifier ; / * identifier");
    }
    check("python", "x = = ?? 'open\ny = 1\n", "| identifier = = unknown string | identifier = number");
    for name in ["c", "python"] {
        let stream = read(language(name).unwrap(), "x = (1 +\n");
        assert_eq!(stream.notes, ["1 syntax error; compared anyway"], "{name}");
    }
}

#[test]
fn a_large_file_is_scanned_with_a_note() {
    let text = "int a = 1;\n".repeat(100_000);
    for name in ["c", "cpp", "python"] {
        let language = language(name).unwrap();
        let stream = read(language, &text);
        let parsed = language.front_end() == FrontEnd::TreeSitter;
        assert_eq!(stream.notes.len(), usize::from(parsed), "{name}: {:?}", stream.notes);
        assert!(stream.values.len() >= 500_000);
    }
    let note = &read(language("c").unwrap(), &text).notes[0];
    assert_eq!(note, "1100000 bytes, more than the limit of the parser (1048576); tokenized without parsing");
}

#[test]
fn equal_token_texts_have_equal_digests() {
    let c = language("c").unwrap();
    let digest = |text: &str| read(c, text).lexical;
    assert_eq!(digest("long int a=b;"), digest("long // wide\n int a = b;"));
    assert_ne!(digest("long int a=b;"), digest("long int a=c;"));
    assert_ne!(digest("f(ab, c);"), digest("f(a, bc);"));
    // The values are equal; the texts are not.
    assert_ne!(digest("int a=b;"), digest("char a=b;"));
    for comments in ["", "\n\n", "// a\n/* b */"] {
        assert_eq!(digest(comments), TokenStream::NO_TEXTS);
    }
}

/// What matching ignores gives the same tokens, but it is not layout.
#[test]
fn digests_contain_what_matching_ignores() {
    for (name, one, other) in [
        ("java", "class A { int b; }", "public class A { int b; }"),
        ("java", "class A { int b() { return this.c; } }", "class A { int b() { return c; } }"),
        ("java", "class A { @B(\"c d\") int e; }", "class A { @B(\"cd\") int e; }"),
        ("typescript", "class A { private b: number }", "class A { readonly b: number }"),
        ("javascript", "f(); g();", "f()\ng()"),
        ("csharp", "class A { [B] int c; }", "class A { int c; }"),
        ("rust", "#[inline] fn f() {}", "pub fn f() {}"),
        ("kotlin", "private fun f() { this.g() }", "fun f() { this.g() }"),
        ("swift", "@objc func f() {}", "func f() {}"),
        ("scala", "final class A", "class A"),
        ("go", "f(); g()", "f()\ng()"),
        ("text", "x = -4", "x = 4"),
        ("text", "Yes, he said.", "Yes! He said..."),
    ] {
        let language = language(name).unwrap();
        let [one_read, other_read] = [one, other].map(|text| read(language, text));
        assert_eq!(one_read.values, other_read.values, "{one} {other}");
        assert_ne!(one_read.lexical, other_read.lexical, "{one} {other}");
    }
    let text = language("text").unwrap();
    assert_eq!(read(text, "x  =\n-4").lexical, read(text, "x = - 4").lexical, "only layout differs");
    let notebook = |text: &str| {
        let notebook = Some(Notebook { cells: vec![0], language: None });
        let file = SourceFile { notebook, ..SourceFile::plain("a", text) };
        tokenize(&file, Choice::Fixed(language("python").unwrap())).lexical
    };
    assert_ne!(notebook("%time\nx = 1 # a"), notebook("%prun\nx = 1 # a"));
    assert_eq!(notebook("%time\nx = 1 # a"), notebook("%time\nx = 1 # b"));
}

/// Returns the text of each class.
fn highlighted(name: &str, text: &str) -> Vec<(String, Class)> {
    highlight(text, name)
        .into_iter()
        .map(|(span, class)| (text[span.start as usize..span.end as usize].to_owned(), class))
        .collect()
}

#[test]
fn highlighting() {
    use Class::{Comment, Function, Keyword, Meta, Number, String, Type};
    let expect = |name, text, expected: &[(&str, Class)]| {
        let expected: Vec<_> = expected.iter().map(|(piece, class)| ((*piece).to_owned(), *class)).collect();
        assert_eq!(highlighted(name, text), expected);
    };
    expect(
        "c",
        "#include <a.h>\nnode *f(void) { return g(1); } // é",
        &[
            ("#include", Meta),
            ("<a.h>", String),
            ("node", Type),
            ("f", Function),
            ("void", Keyword),
            ("return", Keyword),
            ("g", Function),
            ("1", Number),
            ("// é", Comment),
        ],
    );
    expect(
        "python",
        "@cached\ndef f(a):\n  \"\"\"doc\"\"\"\n  return a@b\n",
        &[
            ("@", Meta),
            ("cached", Meta),
            ("def", Keyword),
            ("f", Function),
            ("\"\"\"doc\"\"\"", Comment),
            ("return", Keyword),
        ],
    );
    expect(
        "java",
        "@Test boolean b = true;",
        &[("@", Meta), ("Test", Meta), ("boolean", Type), ("true", Keyword)],
    );
    expect("no such language", "int a;", &[]);
    expect("text", "int a;", &[]);
}
