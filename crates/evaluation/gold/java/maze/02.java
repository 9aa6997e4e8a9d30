import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

class Labyrinth {

    enum Direction {
        UP(-1, 0), DOWN(1, 0), LEFT(0, -1), RIGHT(0, 1);

        final int dy, dx;

        Direction(int dy, int dx) {
            this.dy = dy;
            this.dx = dx;
        }
    }

    record Position(int y, int x) {
        Position go(Direction d) {
            return new Position(y + d.dy, x + d.dx);
        }
    }

    private final StringBuilder[] rows;
    private final Map<Position, Integer> steps = new HashMap<>();

    Labyrinth(BufferedReader in) throws IOException {
        String[] size = in.readLine().trim().split("\\s+");
        rows = new StringBuilder[Integer.parseInt(size[0])];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = new StringBuilder(in.readLine().trim());
        }
    }

    private char at(Position p) {
        boolean inside = p.y() >= 0 && p.y() < rows.length
                && p.x() >= 0 && p.x() < rows[p.y()].length();
        return inside ? rows[p.y()].charAt(p.x()) : '#';
    }

    private Position find(String what) {
        for (int y = 0; y < rows.length; y++) {
            int x = rows[y].indexOf(what);
            if (x >= 0) {
                return new Position(y, x);
            }
        }
        throw new IllegalArgumentException("there is no " + what);
    }

    private void measureFrom(Position start) {
        Queue<Position> waiting = new ArrayDeque<>();
        waiting.add(start);
        steps.put(start, 0);
        while (!waiting.isEmpty()) {
            Position here = waiting.remove();
            for (Direction d : Direction.values()) {
                Position there = here.go(d);
                if (at(there) != '#' && !steps.containsKey(there)) {
                    steps.put(there, steps.get(here) + 1);
                    waiting.add(there);
                }
            }
        }
    }

    private Position predecessor(Position p) {
        int wanted = steps.get(p) - 1;
        for (Direction d : Direction.values()) {
            Position candidate = p.go(d);
            if (steps.getOrDefault(candidate, -1) == wanted) {
                return candidate;
            }
        }
        throw new IllegalStateException();
    }

    void solve() {
        Position start = find("S");
        Position exit = find("E");
        measureFrom(start);
        if (!steps.containsKey(exit)) {
            System.out.println("no way");
            return;
        }
        for (Position p = predecessor(exit); !p.equals(start); p = predecessor(p)) {
            rows[p.y()].setCharAt(p.x(), '*');
        }
        System.out.println("steps " + steps.get(exit));
        for (StringBuilder row : rows) {
            System.out.println(row);
        }
    }

    public static void main(String[] args) throws IOException {
        new Labyrinth(new BufferedReader(new InputStreamReader(System.in))).solve();
    }
}
