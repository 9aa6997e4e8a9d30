package main

import (
	"fmt"
	"reflect"
)

func main() {
	var number int
	fmt.Scan(&number)

	list := []int{}
	for {
		list = append(list, number%10)
		number = number / 10
		if number == 0 {
			break
		}
	}

	sum := 0
	reversed := 0
	for _, x := range list {
		sum += x
		reversed = 10*reversed + x
	}
	mirror := []int{}
	for i := len(list) - 1; i >= 0; i-- {
		mirror = append(mirror, list[i])
	}

	fmt.Println(sum)
	fmt.Println(reversed)
	fmt.Println(map[bool]string{true: "yes", false: "no"}[reflect.DeepEqual(list, mirror)])
}
