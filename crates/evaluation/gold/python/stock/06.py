import sys
sys.setrecursionlimit(20000)

##############################################
#  Stock keeping with a binary search tree   #
##############################################

# a tree is None or a list of five things:
#   [left, name, count, price, right]
L, NAME, COUNT, PRICE, R = range(5)

root = None


def insert(tree, name, count, price):
    """Returns the tree with the goods put in."""
    if tree is None:
        return [None, name, count, price, None]
    if name == tree[NAME]:
        tree[COUNT] += count
        tree[PRICE] = price
    elif name < tree[NAME]:
        tree[L] = insert(tree[L], name, count, price)
    else:
        tree[R] = insert(tree[R], name, count, price)
    return tree


def search(tree, name):
    if tree is None or tree[NAME] == name:
        return tree
    return search(tree[L] if name < tree[NAME] else tree[R], name)


def in_order(tree):
    """Prints the tree, returns what it is worth."""
    if tree is None:
        return 0
    worth = in_order(tree[L])
    print(tree[NAME], tree[COUNT], tree[PRICE])
    worth += tree[COUNT] * tree[PRICE]
    return worth + in_order(tree[R])


def add(args):
    global root
    root = insert(root, args[0], int(args[1]), int(args[2]))


def remove(args):
    node = search(root, args[0])
    n = int(args[1])
    if node is None:
        print("unknown " + args[0])
        return
    if node[COUNT] - n < 0:
        print("not enough " + args[0])
        return
    node[COUNT] -= n


def price(args):
    node = search(root, args[0])
    if node is None:
        print("unknown " + args[0])
        return
    node[PRICE] = int(args[1])


def report(args):
    worth = in_order(root)
    print("total " + str(worth))


def wrong(args):
    print("bad command")


TABLE = dict(add=add, remove=remove, price=price, report=report)

while True:
    text = sys.stdin.readline()
    if not text:
        break
    cmd, *args = text.split() or [""]
    if cmd == "end":
        break
    if cmd:
        TABLE.get(cmd, wrong)(args)
