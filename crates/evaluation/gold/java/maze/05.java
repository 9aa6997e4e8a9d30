/* ------------------------------------------------------------------
 * Shortest way through a maze (algorithm of Dijkstra).
 *
 * Every step costs 1. The nodes wait in a priority queue, ordered by
 * their cost so far.
 * ------------------------------------------------------------------ */

import java.util.PriorityQueue;
import java.util.Scanner;

public class DijkstraMaze {

    static class Node implements Comparable<Node> {
        final int row;
        final int column;
        char symbol;
        int cost = Integer.MAX_VALUE;
        boolean done = false;

        Node(int row, int column, char symbol) {
            this.row = row;
            this.column = column;
            this.symbol = symbol;
        }

        @Override
        public int compareTo(Node other) {
            return Integer.compare(this.cost, other.cost);
        }
    }

    private Node[][] nodes;
    private Node start;
    private Node exit;

    /* Returns null where there is no node (outside, or a wall). */
    private Node getNode(int row, int column) {
        try {
            Node node = nodes[row][column];
            return node.symbol == '#' ? null : node;
        } catch (ArrayIndexOutOfBoundsException e) {
            return null;
        }
    }

    private Node[] getNeighbours(Node n) {
        Node[] result = new Node[4];
        result[0] = getNode(n.row - 1, n.column);
        result[1] = getNode(n.row + 1, n.column);
        result[2] = getNode(n.row, n.column - 1);
        result[3] = getNode(n.row, n.column + 1);
        return result;
    }

    public void read(Scanner scanner) {
        int rows = scanner.nextInt();
        int columns = scanner.nextInt();
        nodes = new Node[rows][columns];
        for (int r = 0; r < rows; r++) {
            String text = scanner.next();
            for (int c = 0; c < columns; c++) {
                Node node = new Node(r, c, text.charAt(c));
                nodes[r][c] = node;
                if (node.symbol == 'S') start = node;
                else if (node.symbol == 'E') exit = node;
            }
        }
    }

    public boolean search() {
        PriorityQueue<Node> open = new PriorityQueue<Node>();
        start.cost = 0;
        open.offer(start);
        while (open.size() > 0) {
            Node current = open.poll();
            if (current == exit) return true;
            if (current.done) continue;
            current.done = true;
            for (Node neighbour : getNeighbours(current)) {
                if (neighbour == null || neighbour.done) continue;
                if (current.cost + 1 < neighbour.cost) {
                    neighbour.cost = current.cost + 1;
                    open.offer(neighbour);
                }
            }
        }
        return false;
    }

    public void markWay() {
        Node current = exit;
        while (current != start) {
            Node best = null;
            for (Node neighbour : getNeighbours(current)) {
                if (neighbour == null) continue;
                // strictly better only: the earlier direction wins
                if (best == null || neighbour.cost < best.cost) best = neighbour;
            }
            if (best != start) best.symbol = '*';
            current = best;
        }
    }

    public void print() {
        System.out.println("steps " + exit.cost);
        for (Node[] row : nodes) {
            for (Node n : row) System.out.print(n.symbol);
            System.out.println();
        }
    }

    public static void main(String[] args) {
        DijkstraMaze maze = new DijkstraMaze();
        maze.read(new Scanner(System.in));
        if (maze.search()) {
            maze.markWay();
            maze.print();
        } else {
            System.out.println("no way");
        }
    }
}
