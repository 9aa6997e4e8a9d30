// Conway's Game of Life on a torus, with a set of living cells.
package main

import (
	"bufio"
	"fmt"
	"os"
	"reflect"
	"strings"
)

type Cell struct{ y, x int }

type Size struct{ height, width int }

type Alive map[Cell]bool

var offsets = product()

func product() []Cell {
	var result []Cell
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if dy != 0 || dx != 0 {
				result = append(result, Cell{dy, dx})
			}
		}
	}
	return result
}

func parse(stream *bufio.Scanner) (Size, int, Alive) {
	var height, width, steps int
	stream.Scan()
	fmt.Sscan(stream.Text(), &height, &width, &steps)
	alive := Alive{}
	for y := 0; y < height; y++ {
		stream.Scan()
		for x, char := range strings.TrimSpace(stream.Text()) {
			if char == 'o' {
				alive[Cell{y, x}] = true
			}
		}
	}
	return Size{height, width}, steps, alive
}

// The eight neighbours of a cell.
func around(cell Cell, size Size) []Cell {
	var neighbours []Cell
	for _, d := range offsets {
		neighbours = append(neighbours, Cell{
			(cell.y + d.y + size.height) % size.height,
			(cell.x + d.x + size.width) % size.width,
		})
	}
	return neighbours
}

// One generation further.
func evolve(alive Alive, size Size) Alive {
	heat := map[Cell]int{}
	for cell := range alive {
		for _, neighbour := range around(cell, size) {
			heat[neighbour]++
		}
	}
	result := Alive{}
	for cell, count := range heat {
		if count == 3 || (count == 2 && alive[cell]) {
			result[cell] = true
		}
	}
	return result
}

func simulate(alive Alive, size Size, steps int) Alive {
	for number := 1; number <= steps; number++ {
		before := alive
		alive = evolve(alive, size)
		fmt.Printf("step %d: %d\n", number, len(alive))
		if reflect.DeepEqual(before, alive) {
			fmt.Println("still")
			break
		}
	}
	return alive
}

func render(alive Alive, size Size) {
	for y := 0; y < size.height; y++ {
		var row strings.Builder
		for x := 0; x < size.width; x++ {
			if alive[Cell{y, x}] {
				row.WriteByte('o')
			} else {
				row.WriteByte('.')
			}
		}
		fmt.Println(row.String())
	}
}

func main() {
	size, steps, alive := parse(bufio.NewScanner(os.Stdin))
	render(simulate(alive, size, steps), size)
}
