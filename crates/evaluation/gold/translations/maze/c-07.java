import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Scanner;

/** The maze as a graph: each free square knows the squares next to it. */
public class MazeGraph {

    enum Side {
        NORTH, SOUTH, WEST, EAST;

        Side reverse() {
            return switch (this) {
                case NORTH -> SOUTH;
                case SOUTH -> NORTH;
                case WEST -> EAST;
                case EAST -> WEST;
            };
        }
    }

    static class Square {
        char symbol;
        int level = -1;                                   // -1: not seen yet
        final Square[] links = new Square[Side.values().length];
        Side home;                                        // preferred way to the start

        Square(char symbol) {
            this.symbol = symbol;
        }

        void link(Square other, Side side) {
            if (symbol == '#' || other.symbol == '#') {
                return;
            }
            links[side.ordinal()] = other;
            other.links[side.reverse().ordinal()] = this;
        }

        Square towardsStart() {
            return links[home.ordinal()];
        }
    }

    static void explore(Square start) {
        Queue<Square> queue = new ArrayDeque<>();
        start.level = 0;
        queue.add(start);
        while (!queue.isEmpty()) {
            Square square = queue.remove();
            for (Side side : Side.values()) {
                Square next = square.links[side.ordinal()];
                if (next == null) {
                    continue;
                }
                Side back = side.reverse();
                if (next.level < 0) {
                    next.level = square.level + 1;
                    next.home = back;
                    queue.add(next);
                } else if (next.level == square.level + 1 && back.compareTo(next.home) < 0) {
                    next.home = back; // same length, but nicer
                }
            }
        }
    }

    public static void main(String[] args) {
        Scanner scanner = new Scanner(System.in);
        int rows = scanner.nextInt();
        int columns = scanner.nextInt();

        Square[][] grid = new Square[rows][columns];
        Square start = null;
        Square goal = null;
        for (int r = 0; r < rows; r++) {
            String line = scanner.next();
            for (int c = 0; c < columns; c++) {
                Square square = new Square(line.charAt(c));
                grid[r][c] = square;
                if (square.symbol == 'S') {
                    start = square;
                } else if (square.symbol == 'E') {
                    goal = square;
                }
                if (r > 0) {
                    square.link(grid[r - 1][c], Side.NORTH);
                }
                if (c > 0) {
                    square.link(grid[r][c - 1], Side.WEST);
                }
            }
        }
        if (start == null || goal == null) {
            System.err.println("start or exit is missing");
            System.exit(1);
        }

        explore(start);
        if (goal.level < 0) {
            System.out.println("no way");
            return;
        }
        System.out.println("steps " + goal.level);
        for (Square s = goal.towardsStart(); s != start; s = s.towardsStart()) {
            s.symbol = '*';
        }
        for (Square[] row : grid) {
            StringBuilder text = new StringBuilder();
            for (Square s : row) {
                text.append(s.symbol);
            }
            System.out.println(text);
        }
    }
}
