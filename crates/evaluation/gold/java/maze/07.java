import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Scanner;

/** Turns the maze into a graph first and searches the graph afterwards. */
public class GraphMaze {

    private static final class Vertex {
        final List<Vertex> edges = new ArrayList<>(4);
        Vertex cameFrom;
        int level = -1;
        char display;

        Vertex(char display) {
            this.display = display;
        }
    }

    private final Map<String, Vertex> graph = new LinkedHashMap<>();
    private final int height;
    private final int width;
    private Vertex source, target;

    GraphMaze(Scanner in) {
        height = in.nextInt();
        width = in.nextInt();
        for (int i = 0; i < height; i++) {
            char[] row = in.next().toCharArray();
            for (int j = 0; j < width; j++) {
                if (row[j] != '#') {
                    Vertex v = new Vertex(row[j]);
                    graph.put(key(i, j), v);
                    if (row[j] == 'S') source = v;
                    if (row[j] == 'E') target = v;
                }
            }
        }
        for (int i = 0; i < height; i++) {
            for (int j = 0; j < width; j++) {
                Vertex v = graph.get(key(i, j));
                if (v != null) {
                    // this order decides which of several ways is shown
                    connect(v, i - 1, j);
                    connect(v, i + 1, j);
                    connect(v, i, j - 1);
                    connect(v, i, j + 1);
                }
            }
        }
    }

    private static String key(int i, int j) {
        return i + "/" + j;
    }

    private void connect(Vertex v, int i, int j) {
        Vertex other = graph.get(key(i, j));
        if (other != null) {
            v.edges.add(other);
        }
    }

    private void breadthFirst() {
        List<Vertex> reached = new ArrayList<>();
        source.level = 0;
        reached.add(source);
        for (int next = 0; next < reached.size(); next++) {
            Vertex v = reached.get(next);
            for (Vertex e : v.edges) {
                if (e.level < 0) {
                    e.level = v.level + 1;
                    reached.add(e);
                }
            }
        }
        // now that all levels are known, choose each vertex's way back
        for (Vertex v : reached) {
            for (Vertex e : v.edges) {
                if (v.cameFrom == null && e.level + 1 == v.level) {
                    v.cameFrom = e;
                }
            }
        }
    }

    private String solution() {
        breadthFirst();
        if (target.level < 0) {
            return "no way\n";
        }
        Vertex v = target.cameFrom;
        while (v != source) {
            v.display = '*';
            v = v.cameFrom;
        }
        StringBuilder text = new StringBuilder("steps " + target.level + "\n");
        for (int i = 0; i < height; i++) {
            for (int j = 0; j < width; j++) {
                Vertex cell = graph.get(key(i, j));
                text.append(cell == null ? '#' : cell.display);
            }
            text.append('\n');
        }
        return text.toString();
    }

    public static void main(String[] args) {
        System.out.print(new GraphMaze(new Scanner(System.in)).solution());
    }
}
