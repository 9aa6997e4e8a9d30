import java.util.Arrays;
import java.util.Scanner;

public class Welt {

    private final String[] reihen;

    Welt(String[] reihen) {
        this.reihen = reihen;
    }

    static Welt lesen(Scanner eingabe, int hoehe) {
        String[] reihen = new String[hoehe];
        for (int i = 0; i < hoehe; i++) {
            if (!eingabe.hasNext()) {
                System.err.println("Reihe " + (i + 1) + " fehlt");
                System.exit(1);
            }
            reihen[i] = eingabe.next();
        }
        return new Welt(reihen);
    }

    private static int lebt(String reihe, int x) {
        int breite = reihe.length();
        return reihe.charAt((x + breite) % breite) == 'o' ? 1 : 0;
    }

    private static int drei(String reihe, int x) {
        return lebt(reihe, x - 1) + lebt(reihe, x) + lebt(reihe, x + 1);
    }

    private static char schicksal(String oben, String reihe, String unten, int x) {
        int nachbarn = drei(oben, x) + drei(unten, x) + lebt(reihe, x - 1) + lebt(reihe, x + 1);
        boolean lebendig = reihe.charAt(x) == 'o';
        return nachbarn == 3 || lebendig && nachbarn == 2 ? 'o' : '.';
    }

    Welt folgende() {
        int hoehe = reihen.length;
        String[] neu = new String[hoehe];
        for (int i = 0; i < hoehe; i++) {
            String oben = i == 0 ? reihen[hoehe - 1] : reihen[i - 1];
            String unten = i + 1 == hoehe ? reihen[0] : reihen[i + 1];
            StringBuilder reihe = new StringBuilder();
            for (int x = 0; x < reihen[i].length(); x++) {
                reihe.append(schicksal(oben, reihen[i], unten, x));
            }
            neu[i] = reihe.toString();
        }
        return new Welt(neu);
    }

    long bevoelkerung() {
        return String.join("", reihen).chars().filter(c -> c == 'o').count();
    }

    boolean gleich(Welt andere) {
        return Arrays.equals(reihen, andere.reihen);
    }

    static Welt spielen(Welt welt, int schritte) {
        for (int schritt = 1; schritt <= schritte; schritt++) {
            Welt neu = welt.folgende();
            System.out.println("step " + schritt + ": " + neu.bevoelkerung());
            if (neu.gleich(welt)) {
                System.out.println("still");
                return neu;
            }
            welt = neu;
        }
        return welt;
    }

    public static void main(String[] args) {
        Scanner eingabe = new Scanner(System.in);
        int hoehe = eingabe.nextInt();
        eingabe.nextInt();  // die Breite steht in den Reihen
        int schritte = eingabe.nextInt();
        Welt ende = spielen(lesen(eingabe, hoehe), schritte);
        for (String reihe : ende.reihen) {
            System.out.println(reihe);
        }
    }
}
