import sys


class ErrorAlmacen(Exception):
    pass


# árbol binario de búsqueda, ordenado por nombre
class Nodo:
    def __init__(self, nombre):
        self.nombre = nombre
        self.cantidad = 0
        self.precio = 0
        self.izquierda = None
        self.derecha = None


class Almacen:
    def __init__(self):
        self.raiz = None

    def insertar(self, n, nombre, cantidad, precio):
        if n is None:
            n = Nodo(nombre)
        if nombre < n.nombre:
            n.izquierda = self.insertar(n.izquierda, nombre, cantidad, precio)
        elif nombre > n.nombre:
            n.derecha = self.insertar(n.derecha, nombre, cantidad, precio)
        else:
            n.cantidad = n.cantidad + cantidad
            n.precio = precio
        return n

    def buscar(self, n, nombre):
        if n is None or n.nombre == nombre:
            return n
        return self.buscar(n.izquierda if nombre < n.nombre else n.derecha, nombre)

    # recorre en orden, escribe cada producto y devuelve el valor del subárbol
    def listar(self, n):
        if n is None:
            return 0
        valor = self.listar(n.izquierda)
        print(n.nombre, n.cantidad, n.precio)
        valor += n.cantidad * n.precio
        return valor + self.listar(n.derecha)

    def quitar(self, nombre, cantidad):
        n = self.existente(nombre)
        if cantidad > n.cantidad:
            raise ErrorAlmacen("not enough " + nombre)
        n.cantidad -= cantidad

    def existente(self, nombre):
        n = self.buscar(self.raiz, nombre)
        if n is None:
            raise ErrorAlmacen("unknown " + nombre)
        return n

    def procesar(self, orden, resto):
        if orden == "add":
            self.raiz = self.insertar(self.raiz, resto[0], int(resto[1]), int(resto[2]))
        elif orden == "remove":
            self.quitar(resto[0], int(resto[1]))
        elif orden == "price":
            self.existente(resto[0]).precio = int(resto[1])
        elif orden == "report":
            total = self.listar(self.raiz)
            print("total", total)
        else:
            raise ErrorAlmacen("bad command")


def main():
    sys.setrecursionlimit(100000)
    almacen = Almacen()
    for linea in sys.stdin:
        partes = linea.split()
        if len(partes) == 0:
            continue
        orden = partes[0]
        if orden == "end":
            break
        try:
            almacen.procesar(orden, partes[1:])
        except ErrorAlmacen as e:
            print(e)


main()
