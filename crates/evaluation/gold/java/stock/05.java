/***********************************************************
 *  Exercise  : Stock keeping
 *  Input     : commands add, remove, price, report, end
 *  Structure : hash table with separate chaining (own code)
 ***********************************************************/

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Arrays;
import java.util.StringTokenizer;

class StockMain {

    /***********************************************************
     *  main: reads the commands line by line
     ***********************************************************/
    public static void main(String[] args) throws Exception {
        BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
        HashTable table = new HashTable();
        String input;

        while ((input = reader.readLine()) != null) {
            StringTokenizer st = new StringTokenizer(input);
            if (!st.hasMoreTokens()) continue;
            String command = st.nextToken();

            if (command.equals("end")) return;

            if (command.equals("report")) {
                printReport(table);
            } else if (command.equals("add")) {
                Entry e = table.findOrCreate(st.nextToken());
                e.count += Integer.parseInt(st.nextToken());
                e.price  = Integer.parseInt(st.nextToken());
            } else if (command.equals("remove") || command.equals("price")) {
                String name = st.nextToken();
                int number = Integer.parseInt(st.nextToken());
                Entry e = table.find(name);
                if (e == null)
                    System.out.println("unknown " + name);
                else if (command.equals("price"))
                    e.price = number;
                else if (e.count >= number)
                    e.count -= number;
                else
                    System.out.println("not enough " + name);
            } else {
                System.out.println("bad command");
            }
        }
    }

    /***********************************************************
     *  printReport: sorts a copy of all entries and prints it
     ***********************************************************/
    static void printReport(HashTable table) {
        Entry[] all = table.toArray();
        Arrays.sort(all);
        long value = 0;
        for (Entry e : all) {
            System.out.println(e.name + ' ' + e.count + ' ' + e.price);
            value += (long) e.price * e.count;
        }
        System.out.println("total " + value);
    }
}

/* one item, also a link of a chain */
class Entry implements Comparable<Entry> {
    final String name;
    final Entry next;
    int count, price;

    Entry(String name, Entry next) {
        this.name = name;
        this.next = next;
    }

    public int compareTo(Entry other) {
        return name.compareTo(other.name);
    }
}

class HashTable {
    static final int BUCKETS = 211;

    private final Entry[] bucket = new Entry[BUCKETS];
    private int size = 0;

    private int hash(String key) {
        int h = 7;
        for (int i = 0; i < key.length(); i++)
            h = (h * 31 + key.charAt(i)) % BUCKETS;
        return h;
    }

    Entry find(String key) {
        Entry e = bucket[hash(key)];
        while (e != null && !e.name.equals(key))
            e = e.next;
        return e;
    }

    Entry findOrCreate(String key) {
        Entry e = find(key);
        if (e == null) {
            int h = hash(key);
            e = bucket[h] = new Entry(key, bucket[h]);
            size++;
        }
        return e;
    }

    Entry[] toArray() {
        Entry[] result = new Entry[size];
        int n = 0;
        for (Entry chain : bucket)
            for (; chain != null; chain = chain.next)
                result[n++] = chain;
        return result;
    }
}
