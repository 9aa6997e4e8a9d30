const fs = require('fs');

class Palabra {
  constructor(texto, veces) {
    this.texto = texto;
    this.veces = veces;
  }

  compararCon(otra) {
    if (this.veces === otra.veces) {
      return this.texto < otra.texto ? -1 : 1;
    }
    return otra.veces - this.veces;
  }

  toString() {
    return this.veces + ' ' + this.texto;
  }
}

function leerLineas() {
  const lineas = fs.readFileSync(0, 'utf8').split('\n');
  // después del último salto de línea no hay otra línea
  if (lineas[lineas.length - 1] === '') lineas.pop();
  return lineas;
}

function separarPalabras(lineas) {
  const palabras = [];
  for (const linea of lineas) {
    for (const trozo of linea.replace(/[^A-Za-z]/g, ' ').toLowerCase().split(' ')) {
      if (trozo.length > 0) palabras.push(trozo);
    }
  }
  return palabras;
}

function masLarga(palabras) {
  let larga = '-';
  let maximo = 0;
  for (const p of palabras) {
    if (p.length <= maximo) continue;
    larga = p;
    maximo = p.length;
  }
  return larga;
}

function contar(palabras) {
  const cuenta = new Map();
  for (const p of palabras) {
    cuenta.set(p, (cuenta.get(p) || 0) + 1);
  }
  return cuenta;
}

function mostrarLongitudes(palabras) {
  const barras = new Map();
  for (const p of palabras) {
    barras.set(p.length, (barras.get(p.length) || '') + '#');
  }
  for (const longitud of [...barras.keys()].sort((a, b) => a - b)) {
    console.log(longitud + ': ' + barras.get(longitud));
  }
}

function mostrarFrecuentes(cuenta) {
  const cola = [];
  for (const [texto, veces] of cuenta) {
    cola.push(new Palabra(texto, veces));
  }
  cola.sort((a, b) => a.compararCon(b));
  let quedan = 10;
  while (quedan > 0 && cola.length > 0) {
    console.log(cola.shift().toString());
    quedan--;
  }
}

const lineas = leerLineas();
const palabras = separarPalabras(lineas);
const cuenta = contar(palabras);

console.log('lines ' + lineas.length);
console.log('words ' + palabras.length);
console.log('different ' + cuenta.size);
console.log('longest ' + masLarga(palabras));
mostrarFrecuentes(cuenta);
mostrarLongitudes(palabras);
