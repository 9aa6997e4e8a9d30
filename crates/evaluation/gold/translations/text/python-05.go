package main

import (
	"fmt"
	"io"
	"os"
	"sort"
	"strings"
)

type branch struct {
	next  [26]*branch
	times int
}

// insert adds one word (in lower case) to the tree.
func (b *branch) insert(word string) {
	for i := 0; i < len(word); i++ {
		slot := &b.next[word[i]-'a']
		if *slot == nil {
			*slot = &branch{}
		}
		b = *slot
	}
	b.times++
}

// each calls visit for all words, from a to z.
func (b *branch) each(stem string, visit func(word string, times int)) {
	if b.times > 0 {
		visit(stem, b.times)
	}
	for i, child := range b.next {
		if child != nil {
			child.each(stem+string(rune('a'+i)), visit)
		}
	}
}

func sortedKeys[V any](m map[int]V) []int {
	keys := make([]int, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	sort.Ints(keys)
	return keys
}

func main() {
	input, err := io.ReadAll(os.Stdin)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	text := string(input)

	tree := &branch{}
	words := 0
	longest := ""
	bars := map[int]string{}
	begin := 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && (text[i] >= 'a' && text[i] <= 'z' || text[i] >= 'A' && text[i] <= 'Z') {
			continue
		}
		if size := i - begin; size > 0 {
			word := strings.ToLower(text[begin:i])
			tree.insert(word)
			words++
			bars[size] += "#"
			if size > len(longest) {
				longest = word
			}
		}
		begin = i + 1
	}

	different := 0
	groups := map[int][]string{}
	tree.each("", func(word string, times int) {
		different++
		groups[times] = append(groups[times], word)
	})

	lines := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		lines++
	}
	if longest == "" {
		longest = "-"
	}
	fmt.Println("lines", lines)
	fmt.Println("words", words)
	fmt.Println("different", different)
	fmt.Println("longest", longest)

	frequencies := sortedKeys(groups)
	printed := 0
	for k := len(frequencies) - 1; k >= 0 && printed < 10; k-- {
		for _, word := range groups[frequencies[k]] {
			if printed == 10 {
				break
			}
			fmt.Println(frequencies[k], word)
			printed++
		}
	}

	for _, size := range sortedKeys(bars) {
		fmt.Printf("%d: %s\n", size, bars[size])
	}
}
