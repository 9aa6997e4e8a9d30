const rl = require('readline').createInterface({ input: process.stdin });

/* Every cell is an object and knows its eight neighbours. */

function Cell(alive) {
	this.alive = alive;
	this.willLive = alive;
	this.neighbours = [];
}

Cell.prototype.decide = function () {
	const n = this.neighbours.filter(function (c) { return c.alive; }).length;
	if (this.alive) {
		this.willLive = n == 2 || n == 3;
	} else {
		this.willLive = n == 3;
	}
	return this.willLive != this.alive;
};

Cell.prototype.commit = function () {
	this.alive = this.willLive;
};

function World(rows, height, width) {
	this.rows = [];
	this.cells = [];
	for (let r = 0; r < height; r++) {
		const list = [];
		for (let c = 0; c < width; c++) {
			list.push(new Cell(rows[r].charAt(c) == 'o'));
		}
		this.rows.push(list);
		this.cells.push(...list);
	}
	this.connect(height, width);
}

World.OFFSETS = [
	[-1, -1], [-1, 0], [-1, 1],
	[ 0, -1],          [ 0, 1],
	[ 1, -1], [ 1, 0], [ 1, 1],
];

World.prototype.connect = function (height, width) {
	for (let r = 0; r < height; r++) {
		for (let c = 0; c < width; c++) {
			for (const [dr, dc] of World.OFFSETS) {
				const row = this.rows[(height + r + dr) % height];
				this.rows[r][c].neighbours.push(row[(width + c + dc) % width]);
			}
		}
	}
};

// returns how many cells have changed
World.prototype.step = function () {
	let changed = 0;
	this.cells.forEach(function (cell) {
		if (cell.decide()) changed++;
	});
	this.cells.forEach(function (cell) {
		cell.commit();
	});
	return changed;
};

World.prototype.population = function () {
	return this.cells.reduce((sum, cell) => sum + (cell.alive ? 1 : 0), 0);
};

World.prototype.toString = function () {
	let s = '';
	for (const row of this.rows) {
		for (const cell of row) s += cell.alive ? 'o' : '.';
		s += '\n';
	}
	return s;
};

const input = [];
rl.on('line', function (line) { input.push(line); });
rl.on('close', function () {
	const numbers = input.shift().split(/\s+/);
	const world = new World(input, +numbers[0], +numbers[1]);
	let left = +numbers[2];
	let number = 0;
	while (left-- > 0) {
		const changed = world.step();
		console.log('step %d: %d', ++number, world.population());
		if (changed == 0) {
			console.log('still');
			left = 0;
		}
	}
	process.stdout.write(world.toString());
});
