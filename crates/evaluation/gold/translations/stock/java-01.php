<?php

class Warehouse
{
    // entries with the same key belong together
    private array $articles = [];
    private array $amounts = [];
    private array $costs = [];

    private function search(string $article): int
    {
        $found = array_search($article, $this->articles, true);
        return $found === false ? -1 : $found;
    }

    private function exchange(array &$list, int $k): void
    {
        [$list[$k], $list[$k + 1]] = [$list[$k + 1], $list[$k]];
    }

    private function order(): void
    {
        do {
            $swapped = false;
            for ($k = 0; $k < count($this->articles) - 1; $k++) {
                if (strcmp($this->articles[$k], $this->articles[$k + 1]) > 0) {
                    $this->exchange($this->articles, $k);
                    $this->exchange($this->amounts, $k);
                    $this->exchange($this->costs, $k);
                    $swapped = true;
                }
            }
        } while ($swapped);
    }

    private function show(): void
    {
        $this->order();
        $value = 0;
        foreach ($this->articles as $k => $article) {
            echo "$article {$this->amounts[$k]} {$this->costs[$k]}\n";
            $value += $this->amounts[$k] * $this->costs[$k];
        }
        echo "total $value\n";
    }

    /** Returns false when the work is over. */
    public function perform(array $args): bool
    {
        $k = isset($args[1]) ? $this->search($args[1]) : -1;

        switch ($args[0]) {
            case 'add':
                if ($k < 0) {
                    $this->articles[] = $args[1];
                    $this->amounts[] = (int) $args[2];
                    $this->costs[] = (int) $args[3];
                } else {
                    $this->amounts[$k] += (int) $args[2];
                    $this->costs[$k] = (int) $args[3];
                }
                break;
            case 'remove':
                if ($k < 0) {
                    echo "unknown $args[1]\n";
                } elseif ((int) $args[2] > $this->amounts[$k]) {
                    echo "not enough $args[1]\n";
                } else {
                    $this->amounts[$k] -= (int) $args[2];
                }
                break;
            case 'price':
                if ($k < 0) {
                    echo "unknown $args[1]\n";
                } else {
                    $this->costs[$k] = (int) $args[2];
                }
                break;
            case 'report':
                $this->show();
                break;
            case 'end':
                return false;
            default:
                echo "bad command\n";
        }
        return true;
    }
}

$warehouse = new Warehouse();
$open = true;
while ($open && ($input = fgets(STDIN)) !== false) {
    $input = trim($input);
    if ($input !== '') {
        $open = $warehouse->perform(preg_split('/ +/', $input));
    }
}
