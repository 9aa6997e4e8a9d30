import Foundation

enum Direction: CaseIterable {
    case up, down, left, right

    var dy: Int {
        switch self {
        case .up: return -1
        case .down: return 1
        case .left, .right: return 0
        }
    }

    var dx: Int {
        switch self {
        case .left: return -1
        case .right: return 1
        case .up, .down: return 0
        }
    }
}

struct Position: Hashable {
    let y: Int
    let x: Int

    func go(_ d: Direction) -> Position {
        return Position(y: y + d.dy, x: x + d.dx)
    }
}

class Labyrinth {
    private var rows: [[Character]] = []
    private var steps: [Position: Int] = [:]

    init() {
        let size = readLine()!.split(separator: " ")
        let height = Int(size[0])!
        for _ in 0..<height {
            let line = readLine()!.trimmingCharacters(in: .whitespaces)
            rows.append(Array(line))
        }
    }

    private func at(_ p: Position) -> Character {
        let inside = p.y >= 0 && p.y < rows.count
            && p.x >= 0 && p.x < rows[p.y].count
        return inside ? rows[p.y][p.x] : "#"
    }

    private func find(_ what: Character) -> Position {
        for y in 0..<rows.count {
            if let x = rows[y].firstIndex(of: what) {
                return Position(y: y, x: x)
            }
        }
        fatalError("there is no \(what)")
    }

    private func measureFrom(_ start: Position) {
        var waiting = [start]
        var head = 0
        steps[start] = 0
        while head < waiting.count {
            let here = waiting[head]
            head += 1
            for d in Direction.allCases {
                let there = here.go(d)
                if at(there) != "#" && steps[there] == nil {
                    steps[there] = steps[here]! + 1
                    waiting.append(there)
                }
            }
        }
    }

    private func predecessor(_ p: Position) -> Position {
        let wanted = steps[p]! - 1
        for d in Direction.allCases {
            let candidate = p.go(d)
            if steps[candidate] == wanted {
                return candidate
            }
        }
        fatalError("no predecessor")
    }

    func solve() {
        let start = find("S")
        let exit = find("E")
        measureFrom(start)
        guard let length = steps[exit] else {
            print("no way")
            return
        }
        var p = predecessor(exit)
        while p != start {
            rows[p.y][p.x] = "*"
            p = predecessor(p)
        }
        print("steps \(length)")
        for row in rows {
            print(String(row))
        }
    }
}

Labyrinth().solve()
