using System;
using System.Linq;
using System.Numerics;

class D
{
    public static void Main(string[] a)
    {
        var s = Console.ReadLine().Trim();
        var r = new string(s.Reverse().ToArray());
        Console.WriteLine(s.Select(c => c - '0').Sum());
        Console.WriteLine(BigInteger.Parse(r));
        Console.WriteLine(s.Equals(r) ? "yes" : "no");
    }
}
