#include <iostream>
#include <map>
#include <sstream>
#include <string>

struct Entry {
    long long quantity = 0;
    long long price = 0;
};

using Warehouse = std::map<std::string, Entry>;

void add(Warehouse& warehouse, const std::string& name, long long quantity, long long price) {
    Entry& entry = warehouse[name];
    entry.quantity += quantity;
    entry.price = price;
}

// returns the error message, or an empty string
std::string take(Warehouse& warehouse, const std::string& name, long long quantity) {
    auto it = warehouse.find(name);
    if (it == warehouse.end()) {
        return "unknown " + name;
    }
    if (it->second.quantity < quantity) {
        return "not enough " + name;
    }
    it->second.quantity -= quantity;
    return "";
}

std::string changePrice(Warehouse& warehouse, const std::string& name, long long price) {
    auto it = warehouse.find(name);
    if (it == warehouse.end()) {
        return "unknown " + name;
    }
    it->second.price = price;
    return "";
}

void report(const Warehouse& warehouse) {
    long long sum = 0;
    for (const auto& [name, entry] : warehouse) {
        std::cout << name << ' ' << entry.quantity << ' ' << entry.price << '\n';
        sum += entry.quantity * entry.price;
    }
    std::cout << "total " << sum << '\n';
}

int main() {
    Warehouse warehouse;
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        std::string order, name;
        if (!(words >> order)) {
            continue;
        }
        std::string message;
        long long quantity, price;
        if (order == "end") {
            return 0;
        }
        if (order == "report") {
            report(warehouse);
        } else if (order == "add") {
            words >> name >> quantity >> price;
            add(warehouse, name, quantity, price);
        } else if (order == "remove") {
            words >> name >> quantity;
            message = take(warehouse, name, quantity);
        } else if (order == "price") {
            words >> name >> price;
            message = changePrice(warehouse, name, price);
        } else {
            message = "bad command";
        }
        if (!message.empty()) {
            std::cout << message << '\n';
        }
    }
}
