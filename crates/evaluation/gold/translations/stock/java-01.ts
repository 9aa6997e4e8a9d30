import { createInterface } from "readline";

async function run(): Promise<void> {
  const reader = createInterface({ input: process.stdin, crlfDelay: Infinity });

  // parallel arrays: one position is one article
  const articles: string[] = [];
  const quantities: number[] = [];
  const unitPrices: number[] = [];

  for await (const raw of reader) {
    const text = raw.trim();
    if (!text) continue;

    const [verb, ...args] = text.split(/ +/);
    const article = args[0];
    const at = articles.indexOf(article);

    switch (verb) {
      case "add": {
        const quantity = Number(args[1]);
        const unitPrice = Number(args[2]);
        if (at < 0) {
          articles.push(article);
          quantities.push(quantity);
          unitPrices.push(unitPrice);
        } else {
          quantities[at] += quantity;
          unitPrices[at] = unitPrice;
        }
        break;
      }
      case "remove":
        if (at < 0) {
          console.log(`unknown ${article}`);
        } else {
          const quantity = Number(args[1]);
          if (quantity > quantities[at]) {
            console.log(`not enough ${article}`);
          } else {
            quantities[at] -= quantity;
          }
        }
        break;
      case "price":
        if (at < 0) {
          console.log(`unknown ${article}`);
        } else {
          unitPrices[at] = Number(args[1]);
        }
        break;
      case "report": {
        // bubble sort over all three arrays
        for (let round = 0; round < articles.length; round++) {
          for (let k = 0; k < articles.length - 1; k++) {
            if (articles[k] > articles[k + 1]) {
              [articles[k], articles[k + 1]] = [articles[k + 1], articles[k]];
              [quantities[k], quantities[k + 1]] = [quantities[k + 1], quantities[k]];
              [unitPrices[k], unitPrices[k + 1]] = [unitPrices[k + 1], unitPrices[k]];
            }
          }
        }
        let worth = 0;
        articles.forEach((name, k) => {
          console.log(`${name} ${quantities[k]} ${unitPrices[k]}`);
          worth += quantities[k] * unitPrices[k];
        });
        console.log(`total ${worth}`);
        break;
      }
      case "end":
        return;
      default:
        console.log("bad command");
    }
  }
}

run().then(() => process.exit(0));
