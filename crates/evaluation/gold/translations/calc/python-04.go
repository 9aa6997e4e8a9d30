package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
)

var (
	errSyntax   = errors.New("syntax")
	errDivision = errors.New("division by zero")
)

type kind int

const (
	eof kind = iota
	number
	identifier
	symbol
)

type lexeme struct {
	kind kind
	text string
}

// the groups are in the order of the kinds
var pattern = regexp.MustCompile(`^\s*(?:([0-9]+)|([a-zA-Z]+)|([-+*/()=]))`)

func scan(source string) ([]lexeme, error) {
	var result []lexeme
	source = strings.TrimSpace(source)
	for len(source) > 0 {
		groups := pattern.FindStringSubmatch(source)
		if groups == nil {
			return nil, errSyntax
		}
		for k := number; k <= symbol; k++ {
			if groups[k] != "" {
				result = append(result, lexeme{k, groups[k]})
			}
		}
		source = source[len(groups[0]):]
	}
	return append(result, lexeme{kind: eof}), nil
}

type environment map[string]int

// thunk is a compiled expression.
type thunk func(env environment) (int, error)

type operation struct {
	precedence int
	compute    func(a, b int) (int, error)
}

var operations = map[string]operation{
	"+": {10, func(a, b int) (int, error) { return a + b, nil }},
	"-": {10, func(a, b int) (int, error) { return a - b, nil }},
	"*": {20, func(a, b int) (int, error) { return a * b, nil }},
	"/": {20, divide},
}

const unaryPrecedence = 30

func divide(a, b int) (int, error) {
	if b == 0 {
		return 0, errDivision
	}
	return a / b, nil
}

// parser works by precedence climbing.
type parser struct {
	lexemes []lexeme
	index   int
}

func (p *parser) advance() lexeme {
	current := p.lexemes[p.index]
	p.index++
	return current
}

func (p *parser) primary() (thunk, error) {
	current := p.advance()
	switch {
	case current.kind == number:
		value, err := strconv.Atoi(current.text)
		if err != nil {
			return nil, err
		}
		return func(environment) (int, error) { return value, nil }, nil

	case current.kind == identifier:
		return func(env environment) (int, error) {
			value, found := env[current.text]
			if !found {
				return 0, fmt.Errorf("unknown %s", current.text)
			}
			return value, nil
		}, nil

	case current.text == "-":
		operand, err := p.expression(unaryPrecedence)
		if err != nil {
			return nil, err
		}
		return func(env environment) (int, error) {
			value, err := operand(env)
			return -value, err
		}, nil

	case current.text == "(":
		inside, err := p.expression(0)
		if err != nil {
			return nil, err
		}
		if p.advance().text != ")" {
			return nil, errSyntax
		}
		return inside, nil
	}
	return nil, errSyntax
}

func (p *parser) expression(minimum int) (thunk, error) {
	result, err := p.primary()
	if err != nil {
		return nil, err
	}
	for {
		op, ok := operations[p.lexemes[p.index].text]
		if !ok || op.precedence < minimum {
			return result, nil
		}
		p.index++
		right, err := p.expression(op.precedence + 1)
		if err != nil {
			return nil, err
		}
		result = combine(op.compute, result, right)
	}
}

func combine(compute func(a, b int) (int, error), left, right thunk) thunk {
	return func(env environment) (int, error) {
		a, err := left(env)
		if err != nil {
			return 0, err
		}
		b, err := right(env)
		if err != nil {
			return 0, err
		}
		return compute(a, b)
	}
}

func parse(source string) (destination string, value thunk, err error) {
	lexemes, err := scan(source)
	if err != nil {
		return "", nil, err
	}
	p := &parser{lexemes: lexemes}
	if len(lexemes) > 2 && lexemes[0].kind == identifier && lexemes[1].text == "=" {
		destination = lexemes[0].text
		p.index = 2
	}
	value, err = p.expression(0)
	if err == nil && p.advance().kind != eof {
		err = errSyntax
	}
	return destination, value, err
}

func evaluate(source string, env environment) (string, error) {
	destination, value, err := parse(source)
	if err != nil {
		return "", err
	}
	result, err := value(env)
	if err != nil {
		return "", err
	}
	if destination == "" {
		return strconv.Itoa(result), nil
	}
	env[destination] = result
	return fmt.Sprintf("%s = %d", destination, result), nil
}

func main() {
	env := environment{}
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() {
		source := input.Text()
		if strings.TrimSpace(source) == "" {
			continue
		}
		if answer, err := evaluate(source, env); err != nil {
			fmt.Printf("error: %v\n", err)
		} else {
			fmt.Println(answer)
		}
	}
}
