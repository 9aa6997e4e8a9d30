import Foundation

/// Knoten im Buchstabenbaum: 26 Kinder, am Wortende steht der Zaehler.
final class Knoten {
    var kinder = [Knoten?](repeating: nil, count: 26)
    var zaehler = 0

    func kind(_ nr: Int) -> Knoten {
        if let vorhanden = kinder[nr] {
            return vorhanden
        }
        let neu = Knoten()
        kinder[nr] = neu
        return neu
    }
}

final class Buchstabenbaum {
    private let wurzel = Knoten()
    private(set) var zeilen = 0
    private(set) var woerter = 0
    private(set) var verschiedene = 0
    private(set) var laengstes = "-"
    private(set) var laengen = [0]

    // die zehn besten, absteigend
    private(set) var beste: [(wort: String, anzahl: Int)] = []

    func lesen(_ daten: Data) {
        var wort = ""
        var hier = wurzel
        for byte in daten {
            if let nr = Buchstabenbaum.nummer(byte) {
                hier = hier.kind(nr)
                wort.append(Buchstabenbaum.buchstabe(nr))
            } else if !wort.isEmpty {
                wortFertig(wort, hier)
                wort = ""
                hier = wurzel
            }
            if byte == UInt8(ascii: "\n") {
                zeilen += 1
            }
        }
        if !wort.isEmpty {
            wortFertig(wort, hier)
        }
        // letzte Zeile kann ohne Zeilenende sein
        if let letztes = daten.last, letztes != UInt8(ascii: "\n") {
            zeilen += 1
        }
    }

    private static func nummer(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"):
            return Int(byte - UInt8(ascii: "a"))
        case UInt8(ascii: "A")...UInt8(ascii: "Z"):
            return Int(byte - UInt8(ascii: "A"))
        default:
            return nil
        }
    }

    private static func buchstabe(_ nr: Int) -> Character {
        return Character(UnicodeScalar(UInt8(ascii: "a") + UInt8(nr)))
    }

    private func wortFertig(_ wort: String, _ ende: Knoten) {
        woerter += 1
        ende.zaehler += 1
        if ende.zaehler == 1 {
            verschiedene += 1
        }
        let laenge = wort.count
        if laenge >= laengen.count {
            laengstes = wort
            laengen += [Int](repeating: 0, count: laenge + 1 - laengen.count)
        }
        laengen[laenge] += 1
    }

    private func einsortieren(_ wort: String, _ anzahl: Int) {
        let platz = beste.firstIndex(where: { $0.anzahl < anzahl }) ?? beste.count
        if platz >= 10 {
            return
        }
        beste.insert((wort: wort, anzahl: anzahl), at: platz)
        if beste.count > 10 {
            beste.removeLast()
        }
    }

    // besucht die Woerter in alphabetischer Reihenfolge
    private func durchlaufen(_ knoten: Knoten, _ bisher: String) {
        if knoten.zaehler > 0 {
            einsortieren(bisher, knoten.zaehler)
        }
        for (nr, kind) in knoten.kinder.enumerated() {
            if let kind = kind {
                durchlaufen(kind, bisher + String(Buchstabenbaum.buchstabe(nr)))
            }
        }
    }

    func besteSuchen() {
        durchlaufen(wurzel, "")
    }
}

let baum = Buchstabenbaum()
baum.lesen(FileHandle.standardInput.readDataToEndOfFile())
baum.besteSuchen()

print("lines \(baum.zeilen)\nwords \(baum.woerter)")
print("different \(baum.verschiedene)\nlongest \(baum.laengstes)")
for (wort, anzahl) in baum.beste {
    print(anzahl, wort)
}
for (laenge, anzahl) in baum.laengen.enumerated() where anzahl > 0 {
    print("\(laenge): \(String(repeating: "#", count: anzahl))")
}
