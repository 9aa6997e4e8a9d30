from collections import namedtuple
from functools import reduce
import sys

Entry = namedtuple("Entry", "count price")
State = namedtuple("State", "entries output")


def parseLine(line):
    """'add nut 3 4' becomes ('add', 'nut', [3, 4])"""
    tokens = line.split()
    if tokens[0] in ("add", "remove", "price"):
        return tokens[0], tokens[1], [int(t) for t in tokens[2:]]
    return tokens[0], None, []


def readProgram(text):
    program = []
    for line in text.split("\n"):
        if line.strip() == "":
            continue
        instruction = parseLine(line)
        if instruction[0] == "end":
            break
        program.append(instruction)
    return program


def say(state, *messages):
    return State(state.entries, state.output + list(messages))


def store(state, name, entry):
    return State({**state.entries, name: entry}, state.output)


def makeReport(state):
    names = list(state.entries)
    names.sort()
    rows = []
    worth = 0
    for name in names:
        count, price = state.entries[name]
        rows.append("{} {} {}".format(name, count, price))
        worth += count * price
    return say(state, *rows, "total {}".format(worth))


def applyInstruction(state, instruction):
    kind, name, numbers = instruction
    known = state.entries.get(name)

    if kind == "report":
        return makeReport(state)
    if kind == "add":
        oldCount = known.count if known else 0
        return store(state, name, Entry(oldCount + numbers[0], numbers[1]))
    if kind not in ("remove", "price"):
        return say(state, "bad command")

    # from here on the item has to exist
    if known is None:
        return say(state, "unknown {}".format(name))
    if kind == "price":
        return store(state, name, known._replace(price=numbers[0]))
    if known.count < numbers[0]:
        return say(state, "not enough {}".format(name))
    return store(state, name, known._replace(count=known.count - numbers[0]))


program = readProgram(sys.stdin.read())
final = reduce(applyInstruction, program, State({}, []))
for row in final.output:
    print(row)
