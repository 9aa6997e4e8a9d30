const palabras = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/);

function leerMundo(alto) {
  const mundo = palabras.splice(0, alto);
  if (mundo.length < alto) {
    console.error(`falta la fila ${mundo.length + 1}`);
    process.exit(1);
  }
  return mundo;
}

function viva(fila, x) {
  const ancho = fila.length;
  if (x < 0) x += ancho;
  if (x >= ancho) x -= ancho;
  return fila[x] === 'o' ? 1 : 0;
}

function tres(fila, x) {
  return viva(fila, x - 1) + viva(fila, x) + viva(fila, x + 1);
}

function destino(arriba, fila, abajo, x) {
  const vecinos = tres(arriba, x) + tres(abajo, x) + viva(fila, x - 1) + viva(fila, x + 1);
  if (fila[x] === 'o') {
    return vecinos === 2 || vecinos === 3 ? 'o' : '.';
  }
  return vecinos === 3 ? 'o' : '.';
}

function siguiente(mundo) {
  const alto = mundo.length;
  return mundo.map((fila, i) => {
    const arriba = i === 0 ? mundo[alto - 1] : mundo[i - 1];
    const abajo = i + 1 === alto ? mundo[0] : mundo[i + 1];
    return [...fila].map((_, x) => destino(arriba, fila, abajo, x)).join('');
  });
}

function poblacion(mundo) {
  let total = 0;
  for (const fila of mundo) {
    for (const c of fila) {
      if (c === 'o') total++;
    }
  }
  return total;
}

function iguales(a, b) {
  return a.every((fila, i) => fila === b[i]);
}

function jugar(mundo, paso, ultimo) {
  if (paso > ultimo) return mundo;
  const nuevo = siguiente(mundo);
  console.log(`step ${paso}: ${poblacion(nuevo)}`);
  if (iguales(mundo, nuevo)) {
    console.log('still');
    return nuevo;
  }
  return jugar(nuevo, paso + 1, ultimo);
}

const [alto, , pasos] = palabras.splice(0, 3).map(Number);
const fin = jugar(leerMundo(alto), 1, pasos);
fin.forEach(fila => console.log(fila));
