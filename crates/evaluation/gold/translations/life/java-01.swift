struct Torus {
    let rows: Int
    let columns: Int
    private var cells: [[Bool]]

    init(rows: Int, columns: Int, lines: [String]) {
        self.rows = rows
        self.columns = columns
        cells = lines.map { line in line.prefix(columns).map { $0 == "o" } }
    }

    // the borders touch each other
    private func livingNeighbours(_ row: Int, _ column: Int) -> Int {
        let up = row == 0 ? rows - 1 : row - 1
        let down = row + 1 == rows ? 0 : row + 1
        let left = column == 0 ? columns - 1 : column - 1
        let right = column + 1 == columns ? 0 : column + 1

        let around = [
            cells[up][left], cells[up][column], cells[up][right],
            cells[row][left], cells[row][right],
            cells[down][left], cells[down][column], cells[down][right],
        ]
        return around.filter { $0 }.count
    }

    private func survives(_ row: Int, _ column: Int) -> Bool {
        let count = livingNeighbours(row, column)
        return count == 3 || (count == 2 && cells[row][column])
    }

    mutating func advance() -> (population: Int, changed: Bool) {
        var next = cells
        var population = 0
        var changed = false
        for row in 0..<rows {
            for column in 0..<columns {
                let alive = survives(row, column)
                next[row][column] = alive
                if alive {
                    population += 1
                }
                if alive != cells[row][column] {
                    changed = true
                }
            }
        }
        cells = next
        return (population, changed)
    }

    func show() {
        for row in cells {
            print(row.map { $0 ? "o" : "." }.joined())
        }
    }
}

var words: [String] = []
while let line = readLine() {
    words += line.split(whereSeparator: { $0.isWhitespace }).map { String($0) }
}
let rows = Int(words[0])!
let columns = Int(words[1])!
let rounds = Int(words[2])!

var torus = Torus(rows: rows, columns: columns, lines: Array(words[3..<(3 + rows)]))
var round = 0
while round < rounds {
    round += 1
    let (population, changed) = torus.advance()
    print("step \(round): \(population)")
    if !changed {
        print("still")
        break
    }
}
torus.show()
