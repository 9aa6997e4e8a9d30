const ERLAUBT = {
  '^': 'nm(',
  n: 'mo)$',
  m: 'nm(',
  o: 'nm(',
  '(': 'nm(',
  ')': 'mo)$',
};

const RANG = { '(': 0, '+': 1, '-': 1, '*': 2, '/': 2, neg: 3 };

function zerlegen(zeile) {
  return zeile.match(/[0-9]+|[a-zA-Z]+|\S/g) || [];
}

function art(teil) {
  if (/^[0-9a-zA-Z]/.test(teil)) return 'n';
  if (teil === '-') return 'm';
  if ('+*/'.includes(teil)) return 'o';
  return '()'.includes(teil) ? teil : '?';
}

function syntaxStimmt(teile) {
  let tiefe = 0;
  let vorher = '^';
  for (const teil of teile) {
    const a = art(teil);
    if (!ERLAUBT[vorher].includes(a)) return false;
    if (a === '(') tiefe++;
    if (a === ')') tiefe--;
    if (tiefe < 0) return false;
    vorher = a;
  }
  return tiefe === 0 && ERLAUBT[vorher].includes('$');
}

/** Wendet ein Zeichen auf die obersten Werte an; liefert einen Fehler oder null. */
function anwenden(werte, zeichen) {
  const y = werte.pop();
  if (zeichen === 'neg') {
    werte.push(-y);
    return null;
  }
  const x = werte.pop();
  switch (zeichen) {
    case '+':
      werte.push(x + y);
      break;
    case '-':
      werte.push(x - y);
      break;
    case '*':
      werte.push(x * y);
      break;
    default:
      if (y === 0) return 'division by zero';
      werte.push(Math.trunc(x / y));
  }
  return null;
}

function berechnen(teile, variablen) {
  const werte = [];
  const stapel = [];
  let vorher = '^';
  for (const teil of [...teile, ')']) {
    const a = art(teil);
    if (/^[0-9]/.test(teil)) {
      werte.push(Number(teil));
    } else if (a === 'n') {
      if (!variablen.has(teil)) return { fehler: `unknown ${teil}` };
      werte.push(variablen.get(teil));
    } else if (a === '(') {
      stapel.push('(');
    } else if (a === 'm' && vorher !== 'n' && vorher !== ')') {
      stapel.push('neg');
    } else {
      const grenze = a === ')' ? 1 : RANG[teil];
      while (stapel.length > 0 && RANG[stapel[stapel.length - 1]] >= grenze) {
        const fehler = anwenden(werte, stapel.pop());
        if (fehler) return { fehler };
      }
      if (a === ')') stapel.pop();
      else stapel.push(teil);
    }
    vorher = a;
  }
  return { ergebnis: werte.pop() };
}

const variablen = new Map();
for (const zeile of require('fs').readFileSync(0, 'utf8').split('\n')) {
  let teile = zerlegen(zeile);
  if (teile.length === 0) continue;
  let ziel = null;
  if (teile[1] === '=' && /^[a-zA-Z]/.test(teile[0])) {
    ziel = teile[0];
    teile = teile.slice(2);
  }
  const { ergebnis, fehler } = syntaxStimmt(teile)
    ? berechnen(teile, variablen)
    : { fehler: 'syntax' };
  if (fehler) {
    console.log(`error: ${fehler}`);
  } else if (ziel !== null) {
    variablen.set(ziel, ergebnis);
    console.log(`${ziel} = ${ergebnis}`);
  } else {
    console.log(`${ergebnis}`);
  }
}
