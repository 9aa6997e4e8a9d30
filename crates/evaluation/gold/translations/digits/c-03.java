import java.util.Scanner;

public class Digits {

    private static int digitSum(long n) {
        return n == 0 ? 0 : (int) (n % 10) + digitSum(n / 10);
    }

    private static long reverse(long n, long done) {
        return n == 0 ? done : reverse(n / 10, 10 * done + n % 10);
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        if (!in.hasNextLong()) {
            System.exit(1);
        }
        long n = in.nextLong();
        System.out.println(digitSum(n));
        System.out.println(reverse(n, 0));
        System.out.println(reverse(n, 0) == n ? "yes" : "no");
    }
}
