import java.math.BigInteger

fun splitDigits(number: BigInteger): List<Int> {
    val parts = mutableListOf<Int>()
    var remaining = number
    do {
        val (quotient, digit) = remaining.divideAndRemainder(BigInteger.TEN)
        parts.add(digit.toInt())
        remaining = quotient
    } while (remaining.signum() != 0)
    return parts
}

fun main() {
    val parts = splitDigits(BigInteger(readLine()!!.trim()))

    var backwards = BigInteger.ZERO
    for (digit in parts) {
        backwards = backwards * BigInteger.TEN + digit.toBigInteger()
    }

    println(parts.sum())
    println(backwards)
    println(if (parts == parts.asReversed()) "yes" else "no")
}
