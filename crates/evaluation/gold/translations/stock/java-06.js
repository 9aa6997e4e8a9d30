'use strict';
const readline = require('readline');

// arbre binaire de recherche, trié par nom
class Noeud {
  constructor(nom) {
    this.nom = nom;
    this.quantite = 0;
    this.prix = 0;
    this.gauche = null;
    this.droite = null;
  }
}

class Depot {
  racine = null;

  chercher(nom) {
    let ici = this.racine;
    while (ici !== null && ici.nom !== nom) {
      ici = nom < ici.nom ? ici.gauche : ici.droite;
    }
    if (ici === null) throw new Error(`unknown ${nom}`);
    return ici;
  }

  inserer(noeud, nom, quantite, prix) {
    const ici = noeud ?? new Noeud(nom);
    if (nom === ici.nom) {
      ici.quantite += quantite;
      ici.prix = prix;
    } else if (nom < ici.nom) {
      ici.gauche = this.inserer(ici.gauche, nom, quantite, prix);
    } else {
      ici.droite = this.inserer(ici.droite, nom, quantite, prix);
    }
    return ici;
  }

  // parcours infixe : affiche chaque article, rend la valeur du sous-arbre
  afficher(noeud) {
    if (noeud === null) return 0;
    const avant = this.afficher(noeud.gauche);
    console.log(noeud.nom, noeud.quantite, noeud.prix);
    return avant + noeud.quantite * noeud.prix + this.afficher(noeud.droite);
  }

  enlever(nom, quantite) {
    const ici = this.chercher(nom);
    if (quantite > ici.quantite) throw new Error(`not enough ${nom}`);
    ici.quantite -= quantite;
  }

  traiter(commande, [nom, ...nombres]) {
    const [a, b] = nombres.map(Number);
    switch (commande) {
      case 'add':
        this.racine = this.inserer(this.racine, nom, a, b);
        break;
      case 'remove':
        this.enlever(nom, a);
        break;
      case 'price':
        this.chercher(nom).prix = a;
        break;
      case 'report':
        console.log('total', this.afficher(this.racine));
        break;
      default:
        throw new Error('bad command');
    }
  }
}

async function principal() {
  const depot = new Depot();
  for await (const ligne of readline.createInterface({ input: process.stdin })) {
    const [commande, ...reste] = ligne.trim().split(/\s+/);
    if (commande === '') continue;
    if (commande === 'end') break;
    try {
      depot.traiter(commande, reste);
    } catch (erreur) {
      console.log(erreur.message);
    }
  }
}

principal();
