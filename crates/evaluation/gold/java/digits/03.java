import java.io.*;

public class Quersumme
{
    static long summe(long n) { return n == 0 ? 0 : n % 10 + summe(n / 10); }

    static long umgedreht(long n, long bisher)
    {
        if (n == 0) return bisher;
        return umgedreht(n / 10, 10 * bisher + n % 10);
    }

    public static void main(String[] args) throws IOException
    {
        long zahl = Long.parseLong(new BufferedReader(new InputStreamReader(System.in)).readLine().trim());
        long kehrwert = umgedreht(zahl, 0);
        System.out.printf("%d%n%d%n%s%n", summe(zahl), kehrwert, kehrwert == zahl ? "yes" : "no");
    }
}
