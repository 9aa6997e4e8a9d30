// Counting words with a trie: each node has 26 children and a counter.

const { readFileSync } = require('fs')

const A = 'a'.charCodeAt(0)

function newNode () {
  return { count: 0, children: new Array(26).fill(null) }
}

const root = newNode()

// Walks over the text once. Returns what can be counted on the way.
function scan (text) {
  const result = { lines: 0, words: 0, different: 0, longest: '' }
  const lower = text.toLowerCase()
  let node = root
  let begin = 0

  for (let pos = 0; pos <= lower.length; pos++) {
    const index = pos < lower.length ? lower.charCodeAt(pos) - A : -1
    if (index >= 0 && index < 26) {
      if (node.children[index] === null) node.children[index] = newNode()
      node = node.children[index]
      continue
    }
    if (node !== root) {
      result.words++
      if (node.count++ === 0) result.different++
      if (pos - begin > result.longest.length) result.longest = lower.slice(begin, pos)
    }
    node = root
    begin = pos + 1
    if (lower[pos] === '\n') result.lines++
  }

  if (lower.length > 0 && !lower.endsWith('\n')) result.lines++
  return result
}

// calls visit(word, count) for all words in alphabetical order
function traverse (node, prefix, visit) {
  if (node.count > 0) visit(prefix, node.count)
  for (let i = 0; i < 26; i++) {
    const child = node.children[i]
    if (child !== null) traverse(child, prefix + String.fromCharCode(A + i), visit)
  }
}

function main () {
  const result = scan(readFileSync(0, 'latin1'))
  console.log('lines ' + result.lines)
  console.log('words ' + result.words)
  console.log('different ' + result.different)
  console.log('longest ' + (result.longest === '' ? '-' : result.longest))

  const top = []
  const histogram = new Array(result.longest.length + 1).fill('')

  traverse(root, '', (word, count) => {
    histogram[word.length] += '#'.repeat(count)
    // keep the best ten; equal counts stay in alphabetical order
    let place = top.length
    while (place > 0 && top[place - 1].count < count) place--
    top.splice(place, 0, { word, count })
    if (top.length > 10) top.pop()
  })

  for (const { word, count } of top) console.log(count + ' ' + word)
  for (let n = 1; n < histogram.length; n++) {
    if (histogram[n] !== '') console.log(n + ': ' + histogram[n])
  }
}

main()
