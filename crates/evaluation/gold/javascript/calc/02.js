/*
 * Taschenrechner
 *
 * 1. Zeile in Symbole zerlegen
 * 2. Rangierbahnhof-Algorithmus: Infix -> umgekehrte polnische Notation
 * 3. UPN mit einem Stapel ausrechnen
 */

const readline = require('readline');

const RANG = { '+': 1, '-': 1, '*': 2, '/': 2, 'neg': 3 };
const speicher = {};

function zerlegen(zeile) {
    const symbole = [];
    let i = 0;
    while (i < zeile.length) {
        const z = zeile[i];
        if (z === ' ' || z === '\t' || z === '\r') {
            i++;
            continue;
        }
        let j = i + 1;
        if (z >= '0' && z <= '9') {
            while (j < zeile.length && /[0-9]/.test(zeile[j])) j++;
        } else if (/[a-zA-Z]/.test(z)) {
            while (j < zeile.length && /[a-zA-Z]/.test(zeile[j])) j++;
        } else if (!'+-*/()='.includes(z)) {
            return null;
        }
        symbole.push(zeile.substring(i, j));
        i = j;
    }
    return symbole;
}

const istZahl = (s) => /^[0-9]/.test(s);
const istName = (s) => /^[a-zA-Z]/.test(s);

// liefert null bei einem Syntaxfehler
function nachUpn(symbole) {
    const ausgabe = [];
    const stapel = [];
    let erwarteOperand = true;

    for (const s of symbole) {
        if (erwarteOperand) {
            if (istZahl(s) || istName(s)) {
                // das $ unterscheidet Namen von 'neg'
                ausgabe.push(istName(s) ? '$' + s : s);
                erwarteOperand = false;
            } else if (s === '(') {
                stapel.push(s);
            } else if (s === '-') {
                stapel.push('neg');
            } else {
                return null;
            }
        } else if (s === ')') {
            while (stapel.length > 0 && stapel[stapel.length - 1] !== '(') {
                ausgabe.push(stapel.pop());
            }
            if (stapel.length === 0) return null;
            stapel.pop();
        } else if ('+-*/'.includes(s)) {
            while (stapel.length > 0 && RANG[stapel[stapel.length - 1]] >= RANG[s]) {
                ausgabe.push(stapel.pop());
            }
            stapel.push(s);
            erwarteOperand = true;
        } else {
            return null;
        }
    }

    if (erwarteOperand || stapel.includes('(')) return null;
    return ausgabe.concat(stapel.reverse());
}

// liefert eine Zahl oder einen Fehlertext
function ausrechnen(upn) {
    const stapel = [];
    for (const s of upn) {
        if (istZahl(s)) {
            stapel.push(parseInt(s, 10));
        } else if (s === 'neg') {
            stapel.push(-stapel.pop());
        } else if (s.startsWith('$')) {
            const name = s.slice(1);
            if (!Object.hasOwn(speicher, name)) return 'error: unknown ' + name;
            stapel.push(speicher[name]);
        } else {
            const b = stapel.pop();
            const a = stapel.pop();
            if (s === '+') stapel.push(a + b);
            if (s === '-') stapel.push(a - b);
            if (s === '*') stapel.push(a * b);
            if (s === '/') {
                if (b === 0) return 'error: division by zero';
                stapel.push(Math.trunc(a / b));
            }
        }
    }
    return stapel.pop();
}

function anweisung(zeile) {
    let symbole = zerlegen(zeile);
    let ziel = null;
    if (symbole !== null && symbole[1] === '=' && istName(symbole[0])) {
        ziel = symbole[0];
        symbole = symbole.slice(2);
    }
    const upn = symbole === null ? null : nachUpn(symbole);
    if (upn === null) return 'error: syntax';

    const ergebnis = ausrechnen(upn);
    if (typeof ergebnis === 'string' || ziel === null) return String(ergebnis);
    speicher[ziel] = ergebnis;
    return ziel + ' = ' + ergebnis;
}

readline.createInterface({ input: process.stdin }).on('line', (zeile) => {
    if (zeile.trim() !== '') console.log(anweisung(zeile));
});
