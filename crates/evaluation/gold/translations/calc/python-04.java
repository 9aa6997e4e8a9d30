import java.util.*;
import java.util.function.*;
import java.util.regex.*;

public class Climbing {

    static final Pattern TOKEN =
        Pattern.compile("\\s*(?:(?<num>[0-9]+)|(?<name>[a-zA-Z]+)|(?<op>[-+*/()=]))");

    static final int UNARY = 30;

    record Binary(int power, LongBinaryOperator function) {}

    static final Map<String, Binary> BINARY = Map.of(
        "+", new Binary(10, (a, b) -> a + b),
        "-", new Binary(10, (a, b) -> a - b),
        "*", new Binary(20, (a, b) -> a * b),
        "/", new Binary(20, (a, b) -> {
            if (b == 0) throw new CalcException("division by zero");
            return a / b;
        }));

    static class CalcException extends RuntimeException {
        CalcException(String message) {
            super(message);
        }
    }

    record Token(String kind, String text) {}

    static List<Token> tokenize(String text) {
        List<Token> tokens = new ArrayList<>();
        Matcher m = TOKEN.matcher(text.stripTrailing());
        int at = 0;
        int end = text.stripTrailing().length();
        while (at < end) {
            if (!m.region(at, end).lookingAt()) throw new CalcException("syntax");
            for (String kind : new String[] {"num", "name", "op"}) {
                if (m.group(kind) != null) tokens.add(new Token(kind, m.group(kind)));
            }
            at = m.end();
        }
        return tokens;
    }

    /** Precedence climbing; the result is a function of the names. */
    static class Compiler {
        private final List<Token> tokens;
        private int at = 0;
        String target = null;

        Compiler(List<Token> tokens) {
            this.tokens = tokens;
            tokens.add(new Token("end", ""));
        }

        private Token next() {
            return tokens.get(at++);
        }

        private void expect(String kind, String text) {
            if (!next().equals(new Token(kind, text))) throw new CalcException("syntax");
        }

        private ToLongFunction<Map<String, Long>> atom() {
            Token token = next();
            if (token.kind().equals("num")) {
                long number = Long.parseLong(token.text());
                return names -> number;
            }
            if (token.kind().equals("name")) {
                return names -> {
                    Long value = names.get(token.text());
                    if (value == null) throw new CalcException("unknown " + token.text());
                    return value;
                };
            }
            if (token.text().equals("-")) {
                var inner = climb(UNARY);
                return names -> -inner.applyAsLong(names);
            }
            if (token.text().equals("(")) {
                var inner = climb(0);
                expect("op", ")");
                return inner;
            }
            throw new CalcException("syntax");
        }

        private ToLongFunction<Map<String, Long>> climb(int least) {
            var left = atom();
            while (true) {
                Binary binary = BINARY.get(tokens.get(at).text());
                if (binary == null || binary.power() < least) return left;
                at++;
                left = apply(binary.function(), left, climb(binary.power() + 1));
            }
        }

        private static ToLongFunction<Map<String, Long>> apply(
                LongBinaryOperator f,
                ToLongFunction<Map<String, Long>> left,
                ToLongFunction<Map<String, Long>> right) {
            return names -> f.applyAsLong(left.applyAsLong(names), right.applyAsLong(names));
        }

        ToLongFunction<Map<String, Long>> statement() {
            if (tokens.size() > 2 && tokens.get(0).kind().equals("name")
                    && tokens.get(1).text().equals("=")) {
                target = tokens.get(0).text();
                at = 2;
            }
            var value = climb(0);
            expect("end", "");
            return value;
        }
    }

    static String execute(String line, Map<String, Long> names) {
        try {
            Compiler compiler = new Compiler(tokenize(line));
            long result = compiler.statement().applyAsLong(names);
            if (compiler.target == null) return Long.toString(result);
            names.put(compiler.target, result);
            return compiler.target + " = " + result;
        } catch (CalcException e) {
            return "error: " + e.getMessage();
        }
    }

    public static void main(String[] args) {
        Map<String, Long> names = new HashMap<>();
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            String line = in.nextLine();
            if (!line.isBlank()) System.out.println(execute(line, names));
        }
    }
}
