fun main() {
    val number = readln().trim()
    val mirrored = number.reversed()
    println(number.sumOf { it - '0' })
    println(mirrored.toBigInteger())
    println(if (number == mirrored) "yes" else "no")
}
