package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"unicode"
)

type calcError string

var s string // the line
var p int    // where we are
var dry bool // first run: only check the syntax
var vars = make(map[string]int64)

func fail(why string) {
	panic(calcError(why))
}

func blanks() {
	for p < len(s) && s[p] <= ' ' {
		p++
	}
}

// skips c if it is the next character
func accept(c byte) bool {
	blanks()
	if p < len(s) && s[p] == c {
		p++
		return true
	}
	return false
}

func run(from, to rune) string {
	q := p
	for p < len(s) && unicode.ToLower(rune(s[p])) >= from && unicode.ToLower(rune(s[p])) <= to {
		p++
	}
	return s[q:p]
}

func sum() int64 {
	x := product()
	for {
		if accept('+') {
			x += product()
		} else if accept('-') {
			x -= product()
		} else {
			return x
		}
	}
}

func product() int64 {
	x := sign()
	for {
		if accept('*') {
			x *= sign()
		} else if accept('/') {
			y := sign()
			if dry {
				y = 1
			}
			if y == 0 {
				fail("division by zero")
			}
			x /= y
		} else {
			return x
		}
	}
}

func sign() int64 {
	if accept('-') {
		return -sign()
	}
	return atom()
}

func atom() int64 {
	if accept('(') {
		x := sum()
		if !accept(')') {
			fail("syntax")
		}
		return x
	}
	digits := run('0', '9')
	if len(digits) > 0 {
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil {
			panic(err)
		}
		return n
	}
	name := run('a', 'z')
	if len(name) == 0 {
		fail("syntax")
	}
	if dry {
		return 1
	}
	value, ok := vars[name]
	if !ok {
		fail("unknown " + name)
	}
	return value
}

func statement(start int) int64 {
	p = start
	value := sum()
	blanks()
	if p < len(s) {
		fail("syntax")
	}
	return value
}

func answer() (result string) {
	defer func() {
		if e := recover(); e != nil {
			why, ok := e.(calcError)
			if !ok {
				panic(e)
			}
			result = "error: " + string(why)
		}
	}()

	p = 0
	blanks()
	target := run('a', 'z')
	assignment := len(target) > 0 && accept('=')
	start := 0
	if assignment {
		start = p
	}
	dry = true
	statement(start)
	dry = false
	value := statement(start)
	if !assignment {
		return strconv.FormatInt(value, 10)
	}
	vars[target] = value
	return target + " = " + strconv.FormatInt(value, 10)
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		s = in.Text()
		if strings.TrimSpace(s) != "" {
			fmt.Println(answer())
		}
	}
}
