import java.io.InputStreamReader;
import java.io.BufferedReader;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Collectors;

public class Inventory {

    record Product(String name, int quantity, int unitPrice) {
        Product withQuantity(int q) {
            return new Product(name, q, unitPrice);
        }

        Product withPrice(int p) {
            return new Product(name, quantity, p);
        }

        long worth() {
            return Math.multiplyFull(quantity, unitPrice);
        }

        String asLine() {
            return String.join(" ", name, String.valueOf(quantity), String.valueOf(unitPrice));
        }
    }

    enum Command {
        ADD {
            String run(HashMap<String, Product> shelf, List<String> args) {
                String name = args.get(0);
                int quantity = Integer.parseInt(args.get(1));
                if (shelf.containsKey(name)) {
                    quantity += shelf.get(name).quantity();
                }
                shelf.put(name, new Product(name, quantity, Integer.parseInt(args.get(2))));
                return "";
            }
        },
        REMOVE {
            String run(HashMap<String, Product> shelf, List<String> args) {
                String name = args.get(0);
                Product old = shelf.get(name);
                if (old == null) {
                    return "unknown " + name + "\n";
                }
                int rest = old.quantity() - Integer.parseInt(args.get(1));
                if (rest < 0) {
                    return "not enough " + name + "\n";
                }
                shelf.put(name, old.withQuantity(rest));
                return "";
            }
        },
        PRICE {
            String run(HashMap<String, Product> shelf, List<String> args) {
                Product changed = shelf.computeIfPresent(args.get(0),
                        (key, old) -> old.withPrice(Integer.parseInt(args.get(1))));
                return changed != null ? "" : "unknown " + args.get(0) + "\n";
            }
        },
        REPORT {
            String run(HashMap<String, Product> shelf, List<String> args) {
                String lines = shelf.values().stream()
                        .sorted(Comparator.comparing(Product::name))
                        .map(product -> product.asLine() + "\n")
                        .collect(Collectors.joining());
                long total = shelf.values().stream().mapToLong(Product::worth).sum();
                return lines + "total " + total + "\n";
            }
        };

        /** Does the work and returns what has to be printed. */
        abstract String run(HashMap<String, Product> shelf, List<String> args);
    }

    static String answer(HashMap<String, Product> shelf, String line) {
        List<String> words = List.of(line.trim().split(" "));
        for (Command c : Command.values()) {
            if (c.name().toLowerCase().equals(words.get(0))) {
                return c.run(shelf, words.subList(1, words.size()));
            }
        }
        return "bad command\n";
    }

    public static void main(String[] args) {
        var shelf = new HashMap<String, Product>();
        new BufferedReader(new InputStreamReader(System.in)).lines()
                .takeWhile(line -> !line.trim().equals("end"))
                .filter(line -> !line.isBlank())
                .map(line -> answer(shelf, line))
                .forEachOrdered(System.out::print);
    }
}
