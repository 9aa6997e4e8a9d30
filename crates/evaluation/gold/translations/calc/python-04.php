<?php

const TOKEN = '/\s*(?:(?P<num>[0-9]+)|(?P<name>[a-zA-Z]+)|(?P<op>[-+*\/()=])|$)/A';

class SyntaxError extends Exception {}
class LookupError extends Exception {}

function truncdiv($a, $b)
{
    $q = intdiv(abs($a), abs($b));      // DivisionByZeroError is what we want
    return ($a >= 0) == ($b > 0) ? $q : -$q;
}

// operator: [binding power, function]
define('BINARY', [
    '+' => [10, fn($a, $b) => $a + $b],
    '-' => [10, fn($a, $b) => $a - $b],
    '*' => [20, fn($a, $b) => $a * $b],
    '/' => [20, 'truncdiv'],
]);
const UNARY = 30;

function tokenize($text)
{
    $at = 0;
    $text = rtrim($text);
    while ($at < strlen($text)) {
        if (!preg_match(TOKEN, $text, $m, PREG_UNMATCHED_AS_NULL, $at)) {
            throw new SyntaxError();
        }
        foreach (['num', 'name', 'op'] as $group) {
            if ($m[$group] !== null) {
                yield [$group, $m[$group]];
            }
        }
        $at += strlen($m[0]);
    }
}

class Names
{
    private $values = [];

    public function get($name)
    {
        if (!isset($this->values[$name])) {
            throw new LookupError($name);
        }
        return $this->values[$name];
    }

    public function set($name, $value)
    {
        $this->values[$name] = $value;
    }
}

/** Precedence climbing; the result is a function of the names. */
class Compiler
{
    private $tokens;
    private $at = 0;

    public function __construct($tokens)
    {
        $this->tokens = [...$tokens, ['end', null]];
    }

    private function next()
    {
        $this->at += 1;
        return $this->tokens[$this->at - 1];
    }

    private function expect(...$token)
    {
        if ($this->next() !== $token) {
            throw new SyntaxError();
        }
    }

    private function atom()
    {
        [$kind, $text] = $this->next();
        if ($kind === 'num') {
            $number = (int) $text;
            return fn($names) => $number;
        }
        if ($kind === 'name') {
            return fn($names) => $names->get($text);
        }
        if ($text === '-') {
            $inner = $this->climb(UNARY);
            return fn($names) => -$inner($names);
        }
        if ($text === '(') {
            $inner = $this->climb(0);
            $this->expect('op', ')');
            return $inner;
        }
        throw new SyntaxError();
    }

    private function climb($least)
    {
        $left = $this->atom();
        while (true) {
            [$power, $function] = BINARY[$this->tokens[$this->at][1]] ?? [-1, null];
            if ($power < $least) {
                return $left;
            }
            $this->at += 1;
            $left = self::apply($function, $left, $this->climb($power + 1));
        }
    }

    private static function apply($f, $left, $right)
    {
        return fn($names) => $f($left($names), $right($names));
    }

    public function statement()
    {
        $target = null;
        if ($this->tokens[0][0] === 'name' && $this->tokens[1] === ['op', '=']) {
            $target = $this->tokens[0][1];
            $this->at = 2;
        }
        $value = $this->climb(0);
        $this->expect('end', null);
        return [$target, $value];
    }
}

function execute($line, $names)
{
    try {
        [$target, $value] = (new Compiler(tokenize($line)))->statement();
        $result = $value($names);
    } catch (SyntaxError) {
        return 'error: syntax';
    } catch (DivisionByZeroError) {
        return 'error: division by zero';
    } catch (LookupError $e) {
        return "error: unknown {$e->getMessage()}";
    }
    if ($target === null) {
        return $result;
    }
    $names->set($target, $result);
    return "$target = $result";
}

$names = new Names();
while (($line = fgets(STDIN)) !== false) {
    if (trim($line) !== '') {
        echo execute($line, $names) . "\n";
    }
}
