import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Scanner;

public class TextStatistics {

    static HashMap<String, Integer> frequency = new HashMap<>();
    static ArrayList<String> allWords = new ArrayList<>();

    public static void main(String[] args) {
        Scanner scanner = new Scanner(System.in);
        int lines = 0;
        while (scanner.hasNextLine()) {
            lines++;
            splitLine(scanner.nextLine());
        }

        for (String word : allWords) {
            if (frequency.containsKey(word)) {
                frequency.put(word, frequency.get(word) + 1);
            } else {
                frequency.put(word, 1);
            }
        }

        System.out.println("lines " + lines);
        System.out.println("words " + allWords.size());
        System.out.println("different " + frequency.size());
        System.out.println("longest " + findLongest());
        printMostFrequent();
        printLengths();
    }

    static void splitLine(String line) {
        String word = "";
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c >= 'A' && c <= 'Z') {
                c = (char) (c + 32);
            }
            if (c >= 'a' && c <= 'z') {
                word += c;
            } else if (!word.isEmpty()) {
                allWords.add(word);
                word = "";
            }
        }
        // the word at the end of the line
        if (!word.isEmpty()) {
            allWords.add(word);
        }
    }

    static String findLongest() {
        String longest = "";
        for (String word : allWords) {
            if (word.length() > longest.length()) {
                longest = word;
            }
        }
        if (longest.isEmpty()) {
            return "-";
        }
        return longest;
    }

    static void printMostFrequent() {
        ArrayList<String> words = new ArrayList<>(frequency.keySet());
        Collections.sort(words, new Comparator<String>() {
            @Override
            public int compare(String a, String b) {
                int countA = frequency.get(a);
                int countB = frequency.get(b);
                if (countA != countB) {
                    return countB - countA;
                }
                return a.compareTo(b);
            }
        });
        for (int i = 0; i < words.size() && i < 10; i++) {
            System.out.println(frequency.get(words.get(i)) + " " + words.get(i));
        }
    }

    static void printLengths() {
        int maxLength = findLongest().length();
        for (int length = 1; length <= maxLength; length++) {
            String bar = "";
            for (String word : allWords) {
                if (word.length() == length) {
                    bar += "#";
                }
            }
            if (bar.length() > 0) {
                System.out.println(length + ": " + bar);
            }
        }
    }
}
