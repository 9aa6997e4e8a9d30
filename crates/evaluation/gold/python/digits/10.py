# Ziffern einer Zahl, von hinten nach vorne
eingabe = input().strip()
i = len(eingabe) - 1
summe = 0
umgekehrt = ""
while i >= 0:
    summe += int(eingabe[i])
    # keine fuehrenden Nullen
    if umgekehrt != "" or eingabe[i] != "0":
        umgekehrt += eingabe[i]
    i -= 1
if umgekehrt == "":
    umgekehrt = "0"
print(summe)
print(umgekehrt)
print("yes" if umgekehrt == eingabe else "no")
