const readline = require("readline");

/**
 * One kind of goods in the stock.
 */
class Item {
    constructor(name) {
        this.name = name;
        this.count = 0;
        this.price = 0;
    }

    get value() {
        return this.count * this.price;
    }

    toString() {
        return `${this.name} ${this.count} ${this.price}`;
    }
}

/** Thrown when a command can not be carried out. */
class StockError extends Error {}

/**
 * The whole stock, items are found by their name.
 */
class Inventory {
    #items = new Map();

    #find(name) {
        const item = this.#items.get(name);
        if (!item) {
            throw new StockError(`unknown ${name}`);
        }
        return item;
    }

    add(name, count, price) {
        if (!this.#items.has(name)) {
            this.#items.set(name, new Item(name));
        }
        const item = this.#find(name);
        item.count += count;
        item.price = price;
    }

    remove(name, count) {
        const item = this.#find(name);
        if (count > item.count) {
            throw new StockError(`not enough ${name}`);
        }
        item.count -= count;
    }

    setPrice(name, price) {
        this.#find(name).price = price;
    }

    *sorted() {
        for (const key of [...this.#items.keys()].sort()) {
            yield this.#items.get(key);
        }
    }

    report() {
        let total = 0;
        for (const item of this.sorted()) {
            console.log(item.toString());
            total += item.value;
        }
        console.log(`total ${total}`);
    }
}

function execute(inventory, command, args) {
    if (command === "add") {
        inventory.add(args[0], parseInt(args[1], 10), parseInt(args[2], 10));
    } else if (command === "remove") {
        inventory.remove(args[0], parseInt(args[1], 10));
    } else if (command === "price") {
        inventory.setPrice(args[0], parseInt(args[1], 10));
    } else if (command === "report") {
        inventory.report();
    } else {
        throw new StockError("bad command");
    }
}

async function main() {
    const inventory = new Inventory();
    const rl = readline.createInterface({ input: process.stdin });

    for await (const line of rl) {
        const [command, ...args] = line.split(" ").filter((word) => word.length > 0);
        if (command === undefined) continue;
        if (command === "end") break;
        try {
            execute(inventory, command, args);
        } catch (error) {
            if (!(error instanceof StockError)) throw error;
            console.log(error.message);
        }
    }
}

main();
