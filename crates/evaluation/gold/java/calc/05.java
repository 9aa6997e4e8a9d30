import java.util.ArrayList;
import java.util.Scanner;

public class MyCalculator {

    static ArrayList<String> names = new ArrayList<String>();
    static ArrayList<Long> values = new ArrayList<Long>();
    static ArrayList<String> tokens;
    static String error; // empty as long as everything is fine

    public static void main(String[] args) {
        Scanner scanner = new Scanner(System.in);
        while (scanner.hasNextLine()) {
            String line = scanner.nextLine();
            makeTokens(line);
            if (tokens.size() == 0) continue;
            error = "";

            // is it an assignment?
            String target = "";
            int start = 0;
            if (tokens.size() >= 2 && tokens.get(1).equals("=") && isName(tokens.get(0))) {
                target = tokens.get(0);
                start = 2;
            }

            long result = 0;
            if (syntaxIsCorrect(start)) {
                result = calculate(start, tokens.size() - 1);
            } else {
                error = "syntax";
            }

            if (!error.equals("")) {
                System.out.println("error: " + error);
            } else if (target.equals("")) {
                System.out.println(result);
            } else {
                int index = names.indexOf(target);
                if (index == -1) {
                    names.add(target);
                    values.add(result);
                } else values.set(index, result);
                System.out.println(target + " = " + result);
            }
        }
    }

    static void makeTokens(String line) {
        tokens = new ArrayList<String>();
        String last = " ";
        for (int i = 0; i < line.length(); i++) {
            String c = line.substring(i, i + 1);
            if ((isName(c) && isName(last)) || (isNumber(c) && isNumber(last))) {
                // one more character of the same name or number
                int end = tokens.size() - 1;
                tokens.set(end, tokens.get(end) + c);
            } else if (!c.equals(" ") && !c.equals("\t")) {
                tokens.add(c);
            }
            last = c;
        }
    }

    static boolean isName(String token) {
        char c = token.charAt(0);
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    static boolean isNumber(String token) {
        return token.charAt(0) >= '0' && token.charAt(0) <= '9';
    }

    // goes through the tokens and checks what may follow what
    static boolean syntaxIsCorrect(int start) {
        int open = 0;
        boolean needOperand = true;
        for (int i = start; i < tokens.size(); i++) {
            String t = tokens.get(i);
            if (needOperand) {
                if (t.equals("(")) {
                    open++;
                } else if (isName(t) || isNumber(t)) {
                    needOperand = false;
                } else if (!t.equals("-")) return false;
            } else {
                if (t.equals(")")) {
                    open--;
                    if (open < 0) return false;
                } else if (t.equals("+") || t.equals("-") || t.equals("*") || t.equals("/")) {
                    needOperand = true;
                } else {
                    return false;
                }
            }
        }
        return open == 0 && !needOperand;
    }

    // the last operator of the given kinds outside of brackets, or -1
    static int findOperator(int from, int to, String kinds) {
        int depth = 0;
        for (int i = to; i > from; i--) {
            String t = tokens.get(i);
            if (t.equals(")")) depth++;
            if (t.equals("(")) depth--;
            if (depth == 0 && kinds.contains(t)) {
                String before = tokens.get(i - 1);
                // after an operand or a bracket it has two sides
                if (isName(before) || isNumber(before) || before.equals(")")) return i;
            }
        }
        return -1;
    }

    static long calculate(int from, int to) {
        int op = findOperator(from, to, "+-");
        if (op == -1) op = findOperator(from, to, "*/");
        if (op != -1) {
            long left = calculate(from, op - 1);
            if (!error.equals("")) return 0;
            long right = calculate(op + 1, to);
            if (!error.equals("")) return 0;
            if (tokens.get(op).equals("+")) return left + right;
            if (tokens.get(op).equals("-")) return left - right;
            if (tokens.get(op).equals("*")) return left * right;
            if (right == 0) {
                error = "division by zero";
                return 0;
            }
            return left / right;
        }
        String first = tokens.get(from);
        if (first.equals("-")) return -calculate(from + 1, to);
        if (first.equals("(")) return calculate(from + 1, to - 1);
        if (isNumber(first)) return Long.parseLong(first);
        int index = names.indexOf(first);
        if (index == -1) {
            error = "unknown " + first;
            return 0;
        }
        return values.get(index);
    }
}
