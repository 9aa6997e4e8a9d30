import Foundation

// A tree of letters: each node has a place for every letter of the alphabet
// and knows how many words end in it. Walking it from left to right gives the
// words sorted, so words of the same frequency need no comparison.
class LetterNode {
    var next = [LetterNode?](repeating: nil, count: 26)
    var hits = 0
}

/// 0 to 25 for a letter, -1 for anything else
func letterNumber(_ code: UInt8) -> Int {
    if code >= 97 && code <= 122 {
        return Int(code) - 97
    }
    if code >= 65 && code <= 90 {
        return Int(code) - 65
    }
    return -1
}

/// Sorts every word under the node into the group of its frequency.
func gather(_ node: LetterNode, _ stem: String, _ groups: inout [Int: [String]]) {
    if node.hits > 0 {
        groups[node.hits, default: []].append(stem)
    }
    for i in 0..<26 {
        if let below = node.next[i] {
            let letter = Character(UnicodeScalar(UInt8(97 + i)))
            gather(below, stem + String(letter), &groups)
        }
    }
}

func main() {
    let bytes = [UInt8](FileHandle.standardInput.readDataToEndOfFile())
    let top = LetterNode()
    var current = top
    var size = 0
    var wordCount = 0
    var longestStart = 0
    var longestSize = 0
    var bars: [Int: String] = [:]

    for i in 0...bytes.count {
        let number = i < bytes.count ? letterNumber(bytes[i]) : -1
        if number >= 0 {
            if current.next[number] == nil {
                current.next[number] = LetterNode()
            }
            current = current.next[number]!
            size += 1
        } else if size > 0 {
            current.hits += 1
            wordCount += 1
            bars[size] = (bars[size] ?? "") + "#"
            if size > longestSize {
                longestStart = i - size
                longestSize = size
            }
            current = top
            size = 0
        }
    }

    var groups: [Int: [String]] = [:]
    gather(top, "", &groups)

    var lineCount = 0
    for byte in bytes {
        if byte == 10 {
            lineCount += 1
        }
    }
    if !bytes.isEmpty && bytes[bytes.count - 1] != 10 {
        lineCount += 1
    }

    var distinct = 0
    for words in groups.values {
        distinct += words.count
    }

    print("lines \(lineCount)")
    print("words \(wordCount)")
    print("different \(distinct)")
    let longest = String(decoding: bytes[longestStart..<(longestStart + longestSize)], as: UTF8.self).lowercased()
    print("longest \(longest.isEmpty ? "-" : longest)")

    var remaining = 10
    for hits in groups.keys.sorted(by: >) {
        for word in groups[hits]!.prefix(remaining) {
            print("\(hits) \(word)")
            remaining -= 1
        }
    }

    for size in bars.keys.sorted() {
        print("\(size): \(bars[size]!)")
    }
}

main()
