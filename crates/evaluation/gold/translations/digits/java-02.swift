func firstToken() -> String {
    while let line = readLine() {
        if let token = line.split(whereSeparator: { $0.isWhitespace }).first {
            return String(token)
        }
    }
    fatalError("no input")
}

func crossSum(_ text: String) -> Int {
    var result = 0
    for character in text {
        result += character.wholeNumberValue ?? 0
    }
    return result
}

func withoutLeadingZeros(_ text: String) -> String {
    let rest = text.drop(while: { $0 == "0" })
    return rest.isEmpty ? "0" : String(rest)
}

let number = firstToken()
let turned = String(number.reversed())
print(crossSum(number))
print(withoutLeadingZeros(turned))
print(number == turned ? "yes" : "no")
