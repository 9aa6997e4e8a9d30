"""Lê o texto byte a byte, com dois estados: dentro e fora de uma palavra."""

import sys
from collections import Counter

QUEBRA = ord("\n")


class Contador:
    def __init__(self):
        self.quebras = 0
        self.ultimo = QUEBRA
        self.maior = ""
        self.vezes = Counter()
        self.tamanhos = Counter()
        self.atual = []

    def alimentar(self, b):
        if ord("A") <= b <= ord("Z"):
            self.atual.append(chr(b + 32))
        elif ord("a") <= b <= ord("z"):
            self.atual.append(chr(b))
        else:
            self.fechar_palavra()
            self.quebras += b == QUEBRA
        self.ultimo = b

    def fechar_palavra(self):
        if not self.atual:
            return
        palavra = "".join(self.atual)
        self.atual.clear()
        self.vezes[palavra] += 1
        self.tamanhos[len(palavra)] += 1
        if len(palavra) > len(self.maior):
            self.maior = palavra

    def dez_mais(self):
        resto = dict(self.vezes)
        for _ in range(min(10, len(resto))):
            melhor = min(resto, key=lambda p: (-resto[p], p))
            yield melhor, resto.pop(melhor)

    def mostrar(self):
        linhas = self.quebras + (0 if self.ultimo == QUEBRA else 1)
        print("lines", linhas)
        print("words", sum(self.vezes.values()))
        print("different", len(self.vezes))
        print("longest", self.maior or "-")
        for palavra, n in self.dez_mais():
            print(n, palavra)
        for tamanho in sorted(self.tamanhos):
            print(f"{tamanho}: {'#' * self.tamanhos[tamanho]}")


def main():
    contador = Contador()
    for b in sys.stdin.buffer.read():
        contador.alimentar(b)
    contador.fechar_palavra()
    contador.mostrar()


if __name__ == "__main__":
    main()
