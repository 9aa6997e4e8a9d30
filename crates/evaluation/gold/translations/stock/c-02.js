/*
 * Lagerverwaltung
 * Die Artikel stehen in einer verketteten Liste, immer nach Namen sortiert.
 */
const { readFileSync } = require('fs');

// Anfang der Liste, damit das Einfügen keinen Sonderfall braucht
const lager = { naechster: null };

function* artikel() {
  for (let a = lager.naechster; a !== null; a = a.naechster) yield a;
}

// liefert null, wenn es den Artikel nicht gibt
function artikelSuchen(bezeichnung) {
  for (const a of artikel()) {
    if (a.bezeichnung === bezeichnung) return a;
    if (a.bezeichnung > bezeichnung) break;
  }
  return null;
}

function artikelEinfuegen(bezeichnung) {
  let stelle = lager;
  while (stelle.naechster !== null && stelle.naechster.bezeichnung < bezeichnung) {
    stelle = stelle.naechster;
  }
  stelle.naechster = { bezeichnung, menge: 0, preis: 0, naechster: stelle.naechster };
  return stelle.naechster;
}

function bericht() {
  let summe = 0;
  for (const { bezeichnung, menge, preis } of artikel()) {
    console.log(`${bezeichnung} ${menge} ${preis}`);
    summe += menge * preis;
  }
  console.log(`total ${summe}`);
}

function zugang(wer, zahl, preis) {
  const a = artikelSuchen(wer) || artikelEinfuegen(wer);
  a.menge += zahl;
  a.preis = preis;
}

function aendern(befehl, wer, zahl) {
  const a = artikelSuchen(wer);
  if (a === null) console.log(`unknown ${wer}`);
  else if (befehl === 'price') a.preis = zahl;
  else if (a.menge < zahl) console.log(`not enough ${wer}`);
  else a.menge -= zahl;
}

for (const zeile of readFileSync(0, 'utf8').split(/\r?\n/)) {
  const [befehl, wer, zahl, preis] = zeile.split(/\s+/).filter(Boolean);
  if (befehl === undefined) continue;
  if (befehl === 'end') break;

  if (befehl === 'report') bericht();
  else if (befehl === 'add') zugang(wer, +zahl, +preis);
  else if (befehl === 'remove' || befehl === 'price') aendern(befehl, wer, +zahl);
  else console.log('bad command');
}
