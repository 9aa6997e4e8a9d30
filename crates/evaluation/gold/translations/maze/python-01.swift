import Foundation

typealias Cell = (row: Int, column: Int)

// up, down, left, right
let moves: [Cell] = [(-1, 0), (1, 0), (0, -1), (0, 1)]

let header = readLine()!.split(separator: " ").compactMap { Int($0) }
let (rowCount, columnCount) = (header[0], header[1])

var field: [[Character]] = (0..<rowCount).map { _ in
    Array(readLine()!.trimmingCharacters(in: .whitespaces))
}

var source: Cell = (0, 0)
var target: Cell = (0, 0)
for row in 0..<rowCount {
    for column in 0..<columnCount {
        switch field[row][column] {
        case "S": source = (row, column)
        case "E": target = (row, column)
        default: break
        }
    }
}

/// The cells beside this one that lie in the field, in the order of the moves.
func besides(_ cell: Cell) -> [Cell] {
    var cells: [Cell] = []
    for move in moves {
        let row = cell.row + move.row
        let column = cell.column + move.column
        if (0..<rowCount).contains(row) && (0..<columnCount).contains(column) {
            cells.append((row, column))
        }
    }
    return cells
}

// nil where nobody has been yet
var reached = [[Int?]](repeating: [Int?](repeating: nil, count: columnCount), count: rowCount)
reached[source.row][source.column] = 0
var pending: [Cell] = [source]
var first = 0
while first < pending.count {
    let cell = pending[first]
    first += 1
    let next = reached[cell.row][cell.column]! + 1
    for beside in besides(cell) {
        if field[beside.row][beside.column] != "#" && reached[beside.row][beside.column] == nil {
            reached[beside.row][beside.column] = next
            pending.append(beside)
        }
    }
}

if let length = reached[target.row][target.column] {
    print("steps \(length)")

    var cell = target
    for remaining in stride(from: length - 1, to: 0, by: -1) {
        cell = besides(cell).first(where: { reached[$0.row][$0.column] == remaining })!
        field[cell.row][cell.column] = "*"
    }

    for line in field {
        print(String(line))
    }
} else {
    print("no way")
}
