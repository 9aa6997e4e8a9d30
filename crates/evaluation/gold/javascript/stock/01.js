'use strict';
// Lagerverwaltung: liest Befehle von der Standardeingabe

const fs = require('fs');

const lager = new Map();

function zubuchen(name, anzahl, preis) {
  const artikel = lager.get(name);
  if (artikel === undefined) {
    lager.set(name, { anzahl: anzahl, preis: preis });
  } else {
    artikel.anzahl += anzahl;
    artikel.preis = preis;
  }
}

function abbuchen(name, anzahl) {
  const artikel = lager.get(name);
  if (artikel === undefined) {
    console.log('unknown ' + name);
    return;
  }
  if (artikel.anzahl < anzahl) {
    console.log('not enough ' + name);
    return;
  }
  artikel.anzahl -= anzahl;
}

function preisAendern(name, neuerPreis) {
  if (!lager.has(name)) {
    console.log('unknown ' + name);
    return;
  }
  lager.get(name).preis = neuerPreis;
}

function bericht() {
  let summe = 0;
  const namen = Array.from(lager.keys()).sort();
  for (const name of namen) {
    const { anzahl, preis } = lager.get(name);
    console.log(name + ' ' + anzahl + ' ' + preis);
    summe += anzahl * preis;
  }
  console.log('total ' + summe);
}

// gibt false zurueck, wenn Schluss ist
function befehlAusfuehren(zeile) {
  const teile = zeile.trim().split(/\s+/);
  switch (teile[0]) {
    case '':
      break;
    case 'add':
      zubuchen(teile[1], Number(teile[2]), Number(teile[3]));
      break;
    case 'remove':
      abbuchen(teile[1], Number(teile[2]));
      break;
    case 'price':
      preisAendern(teile[1], Number(teile[2]));
      break;
    case 'report':
      bericht();
      break;
    case 'end':
      return false;
    default:
      console.log('bad command');
  }
  return true;
}

const zeilen = fs.readFileSync(0, 'utf8').split('\n');
for (const zeile of zeilen) {
  if (!befehlAusfuehren(zeile)) {
    break;
  }
}
