import java.util.*;

public class Estadistica {

    record Palabra(String texto, int veces) implements Comparable<Palabra> {
        public int compareTo(Palabra otra) {
            if (veces == otra.veces) {
                return texto.compareTo(otra.texto);
            }
            return otra.veces - veces;
        }

        public String toString() {
            return veces + " " + texto;
        }
    }

    static List<String> leerLineas() {
        List<String> lineas = new LinkedList<>();
        try (Scanner teclado = new Scanner(System.in)) {
            while (teclado.hasNextLine()) lineas.add(teclado.nextLine());
        }
        return lineas;
    }

    static List<String> separarPalabras(List<String> lineas) {
        List<String> palabras = new ArrayList<>();
        for (String linea : lineas) {
            for (String trozo : linea.replaceAll("[^A-Za-z]", " ").toLowerCase().split(" ")) {
                if (trozo.length() > 0) palabras.add(trozo);
            }
        }
        return palabras;
    }

    static Map<String, Integer> contar(List<String> palabras) {
        Map<String, Integer> cuenta = new HashMap<>();
        for (String p : palabras) {
            cuenta.put(p, cuenta.getOrDefault(p, 0) + 1);
        }
        return cuenta;
    }

    static String masLarga(List<String> palabras) {
        String larga = "-";
        int maximo = 0;
        Iterator<String> it = palabras.iterator();
        while (it.hasNext()) {
            String p = it.next();
            if (p.length() <= maximo) continue;
            larga = p;
            maximo = p.length();
        }
        return larga;
    }

    static void mostrarFrecuentes(Map<String, Integer> cuenta) {
        PriorityQueue<Palabra> cola = new PriorityQueue<>();
        for (String p : cuenta.keySet()) {
            cola.add(new Palabra(p, cuenta.get(p)));
        }
        int quedan = 10;
        while (quedan > 0 && !cola.isEmpty()) {
            System.out.println(cola.poll());
            quedan--;
        }
    }

    static void mostrarLongitudes(List<String> palabras) {
        TreeMap<Integer, String> barras = new TreeMap<>();
        for (String p : palabras) {
            barras.merge(p.length(), "#", String::concat);
        }
        for (int longitud : barras.keySet()) {
            System.out.println(longitud + ": " + barras.get(longitud));
        }
    }

    public static void main(String[] args) {
        List<String> lineas = leerLineas();
        List<String> palabras = separarPalabras(lineas);
        Map<String, Integer> cuenta = contar(palabras);

        System.out.println("lines " + lineas.size());
        System.out.println("words " + palabras.size());
        System.out.println("different " + cuenta.size());
        System.out.println("longest " + masLarga(palabras));
        mostrarFrecuentes(cuenta);
        mostrarLongitudes(palabras);
    }
}
