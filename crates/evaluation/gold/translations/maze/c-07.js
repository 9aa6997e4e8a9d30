'use strict';

const fs = require('fs');

// arriba, abajo, izquierda, derecha
const ARRIBA = 0;
const IZQUIERDA = 2;
const CONTRARIO = [1, 0, 3, 2];

function crearCasilla(simbolo) {
  return { simbolo, pasos: -1, vecinos: [null, null, null, null], vuelta: null };
}

function unir(a, b, lado) {
  if (a.simbolo === '#' || b.simbolo === '#') return;
  a.vecinos[lado] = b;
  b.vecinos[CONTRARIO[lado]] = a;
}

function recorrer(salida) {
  salida.pasos = 0;
  const cola = [salida];
  let siguiente = 0;
  while (siguiente < cola.length) {
    const casilla = cola[siguiente++];
    casilla.vecinos.forEach((vecina, lado) => {
      if (vecina === null) return;
      const regreso = CONTRARIO[lado];
      if (vecina.pasos < 0) {
        vecina.pasos = casilla.pasos + 1;
        vecina.vuelta = regreso;
        cola.push(vecina);
      } else if (vecina.pasos === casilla.pasos + 1) {
        // igual de corto: gana el lado preferido
        vecina.vuelta = Math.min(vecina.vuelta, regreso);
      }
    });
  }
}

// el laberinto como grafo: cada casilla libre conoce a sus vecinas
function leerGrafo(texto) {
  const [primera, ...resto] = texto.split('\n');
  const [alto, ancho] = primera.split(' ').map(Number);
  const filas = [];
  for (let f = 0; f < alto; f++) {
    const fila = [];
    for (let c = 0; c < ancho; c++) {
      const casilla = crearCasilla(resto[f][c]);
      if (f > 0) unir(casilla, filas[f - 1][c], ARRIBA);
      if (c > 0) unir(casilla, fila[c - 1], IZQUIERDA);
      fila.push(casilla);
    }
    filas.push(fila);
  }
  return filas;
}

function principal() {
  const filas = leerGrafo(fs.readFileSync(0, 'utf8'));
  const todas = filas.flat();
  const salida = todas.find((c) => c.simbolo === 'S');
  const meta = todas.find((c) => c.simbolo === 'E');
  if (!salida || !meta) {
    console.error('start or exit is missing');
    process.exit(1);
  }

  recorrer(salida);
  if (meta.pasos < 0) {
    console.log('no way');
    return;
  }

  console.log('steps ' + meta.pasos);
  let casilla = meta.vecinos[meta.vuelta];
  while (casilla !== salida) {
    casilla.simbolo = '*';
    casilla = casilla.vecinos[casilla.vuelta];
  }
  for (const fila of filas) {
    console.log(fila.map((c) => c.simbolo).join(''));
  }
}

principal();
