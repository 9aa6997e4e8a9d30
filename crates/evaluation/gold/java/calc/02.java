import java.util.*;

/*
 * Rangierbahnhof-Verfahren: erst wird die Zeile in umgekehrte polnische
 * Notation gebracht, dann mit einem Stapel ausgerechnet.
 */
class Rechner
{
    static Map<String, Long> speicher = new TreeMap<>();

    static int rang(String op)
    {
        if (op.equals("~")) return 3;
        if (op.equals("*") || op.equals("/")) return 2;
        if (op.equals("+") || op.equals("-")) return 1;
        return 0;   // Klammer
    }

    /* liefert null bei einem Syntaxfehler */
    static List<String> umwandeln(String s)
    {
        List<String> ausgabe = new ArrayList<>();
        Deque<String> stapel = new ArrayDeque<>();
        boolean operandErwartet = true;
        int i = 0;
        while (i < s.length())
        {
            char c = s.charAt(i);
            int j = i + 1;
            if (Character.isWhitespace(c))
            {
                // nichts
            }
            else if (istZiffer(c) || istBuchstabe(c))
            {
                if (!operandErwartet) return null;
                while (j < s.length() && (istZiffer(c) ? istZiffer(s.charAt(j)) : istBuchstabe(s.charAt(j)))) j++;
                ausgabe.add(s.substring(i, j));
                operandErwartet = false;
            }
            else if (c == '(')
            {
                if (!operandErwartet) return null;
                stapel.push("(");
            }
            else if (c == '-' && operandErwartet)
            {
                stapel.push("~");
            }
            else if (operandErwartet) return null;
            else if (c == ')')
            {
                while (!stapel.isEmpty() && !stapel.peek().equals("(")) ausgabe.add(stapel.pop());
                if (stapel.isEmpty()) return null;
                stapel.pop();
            }
            else if ("+-*/".indexOf(c) >= 0)
            {
                String op = "" + c;
                while (!stapel.isEmpty() && rang(stapel.peek()) >= rang(op)) ausgabe.add(stapel.pop());
                stapel.push(op);
                operandErwartet = true;
            }
            else return null;
            i = j;
        }
        if (operandErwartet) return null;
        while (!stapel.isEmpty())
        {
            if (stapel.peek().equals("(")) return null;
            ausgabe.add(stapel.pop());
        }
        return ausgabe;
    }

    static boolean istZiffer(char c) { return c >= '0' && c <= '9'; }

    static boolean istBuchstabe(char c) { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'; }

    static long ausrechnen(List<String> upn) throws Exception
    {
        Stack<Long> zahlen = new Stack<>();
        for (String teil : upn)
        {
            if (istZiffer(teil.charAt(0))) zahlen.push(Long.valueOf(teil));
            else if (teil.equals("~")) zahlen.push(-zahlen.pop());
            else if (istBuchstabe(teil.charAt(0)))
            {
                Long wert = speicher.get(teil);
                if (wert == null) throw new Exception("unknown " + teil);
                zahlen.push(wert);
            }
            else
            {
                long rechts = zahlen.pop(), links = zahlen.pop();
                if (teil.equals("+")) zahlen.push(links + rechts);
                if (teil.equals("-")) zahlen.push(links - rechts);
                if (teil.equals("*")) zahlen.push(links * rechts);
                if (teil.equals("/") && rechts == 0) throw new Exception("division by zero");
                if (teil.equals("/")) zahlen.push(links / rechts);
            }
        }
        return zahlen.pop();
    }

    public static void main(String[] args)
    {
        Scanner sc = new Scanner(System.in);
        while (sc.hasNextLine())
        {
            String zeile = sc.nextLine().trim();
            if (zeile.isEmpty()) continue;
            String name = null;
            int gleich = zeile.indexOf('=');
            if (gleich >= 0)
            {
                name = zeile.substring(0, gleich).trim();
                zeile = zeile.substring(gleich + 1);
            }
            List<String> upn = umwandeln(zeile);
            boolean nameGut = name == null || name.matches("[A-Za-z]+");
            try
            {
                if (upn == null || !nameGut) throw new Exception("syntax");
                long wert = ausrechnen(upn);
                if (name != null)
                {
                    speicher.put(name, wert);
                    System.out.print(name + " = ");
                }
                System.out.println(wert);
            }
            catch (Exception fehler)
            {
                System.out.println("error: " + fehler.getMessage());
            }
        }
    }
}
