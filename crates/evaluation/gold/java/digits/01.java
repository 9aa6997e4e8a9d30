import java.util.Scanner;

public class Digits {
    public static void main(String[] args) {
        Scanner scanner = new Scanner(System.in);
        long number = scanner.nextLong();
        long rest = number;
        long sum = 0;
        long reversed = 0;
        while (rest > 0) {
            sum += rest % 10;
            reversed = reversed * 10 + rest % 10;
            rest /= 10;
        }
        System.out.println(sum);
        System.out.println(reversed);
        System.out.println(number == reversed ? "yes" : "no");
    }
}
