import java.util.HashMap;
import java.util.Scanner;

public class Calc {

    static String s;          // the line
    static int p;             // where we are
    static boolean dry;       // first run: only check the syntax
    static HashMap<String, Long> vars = new HashMap<>();

    static void fail(String why) {
        throw new ArithmeticException(why);
    }

    static void blanks() {
        while (p < s.length() && s.charAt(p) <= ' ') p++;
    }

    // skips c if it is the next character
    static boolean accept(char c) {
        blanks();
        if (p < s.length() && s.charAt(p) == c) {
            p++;
            return true;
        }
        return false;
    }

    static String run(char from, char to) {
        int q = p;
        while (p < s.length() && Character.toLowerCase(s.charAt(p)) >= from
                && Character.toLowerCase(s.charAt(p)) <= to) p++;
        return s.substring(q, p);
    }

    static long sum() {
        long x = product();
        while (true) {
            if (accept('+')) x += product();
            else if (accept('-')) x -= product();
            else return x;
        }
    }

    static long product() {
        long x = sign();
        while (true) {
            if (accept('*')) {
                x *= sign();
            } else if (accept('/')) {
                long y = sign();
                if (dry) y = 1;
                if (y == 0) fail("division by zero");
                x /= y;
            } else {
                return x;
            }
        }
    }

    static long sign() {
        if (accept('-')) return -sign();
        return atom();
    }

    static long atom() {
        if (accept('(')) {
            long x = sum();
            if (!accept(')')) fail("syntax");
            return x;
        }
        String digits = run('0', '9');
        if (digits.length() > 0) return Long.parseLong(digits);
        String name = run('a', 'z');
        if (name.length() == 0) fail("syntax");
        if (dry) return 1;
        if (vars.get(name) == null) fail("unknown " + name);
        return vars.get(name);
    }

    static long statement(int start) {
        p = start;
        long value = sum();
        blanks();
        if (p < s.length()) fail("syntax");
        return value;
    }

    static String answer() {
        p = 0;
        blanks();
        String target = run('a', 'z');
        boolean assignment = target.length() > 0 && accept('=');
        int start = assignment ? p : 0;
        try {
            dry = true;
            statement(start);
            dry = false;
            long value = statement(start);
            if (!assignment) return Long.toString(value);
            vars.put(target, value);
            return target + " = " + value;
        } catch (ArithmeticException e) {
            return "error: " + e.getMessage();
        }
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            s = in.nextLine();
            if (!s.trim().isEmpty()) System.out.println(answer());
        }
    }
}
