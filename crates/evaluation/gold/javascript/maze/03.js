// Maze
// Idea: every free cell has a number (steps from S). I go through the
// whole maze again and again and make the numbers smaller, until no number
// changes any more.

var fs = require('fs');
var text = fs.readFileSync(0).toString();
var lines = text.split('\n');
var parts = lines[0].trim().split(' ');
var h = parseInt(parts[0]);
var w = parseInt(parts[1]);
var BIG = 1000000000;
var steps = [];
var maze = [];
var i, j;
var endI, endJ;

// gives the number of a cell, or BIG if it is outside
function get(i, j) {
    if (i < 0) {
        return BIG;
    }
    if (j < 0) {
        return BIG;
    }
    if (i >= h) {
        return BIG;
    }
    if (j >= w) {
        return BIG;
    }
    return steps[i][j];
}

// read the maze
for (i = 0; i < h; i++) {
    maze[i] = [];
    steps[i] = [];
    for (j = 0; j < w; j++) {
        maze[i][j] = lines[i + 1].charAt(j);
        steps[i][j] = BIG;
        if (maze[i][j] == 'S') {
            steps[i][j] = 0;
        }
        if (maze[i][j] == 'E') {
            endI = i;
            endJ = j;
        }
    }
}

// repeat until nothing changes
var changed = true;
while (changed) {
    changed = false;
    for (i = 0; i < h; i++) {
        for (j = 0; j < w; j++) {
            if (maze[i][j] != '#') {
                var best = Math.min(get(i - 1, j), get(i + 1, j), get(i, j - 1), get(i, j + 1));
                if (best + 1 < steps[i][j]) {
                    steps[i][j] = best + 1;
                    changed = true;
                }
            }
        }
    }
}

if (steps[endI][endJ] == BIG) {
    console.log('no way');
} else {
    console.log('steps ' + steps[endI][endJ]);

    // go back from the exit to the start
    i = endI;
    j = endJ;
    while (steps[i][j] > 1) {
        var want = steps[i][j] - 1;
        if (get(i - 1, j) == want) {
            i = i - 1;
        } else if (get(i + 1, j) == want) {
            i = i + 1;
        } else if (get(i, j - 1) == want) {
            j = j - 1;
        } else {
            j = j + 1;
        }
        maze[i][j] = '*';
    }

    // print it
    for (i = 0; i < h; i++) {
        var line = '';
        for (j = 0; j < w; j++) {
            line = line + maze[i][j];
        }
        console.log(line);
    }
}
