const fs = require('fs');

class SintaxisError extends Error {}
class CuentaError extends Error {}

function dividir(a, b) {
  if (b === 0) throw new CuentaError('division by zero');
  return Math.trunc(a / b);
}

const BINARIOS = new Map([
  ['+', { fuerza: 10, funcion: (a, b) => a + b }],
  ['-', { fuerza: 10, funcion: (a, b) => a - b }],
  ['*', { fuerza: 20, funcion: (a, b) => a * b }],
  ['/', { fuerza: 20, funcion: dividir }],
]);
const UNARIO = 30;

function* partir(texto) {
  const ficha = /\s*(?:(?<num>[0-9]+)|(?<nombre>[a-zA-Z]+)|(?<op>[-+*\/()=]))/y;
  texto = texto.trimEnd();
  while (ficha.lastIndex < texto.length) {
    const m = ficha.exec(texto);
    if (!m) throw new SintaxisError();
    const { num, nombre, op } = m.groups;
    if (num !== undefined) yield { clase: 'num', texto: num };
    else if (nombre !== undefined) yield { clase: 'nombre', texto: nombre };
    else yield { clase: 'op', texto: op };
  }
}

// el resultado es una funcion de los nombres
class Compilador {
  constructor(fichas) {
    this.fichas = [...fichas, { clase: 'fin', texto: '' }];
    this.lugar = 0;
  }

  siguiente() {
    return this.fichas[this.lugar++];
  }

  esperar(texto) {
    if (this.siguiente().texto !== texto) throw new SintaxisError();
  }

  atomo() {
    const { clase, texto } = this.siguiente();
    if (clase === 'num') {
      const numero = Number(texto);
      return () => numero;
    }
    if (clase === 'nombre') {
      return nombres => {
        if (!nombres.has(texto)) throw new CuentaError(`unknown ${texto}`);
        return nombres.get(texto);
      };
    }
    if (texto === '-') {
      const dentro = this.subir(UNARIO);
      return nombres => -dentro(nombres);
    }
    if (texto === '(') {
      const dentro = this.subir(0);
      this.esperar(')');
      return dentro;
    }
    throw new SintaxisError();
  }

  subir(minimo) {
    let izquierda = this.atomo();
    for (;;) {
      const binario = BINARIOS.get(this.fichas[this.lugar].texto);
      if (!binario || binario.fuerza < minimo) return izquierda;
      this.lugar++;
      izquierda = aplicar(binario.funcion, izquierda, this.subir(binario.fuerza + 1));
    }
  }

  sentencia() {
    let destino = null;
    if (this.fichas[0].clase === 'nombre' && this.fichas[1].texto === '=') {
      destino = this.fichas[0].texto;
      this.lugar = 2;
    }
    const valor = this.subir(0);
    this.esperar('');
    return [destino, valor];
  }
}

function aplicar(f, izquierda, derecha) {
  return nombres => f(izquierda(nombres), derecha(nombres));
}

function ejecutar(linea, nombres) {
  try {
    const [destino, valor] = new Compilador(partir(linea)).sentencia();
    const resultado = valor(nombres);
    if (destino === null) return `${resultado}`;
    nombres.set(destino, resultado);
    return `${destino} = ${resultado}`;
  } catch (error) {
    if (error instanceof SintaxisError) return 'error: syntax';
    if (error instanceof CuentaError) return `error: ${error.message}`;
    throw error;
  }
}

const nombres = new Map();
fs.readFileSync(0, 'utf8').split('\n')
  .filter(linea => linea.trim())
  .forEach(linea => console.log(ejecutar(linea, nombres)));
