<?php

declare(strict_types=1);

class CalculationError extends RuntimeException
{
}

final class Interpreter
{
    private const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

    private string $input = '';
    private int $pos = 0;
    private bool $checking = false;

    /** @var array<string, int> */
    private array $memory = [];

    public function handle(string $input): string
    {
        $this->input = $input;
        $this->pos = 0;
        $this->skipSpace();
        $variable = $this->take(self::LETTERS);
        if ($variable !== '' && $this->next('=') !== null) {
            $begin = $this->pos;
        } else {
            $variable = '';
            $begin = 0;
        }

        try {
            // the first pass finds syntax errors only, the second one computes
            foreach ([true, false] as $this->checking) {
                $this->pos = $begin;
                $result = $this->terms();
                $this->skipSpace();
                if ($this->pos < strlen($this->input)) {
                    throw new CalculationError('syntax');
                }
            }
        } catch (CalculationError $error) {
            return 'error: ' . $error->getMessage();
        }

        if ($variable === '') {
            return (string) $result;
        }
        $this->memory[$variable] = $result;
        return "$variable = $result";
    }

    private function skipSpace(): void
    {
        $this->pos += strspn($this->input, " \t\r\n\v\f\0", $this->pos);
    }

    /** Consumes the next character if it is one of those given. */
    private function next(string $choice): ?string
    {
        $this->skipSpace();
        if ($this->pos < strlen($this->input) && str_contains($choice, $this->input[$this->pos])) {
            return $this->input[$this->pos++];
        }
        return null;
    }

    private function take(string $allowed): string
    {
        $length = strspn($this->input, $allowed, $this->pos);
        $this->pos += $length;
        return substr($this->input, $this->pos - $length, $length);
    }

    private function terms(): int
    {
        $left = $this->factors();
        while ($op = $this->next('+-')) {
            $right = $this->factors();
            $left = $op === '+' ? $left + $right : $left - $right;
        }
        return $left;
    }

    private function factors(): int
    {
        $left = $this->signed();
        while ($op = $this->next('*/')) {
            $right = $this->signed();
            if ($op === '*') {
                $left *= $right;
            } elseif (!$this->checking) {
                if ($right === 0) {
                    throw new CalculationError('division by zero');
                }
                $left = intdiv($left, $right);
            }
        }
        return $left;
    }

    private function signed(): int
    {
        $negative = false;
        while ($this->next('-')) {
            $negative = !$negative;
        }

        if ($this->next('(')) {
            $value = $this->terms();
            if (!$this->next(')')) {
                throw new CalculationError('syntax');
            }
        } elseif (($number = $this->take('0123456789')) !== '') {
            $value = (int) $number;
        } else {
            $value = $this->lookUp($this->take(self::LETTERS));
        }
        return $negative ? -$value : $value;
    }

    private function lookUp(string $variable): int
    {
        if ($variable === '') {
            throw new CalculationError('syntax');
        }
        if ($this->checking) {
            return 1;
        }
        return $this->memory[$variable] ?? throw new CalculationError("unknown $variable");
    }
}

$interpreter = new Interpreter();
while (($line = fgets(STDIN)) !== false) {
    if (trim($line) !== '') {
        echo $interpreter->handle($line), PHP_EOL;
    }
}
