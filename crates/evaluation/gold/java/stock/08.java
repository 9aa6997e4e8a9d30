import java.io.*;
import java.util.Arrays;

class shop
{
    static final int ADD = 0, REMOVE = 1, PRICE = 2, REPORT = 3, END = 4, BAD = 5;
    static final String[] words = { "add", "remove", "price", "report", "end" };

    static String[] item_name = new String[4];
    static long[][] item_data = new long[4][];
    static int n_items = 0;

    static int command_code(String word) {
        int i = 0;
        while (i < words.length && !words[i].equals(word)) i++;
        return i;
    }

    // makes a gap at position pos and puts the new item there
    static void insert_at(int pos, String name) {
        if (n_items == item_name.length) {
            item_name = Arrays.copyOf(item_name, 2 * n_items);
            item_data = Arrays.copyOf(item_data, 2 * n_items);
        }
        System.arraycopy(item_name, pos, item_name, pos + 1, n_items - pos);
        System.arraycopy(item_data, pos, item_data, pos + 1, n_items - pos);
        item_name[pos] = name;
        item_data[pos] = new long[2];
        n_items++;
    }

    static String report() {
        StringBuilder sb = new StringBuilder();
        long sum = 0;
        int i = 0;
        while (i < n_items) {
            long count = item_data[i][0], price = item_data[i][1];
            sb.append(item_name[i]).append(' ').append(count).append(' ').append(price).append('\n');
            sum += count * price;
            i++;
        }
        return sb.append("total ").append(sum).toString();
    }

    public static void main(String[] args) throws IOException {
        LineNumberReader in = new LineNumberReader(new InputStreamReader(System.in));
        int code = BAD;
        do {
            String line = in.readLine();
            if (line == null) break;
            String[] f = line.trim().split("[ \t]+");
            if (f[0].isEmpty()) continue;
            code = command_code(f[0]);
            int pos = 0;
            if (code <= PRICE) {
                pos = Arrays.binarySearch(item_name, 0, n_items, f[1]);
                if (pos < 0 && code == ADD) {
                    pos = -pos - 1;
                    insert_at(pos, f[1]);
                }
                if (pos < 0) {
                    System.out.println("unknown " + f[1]);
                    continue;
                }
            }
            switch (code) {
            case ADD:
                item_data[pos][0] += Long.parseLong(f[2]);
                item_data[pos][1] = Long.parseLong(f[3]);
                break;
            case REMOVE:
                long rest = item_data[pos][0] - Long.parseLong(f[2]);
                if (rest >= 0) item_data[pos][0] = rest;
                else System.out.println("not enough " + f[1]);
                break;
            case PRICE:
                item_data[pos][1] = Long.parseLong(f[2]);
                break;
            case REPORT:
                System.out.println(report());
                break;
            case BAD:
                System.out.println("bad command");
            }
        } while (code != END);
    }
}
