var fs = require('fs');
var text = fs.readFileSync(0).toString();

var alphabet = 'abcdefghijklmnopqrstuvwxyz';
var bigAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

var allWords = [];      // all words, in order of the text
var diffWords = [];     // every word only once
var diffCounts = [];    // how often it is there
var lines = 0;
var word = '';
var longest = '-';
var maxLength = 0;
var i;
var j;

// ---- count the lines ----
for (i = 0; i < text.length; i++) {
    if (text[i] == '\n') {
        lines = lines + 1;
    } else if (i == text.length - 1) {
        lines = lines + 1;
    }
}

// ---- find the words ----
for (i = 0; i <= text.length; i++) {
    var letter = '';
    if (i < text.length) {
        if (alphabet.includes(text[i])) {
            letter = text[i];
        } else if (bigAlphabet.includes(text[i])) {
            letter = alphabet[bigAlphabet.indexOf(text[i])];
        }
    }
    if (letter != '') {
        word = word + letter;
    } else {
        if (word != '') {
            allWords.push(word);
        }
        word = '';
    }
}

// ---- count the words and find the longest ----
for (i = 0; i < allWords.length; i++) {
    if (allWords[i].length > maxLength) {
        maxLength = allWords[i].length;
        longest = allWords[i];
    }
    var found = false;
    for (j = 0; j < diffWords.length; j++) {
        if (diffWords[j] == allWords[i]) {
            diffCounts[j] = diffCounts[j] + 1;
            found = true;
        }
    }
    if (found == false) {
        diffWords.push(allWords[i]);
        diffCounts.push(1);
    }
}

console.log('lines ' + lines);
console.log('words ' + allWords.length);
console.log('different ' + diffWords.length);
console.log('longest ' + longest);

// ---- selection sort, but only the first ten places ----
for (i = 0; i < 10 && i < diffWords.length; i++) {
    var min = i;
    for (j = i + 1; j < diffWords.length; j++) {
        if (diffCounts[j] > diffCounts[min]) {
            min = j;
        } else if (diffCounts[j] == diffCounts[min] && diffWords[j] < diffWords[min]) {
            min = j;
        }
    }
    var tempWord = diffWords[i];
    var tempCount = diffCounts[i];
    diffWords[i] = diffWords[min];
    diffCounts[i] = diffCounts[min];
    diffWords[min] = tempWord;
    diffCounts[min] = tempCount;
    console.log(diffCounts[i] + ' ' + diffWords[i]);
}

// ---- the diagram ----
for (i = 1; i <= maxLength; i++) {
    var bar = '';
    for (j = 0; j < allWords.length; j++) {
        if (allWords[j].length == i) {
            bar = bar + '#';
        }
    }
    if (bar != '') {
        console.log(i + ': ' + bar);
    }
}
