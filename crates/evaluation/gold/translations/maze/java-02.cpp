#include <iostream>
#include <map>
#include <queue>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using Point = std::pair<int, int>;  // row, column

static const Point MOVES[] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

static Point shifted(const Point& from, const Point& move)
{
    return {from.first + move.first, from.second + move.second};
}

struct Grid {
    std::vector<std::string> cells;

    bool open(const Point& p) const
    {
        return p.first >= 0 && p.first < (int) cells.size()
            && p.second >= 0 && p.second < (int) cells[p.first].size()
            && cells[p.first][p.second] != '#';
    }

    Point locate(char mark) const
    {
        for (size_t row = 0; row < cells.size(); row++) {
            auto column = cells[row].find(mark);
            if (column != std::string::npos) {
                return Point(row, column);
            }
        }
        throw std::invalid_argument(std::string("there is no ") + mark);
    }
};

static std::map<Point, int> flood(const Grid& grid, const Point& origin)
{
    std::map<Point, int> distance{{origin, 0}};
    std::queue<Point> pending({origin});
    while (!pending.empty()) {
        Point current = pending.front();
        pending.pop();
        for (const Point& move : MOVES) {
            Point next = shifted(current, move);
            if (grid.open(next) && distance.count(next) == 0) {
                distance[next] = distance[current] + 1;
                pending.push(next);
            }
        }
    }
    return distance;
}

static Point previous(const std::map<Point, int>& distance, const Point& p)
{
    int target = distance.at(p) - 1;
    for (const Point& move : MOVES) {
        auto hit = distance.find(shifted(p, move));
        if (hit != distance.end() && hit->second == target) {
            return hit->first;
        }
    }
    throw std::logic_error("no predecessor");
}

int main()
{
    int height, width;
    std::cin >> height >> width;
    Grid grid;
    grid.cells.resize(height);
    for (auto& row : grid.cells) {
        std::cin >> row;
    }

    Point begin = grid.locate('S');
    Point finish = grid.locate('E');
    auto distance = flood(grid, begin);
    if (distance.count(finish) == 0) {
        std::cout << "no way" << std::endl;
        return 0;
    }

    Point p = previous(distance, finish);
    while (p != begin) {
        grid.cells[p.first][p.second] = '*';
        p = previous(distance, p);
    }
    std::cout << "steps " << distance[finish] << std::endl;
    for (const auto& row : grid.cells) {
        std::cout << row << std::endl;
    }
    return 0;
}
