<?php
$word = strtok(stream_get_contents(STDIN), " \t\r\n");
$back = strrev($word);
echo array_sum(array_map(fn($ch) => ord($ch) - ord('0'), str_split($word))), "\n";
echo preg_replace('/^0+(?=\d)/', '', $back), "\n";
echo $word === $back ? "yes" : "no", "\n";
