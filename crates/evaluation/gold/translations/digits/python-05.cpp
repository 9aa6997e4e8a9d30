#include <iostream>
#include <numeric>
#include <vector>
using namespace std;

int main() {
    long long n;
    cin >> n;
    vector<long long> ds;
    while (true) {
        long long d = n % 10;
        n = n / 10;
        ds.push_back(d);
        if (n == 0) break;
    }

    cout << accumulate(ds.begin(), ds.end(), 0LL) << endl;
    cout << accumulate(ds.begin(), ds.end(), 0LL,
                       [](long long acc, long long d) { return 10 * acc + d; }) << endl;
    cout << (ds == vector<long long>(ds.rbegin(), ds.rend()) ? "yes" : "no") << endl;
    return 0;
}
