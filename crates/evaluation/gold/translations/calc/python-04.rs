use std::collections::HashMap;
use std::fmt;
use std::io;

type Table = HashMap<String, i128>;
type Eval = Box<dyn Fn(&Table) -> Result<i128, Failure>>;
type Operation = fn(i128, i128) -> Result<i128, Failure>;

#[derive(Debug)]
enum Failure {
    Syntax,
    DivisionByZero,
    Unknown(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Failure::Syntax => write!(f, "error: syntax"),
            Failure::DivisionByZero => write!(f, "error: division by zero"),
            Failure::Unknown(who) => write!(f, "error: unknown {who}"),
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
enum Lexeme {
    Literal(i128),
    Ident(String),
    Symbol(char),
    Eof,
}

/// Binding strength and meaning of a binary operator.
fn binary(lexeme: &Lexeme) -> Option<(u32, Operation)> {
    let Lexeme::Symbol(symbol) = lexeme else {
        return None;
    };
    match symbol {
        '+' => Some((10, |a, b| Ok(a + b))),
        '-' => Some((10, |a, b| Ok(a - b))),
        '*' => Some((20, |a, b| Ok(a * b))),
        // checked_div already cuts towards zero
        '/' => Some((20, |a, b| a.checked_div(b).ok_or(Failure::DivisionByZero))),
        _ => None,
    }
}
const PREFIX_MINUS: u32 = 30;

fn scan(source: &str) -> Result<Vec<Lexeme>, Failure> {
    let mut lexemes = Vec::new();
    let mut rest = source.trim();
    while let Some(first) = rest.chars().next() {
        let length_while = |wanted: fn(&char) -> bool| rest.chars().take_while(wanted).count();
        let taken = match first {
            '0'..='9' => {
                let n = length_while(char::is_ascii_digit);
                lexemes.push(Lexeme::Literal(rest[..n].parse().expect("number too large")));
                n
            }
            'a'..='z' | 'A'..='Z' => {
                let n = length_while(char::is_ascii_alphabetic);
                lexemes.push(Lexeme::Ident(rest[..n].to_owned()));
                n
            }
            '-' | '+' | '*' | '/' | '(' | ')' | '=' => {
                lexemes.push(Lexeme::Symbol(first));
                1
            }
            _ => return Err(Failure::Syntax),
        };
        rest = rest[taken..].trim_start();
    }
    lexemes.push(Lexeme::Eof);
    Ok(lexemes)
}

/// Precedence climbing; what comes out is a closure over the table of names.
struct Parser {
    lexemes: Vec<Lexeme>,
    cursor: usize,
}

impl Parser {
    fn new(source: &str) -> Result<Self, Failure> {
        Ok(Parser { lexemes: scan(source)?, cursor: 0 })
    }

    fn advance(&mut self) -> Lexeme {
        let lexeme = self.lexemes.get(self.cursor).cloned().unwrap_or(Lexeme::Eof);
        self.cursor += 1;
        lexeme
    }

    fn require(&mut self, wanted: Lexeme) -> Result<(), Failure> {
        if self.advance() == wanted { Ok(()) } else { Err(Failure::Syntax) }
    }

    fn operand(&mut self) -> Result<Eval, Failure> {
        match self.advance() {
            Lexeme::Literal(n) => Ok(Box::new(move |_| Ok(n))),
            Lexeme::Ident(id) => Ok(Box::new(move |table| {
                table.get(&id).copied().ok_or_else(|| Failure::Unknown(id.clone()))
            })),
            Lexeme::Symbol('-') => {
                let positive = self.expression(PREFIX_MINUS)?;
                Ok(Box::new(move |table| Ok(-positive(table)?)))
            }
            Lexeme::Symbol('(') => {
                let inside = self.expression(0)?;
                self.require(Lexeme::Symbol(')'))?;
                Ok(inside)
            }
            _ => Err(Failure::Syntax),
        }
    }

    fn expression(&mut self, minimum: u32) -> Result<Eval, Failure> {
        let mut lhs = self.operand()?;
        while let Some((strength, operation)) = self.lexemes.get(self.cursor).and_then(binary) {
            if strength < minimum {
                break;
            }
            self.cursor += 1;
            let rhs = self.expression(strength + 1)?;
            lhs = Box::new(move |table| operation(lhs(table)?, rhs(table)?));
        }
        Ok(lhs)
    }

    fn line(&mut self) -> Result<(Option<String>, Eval), Failure> {
        let mut assigned = None;
        if let [Lexeme::Ident(id), Lexeme::Symbol('='), ..] = self.lexemes.as_slice() {
            assigned = Some(id.clone());
            self.cursor = 2;
        }
        let eval = self.expression(0)?;
        self.require(Lexeme::Eof)?;
        Ok((assigned, eval))
    }
}

fn interpret(source: &str, table: &mut Table) -> Result<String, Failure> {
    let (assigned, eval) = Parser::new(source)?.line()?;
    let outcome = eval(table)?;
    Ok(match assigned {
        Some(id) => {
            let text = format!("{id} = {outcome}");
            table.insert(id, outcome);
            text
        }
        None => outcome.to_string(),
    })
}

fn main() {
    let mut table = Table::new();
    for source in io::stdin().lines().map_while(Result::ok) {
        if source.trim().is_empty() {
            continue;
        }
        match interpret(&source, &mut table) {
            Ok(text) => println!("{text}"),
            Err(failure) => println!("{failure}"),
        }
    }
}
