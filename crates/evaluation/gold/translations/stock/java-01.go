package main

import (
	"bufio"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
)

// Stock has three slices, the same index belongs to the same item.
type Stock struct {
	names  []string
	counts []int
	prices []int
}

func (s *Stock) Len() int           { return len(s.names) }
func (s *Stock) Less(i, j int) bool { return s.names[i] < s.names[j] }
func (s *Stock) Swap(i, j int) {
	s.names[i], s.names[j] = s.names[j], s.names[i]
	s.counts[i], s.counts[j] = s.counts[j], s.counts[i]
	s.prices[i], s.prices[j] = s.prices[j], s.prices[i]
}

func (s *Stock) index(name string) int {
	for i, n := range s.names {
		if n == name {
			return i
		}
	}
	return -1
}

func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return n
}

func main() {
	sc := bufio.NewScanner(os.Stdin)
	var stock Stock

	for sc.Scan() {
		parts := strings.FieldsFunc(sc.Text(), func(r rune) bool { return r == ' ' })
		if len(parts) == 0 {
			continue
		}

		index := -1
		if len(parts) > 1 {
			index = stock.index(parts[1])
		}

		switch parts[0] {
		case "add":
			howMany, newPrice := number(parts[2]), number(parts[3])
			if index == -1 {
				stock.names = append(stock.names, parts[1])
				stock.counts = append(stock.counts, howMany)
				stock.prices = append(stock.prices, newPrice)
			} else {
				stock.counts[index] += howMany
				stock.prices[index] = newPrice
			}
		case "remove":
			if index == -1 {
				fmt.Println("unknown", parts[1])
			} else if howMany := number(parts[2]); howMany > stock.counts[index] {
				fmt.Println("not enough", parts[1])
			} else {
				stock.counts[index] -= howMany
			}
		case "price":
			if index == -1 {
				fmt.Println("unknown", parts[1])
			} else {
				stock.prices[index] = number(parts[2])
			}
		case "report":
			sort.Sort(&stock)
			total := 0
			for i, name := range stock.names {
				fmt.Println(name, stock.counts[i], stock.prices[i])
				total += stock.counts[i] * stock.prices[i]
			}
			fmt.Println("total", total)
		case "end":
			return
		default:
			fmt.Println("bad command")
		}
	}
}
