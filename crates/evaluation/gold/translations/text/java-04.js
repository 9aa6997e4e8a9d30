const fs = require('fs');

/*
 * Woerter zaehlen mit einem Buchstabenbaum (Trie):
 * jeder Knoten hat 26 Kinder, am Wortende steht der Zaehler.
 */
class Knoten {
    constructor() {
        this.kind = new Array(26).fill(null);
        this.zaehler = 0;
    }
}

const wurzel = new Knoten();
let zeilen = 0, woerter = 0, verschiedene = 0;
let laengstes = '-';
const laengen = [0];

// die zehn besten, absteigend
const bestesWort = new Array(10).fill('');
const besteAnzahl = new Array(10).fill(0);

function wortFertig(wort, ende) {
    woerter++;
    ende.zaehler++;
    if (ende.zaehler === 1) {
        verschiedene++;
    }
    if (wort.length >= laengen.length) {
        laengstes = wort;
        while (laengen.length <= wort.length) laengen.push(0);
    }
    laengen[wort.length]++;
}

function lesen() {
    const daten = fs.readFileSync(0);
    let wort = '';
    let hier = wurzel;
    let vorher = 10;
    for (let i = 0; i <= daten.length; i++) {
        const z = i < daten.length ? daten[i] : -1;
        let nr = -1;
        if (z >= 97 && z <= 122) nr = z - 97;
        if (z >= 65 && z <= 90) nr = z - 65;
        if (nr >= 0) {
            if (hier.kind[nr] === null) hier.kind[nr] = new Knoten();
            hier = hier.kind[nr];
            wort += String.fromCharCode(97 + nr);
        } else if (hier !== wurzel) {
            wortFertig(wort, hier);
            wort = '';
            hier = wurzel;
        }
        // letzte Zeile kann ohne Zeilenende sein
        if (z === 10 || (z === -1 && vorher !== 10)) zeilen++;
        vorher = z;
    }
}

function einsortieren(wort, anzahl) {
    let platz = 10;
    while (platz > 0 && besteAnzahl[platz - 1] < anzahl) platz--;
    if (platz === 10) return;
    for (let i = 9; i > platz; i--) {
        bestesWort[i] = bestesWort[i - 1];
        besteAnzahl[i] = besteAnzahl[i - 1];
    }
    bestesWort[platz] = wort;
    besteAnzahl[platz] = anzahl;
}

// besucht die Woerter in alphabetischer Reihenfolge
function durchlaufen(k, bisher) {
    if (k === null) return;
    if (k.zaehler > 0) einsortieren(bisher, k.zaehler);
    for (let i = 0; i < 26; i++) {
        durchlaufen(k.kind[i], bisher + String.fromCharCode(97 + i));
    }
}

lesen();
durchlaufen(wurzel, '');
console.log(`lines ${zeilen}\nwords ${woerter}`);
console.log(`different ${verschiedene}\nlongest ${laengstes}`);
for (let i = 0; i < 10 && besteAnzahl[i] > 0; i++) {
    console.log(`${besteAnzahl[i]} ${bestesWort[i]}`);
}
for (let l = 1; l < laengen.length; l++) {
    if (laengen[l] > 0) {
        console.log(`${l}: ${'#'.repeat(laengen[l])}`);
    }
}
