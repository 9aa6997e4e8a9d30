import Foundation

// Game of Life on a torus. Only the living cells are remembered.

struct Place: Hashable {
    let row: Int
    let column: Int
}

struct Extent {
    let rows: Int
    let columns: Int

    func wrap(_ row: Int, _ column: Int) -> Place {
        return Place(row: (row + rows) % rows, column: (column + columns) % columns)
    }

    func neighbours(of place: Place) -> [Place] {
        return shifts.map { wrap(place.row + $0.down, place.column + $0.right) }
    }
}

let shifts: [(down: Int, right: Int)] = [
    (-1, -1), (-1, 0), (-1, 1),
    (0, -1), (0, 1),
    (1, -1), (1, 0), (1, 1),
]

func readWorld() -> (Extent, Int, Set<Place>) {
    let header = readLine()!.split(separator: " ").map { Int($0)! }
    let extent = Extent(rows: header[0], columns: header[1])
    var living = Set<Place>()
    for row in 0..<extent.rows {
        let line = readLine()!.trimmingCharacters(in: .whitespaces)
        for (column, symbol) in line.enumerated() where symbol == "o" {
            living.insert(Place(row: row, column: column))
        }
    }
    return (extent, header[2], living)
}

/// The next generation.
func successors(of living: Set<Place>, in extent: Extent) -> Set<Place> {
    var contacts: [Place: Int] = [:]
    for place in living {
        for neighbour in extent.neighbours(of: place) {
            contacts[neighbour, default: 0] += 1
        }
    }
    var result = Set<Place>()
    for (place, number) in contacts {
        if number == 3 || (number == 2 && living.contains(place)) {
            result.insert(place)
        }
    }
    return result
}

func run(_ start: Set<Place>, in extent: Extent, generations: Int) -> Set<Place> {
    var living = start
    for generation in stride(from: 1, through: generations, by: 1) {
        let previous = living
        living = successors(of: previous, in: extent)
        print("step \(generation): \(living.count)")
        if living == previous {
            print("still")
            break
        }
    }
    return living
}

func draw(_ living: Set<Place>, in extent: Extent) {
    for row in 0..<extent.rows {
        let symbols = (0..<extent.columns).map { column in
            living.contains(Place(row: row, column: column)) ? "o" : "."
        }
        print(symbols.joined())
    }
}

let (extent, generations, living) = readWorld()
draw(run(living, in: extent, generations: generations), in: extent)
