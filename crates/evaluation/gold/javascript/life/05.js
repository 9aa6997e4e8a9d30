// El juego de la vida, el mundo es una lista de cadenas

const fs = require('fs')

const VIVA = 'o'
const MUERTA = '.'

const contar = cadena => cadena.split(VIVA).length - 1

// Los tres caracteres alrededor de la columna (con vuelta)
function trio (fila, columna) {
  const izquierda = columna === 0 ? fila.length - 1 : columna - 1
  const derecha = columna === fila.length - 1 ? 0 : columna + 1
  return fila[izquierda] + fila[columna] + fila[derecha]
}

function destino (celula, vecinas) {
  if (vecinas === 3) return VIVA
  if (vecinas === 2) return celula
  return MUERTA
}

function nuevaFila (arriba, fila, abajo) {
  return fila.replace(/[o.]/g, (celula, columna) => {
    const zona = trio(arriba, columna) + trio(fila, columna) + trio(abajo, columna)
    return destino(celula, contar(zona) - contar(celula))
  })
}

function avanzar (mundo) {
  return mundo.map((fila, i) => {
    const arriba = mundo.at(i - 1)
    const abajo = mundo[i + 1] || mundo[0]
    return nuevaFila(arriba, fila, abajo)
  })
}

function simular (mundo, paso, pasos) {
  if (paso > pasos) return mundo
  const nuevo = avanzar(mundo)
  console.log('step ' + paso + ': ' + contar(nuevo.join('')))
  if (nuevo.every((fila, i) => fila === mundo[i])) {
    console.log('still')
    return mundo
  }
  return simular(nuevo, paso + 1, pasos)
}

const [cabecera, ...filas] = fs.readFileSync(0, 'utf8').split('\n').map(l => l.trim())
const [alto, , pasos] = cabecera.split(' ').map(Number)
const final = simular(filas.slice(0, alto), 1, pasos)
console.log(final.join('\n'))
