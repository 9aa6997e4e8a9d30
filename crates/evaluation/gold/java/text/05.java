import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class Analyzer {

    private static final Pattern WORD = Pattern.compile("[A-Za-z]+");
    private static final int TOP = 10;

    private final SortedMap<String, Counter> words = new TreeMap<>();
    private final SortedMap<Integer, Counter> lengths = new TreeMap<>();
    private int lines;
    private int total;
    private String longest;

    /** An integer that can be changed inside of a map. */
    private static class Counter {
        private int value;

        void increment() {
            value++;
        }
    }

    public void addLine(String line) {
        lines++;
        Matcher matcher = WORD.matcher(line);
        while (matcher.find()) {
            addWord(matcher.group().toLowerCase());
        }
    }

    private void addWord(String word) {
        total++;
        if (longest == null || longest.length() < word.length()) {
            longest = word;
        }
        words.putIfAbsent(word, new Counter());
        words.get(word).increment();
        lengths.putIfAbsent(word.length(), new Counter());
        lengths.get(word.length()).increment();
    }

    /** Groups the words by count; inside a group they stay in alphabetical order. */
    private SortedMap<Integer, List<String>> byCount() {
        SortedMap<Integer, List<String>> groups = new TreeMap<>((a, b) -> b.compareTo(a));
        words.forEach((word, counter) ->
                groups.computeIfAbsent(counter.value, v -> new ArrayList<>()).add(word));
        return groups;
    }

    public void print() {
        System.out.println("lines " + lines);
        System.out.println("words " + total);
        System.out.println("different " + words.size());
        System.out.println("longest " + (longest == null ? "-" : longest));

        int printed = 0;
        for (var group : byCount().entrySet()) {
            for (String word : group.getValue()) {
                if (printed++ >= TOP) {
                    break;
                }
                System.out.println(group.getKey() + " " + word);
            }
        }

        lengths.forEach((length, counter) -> {
            StringBuilder bar = new StringBuilder();
            while (bar.length() < counter.value) {
                bar.append('#');
            }
            System.out.println(length + ": " + bar);
        });
    }

    public static void main(String[] args) {
        Analyzer analyzer = new Analyzer();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        try {
            in.lines().forEach(analyzer::addLine);
        } catch (UncheckedIOException e) {
            System.err.println("cannot read: " + e.getMessage());
            System.exit(1);
        }
        analyzer.print();
    }
}
