import java.math.BigInteger;
import java.util.*;

class D {
  public static void main(String[] a) {
    var s = new Scanner(System.in).next();
    var r = new StringBuilder(s).reverse().toString();
    System.out.println(s.chars().map(c -> c - '0').sum());
    System.out.println(new BigInteger(r));
    System.out.println(s.equals(r) ? "yes" : "no");
  }
}
