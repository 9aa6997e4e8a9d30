const fs = require('fs');

// Name -> { menge, preis }
const lager = new Map();

function zeigen() {
  const namen = [...lager.keys()].sort();
  let wert = 0;
  for (const name of namen) {
    const { menge, preis } = lager.get(name);
    console.log(`${name} ${menge} ${preis}`);
    wert += menge * preis;
  }
  console.log(`total ${wert}`);
}

function dazu(name, menge, preis) {
  const ware = lager.get(name);
  if (!ware) {
    lager.set(name, { menge, preis });
    return;
  }
  ware.menge += menge;
  ware.preis = preis;
}

// gibt eine Meldung zurück, wenn etwas nicht geht
function raus(name, menge) {
  const ware = lager.get(name);
  if (!ware) return `unknown ${name}`;
  if (ware.menge < menge) return `not enough ${name}`;
  ware.menge -= menge;
}

function neuerPreis(name, preis) {
  if (!lager.has(name)) return `unknown ${name}`;
  lager.get(name).preis = preis;
}

function ausfuehren([befehl, name, ...rest]) {
  const zahlen = rest.map(Number);
  switch (befehl) {
    case 'report': return zeigen();
    case 'add': return dazu(name, zahlen[0], zahlen[1]);
    case 'remove': return raus(name, zahlen[0]);
    case 'price': return neuerPreis(name, zahlen[0]);
    default: return 'bad command';
  }
}

for (const zeile of fs.readFileSync(0, 'utf8').split('\n')) {
  const worte = zeile.trim().split(/\s+/);
  if (worte[0] === '') continue;
  if (worte[0] === 'end') break;
  const meldung = ausfuehren(worte);
  if (meldung) console.log(meldung);
}
