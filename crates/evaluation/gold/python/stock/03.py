import sys

# almacen: nombre -> [cantidad, precio]
CANTIDAD = 0
PRECIO = 1


def agregar(almacen, nombre, cantidad, precio):
    if nombre in almacen:
        almacen[nombre][CANTIDAD] += cantidad
        almacen[nombre][PRECIO] = precio
    else:
        almacen[nombre] = [cantidad, precio]


def quitar(almacen, nombre, cantidad):
    # devuelve el mensaje de error o una cadena vacia
    if nombre not in almacen:
        return 'unknown ' + nombre
    if almacen[nombre][CANTIDAD] < cantidad:
        return 'not enough ' + nombre
    almacen[nombre][CANTIDAD] -= cantidad
    return ''


def cambiar_precio(almacen, nombre, precio):
    if nombre not in almacen:
        return 'unknown ' + nombre
    almacen[nombre][PRECIO] = precio
    return ''


def informe(almacen):
    suma = 0
    for nombre, datos in sorted(almacen.items()):
        print(nombre, datos[CANTIDAD], datos[PRECIO])
        suma += datos[CANTIDAD] * datos[PRECIO]
    print('total', suma)


def principal():
    almacen = {}
    for linea in sys.stdin.readlines():
        palabras = linea.split()
        if not palabras:
            continue
        orden = palabras[0]
        mensaje = ''
        if orden == 'end':
            return
        if orden == 'report':
            informe(almacen)
        elif orden == 'add':
            agregar(almacen, palabras[1], int(palabras[2]), int(palabras[3]))
        elif orden == 'remove':
            mensaje = quitar(almacen, palabras[1], int(palabras[2]))
        elif orden == 'price':
            mensaje = cambiar_precio(almacen, palabras[1], int(palabras[2]))
        else:
            mensaje = 'bad command'
        if mensaje != '':
            print(mensaje)


principal()
