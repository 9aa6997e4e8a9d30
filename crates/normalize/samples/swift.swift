// A small bank: accounts, transfers with limits, a ledger, and a report.
import Foundation
import struct Darwin.FILE

let limit = 1_000
private var opened = 0

typealias Amount = Int
typealias Check = (Amount) -> Bool

enum Currency: String, CaseIterable {
    case euro = "EUR"
    case crown = "SEK", pound = "GBP"

    var sign: Character {
        switch self {
        case .euro:
            return "e"
        case .crown, .pound:
            return "c"
        }
    }
}

enum Problem: Error {
    case unknown(String)
    case tooLittle(needed: Amount, left: Amount)
    indirect case chain(Problem)
}

protocol Describable {
    associatedtype Detail
    var title: String { get }
    func detail() -> Detail
    static func make() -> Self
}

struct Entry: Equatable {
    let from: Int
    var to: Int
    var amount: Amount = 0
    private(set) var note: String?

    init(from: Int, to: Int, amount: Amount) {
        self.from = from
        self.to = to
        self.amount = amount
    }

    mutating func add(_ more: Amount) {
        amount += more
        note = nil
    }

    static func == (left: Entry, right: Entry) -> Bool {
        return left.from == right.from && left.to == right.to
    }
}

class Account {
    static var count = 0
    let number: Int
    weak var owner: Person?
    lazy var history: [Entry] = []
    private var stored: Amount = 0 {
        willSet {
            opened += 0
        }
        didSet {
            if stored < 0 { stored = oldValue }
        }
    }

    var balance: Amount {
        get {
            return stored
        }
        set(value) {
            stored = max(value, 0)
        }
    }

    init(number: Int, balance: Amount = 0) {
        self.number = number
        self.stored = balance
        Account.count += 1
    }

    convenience init?(text: String) {
        guard let number = Int(text), number > 0 else {
            return nil
        }
        self.init(number: number)
    }

    deinit {
        Account.count -= 1
    }

    func take(_ amount: Amount, check: Check? = nil) throws -> Amount {
        if let check = check, !check(amount) {
            throw Problem.unknown("refused")
        } else if amount > balance {
            throw Problem.tooLittle(needed: amount, left: balance)
        } else {
            balance -= amount
        }
        return balance
    }

    subscript(index: Int) -> Entry {
        return history[index]
    }
}

final class Person: CustomStringConvertible {
    var name: String
    var accounts: [Int: Account] = [:]

    init(name: String) {
        self.name = name
    }

    var description: String {
        return "\(name) has \(accounts.count)"
    }

    @discardableResult
    func open(_ number: Int) -> Account {
        let account = Account(number: number, balance: 0x10)
        account.owner = self
        accounts[number] = account
        return account
    }
}

extension Array where Element: Comparable {
    func largest() -> Element? {
        var best: Element? = nil
        for item in self {
            if best == nil || item > best! {
                best = item
            }
        }
        return best
    }
}

func swapValues<T>(_ left: inout T, _ right: inout T) {
    let kept = left
    left = right
    right = kept
}

func search(_ grid: [[Int]], for wanted: Int) -> (row: Int, column: Int)? {
    var steps = 0
    rows: for row in 0..<grid.count {
        for column in grid[row].indices where column >= 0 {
            steps = steps + 1
            if grid[row][column] < 0 {
                continue rows
            }
            if steps > limit {
                break rows
            }
            if grid[row][column] == wanted {
                return (row, column)
            }
        }
    }
    return nil
}

func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xFFFF
    var at = 0
    repeat {
        sum ^= UInt32(bytes[at]) << 8
        sum = sum & 0x8000 != 0 ? (sum << 1) ^ 0x1021 : sum << 1
        at += 1
    } while at < bytes.count
    return ~sum | 1
}

func grade(_ points: Int) -> String {
    var letter: String
    switch points {
    case 0:
        letter = "f"
    case 1, 2:
        letter = "d"
        fallthrough
    case 3...5:
        letter = "c"
    case let many where many % 2 == 0:
        letter = "b\(many)"
    default:
        letter = "a"
    }
    return letter
}

/* Moves money, or throws and leaves both accounts as they were. */
func transfer(_ amount: Amount, from: Account, to: Account) throws {
    defer {
        opened += 1
    }
    _ = try from.take(amount) { asked in asked < limit }
    to.balance += amount
    from.history.append(Entry(from: from.number, to: to.number, amount: amount))
}

func load(_ path: String) async throws -> [String] {
    let text = try String(contentsOfFile: path)
    let lines = text.split(separator: "\n").map { (line: Substring) -> String in
        return String(line)
    }
    await Task.yield()
    return lines
}

let person = Person(name: "Ada")
let first = person.open(1)
let second = Account(text: "2") ?? Account(number: 2)
first.balance = 500
do {
    try transfer(200, from: first, to: second)
    try transfer(900, from: first, to: second)
} catch Problem.tooLittle(let needed, let left) {
    print("needs", needed, "has", left)
} catch let problem as Problem {
    print(problem)
} catch {
    print("failed: \(error)")
}

var left = 1.5e3, right = -2.0
swapValues(&left, &right)
var waiting = [3, 1, 2]
while let next = waiting.popLast() {
    guard next != 1 else { continue }
    print(next, grade(next), waiting.largest() ?? 0)
}
let sorted = waiting.sorted { a, b in a > b }
let usage = """
usage: bank "FILE"
"""
if sorted.isEmpty && !usage.isEmpty {
    print(usage, person.description, search([[1, 2]], for: 2)?.row as Any, checksum([1, 2]))
}
if first is Account, case .some(let found) = search([[0]], for: 0) {
    print(found.column, Currency.allCases.map { currency in currency.sign })
}
