<?php

declare(strict_types=1);

enum Direction
{
    case Up;
    case Down;
    case Left;
    case Right;

    public function delta(): array
    {
        return match ($this) {
            self::Up => [-1, 0],
            self::Down => [1, 0],
            self::Left => [0, -1],
            self::Right => [0, 1],
        };
    }
}

final class Position
{
    public function __construct(
        public readonly int $y,
        public readonly int $x,
    ) {
    }

    public function go(Direction $d): self
    {
        [$dy, $dx] = $d->delta();
        return new self($this->y + $dy, $this->x + $dx);
    }

    public function key(): string
    {
        return "$this->y,$this->x";
    }
}

final class Labyrinth
{
    /** @var string[] */
    private array $rows = [];

    /** @var array<string, int> by the key of the position */
    private array $steps = [];

    /** @param resource $in */
    public function __construct($in)
    {
        [$height] = sscanf(fgets($in), '%d');
        for ($i = 0; $i < $height; $i++) {
            $this->rows[] = trim(fgets($in));
        }
    }

    private function at(Position $p): string
    {
        if ($p->y < 0 || $p->x < 0) {
            return '#';         // negative indices count from the end
        }
        return $this->rows[$p->y][$p->x] ?? '#';
    }

    private function find(string $what): Position
    {
        foreach ($this->rows as $y => $row) {
            $x = strpos($row, $what);
            if ($x !== false) {
                return new Position($y, $x);
            }
        }
        throw new InvalidArgumentException("there is no $what");
    }

    private function measureFrom(Position $start): void
    {
        $waiting = new SplQueue();
        $waiting->enqueue($start);
        $this->steps[$start->key()] = 0;
        while (!$waiting->isEmpty()) {
            $here = $waiting->dequeue();
            foreach (Direction::cases() as $d) {
                $there = $here->go($d);
                if ($this->at($there) !== '#' && !isset($this->steps[$there->key()])) {
                    $this->steps[$there->key()] = $this->steps[$here->key()] + 1;
                    $waiting->enqueue($there);
                }
            }
        }
    }

    private function predecessor(Position $p): Position
    {
        $wanted = $this->steps[$p->key()] - 1;
        foreach (Direction::cases() as $d) {
            $candidate = $p->go($d);
            if (($this->steps[$candidate->key()] ?? -1) === $wanted) {
                return $candidate;
            }
        }
        throw new LogicException();
    }

    public function solve(): void
    {
        $start = $this->find('S');
        $exit = $this->find('E');
        $this->measureFrom($start);
        if (!isset($this->steps[$exit->key()])) {
            echo "no way\n";
            return;
        }
        for ($p = $this->predecessor($exit); $p != $start; $p = $this->predecessor($p)) {
            $this->rows[$p->y][$p->x] = '*';
        }
        echo "steps {$this->steps[$exit->key()]}\n";
        echo implode("\n", $this->rows), "\n";
    }
}

(new Labyrinth(STDIN))->solve();
