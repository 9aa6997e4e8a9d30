import java.util.Scanner;

public class NumberGame {
    static boolean isPalindrome(String s) {
        if (s.length() < 2) return true;
        if (s.charAt(0) != s.charAt(s.length() - 1)) return false;
        return isPalindrome(s.substring(1, s.length() - 1));
    }

    public static void main(String[] args) {
        String input = new Scanner(System.in).next();
        int digitSum = 0;
        for (String digit : input.split("")) digitSum += Integer.valueOf(digit);
        String reversed = new StringBuffer(input).reverse().toString().replaceFirst("^0+(?=.)", "");
        System.out.println(digitSum);
        System.out.println(reversed);
        System.out.println(isPalindrome(input) ? "yes" : "no");
    }
}
