using System;
using System.Collections.Generic;
using System.IO;
using System.Text;

class LetterNode
{
    private readonly LetterNode[] next = new LetterNode[26];

    public int Occurrences { get; private set; }

    public LetterNode Descend(int letter)
    {
        return next[letter] ?? (next[letter] = new LetterNode());
    }

    // true if the word has not been there before
    public bool Hit()
    {
        Occurrences++;
        return Occurrences == 1;
    }

    // alphabetical order
    public void Walk(string soFar, Action<string, int> action)
    {
        if (Occurrences > 0)
            action(soFar, Occurrences);
        for (int i = 0; i < next.Length; i++)
        {
            if (next[i] != null)
                next[i].Walk(soFar + (char)('a' + i), action);
        }
    }
}

class TopList
{
    private const int Size = 10;
    private readonly List<KeyValuePair<string, int>> places = new List<KeyValuePair<string, int>>();

    public void Offer(string word, int frequency)
    {
        int place = places.Count;
        while (place > 0 && places[place - 1].Value < frequency)
            place--;
        if (place == Size)
            return;
        places.Insert(place, new KeyValuePair<string, int>(word, frequency));
        if (places.Count > Size)
            places.RemoveAt(Size);
    }

    public void Print()
    {
        foreach (var entry in places)
            Console.WriteLine("{0} {1}", entry.Value, entry.Key);
    }
}

class WordCensus
{
    private readonly LetterNode root = new LetterNode();
    private readonly List<int> histogram = new List<int> { 0 };
    private int lines, words, different;
    private string longest = "-";

    private void Finish(string word, LetterNode node)
    {
        words++;
        if (node.Hit())
            different++;
        if (word.Length >= histogram.Count)
        {
            longest = word;
            while (histogram.Count <= word.Length)
                histogram.Add(0);
        }
        histogram[word.Length]++;
    }

    private static int LetterNumber(int c)
    {
        if (c >= 'a' && c <= 'z')
            return c - 'a';
        if (c >= 'A' && c <= 'Z')
            return c - 'A';
        return -1;
    }

    private void Consume(TextReader reader)
    {
        var word = new StringBuilder();
        LetterNode node = root;
        int last = '\n';
        while (true)
        {
            int c = reader.Read();
            int letter = LetterNumber(c);
            if (letter != -1)
            {
                node = node.Descend(letter);
                word.Append((char)('a' + letter));
            }
            else if (word.Length > 0)
            {
                Finish(word.ToString(), node);
                word.Clear();
                node = root;
            }
            if (c == '\n' || (c == -1 && last != '\n'))
                lines++;
            if (c == -1)
                return;
            last = c;
        }
    }

    private void Print()
    {
        var top = new TopList();
        root.Walk("", top.Offer);
        Console.WriteLine("lines {0}", lines);
        Console.WriteLine("words {0}", words);
        Console.WriteLine("different {0}", different);
        Console.WriteLine("longest {0}", longest);
        top.Print();
        for (int length = 1; length < histogram.Count; length++)
        {
            if (histogram[length] > 0)
                Console.WriteLine("{0}: {1}", length, new string('#', histogram[length]));
        }
    }

    static void Main()
    {
        var census = new WordCensus();
        census.Consume(Console.In);
        census.Print();
    }
}
