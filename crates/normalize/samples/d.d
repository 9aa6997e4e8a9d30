/// A bank, a queue, texts, a tree and some exercises in D.
module school.main;

import std.stdio;
import std.algorithm : map, filter, sort;
import std.conv : to;
static import std.math;

version (Windows) {
    enum separator = '\\';
} else {
    enum separator = '/';
}

alias Action = void delegate(int);
enum limit = 0xFF;
enum Kind : ubyte { number, sign = 10, word }

immutable string help = `usage: demo [-v] FILE
It's a "demo" with a \ in it.`;
const path = r"C:\temp\";
auto marker = q{ if (x) { return "y"; } };
string tag = "a \"quoted\" word"c;

/+ A comment /+ in a comment +/ that isn't code. +/
class BankException : Exception {
    this(string message) {
        super(message);
    }
}

interface Describable {
    string describe() const;
}

abstract class Account : Describable {
    private double balance = 0;
    protected string owner;
    static int made;

    this(string owner, double balance) {
        this.owner = owner;
        this.balance = balance;
        made++;
    }

    ~this() {
        made--;
    }

    abstract double fee() const pure nothrow;

    @property double amount() const @safe {
        return balance;
    }

    void deposit(double amount)
    in (amount > 0, "it's not positive")
    {
        balance += amount;
    }

    bool withdraw(double amount) {
        if (balance < amount + fee()) {
            return false;
        }
        balance -= amount + fee();
        return true;
    }

    override string describe() const {
        return owner ~ " has " ~ to!string(balance);
    }
}

final class Savings : Account {
    double rate;

    this(string owner, double rate = 0.01) {
        super(owner, 0);
        this.rate = rate;
    }

    override double fee() const pure nothrow {
        return 0.5 * rate;
    }
}

struct Point {
    double x, y;

    Point opBinary(string op)(Point other) if (op == "+" || op == "-") {
        mixin("return Point(x " ~ op ~ " other.x, y " ~ op ~ " other.y);");
    }

    double length() const {
        return std.math.sqrt(x * x + y * y);
    }
}

struct Queue(T) {
    private T[] items;

    void push(T item) {
        items ~= item;
    }

    T pop() {
        assert(items.length > 0);
        T first = items[0];
        items = items[1 .. $];
        return first;
    }

    int opApply(scope int delegate(ref T) use) {
        foreach (ref item; items) {
            if (auto result = use(item)) return result;
        }
        return 0;
    }
}

class Tree {
    int value;
    Tree left, right;

    this(int value) {
        this.value = value;
    }

    void insert(int added) {
        if (added < value) {
            if (left is null) left = new Tree(added);
            else left.insert(added);
        } else if (added > value) {
            if (right is null) right = new Tree(added);
            else right.insert(added);
        }
    }

    size_t depth() const {
        size_t l = left is null ? 0 : left.depth();
        size_t r = right !is null ? right.depth() : 0;
        return 1 + (l > r ? l : r);
    }
}

int gcd(int a, int b) {
    while (b != 0) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

ulong factorial(uint n) {
    return n < 2 ? 1 : n * factorial(n - 1);
}

bool isPrime(int n) {
    if (n < 2) {
        return false;
    }
    for (int d = 2; d * d <= n; d++) {
        if (n % d == 0) return false;
    }
    return true;
}

void bubble(T)(T[] items) {
    bool swapped;
    do {
        swapped = false;
        foreach (i; 0 .. items.length - 1) {
            if (items[i] > items[i + 1]) {
                auto kept = items[i];
                items[i] = items[i + 1];
                items[i + 1] = kept;
                swapped = true;
            }
        }
    } while (swapped);
}

int[string] countWords(string text) {
    int[string] counts;
    string word;
    foreach (char c; text ~ ' ') {
        switch (c) {
            case 'a': .. case 'z':
            case '\'':
                word ~= c;
                break;
            case ' ', '\n':
                if (word.length == 0) continue;
                counts[word] += 1;
                word = null;
                break;
            default:
                break;
        }
    }
    return counts;
}

int search(const int[] sorted, int wanted) {
    size_t low = 0, high = sorted.length;
    while (low < high) {
        immutable middle = low + (high - low) / 2;
        if (sorted[middle] == wanted) return cast(int) middle;
        if (sorted[middle] < wanted) low = middle + 1;
        else high = middle;
    }
    return -1;
}

template Twice(alias f) {
    auto Twice(T)(T x) { return f(f(x)); }
}

void main(string[] arguments) {
    Account account = new Savings("ann", 0.02);
    scope (exit) writeln("done");
    try {
        account.deposit(100);
        if (!account.withdraw(500)) {
            throw new BankException("no money");
        }
    } catch (BankException error) {
        stderr.writeln("failed: ", error.msg);
    } finally {
        writeln(help, path, separator);
    }
    int[] numbers = [5, 3, 9, -4, 1_000, 0x1F];
    bubble(numbers);
    writeln(numbers.filter!(n => n > 0).map!(n => n * n), search(numbers, 9));
    Queue!string queue;
    queue.push("it's");
    foreach (name; queue) {
        writefln("%s %d", name, name.length);
    }
    auto tree = new Tree(3);
    foreach_reverse (n; numbers) tree.insert(n);
    writeln(tree.depth, " ", gcd(84, 36), " ", factorial(5), " ", isPrime(31));
    auto p = Point(3, 4) + Point(1.5e1, 0);
    writeln(p.length ^^ 2, countWords(tag), limit >> 1 & 7 | 8);
    static if (is(typeof(p) == struct)) {
        writeln(Twice!(x => x + 1)(1));
    }
}

unittest {
    assert(gcd(12, 18) == 6 && !isPrime(33));
}
