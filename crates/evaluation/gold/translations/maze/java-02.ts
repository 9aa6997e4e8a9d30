import * as fs from "fs";

class Direction {
    static readonly UP = new Direction(-1, 0);
    static readonly DOWN = new Direction(1, 0);
    static readonly LEFT = new Direction(0, -1);
    static readonly RIGHT = new Direction(0, 1);

    static values(): Direction[] {
        return [Direction.UP, Direction.DOWN, Direction.LEFT, Direction.RIGHT];
    }

    private constructor(readonly dy: number, readonly dx: number) {}
}

class Position {
    constructor(readonly y: number, readonly x: number) {}

    go(d: Direction): Position {
        return new Position(this.y + d.dy, this.x + d.dx);
    }

    equals(other: Position): boolean {
        return this.y === other.y && this.x === other.x;
    }

    key(): string {
        return `${this.y},${this.x}`;
    }
}

class Labyrinth {
    private readonly rows: string[][] = [];
    private readonly steps = new Map<string, number>();

    constructor(lines: string[]) {
        const size = lines[0].trim().split(/\s+/);
        const height = parseInt(size[0]);
        for (let i = 0; i < height; i++) {
            this.rows.push(lines[i + 1].trim().split(""));
        }
    }

    private at(p: Position): string {
        const inside = p.y >= 0 && p.y < this.rows.length
            && p.x >= 0 && p.x < this.rows[p.y].length;
        return inside ? this.rows[p.y][p.x] : "#";
    }

    private find(what: string): Position {
        for (let y = 0; y < this.rows.length; y++) {
            const x = this.rows[y].indexOf(what);
            if (x >= 0) {
                return new Position(y, x);
            }
        }
        throw new Error("there is no " + what);
    }

    private measureFrom(start: Position): void {
        const waiting: Position[] = [];
        waiting.push(start);
        this.steps.set(start.key(), 0);
        while (waiting.length > 0) {
            const here = waiting.shift()!;
            for (const d of Direction.values()) {
                const there = here.go(d);
                if (this.at(there) !== "#" && !this.steps.has(there.key())) {
                    this.steps.set(there.key(), this.steps.get(here.key())! + 1);
                    waiting.push(there);
                }
            }
        }
    }

    private predecessor(p: Position): Position {
        const wanted = this.steps.get(p.key())! - 1;
        for (const d of Direction.values()) {
            const candidate = p.go(d);
            if ((this.steps.get(candidate.key()) ?? -1) === wanted) {
                return candidate;
            }
        }
        throw new Error("illegal state");
    }

    solve(): void {
        const start = this.find("S");
        const exit = this.find("E");
        this.measureFrom(start);
        if (!this.steps.has(exit.key())) {
            console.log("no way");
            return;
        }
        for (let p = this.predecessor(exit); !p.equals(start); p = this.predecessor(p)) {
            this.rows[p.y][p.x] = "*";
        }
        console.log("steps " + this.steps.get(exit.key()));
        for (const row of this.rows) {
            console.log(row.join(""));
        }
    }
}

new Labyrinth(fs.readFileSync(0, "utf8").split("\n")).solve();
