"""Keeps the stock of a small shop.

Commands are read from standard input, one on each line.
"""
import sys


class Article:
    """One article in the store."""

    def __init__(self, name: str):
        self.name = name
        self.amount = 0
        self.unit_price = 0

    def value(self) -> int:
        return self.amount * self.unit_price

    def __str__(self) -> str:
        return f"{self.name} {self.amount} {self.unit_price}"


class Warehouse:
    """All articles, found by their name."""

    def __init__(self):
        self._articles = {}
        self._open = True
        self._handlers = {
            "add": self.do_add,
            "remove": self.do_remove,
            "price": self.do_price,
            "report": self.do_report,
            "end": self.do_end,
        }

    def do_add(self, name, amount, unit_price):
        if name not in self._articles:
            self._articles[name] = Article(name)
        article = self._articles[name]
        article.amount += int(amount)
        article.unit_price = int(unit_price)

    def do_remove(self, name, amount):
        article = self._lookup(name)
        if article is None:
            return
        if article.amount < int(amount):
            print(f"not enough {name}")
        else:
            article.amount -= int(amount)

    def do_price(self, name, unit_price):
        article = self._lookup(name)
        if article is not None:
            article.unit_price = int(unit_price)

    def do_report(self):
        for name in sorted(self._articles):
            print(self._articles[name])
        print(f"total {sum(a.value() for a in self._articles.values())}")

    def do_end(self):
        self._open = False

    def _lookup(self, name):
        """Gives the article, or None after telling the user."""
        article = self._articles.get(name)
        if article is None:
            print(f"unknown {name}")
        return article

    def execute(self, line: str) -> bool:
        """Runs one line; False once the work is over."""
        words = line.split()
        if words:
            handler = self._handlers.get(words[0])
            if handler is None:
                print("bad command")
            else:
                handler(*words[1:])
        return self._open


def main():
    warehouse = Warehouse()
    for line in sys.stdin:
        if not warehouse.execute(line):
            break


if __name__ == "__main__":
    main()
