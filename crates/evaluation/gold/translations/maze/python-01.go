package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
)

type point struct{ y, x int }

func main() {
	in := bufio.NewReader(os.Stdin)
	var rows, cols int
	fmt.Fscan(in, &rows, &cols)

	var start, exit point
	grid := make([][]byte, rows)
	for y := range grid {
		var line string
		fmt.Fscan(in, &line)
		grid[y] = []byte(line)
		if x := bytes.IndexByte(grid[y], 'S'); x >= 0 {
			start = point{y, x}
		}
		if x := bytes.IndexByte(grid[y], 'E'); x >= 0 {
			exit = point{y, x}
		}
	}

	// -1: not visited
	dist := make([][]int, rows)
	for y := range dist {
		dist[y] = make([]int, cols)
		for x := range dist[y] {
			dist[y][x] = -1
		}
	}

	dist[start.y][start.x] = 0
	todo := []point{start}
	visit := func(y, x, d int) {
		if grid[y][x] != '#' && dist[y][x] == -1 {
			dist[y][x] = d
			todo = append(todo, point{y, x})
		}
	}
	for len(todo) > 0 {
		p := todo[0]
		todo = todo[1:]
		d := dist[p.y][p.x] + 1
		if p.y > 0 {
			visit(p.y-1, p.x, d)
		}
		if p.y < rows-1 {
			visit(p.y+1, p.x, d)
		}
		if p.x > 0 {
			visit(p.y, p.x-1, d)
		}
		if p.x < cols-1 {
			visit(p.y, p.x+1, d)
		}
	}

	length := dist[exit.y][exit.x]
	if length == -1 {
		fmt.Println("no way")
		return
	}
	fmt.Println("steps", length)

	p := exit
	for d := length - 1; d > 0; d-- {
		switch {
		case p.y > 0 && dist[p.y-1][p.x] == d:
			p.y--
		case p.y < rows-1 && dist[p.y+1][p.x] == d:
			p.y++
		case p.x > 0 && dist[p.y][p.x-1] == d:
			p.x--
		default:
			p.x++
		}
		grid[p.y][p.x] = '*'
	}

	fmt.Printf("%s\n", bytes.Join(grid, []byte("\n")))
}
