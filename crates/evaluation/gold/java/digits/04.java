import java.util.Scanner;
public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        String text = in.next();
        int total = 0;
        String backwards = "";
        for (int i = text.length() - 1; i >= 0; i--) {
            total = total + Character.getNumericValue(text.charAt(i));
            backwards = backwards + text.charAt(i);
        }
        boolean palindrome = backwards.equals(text);
        // cut zeros at the front, but keep the last one
        while (backwards.length() > 1 && backwards.startsWith("0"))
            backwards = backwards.substring(1);
        System.out.println(total + "\n" + backwards);
        if (palindrome) System.out.println("yes");
        else System.out.println("no");
    }
}
