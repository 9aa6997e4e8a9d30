#include <array>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <utility>

using Cell = std::pair<int, int>;
using Cells = std::set<Cell>;

struct Size {
    int height;
    int width;
};

/// The eight neighbours of a cell on the torus.
std::array<Cell, 8> around(const Cell& cell, const Size& size) {
    std::array<Cell, 8> result;
    std::size_t filled = 0;
    for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
            if (dy == 0 && dx == 0) continue;
            result[filled++] = {(cell.first + dy + size.height) % size.height,
                                (cell.second + dx + size.width) % size.width};
        }
    }
    return result;
}

Cells evolve(const Cells& alive, const Size& size) {
    std::map<Cell, int> heat;
    for (const auto& cell : alive) {
        for (const auto& neighbour : around(cell, size)) {
            ++heat[neighbour];
        }
    }
    Cells result;
    for (const auto& [cell, count] : heat) {
        if (count == 3 || (count == 2 && alive.count(cell))) {
            result.insert(cell);
        }
    }
    return result;
}

Cells simulate(Cells alive, const Size& size, int steps) {
    for (int number = 1; number <= steps; ++number) {
        Cells before = std::move(alive);
        alive = evolve(before, size);
        std::cout << "step " << number << ": " << alive.size() << '\n';
        if (before == alive) {
            std::cout << "still\n";
            break;
        }
    }
    return alive;
}

void render(const Cells& alive, const Size& size) {
    for (int y = 0; y < size.height; ++y) {
        std::string line;
        for (int x = 0; x < size.width; ++x) {
            line += alive.count({y, x}) ? 'o' : '.';
        }
        std::cout << line << '\n';
    }
}

int main() {
    Size size;
    int steps;
    std::cin >> size.height >> size.width >> steps;

    Cells alive;
    std::string row;
    for (int y = 0; y < size.height && std::cin >> row; ++y) {
        for (int x = 0; x < static_cast<int>(row.size()); ++x) {
            if (row[x] == 'o') alive.emplace(y, x);
        }
    }

    render(simulate(std::move(alive), size, steps), size);
    return 0;
}
