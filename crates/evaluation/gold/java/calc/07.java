import java.io.*;
import java.util.*;

/** A compiler for a small stack machine, and the machine. */
public class StackMachine {

    enum Code { PUSH, LOAD, STORE, ADD, SUB, MUL, DIV, NEG }

    record Instruction(Code code, String operand) {}

    static class Compiler {
        private final StreamTokenizer in = new StreamTokenizer(new InputStreamReader(System.in));
        private List<Instruction> program;

        Compiler() {
            in.resetSyntax();
            in.wordChars('a', 'z');
            in.wordChars('A', 'Z');
            in.wordChars('0', '9');
            in.whitespaceChars(' ', ' ');
            in.whitespaceChars('\t', '\t');
            in.eolIsSignificant(true);
        }

        private boolean lineEnds() {
            return in.ttype == '\n' || in.ttype == '\r' || in.ttype == StreamTokenizer.TT_EOF;
        }

        private void emit(Code code, String operand) {
            program.add(new Instruction(code, operand));
        }

        /** Null at the end of the input, an empty program for an empty line or an error. */
        List<Instruction> compileLine() throws IOException {
            program = new ArrayList<>();
            if (in.nextToken() == StreamTokenizer.TT_EOF) return null;
            if (lineEnds()) return program;
            boolean good = statement() && lineEnds();
            while (!lineEnds()) {
                in.nextToken();
            }
            if (!good) {
                program.clear();
                System.out.println("error: syntax");
            }
            return program;
        }

        private boolean statement() throws IOException {
            String target = null;
            if (in.ttype == StreamTokenizer.TT_WORD) {
                String word = in.sval;
                in.nextToken();
                if (in.ttype == '=') {
                    target = word;
                    in.nextToken();
                } else {
                    // it was the first operand already
                    return operand(word) && rest(0);
                }
            }
            if (!expression(0)) return false;
            if (target != null) {
                emit(Code.STORE, target);
            }
            return target == null || target.matches("[a-zA-Z]+");
        }

        private boolean operand(String word) {
            boolean number = word.matches("\\d+");
            emit(number ? Code.PUSH : Code.LOAD, word);
            return number || word.matches("[a-zA-Z]+");
        }

        /** An operand and all operators after it that bind more tightly than the limit. */
        private boolean expression(int limit) throws IOException {
            if (in.ttype == '-') {
                in.nextToken();
                if (!expression(2)) return false;
                emit(Code.NEG, null);
            } else if (in.ttype == '(') {
                in.nextToken();
                if (!expression(0) || in.ttype != ')') return false;
                in.nextToken();
            } else if (in.ttype == StreamTokenizer.TT_WORD) {
                if (!operand(in.sval)) return false;
                in.nextToken();
            } else {
                return false;
            }
            return rest(limit);
        }

        private boolean rest(int limit) throws IOException {
            int which;
            while ((which = "+-*/".indexOf(in.ttype)) / 2 + 1 > limit && which >= 0) {
                in.nextToken();
                if (!expression(which / 2 + 1)) return false;
                emit(Code.values()[Code.ADD.ordinal() + which], null);
            }
            return true;
        }
    }

    static final Map<String, Long> memory = new HashMap<>();

    static String execute(List<Instruction> program) {
        long[] stack = new long[program.size() + 1];
        int top = 0;
        for (Instruction i : program) {
            switch (i.code()) {
                case PUSH -> stack[++top] = Long.parseLong(i.operand());
                case LOAD -> {
                    if (!memory.containsKey(i.operand())) return "error: unknown " + i.operand();
                    stack[++top] = memory.get(i.operand());
                }
                case STORE -> {
                    memory.put(i.operand(), stack[top]);
                    return i.operand() + " = " + stack[top];
                }
                case NEG -> stack[top] = -stack[top];
                case ADD -> { top--; stack[top] += stack[top + 1]; }
                case SUB -> { top--; stack[top] -= stack[top + 1]; }
                case MUL -> { top--; stack[top] *= stack[top + 1]; }
                case DIV -> {
                    if (stack[top--] == 0) return "error: division by zero";
                    stack[top] /= stack[top + 1];
                }
            }
        }
        return Long.toString(stack[top]);
    }

    public static void main(String[] args) throws IOException {
        Compiler compiler = new Compiler();
        for (List<Instruction> p; (p = compiler.compileLine()) != null; ) {
            if (!p.isEmpty()) System.out.println(execute(p));
        }
    }
}
