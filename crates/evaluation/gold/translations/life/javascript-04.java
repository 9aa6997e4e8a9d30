import java.util.Scanner;

class Cadre {
    private final int hauteur, largeur;
    private byte[][] courant, autre;
    private int population;
    private int changements;

    Cadre(int hauteur, int largeur) {
        this.hauteur = hauteur;
        this.largeur = largeur;
        courant = new byte[hauteur + 2][largeur + 2];
        autre = new byte[hauteur + 2][largeur + 2];
    }

    void lire(Scanner entree) {
        for (int y = 1; y <= hauteur; y++) {
            String ligne = entree.next();
            for (int x = 1; x <= largeur; x++) {
                courant[y][x] = (byte) (ligne.charAt(x - 1) == 'o' ? 1 : 0);
            }
        }
    }

    /** Copie chaque bord dans le cadre du bord oppose. */
    private void boucler() {
        for (int y = 1; y <= hauteur; y++) {
            byte[] ligne = courant[y];
            ligne[0] = ligne[largeur];
            ligne[largeur + 1] = ligne[1];
        }
        courant[0] = courant[hauteur].clone();
        courant[hauteur + 1] = courant[1].clone();
    }

    private static int trois(byte[] ligne, int x) {
        return ligne[x - 1] + ligne[x] + ligne[x + 1];
    }

    void avancer() {
        boucler();
        population = 0;
        changements = 0;
        for (int y = 1; y <= hauteur; y++) {
            for (int x = 1; x <= largeur; x++) {
                int moi = courant[y][x];
                int n = 0;
                for (int d = -1; d <= 1; d++) {
                    n += trois(courant[y + d], x);
                }
                boolean vit = n == 3 || (moi == 1 && n == 4);
                autre[y][x] = (byte) (vit ? 1 : 0);
                population += autre[y][x];
                changements += autre[y][x] ^ moi;
            }
        }
        byte[][] ancien = courant;
        courant = autre;
        autre = ancien;
    }

    void montrer() {
        StringBuilder texte = new StringBuilder();
        for (int y = 1; y <= hauteur; y++) {
            for (int x = 1; x <= largeur; x++) {
                texte.append(courant[y][x] == 1 ? 'o' : '.');
            }
            texte.append('\n');
        }
        System.out.print(texte);
    }

    public static void main(String[] args) {
        Scanner entree = new Scanner(System.in);
        int hauteur = entree.nextInt(), largeur = entree.nextInt(), pas = entree.nextInt();
        Cadre cadre = new Cadre(hauteur, largeur);
        cadre.lire(entree);

        for (int i = 1; i <= pas; i++) {
            cadre.avancer();
            System.out.println("step " + i + ": " + cadre.population);
            if (cadre.changements == 0) {
                System.out.println("still");
                break;
            }
        }
        cadre.montrer();
    }
}
