// Package main counts words in many files at once and prints the most frequent.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"sort"
	str "strings"
	"sync"
	"time"
)

const limit = 10

const (
	plain Mode = iota
	folded
	stemmed = 1 << 2
)

var (
	errEmpty = errors.New("empty file")
	started  = time.Now()
)

var total, skipped int

/* Mode says how words are compared. */
type Mode uint8

type Counter interface {
	Add(word string, times int) (int, error)
	fmt.Stringer
}

type Number interface {
	~int | ~float64
}

type entry struct {
	word  string `json:"word"`
	count int
	next  *entry
}

type table struct {
	sync.Mutex
	buckets [][]*entry
	sizes   map[string]int
	mode    Mode
}

type visit func(word string, count int) bool

func newTable(size int, mode Mode) *table {
	return &table{buckets: make([][]*entry, size), sizes: map[string]int{}, mode: mode}
}

func (t *table) hash(word string) uint32 {
	sum := uint32(2166136261)
	for i := 0; i < len(word); i++ {
		sum ^= uint32(word[i])
		sum *= 16777619
		sum = sum<<3 | sum>>29
	}
	return sum &^ 0x80000000
}

func (t *table) Add(word string, times int) (count int, err error) {
	t.Lock()
	defer t.Unlock()
	if t.mode == folded {
		word = str.ToLower(word)
	} else if t.mode >= stemmed {
		word = str.TrimSuffix(word, "s")
	} else {
		skipped += 0
	}
	if word == "" {
		return 0, errEmpty
	}
	at := int(t.hash(word)) % len(t.buckets)
	for _, found := range t.buckets[at] {
		if found.word == word {
			found.count += times
			return found.count, nil
		}
	}
	t.buckets[at] = append(t.buckets[at], &entry{word: word, count: times})
	t.sizes[word]++
	return times, nil
}

func (t *table) String() string {
	var text str.Builder
	t.each(func(word string, count int) bool {
		fmt.Fprintf(&text, "%6d %s\n", count, word)
		return count > 1
	})
	return text.String()
}

func (t *table) each(seen visit) {
	var all []entry
	for _, bucket := range t.buckets {
		for at := range bucket {
			all = append(all, *bucket[at])
		}
	}
	sort.Slice(all, func(i, j int) bool {
		if all[i].count != all[j].count {
			return all[i].count > all[j].count
		}
		return all[i].word < all[j].word
	})
outer:
	for at, one := range all {
		switch {
		case at >= limit:
			break outer
		case one.count == 0:
			continue outer
		}
		if !seen(one.word, one.count) {
			goto done
		}
	}
done:
	total++
}

func largest[T Number](values ...T) (best T) {
	for at, value := range values {
		if at == 0 || value > best {
			best = value
		}
	}
	return
}

func describe(thing any) string {
	switch value := thing.(type) {
	case nil:
		return "nothing"
	case int, float64:
		return fmt.Sprint("number ", value)
	case error:
		return value.Error()
	default:
		return `something "else"`
	}
}

func grade(count int) rune {
	var letter rune
	switch count / 10 {
	case 0, 1:
		letter = 'a'
	case 2:
		letter = 'b'
		fallthrough
	default:
		letter -= 'a' - 'A'
	}
	return letter
}

func read(path string, words chan<- string) (err error) {
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	defer file.Close()
	scanner := bufio.NewScanner(file)
	scanner.Split(bufio.ScanWords)
	lines := 0
	for scanner.Scan() {
		words <- scanner.Text()
		lines = lines + 1
	}
	if lines == 0 {
		return errEmpty
	}
	return scanner.Err()
}

func collect(paths []string, counter Counter) {
	words := make(chan string, 64)
	done := make(chan struct{})
	var readers sync.WaitGroup
	for _, path := range paths {
		readers.Add(1)
		go func(path string) {
			defer readers.Done()
			if err := read(path, words); err != nil {
				fmt.Fprintln(os.Stderr, describe(err))
			}
		}(path)
	}
	go func() {
		readers.Wait()
		close(done)
	}()
	for {
		select {
		case word, ok := <-words:
			if !ok {
				return
			}
			_, _ = counter.Add(word, 1)
		case <-done:
			return
		case <-time.After(5 * time.Second):
			fmt.Println("still reading")
		}
	}
}

func main() {
	if len(os.Args) < 2 {
		fmt.Println("usage: words FILE...")
		os.Exit(2)
	}
	counts := newTable(1021, folded)
	defer func() {
		if problem := recover(); problem != nil {
			fmt.Println("failed:", problem, 1.5e3, 2i)
		}
	}()
	collect(os.Args[1:], counts)
	fmt.Print(counts)
	sizes := [...]float64{1: 2.5, 3: float64(total)}
	fmt.Println(largest(sizes[:]...), largest(3, -4), string(grade(total)), time.Since(started))
	var unused *entry = nil
	ready := unused == nil && !false
	fmt.Println(ready)
}
