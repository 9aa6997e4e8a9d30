var fs = require('fs');
var lines = fs.readFileSync('/dev/stdin').toString().split('\n');

var first = lines[0].split(' ');
var height = parseInt(first[0]);
var width = parseInt(first[1]);
var steps = parseInt(first[2]);

var oldGrid = [];
var newGrid = [];

// makes a grid with dead cells
function makeGrid()
{
    var grid = [];
    for (var i = 0; i < height; i++)
    {
        grid[i] = [];
        for (var j = 0; j < width; j++)
        {
            grid[i][j] = '.';
        }
    }
    return grid;
}

// how many neighbours of the cell are alive
function countNeighbours(i, j)
{
    var up = i - 1;
    var down = i + 1;
    var left = j - 1;
    var right = j + 1;

    // on the border we go to the other side
    if (up < 0)
        up = height - 1;
    if (down == height)
        down = 0;
    if (left < 0)
        left = width - 1;
    if (right == width)
        right = 0;

    var count = 0;
    if (oldGrid[up][left] == 'o') count++;
    if (oldGrid[up][j] == 'o') count++;
    if (oldGrid[up][right] == 'o') count++;
    if (oldGrid[i][left] == 'o') count++;
    if (oldGrid[i][right] == 'o') count++;
    if (oldGrid[down][left] == 'o') count++;
    if (oldGrid[down][j] == 'o') count++;
    if (oldGrid[down][right] == 'o') count++;
    return count;
}

function countAlive(grid)
{
    var alive = 0;
    for (var i = 0; i < height; i++)
    {
        for (var j = 0; j < width; j++)
        {
            if (grid[i][j] == 'o')
            {
                alive = alive + 1;
            }
        }
    }
    return alive;
}

function gridToString(grid)
{
    var result = '';
    for (var i = 0; i < height; i++)
    {
        for (var j = 0; j < width; j++)
        {
            result = result + grid[i][j];
        }
        result = result + '\n';
    }
    return result;
}

oldGrid = makeGrid();
for (var i = 0; i < height; i++)
{
    for (var j = 0; j < width; j++)
    {
        oldGrid[i][j] = lines[i + 1][j];
    }
}

var step = 1;
var stop = false;
while (step <= steps && stop == false)
{
    newGrid = makeGrid();
    for (var i = 0; i < height; i++)
    {
        for (var j = 0; j < width; j++)
        {
            var n = countNeighbours(i, j);
            if (oldGrid[i][j] == 'o')
            {
                if (n == 2 || n == 3)
                {
                    newGrid[i][j] = 'o';
                }
            }
            else
            {
                if (n == 3)
                {
                    newGrid[i][j] = 'o';
                }
            }
        }
    }
    console.log('step ' + step + ': ' + countAlive(newGrid));
    if (gridToString(oldGrid) == gridToString(newGrid))
    {
        console.log('still');
        stop = true;
    }
    oldGrid = newGrid;
    step = step + 1;
}
process.stdout.write(gridToString(oldGrid));
