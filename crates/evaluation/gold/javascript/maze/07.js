/**************************************************
 * Labyrinth                                      *
 * Felder als verkettete Knoten, Breitensuche mit *
 * einer verketteten Warteschlange                *
 **************************************************/

const fs = require('fs');

function Knoten(zeichen)
{
  this.zeichen = zeichen;
  this.oben = null;
  this.unten = null;
  this.links = null;
  this.rechts = null;
  this.abstand = -1;
  this.naechster = null;    // fuer die Warteschlange
}

Knoten.prototype.nachbarn = function ()
{
  return [this.oben, this.unten, this.links, this.rechts].filter(k => k !== null);
};

function Schlange()
{
  this.anfang = null;
  this.ende = null;
}

Schlange.prototype.hinten = function (knoten)
{
  if (this.anfang === null) {
    this.anfang = knoten;
  } else {
    this.ende.naechster = knoten;
  }
  this.ende = knoten;
};

Schlange.prototype.vorne = function ()
{
  const knoten = this.anfang;
  this.anfang = knoten.naechster;
  return knoten;
};

function einlesen()
{
  const zeilen = fs.readFileSync(0, 'utf8').split('\n');
  const masse = zeilen.shift().trim().split(' ');
  const hoehe = Number(masse[0]);
  const breite = Number(masse[1]);
  const feld = [];

  for (let z = 0; z < hoehe; z++) {
    feld[z] = [];
    for (let s = 0; s < breite; s++) {
      const neu = new Knoten(zeilen[z][s]);
      feld[z][s] = neu;
      if (neu.zeichen === '#') continue;
      // mit den schon gelesenen Feldern verbinden
      if (z > 0 && feld[z - 1][s].zeichen !== '#') {
        neu.oben = feld[z - 1][s];
        neu.oben.unten = neu;
      }
      if (s > 0 && feld[z][s - 1].zeichen !== '#') {
        neu.links = feld[z][s - 1];
        neu.links.rechts = neu;
      }
    }
  }
  return feld;
}

function breitensuche(start, ziel)
{
  const schlange = new Schlange();
  start.abstand = 0;
  schlange.hinten(start);
  while (schlange.anfang !== null && ziel.abstand < 0) {
    const knoten = schlange.vorne();
    knoten.nachbarn().forEach(function (n) {
      if (n.abstand < 0) {
        n.abstand = knoten.abstand + 1;
        schlange.hinten(n);
      }
    });
  }
}

function suche(feld, zeichen)
{
  for (const zeile of feld)
    for (const knoten of zeile)
      if (knoten.zeichen === zeichen) return knoten;
}

const feld = einlesen();
const start = suche(feld, 'S');
const ziel = suche(feld, 'E');
breitensuche(start, ziel);

if (ziel.abstand < 0) {
  console.log('no way');
} else {
  let k = ziel;
  do {
    k = k.nachbarn().find(n => n.abstand === k.abstand - 1);
    if (k !== start) k.zeichen = '*';
  } while (k !== start);

  console.log('steps ' + ziel.abstand);
  feld.forEach(zeile => console.log(zeile.map(x => x.zeichen).join('')));
}
