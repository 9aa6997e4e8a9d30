import java.io.*;
import java.util.*;

/** Builds a tree for each line by recursive descent and evaluates the tree afterwards. */
public class Calculator {

    static class CalcException extends RuntimeException {
        CalcException(String message) { super(message); }
    }

    static abstract class Node {
        abstract long evaluate(Map<String, Long> variables);
    }

    static class NumberNode extends Node {
        private final long value;

        NumberNode(long value) { this.value = value; }

        long evaluate(Map<String, Long> variables) { return value; }
    }

    static class VariableNode extends Node {
        private final String name;

        VariableNode(String name) { this.name = name; }

        long evaluate(Map<String, Long> variables) {
            if (!variables.containsKey(name)) throw new CalcException("unknown " + name);
            return variables.get(name);
        }
    }

    static class BinaryNode extends Node {
        private final char operator;
        private final Node left, right;

        BinaryNode(char operator, Node left, Node right) {
            this.operator = operator;
            this.left = left;
            this.right = right;
        }

        long evaluate(Map<String, Long> variables) {
            long a = left.evaluate(variables);
            long b = right.evaluate(variables);
            switch (operator) {
                case '+': return a + b;
                case '-': return a - b;
                case '*': return a * b;
                default:
                    if (b == 0) throw new CalcException("division by zero");
                    return a / b;
            }
        }
    }

    private final String text;
    private int position = 0;

    Calculator(String text) { this.text = text; }

    private char peek() {
        while (position < text.length() && Character.isWhitespace(text.charAt(position))) position++;
        return position < text.length() ? text.charAt(position) : '\0';
    }

    private Node expression() {
        Node result = term();
        while (peek() == '+' || peek() == '-') {
            char operator = text.charAt(position++);
            result = new BinaryNode(operator, result, term());
        }
        return result;
    }

    private Node term() {
        Node result = factor();
        while (peek() == '*' || peek() == '/') {
            char operator = text.charAt(position++);
            result = new BinaryNode(operator, result, factor());
        }
        return result;
    }

    private Node factor() {
        char c = peek();
        int begin = position;
        if (c == '-') {
            position++;
            return new BinaryNode('-', new NumberNode(0), factor());
        }
        if (c == '(') {
            position++;
            Node inner = expression();
            if (peek() != ')') throw new CalcException("syntax");
            position++;
            return inner;
        }
        if (Character.isDigit(c)) {
            while (position < text.length() && Character.isDigit(text.charAt(position))) position++;
            return new NumberNode(Long.parseLong(text.substring(begin, position)));
        }
        if (Character.isLetter(c)) return new VariableNode(name());
        throw new CalcException("syntax");
    }

    private String name() {
        int begin = position;
        while (position < text.length() && Character.isLetter(text.charAt(position))) position++;
        return text.substring(begin, position);
    }

    String run(Map<String, Long> variables) {
        peek();
        String target = name();
        boolean assignment = !target.isEmpty() && peek() == '=';
        position = assignment ? position + 1 : 0;
        Node tree = expression();
        if (peek() != '\0') throw new CalcException("syntax");
        long value = tree.evaluate(variables);
        if (!assignment) return "" + value;
        variables.put(target, value);
        return target + " = " + value;
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        Map<String, Long> variables = new HashMap<>();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.isBlank()) continue;
            try {
                System.out.println(new Calculator(line).run(variables));
            } catch (CalcException e) {
                System.out.println("error: " + e.getMessage());
            }
        }
    }
}
