import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Arrays;

class Simulation {

    /** A generation never changes; next() makes a new one. */
    static final class Generation {
        private final int[][] cells;

        Generation(int[][] cells) {
            this.cells = cells;
        }

        private int cell(int row, int column) {
            int[] line = cells[Math.floorMod(row, cells.length)];
            return line[Math.floorMod(column, line.length)];
        }

        private int neighbours(int row, int column) {
            int sum = -cell(row, column);
            for (int i = row - 1; i <= row + 1; i++) {
                for (int j = column - 1; j <= column + 1; j++) {
                    sum += cell(i, j);
                }
            }
            return sum;
        }

        private int fate(int row, int column) {
            switch (neighbours(row, column)) {
                case 2:
                    return cell(row, column);
                case 3:
                    return 1;
                default:
                    return 0;
            }
        }

        Generation next() {
            int[][] result = new int[cells.length][];
            for (int i = 0; i < cells.length; i++) {
                result[i] = new int[cells[i].length];
                for (int j = 0; j < cells[i].length; j++) {
                    result[i][j] = fate(i, j);
                }
            }
            return new Generation(result);
        }

        int population() {
            return Arrays.stream(cells).flatMapToInt(Arrays::stream).sum();
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Generation && Arrays.deepEquals(cells, ((Generation) o).cells);
        }

        @Override
        public int hashCode() {
            return Arrays.deepHashCode(cells);
        }

        @Override
        public String toString() {
            StringBuilder sb = new StringBuilder();
            for (int[] line : cells) {
                for (int cell : line) {
                    sb.append(".o".charAt(cell));
                }
                sb.append(System.lineSeparator());
            }
            return sb.toString();
        }
    }

    public static void main(String[] args) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
        String[] header = reader.readLine().trim().split("\\s+");
        int[][] cells = new int[Integer.parseInt(header[0])][];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = reader.readLine().trim().chars().map(c -> c == 'o' ? 1 : 0).toArray();
        }

        Generation now = new Generation(cells);
        int limit = Integer.parseInt(header[2]);
        for (int step = 1; step <= limit; step++) {
            Generation before = now;
            now = before.next();
            System.out.println("step " + step + ": " + now.population());
            if (now.equals(before)) {
                System.out.println("still");
                break;
            }
        }
        System.out.print(now);
    }
}
