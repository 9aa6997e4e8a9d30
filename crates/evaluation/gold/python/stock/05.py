# Inventory on a linked list. The list is always kept sorted by name,
# so the report only has to walk along it.

class Node:
    def __init__(self, name, next):
        self.name = name
        self.qty = 0
        self.cost = 0
        self.next = next


class SortedList:
    def __init__(self):
        # dummy node in front so we never have an empty list
        self.head = Node(None, None)

    def before(self, name):
        """last node whose name is smaller than name"""
        p = self.head
        while p.next is not None and p.next.name < name:
            p = p.next
        return p

    def find(self, name):
        p = self.before(name).next
        if p is not None and p.name == name:
            return p
        return None

    def findOrInsert(self, name):
        p = self.before(name)
        if p.next is None or p.next.name != name:
            p.next = Node(name, p.next)
        return p.next


def show(lst):
    value = 0
    p = lst.head.next
    while p is not None:
        print("%s %d %d" % (p.name, p.qty, p.cost))
        value += p.qty * p.cost
        p = p.next
    print("total %d" % value)


def change(lst, w):
    # remove and price both need an item that exists
    p = lst.find(w[1])
    num = int(w[2])
    if p is None:
        print("unknown %s" % w[1])
    elif w[0] == "price":
        p.cost = num
    elif num > p.qty:
        print("not enough %s" % w[1])
    else:
        p.qty -= num


def getLine():
    try:
        return input()
    except EOFError:
        return "end"


lst = SortedList()
w = getLine().split()
while w == [] or w[0] != "end":
    if w == []:
        pass
    elif w[0] == "add":
        p = lst.findOrInsert(w[1])
        p.qty += int(w[2])
        p.cost = int(w[3])
    elif w[0] in ("remove", "price"):
        change(lst, w)
    elif w[0] == "report":
        show(lst)
    else:
        print("bad command")
    w = getLine().split()
