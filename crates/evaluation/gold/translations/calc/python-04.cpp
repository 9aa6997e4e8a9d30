#include <cctype>
#include <functional>
#include <iostream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using Int = long long;
using Scope = std::map<std::string, Int>;
using Thunk = std::function<Int(const Scope&)>;

struct BadSyntax : std::exception {};
struct DivideByZero : std::exception {};
struct UnknownName : std::runtime_error {
    using std::runtime_error::runtime_error;
};

enum class Kind { Number, Name, Op, End };

struct Token {
    Kind kind;
    std::string text;

    bool isOp(const char* symbol) const { return kind == Kind::Op && text == symbol; }
};

struct Operator {
    int power;
    std::function<Int(Int, Int)> apply;
};

static Int divide(Int a, Int b) {
    if (b == 0) throw DivideByZero();
    return a / b;
}

static const std::map<std::string, Operator> OPERATORS = {
    {"+", {10, std::plus<Int>()}},
    {"-", {10, std::minus<Int>()}},
    {"*", {20, std::multiplies<Int>()}},
    {"/", {20, divide}},
};
static const int PREFIX_POWER = 30;

static std::vector<Token> scan(const std::string& line) {
    std::vector<Token> out;
    auto is = [&line](size_t k, int (*test)(int)) {
        return k < line.size() && test(static_cast<unsigned char>(line[k]));
    };
    size_t i = 0;
    while (i < line.size()) {
        size_t j = i;
        if (is(i, isspace)) {
            ++i;
        } else if (is(i, isdigit)) {
            while (is(j, isdigit)) ++j;
            out.push_back({Kind::Number, line.substr(i, j - i)});
            i = j;
        } else if (is(i, isalpha)) {
            while (is(j, isalpha)) ++j;
            out.push_back({Kind::Name, line.substr(i, j - i)});
            i = j;
        } else if (std::string("-+*/()=").find(line[i]) != std::string::npos) {
            out.push_back({Kind::Op, std::string(1, line[i])});
            ++i;
        } else {
            throw BadSyntax();
        }
    }
    out.push_back({Kind::End, ""});
    return out;
}

// Builds a closure for the whole statement by precedence climbing.
class ClosureBuilder {
public:
    explicit ClosureBuilder(std::vector<Token> input) : input_(std::move(input)) {}

    std::pair<std::optional<std::string>, Thunk> build() {
        std::optional<std::string> variable;
        if (input_.size() > 2 && input_[0].kind == Kind::Name && input_[1].isOp("=")) {
            variable = input_[0].text;
            cursor_ = 2;
        }
        Thunk body = expression(0);
        if (advance().kind != Kind::End) throw BadSyntax();
        return {variable, body};
    }

private:
    std::vector<Token> input_;
    size_t cursor_ = 0;

    const Token& advance() { return input_[cursor_++]; }

    Thunk primary() {
        const Token& token = advance();
        switch (token.kind) {
        case Kind::Number: {
            Int constant = std::stoll(token.text);
            return [constant](const Scope&) { return constant; };
        }
        case Kind::Name: {
            std::string name = token.text;
            return [name](const Scope& scope) {
                auto found = scope.find(name);
                if (found == scope.end()) throw UnknownName(name);
                return found->second;
            };
        }
        case Kind::Op:
            if (token.text == "-") {
                Thunk negated = expression(PREFIX_POWER);
                return [negated](const Scope& scope) { return -negated(scope); };
            }
            if (token.text == "(") {
                Thunk bracketed = expression(0);
                if (!advance().isOp(")")) throw BadSyntax();
                return bracketed;
            }
            throw BadSyntax();
        default:
            throw BadSyntax();
        }
    }

    Thunk expression(int minimum) {
        Thunk result = primary();
        while (true) {
            auto op = OPERATORS.find(input_[cursor_].text);
            if (op == OPERATORS.end() || op->second.power < minimum) return result;
            ++cursor_;
            Thunk rhs = expression(op->second.power + 1);
            result = [f = op->second.apply, lhs = std::move(result), rhs](const Scope& scope) {
                Int a = lhs(scope);
                Int b = rhs(scope);
                return f(a, b);
            };
        }
    }
};

static std::string perform(const std::string& line, Scope& scope) {
    try {
        auto [variable, body] = ClosureBuilder(scan(line)).build();
        Int outcome = body(scope);
        if (!variable) return std::to_string(outcome);
        scope[*variable] = outcome;
        return *variable + " = " + std::to_string(outcome);
    } catch (const BadSyntax&) {
        return "error: syntax";
    } catch (const DivideByZero&) {
        return "error: division by zero";
    } catch (const UnknownName& e) {
        return std::string("error: unknown ") + e.what();
    }
}

int main() {
    Scope scope;
    for (std::string line; std::getline(std::cin, line);) {
        if (line.find_first_not_of(" \t\r\v\f") == std::string::npos) continue;
        std::cout << perform(line, scope) << "\n";
    }
}
