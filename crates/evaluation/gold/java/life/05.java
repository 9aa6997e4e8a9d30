import java.io.*;
import java.util.StringTokenizer;

/**
 * The world is one long array. A table, made once, holds the
 * eight neighbours of each place.
 */
class FlatLife {

    /** RULE[alive][neighbours] */
    private static final byte[][] RULE = {
        {0, 0, 0, 1, 0, 0, 0, 0, 0},
        {0, 0, 1, 1, 0, 0, 0, 0, 0},
    };

    private final int width;
    private final int[][] neighbour;
    private byte[] current, spare;

    FlatLife(int height, int width) {
        this.width = width;
        int size = height * width;
        current = new byte[size];
        spare = new byte[size];
        neighbour = new int[size][8];
        for (int p = 0; p < size; p++) {
            int row = p - p % width;
            int up = (row - width + size) % size;
            int down = (row + width) % size;
            int col = p % width;
            int left = (col + width - 1) % width;
            int right = (col + 1) % width;
            neighbour[p] = new int[] {
                up + left, up + col, up + right,
                row + left, row + right,
                down + left, down + col, down + right
            };
        }
    }

    void setRow(int index, String row) {
        for (int i = 0; i < width; i++)
            current[index * width + i] = (byte) (row.charAt(i) == 'o' ? 1 : 0);
    }

    /** One step. Returns the population, or its complement (~) if nothing changed. */
    int step() {
        int population = 0;
        int different = 0;
        for (int p = 0; p < current.length; p++) {
            int n = 0;
            for (int q : neighbour[p]) n += current[q];
            spare[p] = RULE[current[p]][n];
            population += spare[p];
            different |= spare[p] ^ current[p];
        }
        byte[] swap = current;
        current = spare;
        spare = swap;
        return different == 0 ? ~population : population;
    }

    void write(PrintWriter out) {
        for (int p = 0; p < current.length; p++) {
            out.print(current[p] == 1 ? 'o' : '.');
            if ((p + 1) % width == 0) out.println();
        }
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        PrintWriter out = new PrintWriter(System.out);
        StringTokenizer first = new StringTokenizer(in.readLine());
        int height = Integer.parseInt(first.nextToken());
        int width = Integer.parseInt(first.nextToken());
        int steps = Integer.parseInt(first.nextToken());

        FlatLife life = new FlatLife(height, width);
        for (int i = 0; i < height; i++) life.setRow(i, in.readLine());

        for (int i = 1; i <= steps; i++) {
            int result = life.step();
            if (result < 0) {
                out.println("step " + i + ": " + ~result);
                out.println("still");
                break;
            }
            out.println("step " + i + ": " + result);
        }
        life.write(out);
        out.flush();
    }
}
