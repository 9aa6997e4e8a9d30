import java.util.TreeMap

/** Part of a prefix tree; [seen] says how often the word that ends here came. */
class Branch {
    private val twigs = arrayOfNulls<Branch>(26)
    var seen = 0

    fun follow(letter: Int): Branch =
        twigs[letter] ?: Branch().also { twigs[letter] = it }

    /** Adds all words from here on to the group of their frequency, in order of the alphabet. */
    fun gather(start: String, groups: MutableMap<Int, MutableList<String>>) {
        if (seen > 0) groups.getOrPut(seen) { mutableListOf() }.add(start)
        twigs.forEachIndexed { i, twig -> twig?.gather(start + ('a' + i), groups) }
    }
}

class Survey(private val input: ByteArray) {
    private val tree = Branch()
    private val bars = TreeMap<Int, StringBuilder>()
    private var wordCount = 0
    private var longestAt = 0
    private var longestSize = 0

    private fun letterAt(i: Int): Int {
        if (i >= input.size) return -1
        return when (val c = input[i].toInt().toChar()) {
            in 'a'..'z' -> c - 'a'
            in 'A'..'Z' -> c - 'A'
            else -> -1
        }
    }

    private fun close(branch: Branch, end: Int, size: Int) {
        branch.seen++
        wordCount++
        bars.getOrPut(size) { StringBuilder() }.append('#')
        if (size > longestSize) {
            longestAt = end - size
            longestSize = size
        }
    }

    fun scan() {
        var branch = tree
        var size = 0
        for (i in 0..input.size) {
            val letter = letterAt(i)
            if (letter >= 0) {
                branch = branch.follow(letter)
                size++
            } else if (size > 0) {
                close(branch, i, size)
                branch = tree
                size = 0
            }
        }
    }

    private fun lineCount(): Int {
        val newline = '\n'.code.toByte()
        val complete = input.count { it == newline }
        return if (input.isEmpty() || input.last() == newline) complete else complete + 1
    }

    fun print() {
        val groups = TreeMap<Int, MutableList<String>>(reverseOrder())
        tree.gather("", groups)

        println("lines ${lineCount()}")
        println("words $wordCount")
        println("different ${groups.values.sumOf { it.size }}")
        val longest = String(input, longestAt, longestSize).lowercase()
        println("longest ${if (longest.isEmpty()) "-" else longest}")

        var free = 10
        for ((frequency, words) in groups) {
            val shown = words.take(free)
            shown.forEach { println("$frequency $it") }
            free -= shown.size
        }
        for ((size, bar) in bars) println("$size: $bar")
    }
}

fun main() {
    val survey = Survey(System.`in`.readBytes())
    survey.scan()
    survey.print()
}
