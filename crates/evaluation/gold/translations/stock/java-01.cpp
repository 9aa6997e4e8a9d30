#include <iostream>
#include <string>
#include <utility>
#include <vector>

using namespace std;

struct Product {
    string label;
    int amount;
    int cost;
};

// position of the product in the list, -1 if it is not there
int indexOf(const vector<Product>& products, const string& label) {
    for (size_t k = 0; k < products.size(); k++) {
        if (products[k].label == label) {
            return k;
        }
    }
    return -1;
}

vector<string> splitWords(const string& line) {
    vector<string> words;
    string current;
    for (char ch : line) {
        if (ch == ' ' || ch == '\r') {
            if (!current.empty()) {
                words.push_back(current);
                current.clear();
            }
        } else {
            current += ch;
        }
    }
    if (!current.empty()) {
        words.push_back(current);
    }
    return words;
}

void printReport(vector<Product>& products) {
    for (size_t pass = 0; pass < products.size(); pass++) {
        for (size_t k = 0; k + 1 < products.size(); k++) {
            if (products[k].label > products[k + 1].label) {
                swap(products[k], products[k + 1]);
            }
        }
    }
    long long value = 0;
    for (const Product& item : products) {
        cout << item.label << " " << item.amount << " " << item.cost << endl;
        value += (long long) item.amount * item.cost;
    }
    cout << "total " << value << endl;
}

int main() {
    vector<Product> products;
    string line;

    while (getline(cin, line)) {
        vector<string> words = splitWords(line);
        if (words.empty()) {
            continue;
        }
        const string& command = words[0];
        if (command == "end") {
            break;
        }

        int where = words.size() > 1 ? indexOf(products, words[1]) : -1;

        if (command == "add") {
            int amount = stoi(words.at(2));
            int cost = stoi(words.at(3));
            if (where == -1) {
                products.push_back({words[1], amount, cost});
            } else {
                products[where].amount += amount;
                products[where].cost = cost;
            }
        } else if (command == "remove") {
            if (where == -1) {
                cout << "unknown " << words.at(1) << endl;
            } else {
                int amount = stoi(words.at(2));
                if (amount > products[where].amount) {
                    cout << "not enough " << words[1] << endl;
                } else {
                    products[where].amount -= amount;
                }
            }
        } else if (command == "price") {
            if (where == -1) {
                cout << "unknown " << words.at(1) << endl;
            } else {
                products[where].cost = stoi(words.at(2));
            }
        } else if (command == "report") {
            printReport(products);
        } else {
            cout << "bad command" << endl;
        }
    }
    return 0;
}
