const fs = require('fs');
function isPalindrome(text) {
    let left = 0;
    let right = text.length - 1;
    while (left < right) {
        if (text[left++] !== text[right--]) return false;
    }
    return true;
}

const input = fs.readFileSync(0).toString().match(/\d+/)[0];

// sum of the digits
let total = 0;
for (let i = 0; i < input.length; i++) total += parseInt(input.charAt(i), 10);
console.log(`${total}`);

// reversed number, Number() drops the zeros in front
console.log(`${Number(input.split("").reverse().join(""))}`);
console.log(isPalindrome(input) ? "yes" : "no");
