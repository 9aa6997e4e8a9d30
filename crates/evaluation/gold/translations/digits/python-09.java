import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Deque;

class Ends {
    public static void main(String[] args) throws IOException {
        String text = new String(System.in.readAllBytes()).trim();
        Deque<Character> line = new ArrayDeque<>();
        int total = 0;
        StringBuilder reversed = new StringBuilder();
        for (char c : text.toCharArray()) {
            total += Character.getNumericValue(c);
            line.addFirst(c);
        }
        System.out.println(total);

        for (char c : line) reversed.append(c);
        System.out.println(new BigInteger(reversed.toString()));

        // compare both ends and move inwards
        while (line.size() > 1 && line.peekFirst().equals(line.peekLast())) {
            line.removeLast();
            line.removeFirst();
        }
        System.out.println(line.size() > 1 ? "no" : "yes");
    }
}
