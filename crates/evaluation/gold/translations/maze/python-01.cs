using System;
using System.Collections.Generic;

class ShortestWay
{
    static void Main()
    {
        string[] numbers = Console.ReadLine().Split(new char[] { ' ' }, StringSplitOptions.RemoveEmptyEntries);
        int rows = int.Parse(numbers[0]);
        int cols = int.Parse(numbers[1]);

        char[][] grid = new char[rows][];
        for (int i = 0; i < rows; i++)
        {
            grid[i] = Console.ReadLine().Trim().ToCharArray();
        }

        // where are S and E
        int sy = 0, sx = 0, ey = 0, ex = 0;
        for (int i = 0; i < rows; i++)
        {
            for (int j = 0; j < cols; j++)
            {
                if (grid[i][j] == 'S')
                {
                    sy = i;
                    sx = j;
                }
                if (grid[i][j] == 'E')
                {
                    ey = i;
                    ex = j;
                }
            }
        }

        // -1 means not visited
        int[,] dist = new int[rows, cols];
        for (int i = 0; i < rows; i++)
        {
            for (int j = 0; j < cols; j++)
            {
                dist[i, j] = -1;
            }
        }

        dist[sy, sx] = 0;
        List<int> ys = new List<int>();
        List<int> xs = new List<int>();
        ys.Add(sy);
        xs.Add(sx);
        int first = 0;
        while (first < ys.Count)
        {
            int y = ys[first];
            int x = xs[first];
            first++;
            int next = dist[y, x] + 1;
            if (y > 0 && grid[y - 1][x] != '#' && dist[y - 1, x] == -1)
            {
                dist[y - 1, x] = next;
                ys.Add(y - 1);
                xs.Add(x);
            }
            if (y < rows - 1 && grid[y + 1][x] != '#' && dist[y + 1, x] == -1)
            {
                dist[y + 1, x] = next;
                ys.Add(y + 1);
                xs.Add(x);
            }
            if (x > 0 && grid[y][x - 1] != '#' && dist[y, x - 1] == -1)
            {
                dist[y, x - 1] = next;
                ys.Add(y);
                xs.Add(x - 1);
            }
            if (x < cols - 1 && grid[y][x + 1] != '#' && dist[y, x + 1] == -1)
            {
                dist[y, x + 1] = next;
                ys.Add(y);
                xs.Add(x + 1);
            }
        }

        if (dist[ey, ex] == -1)
        {
            Console.WriteLine("no way");
        }
        else
        {
            int length = dist[ey, ex];
            Console.WriteLine("steps " + length);

            // mark the way, beginning at E
            int y = ey;
            int x = ex;
            int left = length - 1;
            while (left > 0)
            {
                if (y > 0 && dist[y - 1, x] == left)
                {
                    y--;
                }
                else if (y < rows - 1 && dist[y + 1, x] == left)
                {
                    y++;
                }
                else if (x > 0 && dist[y, x - 1] == left)
                {
                    x--;
                }
                else
                {
                    x++;
                }
                grid[y][x] = '*';
                left--;
            }

            for (int i = 0; i < rows; i++)
            {
                string text = "";
                for (int j = 0; j < cols; j++)
                {
                    text += grid[i][j];
                }
                Console.WriteLine(text);
            }
        }
    }
}
