using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;

class Program
{
    static void Main()
    {
        var rest = BigInteger.Parse(Console.ReadLine());
        var figures = new List<int>();
        do
        {
            rest = BigInteger.DivRem(rest, 10, out BigInteger last);
            figures.Add((int)last);
        } while (!rest.IsZero);

        Console.WriteLine(figures.Sum());
        Console.WriteLine(figures.Aggregate(BigInteger.Zero, (value, figure) => 10 * value + figure));
        Console.WriteLine(figures.SequenceEqual(Enumerable.Reverse(figures)) ? "yes" : "no");
    }
}
