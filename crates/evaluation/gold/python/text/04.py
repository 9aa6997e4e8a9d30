# Estadistica de palabras

from itertools import groupby, islice
import string
import sys


class Tabla(dict):
    """Para str.translate: todo lo que no es letra se vuelve espacio."""

    def __missing__(self, codigo):
        return ' '


def crear_tabla():
    tabla = Tabla()
    for letra in string.ascii_lowercase:
        tabla[ord(letra)] = letra
        tabla[ord(letra.upper())] = letra
    return tabla


def contar_lineas(texto):
    if not texto:
        return 0
    if texto[-1] == '\n':
        texto = texto[:-1]
    return len(texto.split('\n'))


def la_mas_larga(palabras):
    mejor = ''
    for palabra in palabras:
        if len(palabra) > len(mejor):
            mejor = palabra
    return mejor if mejor else '-'


def frecuencias(palabras):
    """Lista de parejas (-veces, palabra), ya ordenada."""
    parejas = []
    for palabra, grupo in groupby(sorted(palabras)):
        parejas.append((-len(list(grupo)), palabra))
    parejas.sort()
    return parejas


def histograma(palabras):
    longitudes = sorted(len(p) for p in palabras)
    for longitud, grupo in groupby(longitudes):
        yield '{}: {}'.format(longitud, ''.join('#' for _ in grupo))


texto = sys.stdin.read()
palabras = texto.translate(crear_tabla()).split()
lista = frecuencias(palabras)

print('lines', contar_lineas(texto))
print('words', len(palabras))
print('different', len(lista))
print('longest', la_mas_larga(palabras))

for menos_veces, palabra in islice(lista, 10):
    print(-menos_veces, palabra)

for renglon in histograma(palabras):
    print(renglon)
