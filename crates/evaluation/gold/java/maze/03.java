import java.util.*;

/*
 * Irrgarten: die Entfernungen werden so lange verbessert,
 * bis sich nichts mehr ändert.
 */
public class Irrgarten
{
    static final int UNENDLICH = 99999999;

    static int hoehe, breite;
    static char[][] feld;
    static int[][] weit;

    public static void main(String[] args)
    {
        lesen();
        while (verbessern())
        {
            // nichts zu tun, alles passiert in der Bedingung
        }
        ausgeben();
    }

    static void lesen()
    {
        Scanner sc = new Scanner(System.in);
        hoehe = sc.nextInt();
        breite = sc.nextInt();
        sc.nextLine();
        feld = new char[hoehe][];
        weit = new int[hoehe][breite];
        for (int z = 0; z < hoehe; z++)
        {
            feld[z] = sc.nextLine().toCharArray();
            for (int s = 0; s < breite; s++)
            {
                weit[z][s] = feld[z][s] == 'S' ? 0 : UNENDLICH;
            }
        }
    }

    static int entfernung(int z, int s)
    {
        if (z < 0 || s < 0 || z >= hoehe || s >= breite) return UNENDLICH;
        return weit[z][s];
    }

    static int kleinsterNachbar(int z, int s)
    {
        int senkrecht = Math.min(entfernung(z - 1, s), entfernung(z + 1, s));
        int waagrecht = Math.min(entfernung(z, s - 1), entfernung(z, s + 1));
        return Math.min(senkrecht, waagrecht);
    }

    static boolean verbessern()
    {
        boolean geaendert = false;
        for (int z = 0; z < hoehe; z++)
        {
            for (int s = 0; s < breite; s++)
            {
                if (feld[z][s] == '#') continue;
                int neu = kleinsterNachbar(z, s) + 1;
                if (neu < weit[z][s])
                {
                    weit[z][s] = neu;
                    geaendert = true;
                }
            }
        }
        return geaendert;
    }

    static void markieren(int z, int s)
    {
        int davor = weit[z][s] - 1;
        if (davor == 0) return;
        if (entfernung(z - 1, s) == davor) z--;
        else if (entfernung(z + 1, s) == davor) z++;
        else if (entfernung(z, s - 1) == davor) s--;
        else s++;
        feld[z][s] = '*';
        markieren(z, s);
    }

    static void ausgeben()
    {
        for (int z = 0; z < hoehe; z++)
        {
            for (int s = 0; s < breite; s++)
            {
                if (feld[z][s] != 'E') continue;
                if (weit[z][s] >= UNENDLICH)
                {
                    System.out.println("no way");
                    return;
                }
                System.out.println("steps " + weit[z][s]);
                markieren(z, s);
            }
        }
        for (char[] zeile : feld)
        {
            System.out.println(new String(zeile));
        }
    }
}
