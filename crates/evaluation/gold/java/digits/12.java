import java.util.Scanner;

public class Ziffern {
    public static void main(String[] args) {
        long n = new Scanner(System.in).nextLong();
        long pow = 1;
        while (n / pow >= 10) pow *= 10;      // highest power of ten in n
        long sum = 0, rev = 0, factor = 1;
        for (long m = n, p = pow; p > 0; m %= p, p /= 10) {
            long digit = m / p;
            sum += digit;
            rev += digit * factor;
            factor *= 10;
        }
        String verdict = "no";
        if (rev == n) { verdict = "yes"; }
        System.out.println(sum + System.lineSeparator() + rev + System.lineSeparator() + verdict);
    }
}
