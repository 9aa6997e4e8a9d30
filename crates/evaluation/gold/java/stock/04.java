import java.io.*;
import java.util.*;
import java.util.function.*;

class S {
  // index 0: count, 1: price
  static final SortedMap<String, long[]> db = new TreeMap<>();
  static final Map<String, Consumer<String[]>> cmds = new HashMap<>();
  static final PrintStream out = System.out;

  static {
    cmds.put("add", a -> db.merge(a[1], nums(a), (o, n) -> new long[] {o[0] + n[0], n[1]}));
    cmds.put("remove", S::remove);
    cmds.put("price", a -> known(a[1], e -> e[1] = nums(a)[0]));
    cmds.put("report", a -> {
      db.forEach((n, e) -> out.println(n + " " + e[0] + " " + e[1]));
      out.println("total " + db.values().stream().mapToLong(e -> e[0] * e[1]).sum());
    });
  }

  static long[] nums(String[] a) {
    return Arrays.stream(a).skip(2).mapToLong(Long::parseLong).toArray();
  }

  static void known(String n, Consumer<long[]> f) {
    Optional.ofNullable(db.get(n))
        .ifPresentOrElse(f, () -> out.println("unknown " + n));
  }

  static void remove(String[] a) {
    known(a[1], e -> {
      long left = e[0] - nums(a)[0];
      if (left < 0)
        out.println("not enough " + a[1]);
      else
        e[0] = left;
    });
  }

  public static void main(String[] x) throws IOException {
    var in = new BufferedReader(new InputStreamReader(System.in));
    for (String l; (l = in.readLine()) != null; ) {
      if (l.isBlank())
        continue;
      var a = l.strip().split("\\s+");
      if (a[0].equals("end"))
        break;
      cmds.getOrDefault(a[0], y -> out.println("bad command")).accept(a);
    }
  }
}
