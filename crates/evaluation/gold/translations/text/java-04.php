<?php

/*
 * Woerter zaehlen mit einem Buchstabenbaum (Trie):
 * jeder Knoten hat 26 Kinder, am Wortende steht der Zaehler.
 */
class Knoten
{
    public array $kind;
    public int $zaehler = 0;

    public function __construct()
    {
        $this->kind = array_fill(0, 26, null);
    }
}

class Buchstabenbaum
{
    private static Knoten $wurzel;
    private static int $zeilen = 0, $woerter = 0, $verschiedene = 0;
    private static string $laengstes = '-';
    private static array $laengen = [0];

    // die zehn besten, absteigend
    private static array $bestesWort;
    private static array $besteAnzahl;

    private static function wortFertig(string $wort, Knoten $ende): void
    {
        self::$woerter++;
        $ende->zaehler++;
        if ($ende->zaehler == 1) {
            self::$verschiedene++;
        }
        if (strlen($wort) >= count(self::$laengen)) {
            self::$laengstes = $wort;
            self::$laengen = array_pad(self::$laengen, strlen($wort) + 1, 0);
        }
        self::$laengen[strlen($wort)]++;
    }

    private static function lesen(): void
    {
        $wort = '';
        $hier = self::$wurzel;
        $vorher = "\n";
        do {
            $z = fgetc(STDIN);
            $nr = -1;
            if ($z >= 'a' && $z <= 'z') $nr = ord($z) - ord('a');
            if ($z >= 'A' && $z <= 'Z') $nr = ord($z) - ord('A');
            if ($nr >= 0) {
                if ($hier->kind[$nr] === null) $hier->kind[$nr] = new Knoten();
                $hier = $hier->kind[$nr];
                $wort .= chr(ord('a') + $nr);
            } elseif ($hier !== self::$wurzel) {
                self::wortFertig($wort, $hier);
                $wort = '';
                $hier = self::$wurzel;
            }
            // letzte Zeile kann ohne Zeilenende sein
            if ($z === "\n" || ($z === false && $vorher !== "\n")) self::$zeilen++;
            $vorher = $z;
        } while ($z !== false);
    }

    private static function einsortieren(string $wort, int $anzahl): void
    {
        $platz = 10;
        while ($platz > 0 && self::$besteAnzahl[$platz - 1] < $anzahl) $platz--;
        if ($platz == 10) return;
        for ($i = 9; $i > $platz; $i--) {
            self::$bestesWort[$i] = self::$bestesWort[$i - 1];
            self::$besteAnzahl[$i] = self::$besteAnzahl[$i - 1];
        }
        self::$bestesWort[$platz] = $wort;
        self::$besteAnzahl[$platz] = $anzahl;
    }

    // besucht die Woerter in alphabetischer Reihenfolge
    private static function durchlaufen(?Knoten $k, string $bisher): void
    {
        if ($k === null) return;
        if ($k->zaehler > 0) self::einsortieren($bisher, $k->zaehler);
        for ($i = 0; $i < 26; $i++) {
            self::durchlaufen($k->kind[$i], $bisher . chr(ord('a') + $i));
        }
    }

    public static function main(): void
    {
        self::$wurzel = new Knoten();
        self::$bestesWort = array_fill(0, 10, '');
        self::$besteAnzahl = array_fill(0, 10, 0);
        self::lesen();
        self::durchlaufen(self::$wurzel, '');
        printf("lines %d\nwords %d\n", self::$zeilen, self::$woerter);
        printf("different %d\nlongest %s\n", self::$verschiedene, self::$laengstes);
        for ($i = 0; $i < 10 && self::$besteAnzahl[$i] > 0; $i++) {
            printf("%d %s\n", self::$besteAnzahl[$i], self::$bestesWort[$i]);
        }
        for ($l = 1; $l < count(self::$laengen); $l++) {
            if (self::$laengen[$l] > 0) {
                printf("%d: %s\n", $l, str_repeat('#', self::$laengen[$l]));
            }
        }
    }
}

Buchstabenbaum::main();
