#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <vector>

class Trie {
    struct Branch {
        std::array<std::unique_ptr<Branch>, 26> next;
        int hits = 0;
    };

    Branch top;
    Branch* current = &top;

public:
    using Buckets = std::map<int, std::vector<std::string>, std::greater<int>>;

    void descend(int letter) {
        auto& slot = current->next[letter];
        if (!slot) slot = std::make_unique<Branch>();
        current = slot.get();
    }

    void finishWord() {
        ++current->hits;
        current = &top;
    }

    // all words, grouped by how often they occur, each group in order
    Buckets grouped() const {
        Buckets buckets;
        std::string word;
        std::function<void(const Branch&)> visit = [&](const Branch& branch) {
            if (branch.hits > 0) buckets[branch.hits].push_back(word);
            for (int i = 0; i < 26; ++i) {
                if (!branch.next[i]) continue;
                word.push_back(static_cast<char>('a' + i));
                visit(*branch.next[i]);
                word.pop_back();
            }
        };
        visit(top);
        return buckets;
    }
};

static int letterNumber(char c) {
    if (c >= 'a' && c <= 'z') return c - 'a';
    if (c >= 'A' && c <= 'Z') return c - 'A';
    return -1;
}

int main() {
    const std::string content{std::istreambuf_iterator<char>(std::cin), {}};

    Trie trie;
    size_t depth = 0, longestStart = 0, longestSize = 0;
    int wordCount = 0;
    std::map<size_t, int> histogram;

    for (size_t i = 0; i <= content.size(); ++i) {
        const int letter = i < content.size() ? letterNumber(content[i]) : -1;
        if (letter >= 0) {
            trie.descend(letter);
            ++depth;
            continue;
        }
        if (depth == 0) continue;
        trie.finishWord();
        ++wordCount;
        ++histogram[depth];
        if (depth > longestSize) {
            longestStart = i - depth;
            longestSize = depth;
        }
        depth = 0;
    }

    const auto buckets = trie.grouped();

    auto lineCount = std::count(content.begin(), content.end(), '\n');
    if (!content.empty() && content.back() != '\n') ++lineCount;

    size_t different = 0;
    for (const auto& bucket : buckets) different += bucket.second.size();

    std::string longest = content.substr(longestStart, longestSize);
    std::transform(longest.begin(), longest.end(), longest.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    if (longest.empty()) longest = "-";

    std::cout << "lines " << lineCount << '\n'
              << "words " << wordCount << '\n'
              << "different " << different << '\n'
              << "longest " << longest << '\n';

    int remaining = 10;
    for (const auto& [hits, group] : buckets) {
        for (const auto& word : group) {
            if (remaining == 0) break;
            std::cout << hits << ' ' << word << '\n';
            --remaining;
        }
    }

    for (const auto& [length, amount] : histogram) {
        std::cout << length << ": " << std::string(amount, '#') << '\n';
    }
}
