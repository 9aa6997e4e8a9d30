import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Scanner;

public class Ziffern {
    public static void main(String[] args) {
        long zahl = new Scanner(System.in).nextLong();
        List<Integer> ziffern = new ArrayList<>();
        do {
            ziffern.add((int) (zahl % 10));
            zahl /= 10;
        } while (zahl != 0);

        int summe = 0;
        long umgekehrt = 0;
        for (int z : ziffern) {
            summe += z;
            umgekehrt = 10 * umgekehrt + z;
        }
        System.out.println(summe);
        System.out.println(umgekehrt);

        List<Integer> gespiegelt = new ArrayList<>(ziffern);
        Collections.reverse(gespiegelt);
        System.out.println(ziffern.equals(gespiegelt) ? "yes" : "no");
    }
}
