<?php

// almacen: nombre => [cantidad, precio]
const CANTIDAD = 0;
const PRECIO = 1;

function agregar(&$almacen, $nombre, $cantidad, $precio)
{
    if (isset($almacen[$nombre])) {
        $almacen[$nombre][CANTIDAD] += $cantidad;
        $almacen[$nombre][PRECIO] = $precio;
    } else {
        $almacen[$nombre] = [$cantidad, $precio];
    }
}

function quitar(&$almacen, $nombre, $cantidad)
{
    // devuelve el mensaje de error o una cadena vacia
    if (!isset($almacen[$nombre])) {
        return 'unknown ' . $nombre;
    }
    if ($almacen[$nombre][CANTIDAD] < $cantidad) {
        return 'not enough ' . $nombre;
    }
    $almacen[$nombre][CANTIDAD] -= $cantidad;
    return '';
}

function cambiarPrecio(&$almacen, $nombre, $precio)
{
    if (!isset($almacen[$nombre])) {
        return 'unknown ' . $nombre;
    }
    $almacen[$nombre][PRECIO] = $precio;
    return '';
}

function informe($almacen)
{
    $suma = 0;
    ksort($almacen, SORT_STRING);
    foreach ($almacen as $nombre => $datos) {
        echo $nombre . ' ' . $datos[CANTIDAD] . ' ' . $datos[PRECIO] . "\n";
        $suma += $datos[CANTIDAD] * $datos[PRECIO];
    }
    echo 'total ' . $suma . "\n";
}

function principal()
{
    $almacen = [];
    foreach (file('php://stdin') as $linea) {
        $palabras = preg_split('/\s+/', trim($linea), -1, PREG_SPLIT_NO_EMPTY);
        if (!$palabras) {
            continue;
        }
        $orden = $palabras[0];
        $mensaje = '';
        if ($orden === 'end') {
            return;
        }
        if ($orden === 'report') {
            informe($almacen);
        } elseif ($orden === 'add') {
            agregar($almacen, $palabras[1], (int) $palabras[2], (int) $palabras[3]);
        } elseif ($orden === 'remove') {
            $mensaje = quitar($almacen, $palabras[1], (int) $palabras[2]);
        } elseif ($orden === 'price') {
            $mensaje = cambiarPrecio($almacen, $palabras[1], (int) $palabras[2]);
        } else {
            $mensaje = 'bad command';
        }
        if ($mensaje !== '') {
            echo $mensaje . "\n";
        }
    }
}

principal();
