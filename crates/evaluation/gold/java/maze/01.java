import java.util.Scanner;

public class Maze {
    public static void main(String[] args) {
        Scanner input = new Scanner(System.in);
        int height = input.nextInt();
        int width = input.nextInt();
        char[][] maze = new char[height][width];
        int[][] distance = new int[height][width];
        int startRow = 0, startCol = 0, exitRow = 0, exitCol = 0;

        // read the maze
        for (int row = 0; row < height; row++) {
            String line = input.next();
            for (int col = 0; col < width; col++) {
                maze[row][col] = line.charAt(col);
                distance[row][col] = -1; // -1 means not visited
                if (maze[row][col] == 'S') {
                    startRow = row;
                    startCol = col;
                }
                if (maze[row][col] == 'E') {
                    exitRow = row;
                    exitCol = col;
                }
            }
        }

        // breadth first search, the queue is made of two arrays
        int[] queueRow = new int[height * width];
        int[] queueCol = new int[height * width];
        int first = 0;
        int last = 0;
        queueRow[last] = startRow;
        queueCol[last] = startCol;
        last++;
        distance[startRow][startCol] = 0;
        int[] rowStep = {-1, 1, 0, 0};
        int[] colStep = {0, 0, -1, 1};
        while (first < last) {
            int row = queueRow[first];
            int col = queueCol[first];
            first++;
            for (int i = 0; i < 4; i++) {
                int newRow = row + rowStep[i];
                int newCol = col + colStep[i];
                if (newRow >= 0 && newRow < height && newCol >= 0 && newCol < width) {
                    if (maze[newRow][newCol] != '#' && distance[newRow][newCol] == -1) {
                        distance[newRow][newCol] = distance[row][col] + 1;
                        queueRow[last] = newRow;
                        queueCol[last] = newCol;
                        last++;
                    }
                }
            }
        }

        if (distance[exitRow][exitCol] == -1) {
            System.out.println("no way");
            return;
        }
        System.out.println("steps " + distance[exitRow][exitCol]);

        // walk back from the exit to the start
        int row = exitRow;
        int col = exitCol;
        while (distance[row][col] > 1) {
            for (int i = 0; i < 4; i++) {
                int newRow = row + rowStep[i];
                int newCol = col + colStep[i];
                if (newRow >= 0 && newRow < height && newCol >= 0 && newCol < width
                        && distance[newRow][newCol] == distance[row][col] - 1) {
                    row = newRow;
                    col = newCol;
                    maze[row][col] = '*';
                    break;
                }
            }
        }

        for (int i = 0; i < height; i++) {
            for (int j = 0; j < width; j++) {
                System.out.print(maze[i][j]);
            }
            System.out.println();
        }
    }
}
