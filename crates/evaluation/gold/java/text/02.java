import java.io.*;
import java.util.*;

public class Words {
    public static void main(String[] args) throws IOException {
        BufferedReader br = new BufferedReader(new InputStreamReader(System.in));
        List<String> words = new ArrayList<String>();   // every different word
        List<Integer> counts = new ArrayList<Integer>(); // how often it was there
        int lineCount = 0, wordCount = 0;
        String longest = "-";
        int longestLength = 0;
        int[] lengths = new int[10];

        String line;
        while ((line = br.readLine()) != null) {
            lineCount++;
            line = line.toLowerCase();

            // replace everything that is no letter by a blank
            char[] chars = line.toCharArray();
            for (int i = 0; i < chars.length; i++) {
                if (chars[i] < 'a' || chars[i] > 'z') {
                    chars[i] = ' ';
                }
            }

            StringTokenizer tokenizer = new StringTokenizer(new String(chars));
            while (tokenizer.hasMoreTokens()) {
                String w = tokenizer.nextToken();
                int len = w.length();
                wordCount++;

                int where = words.indexOf(w);
                if (where < 0) {
                    words.add(w);
                    counts.add(1);
                } else {
                    counts.set(where, counts.get(where) + 1);
                }

                if (len > longestLength) {
                    longestLength = len;
                    longest = w;
                }

                // array too small? make it bigger
                if (len >= lengths.length) {
                    int[] bigger = new int[len + 10];
                    for (int i = 0; i < lengths.length; i++) {
                        bigger[i] = lengths[i];
                    }
                    lengths = bigger;
                }
                lengths[len]++;
            }
        }

        System.out.println("lines " + lineCount);
        System.out.println("words " + wordCount);
        System.out.println("different " + words.size());
        System.out.println("longest " + longest);

        // take out the best word, ten times
        for (int round = 0; round < 10; round++) {
            int best = -1;
            for (int i = 0; i < words.size(); i++) {
                if (best == -1 || counts.get(i) > counts.get(best)) {
                    best = i;
                } else if (counts.get(i).equals(counts.get(best))
                        && words.get(i).compareTo(words.get(best)) < 0) {
                    best = i;
                }
            }
            if (best == -1) break;
            System.out.println(counts.get(best) + " " + words.get(best));
            counts.remove(best);
            words.remove(best);
        }

        for (int i = 0; i < lengths.length; i++) {
            if (lengths[i] != 0) {
                System.out.print(i + ": ");
                for (int j = 0; j < lengths[i]; j++) System.out.print("#");
                System.out.println();
            }
        }
    }
}
