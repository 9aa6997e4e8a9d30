using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;

// Text statistics with a trie: every node has 26 places for its children and
// a counter of how often the word ending here was seen. Going through it from
// left to right gives the words in alphabetical order.

class TrieNode
{
    public TrieNode[] Children = new TrieNode[26];
    public int Count = 0;
}

class TextStatistics
{
    // 0 to 25 for a letter, -1 for anything else
    static int LetterIndex(byte b)
    {
        if (97 <= b && b <= 122)
            return b - 97;
        if (65 <= b && b <= 90)
            return b - 65;
        return -1;
    }

    static void Collect(TrieNode node, string prefix, Dictionary<int, List<string>> byCount)
    {
        if (node.Count > 0)
        {
            if (!byCount.ContainsKey(node.Count))
                byCount[node.Count] = new List<string>();
            byCount[node.Count].Add(prefix);
        }
        for (int i = 0; i < 26; i++)
        {
            TrieNode child = node.Children[i];
            if (child != null)
                Collect(child, prefix + (char)(97 + i), byCount);
        }
    }

    static void Main()
    {
        var buffer = new MemoryStream();
        Console.OpenStandardInput().CopyTo(buffer);
        byte[] data = buffer.ToArray();

        var root = new TrieNode();
        var node = root;
        int depth = 0;
        int total = 0;
        int bestBegin = 0, bestDepth = 0;
        var lengths = new Dictionary<int, string>();

        for (int pos = 0; pos <= data.Length; pos++)
        {
            int index = pos < data.Length ? LetterIndex(data[pos]) : -1;
            if (index >= 0)
            {
                if (node.Children[index] == null)
                    node.Children[index] = new TrieNode();
                node = node.Children[index];
                depth++;
            }
            else if (depth > 0)
            {
                node.Count++;
                total++;
                string bar;
                lengths.TryGetValue(depth, out bar);
                lengths[depth] = bar + "#";
                if (depth > bestDepth)
                {
                    bestBegin = pos - depth;
                    bestDepth = depth;
                }
                node = root;
                depth = 0;
            }
        }

        var byCount = new Dictionary<int, List<string>>();
        Collect(root, "", byCount);

        int lineCount = data.Count(b => b == 10);
        if (data.Length > 0 && data[data.Length - 1] != 10)
            lineCount++;

        Console.WriteLine("lines " + lineCount);
        Console.WriteLine("words " + total);
        Console.WriteLine("different " + byCount.Values.Sum(words => words.Count));
        string longest = Encoding.ASCII.GetString(data, bestBegin, bestDepth).ToLower();
        Console.WriteLine("longest " + (longest != "" ? longest : "-"));

        int left = 10;
        foreach (int count in byCount.Keys.OrderByDescending(c => c))
        {
            foreach (string word in byCount[count].Take(left))
            {
                Console.WriteLine(count + " " + word);
                left--;
            }
        }

        foreach (int length in lengths.Keys.OrderBy(l => l))
            Console.WriteLine(length + ": " + lengths[length]);
    }
}
