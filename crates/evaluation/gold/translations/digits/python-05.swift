import Foundation

struct Decimals {
    private var figures: [Int] = []

    init(of number: Int) {
        var remaining = number
        repeat {
            let parts = remaining.quotientAndRemainder(dividingBy: 10)
            figures.append(parts.remainder)
            remaining = parts.quotient
        } while remaining != 0
    }

    var total: Int {
        return figures.reduce(0, +)
    }

    var turnedRound: Int {
        return figures.reduce(0) { value, figure in 10 * value + figure }
    }

    var isPalindrome: Bool {
        return figures.elementsEqual(figures.reversed())
    }
}

guard let line = readLine(), let number = Int(line.trimmingCharacters(in: .whitespaces)) else {
    fatalError("not a number")
}
let decimals = Decimals(of: number)
print(decimals.total)
print(decimals.turnedRound)
print(decimals.isPalindrome ? "yes" : "no")
