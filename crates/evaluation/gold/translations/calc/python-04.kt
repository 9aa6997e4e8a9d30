import java.math.BigInteger

val TOKEN = Regex("""\s*(?:([0-9]+)|([a-zA-Z]+)|([-+*/()=]))""")

class SyntaxError : Exception()
class UnknownName(val name: String) : Exception()

typealias Names = MutableMap<String, BigInteger>
typealias Formula = (Names) -> BigInteger

sealed class Token {
    data class Num(val value: BigInteger) : Token()
    data class Name(val name: String) : Token()
    data class Op(val op: Char) : Token()
    object End : Token()
}

class Operator(val power: Int, val function: (BigInteger, BigInteger) -> BigInteger)

val BINARY = mapOf(
    Token.Op('+') to Operator(10, BigInteger::add),
    Token.Op('-') to Operator(10, BigInteger::subtract),
    Token.Op('*') to Operator(20, BigInteger::multiply),
    Token.Op('/') to Operator(20, BigInteger::divide)
)
const val UNARY = 30

fun tokenize(line: String): List<Token> {
    val text = line.trimEnd()
    val tokens = mutableListOf<Token>()
    var at = 0
    while (at < text.length) {
        val m = TOKEN.find(text, at)?.takeIf { it.range.first == at } ?: throw SyntaxError()
        val (num, name, op) = m.destructured
        tokens += when {
            num.isNotEmpty() -> Token.Num(num.toBigInteger())
            name.isNotEmpty() -> Token.Name(name)
            else -> Token.Op(op.single())
        }
        at = m.range.last + 1
    }
    return tokens + Token.End
}

/** Precedence climbing; the result is a function of the names. */
class Compiler(private val tokens: List<Token>) {
    private var at = 0

    private fun next() = tokens[at++]

    private fun expect(token: Token) {
        if (next() != token) throw SyntaxError()
    }

    private fun atom(): Formula {
        val token = next()
        when (token) {
            is Token.Num -> return { token.value }
            is Token.Name -> return { names -> names[token.name] ?: throw UnknownName(token.name) }
            Token.Op('-') -> {
                val inner = climb(UNARY)
                return { names -> -inner(names) }
            }
            Token.Op('(') -> return climb(0).also { expect(Token.Op(')')) }
            else -> throw SyntaxError()
        }
    }

    private fun climb(least: Int): Formula {
        var left = atom()
        while (true) {
            val operator = BINARY[tokens[at]]
            if (operator == null || operator.power < least) return left
            at++
            left = apply(operator.function, left, climb(operator.power + 1))
        }
    }

    private fun apply(f: (BigInteger, BigInteger) -> BigInteger, left: Formula, right: Formula): Formula =
        { names -> f(left(names), right(names)) }

    fun statement(): Pair<String?, Formula> {
        val target = (tokens[0] as? Token.Name)?.name?.takeIf { tokens[1] == Token.Op('=') }
        if (target != null) at = 2
        val value = climb(0)
        expect(Token.End)
        return target to value
    }
}

fun execute(line: String, names: Names): String =
    try {
        val (target, value) = Compiler(tokenize(line)).statement()
        val result = value(names)
        if (target == null) {
            "$result"
        } else {
            names[target] = result
            "$target = $result"
        }
    } catch (e: SyntaxError) {
        "error: syntax"
    } catch (e: ArithmeticException) {
        "error: division by zero"
    } catch (e: UnknownName) {
        "error: unknown ${e.name}"
    }

fun main() {
    val names: Names = mutableMapOf()
    generateSequence(::readLine)
        .filter { it.isNotBlank() }
        .forEach { println(execute(it, names)) }
}
