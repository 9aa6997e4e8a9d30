#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    int height, width;
    cin >> height >> width;

    vector<string> maze;
    for (int i = 0; i < height; i++) {
        string row;
        cin >> row;
        maze.push_back(row);
    }

    // find start and exit
    int startRow = 0, startCol = 0, exitRow = 0, exitCol = 0;
    for (int i = 0; i < height; i++) {
        for (int j = 0; j < width; j++) {
            if (maze[i][j] == 'S') {
                startRow = i;
                startCol = j;
            }
            if (maze[i][j] == 'E') {
                exitRow = i;
                exitCol = j;
            }
        }
    }

    // -1 means not visited
    vector<vector<int>> distance(height, vector<int>(width, -1));

    distance[startRow][startCol] = 0;
    vector<int> queueRow = {startRow};
    vector<int> queueCol = {startCol};
    size_t head = 0;
    while (head < queueRow.size()) {
        int r = queueRow[head];
        int c = queueCol[head];
        head++;
        int d = distance[r][c] + 1;
        // up
        if (r > 0 && maze[r - 1][c] != '#' && distance[r - 1][c] == -1) {
            distance[r - 1][c] = d;
            queueRow.push_back(r - 1);
            queueCol.push_back(c);
        }
        // down
        if (r < height - 1 && maze[r + 1][c] != '#' && distance[r + 1][c] == -1) {
            distance[r + 1][c] = d;
            queueRow.push_back(r + 1);
            queueCol.push_back(c);
        }
        // left
        if (c > 0 && maze[r][c - 1] != '#' && distance[r][c - 1] == -1) {
            distance[r][c - 1] = d;
            queueRow.push_back(r);
            queueCol.push_back(c - 1);
        }
        // right
        if (c < width - 1 && maze[r][c + 1] != '#' && distance[r][c + 1] == -1) {
            distance[r][c + 1] = d;
            queueRow.push_back(r);
            queueCol.push_back(c + 1);
        }
    }

    if (distance[exitRow][exitCol] == -1) {
        cout << "no way" << endl;
    } else {
        int steps = distance[exitRow][exitCol];
        cout << "steps " << steps << endl;

        // walk back
        int r = exitRow;
        int c = exitCol;
        int d = steps - 1;
        while (d > 0) {
            if (r > 0 && distance[r - 1][c] == d) {
                r--;
            } else if (r < height - 1 && distance[r + 1][c] == d) {
                r++;
            } else if (c > 0 && distance[r][c - 1] == d) {
                c--;
            } else {
                c++;
            }
            maze[r][c] = '*';
            d--;
        }

        for (int i = 0; i < height; i++) {
            cout << maze[i] << endl;
        }
    }
    return 0;
}
