lateinit var board: List<CharArray>
lateinit var reached: List<IntArray>

val agendaY = mutableListOf<Int>()
val agendaX = mutableListOf<Int>()

fun visit(y: Int, x: Int, value: Int) {
    if (board[y][x] != '#' && reached[y][x] == -1) {
        reached[y][x] = value
        agendaY.add(y)
        agendaX.add(x)
    }
}

fun main() {
    val (h, w) = readLine()!!.trim().split(" ").map { it.toInt() }
    board = List(h) { readLine()!!.trim().toCharArray() }
    reached = List(h) { IntArray(w) { -1 } }

    // look for both ends
    var fromY = 0
    var fromX = 0
    var toY = 0
    var toX = 0
    for (y in 0 until h) {
        for (x in 0 until w) {
            when (board[y][x]) {
                'S' -> {
                    fromY = y
                    fromX = x
                }
                'E' -> {
                    toY = y
                    toX = x
                }
            }
        }
    }

    // distances from the start
    visit(fromY, fromX, 0)
    var done = 0
    while (done < agendaY.size) {
        val y = agendaY[done]
        val x = agendaX[done]
        done++
        val value = reached[y][x] + 1
        if (y > 0) visit(y - 1, x, value)
        if (y < h - 1) visit(y + 1, x, value)
        if (x > 0) visit(y, x - 1, value)
        if (x < w - 1) visit(y, x + 1, value)
    }

    val total = reached[toY][toX]
    if (total == -1) {
        println("no way")
        return
    }
    println("steps $total")

    // and back again
    var y = toY
    var x = toX
    for (value in total - 1 downTo 1) {
        when {
            y > 0 && reached[y - 1][x] == value -> y--
            y < h - 1 && reached[y + 1][x] == value -> y++
            x > 0 && reached[y][x - 1] == value -> x--
            else -> x++
        }
        board[y][x] = '*'
    }
    for (row in board) {
        println(String(row))
    }
}
