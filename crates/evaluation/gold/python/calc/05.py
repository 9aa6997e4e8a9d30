# Calculadora. Cada linea se recorre dos veces con las mismas funciones:
# la primera vez en seco (solo se mira la sintaxis), la segunda de verdad.

import sys


class ErrorCalculo(Exception):
    pass


class Lector:
    def __init__(self, linea, nombres, en_seco):
        self.linea = linea.strip() + '\0'      # \0 marca el final
        self.pos = 0
        self.nombres = nombres
        self.en_seco = en_seco

    def mirar(self):
        while self.linea[self.pos] in ' \t':
            self.pos += 1
        return self.linea[self.pos]

    def comer(self, signo):
        if self.mirar() != signo:
            return False
        self.pos += 1
        return True

    def mientras(self, conjunto):
        principio = self.pos
        while self.linea[self.pos] in conjunto:
            self.pos += 1
        return self.linea[principio:self.pos]

    def instruccion(self):
        destino = self.destino()
        valor = self.suma()
        if self.mirar() != '\0':
            raise ErrorCalculo('syntax')
        return destino, valor

    def destino(self):
        nombre = self.mientras(LETRAS)
        if nombre != '' and self.comer('='):
            return nombre
        self.pos = 0        # no era una asignacion, volver atras
        return None

    def suma(self):
        valor = self.producto()
        while True:
            if self.comer('+'):
                valor += self.producto()
            elif self.comer('-'):
                valor -= self.producto()
            else:
                return valor

    def producto(self):
        valor = self.unario()
        while True:
            if self.comer('*'):
                valor *= self.unario()
            elif self.comer('/'):
                valor = self.dividir(valor, self.unario())
            else:
                return valor

    def unario(self):
        if self.comer('-'):
            return -self.unario()
        if self.comer('('):
            valor = self.suma()
            if not self.comer(')'):
                raise ErrorCalculo('syntax')
            return valor
        if self.mirar() in CIFRAS:
            return int(self.mientras(CIFRAS))
        if self.mirar() in LETRAS:
            return self.buscar(self.mientras(LETRAS))
        raise ErrorCalculo('syntax')

    def buscar(self, nombre):
        if self.en_seco:
            return 1
        if nombre not in self.nombres:
            raise ErrorCalculo('unknown ' + nombre)
        return self.nombres[nombre]

    def dividir(self, a, b):
        if self.en_seco:
            return 1
        if b == 0:
            raise ErrorCalculo('division by zero')
        if b < 0:
            a, b = -a, -b
        return a // b if a >= 0 else -(-a // b)


CIFRAS = set('0123456789')
LETRAS = set('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ')

nombres = {}
for linea in sys.stdin:
    if linea.strip() == '':
        continue
    try:
        Lector(linea, nombres, True).instruccion()
        destino, valor = Lector(linea, nombres, False).instruccion()
        if destino is None:
            print(valor)
        else:
            nombres[destino] = valor
            print(destino, '=', valor)
    except ErrorCalculo as error:
        print('error:', error)
