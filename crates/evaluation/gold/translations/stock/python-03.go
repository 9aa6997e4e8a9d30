package main

import (
	"bufio"
	"fmt"
	"log"
	"os"
	"sort"
	"strconv"
	"strings"
)

type product struct {
	quantity, price int
}

type depot struct {
	products map[string]*product
}

func (d *depot) add(name string, quantity, price int) {
	if p, ok := d.products[name]; ok {
		p.quantity += quantity
		p.price = price
		return
	}
	d.products[name] = &product{quantity, price}
}

func (d *depot) remove(name string, quantity int) error {
	p, ok := d.products[name]
	switch {
	case !ok:
		return fmt.Errorf("unknown %s", name)
	case p.quantity < quantity:
		return fmt.Errorf("not enough %s", name)
	}
	p.quantity -= quantity
	return nil
}

func (d *depot) setPrice(name string, price int) error {
	p, ok := d.products[name]
	if !ok {
		return fmt.Errorf("unknown %s", name)
	}
	p.price = price
	return nil
}

func (d *depot) report() {
	var names []string
	for name := range d.products {
		names = append(names, name)
	}
	sort.Strings(names)

	total := 0
	for _, name := range names {
		p := d.products[name]
		fmt.Println(name, p.quantity, p.price)
		total += p.quantity * p.price
	}
	fmt.Println("total", total)
}

func toInt(word string) int {
	n, err := strconv.Atoi(word)
	if err != nil {
		log.Fatal(err)
	}
	return n
}

func (d *depot) execute(words []string) error {
	switch words[0] {
	case "report":
		d.report()
	case "add":
		d.add(words[1], toInt(words[2]), toInt(words[3]))
	case "remove":
		return d.remove(words[1], toInt(words[2]))
	case "price":
		return d.setPrice(words[1], toInt(words[2]))
	default:
		return fmt.Errorf("bad command")
	}
	return nil
}

func main() {
	d := &depot{products: make(map[string]*product)}
	scanner := bufio.NewScanner(os.Stdin)
	for scanner.Scan() {
		words := strings.Fields(scanner.Text())
		if len(words) == 0 {
			continue
		}
		if words[0] == "end" {
			break
		}
		if err := d.execute(words); err != nil {
			fmt.Println(err)
		}
	}
}
