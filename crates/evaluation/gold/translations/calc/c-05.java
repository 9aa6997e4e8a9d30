import java.util.*;
import java.util.regex.*;

class Tafel {
    // Zeile: Zeichen auf dem Stapel, Spalte: naechstes Zeichen
    private static final String ZEICHEN = "+-*/m()$";
    private static final String[] TAFEL = {
        "RRSSSSRR",
        "RRSSSSRR",
        "RRRRSSRR",
        "RRRRSSRR",
        "RRRRSSRR",
        "SSSSSSPE",
        "EEEEEEEE",
        "SSSSSSEA",
    };
    private static final Pattern ZUWEISUNG = Pattern.compile("\\s*([a-zA-Z]+)\\s*=");

    private final Map<String, Long> namen = new HashMap<>();
    private final Deque<Long> werte = new ArrayDeque<>();
    private final Deque<Character> stapel = new ArrayDeque<>();
    private String fehler;

    private void melden(String was) {
        if (fehler == null) fehler = "error: " + was;
    }

    private void verkuerzen() {
        char z = stapel.pop();
        long b = werte.pop();
        long a = z == 'm' ? 0 : werte.pop();
        if (z == '/' && b == 0) {
            melden("division by zero");
            b = 1;
        }
        werte.push(z == '+' ? a + b : z == '*' ? a * b : z == '/' ? a / b : a - b);
    }

    private static boolean istZiffer(char c) {
        return '0' <= c && c <= '9';
    }

    private static boolean istBuchstabe(char c) {
        return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z';
    }

    /** Liefert false bei einem Syntaxfehler. */
    private boolean auswerten(String s) {
        boolean nachWert = false;
        int i = 0;

        werte.clear();
        stapel.clear();
        fehler = null;
        stapel.push('$');
        while (true) {
            while (i < s.length() && Character.isWhitespace(s.charAt(i))) i++;
            char c = i < s.length() ? s.charAt(i) : '\0';

            if (istZiffer(c) || istBuchstabe(c)) {
                if (nachWert) return false;
                int anfang = i;
                if (istZiffer(c)) {
                    while (i < s.length() && istZiffer(s.charAt(i))) i++;
                    werte.push(Long.parseLong(s.substring(anfang, i)));
                } else {
                    while (i < s.length() && istBuchstabe(s.charAt(i))) i++;
                    String name = s.substring(anfang, i);
                    if (!namen.containsKey(name)) melden("unknown " + name);
                    werte.push(namen.getOrDefault(name, 1L));
                }
                nachWert = true;
                continue;
            }

            char z = i < s.length() ? c : '$';
            if (!nachWert && z == '-') z = 'm';
            int spalte = ZEICHEN.indexOf(z);
            if (spalte < 0 || c == '$') return false;
            if (nachWert == (z == '(' || z == 'm')) return false;

            switch (TAFEL[ZEICHEN.indexOf(stapel.peek())].charAt(spalte)) {
                case 'S':
                    stapel.push(z);
                    nachWert = false;
                    i++;
                    break;
                case 'R':
                    verkuerzen();
                    break;
                case 'P':
                    stapel.pop();
                    i++;
                    break;
                case 'A':
                    return true;
                default:
                    return false;
            }
        }
    }

    String antwort(String zeile) {
        Matcher m = ZUWEISUNG.matcher(zeile);
        boolean zuweisung = m.lookingAt();
        if (!auswerten(zuweisung ? zeile.substring(m.end()) : zeile)) return "error: syntax";
        if (fehler != null) return fehler;
        long wert = werte.peek();
        if (!zuweisung) return String.valueOf(wert);
        namen.put(m.group(1), wert);
        return String.format("%s = %d", m.group(1), wert);
    }

    public static void main(String[] args) {
        Tafel tafel = new Tafel();
        Scanner eingabe = new Scanner(System.in);
        while (eingabe.hasNextLine()) {
            String zeile = eingabe.nextLine();
            if (!zeile.isBlank()) System.out.println(tafel.antwort(zeile));
        }
    }
}
