import java.io.*;
import java.util.*;

/* One pass. The first name or division that goes wrong is noted in `trouble`
   and the work goes on (with 1), because a syntax error later has precedence. */
class OnePass
{
    private static class SyntaxError extends Exception { }

    private final Map<String, Long> env;
    private final char[] in;
    private int at = 0;
    private String trouble = null;

    private OnePass(String line, Map<String, Long> env)
    {
        this.env = env;
        this.in = (line.trim() + "\n").toCharArray();   // newline marks the end
    }

    private void skip() { do { ++at; } while (in[at] == ' ' || in[at] == '\t'); }

    private void note(String what) { if (trouble == null) trouble = what; }

    private boolean alpha() { char c = (char) (in[at] & ~32); return c >= 'A' && c <= 'Z'; }

    private boolean digit() { return in[at] >= '0' && in[at] <= '9'; }

    private void blanks() { if (in[at] == ' ' || in[at] == '\t') skip(); }

    private String word()
    {
        StringBuilder b = new StringBuilder();
        for (; alpha(); ++at) b.append(in[at]);
        blanks();
        return b.toString();
    }

    private long value(String name)
    {
        Long v = env.get(name);
        if (v == null) { note("unknown " + name); return 1; }
        return v;
    }

    private long operand() throws SyntaxError
    {
        boolean negative = false;
        for (; in[at] == '-'; skip()) negative = !negative;
        long v = 0;
        if (in[at] == '(') {
            skip();
            v = additive(operand());
            if (in[at] != ')') throw new SyntaxError();
            skip();
        } else if (alpha()) {
            v = value(word());
        } else if (digit()) {
            for (; digit(); ++at) v = 10 * v + in[at] - '0';
            blanks();
        } else {
            throw new SyntaxError();
        }
        return negative ? -v : v;
    }

    private long multiplicative(long left) throws SyntaxError
    {
        while (in[at] == '*' || in[at] == '/') {
            boolean times = in[at] == '*';
            skip();
            long right = operand();
            if (times) left *= right;
            else if (right != 0) left /= right;
            else note("division by zero");
        }
        return left;
    }

    // gets the first operand from outside, the statement may have read it already
    private long additive(long first) throws SyntaxError
    {
        long sum = multiplicative(first);
        while (in[at] == '+' || in[at] == '-') {
            int sign = in[at] == '+' ? 1 : -1;
            skip();
            sum += sign * multiplicative(operand());
        }
        return sum;
    }

    private String statement() throws SyntaxError
    {
        String name = word(), prefix = "";
        long result;
        if (name.isEmpty()) {
            result = additive(operand());
        } else if (in[at] != '=') {
            result = additive(value(name));
            name = "";
        } else {
            skip();
            result = additive(operand());
            prefix = name + " = ";
        }
        if (in[at] != '\n') throw new SyntaxError();
        if (trouble != null) return "error: " + trouble;
        if (!name.isEmpty()) env.put(name, result);
        return prefix + result;
    }

    public static void main(String[] args) throws IOException
    {
        Map<String, Long> env = new HashMap<>();
        BufferedReader br = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = br.readLine()) != null; ) {
            if (line.trim().isEmpty()) continue;
            String out;
            try {
                out = new OnePass(line, env).statement();
            } catch (SyntaxError e) {
                out = "error: syntax";
            }
            System.out.println(out);
        }
    }
}
