import static java.lang.System.*;
import java.util.stream.*;

interface Digits {
    static void main(String... args) {
        long n = new java.util.Scanner(in).nextLong();
        long[] d = LongStream.iterate(n, x -> x > 0, x -> x / 10).map(x -> x % 10).toArray();
        long rev = LongStream.of(d).reduce(0, (acc, x) -> 10 * acc + x);
        out.println(LongStream.of(d).sum());
        out.println(rev);
        out.println(n == rev ? "yes" : "no");
    }
}
