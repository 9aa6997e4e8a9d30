using System;
using System.Collections.Generic;

class CalcException : Exception
{
    public CalcException(string message) : base(message) { }
}

static class Evaluator
{
    private static string text;
    private static int pos;
    private static bool checkOnly;
    private static readonly Dictionary<string, long> memory = new Dictionary<string, long>();

    private static void SkipSpaces()
    {
        while (pos < text.Length && text[pos] <= ' ')
            pos++;
    }

    private static bool TryTake(char wanted)
    {
        SkipSpaces();
        if (pos >= text.Length || text[pos] != wanted)
            return false;
        pos++;
        return true;
    }

    private static string TakeWhile(Func<char, bool> condition)
    {
        int begin = pos;
        while (pos < text.Length && condition(text[pos]))
            pos++;
        return text.Substring(begin, pos - begin);
    }

    private static bool IsDigit(char c) => c >= '0' && c <= '9';

    private static bool IsLetter(char c)
    {
        char lower = char.ToLowerInvariant(c);
        return lower >= 'a' && lower <= 'z';
    }

    private static long Expression()
    {
        long result = Term();
        while (true)
        {
            if (TryTake('+'))
                result += Term();
            else if (TryTake('-'))
                result -= Term();
            else
                return result;
        }
    }

    private static long Term()
    {
        long result = Factor();
        while (true)
        {
            if (TryTake('*'))
            {
                result *= Factor();
            }
            else if (TryTake('/'))
            {
                long divisor = Factor();
                if (checkOnly)
                    divisor = 1;
                if (divisor == 0)
                    throw new CalcException("division by zero");
                result /= divisor;
            }
            else
            {
                return result;
            }
        }
    }

    private static long Factor() => TryTake('-') ? -Factor() : Primary();

    private static long Primary()
    {
        if (TryTake('('))
        {
            long inner = Expression();
            if (!TryTake(')'))
                throw new CalcException("syntax");
            return inner;
        }

        string number = TakeWhile(IsDigit);
        if (number != "")
            return long.Parse(number);

        string variable = TakeWhile(IsLetter);
        if (variable == "")
            throw new CalcException("syntax");
        if (checkOnly)
            return 1;
        if (!memory.TryGetValue(variable, out long value))
            throw new CalcException($"unknown {variable}");
        return value;
    }

    private static long Run(int from, bool onlyCheck)
    {
        pos = from;
        checkOnly = onlyCheck;
        long value = Expression();
        SkipSpaces();
        if (pos < text.Length)
            throw new CalcException("syntax");
        return value;
    }

    private static string Process(string line)
    {
        text = line;
        pos = 0;
        SkipSpaces();
        string name = TakeWhile(IsLetter);
        bool isAssignment = name != "" && TryTake('=');
        int from = isAssignment ? pos : 0;
        try
        {
            Run(from, true);
            long value = Run(from, false);
            if (!isAssignment)
                return value.ToString();
            memory[name] = value;
            return $"{name} = {value}";
        }
        catch (CalcException e)
        {
            return $"error: {e.Message}";
        }
    }

    static void Main()
    {
        string line;
        while ((line = Console.ReadLine()) != null)
        {
            if (!string.IsNullOrWhiteSpace(line))
                Console.WriteLine(Process(line));
        }
    }
}
