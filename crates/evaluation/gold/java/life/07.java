import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;

public class Vida {

    // el mundo es una lista de cadenas; cada paso construye una lista nueva

    static List<String> paso(List<String> mundo) {
        List<String> nuevo = new ArrayList<>();
        int n = mundo.size();
        for (int i = 0; i < n; i++) {
            String arriba = mundo.get((i + n - 1) % n);
            String abajo = mundo.get((i + 1) % n);
            nuevo.add(nuevaFila(alargar(arriba), alargar(mundo.get(i)), alargar(abajo)));
        }
        return nuevo;
    }

    // "abc" -> "cabca", así los vecinos del borde están al lado
    static String alargar(String fila) {
        return fila.charAt(fila.length() - 1) + fila + fila.charAt(0);
    }

    static String nuevaFila(String arriba, String centro, String abajo) {
        String fila = "";
        for (int j = 1; j < centro.length() - 1; j++) {
            String vecinos = arriba.substring(j - 1, j + 2)
                    + centro.charAt(j - 1) + centro.charAt(j + 1)
                    + abajo.substring(j - 1, j + 2);
            int vivos = contar(vecinos);
            boolean vive = vivos == 3 || (vivos == 2 && centro.charAt(j) == 'o');
            fila += vive ? 'o' : '.';
        }
        return fila;
    }

    static int contar(String s) {
        return s.replace(".", "").length();
    }

    static void simular(List<String> mundo, int numero, int total) {
        if (numero > total) {
            mostrar(mundo);
            return;
        }
        List<String> siguiente = paso(mundo);
        System.out.println("step " + numero + ": " + contar(String.join("", siguiente)));
        if (siguiente.equals(mundo)) {
            System.out.println("still");
            mostrar(mundo);
        } else {
            simular(siguiente, numero + 1, total);
        }
    }

    static void mostrar(List<String> mundo) {
        for (String fila : mundo) {
            System.out.println(fila);
        }
    }

    public static void main(String[] args) throws Exception {
        BufferedReader entrada = new BufferedReader(new InputStreamReader(System.in));
        String[] datos = entrada.readLine().split(" ");
        int alto = Integer.parseInt(datos[0]);
        List<String> mundo = new ArrayList<>();
        while (mundo.size() < alto) {
            mundo.add(entrada.readLine());
        }
        simular(mundo, 1, Integer.parseInt(datos[2]));
    }
}
