import java.io.*;

class M {
    static byte[] g;      // padded grid, one wall cell around it, row after row
    static int[] d;       // distance + 1, 0 where nobody has been
    static int pitch;

    static int readInt(InputStream in) throws IOException {
        int c, n = 0;
        while ((c = in.read()) < '0');
        for (; c >= '0'; c = in.read()) n = n * 10 + c - '0';
        return n;
    }

    static int pos(char c) {
        int i = 0;
        while (g[i] != c) i++;
        return i;
    }

    public static void main(String[] args) throws IOException {
        InputStream in = new BufferedInputStream(System.in);
        int h = readInt(in), w = readInt(in);
        pitch = w + 2;
        g = new byte[(h + 2) * pitch];
        java.util.Arrays.fill(g, (byte) '#');
        for (int i = 1; i <= h; i++)
            for (int j = 1; j <= w; ) {
                int c = in.read();
                if (c > ' ') g[i * pitch + j++] = (byte) c;
            }

        int s = pos('S'), e = pos('E');
        int[] dir = {-pitch, pitch, -1, 1};
        d = new int[g.length];
        d[s] = 1;

        // no ring buffer needed: a cell enters at most once
        int[] q = new int[h * w];
        int head = 0, tail = 0;
        q[tail++] = s;
        while (head != tail && d[e] == 0) {
            int p = q[head++];
            for (int k : dir)
                if (g[p + k] != '#' && d[p + k] == 0) {
                    d[p + k] = d[p] + 1;
                    q[tail++] = p + k;
                }
        }
        if (d[e] == 0) {
            System.out.println("no way");
            return;
        }

        for (int p = e; d[p] > 2; g[p] = '*') {
            int k = 0;
            while (d[p + dir[k]] != d[p] - 1) k++;
            p += dir[k];
        }

        PrintStream out = new PrintStream(new BufferedOutputStream(System.out));
        out.println("steps " + (d[e] - 1));
        for (int i = 1; i <= h; i++) {
            out.write(g, i * pitch + 1, w);
            out.println();
        }
        out.flush();
    }
}
