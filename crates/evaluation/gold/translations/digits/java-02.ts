import { readFileSync } from "fs";

function main(): void {
  const s = readFileSync(0, "utf8").trim().split(/\s+/)[0];
  const r = s.split("").reverse().join("");
  let sum = 0;
  for (const c of s) sum += Number(c);
  console.log(sum);
  console.log(BigInt(r).toString());
  console.log(s === r ? "yes" : "no");
}

main();
