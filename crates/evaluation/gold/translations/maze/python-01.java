import java.util.ArrayList;
import java.util.Scanner;

// Chemin le plus court dans un labyrinthe
// D'abord les distances depuis S avec une file,
// ensuite on marque le chemin en revenant de E vers S.
public class Labyrinthe {
    public static void main(String[] args) {
        Scanner clavier = new Scanner(System.in);
        String[] debut = clavier.nextLine().trim().split(" ");
        int hauteur = Integer.parseInt(debut[0]);
        int largeur = Integer.parseInt(debut[1]);

        char[][] grille = new char[hauteur][];
        for (int i = 0; i < hauteur; i++) {
            grille[i] = clavier.nextLine().trim().toCharArray();
        }

        // trouver le depart et la sortie
        int departLigne = 0, departColonne = 0;
        int sortieLigne = 0, sortieColonne = 0;
        for (int i = 0; i < hauteur; i++) {
            for (int j = 0; j < largeur; j++) {
                if (grille[i][j] == 'S') {
                    departLigne = i;
                    departColonne = j;
                }
                if (grille[i][j] == 'E') {
                    sortieLigne = i;
                    sortieColonne = j;
                }
            }
        }

        // -1 : pas encore visite
        int[][] loin = new int[hauteur][largeur];
        for (int i = 0; i < hauteur; i++) {
            for (int j = 0; j < largeur; j++) {
                loin[i][j] = -1;
            }
        }

        loin[departLigne][departColonne] = 0;
        ArrayList<Integer> fileLigne = new ArrayList<>();
        ArrayList<Integer> fileColonne = new ArrayList<>();
        fileLigne.add(departLigne);
        fileColonne.add(departColonne);
        int tete = 0;
        while (tete < fileLigne.size()) {
            int l = fileLigne.get(tete);
            int c = fileColonne.get(tete);
            tete++;
            int n = loin[l][c] + 1;
            // haut
            if (l > 0 && grille[l - 1][c] != '#' && loin[l - 1][c] == -1) {
                loin[l - 1][c] = n;
                fileLigne.add(l - 1);
                fileColonne.add(c);
            }
            // bas
            if (l < hauteur - 1 && grille[l + 1][c] != '#' && loin[l + 1][c] == -1) {
                loin[l + 1][c] = n;
                fileLigne.add(l + 1);
                fileColonne.add(c);
            }
            // gauche
            if (c > 0 && grille[l][c - 1] != '#' && loin[l][c - 1] == -1) {
                loin[l][c - 1] = n;
                fileLigne.add(l);
                fileColonne.add(c - 1);
            }
            // droite
            if (c < largeur - 1 && grille[l][c + 1] != '#' && loin[l][c + 1] == -1) {
                loin[l][c + 1] = n;
                fileLigne.add(l);
                fileColonne.add(c + 1);
            }
        }

        if (loin[sortieLigne][sortieColonne] == -1) {
            System.out.println("no way");
        } else {
            int pas = loin[sortieLigne][sortieColonne];
            System.out.println("steps " + pas);

            // retour
            int l = sortieLigne;
            int c = sortieColonne;
            for (int n = pas - 1; n > 0; n--) {
                if (l > 0 && loin[l - 1][c] == n) {
                    l--;
                } else if (l < hauteur - 1 && loin[l + 1][c] == n) {
                    l++;
                } else if (c > 0 && loin[l][c - 1] == n) {
                    c--;
                } else {
                    c++;
                }
                grille[l][c] = '*';
            }

            for (char[] ligne : grille) {
                System.out.println(new String(ligne));
            }
        }
    }
}
