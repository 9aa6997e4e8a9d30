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
}
