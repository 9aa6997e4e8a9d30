// A chess club: players, games, a rating for each, and a table in the end.
package club.rating

import scala.collection.mutable
import scala.collection.mutable.{ArrayBuffer, HashMap => Table}
import scala.util.Try

sealed trait Outcome {
  def points: Double
  def describe: String = s"$points points"
}

case object Won extends Outcome {
  val points = 1.0
}

case object Drawn extends Outcome {
  val points = 0.5
}

final case class Forfeit(reason: String, penalty: Int = 0) extends Outcome {
  override def points: Double = 0.0 - penalty
}

trait Named {
  val name: String
  protected def initial: Char = if (name.isEmpty) '?' else name.charAt(0)
}

abstract class Member(val name: String, private var born: Int) extends Named with Ordered[Member] {
  type Key = (Char, Int)
  lazy val key: Key = (initial, born)

  def this(name: String) = this(name, 2000)

  def rating: Int

  override def compare(that: Member): Int = {
    if (rating != that.rating) {
      rating - that.rating
    } else if (name < that.name) {
      -1
    } else {
      1
    }
  }
}

class Player(name: String, born: Int, start: Int) extends Member(name, born) {
  private[this] var current = start
  var games = 0
  val seen: mutable.Set[String] = mutable.Set.empty

  def rating: Int = current

  def change(by: Int): Unit = {
    this.current = current + by
    games += 1
    if (current < 0) throw new IllegalStateException("rating below 0")
  }

  def +(points: Int): Player = {
    change(points)
    this
  }
}

object Player {
  val Limit = 3000
  private val known = new Table[String, Player]()

  def apply(name: String): Player = known.getOrElseUpdate(name, new Player(name, 1999, 1200))

  def unapply(player: Player): Option[(String, Int)] = Some((player.name, player.rating))
}

case class Game(white: Player, black: Player, outcome: Outcome)

object Rating {
  implicit class Rounded(value: Double) {
    def rounded: Int = math.round(value).toInt
  }

  implicit val factor: Double = 32

  def expected(mine: Int, other: Int): Double = 1 / (1 + math.pow(10, (other - mine) / 400.0))

  def apply(game: Game)(implicit factor: Double): Int = {
    val Game(white, black, outcome) = game
    val change = factor * (outcome.points - expected(white.rating, black.rating))
    white.change(change.rounded)
    black.change(-change.rounded)
    change.rounded
  }
}

class Parser(strict: Boolean) {
  private val Line = """(\w+)\s+"?(\w+)"?\s+([01=])""".r
  var errors: List[String] = Nil

  def parse(line: String): Option[Game] = line.trim match {
    case "" => None
    case Line(white, black, "1") => Some(Game(Player(white), Player(black), Won))
    case Line(white, black, result) if result == "=" =>
      Some(Game(Player(white), Player(black), Drawn))
    case other =>
      errors = other :: errors
      if (strict) throw new IllegalArgumentException("bad line: " + other)
      None
  }

  def number(text: String): Int = {
    try {
      text.toInt
    } catch {
      case _: NumberFormatException => 0
      case problem: RuntimeException if !strict =>
        println(problem.getMessage)
        -1
    } finally {
      errors = errors.take(10)
    }
  }
}

object Search {
  def largest[T <: Comparable[T]](items: Seq[T]): Option[T] = {
    var best: Option[T] = None
    for (item <- items) {
      best match {
        case Some(other) if other.compareTo(item) > 0 => ()
        case _ => best = Some(item)
      }
    }
    best
  }

  def find(grid: Array[Array[Int]], wanted: Int): (Int, Int) = {
    var row = 0
    var steps = 0L
    while (row < grid.length) {
      var column = 0
      do {
        if (grid(row)(column) == wanted) return (row, column)
        column += 1
        steps = steps + 1
      } while (column < grid(row).length && steps < 0x7fff)
      row += 1
    }
    (-1, -1)
  }

  def pairs(players: List[Player]): List[(Player, Player)] =
    for {
      white <- players
      black <- players
      if white.name != black.name
      gap = white.rating - black.rating
      if gap >= 0 || gap % 2 == 0
    } yield (white, black)

  @annotation.tailrec
  final def gcd(a: Int, b: Int): Int = if (b == 0) a else gcd(b, a % b)

  def checksum(bytes: Array[Byte]): Int = {
    var sum = 0
    for (i <- bytes.indices; bit <- 0 until 8) {
      sum = (sum << 1) ^ (bytes(i) & (1 << bit))
    }
    ~sum >>> 2
  }
}

class Table2(rows: ArrayBuffer[Player]) {
  private def line(player: Player): String = f"${player.name}%-10s ${player.rating}%5d"

  def top(count: Int): Seq[String] = rows.sorted.reverse.take(count).map(line)

  def grade(player: Player): String = {
    val points = player match {
      case Player(name, rating) if name.length > 3 => rating
      case strong: Player => strong.rating + 1
      case null => 0
    }
    points / 400 match {
      case 0 | 1 => "beginner"
      case 2 => "club"
      case _ => "master"
    }
  }
}

/* Reads games from a file and prints the table. */
object Main extends App {
  val parser = new Parser(strict = false)
  val add = (left: Int, right: Int) => left + right
  val text =
    """ada bob 1
      |bob cyd =
      |""".stripMargin
  val games = text.split('\n').toList.flatMap(line => parser.parse(line))
  var total = 0
  games.foreach { game =>
    import Rating._
    total += Rating(game)
  }
  val players = ArrayBuffer(Player("ada"), Player("bob"))
  players += new Player("cyd", 1990, 1_500) {
    override def rating: Int = 1
  }
  val (best, rest) = players.partition(_.rating > 1200)
  val averages = players.map { case Player(name, rating) => name -> rating / 2.5e0 }.toMap
  println(new Table2(best).top(3).mkString("\n"))
  println(add(1, -2) + parser.number("x") + Search.gcd(12, 18) + total)
  if (rest.isEmpty && !averages.contains("dan")) println("nobody") else println(averages.getOrElse("bob", 0.0))
  println(Try(Search.find(Array(Array(1, 2)), 2)).getOrElse(null).asInstanceOf[AnyRef])
}
