package main

import (
	"bufio"
	"fmt"
	"os"
)

type board [][]bool

func newBoard(rows, cols int) board {
	b := make(board, rows)
	for i := range b {
		b[i] = make([]bool, cols)
	}
	return b
}

// count returns the number of live cells around a cell; the board wraps around.
func (b board) count(row, col int) int {
	rows, cols := len(b), len(b[row])
	above := (row + rows - 1) % rows
	below := (row + 1) % rows
	left := (col + cols - 1) % cols
	right := (col + 1) % cols

	n := 0
	for _, alive := range []bool{
		b[above][left], b[above][col], b[above][right],
		b[row][left], b[row][right],
		b[below][left], b[below][col], b[below][right],
	} {
		if alive {
			n++
		}
	}
	return n
}

func (b board) next() (result board, alive int, different bool) {
	result = newBoard(len(b), len(b[0]))
	for row := range b {
		for col, cell := range b[row] {
			n := b.count(row, col)
			lives := n == 3 || cell && n == 2
			if lives {
				alive++
			}
			if lives != cell {
				different = true
			}
			result[row][col] = lives
		}
	}
	return
}

func main() {
	reader := bufio.NewReader(os.Stdin)
	var rows, cols, generations int
	fmt.Fscan(reader, &rows, &cols, &generations)
	cells := newBoard(rows, cols)
	for i := range cells {
		var text string
		fmt.Fscan(reader, &text)
		for j := range cells[i] {
			cells[i][j] = text[j] == 'o'
		}
	}

	different := true
	for g := 1; g <= generations && different; g++ {
		var alive int
		cells, alive, different = cells.next()
		fmt.Printf("step %d: %d\n", g, alive)
		if !different {
			fmt.Println("still")
		}
	}

	for _, row := range cells {
		text := make([]byte, len(row))
		for j, cell := range row {
			text[j] = '.'
			if cell {
				text[j] = 'o'
			}
		}
		fmt.Println(string(text))
	}
}
