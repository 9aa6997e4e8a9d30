<?php

declare(strict_types=1);

class TrieNode
{
    /** @var array<int, TrieNode> */
    private array $children = [];
    public int $count = 0;

    public function child(int $index): TrieNode
    {
        return $this->children[$index] ??= new TrieNode();
    }

    /** All words below this node with their counts, in alphabetical order. */
    public function collect(string $prefix = ''): iterable
    {
        if ($this->count > 0) {
            yield $prefix => $this->count;
        }
        for ($i = 0; $i < 26; $i++) {
            if (isset($this->children[$i])) {
                yield from $this->children[$i]->collect($prefix . chr(97 + $i));
            }
        }
    }
}

class TextStatistics
{
    private TrieNode $root;
    private int $total = 0;
    private string $longest = '';
    private array $lengths = [];

    public function __construct(private string $data)
    {
        $this->root = new TrieNode();
        $this->readWords();
    }

    private function readWords(): void
    {
        $node = $this->root;
        $depth = 0;
        $size = strlen($this->data);
        for ($pos = 0; $pos <= $size; $pos++) {
            $char = $pos < $size ? $this->data[$pos] : '';
            if (ctype_alpha($char)) {
                $node = $node->child(ord(strtolower($char)) - 97);
                $depth++;
                continue;
            }
            if ($depth > 0) {
                $node->count++;
                $this->finishWord(substr($this->data, $pos - $depth, $depth));
                $node = $this->root;
                $depth = 0;
            }
        }
    }

    private function finishWord(string $word): void
    {
        $length = strlen($word);
        $this->total++;
        $this->lengths[$length] = ($this->lengths[$length] ?? '') . '#';
        if ($length > strlen($this->longest)) {
            $this->longest = strtolower($word);
        }
    }

    private function lineCount(): int
    {
        $open = $this->data !== '' && !str_ends_with($this->data, "\n");
        return substr_count($this->data, "\n") + ($open ? 1 : 0);
    }

    public function print(): void
    {
        $byCount = [];
        $different = 0;
        foreach ($this->root->collect() as $word => $count) {
            $byCount[$count][] = $word;
            $different++;
        }

        echo "lines {$this->lineCount()}\n";
        echo "words {$this->total}\n";
        echo "different $different\n";
        echo 'longest ', $this->longest ?: '-', "\n";

        krsort($byCount);
        $left = 10;
        foreach ($byCount as $count => $words) {
            $words = array_slice($words, 0, $left);
            foreach ($words as $word) {
                echo "$count $word\n";
            }
            $left -= count($words);
        }

        ksort($this->lengths);
        foreach ($this->lengths as $length => $bar) {
            echo "$length: $bar\n";
        }
    }
}

(new TextStatistics(stream_get_contents(STDIN)))->print();
