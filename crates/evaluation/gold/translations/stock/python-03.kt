class Entry(var amount: Long, var price: Long)

typealias Inventory = MutableMap<String, Entry>

fun Inventory.put(item: String, amount: Long, price: Long) {
    val entry = getOrPut(item) { Entry(0, price) }
    entry.amount += amount
    entry.price = price
}

/** The error message, or null if all went well. */
fun Inventory.take(item: String, amount: Long): String? {
    val entry = this[item] ?: return "unknown $item"
    if (entry.amount < amount) return "not enough $item"
    entry.amount -= amount
    return null
}

fun Inventory.reprice(item: String, price: Long): String? {
    val entry = this[item] ?: return "unknown $item"
    entry.price = price
    return null
}

fun Inventory.list() {
    var worth = 0L
    for ((item, entry) in toSortedMap()) {
        println("$item ${entry.amount} ${entry.price}")
        worth += entry.amount * entry.price
    }
    println("total $worth")
}

fun main() {
    val inventory: Inventory = mutableMapOf()
    for (line in generateSequence(::readLine)) {
        val words = line.split(Regex("\\s+")).filter { it.isNotEmpty() }
        if (words.isEmpty()) continue
        val message = when (words[0]) {
            "end" -> return
            "report" -> {
                inventory.list()
                null
            }
            "add" -> {
                inventory.put(words[1], words[2].toLong(), words[3].toLong())
                null
            }
            "remove" -> inventory.take(words[1], words[2].toLong())
            "price" -> inventory.reprice(words[1], words[2].toLong())
            else -> "bad command"
        }
        message?.let(::println)
    }
}
