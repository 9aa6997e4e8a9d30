#include <cctype>
#include <iostream>
#include <stdexcept>
#include <string>
#include <unordered_map>

class Calculator {
public:
    std::string process(const std::string& input) {
        text = input;
        pos = 0;
        std::string variable = letters();
        bool assigns = !variable.empty() && take('=');
        size_t begin = assigns ? pos : 0;

        long long result;
        try {
            checking = true;
            evaluateFrom(begin);
            checking = false;
            result = evaluateFrom(begin);
        } catch (const std::runtime_error& problem) {
            return std::string("error: ") + problem.what();
        }

        if (!assigns) {
            return std::to_string(result);
        }
        memory[variable] = result;
        return variable + " = " + std::to_string(result);
    }

private:
    std::string text;
    size_t pos = 0;
    bool checking = false;  // true: the values do not matter yet
    std::unordered_map<std::string, long long> memory;

    void skipSpace() {
        while (pos < text.size() && std::isspace(static_cast<unsigned char>(text[pos]))) {
            ++pos;
        }
    }

    bool take(char wanted) {
        skipSpace();
        if (pos >= text.size() || text[pos] != wanted) {
            return false;
        }
        ++pos;
        return true;
    }

    std::string letters() {
        skipSpace();
        size_t first = pos;
        while (pos < text.size() && std::isalpha(static_cast<unsigned char>(text[pos]))) {
            ++pos;
        }
        return text.substr(first, pos - first);
    }

    std::string digits() {
        skipSpace();
        size_t first = pos;
        while (pos < text.size() && std::isdigit(static_cast<unsigned char>(text[pos]))) {
            ++pos;
        }
        return text.substr(first, pos - first);
    }

    long long evaluateFrom(size_t begin) {
        pos = begin;
        long long result = additive();
        skipSpace();
        if (pos != text.size()) {
            throw std::runtime_error("syntax");
        }
        return result;
    }

    long long additive() {
        long long left = multiplicative();
        for (;;) {
            if (take('+')) {
                left += multiplicative();
            } else if (take('-')) {
                left -= multiplicative();
            } else {
                return left;
            }
        }
    }

    long long multiplicative() {
        long long left = operand();
        for (;;) {
            if (take('*')) {
                left *= operand();
            } else if (take('/')) {
                long long divisor = operand();
                if (checking) {
                    divisor = 1;
                } else if (divisor == 0) {
                    throw std::runtime_error("division by zero");
                }
                left /= divisor;
            } else {
                return left;
            }
        }
    }

    // unary minus, brackets, numbers and names
    long long operand() {
        if (take('-')) {
            return -operand();
        }
        if (take('(')) {
            long long inner = additive();
            if (!take(')')) {
                throw std::runtime_error("syntax");
            }
            return inner;
        }
        std::string number = digits();
        if (!number.empty()) {
            return std::stoll(number);
        }
        std::string name = letters();
        if (name.empty()) {
            throw std::runtime_error("syntax");
        }
        if (checking) {
            return 1;
        }
        auto entry = memory.find(name);
        if (entry == memory.end()) {
            throw std::runtime_error("unknown " + name);
        }
        return entry->second;
    }
};

int main() {
    Calculator calculator;
    std::string input;
    while (std::getline(std::cin, input)) {
        if (input.find_first_not_of(" \t\r\n\v\f") != std::string::npos) {
            std::cout << calculator.process(input) << '\n';
        }
    }
    return 0;
}
