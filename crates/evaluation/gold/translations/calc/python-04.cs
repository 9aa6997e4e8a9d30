using System;
using System.Collections.Generic;
using System.Numerics;
using System.Text.RegularExpressions;

using Vars = System.Collections.Generic.Dictionary<string, System.Numerics.BigInteger>;
using Code = System.Func<System.Collections.Generic.Dictionary<string, System.Numerics.BigInteger>, System.Numerics.BigInteger>;

enum Kind { Number, Identifier, Symbol, Eof }

struct Lexeme
{
    public readonly Kind Kind;
    public readonly string Text;

    public Lexeme(Kind kind, string text)
    {
        Kind = kind;
        Text = text;
    }

    public bool IsSymbol(string symbol) => Kind == Kind.Symbol && Text == symbol;
}

class CalcError : Exception
{
    public CalcError(string message) : base(message) { }
}

class Parser
{
    const int NegationLevel = 30;

    static readonly Regex Pattern = new Regex(@"\G\s*(?:([0-9]+)|([a-zA-Z]+)|([-+*/()=]))");

    readonly List<Lexeme> lexemes = new List<Lexeme>();
    int index;

    public string Destination { get; private set; }

    public Parser(string line)
    {
        line = line.TrimEnd();
        int offset = 0;
        while (offset < line.Length)
        {
            Match found = Pattern.Match(line, offset);
            if (!found.Success)
                throw new CalcError("syntax");
            if (found.Groups[1].Success)
                lexemes.Add(new Lexeme(Kind.Number, found.Groups[1].Value));
            else if (found.Groups[2].Success)
                lexemes.Add(new Lexeme(Kind.Identifier, found.Groups[2].Value));
            else
                lexemes.Add(new Lexeme(Kind.Symbol, found.Groups[3].Value));
            offset += found.Length;
        }
        lexemes.Add(new Lexeme(Kind.Eof, ""));
    }

    public Code ParseStatement()
    {
        if (lexemes.Count > 1 && lexemes[0].Kind == Kind.Identifier && lexemes[1].IsSymbol("="))
        {
            Destination = lexemes[0].Text;
            index = 2;
        }
        Code body = ParseBinary(0);
        if (lexemes[index].Kind != Kind.Eof)
            throw new CalcError("syntax");
        return body;
    }

    static int LevelOf(Lexeme lexeme)
    {
        switch (lexeme.Text)
        {
            case "+":
            case "-":
                return 10;
            case "*":
            case "/":
                return 20;
            default:
                return -1;
        }
    }

    Code ParseBinary(int minimum)
    {
        Code result = ParseOperand();
        for (int level = LevelOf(lexemes[index]); level >= minimum; level = LevelOf(lexemes[index]))
        {
            string symbol = lexemes[index++].Text;
            result = Combine(symbol, result, ParseBinary(level + 1));
        }
        return result;
    }

    static Code Combine(string symbol, Code a, Code b)
    {
        switch (symbol)
        {
            case "+": return vars => a(vars) + b(vars);
            case "-": return vars => a(vars) - b(vars);
            case "*": return vars => a(vars) * b(vars);
            default: return vars => BigInteger.Divide(a(vars), b(vars));
        }
    }

    Code ParseOperand()
    {
        Lexeme current = lexemes[index++];
        if (current.Kind == Kind.Number)
        {
            BigInteger constant = BigInteger.Parse(current.Text);
            return vars => constant;
        }
        if (current.Kind == Kind.Identifier)
        {
            return vars =>
            {
                if (!vars.ContainsKey(current.Text))
                    throw new CalcError("unknown " + current.Text);
                return vars[current.Text];
            };
        }
        if (current.IsSymbol("-"))
        {
            Code operand = ParseBinary(NegationLevel);
            return vars => -operand(vars);
        }
        if (current.IsSymbol("("))
        {
            Code inside = ParseBinary(0);
            if (!lexemes[index++].IsSymbol(")"))
                throw new CalcError("syntax");
            return inside;
        }
        throw new CalcError("syntax");
    }
}

static class Program
{
    static void Main()
    {
        var vars = new Vars();
        for (string line = Console.ReadLine(); line != null; line = Console.ReadLine())
        {
            if (line.Trim().Length == 0)
                continue;
            try
            {
                var parser = new Parser(line);
                BigInteger value = parser.ParseStatement()(vars);
                if (parser.Destination == null)
                {
                    Console.WriteLine(value);
                }
                else
                {
                    vars[parser.Destination] = value;
                    Console.WriteLine("{0} = {1}", parser.Destination, value);
                }
            }
            catch (DivideByZeroException)
            {
                Console.WriteLine("error: division by zero");
            }
            catch (CalcError e)
            {
                Console.WriteLine("error: " + e.Message);
            }
        }
    }
}
