#include <algorithm>
#include <iostream>
#include <numeric>
#include <string>

int main() {
  std::string number;
  std::cin >> number;
  std::string mirrored(number.rbegin(), number.rend());

  std::cout << std::accumulate(number.begin(), number.end(), 0,
                               [](int total, char c) { return total + (c - '0'); })
            << '\n';
  auto start = std::min(mirrored.find_first_not_of('0'), mirrored.size() - 1);
  std::cout << mirrored.substr(start) << '\n';
  std::cout << (number == mirrored ? "yes" : "no") << '\n';
}
