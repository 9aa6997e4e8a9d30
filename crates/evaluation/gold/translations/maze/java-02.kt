import java.util.ArrayDeque

enum class Direction(val dy: Int, val dx: Int) {
    UP(-1, 0), DOWN(1, 0), LEFT(0, -1), RIGHT(0, 1)
}

data class Position(val y: Int, val x: Int) {
    operator fun plus(d: Direction) = Position(y + d.dy, x + d.dx)

    val neighbours get() = Direction.values().map { this + it }
}

class Labyrinth(private val rows: List<StringBuilder>) {
    private val steps = mutableMapOf<Position, Int>()

    private fun at(p: Position) = rows.getOrNull(p.y)?.getOrNull(p.x) ?: '#'

    private fun find(what: String): Position {
        rows.forEachIndexed { y, row ->
            val x = row.indexOf(what)
            if (x >= 0) return Position(y, x)
        }
        throw IllegalArgumentException("there is no $what")
    }

    private fun measureFrom(start: Position) {
        val waiting = ArrayDeque<Position>()
        waiting.add(start)
        steps[start] = 0
        while (waiting.isNotEmpty()) {
            val here = waiting.remove()
            for (there in here.neighbours) {
                if (at(there) != '#' && there !in steps) {
                    steps[there] = steps.getValue(here) + 1
                    waiting.add(there)
                }
            }
        }
    }

    private fun predecessor(p: Position): Position {
        val wanted = steps.getValue(p) - 1
        return p.neighbours.first { steps[it] == wanted }
    }

    fun solve() {
        val start = find("S")
        val exit = find("E")
        measureFrom(start)
        if (exit !in steps) {
            println("no way")
            return
        }
        generateSequence(predecessor(exit), ::predecessor)
            .takeWhile { it != start }
            .forEach { (y, x) -> rows[y].setCharAt(x, '*') }
        println("steps ${steps[exit]}")
        rows.forEach(::println)
    }
}

fun main() {
    val height = readLine()!!.trim().split(Regex("\\s+"))[0].toInt()
    Labyrinth(List(height) { StringBuilder(readLine()!!.trim()) }).solve()
}
