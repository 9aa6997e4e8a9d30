import java.util.Scanner;

/*
 * Spiel des Lebens auf einem Torus.
 * Jede lebende Zelle meldet sich bei ihren acht Nachbarn,
 * danach wird nur noch gezaehlt.
 */
public class SpielDesLebens
{
    static int hoehe;
    static int breite;
    static char[][] feld;
    static int[][] meldungen;

    static void melden(int y, int x)
    {
        meldungen[(y + hoehe) % hoehe][(x + breite) % breite]++;
    }

    static void alleMelden()
    {
        meldungen = new int[hoehe][breite];
        for (int y = 0; y < hoehe; y++)
        {
            for (int x = 0; x < breite; x++)
            {
                if (feld[y][x] != 'o') continue;
                melden(y - 1, x - 1);
                melden(y - 1, x);
                melden(y - 1, x + 1);
                melden(y, x - 1);
                melden(y, x + 1);
                melden(y + 1, x - 1);
                melden(y + 1, x);
                melden(y + 1, x + 1);
            }
        }
    }

    // gibt zurueck, wie viele Zellen sich geaendert haben
    static int umschalten()
    {
        int aenderungen = 0;
        for (int y = 0; y < hoehe; y++)
        {
            for (int x = 0; x < breite; x++)
            {
                int m = meldungen[y][x];
                if (feld[y][x] == 'o')
                {
                    if (m < 2 || m > 3)
                    {
                        feld[y][x] = '.';
                        aenderungen++;
                    }
                }
                else if (m == 3)
                {
                    feld[y][x] = 'o';
                    aenderungen++;
                }
            }
        }
        return aenderungen;
    }

    static int bevoelkerung()
    {
        int n = 0;
        for (char[] zeile : feld)
            for (char zelle : zeile)
                if (zelle == 'o') n++;
        return n;
    }

    public static void main(String[] args)
    {
        Scanner eingabe = new Scanner(System.in);
        hoehe = eingabe.nextInt();
        breite = eingabe.nextInt();
        int schritte = eingabe.nextInt();
        feld = new char[hoehe][];
        for (int y = 0; y < hoehe; y++)
        {
            feld[y] = eingabe.next().toCharArray();
        }

        int schritt = 0;
        while (schritt < schritte)
        {
            schritt++;
            alleMelden();
            int aenderungen = umschalten();
            System.out.printf("step %d: %d%n", schritt, bevoelkerung());
            if (aenderungen == 0)
            {
                System.out.println("still");
                schritt = schritte;
            }
        }

        for (char[] zeile : feld)
        {
            System.out.println(zeile);
        }
    }
}
