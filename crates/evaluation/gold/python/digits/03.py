import sys


def quersumme(n):
    return 0 if n == 0 else n % 10 + quersumme(n // 10)


def umkehren(n, ergebnis=0):
    if n == 0:
        return ergebnis
    return umkehren(n // 10, 10 * ergebnis + n % 10)


zahl = int(sys.stdin.readline())
print(quersumme(zahl))
print(umkehren(zahl))
print('yes' if umkehren(zahl) == zahl else 'no')
