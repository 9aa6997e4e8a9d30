class Palindrome {
    public static void main(String[] args) throws Exception {
        char[] z = new String(System.in.readAllBytes()).trim().toCharArray();
        int sum = 0, i = 0, j = z.length - 1;
        for (char c : z) sum += c - '0';
        System.out.println(sum);
        while (i < j && z[i] == z[j]) { i++; j--; }
        boolean same = i >= j;
        int k = z.length - 1;
        while (k > 0 && z[k] == '0') k--;
        for (; k >= 0; k--) System.out.print(z[k]);
        System.out.println();
        System.out.println(same ? "yes" : "no");
    }
}
