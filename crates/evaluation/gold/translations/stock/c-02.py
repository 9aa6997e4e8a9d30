# Control de existencias
# Los productos forman una lista enlazada, siempre ordenada por nombre.
import sys


class Producto:
    def __init__(self, nombre):
        self.nombre = nombre
        self.unidades = 0
        self.precio = 0
        self.siguiente = None


# da None si el producto no existe
def buscar_producto(cabeza, nombre):
    while cabeza is not None:
        if cabeza.nombre == nombre:
            return cabeza
        if cabeza.nombre > nombre:
            return None
        cabeza = cabeza.siguiente
    return None


# da la cabeza (quizas nueva) y el producto nuevo
def insertar_producto(cabeza, nombre):
    nuevo = Producto(nombre)
    anterior = None
    lugar = cabeza
    while lugar is not None and lugar.nombre < nombre:
        anterior = lugar
        lugar = lugar.siguiente
    nuevo.siguiente = lugar
    if anterior is None:
        cabeza = nuevo
    else:
        anterior.siguiente = nuevo
    return cabeza, nuevo


def informe(cabeza):
    suma = 0
    while cabeza is not None:
        print("%s %d %d" % (cabeza.nombre, cabeza.unidades, cabeza.precio))
        suma += cabeza.unidades * cabeza.precio
        cabeza = cabeza.siguiente
    print("total %d" % suma)


def main():
    deposito = None

    for linea in sys.stdin:
        palabras = linea.split()
        if len(palabras) == 0:
            continue
        orden = palabras[0]
        if orden == "end":
            break

        if orden == "report":
            informe(deposito)
        elif orden == "add":
            quien = palabras[1]
            numero = int(palabras[2])
            precio = int(palabras[3])
            p = buscar_producto(deposito, quien)
            if p is None:
                deposito, p = insertar_producto(deposito, quien)
            p.unidades += numero
            p.precio = precio
        elif orden == "remove" or orden == "price":
            quien = palabras[1]
            numero = int(palabras[2])
            p = buscar_producto(deposito, quien)
            if p is None:
                print("unknown %s" % quien)
            elif orden[0] == "p":
                p.precio = numero
            elif p.unidades < numero:
                print("not enough %s" % quien)
            else:
                p.unidades -= numero
        else:
            print("bad command")


main()
