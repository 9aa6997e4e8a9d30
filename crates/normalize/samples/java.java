package kitchen;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Plans a kitchen's week: which recipes the pantry allows, and what must be bought.
 */
public final class Pantry implements Iterable<String> {

    private static final double LOSS = 0.05;
    private final Map<String, Integer> stock = new HashMap<>();
    private long changes = 0L;

    /** What a recipe needs of one thing. */
    static class Need implements Comparable<Need> {
        final String thing;
        final int grams;

        Need(String thing, int grams) {
            if (grams <= 0) {
                throw new IllegalArgumentException("no " + thing);
            }
            this.thing = thing;
            this.grams = grams;
        }

        @Override
        public int compareTo(Need other) {
            return grams != other.grams ? Integer.compare(grams, other.grams) : thing.compareTo(other.thing);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Need && compareTo((Need) other) == 0;
        }

        @Override
        public int hashCode() {
            return 31 * thing.hashCode() ^ grams >>> 3;
        }
    }

    enum Season {
        SPRING('s'), SUMMER('u'), AUTUMN('a'), WINTER('w');

        private final char letter;

        Season(char letter) {
            this.letter = letter;
        }

        static Season of(char letter) {
            for (Season season : values()) {
                if (season.letter == letter) return season;
            }
            return null;
        }
    }

    abstract static class Recipe {
        protected final List<Need> needs = new ArrayList<>();

        abstract String name();

        int weight() {
            int sum = 0;
            for (int i = 0; i < needs.size(); i++) {
                sum += needs.get(i).grams;
            }
            return sum;
        }
    }

    public synchronized void put(String thing, int grams) {
        stock.merge(thing, grams, Integer::sum);
        changes++;
    }

    boolean allows(Recipe recipe) {
        for (Need need : recipe.needs) {
            if (stock.getOrDefault(need.thing, 0) * (1 - LOSS) < need.grams) {
                return false;
            }
        }
        return true;
    }

    /** Takes what a recipe needs, or nothing at all. */
    public synchronized int cook(Recipe recipe, Season season) {
        if (!allows(recipe)) return -1;
        recipe.needs.forEach(need -> stock.computeIfPresent(need.thing, (key, grams) -> grams - need.grams));
        int minutes;
        switch (season) {
            case WINTER:
                minutes = recipe.weight() / 10 + 5;
                break;
            case SUMMER:
                minutes = 0;
                break;
            default:
                minutes = recipe.weight() / 20;
        }
        do {
            changes += minutes % 2 == 0 ? 1 : 2;
            minutes -= 1;
        } while (minutes > 0 && changes < 1_000_000);
        return minutes;
    }

    <T extends Comparable<T>> List<Recipe> ranked(List<Recipe> recipes, Function<Recipe, T> by) {
        return recipes.stream()
            .filter(this::allows)
            .sorted(Comparator.comparing(by).reversed())
            .collect(Collectors.toList());
    }

    @Override
    public java.util.Iterator<String> iterator() {
        return stock.keySet().iterator();
    }

    public static void main(String[] arguments) {
        Pantry pantry = new Pantry();
        int[] amounts = {500, 0x3E8, 250};
        String[] things = new String[] {"flour", "milk", "salt"};
        for (int i = 0; i < amounts.length; ++i) pantry.put(things[i], amounts[i]);
        Recipe pancakes = new Recipe() {
            @Override
            String name() {
                return "pancakes\t\"thin\"";
            }
        };
        pancakes.needs.add(new Need("flour", 200));
        try {
            int left = pantry.cook(pancakes, Season.of(arguments[0].charAt(0)));
            System.out.println(pancakes.name() + ": " + left);
        } catch (RuntimeException problem) {
            System.err.println("""
                cannot cook: is there
                a season "given"?""");
            System.exit(1);
        } finally {
            System.out.printf("%d changes%n", pantry.changes);
        }
    }

    @interface Checked {
        int level() default 1;

        String[] by() default {};
    }

    interface Scale {
        double FACTOR = 1.5;

        double weigh(int grams);

        default double twice(int grams) {
            return weigh(grams) * 2;
        }
    }

    sealed interface Dish permits Soup, Bread {}

    record Soup(String name, int litres) implements Dish {
        Soup {
            if (litres > 50) throw new IllegalArgumentException("too much");
        }
    }

    record Bread(int loaves) implements Dish {}

    private static final Map<String, List<Integer>> HISTORY;

    static {
        HISTORY = new HashMap<>();
        HISTORY.put("bread", new ArrayList<Integer>());
    }

    static class Book extends Pantry implements AutoCloseable {
        private final StringBuilder lines;
        protected transient volatile int open = 1;

        Book(StringBuilder lines) {
            super();
            this.lines = lines;
        }

        @Override
        public void close() throws IllegalStateException {
            if (this.open == 0) {
                throw new IllegalStateException();
            } else if (open > 1) {
                this.open--;
            } else {
                open = 0;
            }
        }

        @SuppressWarnings({"unchecked", "rawtypes"})
        void write(Object... things) {
            synchronized (lines) {
                for (Object thing : things) {
                    lines.append(thing instanceof String text ? text.strip() : thing).append((char) ('a' + 1));
                }
            }
        }
    }

    static int serve(Dish dish) {
        var portions = switch (dish) {
            case Soup soup when soup.litres() >= 10 -> 40;
            case Soup soup -> soup.litres() << 2;
            case Bread bread -> {
                int slices = bread.loaves() * 12;
                yield slices & ~3;
            }
            default -> 0;
        };
        assert portions >= 0 : "portions: " + portions;
        return portions;
    }

    static int search(int[][] shelves, int wanted) {
        int steps = 0, row = 0;
        outer:
        while (row < shelves.length) {
            for (int column = 0; ; column++) {
                if (column == shelves[row].length) break;
                if (shelves[row][column] < 0 || shelves[row][column] % 2 == 1) continue;
                if (shelves[row][column] == wanted) break outer;
                steps += 1;
            }
            row++;
        }
        try (Book book = new Book(new StringBuilder()); Book second = new Book(null)) {
            book.write("steps", steps, row >> 1, -steps >>> 2);
        } catch (IllegalStateException | NullPointerException problem) {
            Runnable complain = () -> System.err.println(problem);
            complain.run();
        }
        return steps ^= row;
    }
}
