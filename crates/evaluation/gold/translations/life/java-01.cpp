#include <iostream>
#include <string>
#include <vector>

using namespace std;

int main() {
    int rows, cols, rounds;
    cin >> rows >> cols >> rounds;
    vector<vector<bool>> grid(rows, vector<bool>(cols, false));
    for (int r = 0; r < rows; r++) {
        string text;
        cin >> text;
        for (int c = 0; c < cols; c++) {
            if (text[c] == 'o') {
                grid[r][c] = true;
            } else {
                grid[r][c] = false;
            }
        }
    }

    for (int round = 1; round <= rounds; round++) {
        vector<vector<bool>> nextGrid(rows, vector<bool>(cols, false));
        int alive = 0;
        bool different = false;
        for (int r = 0; r < rows; r++) {
            for (int c = 0; c < cols; c++) {
                // wrap around at the borders
                int up = r - 1;
                if (up < 0) {
                    up = rows - 1;
                }
                int down = r + 1;
                if (down == rows) {
                    down = 0;
                }
                int west = c - 1;
                if (west < 0) {
                    west = cols - 1;
                }
                int east = c + 1;
                if (east == cols) {
                    east = 0;
                }

                int count = 0;
                if (grid[up][west]) count++;
                if (grid[up][c]) count++;
                if (grid[up][east]) count++;
                if (grid[r][west]) count++;
                if (grid[r][east]) count++;
                if (grid[down][west]) count++;
                if (grid[down][c]) count++;
                if (grid[down][east]) count++;

                if (grid[r][c] && (count == 2 || count == 3)) {
                    nextGrid[r][c] = true;
                }
                if (!grid[r][c] && count == 3) {
                    nextGrid[r][c] = true;
                }
                if (nextGrid[r][c]) {
                    alive++;
                }
                if (nextGrid[r][c] != grid[r][c]) {
                    different = true;
                }
            }
        }
        grid = nextGrid;
        cout << "step " << round << ": " << alive << endl;
        if (!different) {
            cout << "still" << endl;
            break;
        }
    }

    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < cols; c++) {
            cout << (grid[r][c] ? "o" : ".");
        }
        cout << endl;
    }
    return 0;
}
