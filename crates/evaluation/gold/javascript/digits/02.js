var n = parseInt(require('fs').readFileSync('/dev/stdin').toString());
var rest = n;
var sum = 0;
var rev = 0;

while (rest > 0)
{
    var digit = rest % 10;        // last digit
    sum = sum + digit;
    rev = rev * 10 + digit;
    rest = (rest - digit) / 10;   // cut it off
}

console.log(String(sum));
console.log(String(rev));
if (rev === n)
    console.log("yes");
else
    console.log("no");
