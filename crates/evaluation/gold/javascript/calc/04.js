// Calculator. Every line is read twice by the same functions: first with
// checkOnly = true to find syntax errors, then for the value.

var fs = require('fs');

var vars = new Map();
var str = '';
var pos = 0;
var checkOnly = false;
var error = '';       // the first error of this line, '' if there is none

function setError(text) {
    if (error == '') error = text;
}

function isDigit(ch) {
    return ch >= '0' && ch <= '9';
}

function isLetter(ch) {
    return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z');
}

// the next character that is not a space, '' at the end
function look() {
    while (str.charAt(pos) == ' ' || str.charAt(pos) == '\t') pos++;
    return str.charAt(pos);
}

// reads characters as long as they are of the right kind
function readWhile(isRight) {
    var begin = pos;
    while (isRight(str.charAt(pos))) pos++;
    return str.substring(begin, pos);
}

function readFactor() {
    var ch = look();
    var value = 0;
    if (isDigit(ch)) {
        value = parseInt(readWhile(isDigit));
    } else if (isLetter(ch)) {
        var name = readWhile(isLetter);
        if (vars.has(name)) {
            value = vars.get(name);
        } else if (!checkOnly) {
            setError('unknown ' + name);
        }
    } else if (ch == '-') {
        pos++;
        value = -readFactor();
    } else if (ch == '(') {
        pos++;
        value = readSum();
        if (look() != ')') setError('syntax');
        pos++;
    } else {
        setError('syntax');
    }
    return value;
}

function readProduct() {
    var value = readFactor();
    while (error == '' && (look() == '*' || look() == '/')) {
        var sign = look();
        pos++;
        var second = readFactor();
        if (sign == '*') {
            value = value * second;
        } else if (second != 0) {
            value = Math.trunc(value / second);
        } else if (!checkOnly) {
            setError('division by zero');
        }
    }
    return value;
}

function readSum() {
    var value = readProduct();
    while (error == '' && (look() == '+' || look() == '-')) {
        var sign = look();
        pos++;
        var second = readProduct();
        value = sign == '+' ? value + second : value - second;
    }
    return value;
}

function doLine(line) {
    str = line;
    pos = 0;
    error = '';

    // is there "name =" in front?
    var target = readWhile(isLetter);
    if (target != '' && look() == '=') {
        pos++;
    } else {
        target = '';
        pos = 0;
    }
    var begin = pos;

    checkOnly = true;
    readSum();
    if (look() != '') {
        setError('syntax');
    }

    var value = 0;
    if (error == '') {
        checkOnly = false;
        pos = begin;
        value = readSum();
    }

    if (error != '') {
        console.log('error: ' + error);
    } else if (target != '') {
        vars.set(target, value);
        console.log(target + ' = ' + value);
    } else {
        console.log('' + value);
    }
}

var lines = fs.readFileSync(0).toString().split('\n');
for (var i = 0; i < lines.length; i++) {
    if (lines[i].trim() != '') {
        doLine(lines[i].trim());
    }
}
