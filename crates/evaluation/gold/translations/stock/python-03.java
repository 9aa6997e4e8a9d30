import java.util.HashMap;
import java.util.Map;
import java.util.Scanner;
import java.util.TreeMap;

public class Almacen {
    // almacen: nombre -> {cantidad, precio}
    static final int CANTIDAD = 0;
    static final int PRECIO = 1;

    static void agregar(Map<String, long[]> almacen, String nombre, long cantidad, long precio) {
        if (almacen.containsKey(nombre)) {
            almacen.get(nombre)[CANTIDAD] += cantidad;
            almacen.get(nombre)[PRECIO] = precio;
        } else {
            almacen.put(nombre, new long[] {cantidad, precio});
        }
    }

    // devuelve el mensaje de error o una cadena vacia
    static String quitar(Map<String, long[]> almacen, String nombre, long cantidad) {
        if (!almacen.containsKey(nombre)) {
            return "unknown " + nombre;
        }
        if (almacen.get(nombre)[CANTIDAD] < cantidad) {
            return "not enough " + nombre;
        }
        almacen.get(nombre)[CANTIDAD] -= cantidad;
        return "";
    }

    static String cambiarPrecio(Map<String, long[]> almacen, String nombre, long precio) {
        if (!almacen.containsKey(nombre)) {
            return "unknown " + nombre;
        }
        almacen.get(nombre)[PRECIO] = precio;
        return "";
    }

    static void informe(Map<String, long[]> almacen) {
        long suma = 0;
        for (Map.Entry<String, long[]> e : new TreeMap<>(almacen).entrySet()) {
            long[] datos = e.getValue();
            System.out.println(e.getKey() + " " + datos[CANTIDAD] + " " + datos[PRECIO]);
            suma += datos[CANTIDAD] * datos[PRECIO];
        }
        System.out.println("total " + suma);
    }

    public static void main(String[] args) {
        Map<String, long[]> almacen = new HashMap<>();
        Scanner entrada = new Scanner(System.in);
        while (entrada.hasNextLine()) {
            String[] palabras = entrada.nextLine().trim().split("\\s+");
            if (palabras[0].isEmpty()) {
                continue;
            }
            String orden = palabras[0];
            String mensaje = "";
            if (orden.equals("end")) {
                return;
            }
            if (orden.equals("report")) {
                informe(almacen);
            } else if (orden.equals("add")) {
                agregar(almacen, palabras[1], Long.parseLong(palabras[2]), Long.parseLong(palabras[3]));
            } else if (orden.equals("remove")) {
                mensaje = quitar(almacen, palabras[1], Long.parseLong(palabras[2]));
            } else if (orden.equals("price")) {
                mensaje = cambiarPrecio(almacen, palabras[1], Long.parseLong(palabras[2]));
            } else {
                mensaje = "bad command";
            }
            if (!mensaje.isEmpty()) {
                System.out.println(mensaje);
            }
        }
    }
}
