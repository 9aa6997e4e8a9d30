import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Textstatistik mit einem Trie.
 *
 * Jeder Knoten hat 26 Plaetze fuer seine Kinder und einen Zaehler, wie oft
 * das Wort vorkam, das hier endet. Von links nach rechts ergeben sich die
 * Woerter in der Reihenfolge des Alphabets.
 */
public class TextStatistik {

    static class TrieKnoten {
        TrieKnoten[] kinder = new TrieKnoten[26];
        int zahl = 0;
    }

    /** 0 bis 25 fuer einen Buchstaben, sonst -1 */
    static int buchstabe(byte b) {
        if (97 <= b && b <= 122) {
            return b - 97;
        }
        if (65 <= b && b <= 90) {
            return b - 65;
        }
        return -1;
    }

    /** Legt jedes Wort unter dem Knoten in den Korb seiner Anzahl. */
    static void sammeln(TrieKnoten knoten, String anfang, Map<Integer, List<String>> nachZahl) {
        if (knoten.zahl > 0) {
            nachZahl.computeIfAbsent(knoten.zahl, z -> new ArrayList<>()).add(anfang);
        }
        for (int i = 0; i < 26; i++) {
            TrieKnoten kind = knoten.kinder[i];
            if (kind != null) {
                sammeln(kind, anfang + (char) (97 + i), nachZahl);
            }
        }
    }

    public static void main(String[] args) throws IOException {
        byte[] daten = System.in.readAllBytes();
        TrieKnoten wurzel = new TrieKnoten();
        TrieKnoten knoten = wurzel;
        int tiefe = 0;
        int gesamt = 0;
        int besterAnfang = 0, besteTiefe = 0;
        Map<Integer, Integer> laengen = new TreeMap<>();

        for (int pos = 0; pos <= daten.length; pos++) {
            int nummer = pos < daten.length ? buchstabe(daten[pos]) : -1;
            if (nummer >= 0) {
                if (knoten.kinder[nummer] == null) {
                    knoten.kinder[nummer] = new TrieKnoten();
                }
                knoten = knoten.kinder[nummer];
                tiefe++;
            } else if (tiefe > 0) {
                knoten.zahl++;
                gesamt++;
                laengen.merge(tiefe, 1, Integer::sum);
                if (tiefe > besteTiefe) {
                    besterAnfang = pos - tiefe;
                    besteTiefe = tiefe;
                }
                knoten = wurzel;
                tiefe = 0;
            }
        }

        Map<Integer, List<String>> nachZahl = new HashMap<>();
        sammeln(wurzel, "", nachZahl);

        int zeilen = 0;
        for (byte b : daten) {
            if (b == '\n') {
                zeilen++;
            }
        }
        if (daten.length > 0 && daten[daten.length - 1] != '\n') {
            zeilen++;
        }

        int verschieden = 0;
        for (List<String> woerter : nachZahl.values()) {
            verschieden += woerter.size();
        }

        System.out.println("lines " + zeilen);
        System.out.println("words " + gesamt);
        System.out.println("different " + verschieden);
        String laengstes = new String(daten, besterAnfang, besteTiefe).toLowerCase();
        System.out.println("longest " + (laengstes.isEmpty() ? "-" : laengstes));

        int rest = 10;
        for (int zahl : new TreeMap<>(nachZahl).descendingKeySet()) {
            for (String wort : nachZahl.get(zahl)) {
                if (rest > 0) {
                    System.out.println(zahl + " " + wort);
                    rest--;
                }
            }
        }

        for (int laenge : laengen.keySet()) {
            System.out.println(laenge + ": " + "#".repeat(laengen.get(laenge)));
        }
    }
}
