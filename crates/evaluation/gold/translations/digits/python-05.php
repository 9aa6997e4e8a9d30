<?php

$rest = (int) fgets(STDIN);
$figures = [];
do {
    $figures[] = $rest % 10;
    $rest = intdiv($rest, 10);
} while ($rest > 0);

$turned = array_reduce($figures, fn(int $value, int $figure): int => $value * 10 + $figure, 0);

printf("%d\n%d\n%s\n",
    array_sum($figures),
    $turned,
    $figures === array_reverse($figures) ? 'yes' : 'no');
