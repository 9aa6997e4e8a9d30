import java.util.*;

class Exercise {
    public static void main(String[] args) {
        String n = new Scanner(System.in).nextLine().strip();
        Deque<Character> stack = new ArrayDeque<>();
        int s = 0;
        for (char ch : n.toCharArray()) {
            stack.push(ch);
            s += Integer.parseInt("" + ch);
        }
        StringBuilder rev = new StringBuilder();
        while (!stack.isEmpty()) rev.append(stack.pop());
        System.out.println(s);
        System.out.println(Long.parseLong(rev.toString()));
        System.out.println(rev.toString().equals(n) ? "yes" : "no");
    }
}
