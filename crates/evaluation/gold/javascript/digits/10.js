const fs = require("fs");

class Numero {
  constructor(texto) { this.cifras = texto.split("").map((c) => parseInt(c)); }
  suma() { let s = 0; this.cifras.forEach((c) => { s += c; }); return s; }
  invertir() {
    let r = 0;
    for (let i = this.cifras.length; i-- > 0;) r = 10 * r + this.cifras[i];
    return r;
  }
  esCapicua() { return this.invertir() === parseInt(this.cifras.join("")); }
}

const numero = new Numero(fs.readFileSync(0, "utf8").trim());
console.log("" + numero.suma());
console.log("" + numero.invertir());
console.log(numero.esCapicua() ? "yes" : "no");
