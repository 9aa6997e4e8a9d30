import java.util.Scanner;

public class Numero {
    private final String texto;
    private final int[] cifras;

    Numero(String texto) {
        this.texto = texto;
        this.cifras = texto.chars().map(c -> c - '0').toArray();
    }

    int suma() {
        int s = 0;
        for (int c : cifras) s += c;
        return s;
    }

    long invertir() {
        long r = 0;
        for (int i = cifras.length; i-- > 0;) r = 10 * r + cifras[i];
        return r;
    }

    boolean esCapicua() {
        return invertir() == Long.parseLong(texto);
    }

    public static void main(String[] args) {
        Numero numero = new Numero(new Scanner(System.in).nextLine().trim());
        System.out.println(numero.suma());
        System.out.println(numero.invertir());
        System.out.println(numero.esCapicua() ? "yes" : "no");
    }
}
