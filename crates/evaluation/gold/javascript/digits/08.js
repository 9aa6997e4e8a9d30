async function main() {
	let line = "";
	for await (const part of process.stdin) line += part.toString();
	const stack = Array.from(line.trim(), Number);

	let back = [];
	let sum = 0;
	while (stack.length) {
		const top = stack.pop();
		sum += top;
		back.push(top);
	}
	const same = back.join("") === line.trim();
	while (back.length > 1 && back[0] === 0) back.shift();

	console.log("%d\n%s\n%s", sum, back.join(""), same ? "yes" : "no");
}
main();
