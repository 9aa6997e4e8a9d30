import java.io.*;
import java.util.*;
import java.util.stream.Collectors;

public class Laberinto {

    record Lugar(int fila, int columna) {
        // los cuatro vecinos, en el orden preferido
        List<Lugar> alrededor() {
            return List.of(new Lugar(fila - 1, columna), new Lugar(fila + 1, columna),
                    new Lugar(fila, columna - 1), new Lugar(fila, columna + 1));
        }
    }

    private final int alto, ancho;
    private final List<String> filas;
    private final Set<Lugar> libres = new HashSet<>();
    private Lugar inicio, meta;

    Laberinto(List<String> lineas) {
        String[] medidas = lineas.get(0).split(" ");
        alto = Integer.parseInt(medidas[0]);
        ancho = Integer.parseInt(medidas[1].trim());
        filas = lineas.subList(1, alto + 1);
        for (int f = 0; f < alto; f++) {
            for (int c = 0; c < ancho; c++) {
                char simbolo = filas.get(f).charAt(c);
                Lugar lugar = new Lugar(f, c);
                if (simbolo != '#') libres.add(lugar);
                if (simbolo == 'S') inicio = lugar;
                if (simbolo == 'E') meta = lugar;
            }
        }
    }

    // Inunda el laberinto: frente son los lugares a distancia n.
    private Map<Lugar, Integer> inundar(List<Lugar> frente, int n, Map<Lugar, Integer> vistos) {
        if (frente.isEmpty()) return vistos;
        List<Lugar> siguiente = new ArrayList<>();
        for (Lugar lugar : frente) {
            for (Lugar otro : lugar.alrededor()) {
                if (libres.contains(otro) && !vistos.containsKey(otro)) {
                    vistos.put(otro, n + 1);
                    siguiente.add(otro);
                }
            }
        }
        return inundar(siguiente, n + 1, vistos);
    }

    // junta los lugares entre la meta y el inicio
    private Set<Lugar> caminoDeVuelta(Lugar lugar, Map<Lugar, Integer> vistos, Set<Lugar> camino) {
        int n = vistos.get(lugar);
        if (n <= 1) return camino;
        Lugar anterior = lugar.alrededor().stream()
                .filter(otro -> vistos.getOrDefault(otro, -1) == n - 1)
                .findFirst().orElseThrow();
        camino.add(anterior);
        return caminoDeVuelta(anterior, vistos, camino);
    }

    List<String> resolver() {
        Map<Lugar, Integer> vistos = new HashMap<>();
        vistos.put(inicio, 0);
        inundar(List.of(inicio), 0, vistos);
        if (!vistos.containsKey(meta)) {
            return List.of("no way");
        }
        Set<Lugar> camino = caminoDeVuelta(meta, vistos, new HashSet<>());
        List<String> salida = new ArrayList<>();
        salida.add("steps " + vistos.get(meta));
        for (int f = 0; f < alto; f++) {
            StringBuilder linea = new StringBuilder();
            for (int c = 0; c < ancho; c++) {
                linea.append(camino.contains(new Lugar(f, c)) ? '*' : filas.get(f).charAt(c));
            }
            salida.add(linea.toString());
        }
        return salida;
    }

    public static void main(String[] args) {
        List<String> lineas = new BufferedReader(new InputStreamReader(System.in))
                .lines().collect(Collectors.toList());
        new Laberinto(lineas).resolver().forEach(System.out::println);
    }
}
