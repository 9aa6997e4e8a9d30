"""Estoque com uma tabela de dispersao propria (listas nas gavetas)."""

import sys
from dataclasses import dataclass


@dataclass
class Produto:
    nome: str
    quantidade: int
    preco: int


class Tabela:
    def __init__(self):
        self.tamanho = 0
        self.gavetas = [[] for _ in range(16)]

    def _gaveta(self, nome):
        h = 5381
        for letra in nome:
            h = (h * 33 + ord(letra)) & 0xFFFFFFFF
        return self.gavetas[h % len(self.gavetas)]

    def __iter__(self):
        for gaveta in self.gavetas:
            yield from gaveta

    def procurar(self, nome):
        return next((p for p in self._gaveta(nome) if p.nome == nome), None)

    def inserir(self, produto):
        if self.tamanho >= 2 * len(self.gavetas):
            self._crescer()
        self._gaveta(produto.nome).append(produto)
        self.tamanho += 1

    def _crescer(self):
        todos = list(self)
        self.gavetas = [[] for _ in range(2 * len(self.gavetas))]
        for p in todos:
            self._gaveta(p.nome).append(p)


tabela = Tabela()


def acrescentar(nome, quantidade, preco):
    p = tabela.procurar(nome)
    if p is None:
        tabela.inserir(Produto(nome, quantidade, preco))
    else:
        p.quantidade += quantidade
        p.preco = preco


def relatorio():
    valor = 0
    for p in sorted(tabela, key=lambda p: p.nome):
        print(f"{p.nome} {p.quantidade} {p.preco}")
        valor += p.quantidade * p.preco
    print(f"total {valor}")


def tratar(palavras):
    verbo, *resto = palavras

    if verbo == "report":
        relatorio()
        return
    if verbo == "add":
        acrescentar(resto[0], int(resto[1]), int(resto[2]))
        return
    if verbo not in ("remove", "price"):
        print("bad command")
        return

    nome, numero = resto[0], int(resto[1])
    p = tabela.procurar(nome)
    if p is None:
        print(f"unknown {nome}")
    elif verbo == "price":
        p.preco = numero
    elif numero > p.quantidade:
        print(f"not enough {nome}")
    else:
        p.quantidade -= numero


for linha in sys.stdin.read().split("\n"):
    palavras = linha.split()
    if not palavras:
        continue
    if palavras[0] == "end":
        break
    tratar(palavras)
