package main

import (
	"fmt"
	"math/big"
)

func main() {
	var number string
	fmt.Scan(&number)

	total := 0
	backwards := ""
	for _, digit := range number {
		total += int(digit - '0')
		backwards = string(digit) + backwards
	}
	fmt.Println(total)

	value, _ := new(big.Int).SetString(backwards, 10)
	fmt.Println(value)

	if number == backwards {
		fmt.Println("yes")
	} else {
		fmt.Println("no")
	}
}
