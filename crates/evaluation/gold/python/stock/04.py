from dataclasses import dataclass
from sys import stdin, stdout


class StockError(Exception):
    pass


class UnknownItem(StockError):
    def __init__(self, name):
        super().__init__(f'unknown {name}')


class NotEnough(StockError):
    def __init__(self, name):
        super().__init__(f'not enough {name}')


class BadCommand(StockError):
    def __init__(self):
        super().__init__('bad command')


@dataclass
class Item:
    count: int = 0
    price: int = 0


class Stock(dict):
    def __missing__(self, name):
        raise UnknownItem(name)

    def take(self, name, n):
        item = self[name]
        if n > item.count:
            raise NotEnough(name)
        item.count -= n

    def put(self, name, n, price):
        item = self.setdefault(name, Item())
        item.count, item.price = item.count + n, price

    def lines(self):
        yield from (f'{k} {v.count} {v.price}' for k, v in sorted(self.items(), key=lambda kv: kv[0]))
        yield f'total {sum(v.count * v.price for v in self.values())}'


def run(source, sink):
    stock = Stock()
    for line in source:
        try:
            match line.split():
                case []:
                    pass
                case ['end', *_]:
                    break
                case ['report', *_]:
                    sink.writelines(s + '\n' for s in stock.lines())
                case ['add', name, n, price]:
                    stock.put(name, int(n), int(price))
                case ['remove', name, n]:
                    stock.take(name, int(n))
                case ['price', name, price]:
                    stock[name].price = int(price)
                case _:
                    raise BadCommand
        except StockError as e:
            print(e, file=sink)


run(stdin, stdout)
