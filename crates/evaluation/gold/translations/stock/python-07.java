import java.util.*;

public class Inventory {

    private static final List<String> order = new ArrayList<>();      // sorted names
    private static final Map<String, Long> stock = new HashMap<>();   // name -> pieces
    private static final Map<String, Long> prices = new HashMap<>();  // name -> price of one

    private interface Action {
        void run(String name, long[] numbers);
    }

    // mustExist: the item has to be known already
    private record Command(Action action, int numbers, boolean mustExist) { }

    private static final Map<String, Command> COMMANDS = Map.of(
            "add", new Command((name, n) -> receive(name, n[0], n[1]), 2, false),
            "remove", new Command((name, n) -> takeAway(name, n[0]), 1, true),
            "price", new Command((name, n) -> prices.put(name, n[0]), 1, true),
            "report", new Command((name, n) -> list(), 0, false));

    private static void receive(String name, long pieces, long price) {
        int place = Collections.binarySearch(order, name);
        if (place < 0) {
            order.add(-place - 1, name);
            stock.put(name, 0L);
        }
        stock.merge(name, pieces, Long::sum);
        prices.put(name, price);
    }

    private static void takeAway(String name, long pieces) {
        long rest = stock.get(name) - pieces;
        if (rest < 0) {
            System.out.println("not enough " + name);
        } else {
            stock.put(name, rest);
        }
    }

    private static void list() {
        for (String name : order) {
            System.out.println(name + " " + stock.get(name) + " " + prices.get(name));
        }
        System.out.println("total " + order.stream().mapToLong(n -> stock.get(n) * prices.get(n)).sum());
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            String[] fields = in.nextLine().trim().split("\\s+");
            if (fields[0].isEmpty()) continue;
            if (fields[0].equals("end")) break;

            Command command = COMMANDS.get(fields[0]);
            if (command == null) {
                System.out.println("bad command");
                continue;
            }

            String name = fields.length > 1 ? fields[1] : "";
            long[] numbers = new long[command.numbers()];
            for (int k = 0; k < numbers.length; k++) {
                numbers[k] = Long.parseLong(fields[k + 2]);
            }

            if (command.mustExist() && !stock.containsKey(name)) {
                System.out.println("unknown " + name);
            } else {
                command.action().run(name, numbers);
            }
        }
    }
}
