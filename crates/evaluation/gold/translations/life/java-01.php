<?php
$tokens = preg_split('/\s+/', trim(stream_get_contents(STDIN)));
$h = (int)$tokens[0];
$w = (int)$tokens[1];
$rounds = (int)$tokens[2];
$cells = [];
for ($i = 0; $i < $h; $i++) {
    $str = $tokens[3 + $i];
    for ($j = 0; $j < $w; $j++) {
        if ($str[$j] == 'o') {
            $cells[$i][$j] = true;
        } else {
            $cells[$i][$j] = false;
        }
    }
}

for ($round = 1; $round <= $rounds; $round++) {
    $nextCells = [];
    $living = 0;
    $different = false;
    for ($i = 0; $i < $h; $i++) {
        for ($j = 0; $j < $w; $j++) {
            // wrap around at the edges
            $up = $i - 1;
            if ($up < 0) {
                $up = $h - 1;
            }
            $down = $i + 1;
            if ($down == $h) {
                $down = 0;
            }
            $west = $j - 1;
            if ($west < 0) {
                $west = $w - 1;
            }
            $east = $j + 1;
            if ($east == $w) {
                $east = 0;
            }

            $around = 0;
            if ($cells[$up][$west]) $around++;
            if ($cells[$up][$j]) $around++;
            if ($cells[$up][$east]) $around++;
            if ($cells[$i][$west]) $around++;
            if ($cells[$i][$east]) $around++;
            if ($cells[$down][$west]) $around++;
            if ($cells[$down][$j]) $around++;
            if ($cells[$down][$east]) $around++;

            $nextCells[$i][$j] = false;
            if ($cells[$i][$j] && ($around == 2 || $around == 3)) {
                $nextCells[$i][$j] = true;
            }
            if (!$cells[$i][$j] && $around == 3) {
                $nextCells[$i][$j] = true;
            }
            if ($nextCells[$i][$j]) {
                $living++;
            }
            if ($nextCells[$i][$j] != $cells[$i][$j]) {
                $different = true;
            }
        }
    }
    $cells = $nextCells;
    echo "step " . $round . ": " . $living . "\n";
    if (!$different) {
        echo "still\n";
        break;
    }
}

for ($i = 0; $i < $h; $i++) {
    for ($j = 0; $j < $w; $j++) {
        echo $cells[$i][$j] ? "o" : ".";
    }
    echo "\n";
}
