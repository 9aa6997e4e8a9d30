import java.util.ArrayList;
import java.util.Collections;
import java.util.Scanner;

public class Cifras {
    public static void main(String[] args) {
        long numero = new Scanner(System.in).nextLong();
        ArrayList<Integer> cifras = new ArrayList<>();
        do {
            cifras.add((int) (numero % 10));
            numero /= 10;
        } while (numero != 0);
        long suma = 0, inverso = 0;
        for (int c : cifras) { suma += c; inverso = inverso * 10 + c; }
        ArrayList<Integer> copia = new ArrayList<>(cifras);
        Collections.reverse(copia);
        System.out.println(suma + "\n" + inverso + "\n" + (copia.equals(cifras) ? "yes" : "no"));
    }
}
