import java.util.Scanner;

class Torus
{
    static int H, W;

    // copies the edges to the border on the other side
    static void wrap(int[][] a) {
        for (int y = 1; y <= H; ++y) {
            a[y][0] = a[y][W];
            a[y][W + 1] = a[y][1];
        }
        for (int x = 0; x <= W + 1; ++x) {
            a[0][x] = a[H][x];
            a[H + 1][x] = a[1][x];
        }
    }

    // horizontal sums first, then three of them give the whole block of nine
    static int[][] blocks(int[][] a) {
        int[][] h = new int[H + 2][W + 2];
        for (int y = 0; y <= H + 1; ++y)
            for (int x = 1; x <= W; ++x)
                h[y][x] = a[y][x - 1] + a[y][x] + a[y][x + 1];
        int[][] b = new int[H + 2][W + 2];
        for (int y = 1; y <= H; ++y)
            for (int x = 1; x <= W; ++x)
                b[y][x] = h[y - 1][x] + h[y][x] + h[y + 1][x];
        return b;
    }

    static int births, deaths;

    static void generation(int[][] a) {
        births = deaths = 0;
        wrap(a);
        int[][] b = blocks(a);
        for (int y = 1; y <= H; ++y) {
            for (int x = 1; x <= W; ++x) {
                // the block includes the cell itself: 3 makes life, 4 keeps it
                int next = b[y][x] == 3 ? 1 : b[y][x] == 4 ? a[y][x] : 0;
                if (next > a[y][x]) ++births;
                if (next < a[y][x]) ++deaths;
                a[y][x] = next;
            }
        }
    }

    public static void main(String[] argv) {
        Scanner s = new Scanner(System.in);
        H = s.nextInt();
        W = s.nextInt();
        int todo = s.nextInt(), population = 0;
        int[][] a = new int[H + 2][W + 2];
        for (int y = 1; y <= H; ++y) {
            String line = s.next();
            for (int x = 1; x <= W; ++x) {
                a[y][x] = line.charAt(x - 1) == 'o' ? 1 : 0;
                population += a[y][x];
            }
        }

        StringBuilder log = new StringBuilder();
        for (int i = 0; i < todo; ) {
            generation(a);
            population += births - deaths;
            log.append("step ").append(++i).append(": ").append(population).append('\n');
            if (births + deaths == 0) {
                log.append("still\n");
                break;
            }
        }
        for (int y = 1; y <= H; ++y) {
            for (int x = 1; x <= W; ++x) log.append(a[y][x] > 0 ? 'o' : '.');
            log.append('\n');
        }
        System.out.print(log);
    }
}
