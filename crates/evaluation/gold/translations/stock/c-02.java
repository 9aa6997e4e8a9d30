import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/**
 * Keeps the goods in a linked list that is always sorted by name.
 */
public class Warehouse {

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        Warehouse warehouse = new Warehouse();

        String line;
        while ((line = in.readLine()) != null) {
            String[] words = line.trim().split("\\s+");
            if (words[0].isEmpty()) {
                continue;
            }
            if (words[0].equals("end")) {
                break;
            }
            switch (words[0]) {
                case "report":
                    warehouse.report();
                    break;
                case "add": {
                    Item item = warehouse.find(words[1]);
                    if (item == null) {
                        item = warehouse.insert(words[1]);
                    }
                    item.amount += Long.parseLong(words[2]);
                    item.price = Long.parseLong(words[3]);
                    break;
                }
                case "remove":
                case "price": {
                    Item item = warehouse.find(words[1]);
                    long number = Long.parseLong(words[2]);
                    if (item == null) {
                        System.out.println("unknown " + words[1]);
                    } else if (words[0].equals("price")) {
                        item.price = number;
                    } else if (item.amount < number) {
                        System.out.println("not enough " + words[1]);
                    } else {
                        item.amount -= number;
                    }
                    break;
                }
                default:
                    System.out.println("bad command");
            }
        }
    }

    private static class Item {
        final String label;
        long amount;
        long price;
        Item next;

        Item(String label) {
            this.label = label;
        }
    }

    private Item head;

    private void report() {
        long sum = 0;
        for (Item item = head; item != null; item = item.next) {
            System.out.printf("%s %d %d%n", item.label, item.amount, item.price);
            sum += item.amount * item.price;
        }
        System.out.printf("total %d%n", sum);
    }

    /** null if there is no such item */
    private Item find(String label) {
        for (Item item = head; item != null; item = item.next) {
            int order = item.label.compareTo(label);
            if (order == 0) {
                return item;
            }
            if (order > 0) {
                return null;
            }
        }
        return null;
    }

    private Item insert(String label) {
        Item fresh = new Item(label);
        if (head == null || head.label.compareTo(label) >= 0) {
            fresh.next = head;
            head = fresh;
            return fresh;
        }
        Item before = head;
        while (before.next != null && before.next.label.compareTo(label) < 0) {
            before = before.next;
        }
        fresh.next = before.next;
        before.next = fresh;
        return fresh;
    }
}
