// Control de existencias con un arbol binario de busqueda
const fs = require('fs');

let raiz = null;

function crearNodo(nombre) {
    return { nombre: nombre, cantidad: 0, precio: 0, izq: null, der: null };
}

// Busca un articulo en el arbol; devuelve null si no existe.
function buscar(nodo, nombre) {
    if (nodo === null || nodo.nombre === nombre) return nodo;
    if (nombre < nodo.nombre) return buscar(nodo.izq, nombre);
    return buscar(nodo.der, nombre);
}

// Inserta o actualiza y devuelve la raiz del subarbol.
function insertar(nodo, nombre, cantidad, precio) {
    if (nodo === null) nodo = crearNodo(nombre);
    if (nombre === nodo.nombre) {
        nodo.cantidad += cantidad;
        nodo.precio = precio;
    } else if (nombre < nodo.nombre) {
        nodo.izq = insertar(nodo.izq, nombre, cantidad, precio);
    } else {
        nodo.der = insertar(nodo.der, nombre, cantidad, precio);
    }
    return nodo;
}

// Recorrido en orden: imprime y suma.
function recorrer(nodo) {
    if (nodo === null) return 0;
    let valor = recorrer(nodo.izq);
    console.log('%s %d %d', nodo.nombre, nodo.cantidad, nodo.precio);
    valor += nodo.cantidad * nodo.precio;
    return valor + recorrer(nodo.der);
}

function procesar(linea) {
    const trozos = linea.split(' ');
    const orden = trozos[0];
    const nombre = trozos[1];

    if (orden == 'add') {
        raiz = insertar(raiz, nombre, parseInt(trozos[2]), parseInt(trozos[3]));
        return;
    }
    if (orden == 'report') {
        const total = recorrer(raiz);
        console.log('total %d', total);
        return;
    }
    if (orden != 'remove' && orden != 'price') {
        console.log('bad command');
        return;
    }

    const articulo = buscar(raiz, nombre);
    const numero = parseInt(trozos[2]);
    if (!articulo) {
        console.log('unknown %s', nombre);
    } else if (orden == 'price') {
        articulo.precio = numero;
    } else if (numero > articulo.cantidad) {
        console.log('not enough %s', nombre);
    } else {
        articulo.cantidad -= numero;
    }
}

function principal() {
    const lineas = fs.readFileSync(0).toString().split('\n');
    let i = 0;
    while (i < lineas.length && lineas[i].trim() != 'end') {
        const linea = lineas[i].trim();
        if (linea != '') procesar(linea);
        i++;
    }
}

principal();
