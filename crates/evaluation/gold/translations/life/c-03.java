import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Arrays;

public class Rings {
    static final int[][] RULE = {
        { 0, 0, 0, 1, 0, 0, 0, 0, 0 },   // dead
        { 0, 0, 1, 1, 0, 0, 0, 0, 0 }    // alive
    };

    static int[][] makeRings(int h, int w) {
        int[][] ring = new int[h * w][8];
        for (int i = 0; i < h * w; i++) {
            int y = i / w, x = i % w;
            int n = (y + h - 1) % h * w, s = (y + 1) % h * w, here = y * w;
            int west = (x + w - 1) % w, east = (x + 1) % w;
            ring[i][0] = n + west;
            ring[i][1] = n + x;
            ring[i][2] = n + east;
            ring[i][3] = here + west;
            ring[i][4] = here + east;
            ring[i][5] = s + west;
            ring[i][6] = s + x;
            ring[i][7] = s + east;
        }
        return ring;
    }

    static int generation(int[] from, int[] to, int[][] ring) {
        int living = 0;
        for (int i = 0; i < from.length; i++) {
            int sum = 0;
            for (int k : ring[i]) {
                sum += from[k];
            }
            to[i] = RULE[from[i]][sum];
            living += to[i];
        }
        return living;
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        String[] head = in.readLine().trim().split("\\s+");
        int h = Integer.parseInt(head[0]);
        int w = Integer.parseInt(head[1]);
        int steps = Integer.parseInt(head[2]);

        int[] now = new int[h * w], then = new int[h * w];
        for (int y = 0; y < h; y++) {
            String line = in.readLine();
            if (line == null) {
                break;
            }
            for (int x = 0; x < w; x++) {
                now[y * w + x] = line.charAt(x) == 'o' ? 1 : 0;
            }
        }

        int[][] ring = makeRings(h, w);
        for (int step = 1; step <= steps; step++) {
            int living = generation(now, then, ring);
            System.out.printf("step %d: %d%n", step, living);
            if (Arrays.equals(now, then)) {
                System.out.println("still");
                break;
            }
            int[] swap = now;
            now = then;
            then = swap;
        }

        for (int y = 0; y < h; y++) {
            StringBuilder line = new StringBuilder();
            for (int x = 0; x < w; x++) {
                line.append(".o".charAt(now[y * w + x]));
            }
            System.out.println(line);
        }
    }
}
