import java.io.IOException;
import java.io.PushbackInputStream;

/* Lista enlazada de palabras, ordenada por frecuencia y luego por alfabeto.
   Cuando una palabra aparece otra vez se saca de la lista y se vuelve a poner. */
public class ListaPalabras {

    private static class Palabra {
        final String texto;
        int veces = 0;
        Palabra sig;

        Palabra(String texto) {
            this.texto = texto;
        }

        boolean vaAntes(Palabra otra) {
            if (veces != otra.veces) return veces > otra.veces;
            return texto.compareTo(otra.texto) < 0;
        }
    }

    private final PushbackInputStream entrada = new PushbackInputStream(System.in);
    private Palabra lista;
    private int totalLineas, totalPalabras, totalDistintas;
    private String masLarga = "";
    private final int[] porLargo = new int[200];
    private int ultimo = '\n';

    private Palabra sacar(String texto) {
        Palabra actual = lista, anterior = null;
        while (actual != null && !actual.texto.equals(texto)) {
            anterior = actual;
            actual = actual.sig;
        }
        if (actual != null) {
            if (anterior == null) lista = actual.sig;
            else anterior.sig = actual.sig;
        }
        return actual;
    }

    private void poner(Palabra p) {
        if (lista == null || p.vaAntes(lista)) {
            p.sig = lista;
            lista = p;
            return;
        }
        Palabra q = lista;
        while (q.sig != null && q.sig.vaAntes(p)) q = q.sig;
        p.sig = q.sig;
        q.sig = p;
    }

    private void registrar(String texto) {
        Palabra p = sacar(texto);
        if (p == null) {
            p = new Palabra(texto);
            totalDistintas++;
        }
        p.veces++;
        poner(p);

        totalPalabras++;
        porLargo[texto.length()]++;
        if (texto.length() > masLarga.length()) masLarga = texto;
    }

    private static boolean esLetra(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    /* lee caracteres que no son letras; devuelve false al final del archivo */
    private boolean saltarSeparadores() throws IOException {
        int c;
        while ((c = entrada.read()) != -1 && !esLetra(c)) {
            if (c == '\n') totalLineas++;
            ultimo = c;
        }
        if (c == -1) return false;
        entrada.unread(c);
        return true;
    }

    private String leerPalabra() throws IOException {
        StringBuilder destino = new StringBuilder();
        int c;
        while ((c = entrada.read()) != -1 && esLetra(c)) {
            destino.append(Character.toLowerCase((char) c));
            ultimo = c;
        }
        if (c != -1) entrada.unread(c);
        return destino.toString();
    }

    private void leer() throws IOException {
        while (saltarSeparadores()) {
            registrar(leerPalabra());
        }
        if (ultimo != '\n') totalLineas++;
    }

    private void imprimir() {
        System.out.println("lines " + totalLineas);
        System.out.println("words " + totalPalabras);
        System.out.println("different " + totalDistintas);
        System.out.println("longest " + (totalPalabras > 0 ? masLarga : "-"));

        int impresas = 0;
        for (Palabra p = lista; p != null && impresas < 10; p = p.sig) {
            System.out.println(p.veces + " " + p.texto);
            impresas++;
        }

        for (int largo = 1; largo < porLargo.length; largo++) {
            if (porLargo[largo] == 0) continue;
            System.out.println(largo + ": " + "#".repeat(porLargo[largo]));
        }
    }

    public static void main(String[] args) throws IOException {
        ListaPalabras palabras = new ListaPalabras();
        palabras.leer();
        palabras.imprimir();
    }
}
