#!/usr/bin/env node
// Lagerverwaltung

const fs = require('fs');

const bestand = [];   // sortierte Namen
const mengen = {};    // Name -> Stueckzahl
const preise = {};    // Name -> Preis je Stueck

function bisectLeft(liste, wert) {
    let links = 0;
    let rechts = liste.length;
    while (links < rechts) {
        const mitte = (links + rechts) >> 1;
        if (liste[mitte] < wert) links = mitte + 1;
        else rechts = mitte;
    }
    return links;
}

function neu(ware, menge, preis) {
    const stelle = bisectLeft(bestand, ware);
    if (stelle === bestand.length || bestand[stelle] !== ware) {
        bestand.splice(stelle, 0, ware);
        mengen[ware] = 0;
    }
    mengen[ware] += menge;
    preise[ware] = preis;
}

function weg(ware, menge) {
    const rest = mengen[ware] - menge;
    if (rest < 0) {
        console.log('not enough ' + ware);
    } else {
        mengen[ware] = rest;
    }
}

function teuer(ware, preis) {
    preise[ware] = preis;
}

function liste() {
    for (const ware of bestand) {
        console.log(ware, mengen[ware], preise[ware]);
    }
    console.log('total', bestand.reduce((summe, w) => summe + mengen[w] * preise[w], 0));
}

// Befehl -> [Funktion, Zahl der Argumente, muss die Ware bekannt sein?]
const befehle = {
    add:    [neu,   3, false],
    remove: [weg,   2, true],
    price:  [teuer, 2, true],
    report: [liste, 0, false],
};

for (const zeile of fs.readFileSync(0, 'utf8').split('\n')) {
    const felder = zeile.trim().split(/\s+/);
    if (felder[0] === '') continue;
    if (felder[0] === 'end') break;

    if (!Object.hasOwn(befehle, felder[0])) {
        console.log('bad command');
        continue;
    }

    const [funktion, anzahl, bekannt] = befehle[felder[0]];
    const argumente = felder.slice(1, anzahl + 1);
    // alles nach dem Namen sind Zahlen
    for (let k = 1; k < argumente.length; k++) {
        argumente[k] = parseInt(argumente[k]);
    }

    if (bekannt && !Object.hasOwn(mengen, argumente[0])) {
        console.log('unknown ' + argumente[0]);
    } else {
        funktion(...argumente);
    }
}
