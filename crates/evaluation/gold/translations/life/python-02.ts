import * as readline from "node:readline";

const DIRECTIONS: [number, number][] = [
    [-1, -1], [-1, 0], [-1, 1],
    [0, -1], [0, 1],
    [1, -1], [1, 0], [1, 1],
];

/** A toroidal world; only the living cells are stored, as row * columns + column. */
class World {
    private living = new Set<number>();

    constructor(private readonly rows: number, private readonly columns: number) {}

    get population(): number {
        return this.living.size;
    }

    bringToLife(row: number, column: number): void {
        this.living.add(row * this.columns + column);
    }

    private *neighbours(key: number): Generator<number> {
        const row = Math.floor(key / this.columns);
        const column = key % this.columns;
        for (const [down, right] of DIRECTIONS) {
            const r = (row + down + this.rows) % this.rows;
            const c = (column + right + this.columns) % this.columns;
            yield r * this.columns + c;
        }
    }

    /** Moves on by one generation and says whether anything is different now. */
    advance(): boolean {
        const counts = new Map<number, number>();
        for (const key of this.living) {
            for (const other of this.neighbours(key)) {
                counts.set(other, (counts.get(other) ?? 0) + 1);
            }
        }
        const next = new Set<number>();
        for (const [key, n] of counts) {
            if (n === 3 || (n === 2 && this.living.has(key))) {
                next.add(key);
            }
        }
        const same = next.size === this.living.size && [...next].every((key) => this.living.has(key));
        this.living = next;
        return !same;
    }

    toString(): string {
        const lines: string[] = [];
        for (let row = 0; row < this.rows; row++) {
            let text = "";
            for (let column = 0; column < this.columns; column++) {
                text += this.living.has(row * this.columns + column) ? "o" : ".";
            }
            lines.push(text);
        }
        return lines.join("\n");
    }
}

async function main(): Promise<void> {
    const input: string[] = [];
    for await (const line of readline.createInterface({ input: process.stdin })) {
        input.push(line.trim());
    }
    const [rows, columns, generations] = input[0].split(/\s+/).map(Number);
    const world = new World(rows, columns);
    for (let row = 0; row < rows; row++) {
        [...input[row + 1]].forEach((symbol, column) => {
            if (symbol === "o") world.bringToLife(row, column);
        });
    }

    for (let i = 1; i <= generations; i++) {
        const different = world.advance();
        console.log(`step ${i}: ${world.population}`);
        if (!different) {
            console.log("still");
            break;
        }
    }
    console.log(world.toString());
}

main();
