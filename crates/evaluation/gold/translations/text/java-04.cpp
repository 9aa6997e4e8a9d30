#include <cstdio>
#include <string>
#include <vector>

// A letter tree: each node has 26 children,
// the counter is set where a word ends.
struct Node
{
    Node* next[26] = {nullptr};
    int counter = 0;
};

static Node* root = new Node();
static int lines = 0, words = 0, distinct = 0;
static std::string longest = "-";
static std::vector<int> lengths(1, 0);

// the best ten, descending
static std::string topWord[10];
static int topCount[10];

static void wordDone(const std::string& word, Node* end)
{
    words++;
    end->counter++;
    if (end->counter == 1)
    {
        distinct++;
    }
    if (word.length() >= lengths.size())
    {
        longest = word;
        lengths.resize(word.length() + 1, 0);
    }
    lengths[word.length()]++;
}

static void readAll()
{
    std::string word;
    Node* here = root;
    int before = '\n';
    int ch;
    do
    {
        ch = getchar();
        int index = -1;
        if (ch >= 'a' && ch <= 'z') index = ch - 'a';
        if (ch >= 'A' && ch <= 'Z') index = ch - 'A';
        if (index >= 0)
        {
            if (here->next[index] == nullptr) here->next[index] = new Node();
            here = here->next[index];
            word += (char) ('a' + index);
        }
        else if (here != root)
        {
            wordDone(word, here);
            word.clear();
            here = root;
        }
        // the last line may have no newline
        if (ch == '\n' || (ch == EOF && before != '\n')) lines++;
        before = ch;
    }
    while (ch != EOF);
}

static void insertSorted(const std::string& word, int count)
{
    int place = 10;
    while (place > 0 && topCount[place - 1] < count) place--;
    if (place == 10) return;
    for (int i = 9; i > place; i--)
    {
        topWord[i] = topWord[i - 1];
        topCount[i] = topCount[i - 1];
    }
    topWord[place] = word;
    topCount[place] = count;
}

// visits the words in alphabetical order
static void walk(Node* node, const std::string& prefix)
{
    if (node == nullptr) return;
    if (node->counter > 0) insertSorted(prefix, node->counter);
    for (int i = 0; i < 26; i++)
    {
        walk(node->next[i], prefix + (char) ('a' + i));
    }
}

int main()
{
    readAll();
    walk(root, "");
    printf("lines %d\nwords %d\n", lines, words);
    printf("different %d\nlongest %s\n", distinct, longest.c_str());
    for (int i = 0; i < 10 && topCount[i] > 0; i++)
    {
        printf("%d %s\n", topCount[i], topWord[i].c_str());
    }
    for (size_t n = 1; n < lengths.size(); n++)
    {
        if (lengths[n] > 0)
        {
            printf("%zu: %s\n", n, std::string(lengths[n], '#').c_str());
        }
    }
    return 0;
}
