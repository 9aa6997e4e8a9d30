import java.io.*;
import java.util.*;
import java.util.function.*;
import java.util.regex.*;

/** Precedence climbing; an expression becomes a closure. */
class Climb {
  static class Oops extends RuntimeException {
    Oops(String m) { super("error: " + m); }
  }

  record Op(int power, LongBinaryOperator f) {}

  static final Map<String, Op> OPS = Map.of(
      "+", new Op(1, (a, b) -> a + b),
      "-", new Op(1, (a, b) -> a - b),
      "*", new Op(2, (a, b) -> a * b),
      "/", new Op(2, Climb::divide));

  static final Pattern TOKEN = Pattern.compile("\\s*(\\d+|[A-Za-z]+|\\S)");
  static final Map<String, Long> env = new HashMap<>();

  final LinkedList<String> tokens = new LinkedList<>();

  Climb(String line) {
    TOKEN.matcher(line).results().map(m -> m.group(1)).forEach(tokens::add);
  }

  static long divide(long a, long b) {
    if (b == 0) throw new Oops("division by zero");
    return a / b;
  }

  static long lookup(String name) {
    return Optional.ofNullable(env.get(name)).orElseThrow(() -> new Oops("unknown " + name));
  }

  String take() {
    if (tokens.isEmpty()) throw new Oops("syntax");
    return tokens.removeFirst();
  }

  LongSupplier primary() {
    String t = take();
    if (t.equals("-")) {
      LongSupplier e = primary();
      return () -> -e.getAsLong();
    }
    if (t.equals("(")) {
      LongSupplier e = climb(1);
      if (!take().equals(")")) throw new Oops("syntax");
      return e;
    }
    if (t.matches("[0-9]+")) {
      long n = Long.parseLong(t);
      return () -> n;
    }
    if (t.matches("[A-Za-z]+")) return () -> lookup(t);
    throw new Oops("syntax");
  }

  LongSupplier climb(int least) {
    LongSupplier left = primary();
    for (Op op; (op = OPS.get(tokens.peek() == null ? "" : tokens.peek())) != null && op.power >= least; ) {
      take();
      LongSupplier l = left, r = climb(op.power + 1);
      LongBinaryOperator f = op.f;
      left = () -> f.applyAsLong(l.getAsLong(), r.getAsLong());
    }
    return left;
  }

  Object statement() {
    String name = null;
    if (tokens.size() > 1 && tokens.get(1).equals("=")) {
      name = take();
      take();
      if (!name.matches("[A-Za-z]+")) throw new Oops("syntax");
    }
    LongSupplier e = climb(1);
    if (!tokens.isEmpty()) throw new Oops("syntax");
    long v = e.getAsLong();
    if (name == null) return v;
    env.put(name, v);
    return name + " = " + v;
  }

  static Object answer(String line) {
    try {
      return new Climb(line).statement();
    } catch (Oops o) {
      return o.getMessage();
    }
  }

  public static void main(String[] args) {
    new BufferedReader(new InputStreamReader(System.in)).lines()
        .filter(Predicate.not(String::isBlank))
        .map(Climb::answer)
        .forEachOrdered(System.out::println);
  }
}
