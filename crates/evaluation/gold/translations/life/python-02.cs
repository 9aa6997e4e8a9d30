using System;
using System.Collections.Generic;
using System.Linq;

using Point = System.ValueTuple<int, int>;

/// <summary>Game of Life on a torus; only the living cells are stored.</summary>
class LifeOnTorus
{
    private static readonly Point[] Directions =
        (from dr in new[] { -1, 0, 1 }
         from dc in new[] { -1, 0, 1 }
         where dr != 0 || dc != 0
         select (dr, dc)).ToArray();

    private readonly int rows;
    private readonly int columns;
    private HashSet<Point> living;

    public LifeOnTorus(int rows, int columns, IEnumerable<Point> living)
    {
        this.rows = rows;
        this.columns = columns;
        this.living = new HashSet<Point>(living);
    }

    private IEnumerable<Point> NeighboursOf(Point place)
    {
        var (r, c) = place;
        return Directions.Select(d => ((r + d.Item1 + rows) % rows, (c + d.Item2 + columns) % columns));
    }

    private HashSet<Point> NextGeneration()
    {
        var born = living
            .SelectMany(NeighboursOf)
            .GroupBy(place => place)
            .Select(g => new { Place = g.Key, Touches = g.Count() })
            .Where(t => t.Touches == 3 || t.Touches == 2 && living.Contains(t.Place))
            .Select(t => t.Place);
        return new HashSet<Point>(born);
    }

    public void Play(int generations)
    {
        for (int i = 1; i <= generations; i++)
        {
            var previous = living;
            living = NextGeneration();
            Console.WriteLine($"step {i}: {living.Count}");
            if (living.SetEquals(previous))
            {
                Console.WriteLine("still");
                break;
            }
        }
    }

    public void Draw()
    {
        for (int r = 0; r < rows; r++)
        {
            var symbols = Enumerable.Range(0, columns).Select(c => living.Contains((r, c)) ? 'o' : '.');
            Console.WriteLine(string.Concat(symbols));
        }
    }

    static void Main()
    {
        int[] header = Console.ReadLine()
            .Split((char[])null, StringSplitOptions.RemoveEmptyEntries)
            .Select(int.Parse)
            .ToArray();
        var living = new List<Point>();
        for (int r = 0; r < header[0]; r++)
        {
            string line = Console.ReadLine().Trim();
            for (int c = 0; c < line.Length; c++)
            {
                if (line[c] == 'o')
                    living.Add((r, c));
            }
        }

        var life = new LifeOnTorus(header[0], header[1], living);
        life.Play(header[2]);
        life.Draw();
    }
}
