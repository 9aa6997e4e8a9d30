import java.util.Scanner;

public class GameOfLife {
    public static void main(String[] args) {
        Scanner scanner = new Scanner(System.in);
        int height = scanner.nextInt();
        int width = scanner.nextInt();
        int steps = scanner.nextInt();
        boolean[][] world = new boolean[height][width];
        for (int y = 0; y < height; y++) {
            String row = scanner.next();
            for (int x = 0; x < width; x++) {
                if (row.charAt(x) == 'o') {
                    world[y][x] = true;
                } else {
                    world[y][x] = false;
                }
            }
        }

        for (int step = 1; step <= steps; step++) {
            boolean[][] newWorld = new boolean[height][width];
            int population = 0;
            boolean changed = false;
            for (int y = 0; y < height; y++) {
                for (int x = 0; x < width; x++) {
                    // the world is a torus, so we come out at the other side
                    int above = y - 1;
                    if (above < 0) {
                        above = height - 1;
                    }
                    int below = y + 1;
                    if (below == height) {
                        below = 0;
                    }
                    int left = x - 1;
                    if (left < 0) {
                        left = width - 1;
                    }
                    int right = x + 1;
                    if (right == width) {
                        right = 0;
                    }

                    int neighbours = 0;
                    if (world[above][left]) neighbours++;
                    if (world[above][x]) neighbours++;
                    if (world[above][right]) neighbours++;
                    if (world[y][left]) neighbours++;
                    if (world[y][right]) neighbours++;
                    if (world[below][left]) neighbours++;
                    if (world[below][x]) neighbours++;
                    if (world[below][right]) neighbours++;

                    if (world[y][x] && (neighbours == 2 || neighbours == 3)) {
                        newWorld[y][x] = true;
                    }
                    if (!world[y][x] && neighbours == 3) {
                        newWorld[y][x] = true;
                    }
                    if (newWorld[y][x]) {
                        population++;
                    }
                    if (newWorld[y][x] != world[y][x]) {
                        changed = true;
                    }
                }
            }
            world = newWorld;
            System.out.println("step " + step + ": " + population);
            if (!changed) {
                System.out.println("still");
                break;
            }
        }

        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                System.out.print(world[y][x] ? "o" : ".");
            }
            System.out.println();
        }
    }
}
