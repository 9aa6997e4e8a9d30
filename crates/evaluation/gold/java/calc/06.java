import java.io.*;
import java.util.*;

public class DosPilas {

    private static final HashMap<String, Long> nombres = new HashMap<>();

    private long[] valores = new long[16];
    private char[] operadores = new char[16];
    private int nv = 0, no = 0;

    // La sintaxis se comprueba reescribiendo: los operandos son N,
    // el menos unario se borra, y al final tiene que quedar una sola N.
    static boolean correcta(String expr) {
        if (!expr.matches("[A-Za-z0-9+\\-*/()\\s]*")) return false;
        String f = expr.replaceAll("[A-Za-z]+|[0-9]+", "N ");
        f = f.replaceAll("\\s", "");
        String antes;
        do {
            antes = f;
            f = f.replaceAll("(^|[-+*/(])-", "$1");
        } while (!f.equals(antes));
        do {
            antes = f;
            f = f.replace("(N)", "N").replaceAll("N[-+*/]N", "N");
            // "N(N)" no debe parecer correcta
            if (f.contains("N(") || f.contains(")N") || f.contains("NN")) return false;
        } while (!f.equals(antes));
        return f.equals("N");
    }

    private static int prioridad(char op) {
        return switch (op) {
            case '+', '-' -> 1;
            case '*', '/' -> 2;
            case '~' -> 3;
            default -> 0;
        };
    }

    private void poner(long v) {
        if (nv == valores.length) valores = Arrays.copyOf(valores, 2 * nv);
        valores[nv++] = v;
    }

    private void apilar(char op) {
        if (no == operadores.length) operadores = Arrays.copyOf(operadores, 2 * no);
        operadores[no++] = op;
    }

    private void aplicar() {
        char op = operadores[--no];
        long b = valores[--nv];
        if (op == '~') {
            poner(-b);
            return;
        }
        long a = valores[--nv];
        if (op == '/' && b == 0) throw new IllegalStateException("division by zero");
        poner(op == '+' ? a + b : op == '-' ? a - b : op == '*' ? a * b : a / b);
    }

    long evaluar(String expr) {
        StringTokenizer trozos = new StringTokenizer(expr, "+-*/() \t\r", true);
        boolean unario = true;
        while (trozos.hasMoreTokens()) {
            String t = trozos.nextToken();
            char c = t.charAt(0);
            if (Character.isWhitespace(c)) continue;
            if (c == '(') {
                apilar(c);
            } else if (c == ')') {
                while (operadores[no - 1] != '(') aplicar();
                no--;
            } else if (c == '-' && unario) {
                apilar('~');
            } else if (prioridad(c) > 0) {
                while (no > 0 && prioridad(operadores[no - 1]) >= prioridad(c)) aplicar();
                apilar(c);
            } else if (Character.isDigit(c)) {
                poner(Long.parseLong(t));
            } else if (nombres.containsKey(t)) {
                poner(nombres.get(t));
            } else {
                throw new IllegalStateException("unknown " + t);
            }
            unario = c == '(' || prioridad(c) > 0;
        }
        while (no > 0) aplicar();
        return valores[0];
    }

    static String ejecutar(String linea) {
        String[] lados = linea.split("=", -1);
        String expr = lados[lados.length - 1];
        boolean asigna = lados.length == 2;
        if (lados.length > 2 || !correcta(expr) || asigna && !lados[0].matches("\\s*[A-Za-z]+\\s*")) {
            return "error: syntax";
        }
        try {
            long v = new DosPilas().evaluar(expr);
            if (!asigna) return String.valueOf(v);
            nombres.put(lados[0].trim(), v);
            return lados[0].trim() + " = " + v;
        } catch (IllegalStateException e) {
            return "error: " + e.getMessage();
        }
    }

    public static void main(String[] args) throws IOException {
        BufferedReader br = new BufferedReader(new InputStreamReader(System.in));
        String linea;
        while ((linea = br.readLine()) != null) {
            if (linea.trim().length() > 0) System.out.println(ejecutar(linea));
        }
    }
}
