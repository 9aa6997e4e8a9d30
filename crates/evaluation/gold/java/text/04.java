import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;

/*
 * Woerter zaehlen mit einem Buchstabenbaum (Trie):
 * jeder Knoten hat 26 Kinder, am Wortende steht der Zaehler.
 */
public class Buchstabenbaum
{
    static class Knoten
    {
        Knoten[] kind = new Knoten[26];
        int zaehler = 0;
    }

    static Knoten wurzel = new Knoten();
    static int zeilen, woerter, verschiedene;
    static String laengstes = "-";
    static int[] laengen = new int[1];

    // die zehn besten, absteigend
    static String[] bestesWort = new String[10];
    static int[] besteAnzahl = new int[10];

    static void wortFertig(String wort, Knoten ende)
    {
        woerter++;
        ende.zaehler++;
        if (ende.zaehler == 1)
        {
            verschiedene++;
        }
        if (wort.length() >= laengen.length)
        {
            laengstes = wort;
            laengen = java.util.Arrays.copyOf(laengen, wort.length() + 1);
        }
        laengen[wort.length()]++;
    }

    static void lesen() throws IOException
    {
        Reader r = new InputStreamReader(System.in);
        StringBuilder wort = new StringBuilder();
        Knoten hier = wurzel;
        int vorher = '\n';
        int z;
        do
        {
            z = r.read();
            int nr = -1;
            if (z >= 'a' && z <= 'z') nr = z - 'a';
            if (z >= 'A' && z <= 'Z') nr = z - 'A';
            if (nr >= 0)
            {
                if (hier.kind[nr] == null) hier.kind[nr] = new Knoten();
                hier = hier.kind[nr];
                wort.append((char) ('a' + nr));
            }
            else if (hier != wurzel)
            {
                wortFertig(wort.toString(), hier);
                wort.setLength(0);
                hier = wurzel;
            }
            // letzte Zeile kann ohne Zeilenende sein
            if (z == '\n' || (z == -1 && vorher != '\n')) zeilen++;
            vorher = z;
        }
        while (z != -1);
    }

    static void einsortieren(String wort, int anzahl)
    {
        int platz = 10;
        while (platz > 0 && besteAnzahl[platz - 1] < anzahl) platz--;
        if (platz == 10) return;
        for (int i = 9; i > platz; i--)
        {
            bestesWort[i] = bestesWort[i - 1];
            besteAnzahl[i] = besteAnzahl[i - 1];
        }
        bestesWort[platz] = wort;
        besteAnzahl[platz] = anzahl;
    }

    // besucht die Woerter in alphabetischer Reihenfolge
    static void durchlaufen(Knoten k, String bisher)
    {
        if (k == null) return;
        if (k.zaehler > 0) einsortieren(bisher, k.zaehler);
        for (int i = 0; i < 26; i++)
        {
            durchlaufen(k.kind[i], bisher + (char) ('a' + i));
        }
    }

    public static void main(String[] args) throws IOException
    {
        lesen();
        durchlaufen(wurzel, "");
        System.out.printf("lines %d%nwords %d%n", zeilen, woerter);
        System.out.printf("different %d%nlongest %s%n", verschiedene, laengstes);
        for (int i = 0; i < 10 && besteAnzahl[i] > 0; i++)
        {
            System.out.printf("%d %s%n", besteAnzahl[i], bestesWort[i]);
        }
        for (int l = 1; l < laengen.length; l++)
        {
            if (laengen[l] > 0)
            {
                System.out.printf("%d: %s%n", l, "#".repeat(laengen[l]));
            }
        }
    }
}
