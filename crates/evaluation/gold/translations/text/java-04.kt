import java.io.InputStreamReader

/*
 * Woerter zaehlen mit einem Buchstabenbaum:
 * 26 Kinder je Knoten, der Zaehler steht am Wortende.
 */
class Knoten {
    val kind = arrayOfNulls<Knoten>(26)
    var zaehler = 0
}

val wurzel = Knoten()
var zeilen = 0
var woerter = 0
var verschiedene = 0
var laengstes = "-"
var laengen = IntArray(1)

// die zehn besten, absteigend
val bestesWort = arrayOfNulls<String>(10)
val besteAnzahl = IntArray(10)

fun wortFertig(wort: String, ende: Knoten) {
    woerter++
    ende.zaehler++
    if (ende.zaehler == 1) {
        verschiedene++
    }
    if (wort.length >= laengen.size) {
        laengstes = wort
        laengen = laengen.copyOf(wort.length + 1)
    }
    laengen[wort.length]++
}

fun lesen() {
    val r = InputStreamReader(System.`in`)
    val wort = StringBuilder()
    var hier = wurzel
    var vorher = '\n'.code
    do {
        val z = r.read()
        var nr = -1
        if (z >= 'a'.code && z <= 'z'.code) nr = z - 'a'.code
        if (z >= 'A'.code && z <= 'Z'.code) nr = z - 'A'.code
        if (nr >= 0) {
            if (hier.kind[nr] == null) hier.kind[nr] = Knoten()
            hier = hier.kind[nr]!!
            wort.append('a' + nr)
        } else if (hier != wurzel) {
            wortFertig(wort.toString(), hier)
            wort.setLength(0)
            hier = wurzel
        }
        // letzte Zeile kann ohne Zeilenende sein
        if (z == '\n'.code || (z == -1 && vorher != '\n'.code)) zeilen++
        vorher = z
    } while (z != -1)
}

fun einsortieren(wort: String, anzahl: Int) {
    var platz = 10
    while (platz > 0 && besteAnzahl[platz - 1] < anzahl) platz--
    if (platz == 10) return
    for (i in 9 downTo platz + 1) {
        bestesWort[i] = bestesWort[i - 1]
        besteAnzahl[i] = besteAnzahl[i - 1]
    }
    bestesWort[platz] = wort
    besteAnzahl[platz] = anzahl
}

// besucht die Woerter in alphabetischer Reihenfolge
fun durchlaufen(k: Knoten?, bisher: String) {
    if (k == null) return
    if (k.zaehler > 0) einsortieren(bisher, k.zaehler)
    for (i in 0 until 26) {
        durchlaufen(k.kind[i], bisher + ('a' + i))
    }
}

fun main() {
    lesen()
    durchlaufen(wurzel, "")
    println("lines $zeilen")
    println("words $woerter")
    println("different $verschiedene")
    println("longest $laengstes")
    var i = 0
    while (i < 10 && besteAnzahl[i] > 0) {
        println("${besteAnzahl[i]} ${bestesWort[i]}")
        i++
    }
    for (l in 1 until laengen.size) {
        if (laengen[l] > 0) {
            println("$l: " + "#".repeat(laengen[l]))
        }
    }
}
