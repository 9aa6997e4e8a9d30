import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Each line is brought into reverse Polish notation first and computed then. */
public class Rpn {
    private static final char NEGATE = '~';

    private static class Item {
        final char type;        // 'n' number, 'v' variable, otherwise the operator
        long number;
        String variable;

        Item(char type) {
            this.type = type;
        }
    }

    private static final Map<String, Long> variables = new HashMap<>();

    private static int priority(char op) {
        switch (op) {
            case '+': case '-': return 1;
            case '*': case '/': return 2;
            case NEGATE:        return 3;
            default:            return 0;   // open bracket
        }
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static String takeName(String s, int at) {
        int end = at;
        while (end < s.length() && isLetter(s.charAt(end))) {
            end++;
        }
        return s.substring(at, end);
    }

    /** Returns null for a syntax error. */
    private static List<Item> toRpn(String s) {
        Deque<Character> ops = new ArrayDeque<>();
        List<Item> rpn = new ArrayList<>();
        boolean operandExpected = true;

        int i = 0;
        while (i < s.length()) {
            char c = s.charAt(i);
            if (Character.isWhitespace(c)) {
                i++;
            } else if (operandExpected && isDigit(c)) {
                Item item = new Item('n');
                while (i < s.length() && isDigit(s.charAt(i))) {
                    item.number = item.number * 10 + (s.charAt(i++) - '0');
                }
                rpn.add(item);
                operandExpected = false;
            } else if (operandExpected && isLetter(c)) {
                Item item = new Item('v');
                item.variable = takeName(s, i);
                i += item.variable.length();
                rpn.add(item);
                operandExpected = false;
            } else if (operandExpected && (c == '(' || c == '-')) {
                ops.push(c == '-' ? NEGATE : '(');
                i++;
            } else if (!operandExpected && c == ')') {
                while (!ops.isEmpty() && ops.peek() != '(') {
                    rpn.add(new Item(ops.pop()));
                }
                if (ops.isEmpty()) {
                    return null;
                }
                ops.pop();
                i++;
            } else if (!operandExpected && "+-*/".indexOf(c) >= 0) {
                while (!ops.isEmpty() && priority(ops.peek()) >= priority(c)) {
                    rpn.add(new Item(ops.pop()));
                }
                ops.push(c);
                i++;
                operandExpected = true;
            } else {
                return null;
            }
        }
        while (!ops.isEmpty()) {
            char op = ops.pop();
            if (op == '(') {
                return null;
            }
            rpn.add(new Item(op));
        }
        return operandExpected ? null : rpn;
    }

    private static long compute(List<Item> rpn) {
        Deque<Long> stack = new ArrayDeque<>();
        for (Item item : rpn) {
            if (item.type == 'n') {
                stack.push(item.number);
            } else if (item.type == 'v') {
                Long value = variables.get(item.variable);
                if (value == null) {
                    throw new IllegalStateException("unknown " + item.variable);
                }
                stack.push(value);
            } else if (item.type == NEGATE) {
                stack.push(-stack.pop());
            } else {
                long right = stack.pop();
                long left = stack.pop();
                switch (item.type) {
                    case '+': stack.push(left + right); break;
                    case '-': stack.push(left - right); break;
                    case '*': stack.push(left * right); break;
                    case '/':
                        if (right == 0) {
                            throw new IllegalStateException("division by zero");
                        }
                        stack.push(left / right);
                }
            }
        }
        return stack.pop();
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        String line;
        while ((line = in.readLine()) != null) {
            String s = line.trim();
            if (s.isEmpty()) {
                continue;
            }

            String name = takeName(s, 0);
            String rest = s.substring(name.length()).trim();
            boolean assignment = !name.isEmpty() && rest.startsWith("=");

            List<Item> rpn = toRpn(assignment ? rest.substring(1) : s);
            if (rpn == null) {
                System.out.println("error: syntax");
                continue;
            }
            try {
                long result = compute(rpn);
                if (assignment) {
                    variables.put(name, result);
                    System.out.print(name + " = ");
                }
                System.out.println(result);
            } catch (IllegalStateException e) {
                System.out.println("error: " + e.getMessage());
            }
        }
    }
}
