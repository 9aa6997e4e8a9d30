using System;

public class GameOfLife
{
    public static void Main(string[] args)
    {
        string[] first = Console.ReadLine().Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries);
        int height = int.Parse(first[0]);
        int width = int.Parse(first[1]);
        int steps = int.Parse(first[2]);
        bool[,] world = new bool[height, width];
        for (int y = 0; y < height; y++)
        {
            string row = Console.ReadLine().Trim();
            for (int x = 0; x < width; x++)
            {
                if (row[x] == 'o')
                {
                    world[y, x] = true;
                }
                else
                {
                    world[y, x] = false;
                }
            }
        }

        for (int step = 1; step <= steps; step++)
        {
            bool[,] newWorld = new bool[height, width];
            int population = 0;
            bool changed = false;
            for (int y = 0; y < height; y++)
            {
                for (int x = 0; x < width; x++)
                {
                    // the world is a torus, so wrap around at the borders
                    int above = y - 1;
                    if (above < 0)
                    {
                        above = height - 1;
                    }
                    int below = y + 1;
                    if (below == height)
                    {
                        below = 0;
                    }
                    int left = x - 1;
                    if (left < 0)
                    {
                        left = width - 1;
                    }
                    int right = x + 1;
                    if (right == width)
                    {
                        right = 0;
                    }

                    int neighbours = 0;
                    if (world[above, left]) neighbours++;
                    if (world[above, x]) neighbours++;
                    if (world[above, right]) neighbours++;
                    if (world[y, left]) neighbours++;
                    if (world[y, right]) neighbours++;
                    if (world[below, left]) neighbours++;
                    if (world[below, x]) neighbours++;
                    if (world[below, right]) neighbours++;

                    if (world[y, x] && (neighbours == 2 || neighbours == 3))
                    {
                        newWorld[y, x] = true;
                    }
                    if (!world[y, x] && neighbours == 3)
                    {
                        newWorld[y, x] = true;
                    }
                    if (newWorld[y, x])
                    {
                        population++;
                    }
                    if (newWorld[y, x] != world[y, x])
                    {
                        changed = true;
                    }
                }
            }
            world = newWorld;
            Console.WriteLine("step " + step + ": " + population);
            if (!changed)
            {
                Console.WriteLine("still");
                break;
            }
        }

        for (int y = 0; y < height; y++)
        {
            for (int x = 0; x < width; x++)
            {
                Console.Write(world[y, x] ? "o" : ".");
            }
            Console.WriteLine();
        }
    }
}
