const readline = require('readline');

const key = (r, c) => r + ',' + c;

function read_maze(lines) {
	const [h, w] = lines[0].split(' ').map((n) => parseInt(n, 10));
	const maze = { h, w, free: new Set(), rows: lines.slice(1, h + 1) };
	maze.rows.forEach((row, r) => {
		for (let c = 0; c < w; c++) {
			if (row[c] !== '#') maze.free.add(key(r, c));
			if (row[c] === 'S') maze.start = [r, c];
			if (row[c] === 'E') maze.goal = [r, c];
		}
	});
	return maze;
}

// the four neighbours, in the order in which we like them
function around([r, c]) {
	return [[r - 1, c], [r + 1, c], [r, c - 1], [r, c + 1]];
}

// Floods the maze: front are all the cells at distance n. The recursion is
// as deep as the farthest cell is away.
function flood(maze, front, n, seen) {
	if (front.length === 0) return seen;
	const next = [];
	for (const place of front) {
		for (const other of around(place)) {
			const k = key(...other);
			if (maze.free.has(k) && !seen.has(k)) {
				seen.set(k, n + 1);
				next.push(other);
			}
		}
	}
	return flood(maze, next, n + 1, seen);
}

// collects the keys of the cells between the exit and the start
function way_back(place, seen, way) {
	const n = seen.get(key(...place));
	if (n <= 1) return way;
	const before = around(place).find((other) => seen.get(key(...other)) === n - 1);
	way.add(key(...before));
	return way_back(before, seen, way);
}

function solve(lines) {
	const maze = read_maze(lines);
	const seen = flood(maze, [maze.start], 0, new Map([[key(...maze.start), 0]]));
	const goal = key(...maze.goal);
	if (!seen.has(goal)) {
		return ['no way'];
	}
	const way = way_back(maze.goal, seen, new Set());
	const picture = maze.rows.map((row, r) => {
		let line = '';
		for (let c = 0; c < maze.w; c++) {
			line += way.has(key(r, c)) ? '*' : row[c];
		}
		return line;
	});
	return ['steps ' + seen.get(goal), ...picture];
}

const lines = [];
const rl = readline.createInterface({ input: process.stdin });
rl.on('line', (line) => lines.push(line));
rl.on('close', () => {
	for (const line of solve(lines)) console.log(line);
});
