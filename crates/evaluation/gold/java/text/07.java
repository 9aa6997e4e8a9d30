import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Word statistics with a hand made hash table (open addressing,
 * linear probing) which doubles when it is half full.
 */
public class WordTable {

    private String[] keys = new String[64];
    private int[] values = new int[64];
    private int used = 0;

    private static int slot(String key, String[] table) {
        int i = (key.hashCode() & 0x7fffffff) % table.length;
        while (table[i] != null && !table[i].equals(key)) {
            i = (i + 1) % table.length;
        }
        return i;
    }

    void count(String key) {
        if (2 * used >= keys.length) grow();
        int i = slot(key, keys);
        if (keys[i] == null) {
            keys[i] = key;
            used++;
        }
        values[i]++;
    }

    private void grow() {
        String[] newKeys = new String[2 * keys.length];
        int[] newValues = new int[newKeys.length];
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] == null) continue;
            int j = slot(keys[i], newKeys);
            newKeys[j] = keys[i];
            newValues[j] = values[i];
        }
        keys = newKeys;
        values = newValues;
    }

    private Integer[] ranking() {
        Integer[] order = new Integer[used];
        int n = 0;
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] != null) order[n++] = i;
        }
        Arrays.sort(order, (x, y) -> {
            if (values[x] > values[y]) return -1;
            if (values[x] < values[y]) return +1;
            return keys[x].compareTo(keys[y]);
        });
        return order;
    }

    public static void main(String[] args) throws IOException {
        WordTable table = new WordTable();
        int[] histogram = new int[100000];
        int lines = 0, words = 0, maximum = 0;
        String longest = "-";

        InputStream in = new BufferedInputStream(System.in);
        StringBuilder current = new StringBuilder();
        boolean lineOpen = false;
        for (boolean eof = false; !eof; ) {
            int c = in.read();
            eof = c < 0;
            if (c == '\n') {
                lines++;
                lineOpen = false;
            } else if (!eof) {
                lineOpen = true;
            }
            int lower = c | 0x20;
            if (!eof && lower >= 'a' && lower <= 'z') {
                current.append((char) lower);
                continue;
            }
            int length = current.length();
            if (length == 0) continue;
            String word = current.toString();
            current = new StringBuilder();
            table.count(word);
            words++;
            histogram[length]++;
            if (length > maximum) {
                maximum = length;
                longest = word;
            }
        }
        if (lineOpen) lines++;

        System.out.println("lines " + lines + "\nwords " + words
                + "\ndifferent " + table.used + "\nlongest " + longest);
        Integer[] order = table.ranking();
        for (int i = 0; i < Math.min(10, order.length); i++) {
            System.out.println(table.values[order[i]] + " " + table.keys[order[i]]);
        }
        for (int length = 1; length <= maximum; length++) {
            if (histogram[length] == 0) continue;
            char[] bar = new char[histogram[length]];
            Arrays.fill(bar, '#');
            System.out.println(length + ": " + String.valueOf(bar));
        }
    }
}
