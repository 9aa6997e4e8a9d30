import java.util.Scanner;

// Maze
// Every free cell has a number (steps from S). The whole maze is gone
// through again and again and the numbers get smaller, until no number
// changes any more.
public class Main {
    static final int BIG = 1000000000;
    static int h, w;
    static int[][] steps;
    static char[][] maze;

    // gives the number of a cell, or BIG if it is outside
    static int get(int i, int j) {
        if (i < 0 || j < 0) {
            return BIG;
        }
        if (i >= h || j >= w) {
            return BIG;
        }
        return steps[i][j];
    }

    public static void main(String[] args) {
        Scanner sc = new Scanner(System.in);
        h = sc.nextInt();
        w = sc.nextInt();
        sc.nextLine();
        steps = new int[h][w];
        maze = new char[h][w];
        int endI = 0;
        int endJ = 0;

        // read the maze
        for (int i = 0; i < h; i++) {
            String line = sc.nextLine();
            for (int j = 0; j < w; j++) {
                maze[i][j] = line.charAt(j);
                steps[i][j] = BIG;
                if (maze[i][j] == 'S') {
                    steps[i][j] = 0;
                }
                if (maze[i][j] == 'E') {
                    endI = i;
                    endJ = j;
                }
            }
        }

        // repeat until nothing changes
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int i = 0; i < h; i++) {
                for (int j = 0; j < w; j++) {
                    if (maze[i][j] != '#') {
                        int best = Math.min(Math.min(get(i - 1, j), get(i + 1, j)),
                                Math.min(get(i, j - 1), get(i, j + 1)));
                        if (best + 1 < steps[i][j]) {
                            steps[i][j] = best + 1;
                            changed = true;
                        }
                    }
                }
            }
        }

        if (steps[endI][endJ] == BIG) {
            System.out.println("no way");
        } else {
            System.out.println("steps " + steps[endI][endJ]);

            // go back from the exit to the start
            int i = endI;
            int j = endJ;
            while (steps[i][j] > 1) {
                int want = steps[i][j] - 1;
                if (get(i - 1, j) == want) {
                    i = i - 1;
                } else if (get(i + 1, j) == want) {
                    i = i + 1;
                } else if (get(i, j - 1) == want) {
                    j = j - 1;
                } else {
                    j = j + 1;
                }
                maze[i][j] = '*';
            }

            // print it
            for (i = 0; i < h; i++) {
                String line = "";
                for (j = 0; j < w; j++) {
                    line = line + maze[i][j];
                }
                System.out.println(line);
            }
        }
    }
}
