// Spiel des Lebens auf dem Torus; gemerkt werden nur die lebenden Zellen,
// jede als Zahl: zeile * breite + spalte

const versatz = [];
for (const dz of [-1, 0, 1]) {
  for (const ds of [-1, 0, 1]) {
    if (dz !== 0 || ds !== 0) versatz.push([dz, ds]);
  }
}

function einlesen() {
  const zeilen = require('fs').readFileSync(0, 'utf8').split('\n');
  const [hoehe, breite, schritte] = zeilen[0].split(/\s+/).map(Number);
  const lebend = new Set();
  for (let z = 0; z < hoehe; z++) {
    [...zeilen[z + 1].trim()].forEach((zeichen, s) => {
      if (zeichen === 'o') lebend.add(z * breite + s);
    });
  }
  return { hoehe, breite, schritte, lebend };
}

function* umgebung(zelle, hoehe, breite) {
  const z = Math.floor(zelle / breite);
  const s = zelle % breite;
  for (const [dz, ds] of versatz) {
    yield ((z + dz + hoehe) % hoehe) * breite + (s + ds + breite) % breite;
  }
}

function weiter(lebend, hoehe, breite) {
  const treffer = new Map();
  for (const zelle of lebend) {
    for (const nachbar of umgebung(zelle, hoehe, breite)) {
      treffer.set(nachbar, (treffer.get(nachbar) ?? 0) + 1);
    }
  }
  const neu = new Set();
  for (const [zelle, anzahl] of treffer) {
    if (anzahl === 3 || (anzahl === 2 && lebend.has(zelle))) neu.add(zelle);
  }
  return neu;
}

function gleich(a, b) {
  return a.size === b.size && [...a].every(zelle => b.has(zelle));
}

function ausgeben(lebend, hoehe, breite) {
  for (let z = 0; z < hoehe; z++) {
    let text = '';
    for (let s = 0; s < breite; s++) text += lebend.has(z * breite + s) ? 'o' : '.';
    console.log(text);
  }
}

let { hoehe, breite, schritte, lebend } = einlesen();
for (let nr = 1; nr <= schritte; nr++) {
  const vorher = lebend;
  lebend = weiter(vorher, hoehe, breite);
  console.log(`step ${nr}: ${lebend.size}`);
  if (gleich(vorher, lebend)) {
    console.log('still');
    break;
  }
}
ausgeben(lebend, hoehe, breite);
