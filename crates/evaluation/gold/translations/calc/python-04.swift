typealias Names = [String: Int]
typealias Function = (Names) throws -> Int

enum CalcError: Error {
    case syntax
    case zeroDivision
    case lookup(String)
}

enum Token: Equatable {
    case num(String)
    case name(String)
    case op(String)
    case end
}

func truncdiv(_ a: Int, _ b: Int) throws -> Int {
    if b == 0 {
        throw CalcError.zeroDivision
    }
    let q = abs(a) / abs(b)
    return (a >= 0) == (b > 0) ? q : -q
}

// operator: (binding power, function)
let BINARY: [String: (Int, (Int, Int) throws -> Int)] = [
    "+": (10, { a, b in a + b }),
    "-": (10, { a, b in a - b }),
    "*": (20, { a, b in a * b }),
    "/": (20, { a, b in try truncdiv(a, b) }),
]
let UNARY = 30

func isDigit(_ c: Character) -> Bool {
    return c >= "0" && c <= "9"
}

func isLetter(_ c: Character) -> Bool {
    return (c >= "a" && c <= "z") || (c >= "A" && c <= "Z")
}

func tokenize(_ line: String) throws -> [Token] {
    let text = Array(line)
    var tokens: [Token] = []
    var at = 0
    while at < text.count {
        let c = text[at]
        var end = at + 1
        if isDigit(c) {
            while end < text.count && isDigit(text[end]) {
                end += 1
            }
            tokens.append(.num(String(text[at..<end])))
        } else if isLetter(c) {
            while end < text.count && isLetter(text[end]) {
                end += 1
            }
            tokens.append(.name(String(text[at..<end])))
        } else if "-+*/()=".contains(c) {
            tokens.append(.op(String(c)))
        } else if !c.isWhitespace {
            throw CalcError.syntax
        }
        at = end
    }
    return tokens
}

/// Precedence climbing; the result is a function of the names.
class Compiler {
    var tokens: [Token]
    var at = 0

    init(_ tokens: [Token]) {
        self.tokens = tokens + [.end]
    }

    func next() -> Token {
        at += 1
        return tokens[at - 1]
    }

    func expect(_ token: Token) throws {
        if next() != token {
            throw CalcError.syntax
        }
    }

    func atom() throws -> Function {
        switch next() {
        case .num(let digits):
            let number = Int(digits)!
            return { _ in number }
        case .name(let name):
            return { names in
                guard let value = names[name] else {
                    throw CalcError.lookup(name)
                }
                return value
            }
        case .op("-"):
            let inner = try climb(UNARY)
            return { names in
                let value = try inner(names)
                return -value
            }
        case .op("("):
            let inner = try climb(0)
            try expect(.op(")"))
            return inner
        default:
            throw CalcError.syntax
        }
    }

    func climb(_ least: Int) throws -> Function {
        var left = try atom()
        while true {
            guard case .op(let symbol) = tokens[at],
                  let (power, function) = BINARY[symbol],
                  power >= least
            else {
                return left
            }
            at += 1
            let right = try climb(power + 1)
            left = Compiler.apply(function, left, right)
        }
    }

    static func apply(
        _ f: @escaping (Int, Int) throws -> Int,
        _ left: @escaping Function,
        _ right: @escaping Function
    ) -> Function {
        return { names in
            let a = try left(names)
            let b = try right(names)
            return try f(a, b)
        }
    }

    func statement() throws -> (String?, Function) {
        var target: String? = nil
        if tokens.count > 1, case .name(let name) = tokens[0], tokens[1] == .op("=") {
            target = name
            at = 2
        }
        let value = try climb(0)
        try expect(.end)
        return (target, value)
    }
}

func execute(_ line: String, _ names: inout Names) -> String {
    do {
        let (target, value) = try Compiler(tokenize(line)).statement()
        let result = try value(names)
        guard let name = target else {
            return String(result)
        }
        names[name] = result
        return "\(name) = \(result)"
    } catch CalcError.zeroDivision {
        return "error: division by zero"
    } catch CalcError.lookup(let name) {
        return "error: unknown \(name)"
    } catch {
        return "error: syntax"
    }
}

var names: Names = [:]
while let line = readLine() {
    if line.allSatisfy({ $0.isWhitespace }) {
        continue
    }
    print(execute(line, &names))
}
