import java.io.IOException;

public class TextCount {
    static final int MAXWORDS = 10000;
    static final int MAXLEN = 100;

    static class Entry {
        String word;
        int count;
    }

    static Entry[] table = new Entry[MAXWORDS];
    static int different = 0;
    static int[] lengths = new int[MAXLEN];

    /* adds one word to the table */
    static void countWord(String word) {
        for (int i = 0; i < different; i++) {
            if (table[i].word.equals(word)) {
                table[i].count++;
                return;
            }
        }
        table[different] = new Entry();
        table[different].word = word;
        table[different].count = 1;
        different++;
    }

    public static void main(String[] args) throws IOException {
        int c;
        int last = '\n';
        int lines = 0;
        int words = 0;
        StringBuilder letters = new StringBuilder();
        String longest = "";

        do {
            c = System.in.read();

            /* make it a small letter */
            if (c >= 'A' && c <= 'Z') {
                c = c - 'A' + 'a';
            }

            if (c >= 'a' && c <= 'z') {
                if (letters.length() < MAXLEN - 1) {
                    letters.append((char) c);
                }
            } else {
                /* the word is finished, if there was one */
                if (letters.length() > 0) {
                    String word = letters.toString();
                    words++;
                    lengths[word.length()]++;
                    if (word.length() > longest.length()) {
                        longest = word;
                    }
                    countWord(word);
                    letters.setLength(0);
                }
            }

            if (c == '\n') {
                lines++;
            }
            /* the last line may have no newline */
            if (c == -1 && last != '\n') {
                lines++;
            }
            last = c;
        } while (c != -1);

        /* sort the table: big counts first, then the alphabet */
        for (int i = 0; i < different; i++) {
            for (int j = different - 1; j > i; j--) {
                if (table[j].count > table[j - 1].count
                        || (table[j].count == table[j - 1].count
                            && table[j].word.compareTo(table[j - 1].word) < 0)) {
                    Entry help = table[j];
                    table[j] = table[j - 1];
                    table[j - 1] = help;
                }
            }
        }

        System.out.println("lines " + lines);
        System.out.println("words " + words);
        System.out.println("different " + different);
        if (words == 0) {
            System.out.println("longest -");
        } else {
            System.out.println("longest " + longest);
        }

        for (int i = 0; i < different && i < 10; i++) {
            System.out.println(table[i].count + " " + table[i].word);
        }

        for (int i = 1; i < MAXLEN; i++) {
            if (lengths[i] > 0) {
                System.out.print(i + ": ");
                for (int j = 0; j < lengths[i]; j++) {
                    System.out.print("#");
                }
                System.out.println();
            }
        }
    }
}
