'use strict';
const fs = require('fs');

const RICHTUNGEN = [
  { dz: -1, ds: 0 }, // oben
  { dz: 1, ds: 0 }, // unten
  { dz: 0, ds: -1 }, // links
  { dz: 0, ds: 1 }, // rechts
];

class Irrgarten {
  constructor(text) {
    const [kopf, ...rest] = text.split('\n');
    const hoehe = Number(kopf.trim().split(/\s+/)[0]);
    this.zeilen = rest.slice(0, hoehe).map((zeile) => [...zeile.trim()]);
    this.weite = this.zeilen.map((zeile) => zeile.map(() => -1));
  }

  suchen(zeichen) {
    const z = this.zeilen.findIndex((zeile) => zeile.includes(zeichen));
    if (z < 0) throw new Error(`there is no ${zeichen}`);
    return { z, s: this.zeilen[z].indexOf(zeichen) };
  }

  // die begehbaren Nachbarn, in der Reihenfolge der Vorliebe
  nachbarn({ z, s }) {
    return RICHTUNGEN
      .map(({ dz, ds }) => ({ z: z + dz, s: s + ds }))
      .filter((ort) => (this.zeilen[ort.z]?.[ort.s] ?? '#') !== '#');
  }

  schritte({ z, s }) {
    return this.weite[z][s];
  }

  messen(start) {
    const schlange = [start];
    this.weite[start.z][start.s] = 0;
    for (const hier of schlange) {
      for (const dort of this.nachbarn(hier)) {
        if (this.schritte(dort) >= 0) continue;
        this.weite[dort.z][dort.s] = this.schritte(hier) + 1;
        schlange.push(dort);
      }
    }
  }

  vorgaenger(ort) {
    const gesucht = this.schritte(ort) - 1;
    return this.nachbarn(ort).find((n) => this.schritte(n) === gesucht);
  }

  loesen() {
    const ziel = this.suchen('E');
    this.messen(this.suchen('S'));
    if (this.schritte(ziel) < 0) return 'no way';

    let ort = this.vorgaenger(ziel);
    while (this.schritte(ort) > 0) {
      this.zeilen[ort.z][ort.s] = '*';
      ort = this.vorgaenger(ort);
    }
    const bild = this.zeilen.map((zeile) => zeile.join(''));
    return [`steps ${this.schritte(ziel)}`, ...bild].join('\n');
  }
}

console.log(new Irrgarten(fs.readFileSync(0, 'utf8')).loesen());
