using System;
using System.Collections.Generic;

class MazeSolver
{
    // above, below, left, right
    static readonly (int Rows, int Cols)[] Moves = { (-1, 0), (1, 0), (0, -1), (0, 1) };

    readonly char[][] field;
    readonly Dictionary<(int Row, int Col), int> distances = new Dictionary<(int Row, int Col), int>();

    MazeSolver(char[][] field)
    {
        this.field = field;
    }

    bool IsOpen((int Row, int Col) cell)
    {
        if (cell.Row < 0 || cell.Row >= field.Length)
            return false;
        if (cell.Col < 0 || cell.Col >= field[cell.Row].Length)
            return false;
        return field[cell.Row][cell.Col] != '#';
    }

    IEnumerable<(int Row, int Col)> Around((int Row, int Col) cell)
    {
        foreach (var move in Moves)
            yield return (cell.Row + move.Rows, cell.Col + move.Cols);
    }

    (int Row, int Col) Locate(char symbol)
    {
        int row = 0;
        while (row < field.Length)
        {
            int col = Array.IndexOf(field[row], symbol);
            if (col != -1)
                return (row, col);
            row++;
        }
        throw new ArgumentException("there is no " + symbol);
    }

    (int Row, int Col) StepBack((int Row, int Col) cell)
    {
        int target = distances[cell] - 1;
        foreach (var other in Around(cell))
        {
            if (distances.TryGetValue(other, out int d) && d == target)
                return other;
        }
        throw new InvalidOperationException();
    }

    void Run()
    {
        var source = Locate('S');
        var goal = Locate('E');

        distances[source] = 0;
        var open = new Queue<(int Row, int Col)>();
        open.Enqueue(source);
        while (open.Count > 0)
        {
            var current = open.Dequeue();
            foreach (var next in Around(current))
            {
                if (!IsOpen(next) || distances.ContainsKey(next))
                    continue;
                distances[next] = distances[current] + 1;
                open.Enqueue(next);
            }
        }

        if (!distances.TryGetValue(goal, out int length))
        {
            Console.WriteLine("no way");
            return;
        }

        var cell = StepBack(goal);
        while (!cell.Equals(source))
        {
            field[cell.Row][cell.Col] = '*';
            cell = StepBack(cell);
        }

        Console.WriteLine($"steps {length}");
        foreach (char[] line in field)
            Console.WriteLine(new string(line));
    }

    static void Main()
    {
        string[] dimensions = Console.ReadLine().Split(new[] { ' ', '\t' }, StringSplitOptions.RemoveEmptyEntries);
        var field = new char[int.Parse(dimensions[0])][];
        for (int i = 0; i < field.Length; i++)
            field[i] = Console.ReadLine().Trim().ToCharArray();
        new MazeSolver(field).Run();
    }
}
