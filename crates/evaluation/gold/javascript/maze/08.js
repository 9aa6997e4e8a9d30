const fs = require("fs");

// Les couches: couches[k] contient toutes les cases a k pas du depart.
// Une case est un seul entier: ligne * largeur + colonne.

function lireLabyrinthe() {
  const lignes = fs.readFileSync("/dev/stdin", "utf8").split("\n");
  const [hauteur, largeur] = lignes[0].split(" ").map(Number);
  const cases = lignes.slice(1, hauteur + 1).map((l) => l.slice(0, largeur)).join("");
  return { hauteur, largeur, cases };
}

function* voisins(lab, position) {
  const colonne = position % lab.largeur;
  if (position >= lab.largeur) yield position - lab.largeur;
  if (position + lab.largeur < lab.cases.length) yield position + lab.largeur;
  if (colonne > 0) yield position - 1;
  if (colonne < lab.largeur - 1) yield position + 1;
}

function construireCouches(lab) {
  const arrivee = lab.cases.indexOf("E");
  const couches = [new Set([lab.cases.indexOf("S")])];
  const vues = new Set(couches[0]);

  while (!vues.has(arrivee)) {
    const nouvelle = new Set();
    for (const position of couches[couches.length - 1]) {
      for (const v of voisins(lab, position)) {
        if (lab.cases[v] === "#" || vues.has(v)) continue;
        vues.add(v);
        nouvelle.add(v);
      }
    }
    if (nouvelle.size === 0) return null; // plus rien a visiter
    couches.push(nouvelle);
  }
  return couches;
}

function tracerChemin(lab, couches) {
  const dessin = lab.cases.split("");
  let position = lab.cases.indexOf("E");
  for (let k = couches.length - 2; k >= 1; k--) {
    for (const v of voisins(lab, position)) {
      if (couches[k].has(v)) {
        position = v;
        break;
      }
    }
    dessin[position] = "*";
  }
  return dessin;
}

function afficher(lab, dessin) {
  for (let i = 0; i < lab.hauteur; i++) {
    const debut = i * lab.largeur;
    console.log(dessin.slice(debut, debut + lab.largeur).join(""));
  }
}

const lab = lireLabyrinthe();
const couches = construireCouches(lab);
if (couches) {
  console.log("steps", couches.length - 1);
  afficher(lab, tracerChemin(lab, couches));
} else {
  console.log("no way");
}
