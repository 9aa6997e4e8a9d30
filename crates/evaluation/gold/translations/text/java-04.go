package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

// node of a trie: one child for each letter, and how often a word ended here
type node struct {
	children [26]*node
	count    int
}

type entry struct {
	word  string
	count int
}

const topSize = 10

type statistics struct {
	root                    node
	lines, words, different int
	longest                 string
	lengths                 []int
	top                     []entry // best first
}

func (s *statistics) finish(word string, end *node) {
	s.words++
	end.count++
	if end.count == 1 {
		s.different++
	}
	if len(word) >= len(s.lengths) {
		s.longest = word
		s.lengths = append(s.lengths, make([]int, len(word)+1-len(s.lengths))...)
	}
	s.lengths[len(word)]++
}

func letter(c byte) (int, bool) {
	switch {
	case 'a' <= c && c <= 'z':
		return int(c - 'a'), true
	case 'A' <= c && c <= 'Z':
		return int(c - 'A'), true
	}
	return 0, false
}

func (s *statistics) read(in *bufio.Reader) {
	var word []byte
	current := &s.root
	endWord := func() {
		if len(word) > 0 {
			s.finish(string(word), current)
			word = word[:0]
			current = &s.root
		}
	}

	last := byte('\n')
	for {
		c, err := in.ReadByte()
		if err != nil {
			break
		}
		if i, ok := letter(c); ok {
			if current.children[i] == nil {
				current.children[i] = new(node)
			}
			current = current.children[i]
			word = append(word, byte('a'+i))
		} else {
			endWord()
		}
		if c == '\n' {
			s.lines++
		}
		last = c
	}
	endWord()
	// the last line may lack its newline
	if last != '\n' {
		s.lines++
	}
}

func (s *statistics) insert(e entry) {
	place := len(s.top)
	for place > 0 && s.top[place-1].count < e.count {
		place--
	}
	if place == topSize {
		return
	}
	s.top = append(s.top, entry{})
	copy(s.top[place+1:], s.top[place:])
	s.top[place] = e
	if len(s.top) > topSize {
		s.top = s.top[:topSize]
	}
}

// walk visits the words in alphabetical order
func (s *statistics) walk(n *node, prefix string) {
	if n == nil {
		return
	}
	if n.count > 0 {
		s.insert(entry{prefix, n.count})
	}
	for i, child := range n.children {
		s.walk(child, prefix+string(rune('a'+i)))
	}
}

func main() {
	s := statistics{longest: "-", lengths: make([]int, 1)}
	s.read(bufio.NewReader(os.Stdin))
	s.walk(&s.root, "")

	fmt.Printf("lines %d\nwords %d\n", s.lines, s.words)
	fmt.Printf("different %d\nlongest %s\n", s.different, s.longest)
	for _, e := range s.top {
		fmt.Println(e.count, e.word)
	}
	for length, n := range s.lengths {
		if n > 0 {
			fmt.Printf("%d: %s\n", length, strings.Repeat("#", n))
		}
	}
}
