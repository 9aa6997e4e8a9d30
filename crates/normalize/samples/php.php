<?php
declare(strict_types=1);

namespace App\Shop;

use InvalidArgumentException;
use App\Models\{Customer, Product as Item};
use function array_map;

const VAT = 0.19;
define('MAX_ITEMS', 100);

require_once __DIR__ . '/config.php';
include 'helpers.php';

/** What can be shown. */
interface Showable
{
    public const WIDTH = 40;

    public function show(): string;
}

trait Counting
{
    private int $count = 0;

    protected function count(): int
    {
        return ++$this->count;
    }
}

enum Status: string
{
    case Open = 'open';
    case Paid = 'paid';
    case Sent = 'sent';

    public function next(): ?self
    {
        return match ($this) {
            self::Open => self::Paid,
            self::Paid, self::Sent => self::Sent,
            default => null,
        };
    }
}

abstract class Entity implements Showable
{
    use Counting;

    private static array $all = [];
    public readonly string $id;
    var $legacy;

    public function __construct(string $id, protected ?string $note = null)
    {
        $this->id = $id;
        self::$all[$id] = $this;
    }

    abstract public function price(): float;

    public static function find(string $id): ?static
    {
        return self::$all[$id] ?? null;
    }

    public function __get($name)
    {
        return isset($this->$name) ? $this->$name : false;
    }

    final public function show(): string
    {
        $line = str_pad($this->id, self::WIDTH, '.') . number_format($this->price(), 2);
        return "{$line} ($this->note)";
    }
}

#[Attribute]
final class Order extends Entity
{
    /** @var array<string, int> */
    private array $lines = array();
    private Status $status = Status::Open;

    public function add(string $name, float $price, int $amount = 1): self
    {
        if ($amount <= 0 || $price < 0) {
            throw new InvalidArgumentException("bad line: $name");
        } elseif (count($this->lines) >= MAX_ITEMS) {
            return $this;
        } else if (array_key_exists($name, $this->lines)) {
            $this->lines[$name]['amount'] += $amount;
        } else {
            $this->lines[$name] = ['price' => $price, 'amount' => $amount];
        }
        $this->count();
        return $this;
    }

    public function price(): float
    {
        $sum = 0.0;
        foreach ($this->lines as $name => $line) {
            $sum += $line['price'] * $line['amount'];
        }
        return $sum * (1 + VAT);
    }

    public function remove(string $name): void
    {
        unset($this->lines[$name]);
    }

    public function close(): void
    {
        $this->status = $this->status->next() ?? $this->status;
        echo $this->status->value, PHP_EOL;
    }

    public function each(): \Generator
    {
        foreach ($this->lines as ['price' => $price, 'amount' => $amount]) {
            yield $price => $amount;
        }
        yield from [];
    }
}

function gcd(int $a, int $b): int
{
    while ($b !== 0) {
        [$a, $b] = [$b, $a % $b];
    }
    return $a;
}

function isPrime(int $n): bool
{
    if ($n < 2) return false;
    for ($d = 2; $d * $d <= $n; $d++) {
        if ($n % $d == 0) {
            return false;
        }
    }
    return true;
}

function bubble(array &$values): void
{
    $n = count($values);
    do {
        $swapped = false;
        for ($i = 0, $last = $n - 1; $i < $last; ++$i) {
            if ($values[$i] > $values[$i + 1]) {
                $t = $values[$i];
                $values[$i] = $values[$i + 1];
                $values[$i + 1] = $t;
                $swapped = true;
            }
        }
        $n--;
    } while ($swapped);
}

function grade(int $points): string
{
    switch (true) {
        case $points >= 90:
            $grade = 'A';
            break;
        case $points >= 75:
            $grade = 'B';
            break;
        default:
            $grade = 'C';
    }
    return $grade;
}

function fibonacci(int $n): int
{
    static $memo = [];
    if ($n < 2) {
        return $n;
    }
    return $memo[$n] ??= fibonacci($n - 1) + fibonacci($n - 2);
}

function total(float ...$values): float
{
    global $debug;
    $total = 0;
    $i = 0;
    while (true) {
        if ($i >= count($values)) break;
        if ($values[$i] === 0.0) {
            $i++;
            continue;
        }
        $total += $values[$i++];
    }
    return $total;
}

$debug = !empty($_GET['debug']);
$order = new Order('A-1', note: 'gift');
try {
    $order->add('pen', 1.5, 10)->add("book", 12);
    $order->add('void', -1);
} catch (InvalidArgumentException | \TypeError $e) {
    error_log($e->getMessage());
} finally {
    $order->close();
}

$text = <<<TEXT
Order {$order->id}
Total: {$order->price()}
TEXT;
$raw = <<<'RAW'
no $variables here
RAW;

$double = fn(int $x): int => $x * 2;
$offset = 5;
$shift = function ($x) use ($offset, &$debug) {
    return $x + $offset;
};
$values = array_map($double, [3, 1, 2]);
bubble($values);
list($first, , $third) = $values;
$copy = clone $order;
$anonymous = new class {
    public $x = 1;
};
print implode(', ', $values) . "\n";
if (isPrime(97) and not_null($copy) xor $debug):
    echo grade(80);
elseif ($first <=> $third):
    echo gcd(12, 18);
else:
    echo fibonacci(20);
endif;
foreach ($order->each() as $price => $amount):
    echo (string) $price, ' x ', $amount, "\n";
endforeach;
$name = $order?->id instanceof Showable ? 'showable' : @$values[9];
$sum = $shift(1) <<  2 | 0xFF & ~1;
goto end;
end:
exit($sum > 0 ? 0 : 1);
?><p>The end: <?= $name ?></p>
<?php echo total(1.0, 2.5); ?>
