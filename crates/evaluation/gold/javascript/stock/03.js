var fs = require('fs');

// the three arrays belong together: names[i], counts[i], prices[i]
var names = [];
var counts = [];
var prices = [];

// find the position of a name, -1 if it is not there
function findName(n)
{
    var i;
    for (i = 0; i < names.length; i++)
    {
        if (names[i] === n)
        {
            return i;
        }
    }
    return -1;
}

// swap two items in all three arrays
function swap(a, b)
{
    var help;

    help = names[a];
    names[a] = names[b];
    names[b] = help;

    help = counts[a];
    counts[a] = counts[b];
    counts[b] = help;

    help = prices[a];
    prices[a] = prices[b];
    prices[b] = help;
}

// bubble sort
function sortItems()
{
    var i;
    var j;
    for (i = 0; i < names.length - 1; i++)
    {
        for (j = 0; j < names.length - 1 - i; j++)
        {
            if (names[j] > names[j + 1])
            {
                swap(j, j + 1);
            }
        }
    }
}

var input = fs.readFileSync('/dev/stdin').toString();
var lines = input.split('\n');
var running = true;
var lineNumber = 0;

while (running === true && lineNumber < lines.length)
{
    var line = lines[lineNumber].trim();
    lineNumber = lineNumber + 1;
    if (line === '')
    {
        continue;
    }

    var words = line.split(' ');
    var pos = findName(words[1]);

    if (words[0] === 'end')
    {
        running = false;
    }
    else if (words[0] === 'add')
    {
        if (pos === -1)
        {
            // new item goes at the end
            names.push(words[1]);
            counts.push(parseInt(words[2]));
            prices.push(parseInt(words[3]));
        }
        else
        {
            counts[pos] = counts[pos] + parseInt(words[2]);
            prices[pos] = parseInt(words[3]);
        }
    }
    else if (words[0] === 'remove')
    {
        if (pos === -1)
        {
            console.log('unknown ' + words[1]);
        }
        else if (parseInt(words[2]) > counts[pos])
        {
            console.log('not enough ' + words[1]);
        }
        else
        {
            counts[pos] = counts[pos] - parseInt(words[2]);
        }
    }
    else if (words[0] === 'price')
    {
        if (pos === -1)
        {
            console.log('unknown ' + words[1]);
        }
        else
        {
            prices[pos] = parseInt(words[2]);
        }
    }
    else if (words[0] === 'report')
    {
        sortItems();
        var total = 0;
        for (var k = 0; k < names.length; k++)
        {
            console.log(names[k] + ' ' + counts[k] + ' ' + prices[k]);
            total = total + counts[k] * prices[k];
        }
        console.log('total ' + total);
    }
    else
    {
        console.log('bad command');
    }
}
