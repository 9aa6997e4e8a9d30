import java.util.Scanner;

public class Almacen {

    // árbol binario de búsqueda, ordenado por nombre
    private static class Nodo {
        String nombre;
        long cantidad;
        long precio;
        Nodo izquierda, derecha;

        Nodo(String nombre) { this.nombre = nombre; }
    }

    private Nodo raiz;

    private Nodo insertar(Nodo n, String nombre, long cantidad, long precio) {
        if (n == null) {
            n = new Nodo(nombre);
        }
        int orden = nombre.compareTo(n.nombre);
        if (orden < 0) {
            n.izquierda = insertar(n.izquierda, nombre, cantidad, precio);
        } else if (orden > 0) {
            n.derecha = insertar(n.derecha, nombre, cantidad, precio);
        } else {
            n.cantidad = n.cantidad + cantidad;
            n.precio = precio;
        }
        return n;
    }

    private Nodo buscar(Nodo n, String nombre) {
        if (n == null || n.nombre.equals(nombre)) return n;
        return buscar(nombre.compareTo(n.nombre) < 0 ? n.izquierda : n.derecha, nombre);
    }

    // recorre en orden, escribe cada producto y devuelve el valor del subárbol
    private long listar(Nodo n) {
        if (n == null) return 0;
        long valor = listar(n.izquierda);
        System.out.println(n.nombre + " " + n.cantidad + " " + n.precio);
        valor += n.cantidad * n.precio;
        return valor + listar(n.derecha);
    }

    private void quitar(String nombre, long cantidad) throws Exception {
        Nodo n = existente(nombre);
        if (cantidad > n.cantidad) throw new Exception("not enough " + nombre);
        n.cantidad -= cantidad;
    }

    private Nodo existente(String nombre) throws Exception {
        Nodo n = buscar(raiz, nombre);
        if (n == null) throw new Exception("unknown " + nombre);
        return n;
    }

    private void procesar(String orden, Scanner resto) throws Exception {
        if ("add".equals(orden)) {
            raiz = insertar(raiz, resto.next(), resto.nextLong(), resto.nextLong());
        } else if ("remove".equals(orden)) {
            quitar(resto.next(), resto.nextLong());
        } else if ("price".equals(orden)) {
            existente(resto.next()).precio = resto.nextLong();
        } else if ("report".equals(orden)) {
            long total = listar(raiz);
            System.out.println("total " + total);
        } else {
            throw new Exception("bad command");
        }
    }

    public static void main(String[] args) {
        Almacen almacen = new Almacen();
        Scanner entrada = new Scanner(System.in);

        while (entrada.hasNextLine()) {
            Scanner linea = new Scanner(entrada.nextLine());
            if (!linea.hasNext()) continue;
            String orden = linea.next();
            if ("end".equals(orden)) break;
            try {
                almacen.procesar(orden, linea);
            } catch (Exception e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
