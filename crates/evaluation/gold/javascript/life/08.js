// Spiel des Lebens
const fs = require("fs");

// REGEL[lebt][anzahl der nachbarn]
const REGEL = [
  [0, 0, 0, 1, 0, 0, 0, 0, 0],
  [0, 0, 1, 1, 0, 0, 0, 0, 0],
];

let hoehe, breite, schritte;
let welt;          // eindimensional, zeile fuer zeile
let nachbarzahl;   // zu jeder zelle

function lesen() {
  const zeilen = fs.readFileSync(0, "utf8").split("\n");
  const kopf = zeilen[0].split(" ");
  hoehe = parseInt(kopf[0], 10);
  breite = parseInt(kopf[1], 10);
  schritte = parseInt(kopf[2], 10);
  welt = new Uint8Array(hoehe * breite);
  nachbarzahl = new Uint8Array(hoehe * breite);
  for (let i = 0; i < welt.length; i++) {
    const z = Math.floor(i / breite);
    const s = i % breite;
    if (zeilen[z + 1][s] === "o") gebaeren(z, s);
  }
}

// aendert die nachbarzahl aller acht nachbarn um d
function melden(z, s, d) {
  const z_oben = z > 0 ? z - 1 : hoehe - 1;
  const z_unten = z < hoehe - 1 ? z + 1 : 0;
  const s_links = s > 0 ? s - 1 : breite - 1;
  const s_rechts = s < breite - 1 ? s + 1 : 0;

  for (const zz of [z_oben, z, z_unten]) {
    nachbarzahl[zz * breite + s_links] += d;
    nachbarzahl[zz * breite + s_rechts] += d;
  }
  nachbarzahl[z_oben * breite + s] += d;
  nachbarzahl[z_unten * breite + s] += d;
}

function gebaeren(z, s) {
  welt[z * breite + s] = 1;
  melden(z, s, 1);
}

function sterben(z, s) {
  welt[z * breite + s] = 0;
  melden(z, s, -1);
}

function schritt() {
  // zuerst nur sammeln, was sich aendert
  const aenderungen = [];
  for (let i = 0; i < welt.length; i++) {
    if (REGEL[welt[i]][nachbarzahl[i]] !== welt[i]) aenderungen.push(i);
  }
  for (const i of aenderungen) {
    const z = Math.floor(i / breite);
    const s = i % breite;
    if (welt[i]) {
      sterben(z, s);
    } else {
      gebaeren(z, s);
    }
  }
  return aenderungen.length;
}

function ausgeben() {
  for (let z = 0; z < hoehe; z++) {
    let zeile = "";
    welt.subarray(z * breite, (z + 1) * breite).forEach((zelle) => {
      zeile += zelle === 1 ? "o" : ".";
    });
    console.log(zeile);
  }
}

lesen();
let nummer = 0;
let geaendert = -1;
while (nummer < schritte && geaendert !== 0) {
  geaendert = schritt();
  nummer++;
  console.log("step " + nummer + ": " + welt.filter((zelle) => zelle === 1).length);
}
if (geaendert === 0) console.log("still");
ausgeben();
