import java.util.Scanner;

/*
 * Lagerverwaltung mit einer eigenen verketteten Liste.
 * Die Liste ist immer nach Namen sortiert.
 */
public class Lager
{
    static class Knoten
    {
        String name;
        int anzahl;
        int preis;
        Knoten naechster;
    }

    // Waechter am Anfang, damit das Einfuegen keinen Sonderfall hat
    static Knoten kopf = new Knoten();

    // liefert den Vorgaenger der Stelle, an der der Name steht oder stehen muesste
    static Knoten vorgaenger(String name)
    {
        Knoten k = kopf;
        while (k.naechster != null && k.naechster.name.compareTo(name) < 0)
        {
            k = k.naechster;
        }
        return k;
    }

    static Knoten suche(String name)
    {
        Knoten k = vorgaenger(name).naechster;
        if (k != null && k.name.equals(name))
        {
            return k;
        }
        System.out.println("unknown " + name);
        return null;
    }

    static void hinzu(String name, int anzahl, int preis)
    {
        Knoten vor = vorgaenger(name);
        Knoten k = vor.naechster;
        if (k == null || !k.name.equals(name))
        {
            k = new Knoten();
            k.name = name;
            k.naechster = vor.naechster;
            vor.naechster = k;
        }
        k.anzahl += anzahl;
        k.preis = preis;
    }

    static void entfernen(String name, int anzahl)
    {
        Knoten k = suche(name);
        if (k == null) return;
        if (k.anzahl < anzahl)
        {
            System.out.println("not enough " + name);
            return;
        }
        k.anzahl -= anzahl;
    }

    static void bericht()
    {
        long summe = 0;
        for (Knoten k = kopf.naechster; k != null; k = k.naechster)
        {
            System.out.printf("%s %d %d%n", k.name, k.anzahl, k.preis);
            summe += (long) k.anzahl * k.preis;
        }
        System.out.printf("total %d%n", summe);
    }

    public static void main(String[] args)
    {
        Scanner eingabe = new Scanner(System.in);
        while (eingabe.hasNext())
        {
            String befehl = eingabe.next();
            if (befehl.equals("end"))
            {
                break;
            }
            switch (befehl)
            {
                case "add":
                    hinzu(eingabe.next(), eingabe.nextInt(), eingabe.nextInt());
                    break;
                case "remove":
                    entfernen(eingabe.next(), eingabe.nextInt());
                    break;
                case "price":
                    Knoten k = suche(eingabe.next());
                    int neu = eingabe.nextInt();
                    if (k != null) k.preis = neu;
                    break;
                case "report":
                    bericht();
                    break;
                default:
                    System.out.println("bad command");
                    // den Rest der Zeile wegwerfen
                    eingabe.nextLine();
            }
        }
    }
}
