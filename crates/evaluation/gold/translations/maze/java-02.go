package main

import (
	"bufio"
	"errors"
	"fmt"
	"log"
	"os"
	"strconv"
	"strings"
)

type cell struct {
	row, col int
}

var moves = [...]cell{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}

func (c cell) neighbours() []cell {
	result := make([]cell, 0, len(moves))
	for _, m := range moves {
		result = append(result, cell{c.row + m.row, c.col + m.col})
	}
	return result
}

type maze struct {
	lines     [][]byte
	distances map[cell]int
}

func readMaze(input *bufio.Scanner) (*maze, error) {
	if !input.Scan() {
		return nil, errors.New("no size")
	}
	size := strings.Fields(input.Text())
	height, err := strconv.Atoi(size[0])
	if err != nil {
		return nil, err
	}
	m := &maze{distances: map[cell]int{}}
	for len(m.lines) < height && input.Scan() {
		m.lines = append(m.lines, []byte(strings.TrimSpace(input.Text())))
	}
	return m, input.Err()
}

func (m *maze) isWall(c cell) bool {
	if c.row < 0 || c.row >= len(m.lines) || c.col < 0 || c.col >= len(m.lines[c.row]) {
		return true
	}
	return m.lines[c.row][c.col] == '#'
}

func (m *maze) locate(symbol string) (cell, error) {
	for row, line := range m.lines {
		if col := strings.Index(string(line), symbol); col >= 0 {
			return cell{row, col}, nil
		}
	}
	return cell{}, fmt.Errorf("there is no %s", symbol)
}

// flood fills in the distances of everything that can be reached.
func (m *maze) flood(origin cell) {
	m.distances[origin] = 0
	pending := []cell{origin}
	for len(pending) > 0 {
		current := pending[0]
		pending = pending[1:]
		for _, next := range current.neighbours() {
			if _, seen := m.distances[next]; seen || m.isWall(next) {
				continue
			}
			m.distances[next] = m.distances[current] + 1
			pending = append(pending, next)
		}
	}
}

// mark draws the way back from the end to the origin.
func (m *maze) mark(end cell) {
	current := end
	for left := m.distances[end] - 1; left > 0; left-- {
		for _, next := range current.neighbours() {
			if d, seen := m.distances[next]; seen && d == left {
				current = next
				break
			}
		}
		m.lines[current.row][current.col] = '*'
	}
}

func main() {
	m, err := readMaze(bufio.NewScanner(os.Stdin))
	if err != nil {
		log.Fatal(err)
	}
	origin, err := m.locate("S")
	if err != nil {
		log.Fatal(err)
	}
	end, err := m.locate("E")
	if err != nil {
		log.Fatal(err)
	}

	m.flood(origin)
	length, reached := m.distances[end]
	if !reached {
		fmt.Println("no way")
		return
	}
	m.mark(end)
	fmt.Println("steps", length)
	for _, line := range m.lines {
		fmt.Println(string(line))
	}
}
