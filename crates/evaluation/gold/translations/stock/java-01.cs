using System;
using System.Collections.Generic;

static class Warehouse
{
    // parallel lists: position i in each belongs to one article
    private static readonly List<string> articles = new List<string>();
    private static readonly List<int> amounts = new List<int>();
    private static readonly List<int> values = new List<int>();

    static void Main()
    {
        string input;
        while ((input = Console.ReadLine()) != null)
        {
            string[] words = input.Trim().Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries);
            if (words.Length == 0)
                continue;

            int position = words.Length > 1 ? articles.IndexOf(words[1]) : -1;

            switch (words[0])
            {
                case "add":
                    int extra = int.Parse(words[2]);
                    int value = int.Parse(words[3]);
                    if (position < 0)
                    {
                        articles.Add(words[1]);
                        amounts.Add(extra);
                        values.Add(value);
                    }
                    else
                    {
                        amounts[position] += extra;
                        values[position] = value;
                    }
                    break;

                case "remove":
                    if (position < 0)
                    {
                        Console.WriteLine($"unknown {words[1]}");
                        break;
                    }
                    int less = int.Parse(words[2]);
                    if (less > amounts[position])
                        Console.WriteLine($"not enough {words[1]}");
                    else
                        amounts[position] -= less;
                    break;

                case "price":
                    if (position < 0)
                        Console.WriteLine($"unknown {words[1]}");
                    else
                        values[position] = int.Parse(words[2]);
                    break;

                case "report":
                    Report();
                    break;

                case "end":
                    return;

                default:
                    Console.WriteLine("bad command");
                    break;
            }
        }
    }

    private static void Report()
    {
        for (int round = 0; round < articles.Count; round++)
        {
            for (int k = 0; k + 1 < articles.Count; k++)
            {
                if (string.CompareOrdinal(articles[k], articles[k + 1]) > 0)
                {
                    Swap(articles, k);
                    Swap(amounts, k);
                    Swap(values, k);
                }
            }
        }

        long worth = 0;
        for (int k = 0; k < articles.Count; k++)
        {
            Console.WriteLine($"{articles[k]} {amounts[k]} {values[k]}");
            worth += (long)amounts[k] * values[k];
        }
        Console.WriteLine($"total {worth}");
    }

    private static void Swap<T>(List<T> list, int k)
    {
        T upper = list[k];
        list[k] = list[k + 1];
        list[k + 1] = upper;
    }
}
