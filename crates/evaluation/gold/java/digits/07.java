// Reads the digits one character at a time.
public class OneByOne {
    public static void main(String[] args) throws java.io.IOException {
        long sum = 0, forward = 0, backward = 0, weight = 1;
        int c;
        while ((c = System.in.read()) >= '0' && c <= '9') {
            int digit = c - '0';
            sum += digit;
            forward = forward * 10 + digit;
            backward += digit * weight;
            weight *= 10;
        }
        System.out.println(sum);
        System.out.println(backward);
        System.out.println(forward == backward ? "yes" : "no");
    }
}
