//! Exact token sequences and statements of the languages that have no grammar.

use crate::support::check;

#[test]
fn ada() {
    check(
        "ada",
        "FOR I in A'Range LOOP c := '''; X := Character'('\"'); end loop;",
        "| for identifier in identifier ' range loop | identifier := character ; | identifier := primitive_type ' ( character ) ; | end loop ;",
    );
    check(
        "ada",
        "if A = 16#F_F# then Put (\"a \"\"b\"\"\"); -- \"c\nend if;",
        "| if identifier = number then | identifier ( string ) ; | end if ;",
    );
}

#[test]
fn modula2() {
    check(
        "modula2",
        "(* a (* b *) c *) IF x # 0FFH THEN y := 'it\"s' ELSE INC(y) END; if",
        "| IF identifier # number THEN | identifier := string | ELSE | INC ( identifier ) END ; | identifier",
    );
    // Comments that are not balanced: each ends as early as possible.
    check("modula2", "(* (* a *) b", "| identifier");
}

#[test]
fn pascal() {
    check(
        "pascal",
        "IF a[1..2] <> $FF Then Begin s := 'it''s' + #13; {$R+} end else b (* c *) := TRUE.",
        "| if identifier [ number .. number ] <> number then begin | identifier := string + number ; end | else | identifier := boolean .",
    );
    check("pascal", "{ (* } a { (* b", "| identifier unknown ( * identifier");
}

#[test]
fn vhdl() {
    check(
        "vhdl",
        "Q <= x\"0F\" when clk'EVENT and clk='1' else (others => '0'); -- c",
        "| identifier <= string | when identifier ' identifier and identifier = character | else ( | others => character ) ;",
    );
}

#[test]
fn a8086() {
    check(
        "a8086",
        "again: MOV AX, [si+2] ; load\n  jb again\nx dw 0FFh, ?, 'it',$\n",
        "| identifier : | mov register , [ register + number ] | jb identifier | identifier dw number , ? , string , $",
    );
}

#[test]
fn fortran() {
    check(
        "fortran",
        "REAL*8 x\nIF (a .LT. 1.0 .and. b<2) x = 'it''s' & ! on\n  & // \"b\"\nprint *, x; stop\n",
        "| primitive_type * number identifier | if ( identifier < number .and. identifier < number ) identifier = string // string | print * , identifier ; | stop",
    );
    // Fixed form: columns have a meaning.
    check(
        "fortran",
        "C it's a comment\n      PROGRAM A\n* another\n      X = 1 +\n     1    2\n   10 CONTINUE\n      END\n",
        "| program identifier | identifier = number + number | number continue | end",
    );
    check("fortran", "c = d\ncall c\n", "| identifier = identifier | call identifier");
}

#[test]
fn lisp() {
    check(
        "lisp",
        "(DEFUN f (x) (when (> x -1) (list #\\( 'a #'car #x1F :key)))",
        "| ( defun identifier ( identifier ) | ( when ( > identifier number ) ( list character ' identifier # ' car number identifier ) ) )",
    );
}

#[test]
fn matlab() {
    check(
        "matlab",
        "y = [a' b.' 'it''s']'; % ' \nz = f(1)' * {3, ...  \n 4}, q.*2\n%{\n a block\n%}\nw\n",
        "| identifier = [ identifier ' identifier .' string ] ' ; | identifier = identifier ( number ) ' * { number , number } , | identifier .* number | identifier",
    );
}

#[test]
fn mips() {
    check(
        "mips",
        "main: lw $t0, -4($sp) # top\n  ADD $8, $s0, $zero\n.asciiz \"a\"\n",
        "| identifier : | lw register , - number ( $sp ) | add register , register , $zero | .asciiz string",
    );
}

#[test]
fn perl() {
    check(
        "perl",
        "my @a = map { $_ => 1 } qw(a b); $x =~ s{a(b)}{c}ge; our $y = $#a / 2 / 1;",
        "| my identifier = map { | identifier => number } | string ; | identifier =~ string ; | my identifier = $# identifier / number / number ;",
    );
    check("perl", "=pod\n\nit's\n\n=cut\nm/a\\/b/ ? y/a/b/ : q{a{b}};", "| string ? string : string ;");
    check("perl", "q(q(q(", "| identifier ( identifier ( identifier (");
}

#[test]
fn prolog() {
    check(
        "prolog",
        "p(X, 'a b') :- X is 0'a + 1, \\+ q(X). % it's\nq(1).",
        "| identifier ( identifier , string ) :- | identifier is character + number , | \\+ identifier ( identifier ) . | identifier ( number ) .",
    );
}

#[test]
fn scheme() {
    check(
        "scheme",
        "(define (f x) #| a #| b |# |# (if #t (- x 1.5) '(1 . #\\space)))",
        "| ( define ( identifier identifier ) | ( if boolean ( - identifier number ) ' ( number . character ) ) )",
    );
}

#[test]
fn spice() {
    check(
        "spice",
        "R1 in out 10k ; load\n* a note\nc2 out 0\n+ 1u\n.TRAN 1n 1u",
        "| r identifier identifier number | c identifier number number | .tran number number",
    );
}

#[test]
fn tcl() {
    check(
        "tcl",
        "proc f {a} {\n  if {$a > [g 1]} { return \"x $a\" } else { set b $a; }\n}\n# it\n",
        "| proc identifier { | identifier } { | if { | identifier > [ identifier number ] } { | return string } | else { | set identifier identifier ; } }",
    );
}

#[test]
fn vb() {
    check(
        "vb",
        "If a = \"b\"\"c\" Then x = 1 Else y = &HFF\nRem it's\nz = 1 _\n  + 2 : w = _q ' note\nremark = 1",
        "| if identifier = string then | identifier = number | else | identifier = number | identifier = number + number : | identifier = identifier | identifier = number",
    );
}

#[test]
fn dart() {
    check(
        "dart",
        "@override\nfinal x = r'C:\\' + \"it's ${m['a']}\"; /* a /* b */ c */ late int y = this.z ?? 0; '''a\n'b'''",
        "| identifier = string + string ; | primitive_type identifier = identifier ?? number ; | string",
    );
}

#[test]
fn groovy() {
    check(
        "groovy",
        "def s = $/it's \"a\" $b/$; s =~ /a'b/\nif (x / 2 > y / 3) { println '''a\n\"b''' }\n/c\\/d/.matcher(\"$x ${f(\"y\")}\")",
        "| def identifier = string | identifier =~ string | if ( identifier / number > identifier / number ) { \
         | println string } | string . identifier ( string )",
    );
}

#[test]
fn erlang() {
    check(
        "erlang",
        "-module('it\\'s').\nf(X) when X > 16#FF -> [$', $\\n, $\", \"a\\\"b\"]; % it's\nf(_) -> 1.0.\n",
        "| - module ( identifier ) . | identifier ( identifier ) when identifier > number -> \
         | [ character , character , character , string ] ; | identifier ( _ ) -> | number .",
    );
}

#[test]
fn clojure() {
    check(
        "clojure",
        "(defn f [x, y] #\"a\\\"(\" (when (> x 1) {:a \\space, :b \\\"}) @z #(inc %)) ; it's",
        "| ( defn identifier [ identifier identifier ] string | ( when ( > identifier number ) \
         { identifier character identifier character } ) @ identifier #( inc identifier ) )",
    );
}

#[test]
fn zig() {
    check(
        "zig",
        "const a =\n    \\\\it's \"raw\" \\\n    \\\\more\n; // b\nconst c: u8 = '\\''; x = @as(i32, @foo(1..2));",
        "| const identifier = string string ; | const identifier : primitive_type = character ; \
         | identifier = @as ( primitive_type , identifier ( number .. number ) ) ;",
    );
}

#[test]
fn solidity() {
    check(
        "solidity",
        "uint256 public a = 1 ether; string s = unicode\"it's\"; bytes b = hex'00ff'; /* c */ emit T(msg.sender);",
        "| primitive_type public identifier = number ether ; | string identifier = string ; \
         | bytes identifier = string ; | emit identifier ( msg . identifier ) ;",
    );
}

#[test]
fn elm_and_fsharp() {
    check(
        "elm",
        "f x =\n  let y = 'a' in\n  if x < 1 then \"\"\"it's\n\"a\" \"\"\" else y -- \"b",
        "| identifier identifier = let | identifier = character in | if identifier < number then | string \
         | else identifier",
    );
    check(
        "fsharp",
        "let f (x: 'T) y' = @\"C:\\\" + $\"a{x}\" // it's\nlet! c = List.fold (*) 'a' (* b (* c *) *) \"\"\"d\"e\"\"\"",
        "| let identifier ( identifier : identifier ) identifier = string + string | let! identifier = identifier . \
         identifier character string",
    );
}

#[test]
fn coq_and_lean() {
    check(
        "coq",
        "Lemma a' : ∀ n, n + 0 = n. (* it's (* \" *) *)\nProof. intros n. - apply Nat.add_comm. Qed. \"a\"\"b\"",
        "| Lemma identifier : forall identifier , identifier + number = identifier . | Proof . | intros identifier . - \
         | apply identifier . | Qed . | string",
    );
    check(
        "lean",
        "theorem a' (h : p ∧ q) : ∃ x, x ≤ 1 := by -- it's\n  simp only [h.left]; exact ⟨'a', s!\"b{x}\"⟩ /- c /- d -/ -/",
        "| theorem identifier ( identifier : identifier /\\ identifier ) : exists identifier , identifier <= number := by \
         | simp identifier [ identifier ] ; | exact ⟨ character , string ⟩",
    );
}

#[test]
fn modelica() {
    check(
        "modelica",
        "parameter Real 'a b'(unit = \"V\") = 1e-3 \"it's\nlong\"; // c\nequation der(x) = if y <> 0 then -x else y;",
        "| parameter primitive_type identifier ( identifier = string ) = number string ; | equation \
         | der ( identifier ) = if identifier <> number then | - identifier else | identifier ;",
    );
}

#[test]
fn gdscript() {
    check(
        "gdscript",
        "@onready var a := $Player/Gun # it's\nif x and not y:\n\tprint('''b\n''', &\"c\", 0x1F)",
        "| @onready var identifier := $ identifier / identifier | if identifier && ! identifier : \
         | print ( string , & string , number )",
    );
}

#[test]
fn cobol() {
    check(
        "cobol",
        "000100 IDENTIFICATION DIVISION.\n000200* it's a note\n000300     move 'it''s' to 100-A. ADD A-1 TO B *> \"c\n",
        "| identification division . | move string to identifier . | add identifier to identifier",
    );
    // Free form: a line may begin with a number.
    check(
        "cobol",
        "01 a pic 9(3)v99 value zeros.\nif a > 1.5 display \"x\" else stop run end-if.",
        "| number identifier pic number ( number ) identifier value zero . | if identifier > number | display string \
         | else | stop run | end-if .",
    );
}

#[test]
fn powershell() {
    check(
        "powershell",
        "$a = @\"\nit's \"b\"\n\"@ # it's\nWRITE-HOST \"x `\" $(f \"y\")\" -Path 'C:\\'; $i--; <# c #> if ($x -GT 1 -and $i-1) { ls }",
        "| identifier = string | write-host string - identifier string | identifier -- | if ( identifier -gt number -and \
         identifier - number ) { | get-childitem }",
    );
}

#[test]
fn objc_cuda_and_glsl() {
    check(
        "objc",
        "@implementation A - (BOOL)f:(NSString *)s { return [self g:@\"it's\" b:@[@1, YES]]; } @end",
        "| @implementation identifier - ( primitive_type ) identifier : ( identifier * ) identifier { \
         | return [ self identifier : string identifier : @[ number , number ] ] ; } | @end",
    );
    check(
        "cuda",
        "__global__ void f(float *a) { a[threadIdx.x] = 1; } f<<<n, 256>>>(a); // it's",
        "| void identifier ( primitive_type * identifier ) { | identifier [ identifier . identifier ] = number ; } \
         | identifier << < identifier , number > > > ( identifier ) ;",
    );
    check(
        "glsl",
        "#version 330\nuniform highp float3 a; // it's\nvoid main() { gl_Position = vec4(a, 1.0); }",
        "| #version number | uniform vec3 identifier ; | void identifier ( ) { | gl_Position = vec4 ( identifier , number ) ; }",
    );
}

#[test]
fn assembly() {
    check(
        "assembly",
        "sum: movq $1, -8(%rbp) # it's\n\tLDR r1, [r0, #4] @ don't\n\tlw t0, 0(sp) ; can't\n.ascii \"a\"\n\tlda #$FF\n",
        "| identifier : | movq $ number , - number ( %rbp ) | ldr register , [ register , # number ] \
         | lw register , number ( sp ) | .ascii string | lda number",
    );
}

#[test]
fn latex_and_json() {
    let prose = |name: &str, text: &str| {
        let stream = crate::support::read(chaffinch_normalize::language(name).unwrap(), text);
        let words: Vec<&str> =
            stream.spans.iter().map(|span| &text[span.start as usize..span.end as usize]).collect();
        (words.join(" "), stream.values)
    };
    let (words, values) = prose("latex", "\\section{The Pendulum} % it's\nIs 5\\% of $x^2$ enough?");
    assert_eq!(words, "section The Pendulum Is 5 of x 2 enough");
    assert_eq!(values, prose("text", "Section: the pendulum. Is 5 of x 2 enough").1);
    assert_eq!(prose("json", "{\"a b\": [1.5, null], // it's\n}").0, "a b 1 5 null it s");
}

#[test]
fn yaml() {
    check(
        "yaml",
        "# it's\nservices:\n  web: &a don't # b\n  ports: [\"80:80\", 443]\n- 'it''s': yes",
        "| services : | identifier : & identifier identifier unknown identifier | ports : [ string , number ] | - string : boolean",
    );
}

#[test]
fn processing() {
    check(
        "processing",
        "int x = 0; void draw() { fill(#ff8800); this.x += 1; } // it's",
        "| primitive_type identifier = number ; | void identifier ( ) { | identifier ( number ) ; | identifier += number ; }",
    );
}

#[test]
fn css() {
    check(
        "css",
        "a:HOVER > .b { margin: -1.5em calc(10% + var(--c)); background: url(http://x.org) } // it's\n@media print { /* ' */ }",
        "| a : hover > . identifier { | margin : number identifier ( number + identifier ( identifier ) ) ; \
         | background : identifier ( identifier : / / identifier . identifier ) } | @media print { }",
    );
}

#[test]
fn awk() {
    check(
        "awk",
        "NR > 1\n/it's \"a\"/ { n += $1 / 2 / x; print \"b\" } # it's\n$2 ~ /c/",
        "| NR > number | string { | identifier += $ number / number / identifier | print string } | $ number ~ string",
    );
}

#[test]
fn nim() {
    check(
        "nim",
        "let a = r\"C:\\\" & 'b' & \"\"\"it's\n\"c\" \"\"\" #[ d #[ e ]# ]#\nif x > 5'i32: echo fmt\"{x}\" # it's",
        "| let identifier = string & character & string | if identifier > number : echo string",
    );
}

#[test]
fn d_and_llvm() {
    check(
        "d",
        "@safe int f() { auto s = `it's \\` ~ r\"C:\\\" ~ \"a\nb\"; /+ a /+ b +/ c +/ return this.x >> 'c'; }",
        "| primitive_type identifier ( ) { | auto identifier = string ~ string ~ string ; \
         | return identifier > > character ; }",
    );
    check(
        "llvm",
        "@s = global [2 x i8] c\"it's\\00\" ; don't\nloop:\n  %1 = add nsw i32 %a, -1",
        "| identifier = global [ number x primitive_type ] string | identifier : \
         | identifier = add nsw primitive_type identifier , - number",
    );
}

#[test]
fn smalltalk() {
    check(
        "smalltalk",
        "\"it's\na comment\" x := y at: #a put: 'it''s'. [x > 1.5] whileTrue: [c := $'. ^16r1F]",
        "| identifier := identifier at : # identifier put : string . | [ | identifier > number ] whileTrue : [ \
         | identifier := character . | ^ number ]",
    );
}
