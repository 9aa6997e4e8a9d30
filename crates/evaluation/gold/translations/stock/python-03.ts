import * as fs from 'fs';

// store: name -> [amount, price]
const AMOUNT = 0;
const PRICE = 1;

type Store = { [name: string]: [number, number] };

function addItem(store: Store, name: string, amount: number, price: number): void {
    if (name in store) {
        store[name][AMOUNT] += amount;
        store[name][PRICE] = price;
    } else {
        store[name] = [amount, price];
    }
}

function removeItem(store: Store, name: string, amount: number): string {
    // returns the error message or an empty string
    if (!(name in store)) {
        return 'unknown ' + name;
    }
    if (store[name][AMOUNT] < amount) {
        return 'not enough ' + name;
    }
    store[name][AMOUNT] -= amount;
    return '';
}

function setPrice(store: Store, name: string, price: number): string {
    if (!(name in store)) {
        return 'unknown ' + name;
    }
    store[name][PRICE] = price;
    return '';
}

function printReport(store: Store): void {
    let total = 0;
    for (const name of Object.keys(store).sort()) {
        const data = store[name];
        console.log(name + ' ' + data[AMOUNT] + ' ' + data[PRICE]);
        total += data[AMOUNT] * data[PRICE];
    }
    console.log('total ' + total);
}

function main(): void {
    const store: Store = Object.create(null);
    for (const line of fs.readFileSync(0, 'utf-8').split('\n')) {
        const words = line.trim().split(/\s+/);
        if (words[0] === '') {
            continue;
        }
        const command = words[0];
        let message = '';
        if (command === 'end') {
            return;
        }
        if (command === 'report') {
            printReport(store);
        } else if (command === 'add') {
            addItem(store, words[1], parseInt(words[2]), parseInt(words[3]));
        } else if (command === 'remove') {
            message = removeItem(store, words[1], parseInt(words[2]));
        } else if (command === 'price') {
            message = setPrice(store, words[1], parseInt(words[2]));
        } else {
            message = 'bad command';
        }
        if (message !== '') {
            console.log(message);
        }
    }
}

main();
