enum Problem: Error, CustomStringConvertible {
    case syntax
    case divisionByZero
    case unknown(String)

    var description: String {
        switch self {
        case .syntax: return "syntax"
        case .divisionByZero: return "division by zero"
        case .unknown(let name): return "unknown \(name)"
        }
    }
}

final class Interpreter {
    private var memory: [String: Int] = [:]
    private var text: [Character] = []
    private var index = 0
    private var onlyChecking = false

    private var current: Character? {
        return index < text.count ? text[index] : nil
    }

    private func skipSpaces() {
        while let c = current, c.isWhitespace {
            index += 1
        }
    }

    private func eat(_ symbol: Character) -> Bool {
        skipSpaces()
        guard current == symbol else { return false }
        index += 1
        return true
    }

    private func take(while wanted: (Character) -> Bool) -> String {
        let part = text[index...].prefix(while: wanted)
        index += part.count
        return String(part)
    }

    private func word() -> String {
        return take(while: { $0.isASCII && $0.isLetter })
    }

    private func expression() throws -> Int {
        var result = try term()
        while true {
            if eat("+") {
                result &+= try term()
            } else if eat("-") {
                result &-= try term()
            } else {
                return result
            }
        }
    }

    private func term() throws -> Int {
        var result = try factor()
        while true {
            if eat("*") {
                result &*= try factor()
            } else if eat("/") {
                let divisor = try factor()
                if onlyChecking { continue }
                guard divisor != 0 else { throw Problem.divisionByZero }
                result /= divisor
            } else {
                return result
            }
        }
    }

    private func factor() throws -> Int {
        if eat("-") {
            return try 0 &- factor()
        }
        return try primary()
    }

    private func primary() throws -> Int {
        if eat("(") {
            let inner = try expression()
            guard eat(")") else { throw Problem.syntax }
            return inner
        }
        let digits = take(while: { $0.isASCII && $0.isNumber })
        if !digits.isEmpty {
            return Int(digits)!
        }
        let name = word()
        guard !name.isEmpty else { throw Problem.syntax }
        if onlyChecking { return 1 }
        guard let value = memory[name] else { throw Problem.unknown(name) }
        return value
    }

    private func evaluate(from start: Int) throws -> Int {
        index = start
        let value = try expression()
        skipSpaces()
        guard current == nil else { throw Problem.syntax }
        return value
    }

    func execute(_ line: String) -> String {
        text = Array(line)
        index = 0
        skipSpaces()
        let variable = word()
        let assigns = !variable.isEmpty && eat("=")
        let start = assigns ? index : 0
        do {
            onlyChecking = true
            _ = try evaluate(from: start)
            onlyChecking = false
            let value = try evaluate(from: start)
            guard assigns else { return String(value) }
            memory[variable] = value
            return "\(variable) = \(value)"
        } catch {
            return "error: \(error)"
        }
    }
}

let interpreter = Interpreter()
while let line = readLine() {
    if line.contains(where: { !$0.isWhitespace }) {
        print(interpreter.execute(line))
    }
}
