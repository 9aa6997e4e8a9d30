/* Estadisticas de un texto: ordena todas las palabras y cuenta las rachas */
const fs = require('fs');

const texto = fs.readFileSync('/dev/stdin', 'latin1');

function contarLineas(t)
{
  let n = 0;
  let desde = 0;
  while (desde < t.length) {
    const fin = t.indexOf('\n', desde);
    n++;
    if (fin < 0) break;
    desde = fin + 1;
  }
  return n;
}

function separarPalabras(t)
{
  return t.replace(/[^A-Za-z]/g, ' ').toLowerCase().split(' ').filter(p => p);
}

// [a, a, b] -> [{palabra: a, veces: 2}, {palabra: b, veces: 1}]
function agrupar(ordenadas)
{
  const grupos = [];
  let i = 0;
  while (i < ordenadas.length) {
    let j = i;
    while (j < ordenadas.length && ordenadas[j] === ordenadas[i]) j++;
    grupos.push({ palabra: ordenadas[i], veces: j - i });
    i = j;
  }
  return grupos;
}

function masLarga(lista)
{
  let mejor = null;
  lista.forEach(p => {
    if (mejor === null || p.length > mejor.length) mejor = p;
  });
  return mejor || '-';
}

const palabras = separarPalabras(texto);
const grupos = agrupar([...palabras].sort());

console.log('lines %d', contarLineas(texto));
console.log('words %d', palabras.length);
console.log('different %d', grupos.length);
console.log('longest %s', masLarga(palabras));

grupos
  .sort((x, y) => y.veces - x.veces || (x.palabra > y.palabra ? 1 : -1))
  .slice(0, 10)
  .forEach(g => console.log('%d %s', g.veces, g.palabra));

// lo mismo con las longitudes
const longitudes = palabras.map(p => p.length).sort((x, y) => x - y);
let k = 0;
while (k < longitudes.length) {
  const l = longitudes[k];
  let barra = '';
  for (; longitudes[k] === l; k++) barra += '#';
  console.log('%d: %s', l, barra);
}
