const tabelle = [];
const laengen = [];
let zeilen = 0;
let woerter = 0;
let laengstes = '';
let wort = '';

function kommtVor(a, b) {
  if (a.anzahl !== b.anzahl) return a.anzahl > b.anzahl;
  return a.wort < b.wort;
}

function sortieren() {
  for (let i = 0; i < tabelle.length; i++) {
    for (let j = tabelle.length - 1; j > i; j--) {
      if (kommtVor(tabelle[j], tabelle[j - 1])) {
        [tabelle[j - 1], tabelle[j]] = [tabelle[j], tabelle[j - 1]];
      }
    }
  }
}

function eintragen(wort) {
  const eintrag = tabelle.find((e) => e.wort === wort);
  if (eintrag) {
    eintrag.anzahl++;
  } else {
    tabelle.push({ wort, anzahl: 1 });
  }
}

function wortEnde() {
  if (wort === '') return;
  woerter++;
  laengen[wort.length] = (laengen[wort.length] || 0) + 1;
  if (wort.length > laengstes.length) laengstes = wort;
  eintragen(wort);
  wort = '';
}

function ausgeben() {
  console.log('lines %d', zeilen);
  console.log('words %d', woerter);
  console.log('different %d', tabelle.length);
  console.log('longest %s', woerter === 0 ? '-' : laengstes);
  for (const e of tabelle.slice(0, 10)) {
    console.log(`${e.anzahl} ${e.wort}`);
  }
  for (const l in laengen) {
    console.log(`${l}: ${'#'.repeat(laengen[l])}`);
  }
}

const text = require('fs').readFileSync(0, 'latin1');
for (const zeichen of text) {
  if (/[A-Za-z]/.test(zeichen)) {
    wort += zeichen.toLowerCase();
    continue;
  }
  wortEnde();
  if (zeichen === '\n') zeilen++;
}
wortEnde();
// die letzte Zeile hat vielleicht kein Zeilenende
if (text !== '' && !text.endsWith('\n')) zeilen++;

sortieren();
ausgeben();
