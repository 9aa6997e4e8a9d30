<?php

declare(strict_types=1);

/**
 * The world is an array whose keys are the numbers of the living cells,
 * counted row by row.
 */
final class Torus
{
    public function __construct(
        private readonly int $rows,
        private readonly int $columns,
    ) {
    }

    private function neighbours(int $index): Generator
    {
        $row = intdiv($index, $this->columns);
        $column = $index % $this->columns;
        foreach ([-1, 0, 1] as $down) {
            foreach ([-1, 0, 1] as $right) {
                if ($down !== 0 || $right !== 0) {
                    yield ($row + $down + $this->rows) % $this->rows * $this->columns
                        + ($column + $right + $this->columns) % $this->columns;
                }
            }
        }
    }

    public function advance(array $living): array
    {
        $tally = [];
        foreach (array_keys($living) as $index) {
            foreach ($this->neighbours($index) as $near) {
                $tally[$near] = ($tally[$near] ?? 0) + 1;
            }
        }
        $survivors = array_filter(
            $tally,
            fn(int $n, int $index): bool => $n === 3 || ($n === 2 && isset($living[$index])),
            ARRAY_FILTER_USE_BOTH,
        );
        return array_fill_keys(array_keys($survivors), true);
    }

    public function draw(array $living): string
    {
        $picture = str_repeat('.', $this->rows * $this->columns);
        foreach ($living as $index => $_) {
            $picture[$index] = 'o';
        }
        return chunk_split($picture, $this->columns, "\n");
    }
}

fscanf(STDIN, '%d %d %d', $rows, $columns, $generations);
$living = [];
for ($row = 0; $row < $rows; $row++) {
    foreach (str_split(trim(fgets(STDIN))) as $column => $symbol) {
        if ($symbol === 'o') {
            $living[$row * $columns + $column] = true;
        }
    }
}

$torus = new Torus($rows, $columns);
for ($generation = 1; $generation <= $generations; $generation++) {
    $previous = $living;
    $living = $torus->advance($living);
    printf("step %d: %d\n", $generation, count($living));
    if ($previous == $living) {     // same keys, in any order
        echo "still\n";
        break;
    }
}
echo $torus->draw($living);
