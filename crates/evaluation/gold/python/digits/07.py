class Numero:
    def __init__(self, texto):
        self.cifras = list(texto)

    def suma(self):
        return sum(int(c) for c in self.cifras)

    def al_reves(self):
        return int(''.join(self.cifras[::-1]))

    def capicua(self):
        return self.al_reves() == int(''.join(self.cifras))


n = Numero(input().strip())
print(n.suma())
print(n.al_reves())
print('yes' if n.capicua() else 'no')
