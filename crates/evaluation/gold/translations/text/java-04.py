import sys
from collections import Counter

sys.setrecursionlimit(10000)


class Nodo:
    """Un nodo del árbol de letras; al final de una palabra está la cuenta."""

    def __init__(self):
        self.hijos = {}
        self.cuenta = 0

    def bajar(self, letra):
        if letra not in self.hijos:
            self.hijos[letra] = Nodo()
        return self.hijos[letra]

    def recorrer(self, prefijo=""):
        """Da las palabras por orden alfabético."""
        if self.cuenta > 0:
            yield prefijo, self.cuenta
        for letra in sorted(self.hijos):
            yield from self.hijos[letra].recorrer(prefijo + letra)


def es_letra(c):
    return "a" <= c <= "z" or "A" <= c <= "Z"


class Estadistica:
    def __init__(self):
        self.raiz = Nodo()
        self.lineas = 0
        self.palabras = 0
        self.distintas = 0
        self.larga = ""
        self.largos = Counter()

    def leer(self, texto):
        aqui = self.raiz
        palabra = ""
        # un separador más, para que termine la última palabra
        for c in texto + " ":
            if es_letra(c):
                aqui = aqui.bajar(c.lower())
                palabra += c.lower()
            elif palabra:
                self.terminar(palabra, aqui)
                palabra = ""
                aqui = self.raiz
            if c == "\n":
                self.lineas += 1
        if texto and not texto.endswith("\n"):
            self.lineas += 1

    def terminar(self, palabra, final):
        self.palabras += 1
        final.cuenta += 1
        if final.cuenta == 1:
            self.distintas += 1
        if len(palabra) > len(self.larga):
            self.larga = palabra
        self.largos[len(palabra)] += 1

    def mejores(self):
        lista = []
        for palabra, cuenta in self.raiz.recorrer():
            sitio = len(lista)
            while sitio > 0 and lista[sitio - 1][1] < cuenta:
                sitio -= 1
            lista.insert(sitio, (palabra, cuenta))
            del lista[10:]
        return lista


est = Estadistica()
est.leer(sys.stdin.buffer.read().decode("latin-1"))

print(f"lines {est.lineas}")
print(f"words {est.palabras}")
print(f"different {est.distintas}")
print(f"longest {est.larga or '-'}")
for palabra, cuenta in est.mejores():
    print(cuenta, palabra)
for largo, cuantas in sorted(est.largos.items()):
    print(f"{largo}: {'#' * cuantas}")
