<?php
// Finds a shortest path: numbers all fields by their distance from the start,
// then follows the numbers down from the goal.

const STEPS = [[-1, 0], [1, 0], [0, -1], [0, 1]];

function readField(int $lines): array
{
    $field = [];
    while ($lines-- > 0) {
        $field[] = str_split(trim(fgets(STDIN)));
    }
    return $field;
}

function position(array $field, string $letter): array
{
    foreach ($field as $y => $line) {
        $x = array_search($letter, $line, true);
        if ($x !== false) {
            return [$y, $x];
        }
    }
    exit(1);
}

function number(array $field, array $from): array
{
    $numbers = [];
    $numbers[$from[0]][$from[1]] = 0;
    $queue = [$from];
    for ($i = 0; $i < count($queue); $i++) {
        [$y, $x] = $queue[$i];
        foreach (STEPS as [$dy, $dx]) {
            $ny = $y + $dy;
            $nx = $x + $dx;
            if (($field[$ny][$nx] ?? '#') !== '#' && !isset($numbers[$ny][$nx])) {
                $numbers[$ny][$nx] = $numbers[$y][$x] + 1;
                $queue[] = [$ny, $nx];
            }
        }
    }
    return $numbers;
}

function drawPath(array &$field, array $numbers, array $goal): void
{
    [$y, $x] = $goal;
    for ($n = $numbers[$y][$x] - 1; $n > 0; $n--) {
        foreach (STEPS as [$dy, $dx]) {
            if (($numbers[$y + $dy][$x + $dx] ?? -1) === $n) {
                $y += $dy;
                $x += $dx;
                break;
            }
        }
        $field[$y][$x] = '*';
    }
}

[$height, $width] = explode(' ', trim(fgets(STDIN)));
$field = readField((int) $height);
$goal = position($field, 'E');
$numbers = number($field, position($field, 'S'));

if (!isset($numbers[$goal[0]][$goal[1]])) {
    echo "no way\n";
    exit;
}
echo 'steps ', $numbers[$goal[0]][$goal[1]], "\n";
drawPath($field, $numbers, $goal);
foreach ($field as $line) {
    echo implode('', $line), "\n";
}
