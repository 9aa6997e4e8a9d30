import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Liest den Text Zeichen für Zeichen, wie ein kleiner Automat mit zwei
 * Zuständen: in einem Wort und draußen. Gemerkt wird nur das laufende Wort.
 */
public class Automat {

    private int zeilenenden = 0;
    private int letztes = '\n';
    private int anzahl = 0;
    private String laengstes = "";
    private final Map<String, Integer> haeufigkeit = new HashMap<>();
    private final Map<Integer, Integer> laengen = new TreeMap<>();
    private final StringBuilder laufend = new StringBuilder();

    private static boolean istGross(int z) {
        return z >= 'A' && z <= 'Z';
    }

    private void fuettern(int z) {
        if (istGross(z)) {
            laufend.append((char) (z + 32));
        } else if (istKlein(z)) {
            laufend.append((char) z);
        } else {
            wortEnde();
            if (z == '\n') {
                zeilenenden++;
            }
        }
        letztes = z;
    }

    private void wortEnde() {
        if (laufend.isEmpty()) {
            return;
        }
        String wort = laufend.toString();
        laufend.setLength(0);

        anzahl++;
        haeufigkeit.merge(wort, 1, Integer::sum);
        laengen.merge(wort.length(), 1, Integer::sum);
        if (wort.length() > laengstes.length()) {
            laengstes = wort;
        }
    }

    private static boolean istKlein(int z) {
        return z >= 'a' && z <= 'z';
    }

    private List<String> besteZehn() {
        Map<String, Integer> rest = new HashMap<>(haeufigkeit);
        List<String> ergebnis = new ArrayList<>();
        while (ergebnis.size() < 10 && !rest.isEmpty()) {
            String bestes = null;
            for (Map.Entry<String, Integer> e : rest.entrySet()) {
                String wort = e.getKey();
                int wieOft = e.getValue();
                if (bestes == null || wieOft > rest.get(bestes)
                        || (wieOft == rest.get(bestes) && wort.compareTo(bestes) < 0)) {
                    bestes = wort;
                }
            }
            ergebnis.add(bestes);
            rest.remove(bestes);
        }
        return ergebnis;
    }

    private void ausgeben() {
        int zeilen = zeilenenden + (letztes == '\n' ? 0 : 1);
        System.out.printf("lines %d%n", zeilen);
        System.out.printf("words %d%n", anzahl);
        System.out.printf("different %d%n", haeufigkeit.size());
        System.out.printf("longest %s%n", laengstes.isEmpty() ? "-" : laengstes);
        for (String wort : besteZehn()) {
            System.out.printf("%d %s%n", haeufigkeit.get(wort), wort);
        }
        laengen.forEach((laenge, n) -> System.out.printf("%d: %s%n", laenge, "#".repeat(n)));
    }

    public static void main(String[] args) throws IOException {
        Automat automat = new Automat();
        try (InputStream ein = new BufferedInputStream(System.in)) {
            for (int z; (z = ein.read()) != -1; ) {
                automat.fuettern(z);
            }
        }
        automat.wortEnde();
        automat.ausgeben();
    }
}
