import java.util.*;

// sort all words, then equal words stand next to each other
class SortAndCount {

    static int count_lines(String t) {
        int n = 0;
        for (int i = 0; i < t.length(); i++)
            if (t.charAt(i) == '\n') n++;
        if (t.length() > 0 && !t.endsWith("\n")) n++;
        return n;
    }

    static boolean letter(char c) {
        return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z';
    }

    static String[] cut(String t) {
        // first pass: how many, second pass: fill
        String[] result = null;
        for (int pass = 1; pass <= 2; pass++) {
            int n = 0, i = 0;
            while (i < t.length()) {
                if (!letter(t.charAt(i))) { i++; continue; }
                int begin = i;
                while (i < t.length() && letter(t.charAt(i))) i++;
                if (pass == 2) result[n] = t.substring(begin, i).toLowerCase();
                n++;
            }
            if (pass == 1) result = new String[n];
        }
        return result;
    }

    static class Run {
        String word;
        int times;
    }

    static List<Run> runs(String[] sorted) {
        List<Run> list = new LinkedList<>();
        Run r = null;
        for (String w : sorted) {
            if (r == null || !r.word.equals(w)) {
                r = new Run();
                r.word = w;
                list.add(r);
            }
            r.times++;
        }
        return list;
    }

    public static void main(String[] args) {
        Scanner sc = new Scanner(System.in).useDelimiter("\\A");
        String text = sc.hasNext() ? sc.next() : "";
        String[] words = cut(text);

        String longest = words.length == 0 ? "-" : words[0];
        for (String w : words) if (w.length() > longest.length()) longest = w;

        Arrays.sort(words);
        List<Run> list = runs(words);
        System.out.println("lines " + count_lines(text));
        System.out.println("words " + words.length);
        System.out.println("different " + list.size());
        System.out.println("longest " + longest);

        // List.sort is stable, so the alphabet stays
        list.sort((a, b) -> b.times - a.times);
        int k = 0;
        for (Run r : list) {
            if (++k > 10) break;
            System.out.println(r.times + " " + r.word);
        }

        Arrays.sort(words, Comparator.comparingInt(String::length));
        int last = 0;
        for (String w : words) {
            if (w.length() != last) {
                if (last != 0) System.out.println();
                last = w.length();
                System.out.print(last + ": ");
            }
            System.out.print('#');
        }
        if (last != 0) System.out.println();
    }
}
