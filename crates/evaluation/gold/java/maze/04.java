import java.util.*;
import java.util.stream.*;

// One BitSet per distance; the waves are kept so that the way back is a lookup.
class Waves {
  static int w;
  static BitSet free = new BitSet(), column0 = new BitSet(), columnN = new BitSet();

  static BitSet shift(BitSet b, int by) {
    return b.stream().map(i -> i + by).filter(i -> i >= 0)
        .collect(BitSet::new, BitSet::set, BitSet::or);
  }

  static BitSet without(BitSet b, BitSet gone) {
    var r = (BitSet) b.clone();
    r.andNot(gone);
    return r;
  }

  static BitSet spread(BitSet b) {
    var next = shift(b, -w);
    next.or(shift(b, w));
    next.or(shift(without(b, column0), -1));
    next.or(shift(without(b, columnN), 1));
    next.and(free);
    return next;
  }

  public static void main(String[] args) {
    var sc = new Scanner(System.in);
    int h = sc.nextInt();
    w = sc.nextInt();
    var grid = IntStream.range(0, h).mapToObj(i -> sc.next()).collect(Collectors.joining());
    for (int i = 0; i < grid.length(); i++) {
      free.set(i, grid.charAt(i) != '#');
      column0.set(i, i % w == 0);
      columnN.set(i, i % w == w - 1);
    }

    int s = grid.indexOf('S'), e = grid.indexOf('E');
    var waves = new ArrayList<BitSet>();
    var wave = new BitSet();
    wave.set(s);
    while (!wave.isEmpty() && !wave.get(e)) {
      waves.add(wave);
      free.andNot(wave);
      wave = spread(wave);
    }
    if (wave.isEmpty()) {
      System.out.println("no way");
      return;
    }

    System.out.println("steps " + waves.size());
    var picture = new StringBuilder(grid);
    for (int k = waves.size() - 1, at = e; k > 0; k--) {
      var from = waves.get(k);
      int x = at % w, p = at;
      at = IntStream.of(p - w, p + w, x > 0 ? p - 1 : -1, x < w - 1 ? p + 1 : -1)
          .filter(i -> i >= 0 && from.get(i)).findFirst().getAsInt();
      picture.setCharAt(at, '*');
    }
    for (int i = 0; i < h; i++)
      System.out.println(picture.substring(i * w, i * w + w));
  }
}
