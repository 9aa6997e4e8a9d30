const rl = require('readline').createInterface({ input: process.stdin });

rl.once('line', zahl => {
  zahl = zahl.trim();
  let quersumme = 0, umgekehrt = '';
  for (let i = zahl.length - 1; i >= 0; i--) {
    quersumme += zahl.charCodeAt(i) - 48;
    umgekehrt += zahl[i];
  }
  console.log(quersumme + '\n' + BigInt(umgekehrt) + '\n' + (umgekehrt == zahl ? 'yes' : 'no'));
  rl.close();
});
