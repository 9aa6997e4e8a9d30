let [x] = require('fs').readFileSync(0, 'utf8').split(/\s/);
let sum = 0, i = 0;
let lead = true, rev = '', pal = 'yes';

for (const ch of x) {
  sum += '0123456789'.indexOf(ch);
  const other = x.at(-1 - i++);          // the digit on the other side
  if (other !== ch) pal = 'no';
  if (other !== '0') lead = false;
  if (!lead) rev += other;
}

console.log(`${sum}\n${rev || '0'}\n${pal}`);
