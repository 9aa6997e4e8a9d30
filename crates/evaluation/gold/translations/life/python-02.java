import java.util.*;
import java.util.stream.*;

public class TorusLife {

    record Cell(int y, int x) {}

    record Size(int height, int width) {}

    static final int[] STEPS = {-1, 0, 1};

    /** The eight neighbours of a cell. */
    static List<Cell> around(Cell cell, Size size) {
        List<Cell> result = new ArrayList<>();
        for (int dy : STEPS) {
            for (int dx : STEPS) {
                if (dy != 0 || dx != 0) {
                    result.add(new Cell(
                        Math.floorMod(cell.y() + dy, size.height()),
                        Math.floorMod(cell.x() + dx, size.width())));
                }
            }
        }
        return result;
    }

    /** One generation further. */
    static Set<Cell> evolve(Set<Cell> alive, Size size) {
        Map<Cell, Integer> heat = new HashMap<>();
        for (Cell cell : alive) {
            for (Cell neighbour : around(cell, size)) {
                heat.merge(neighbour, 1, Integer::sum);
            }
        }
        Set<Cell> result = new HashSet<>();
        heat.forEach((cell, count) -> {
            if (count == 3 || (count == 2 && alive.contains(cell))) {
                result.add(cell);
            }
        });
        return result;
    }

    static Set<Cell> simulate(Set<Cell> alive, Size size, int steps) {
        for (int number = 1; number <= steps; number++) {
            Set<Cell> before = alive;
            alive = evolve(before, size);
            System.out.println("step " + number + ": " + alive.size());
            if (before.equals(alive)) {
                System.out.println("still");
                break;
            }
        }
        return alive;
    }

    static void render(Set<Cell> alive, Size size) {
        for (int y = 0; y < size.height(); y++) {
            final int row = y;
            System.out.println(IntStream.range(0, size.width())
                .mapToObj(x -> alive.contains(new Cell(row, x)) ? "o" : ".")
                .collect(Collectors.joining()));
        }
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        Size size = new Size(in.nextInt(), in.nextInt());
        int steps = in.nextInt();
        Set<Cell> alive = new HashSet<>();
        for (int y = 0; y < size.height(); y++) {
            String line = in.next();
            for (int x = 0; x < line.length(); x++) {
                if (line.charAt(x) == 'o') alive.add(new Cell(y, x));
            }
        }
        render(simulate(alive, size, steps), size);
    }
}
