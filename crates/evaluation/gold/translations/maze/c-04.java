import java.util.Arrays;
import java.util.Scanner;

/* One-dimensional map with a wall all around, so no bounds checks are needed. */
public class Maze {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int h = in.nextInt(), w = in.nextInt();

        final int stride = w + 2, area = (h + 2) * stride;
        final int[] off = {-stride, stride, -1, 1};
        char[] map = new char[area];
        int[] d = new int[area], q = new int[area];
        int s = 0, e = 0, head = 0, tail = 0;

        Arrays.fill(map, '#');
        for (int i = 1; i <= h; i++) {
            String row = in.next();
            for (int j = 0; j < w; j++) {
                map[i * stride + 1 + j] = row.charAt(j);
            }
        }
        for (int i = 0; i < area; i++) {
            d[i] = -1;
            if (map[i] == 'S') s = i;
            if (map[i] == 'E') e = i;
        }

        d[s] = 0;
        q[tail++] = s;
        for (; head < tail && d[e] < 0; head++) {
            for (int k = 0; k < 4; k++) {
                int n = q[head] + off[k];
                if (map[n] != '#' && d[n] < 0) {
                    d[n] = d[q[head]] + 1;
                    q[tail++] = n;
                }
            }
        }

        if (d[e] < 0) {
            System.out.println("no way");
            return;
        }
        System.out.println("steps " + d[e]);

        for (int at = e; d[at] > 1; map[at] = '*') {
            int k = 0;
            while (d[at + off[k]] != d[at] - 1) {
                k++;
            }
            at += off[k];
        }

        for (int i = 1; i <= h; i++) {
            System.out.println(new String(map, i * stride + 1, w));
        }
    }
}
