import static java.util.Comparator.reverseOrder;
import static java.util.Map.Entry.comparingByKey;
import static java.util.function.Function.identity;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

class TextReport {
  private static final Pattern SEPARATOR = Pattern.compile("[^a-z]+");

  private final String text;
  private final List<String> words;

  TextReport(String text) {
    this.text = text;
    this.words = SEPARATOR.splitAsStream(text.toLowerCase())
        .filter(w -> !w.isEmpty())
        .toList();
  }

  private Map<String, Long> frequencies() {
    return words.stream().collect(groupingBy(identity(), counting()));
  }

  private Stream<String> summary() {
    String longest = words.stream()
        .reduce((a, b) -> b.length() > a.length() ? b : a)
        .orElse("-");
    return Stream.of(
        "lines " + text.lines().count(),
        "words " + words.size(),
        "different " + words.stream().distinct().count(),
        "longest " + longest);
  }

  private Stream<String> topTen() {
    return frequencies().entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue(reverseOrder()).thenComparing(comparingByKey()))
        .limit(10)
        .map(e -> e.getValue() + " " + e.getKey());
  }

  private Stream<String> histogram() {
    return words.stream()
        .collect(groupingBy(String::length, TreeMap::new, counting()))
        .entrySet().stream()
        .map(e -> e.getKey() + ": " + "#".repeat(e.getValue().intValue()));
  }

  public static void main(String[] args) throws IOException {
    var report = new TextReport(new String(System.in.readAllBytes(), StandardCharsets.ISO_8859_1));
    Stream.of(report.summary(), report.topTen(), report.histogram())
        .flatMap(identity())
        .forEach(System.out::println);
  }
}
