import java.util.ArrayList;
import java.util.Scanner;

public class Stock {
    public static void main(String[] args) {
        Scanner sc = new Scanner(System.in);

        // three lists, the same index belongs to the same item
        ArrayList<String> names = new ArrayList<String>();
        ArrayList<Integer> counts = new ArrayList<Integer>();
        ArrayList<Integer> prices = new ArrayList<Integer>();

        boolean running = true;
        while (running && sc.hasNextLine()) {
            String line = sc.nextLine().trim();
            if (line.equals("")) {
                continue;
            }
            String[] parts = line.split(" +");

            // look for the item
            int index = -1;
            if (parts.length > 1) {
                for (int i = 0; i < names.size(); i++) {
                    if (names.get(i).equals(parts[1])) {
                        index = i;
                    }
                }
            }

            if (parts[0].equals("add")) {
                int howMany = Integer.parseInt(parts[2]);
                int newPrice = Integer.parseInt(parts[3]);
                if (index == -1) {
                    names.add(parts[1]);
                    counts.add(howMany);
                    prices.add(newPrice);
                } else {
                    counts.set(index, counts.get(index) + howMany);
                    prices.set(index, newPrice);
                }
            } else if (parts[0].equals("remove")) {
                if (index == -1) {
                    System.out.println("unknown " + parts[1]);
                } else {
                    int howMany = Integer.parseInt(parts[2]);
                    if (howMany > counts.get(index)) {
                        System.out.println("not enough " + parts[1]);
                    } else {
                        counts.set(index, counts.get(index) - howMany);
                    }
                }
            } else if (parts[0].equals("price")) {
                if (index == -1) {
                    System.out.println("unknown " + parts[1]);
                } else {
                    prices.set(index, Integer.parseInt(parts[2]));
                }
            } else if (parts[0].equals("report")) {
                // bubble sort, swap in all three lists
                for (int i = 0; i < names.size(); i++) {
                    for (int j = 0; j < names.size() - 1; j++) {
                        if (names.get(j).compareTo(names.get(j + 1)) > 0) {
                            String tempName = names.get(j);
                            names.set(j, names.get(j + 1));
                            names.set(j + 1, tempName);
                            int tempCount = counts.get(j);
                            counts.set(j, counts.get(j + 1));
                            counts.set(j + 1, tempCount);
                            int tempPrice = prices.get(j);
                            prices.set(j, prices.get(j + 1));
                            prices.set(j + 1, tempPrice);
                        }
                    }
                }
                long total = 0;
                for (int i = 0; i < names.size(); i++) {
                    System.out.println(names.get(i) + " " + counts.get(i) + " " + prices.get(i));
                    total = total + (long) counts.get(i) * prices.get(i);
                }
                System.out.println("total " + total);
            } else if (parts[0].equals("end")) {
                running = false;
            } else {
                System.out.println("bad command");
            }
        }
        sc.close();
    }
}
