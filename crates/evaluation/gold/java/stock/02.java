import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Map;
import java.util.TreeMap;

class Warehouse {

    private static class Item {
        private long count;
        private long price;

        void deliver(long amount, long newPrice) {
            count += amount;
            price = newPrice;
        }

        boolean take(long amount) {
            if (amount > count) {
                return false;
            }
            count -= amount;
            return true;
        }

        long value() {
            return count * price;
        }

        @Override
        public String toString() {
            return count + " " + price;
        }
    }

    /** Sorted by name, so the report needs no sorting. */
    private final Map<String, Item> items = new TreeMap<>();

    /** @return false when the session is over */
    boolean execute(String line) {
        String[] words = line.trim().split("\\s+");
        switch (words[0]) {
            case "add" -> add(words[1], Long.parseLong(words[2]), Long.parseLong(words[3]));
            case "remove" -> remove(words[1], Long.parseLong(words[2]));
            case "price" -> changePrice(words[1], Long.parseLong(words[2]));
            case "report" -> report();
            case "end" -> {
                return false;
            }
            default -> System.out.println("bad command");
        }
        return true;
    }

    private void add(String name, long amount, long price) {
        items.computeIfAbsent(name, n -> new Item()).deliver(amount, price);
    }

    private void remove(String name, long amount) {
        Item item = items.get(name);
        if (item == null) {
            System.out.println("unknown " + name);
        } else if (!item.take(amount)) {
            System.out.println("not enough " + name);
        }
    }

    private void changePrice(String name, long price) {
        Item item = items.get(name);
        if (item == null) {
            System.out.println("unknown " + name);
        } else {
            item.price = price;
        }
    }

    private void report() {
        long total = 0;
        for (Map.Entry<String, Item> entry : items.entrySet()) {
            System.out.println(entry.getKey() + " " + entry.getValue());
            total += entry.getValue().value();
        }
        System.out.println("total " + total);
    }

    public static void main(String[] args) throws IOException {
        Warehouse warehouse = new Warehouse();
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in))) {
            String line = in.readLine();
            while (line != null && (line.isBlank() || warehouse.execute(line))) {
                line = in.readLine();
            }
        }
    }
}
