class Torus(private val rows: Int, private val cols: Int) {
    private var cells = Array(rows) { BooleanArray(cols) }

    fun load(lines: List<String>) {
        for (r in 0 until rows) {
            for (c in 0 until cols) {
                cells[r][c] = lines[r][c] == 'o'
            }
        }
    }

    private fun livingAround(r: Int, c: Int): Int {
        val up = if (r == 0) rows - 1 else r - 1
        val down = if (r == rows - 1) 0 else r + 1
        val west = if (c == 0) cols - 1 else c - 1
        val east = if (c == cols - 1) 0 else c + 1

        var sum = 0
        if (cells[up][west]) sum++
        if (cells[up][c]) sum++
        if (cells[up][east]) sum++
        if (cells[r][west]) sum++
        if (cells[r][east]) sum++
        if (cells[down][west]) sum++
        if (cells[down][c]) sum++
        if (cells[down][east]) sum++
        return sum
    }

    // prints the generation and tells whether anything is different now
    fun advance(generation: Int): Boolean {
        val next = Array(rows) { BooleanArray(cols) }
        var alive = 0
        var different = false
        for (r in 0 until rows) {
            for (c in 0 until cols) {
                val sum = livingAround(r, c)
                next[r][c] = if (cells[r][c]) sum == 2 || sum == 3 else sum == 3
                if (next[r][c]) alive++
                if (next[r][c] != cells[r][c]) different = true
            }
        }
        cells = next
        println("step $generation: $alive")
        return different
    }

    fun show() {
        for (row in cells) {
            println(row.joinToString("") { if (it) "o" else "." })
        }
    }
}

fun main() {
    val (rows, cols, generations) = readLine()!!.trim().split(Regex("\\s+")).map { it.toInt() }
    val torus = Torus(rows, cols)
    torus.load(List(rows) { readLine()!!.trim() })

    var generation = 1
    while (generation <= generations) {
        if (!torus.advance(generation)) {
            println("still")
            break
        }
        generation++
    }
    torus.show()
}
