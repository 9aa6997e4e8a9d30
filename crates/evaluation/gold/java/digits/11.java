import java.io.*;
public class Task {
    public static void main(String[] argv) throws Exception {
        String line = new BufferedReader(new InputStreamReader(System.in)).readLine().trim();
        int[] how_often = new int[10];
        String result = "", answer = "yes";
        for (int p = 0; p < line.length(); p++) {
            char here = line.charAt(p), mirror = line.charAt(line.length() - 1 - p);
            how_often[here - 48]++;
            if (here != mirror) answer = "no";
            if (mirror != '0' || !result.isEmpty()) result += mirror;
        }
        if (result.isEmpty()) result = "0";
        int sum = 0;
        for (int d = 1; d <= 9; d++) sum += d * how_often[d];
        System.out.println(sum);
        System.out.println(result);
        System.out.println(answer);
    }
}
