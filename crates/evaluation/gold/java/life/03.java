import java.util.*;
import java.util.stream.*;

// Only the living cells are stored.
public class SparseLife {
  record Cell(int r, int c) {}

  static int h, w;

  static Stream<Cell> around(Cell cell) {
    return IntStream.range(0, 9)
        .filter(k -> k != 4)
        .mapToObj(k -> new Cell((cell.r + k / 3 - 1 + h) % h, (cell.c + k % 3 - 1 + w) % w));
  }

  static Set<Cell> evolve(Set<Cell> alive) {
    Map<Cell, Long> touched = alive.stream()
        .flatMap(SparseLife::around)
        .collect(Collectors.groupingBy(c -> c, Collectors.counting()));
    Set<Cell> next = new HashSet<>();
    touched.forEach((cell, n) -> {
      if (n == 3 || n == 2 && alive.contains(cell)) next.add(cell);
    });
    return next;
  }

  static Set<Cell> parse(Scanner sc) {
    Set<Cell> alive = new HashSet<>();
    for (int r = 0; r < h; r++) {
      String row = sc.next();
      for (int c = row.indexOf('o'); c >= 0; c = row.indexOf('o', c + 1))
        alive.add(new Cell(r, c));
    }
    return alive;
  }

  static String draw(Set<Cell> alive) {
    char[][] canvas = new char[h][w];
    for (char[] line : canvas) Arrays.fill(line, '.');
    for (Cell cell : alive) canvas[cell.r][cell.c] = 'o';
    return Arrays.stream(canvas).map(String::new).collect(Collectors.joining("\n"));
  }

  public static void main(String[] args) {
    Scanner sc = new Scanner(System.in);
    h = sc.nextInt();
    w = sc.nextInt();
    int steps = sc.nextInt();
    Set<Cell> alive = parse(sc);

    boolean still = false;
    for (int i = 1; i <= steps && !still; i++) {
      Set<Cell> next = evolve(alive);
      still = next.equals(alive);
      alive = next;
      System.out.println("step " + i + ": " + alive.size() + (still ? "\nstill" : ""));
    }
    System.out.println(draw(alive));
  }
}
