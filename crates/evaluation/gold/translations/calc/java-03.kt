lateinit var s: String   // the line
var p = 0                // where we are
var dry = false          // first run: only check the syntax
val vars = HashMap<String, Long>()

fun fail(why: String): Nothing {
    throw ArithmeticException(why)
}

fun blanks() {
    while (p < s.length && s[p] <= ' ') p++
}

// skips c if it is the next character
fun accept(c: Char): Boolean {
    blanks()
    if (p < s.length && s[p] == c) {
        p++
        return true
    }
    return false
}

fun run(from: Char, to: Char): String {
    val q = p
    while (p < s.length && Character.toLowerCase(s[p]) >= from
        && Character.toLowerCase(s[p]) <= to) p++
    return s.substring(q, p)
}

fun sum(): Long {
    var x = product()
    while (true) {
        if (accept('+')) x += product()
        else if (accept('-')) x -= product()
        else return x
    }
}

fun product(): Long {
    var x = sign()
    while (true) {
        if (accept('*')) {
            x *= sign()
        } else if (accept('/')) {
            var y = sign()
            if (dry) y = 1
            if (y == 0L) fail("division by zero")
            x /= y
        } else {
            return x
        }
    }
}

fun sign(): Long {
    if (accept('-')) return -sign()
    return atom()
}

fun atom(): Long {
    if (accept('(')) {
        val x = sum()
        if (!accept(')')) fail("syntax")
        return x
    }
    val digits = run('0', '9')
    if (digits.length > 0) return digits.toLong()
    val name = run('a', 'z')
    if (name.length == 0) fail("syntax")
    if (dry) return 1
    return vars[name] ?: fail("unknown " + name)
}

fun statement(start: Int): Long {
    p = start
    val value = sum()
    blanks()
    if (p < s.length) fail("syntax")
    return value
}

fun answer(): String {
    p = 0
    blanks()
    val target = run('a', 'z')
    val assignment = target.length > 0 && accept('=')
    val start = if (assignment) p else 0
    try {
        dry = true
        statement(start)
        dry = false
        val value = statement(start)
        if (!assignment) return value.toString()
        vars[target] = value
        return target + " = " + value
    } catch (e: ArithmeticException) {
        return "error: " + e.message
    }
}

fun main() {
    while (true) {
        s = readLine() ?: break
        if (s.trim() != "") println(answer())
    }
}
