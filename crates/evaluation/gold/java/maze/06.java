import java.io.*;
import java.util.*;

public class laberinto {

    // tablero con un borde de muros alrededor
    // 0 = libre, -1 = muro, n > 0 = alcanzado en el paso n-1
    static int[][] t;
    static String[] filas;
    static int alto, ancho, fs, cs, fe, ce;

    static void leer() throws IOException {
        BufferedReader br = new BufferedReader(new InputStreamReader(System.in));
        StringTokenizer st = new StringTokenizer(br.readLine());
        alto = Integer.parseInt(st.nextToken());
        ancho = Integer.parseInt(st.nextToken());
        filas = new String[alto + 1];
        t = new int[alto + 2][ancho + 2];
        for (int[] fila : t) Arrays.fill(fila, -1);
        for (int f = 1; f <= alto; f++) {
            filas[f] = br.readLine();
            for (int c = 1; c <= ancho; c++) {
                switch (filas[f].charAt(c - 1)) {
                    case 'S': fs = f; cs = c; t[f][c] = 0; break;
                    case 'E': fe = f; ce = c; t[f][c] = 0; break;
                    case '.': t[f][c] = 0;
                }
            }
        }
    }

    static boolean tocar(int f, int c, int n) {
        if (t[f][c] != 0) return false;
        t[f][c] = n;
        return true;
    }

    // busca todas las casillas con el número n y numera sus vecinas libres con n+1
    static boolean avanzar(int n) {
        boolean cambio = false;
        for (int f = 1; f <= alto; f++) {
            for (int c = 1; c <= ancho; c++) {
                if (t[f][c] == n) {
                    cambio |= tocar(f - 1, c, n + 1);
                    cambio |= tocar(f + 1, c, n + 1);
                    cambio |= tocar(f, c - 1, n + 1);
                    cambio |= tocar(f, c + 1, n + 1);
                }
            }
        }
        return cambio;
    }

    public static void main(String[] args) throws IOException {
        leer();
        t[fs][cs] = 1;
        int n = 1;
        while (t[fe][ce] == 0 && avanzar(n)) n++;

        if (t[fe][ce] == 0) {
            System.out.println("no way");
            return;
        }
        System.out.println("steps " + (n - 1));

        // camino de vuelta
        boolean[][] camino = new boolean[alto + 2][ancho + 2];
        int f = fe, c = ce;
        while (n > 2) {
            n--;
            if (t[f - 1][c] == n) f = f - 1;
            else if (t[f + 1][c] == n) f = f + 1;
            else if (t[f][c - 1] == n) c = c - 1;
            else c = c + 1;
            camino[f][c] = true;
        }

        for (f = 1; f <= alto; f++) {
            String linea = "";
            for (c = 1; c <= ancho; c++)
                linea += camino[f][c] ? '*' : filas[f].charAt(c - 1);
            System.out.println(linea);
        }
    }
}
