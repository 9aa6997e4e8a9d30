// A small shop: goods, orders, discounts and a report.
import 'dart:async';
import 'dart:math' as math show max, min;

part 'shop.g.dart';

typedef Discount = double Function(double total);

enum Kind { food, tool, book }

/// Something that can be sold.
abstract class Item {
  final String name;
  final double price;
  const Item(this.name, this.price);

  double get tax;
  bool fits(int space) => space > 0;

  @override
  String toString() => '$name costs ${price.toStringAsFixed(2)} "plus ${tax * 100} %"';
}

mixin Heavy on Item {
  int weight = 0;
  bool get isHeavy => weight >= 20;
}

class Tool extends Item with Heavy {
  static int made = 0;
  Tool(String name, double price, {int weight = 1}) : super(name, price) {
    this.weight = weight;
    made += 1;
  }

  factory Tool.cheap(String name) {
    return Tool(name, 0.99);
  }

  @override
  double get tax => 0.19;
}

class Book extends Item {
  late final List<String> authors;
  Book(super.name, super.price, this.authors);

  @override
  double get tax {
    if (authors.isEmpty) {
      return 0.19;
    } else if (price < 5) {
      return 0.0;
    }
    return 0.07;
  }
}

class Order<T extends Item> implements Comparable<Order<T>> {
  final int number;
  final Map<T, int> lines = {};
  DateTime? paid;

  Order(this.number);

  void add(T item, [int count = 1]) {
    assert(count > 0, 'nothing to add');
    lines[item] = (lines[item] ?? 0) + count;
  }

  double total({Discount? discount}) {
    var sum = 0.0;
    for (final entry in lines.entries) {
      sum += entry.key.price * (1 + entry.key.tax) * entry.value;
    }
    return discount?.call(sum) ?? sum;
  }

  @override
  int compareTo(Order<T> other) {
    return number - other.number;
  }

  Order<T> operator +(Order<T> other) {
    final both = Order<T>(math.max(number, other.number));
    lines.forEach((item, count) => both.add(item, count));
    other.lines.forEach(both.add);
    return both;
  }
}

class OutOfStock implements Exception {
  const OutOfStock(this.name);
  final String name;
}

extension Text on String {
  String repeated(int times) {
    final buffer = StringBuffer();
    for (var i = 0; i < times; i++) {
      buffer.write(this);
    }
    return buffer.toString();
  }

  bool get isPalindrome {
    int left = 0, right = length - 1;
    while (left < right) {
      if (this[left] != this[right]) {
        return false;
      }
      left++;
      right--;
    }
    return true;
  }
}

const help = """
usage: shop [-v] FILE
It's a shop, "really".
""";

final pattern = RegExp(r'^\d+\s*(\w+)$');

double tenPercent(double total) => total > 100 ? total * 0.9 : total;

List<int> primes(int limit) {
  final sieve = List.filled(limit + 1, true);
  final found = <int>[];
  for (var n = 2; n <= limit; n++) {
    if (!sieve[n]) continue;
    found.add(n);
    for (var m = n * n; m <= limit; m += n) {
      sieve[m] = false;
    }
  }
  return found;
}

Future<int> load(String path) async {
  await Future.delayed(const Duration(milliseconds: 10));
  if (path.isEmpty) {
    throw const OutOfStock('nothing');
  }
  return path.length << 2;
}

Stream<int> countdown(int from) async* {
  for (int i = from; i >= 0; --i) {
    yield i;
  }
}

Iterable<String> names(List<Item> items) sync* {
  yield* items.map((item) => item.name);
}

String describe(Object? value) {
  switch (value) {
    case null:
      return 'nothing';
    case int n when n < 0:
      return 'a debt';
    case int _ || double _:
      return 'a number';
    default:
      break;
  }
  if (value is Tool && value.isHeavy) {
    return 'heavy';
  }
  return value.toString();
}

int search(List<int> sorted, int wanted) {
  var low = 0;
  var high = sorted.length;
  do {
    final middle = (low + high) ~/ 2;
    if (sorted[middle] == wanted) {
      return middle;
    }
    if (sorted[middle] < wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  } while (low < high);
  return -1;
}

Future<void> main(List<String> arguments) async {
  final order = Order<Item>(0x1F);
  order
    ..add(Tool('hammer', 12.5, weight: 25), 2)
    ..add(Tool.cheap('nail'), 100)
    ..add(Book('Dart', 29.9, ['Ann', 'Bob']));
  final items = [...order.lines.keys, if (arguments.isNotEmpty) Tool.cheap(arguments.first)];
  print('total: ${order.total(discount: tenPercent)} for ${"-".repeated(3)}');
  try {
    final size = await load(arguments.isEmpty ? '' : arguments[0]);
    print(size & 0xff | 1);
  } on OutOfStock catch (error, trace) {
    print('no ${error.name}: $trace');
    rethrow;
  } finally {
    print(help);
  }
  await for (final n in countdown(3)) {
    print(n);
  }
  outer:
  for (final name in names(items)) {
    if (name.isPalindrome) break outer;
    print(describe(name) + ', ' + pattern.hasMatch(name).toString());
  }
  print(search(primes(50), 31) + math.min(1, 2));
}
