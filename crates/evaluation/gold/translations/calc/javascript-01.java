import java.io.*;
import java.util.*;

public class Rechner {

    static class SyntaxFehler extends RuntimeException {}

    static class RechenFehler extends RuntimeException {
        RechenFehler(String text) {
            super(text);
        }
    }

    /** Ein Knoten des Baums; zugleich das, was der Zerleger liefert. */
    static class Knoten {
        final String art;
        long zahl;
        String name;
        Knoten links, rechts;

        Knoten(String art) {
            this.art = art;
        }

        Knoten(String art, Knoten links, Knoten rechts) {
            this(art);
            this.links = links;
            this.rechts = rechts;
        }
    }

    static final Map<String, Long> speicher = new HashMap<>();

    static boolean ziffer(char c) {
        return c >= '0' && c <= '9';
    }

    static boolean buchstabe(char c) {
        return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z';
    }

    static List<Knoten> zerlegen(String zeile) {
        List<Knoten> liste = new ArrayList<>();
        int i = 0;
        while (i < zeile.length()) {
            char c = zeile.charAt(i);
            int anfang = i++;
            if (Character.isWhitespace(c)) {
                continue;
            }
            if (ziffer(c)) {
                while (i < zeile.length() && ziffer(zeile.charAt(i))) i++;
                Knoten k = new Knoten("zahl");
                k.zahl = Long.parseLong(zeile.substring(anfang, i));
                liste.add(k);
            } else if (buchstabe(c)) {
                while (i < zeile.length() && buchstabe(zeile.charAt(i))) i++;
                Knoten k = new Knoten("name");
                k.name = zeile.substring(anfang, i);
                liste.add(k);
            } else if ("-+*/()=".indexOf(c) >= 0) {
                liste.add(new Knoten(String.valueOf(c)));
            } else {
                throw new SyntaxFehler();
            }
        }
        return liste;
    }

    static class Leser {
        private final List<Knoten> liste;
        private int stelle = 0;

        Leser(List<Knoten> liste) {
            this.liste = liste;
        }

        private String vorschau() {
            return stelle < liste.size() ? liste.get(stelle).art : "ende";
        }

        private Knoten weiter() {
            return liste.get(stelle++);
        }

        Knoten alles() {
            Knoten baum = ausdruck();
            if (!vorschau().equals("ende")) throw new SyntaxFehler();
            return baum;
        }

        private Knoten ausdruck() {
            Knoten links = glied();
            while (vorschau().equals("+") || vorschau().equals("-")) {
                String zeichen = weiter().art;
                links = new Knoten(zeichen, links, glied());
            }
            return links;
        }

        private Knoten glied() {
            Knoten links = faktor();
            while (vorschau().equals("*") || vorschau().equals("/")) {
                String zeichen = weiter().art;
                links = new Knoten(zeichen, links, faktor());
            }
            return links;
        }

        private Knoten faktor() {
            switch (vorschau()) {
                case "zahl":
                case "name":
                    return weiter();
                case "-":
                    weiter();
                    return new Knoten("minus", faktor(), null);
                case "(":
                    weiter();
                    Knoten innen = ausdruck();
                    if (!vorschau().equals(")")) throw new SyntaxFehler();
                    weiter();
                    return innen;
                default:
                    throw new SyntaxFehler();
            }
        }
    }

    static long auswerten(Knoten k) {
        if (k.art.equals("zahl")) return k.zahl;
        if (k.art.equals("name")) {
            if (!speicher.containsKey(k.name)) throw new RechenFehler("unknown " + k.name);
            return speicher.get(k.name);
        }
        if (k.art.equals("minus")) return -auswerten(k.links);

        long links = auswerten(k.links);
        long rechts = auswerten(k.rechts);
        switch (k.art) {
            case "+": return links + rechts;
            case "-": return links - rechts;
            case "*": return links * rechts;
            default:
                if (rechts == 0) throw new RechenFehler("division by zero");
                return links / rechts;
        }
    }

    static String ausfuehren(String zeile) {
        List<Knoten> liste = zerlegen(zeile);
        String ziel = null;
        if (liste.size() >= 2 && liste.get(0).art.equals("name") && liste.get(1).art.equals("=")) {
            ziel = liste.get(0).name;
            liste = liste.subList(2, liste.size());
        }
        long wert = auswerten(new Leser(liste).alles());
        if (ziel == null) return String.valueOf(wert);
        speicher.put(ziel, wert);
        return ziel + " = " + wert;
    }

    public static void main(String[] args) throws IOException {
        BufferedReader eingabe = new BufferedReader(new InputStreamReader(System.in));
        for (String zeile = eingabe.readLine(); zeile != null; zeile = eingabe.readLine()) {
            if (zeile.isBlank()) continue;
            try {
                System.out.println(ausfuehren(zeile));
            } catch (SyntaxFehler f) {
                System.out.println("error: syntax");
            } catch (RechenFehler f) {
                System.out.println("error: " + f.getMessage());
            }
        }
    }
}
