// A graph of towns: shortest ways by Dijkstra, components by union-find.
#include <algorithm>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <queue>
#include <stdexcept>
#include <string>
#include <vector>

#define CHECK(condition) \
    if (!(condition))    \
        throw std::runtime_error(#condition)

namespace roads {

constexpr double unreachable = std::numeric_limits<double>::infinity();
constexpr long metres = 1'000;

enum class Surface : unsigned char { asphalt, gravel = 2, mud };

struct Road {
    int to;
    double length;
    Surface surface{Surface::asphalt};
};

/* Every network has towns; what lies between them differs. */
class Network {
public:
    explicit Network(size_t towns) : roads_(towns), parents_(towns) {
        for (size_t town = 0; town < towns; ++town) {
            parents_[town] = static_cast<int>(town);
        }
    }
    virtual ~Network() = default;
    Network(const Network &) = delete;

    void connect(int from, int to, double length, Surface surface = Surface::asphalt) {
        CHECK(from != to && length > 0);
        roads_.at(from).push_back({to, length, surface});
        roads_.at(to).push_back({from, length, surface});
        parents_[find(from)] = find(to);
    }

    [[nodiscard]] bool connected(int left, int right) const {
        return find(left) == find(right);
    }

    virtual double cost(const Road &road) const noexcept {
        switch (road.surface) {
        case Surface::gravel:
            return road.length * 1.5;
        case Surface::mud:
            return road.length * 4.0;
        default:
            return road.length;
        }
    }

    std::vector<double> distances(int start) const;

protected:
    std::vector<std::vector<Road>> roads_;

private:
    mutable std::vector<int> parents_;

    int find(int town) const {
        while (parents_[town] != town) {
            town = parents_[town] = parents_[parents_[town]];
        }
        return town;
    }
};

template <typename Value, typename Compare = std::less<Value>>
const Value &least(const Value &left, const Value &right, Compare compare = Compare()) {
    return compare(right, left) ? right : left;
}

std::vector<double> Network::distances(int start) const {
    using Stop = std::pair<double, int>;
    std::vector<double> best(roads_.size(), unreachable);
    std::priority_queue<Stop, std::vector<Stop>, std::greater<Stop>> open;
    best[start] = 0.0;
    open.emplace(0.0, start);
    while (!open.empty()) {
        auto [length, town] = open.top();
        open.pop();
        if (length > best[town]) continue;
        for (const Road &road : roads_[town]) {
            double through = length + cost(road);
            if (through < best[road.to]) {
                best[road.to] = through;
                open.emplace(through, road.to);
            }
        }
    }
    return best;
}

class Bicycle final : public Network {
public:
    using Network::Network;
    double cost(const Road &road) const noexcept override {
        return road.surface == Surface::mud ? unreachable : road.length / 20;
    }
};

// Rarer things: operators, friends, unions, labels, templates with packs and concepts.
struct Distance {
    double value = 0;
    static int made;

    Distance() { ++made; }
    Distance(double metres) : value{metres} {}
    Distance &operator+=(const Distance &other) {
        value += other.value;
        return *this;
    }
    bool operator<(const Distance &other) const { return value < other.value; }
    explicit operator bool() const { return value != 0; }
    double operator()(int times) const { return value * times; }
    friend std::ostream &operator<<(std::ostream &out, const Distance &distance) {
        return out << distance.value << "m";
    }
};

int Distance::made = 0;

static_assert(sizeof(Distance) >= sizeof(double), "a distance holds a double");

typedef unsigned long long Mask;

union Word {
    Mask whole;
    unsigned char bytes[8];
};

template <typename First, typename... Rest>
double total(First first, Rest... rest) {
    if constexpr (sizeof...(rest) == 0) {
        return first;
    } else {
        return first + total(rest...);
    }
}

inline Mask spread(Mask mask, int by) {
    for (int bit = 63; bit >= 0; bit--) {
        if (mask >> bit & 1u) {
            mask |= mask << by;
            goto done;
        }
    }
done:
    return ~mask ^ (mask << 2 | mask >> 3);
}

int *countdown(int from) {
    int *numbers = new int[from];
    int at = 0;
    do {
        numbers[at++] = from--;
        if (from % 7 == 0) continue;
    } while (from > 0 and at < 100);
    return numbers;
}

void release(int *&numbers) {
    delete[] numbers;
    numbers = nullptr;
}

} // namespace roads

extern "C" int answer(void);

int main(int argc, char *argv[]) {
    using namespace roads;
    const std::string usage = R"(usage: roads TOWNS < list
each line: from to length "surface")";
    if (argc != 2) {
        std::cerr << usage << '\n';
        return 2;
    }
    try {
        std::unique_ptr<Network> network(new Bicycle(std::stoul(argv[1])));
        int from, to, surface;
        double length;
        while (std::cin >> from >> to >> length >> surface) {
            network->connect(from, to, length, Surface(surface & 3));
        }
        std::map<double, int> order;
        int town = 0;
        for (auto distance : network->distances(0)) {
            if (distance != unreachable || network->connected(0, town)) order[distance] = town;
            town++;
        }
        std::for_each(order.begin(), order.end(), [&](const auto &stop) {
            std::cout << stop.second << ": " << least(stop.first, 1e6) * metres << "\n";
        });
    } catch (const std::exception &error) {
        std::cerr << "roads: " << error.what() << std::endl;
        return EXIT_FAILURE;
    }
    return 0;
}
