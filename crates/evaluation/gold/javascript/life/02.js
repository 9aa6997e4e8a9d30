"use strict";

// Sparse version: we only keep the living cells, as a set of numbers.

const readline = require("readline");

class SparseWorld {
    constructor(height, width) {
        this.height = height;
        this.width = width;
        this.living = new Set();
    }

    static parse(lines) {
        const [height, width] = lines[0].trim().split(" ").map((s) => parseInt(s, 10));
        const world = new SparseWorld(height, width);
        for (let row = 0; row < height; row++) {
            for (let col = 0; col < width; col++) {
                if (lines[row + 1].charAt(col) === "o") {
                    world.living.add(world.cellId(row, col));
                }
            }
        }
        return world;
    }

    cellId(row, col) {
        const r = (row + this.height) % this.height;
        const c = (col + this.width) % this.width;
        return r * this.width + c;
    }

    *neighbourIds(id) {
        const row = Math.floor(id / this.width);
        const col = id % this.width;
        for (const r of [row - 1, row, row + 1]) {
            for (const c of [col - 1, col, col + 1]) {
                if (r !== row || c !== col) yield this.cellId(r, c);
            }
        }
    }

    /** Every living cell gives one point to each of its neighbours. */
    countPoints() {
        const points = new Map();
        for (const id of this.living) {
            for (const other of this.neighbourIds(id)) {
                points.set(other, (points.get(other) ?? 0) + 1);
            }
        }
        return points;
    }

    /** One step; tells if something has changed. */
    advance() {
        const born = new Set();
        for (const [id, points] of this.countPoints()) {
            if (points === 3 || (points === 2 && this.living.has(id))) {
                born.add(id);
            }
        }
        const before = this.living;
        this.living = born;
        return before.size !== born.size || [...born].some((id) => !before.has(id));
    }

    get population() {
        return this.living.size;
    }

    print() {
        for (let row = 0; row < this.height; row++) {
            let text = "";
            for (let col = 0; col < this.width; col++) {
                text += this.living.has(this.cellId(row, col)) ? "o" : ".";
            }
            console.log(text);
        }
    }
}

async function main() {
    const lines = [];
    for await (const line of readline.createInterface({ input: process.stdin })) {
        lines.push(line);
    }
    const world = SparseWorld.parse(lines);
    const steps = parseInt(lines[0].trim().split(" ")[2], 10);

    for (let i = 1; i <= steps; i++) {
        const changed = world.advance();
        console.log(`step ${i}: ${world.population}`);
        if (!changed) {
            console.log("still");
            break;
        }
    }
    world.print();
}

main();
