// Conway's Game of Life on a torus, the living cells are kept in a set

data class Cell(val row: Int, val col: Int)
data class Dimensions(val rows: Int, val cols: Int)
data class Input(val dimensions: Dimensions, val rounds: Int, val living: Set<Cell>)

val SHIFTS = (-1..1).flatMap { a -> (-1..1).map { b -> Pair(a, b) } }.filter { it != Pair(0, 0) }

fun readInput(): Input {
    val (rows, cols, rounds) = readLine()!!.trim().split(Regex("\\s+")).map { it.toInt() }
    val living = HashSet<Cell>()
    for (row in 0 until rows) {
        for ((col, symbol) in readLine()!!.trim().withIndex()) {
            if (symbol == 'o') {
                living.add(Cell(row, col))
            }
        }
    }
    return Input(Dimensions(rows, cols), rounds, living)
}

/** The eight cells next to a cell. */
fun adjacent(cell: Cell, dimensions: Dimensions): List<Cell> {
    val (row, col) = cell
    val (rows, cols) = dimensions
    return SHIFTS.map { (dRow, dCol) ->
        Cell(Math.floorMod(row + dRow, rows), Math.floorMod(col + dCol, cols))
    }
}

/** The next generation. */
fun nextRound(living: Set<Cell>, dimensions: Dimensions): Set<Cell> {
    val touched = HashMap<Cell, Int>()
    for (cell in living) {
        for (other in adjacent(cell, dimensions)) {
            touched[other] = (touched[other] ?: 0) + 1
        }
    }
    return touched
        .filter { (cell, n) -> n == 3 || (n == 2 && cell in living) }
        .keys
}

fun runRounds(first: Set<Cell>, dimensions: Dimensions, rounds: Int): Set<Cell> {
    var living = first
    for (round in 1..rounds) {
        val old = living
        living = nextRound(old, dimensions)
        println("step $round: ${living.size}")
        if (old == living) {
            println("still")
            break
        }
    }
    return living
}

fun draw(living: Set<Cell>, dimensions: Dimensions) {
    val (rows, cols) = dimensions
    for (row in 0 until rows) {
        println((0 until cols).joinToString("") { col -> if (Cell(row, col) in living) "o" else "." })
    }
}

fun main() {
    val (dimensions, rounds, living) = readInput()
    draw(runRounds(living, dimensions, rounds), dimensions)
}
