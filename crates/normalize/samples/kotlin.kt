// A garden planner: beds, plants with seasons, and a watering plan for the week.
package garden.plan

import java.io.File
import kotlin.math.max
import kotlin.math.sqrt

const val DAYS = 7
private val WORDS = Regex("\\s+")

typealias Plan = Map<String, List<Int>>

enum class Season(val letter: Char) {
    SPRING('s'),
    SUMMER('u'),
    WINTER('\'');

    fun next(): Season = values()[(ordinal + 1) % values().size]

    companion object {
        fun of(letter: Char): Season? {
            for (season in values()) {
                if (season.letter == letter) return season
            }
            return null
        }
    }
}

interface Measured {
    val area: Double
    fun describe(): String = "area $area"
}

sealed class Growth {
    object Dead : Growth()
    data class Alive(val height: Int, val leaves: Long = 0L) : Growth()
}

data class Plant(val name: String, private val needs: Int, var growth: Growth = Growth.Dead) : Comparable<Plant> {
    override fun compareTo(other: Plant): Int {
        return if (needs != other.needs) needs - other.needs else name.compareTo(other.name)
    }

    operator fun plus(days: Int): Plant = copy(growth = Growth.Alive(days * 2, 1_000L))
}

open class Bed(protected val width: Double, val length: Double) : Measured {
    private val plants = mutableListOf<Plant>()
    lateinit var label: String

    override val area: Double
        get() = width * length

    var water: Int = 0
        private set(value) {
            field = max(value, 0)
        }

    init {
        require(width > 0 && length > 0) { "no bed: $width x $length" }
        count++
    }

    constructor(side: Double) : this(side, side) {
        label = "square"
    }

    fun put(vararg added: Plant): Bed {
        for (plant in added) {
            plants.add(plant)
        }
        return this
    }

    fun pour(amount: Int, season: Season?) {
        when (season) {
            Season.SUMMER -> water += amount
            Season.SPRING, Season.WINTER -> {
                water -= amount / 2
            }
            null -> throw IllegalArgumentException("no season")
        }
        this.water = this.water % 100
    }

    fun thirsty(limit: Int): List<Plant> = plants
        .filter { it.growth is Growth.Alive }
        .filter { plant -> plant.name.length >= limit || plant.name !in listOf("moss") }
        .sortedDescending()

    companion object {
        @JvmStatic
        var count = 0
    }
}

class Greenhouse(side: Double, val heated: Boolean) : Bed(side, side) {
    private val warmth: Double by lazy { sqrt(area) + 1.5e1 }

    override fun describe(): String {
        val text = super.describe()
        return when {
            heated && warmth > 20 -> "$text, warm"
            !heated -> "$text, cold"
            else -> text + ", " + warmth
        }
    }

    inner class Shelf(val height: Int) {
        fun room() = height * this@Greenhouse.length
    }
}

object Almanac {
    private val rain = intArrayOf(3, 0, 4, 1, 0, 5, 2)

    fun dryDays(): Int {
        var dry = 0
        var day = 0
        while (day < DAYS) {
            if (rain[day] == 0) {
                dry += 1
            } else if (rain[day] > 4) {
                break
            } else {
                dry -= 0
            }
            day++
        }
        return dry
    }
}

fun <T : Comparable<T>> largest(items: List<T>): T? where T : Any {
    var best: T? = null
    for (item in items) {
        val other = best
        if (other == null || item > other) best = item
    }
    return best
}

infix fun Int.upTo(end: Int): IntRange = this..end

fun String.words(): List<String> = trim().split(WORDS)

fun search(grid: Array<IntArray>, wanted: Int): Pair<Int, Int>? {
    var steps = 0
    rows@ for (row in grid.indices) {
        for (column in 0 until grid[row].size step 1) {
            steps = steps + 1
            if (grid[row][column] < 0) continue@rows
            if (steps > 1000) break@rows
            if (grid[row][column] == wanted) {
                return Pair(row, column)
            }
        }
    }
    return null
}

fun checksum(bytes: ByteArray): Int {
    var sum = 0x7F
    var at = 0
    do {
        sum = (sum shl 3) xor bytes[at].toInt()
        sum = sum and 0xFFFF
        at++
    } while (at < bytes.size)
    return sum.inv() ushr 2
}

fun parse(line: String): Plant? {
    val words = line.words()
    if (words.isEmpty()) return null
    val (name, amount) = words
    val needs = try {
        amount.toInt()
    } catch (problem: NumberFormatException) {
        System.err.println("bad line: " + problem.message)
        -1
    } finally {
        Bed.count--
    }
    return Plant(name, needs).takeIf { it.name != "" }
}

/* The plan lists, for every plant, the days on which to water it. */
fun plan(beds: List<Bed>, first: Int = 0): Plan {
    val days = HashMap<String, MutableList<Int>>()
    beds.forEachIndexed { index, bed ->
        bed.thirsty(3).forEach { plant ->
            if (!plant.name.startsWith("c")) days.getOrPut(plant.name) { mutableListOf() }.add((first + index) % DAYS)
        }
    }
    return days
}

fun main(arguments: Array<String>) {
    val text = """
        carrot 3
        bean "2"
    """.trimIndent()
    val bed = Bed(2.0, 3.5).put(Plant("leek", 2) + 4)
    val house: Bed? = if (arguments.size > 0) Greenhouse(4.0, true) else null
    for (line in text.lines()) {
        val plant = parse(line) ?: continue
        bed.put(plant)
    }
    bed.pour(10, Season.of('u')?.next())
    val report = object : Measured {
        override val area = bed.area
    }
    val add: (Int, Int) -> Int = { left, right -> left + right }
    println(report.describe() + add(1, -2) + Almanac.dryDays())
    println(plan(listOf(bed)).size + (house as? Greenhouse)?.area!!.toInt())
    for (day in 1 upTo DAYS) print("$day ")
    File("plan.txt").writeText(largest(listOf(3, 1))?.toString() ?: "none")
    println(search(arrayOf(intArrayOf(1, 2)), 2) === null || !true)
}
