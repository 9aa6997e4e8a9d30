import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Scanner;

public class TwoStacks {

    // what may stand after what: n number or name, m minus, o other operator,
    // the brackets, ^ the beginning, $ the end
    static String allowed(char before) {
        return switch (before) {
            case 'n', ')' -> "mo)$";
            default -> "nm(";
        };
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    static List<String> split(String line) {
        StringBuilder spaced = new StringBuilder();
        char last = ' ';
        for (char c : line.toCharArray()) {
            char kind = isDigit(c) ? 'd' : isLetter(c) ? 'l' : '?';
            if (kind != last || kind == '?') {
                spaced.append(' ');
            }
            spaced.append(c);
            last = kind;
        }
        List<String> tokens = new ArrayList<>();
        for (String token : spaced.toString().split("\\s+")) {
            if (!token.isEmpty()) {
                tokens.add(token);
            }
        }
        return tokens;
    }

    static char kindOf(String token) {
        char c = token.charAt(0);
        if (isDigit(c) || isLetter(c)) {
            return 'n';
        }
        if (c == '-') {
            return 'm';
        }
        if (c == '+' || c == '*' || c == '/') {
            return 'o';
        }
        if (c == '(' || c == ')') {
            return c;
        }
        return '?';
    }

    static boolean syntaxOk(List<String> tokens) {
        int depth = 0;
        char before = '^';
        for (String t : tokens) {
            char k = kindOf(t);
            if (allowed(before).indexOf(k) < 0) {
                return false;
            }
            if (k == '(') {
                depth++;
            }
            if (k == ')') {
                depth--;
            }
            if (depth < 0) {
                return false;
            }
            before = k;
        }
        return depth == 0 && allowed(before).contains("$");
    }

    static int priority(String op) {
        return switch (op) {
            case "+", "-" -> 1;
            case "*", "/" -> 2;
            case "neg" -> 3;
            default -> 0;
        };
    }

    /** Applies op to the top of the values. */
    static void operate(Deque<Long> values, String op) {
        long y = values.pop();
        if (op.equals("neg")) {
            values.push(-y);
            return;
        }
        long x = values.pop();
        switch (op) {
            case "+" -> values.push(x + y);
            case "-" -> values.push(x - y);
            case "*" -> values.push(x * y);
            default -> {
                if (y == 0) {
                    throw new ArithmeticException("division by zero");
                }
                values.push(x / y);
            }
        }
    }

    /** Two stacks, everything is calculated as soon as possible. */
    static long evaluate(List<String> tokens, Map<String, Long> variables) {
        Deque<Long> values = new ArrayDeque<>();
        Deque<String> ops = new ArrayDeque<>();
        char before = '^';
        List<String> closed = new ArrayList<>(tokens);
        closed.add(")");
        for (String t : closed) {
            char k = kindOf(t);
            if (k == 'n' && isDigit(t.charAt(0))) {
                values.push(Long.parseLong(t));
            } else if (k == 'n') {
                if (!variables.containsKey(t)) {
                    throw new ArithmeticException("unknown " + t);
                }
                values.push(variables.get(t));
            } else if (k == '(') {
                ops.push("(");
            } else if (k == 'm' && before != 'n' && before != ')') {
                ops.push("neg");
            } else {
                int limit = k == ')' ? 1 : priority(t);
                while (!ops.isEmpty() && priority(ops.peek()) >= limit) {
                    operate(values, ops.pop());
                }
                if (k != ')') {
                    ops.push(t);
                } else if (!ops.isEmpty()) {
                    ops.pop();
                }
            }
            before = k;
        }
        return values.pop();
    }

    public static void main(String[] args) {
        Map<String, Long> variables = new HashMap<>();
        Scanner scanner = new Scanner(System.in);
        while (scanner.hasNextLine()) {
            List<String> tokens = split(scanner.nextLine());
            if (tokens.isEmpty()) {
                continue;
            }
            String goal = "";
            if (tokens.size() >= 2 && tokens.get(1).equals("=") && isLetter(tokens.get(0).charAt(0))) {
                goal = tokens.get(0);
                tokens = tokens.subList(2, tokens.size());
            }
            if (!syntaxOk(tokens)) {
                System.out.println("error: syntax");
                continue;
            }
            try {
                long result = evaluate(tokens, variables);
                if (goal.isEmpty()) {
                    System.out.println(result);
                } else {
                    variables.put(goal, result);
                    System.out.println(goal + " = " + result);
                }
            } catch (ArithmeticException e) {
                System.out.println("error: " + e.getMessage());
            }
        }
    }
}
