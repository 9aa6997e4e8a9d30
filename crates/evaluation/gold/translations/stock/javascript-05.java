import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Stock keeping with an own hash map (lists in the slots, doubles when too full). */
public class StockKeeper {

    static class Product {
        final String name;
        long quantity;
        long cost;

        Product(String name, long quantity, long cost) {
            this.name = name;
            this.quantity = quantity;
            this.cost = cost;
        }
    }

    static class ProductMap {
        private List<List<Product>> slots = emptySlots(16);
        private int count = 0;

        private static List<List<Product>> emptySlots(int n) {
            List<List<Product>> result = new ArrayList<>(n);
            for (int i = 0; i < n; i++) {
                result.add(new ArrayList<>());
            }
            return result;
        }

        private List<Product> slotOf(String name) {
            long code = 5381;
            for (char c : name.toCharArray()) {
                code = (code * 33 + c) & 0xFFFFFFFFL;
            }
            return slots.get((int) (code % slots.size()));
        }

        Product get(String name) {
            for (Product p : slotOf(name)) {
                if (p.name.equals(name)) return p;
            }
            return null;
        }

        void put(Product p) {
            if (count >= 2 * slots.size()) enlarge();
            slotOf(p.name).add(p);
            count++;
        }

        private void enlarge() {
            List<Product> everything = all();
            slots = emptySlots(slots.size() * 2);
            for (Product p : everything) {
                slotOf(p.name).add(p);
            }
        }

        List<Product> all() {
            List<Product> result = new ArrayList<>();
            slots.forEach(result::addAll);
            return result;
        }
    }

    private final ProductMap products = new ProductMap();

    void printReport() {
        List<Product> sorted = products.all();
        sorted.sort(Comparator.comparing(p -> p.name));
        long worth = 0;
        for (Product p : sorted) {
            System.out.println(p.name + " " + p.quantity + " " + p.cost);
            worth += p.quantity * p.cost;
        }
        System.out.println("total " + worth);
    }

    void execute(String[] args) {
        String action = args[0];
        Product p = args.length > 1 ? products.get(args[1]) : null;

        if (action.equals("report")) {
            printReport();
        } else if (action.equals("add")) {
            long quantity = Long.parseLong(args[2]);
            long cost = Long.parseLong(args[3]);
            if (p == null) {
                products.put(new Product(args[1], quantity, cost));
            } else {
                p.quantity += quantity;
                p.cost = cost;
            }
        } else if (!action.equals("remove") && !action.equals("price")) {
            System.out.println("bad command");
        } else if (p == null) {
            System.out.println("unknown " + args[1]);
        } else if (action.equals("price")) {
            p.cost = Long.parseLong(args[2]);
        } else {
            long n = Long.parseLong(args[2]);
            if (n > p.quantity) System.out.println("not enough " + p.name);
            else p.quantity -= n;
        }
    }

    public static void main(String[] args) throws Exception {
        StockKeeper keeper = new StockKeeper();
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(System.in))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                line = line.strip();
                if (line.isEmpty()) continue;
                String[] words = line.split("\\s+");
                if (words[0].equals("end")) return;
                keeper.execute(words);
            }
        }
    }
}
