import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

public class LifeWithObjects {

    static class Cell {
        private final List<Cell> neighbours = new ArrayList<Cell>();
        private boolean alive;
        private boolean aliveNext;

        public Cell(boolean alive) {
            this.alive = alive;
        }

        public void addNeighbour(Cell cell) {
            neighbours.add(cell);
        }

        public boolean isAlive() {
            return alive;
        }

        /** First phase: look at the neighbours and decide. */
        public void decide() {
            int living = 0;
            for (Cell cell : neighbours) {
                if (cell.isAlive()) {
                    living++;
                }
            }
            if (alive) {
                aliveNext = living == 2 || living == 3;
            } else {
                aliveNext = living == 3;
            }
        }

        /** Second phase: become what was decided. Returns true if that is something new. */
        public boolean become() {
            boolean isNew = alive != aliveNext;
            alive = aliveNext;
            return isNew;
        }
    }

    static class World {
        private final Cell[][] cells;

        public World(int height, int width, Scanner rows) {
            cells = new Cell[height][width];
            for (Cell[] row : cells) {
                String text = rows.next();
                for (int i = 0; i < width; i++) {
                    row[i] = new Cell(text.charAt(i) == 'o');
                }
            }
            for (int y = 0; y < height; y++) {
                for (int x = 0; x < width; x++) {
                    introduce(y, x, height, width);
                }
            }
        }

        private void introduce(int y, int x, int height, int width) {
            for (int dy = -1; dy <= 1; dy++) {
                for (int dx = -1; dx <= 1; dx++) {
                    if (dy != 0 || dx != 0) {
                        Cell other = cells[(y + dy + height) % height][(x + dx + width) % width];
                        cells[y][x].addNeighbour(other);
                    }
                }
            }
        }

        public boolean step() {
            boolean somethingHappened = false;
            for (Cell[] row : cells) {
                for (Cell cell : row) cell.decide();
            }
            for (Cell[] row : cells) {
                for (Cell cell : row) {
                    if (cell.become()) somethingHappened = true;
                }
            }
            return somethingHappened;
        }

        public int getPopulation() {
            int result = 0;
            for (Cell[] row : cells) {
                for (Cell cell : row) result += cell.isAlive() ? 1 : 0;
            }
            return result;
        }

        public void show() {
            for (Cell[] row : cells) {
                StringBuilder line = new StringBuilder(row.length);
                for (Cell cell : row) line.append(cell.isAlive() ? 'o' : '.');
                System.out.println(line);
            }
        }
    }

    public static void main(String[] args) {
        Scanner scanner = new Scanner(System.in);
        int height = scanner.nextInt(), width = scanner.nextInt(), steps = scanner.nextInt();
        World world = new World(height, width, scanner);
        boolean moving = true;
        for (int number = 1; moving && number <= steps; number++) {
            moving = world.step();
            System.out.println("step " + number + ": " + world.getPopulation());
        }
        if (!moving) {
            System.out.println("still");
        }
        world.show();
    }
}
