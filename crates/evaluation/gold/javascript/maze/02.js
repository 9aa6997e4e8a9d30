"use strict";

const readline = require("readline");

/** A position in the maze. */
class Cell {
    constructor(row, column, symbol) {
        this.row = row;
        this.column = column;
        this.symbol = symbol;
        this.parent = null;
        this.wave = Infinity;
    }

    isWall() {
        return this.symbol === "#";
    }

    /** How welcome another cell is as the parent of this one: smaller is better. */
    rankOf(other) {
        if (other.row < this.row) return 0;
        if (other.row > this.row) return 1;
        return other.column < this.column ? 2 : 3;
    }

    offerParent(candidate) {
        if (this.parent === null || this.rankOf(candidate) < this.rankOf(this.parent)) {
            this.parent = candidate;
        }
    }
}

class Maze {
    constructor(rows) {
        this.cells = rows.map((text, r) =>
            Array.from(text, (symbol, c) => new Cell(r, c, symbol))
        );
        const all = this.cells.flat();
        this.start = all.find((cell) => cell.symbol === "S");
        this.exit = all.find((cell) => cell.symbol === "E");
    }

    neighbours(cell) {
        const { row, column } = cell;
        return [
            this.cells[row - 1]?.[column],
            this.cells[row + 1]?.[column],
            this.cells[row][column - 1],
            this.cells[row][column + 1],
        ].filter((other) => other !== undefined && !other.isWall());
    }

    /** Spreads wave after wave from the start and notes the parents. */
    explore() {
        this.start.wave = 0;
        let front = [this.start];
        for (let wave = 1; front.length > 0; wave++) {
            const next = [];
            for (const cell of front) {
                for (const other of this.neighbours(cell)) {
                    if (other.wave === Infinity) {
                        other.wave = wave;
                        next.push(other);
                    }
                    if (other.wave === wave) {
                        other.offerParent(cell);
                    }
                }
            }
            front = next;
        }
    }

    markWay() {
        let cell = this.exit.parent;
        while (cell !== this.start) {
            cell.symbol = "*";
            cell = cell.parent;
        }
    }

    toString() {
        return this.cells.map((row) => row.map((cell) => cell.symbol).join("")).join("\n");
    }
}

async function readRows() {
    const rows = [];
    for await (const line of readline.createInterface({ input: process.stdin })) {
        rows.push(line.trim());
    }
    const height = parseInt(rows[0].split(" ")[0], 10);
    return rows.slice(1, height + 1);
}

readRows().then((rows) => {
    const maze = new Maze(rows);
    maze.explore();
    if (maze.exit.parent === null) {
        console.log("no way");
        return;
    }
    maze.markWay();
    console.log(`steps ${maze.exit.wave}`);
    console.log(maze.toString());
});
