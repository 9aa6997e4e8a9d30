# The German texts of Chaffinch's pages. See en.ftl for the rules of this file.
#
# Glossary (one German word for each English word):
#   comparison = Vergleich, submission = Abgabe, attempt = Versuch, author = "Abgegeben von" (column) or Person
#   match = Übereinstimmung, passage = Stelle, pair = Paar, cluster = Cluster, group (nearly identical) = Gruppe
#   suspicion = Verdacht (in Bit), level = Stufe, cut-off = Schwelle, threshold (archive clusters) = Mindestwert
#   match % = Anteil links/rechts, similarity = Anteil gesamt, resemblance = Ähnlichkeit, containment = Enthaltensein
#   stands out = fällt auf, unusual = auffällig (pairs) or ungewöhnlich (code), by chance = durch Zufall
#   starter code = Vorgabecode, common code = verbreiteter Code, counted = gewertet, scoring = Auswertung
#   (not "Bewertung", which means grading), too short to judge = zu kurz für eine Aussage
#   token = Token, token run = Tokenfolge, fingerprint = Fingerabdruck
#   archive = Archiv, archive file = Archivdatei, draft = Vorschau, upload = Upload/hochladen
#   course and class = Kurs, staff = Lehrteam, instructor = Lehrende/r, assistant = Assistenz, owner = Eigentümer/in,
#   viewer = Lesezugriff, administrator = Administrator/in or Administration, operator = Betreiber
#   case = Fall, second reviewer = Zweitprüfung, legal hold = Löschsperre, evidence file = Belegdatei
#   share link = Freigabelink, sign-in link = Anmeldelink, access token = Zugriffstoken, audit log = Audit-Log
#   report = Bericht, revision = Revision, skipped file = übersprungene Datei, warning = Warnung, job = Auftrag

## All pages

product = Chaffinch
page-title = { $title } · Chaffinch
skip = Zum Inhalt springen
# The name of this language in this language: the button that switches to it.
language-name = Deutsch
# What stands before the fraction of a number
decimal-sign = ,
language-switch = Sprache der Seiten
guide = So lesen Sie diesen Bericht
menu = Hauptmenü
display = Anzeige
theme = Farbschema
theme-system = System
theme-light = Hell
theme-dark = Dunkel
single-keys = Kürzel mit einer Taste
report = Bericht
report-menu = Export und mehr
overview = Übersicht
account-settings = Kontoeinstellungen
sign-out = Abmelden
names-hide = Namen ausblenden
names-show = Namen einblenden
where = Navigationspfad
pages-of-list = Seiten dieser Liste
pages-of-list-again = Seiten dieser Liste (unten)
actions = Aktionen
status = Status
course = Kurs
language = Sprache
submission = Abgabe
submissions = Abgaben
boilerplate = Vorgabecode (Boilerplate)
resemblance = Ähnlichkeit
and-more = und { $count } weitere

# Main menu
batches = Vergleiche
new-comparison = Neuer Vergleich
archives = Archive
cases = Fälle
query = Abgaben durchsuchen
account = Konto

# Progress of a job
status-queued = wartet
status-running = läuft
status-done = fertig
status-failed = fehlgeschlagen
status-cancelled = abgebrochen
progress = Fortschritt
progress-waiting = Wartet auf einen Worker
progress-starting = Wird gestartet
progress-count = { $done } von { $total }
progress-count-live = { $done } von { $total }
progress-percent = { $percent } %
progress-seconds = noch etwa { $count } s
progress-minutes = noch etwa { $count } min
stage-adding = Abgaben werden hinzugefügt
stage-extracting = Upload wird entpackt
stage-indexing = Index wird aktualisiert
stage-listing = Ähnliche Paare werden aufgelistet
stage-reading = Abgaben werden gelesen
stage-reducing = Archiv wird reduziert
stage-reporting = Bericht wird geschrieben
stage-screening = Mögliche Paare werden gesucht
stage-searching = Frühere Abgaben werden durchsucht
stage-storing = Bericht wird gespeichert
stage-verifying = Mögliche Paare werden verglichen

# Sizes of files
size-bytes = { $count ->
    [one] { $count } Byte
   *[other] { $count } Byte
}
size-kib = { $size } KiB
size-mib = { $size } MiB
size-gib = { $size } GiB

## Sign-in

sign-in = Anmelden
sign-in-once = Dieser Anmeldelink funktioniert nur einmal.
sign-in-provider = Mit { $name } anmelden
sign-out-provider = Sie sind bei Chaffinch abgemeldet, aber nicht bei Ihrem Identitätsanbieter.
sign-out-provider-too = Bei { $name } abmelden
sign-in-name = Kontoname
sign-in-password = Passwort
sign-in-wrong = Name oder Passwort ist falsch.
sign-in-without = Ohne Passwort anmelden
sign-in-mail-name = Kontoname
sign-in-mail = Anmeldelink per E-Mail anfordern
sign-in-mailed = Wenn dieses Konto existiert und eine E-Mail-Adresse hat, haben wir einen Anmeldelink dorthin geschickt.
sign-in-how = Öffnen Sie einen Anmeldelink. Verwenden Sie den Link, den der Dienst beim ersten Start ausgegeben hat, oder bitten Sie die Administration um einen neuen. Auch der Betreiber des Dienstes kann mit diesem Befehl einen erstellen:
sign-in-first = Das erste Konto heißt { $name }.

mail-subject = Anmeldung bei Chaffinch
mail-text =
    Hallo { $name },

    mit diesem Link melden Sie sich an. Er funktioniert einmal und ist { $hours } Stunden gültig:

    { $link }

    Wer diesen Link hat, kann sich mit Ihrem Konto anmelden. Geben Sie ihn daher nicht weiter. Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail. Solange niemand den Link benutzt, passiert nichts.

## Errors

error-status = Fehler { $status }
error-sign-in = So melden Sie sich an
error-ours = Der Fehler liegt bei uns, nicht bei Ihnen. Versuchen Sie es noch einmal. Tritt der Fehler wieder auf, schicken Sie Ihrer Administration diese Anfrage-ID.
error-back = Zurück zur vorherigen Seite
error-batches = Alle Vergleiche
error-compare = Neuer Vergleich
error-explained = Was { $code } bedeutet
error-request = Anfrage-ID: { $id }
errors-title = Fehlercodes
errors-what = Jeder Fehler hat einen Code. Die Bedeutung eines Codes ändert sich nie.

## Account

account-signed-in = Angemeldet als { $name }.
account-new-secret = { $what } Kopieren Sie es jetzt. Es wird nicht noch einmal angezeigt.
    .what = Zugriffstoken erstellt.
account-secret-use = Beispiel mit dem Token in der Variablen { $variable }:
account-courses = Kurse
account-password = Passwort
account-password-set = Dieses Konto hat ein Passwort.
account-password-none = Dieses Konto hat kein Passwort. Melden Sie sich mit einem Anmeldelink an.
account-password-hint = Ein Passwort hat mindestens { $least } Zeichen. Eine Passphrase aus mehreren Wörtern ohne Zusammenhang lässt sich leicht merken. Wenn Sie das Passwort ändern, werden alle anderen Browser abgemeldet.
account-password-old = Altes Passwort
account-password-new = Neues Passwort
account-password-again = Neues Passwort wiederholen
account-password-link = Um ein Passwort festzulegen, melden Sie sich zuerst mit einem neuen Anmeldelink an.
account-password-empty = Um Ihr Passwort zu entfernen, lassen Sie das neue Passwort leer.
account-password-change = Passwort festlegen
account-tokens = Zugriffstoken
account-tokens-what = Für Skripte. Ein Token hat den Zugriff Ihres Kontos, begrenzt durch seine Berechtigung.
account-no-tokens = Sie haben keine Zugriffstoken.
account-sessions = Sitzungen
session-browser = Browser
session-address = IP-Adresse
session-way = Anmeldeart
session-by-link = Anmeldelink
session-by-password = Passwort
session-by-provider = Identitätsanbieter
session-since = Angemeldet seit
session-seen = Zuletzt aktiv
session-unknown = unbekannt
session-here = dieser Browser
session-end = Abmelden
session-end-this = { $browser } abmelden, angemeldet seit { $when }
account-lost = Haben Sie ein Gerät verloren oder sich an einem gemeinsam genutzten Computer angemeldet?
account-sign-out-everywhere = Alle Browser abmelden
account-revoke-tokens = Auch alle Zugriffstoken und MOSS-User-IDs widerrufen
role-owner = Eigentümer/in
role-instructor = Lehrende/r
role-assistant = Assistenz
role-viewer = Lesezugriff
token-for = Beschreibung
token-scope = Berechtigung
token-made = Erstellt
token-last-used = Zuletzt benutzt
token-never = nie
token-expires = Gültig bis
token-when-revoked = zum Widerruf
token-revoked = widerrufen
token-expired = abgelaufen
token-revoke = Widerrufen
token-revoke-this = { $label } widerrufen
token-new = Neues Zugriffstoken
token-what-for = Beschreibung
scope-read = lesen
scope-write = schreiben
scope-check = in einem Kurs prüfen
token-scope-write = schreiben: alles, was Ihr Konto darf
token-scope-read = lesen: nur ansehen
token-scope-check = prüfen: nur Abgaben in { $course } prüfen
token-works-for = Gültigkeit
token-month = 30 Tage
token-year = 1 Jahr
token-until-revoked = unbegrenzt (bis zum Widerruf)
token-make = Token erstellen
scope-moss = MOSS-User-ID
moss-number = MOSS-User-ID
moss-number-what = MOSS-Clients wie moss.pl, mosspy und Plug-ins von Lernplattformen verwenden eine Nummer statt eines Zugriffstokens. Mit dieser Nummer kann man nur in Ihren persönlichen Kurs hochladen. Weiteren Zugriff gibt sie nicht.
moss-number-make = MOSS-User-ID erstellen
moss-number-new = { $what } Kopieren Sie sie jetzt. Sie wird nicht noch einmal angezeigt.
    .what = MOSS-User-ID erstellt.
moss-number-use = Ersetzen Sie die alte User-ID im Skript:
moss-number-open = MOSS-Clients senden diese Nummer unverschlüsselt. Fragen Sie den Betreiber dieses Dienstes nach der Adresse für MOSS-Clients und nach einem verschlüsselten Tunnel dorthin.
moss-number-back = Zurück zum Konto

## Courses

courses = Kurse
courses-what = Die Mitglieder eines Kurses sehen seine Vergleiche, Archive und Fälle.
course-your-role = Ihre Rolle
course-role = Rolle
course-members = Mitglieder
course-checks-tab = Prüfungen
course-settings-tab = Einstellungen
course-no-batches = Dieser Kurs hat noch keine Vergleiche.
course-checks-accept = Prüfungen annehmen
course-owners-change = Das können die Eigentümer/innen des Kurses ändern.
course-owners = Eigentümer/innen
course-personal = persönlich
course-new = Neuer Kurs
course-name = Name des Kurses
course-make = Kurs erstellen
course-roles = Mitglieder mit Lesezugriff lesen Berichte. Die Assistenz lädt außerdem Abgaben hoch und eröffnet Fälle. Lehrende löschen außerdem Vergleiche und Archive und entscheiden Fälle. Eigentümer/innen verwalten außerdem die Mitglieder des Kurses.
course-you = Sie
course-role-of = Rolle von { $name }
course-set-role = Rolle ändern
course-set-role-of = Rolle von { $name } ändern
course-remove = Entfernen
course-remove-this = { $name } entfernen
course-add = Mitglied hinzufügen
course-account = Kontoname
course-settings = Kurseinstellungen
course-keep = Aufbewahrung der Vergleiche in Tagen (leer: bis zur Löschung)
course-checks = Prüfungen vor der Abgabefrist
course-checks-off = aus
course-checks-received = an, nur mit „angekommen“ antworten
course-checks-outcome = an, mit dem Ergebnis antworten
course-checks-what = Eine Prüfung vergleicht eine einzelne Abgabe mit den Archiven des Kurses. Diese Einstellung legt fest, was man mit einem Token erfährt, das nur prüfen darf. Assistenz, Lehrende und Eigentümer/innen erfahren immer das Ergebnis. Niemand erfährt einen Namen.
course-checks-open-cases = Wenn eine Prüfung etwas findet, die Abgabe aufbewahren und einen Fall eröffnen
course-change = Einstellungen speichern
course-leave = Kurs verlassen

## Audit log

audit = Audit-Log
audit-what = Neueste zuerst. Die Einträge enthalten IDs und Zahlen, aber keine Namen oder Texte von Studierenden. Aufrufe eines Berichts werden pro Konto höchstens einmal in der Stunde festgehalten.
audit-none = Das Log hat keine Einträge.
audit-done = Ereignis
audit-who = Wer
audit-when = Wann
audit-subject = Gegenstand
audit-details = Details
audit-operator = Dienst oder Betreiber
audit-account-created = Konto erstellt
audit-account-disabled = Konto gesperrt oder entsperrt
audit-sign-in-link-created = Anmeldelink erstellt
audit-signed-in = Angemeldet
audit-token-created = Token erstellt
audit-token-revoked = Token widerrufen
audit-course-created = Kurs erstellt
audit-role-set = Rolle geändert
audit-batch-accepted = Abgaben hochgeladen
audit-batch-changed = Vergleich geändert
audit-batch-cancelled = Vergleich abgebrochen
audit-batch-deleted = Vergleich gelöscht
audit-batch-rescored = Vergleich erneut ausgeführt
audit-batch-extended = Verspätete Abgaben hochgeladen
audit-revision-chosen = Aktuelle Revision geändert
audit-share-created = Freigabelink erstellt
audit-share-revoked = Freigabelink widerrufen
audit-share-viewed = Bericht über Freigabelink angesehen
audit-archive-created = Archiv erstellt
audit-archive-changed = Archiv geändert
audit-archive-deleted = Archiv gelöscht
audit-case-opened = Fall eröffnet
audit-case-changed = Fall geändert
audit-pair-marked = Paar markiert
audit-pairs-assigned = Paare auf Mitglieder verteilt
audit-person-exported = Daten einer Person exportiert
audit-person-erased = Daten einer Person gelöscht
audit-account-admin = Administrationsrechte erteilt oder entzogen
audit-account-email = E-Mail-Adresse geändert
audit-identity-bound = Konto des Identitätsanbieters verknüpft
audit-password-set = Passwort festgelegt
audit-sign-in-refused = Anmeldung abgelehnt: falsches Passwort
audit-session-ended = Abgemeldet
audit-course-changed = Kurs geändert
audit-course-people = Namen eines Kurses Personen zugeordnet
audit-submission-checked = Abgabe geprüft
audit-report-viewed = Bericht angesehen
audit-report-exported = Bericht exportiert
audit-term-viewed = Ergebnisse über das Semester angesehen
audit-term-exported = Ergebnisse über das Semester exportiert
audit-yes = ja
audit-no = nein
audit-detail-admin = Administration
audit-detail-all = Alles
audit-detail-checks = Prüfungen
audit-detail-checks-open-cases = Prüfungen eröffnen Fälle
audit-detail-common = Grenze für verbreiteten Code
audit-detail-despite-hold = Trotz Löschsperre
audit-detail-disabled = Gesperrt
audit-detail-documents = Dokumente
audit-detail-expired = Zeitgrenze erreicht
audit-detail-expires = Gültig bis
audit-detail-exports = Downloads erlaubt
audit-detail-keep-days = Aufbewahrung in Tagen
audit-detail-keep-until = Aufbewahrt bis
audit-detail-kept = Aufbewahrt
audit-detail-kind = Art
audit-detail-lines = Zeilen
audit-detail-names-hidden = Namen ausgeblendet
audit-detail-outcome = Ergebnis
audit-detail-pairs = Paare
audit-detail-revision = Revision
audit-detail-rewritten = Umgeschrieben
audit-detail-role = Rolle
audit-detail-scope = Berechtigung
audit-detail-set = Festgelegt
audit-detail-share = Freigabelink
audit-detail-state = Markierung
audit-detail-submissions = Abgaben
audit-detail-way = Verfahren
audit-detail-what = Was

## Administration

admin = Administration
admin-accounts = Konten
admin-courses = Alle Kurse
admin-courses-what = Die Administration kann die Berichte eines Kurses nicht öffnen. Wenn Sie selbst Eigentümer/in werden, ist das in der Mitgliederliste und im Log des Kurses zu sehen.
admin-courses-none = Es gibt nur persönliche Kurse.
persons = Datenanfragen
persons-what = Hier suchen, exportieren oder löschen Sie die Daten, die in allen Kursen über eine Person gespeichert sind, die Arbeiten abgegeben hat. Suchen werden nicht protokolliert. Exporte und Löschungen werden im Audit-Log festgehalten.
persons-ask = Person suchen
persons-name = Name
persons-name-hint = Der Name einer Abgabe oder der Person, die sie eingereicht hat. Die Reihenfolge der Wörter, Groß- und Kleinschreibung und Akzente spielen keine Rolle.
persons-also = Weitere Namen
persons-also-hint = Ein Name pro Zeile: ein Anmeldename, eine E-Mail-Adresse, ein Spitzname aus Notizen. Auch diese Namen werden aus Texten gelöscht.
persons-everywhere = Alle Kurse
persons-find = Person suchen
persons-found = Daten über { $name }
persons-several = Mehrere Personen tragen diesen Namen. Wählen Sie eine aus:
persons-nobody = Unter diesem Namen sind keine Daten gespeichert.
persons-author = Abgegeben von
persons-where = Ort
persons-in-batch = Vergleich { $name }, Abgabe { $number }
persons-in-archive = Archiv { $name }, Abgabe { $number }
persons-files = Dateien
persons-reports = { $count ->
    [one] { $count } Bericht nennt die Person.
   *[other] { $count } Berichte nennen die Person.
}
persons-marks = { $count ->
    [one] { $count } Paar mit dieser Person hat eine Markierung des Lehrteams.
   *[other] { $count } Paare mit dieser Person haben eine Markierung des Lehrteams.
 }
persons-texts = Texte, die die Person nennen
persons-accounts = Konten mit diesem Namen. Sie werden hier nicht gelöscht. Öffnen Sie jedes Konto, um es zu sperren:
persons-similar = Ähnliche Namen
persons-similar-what = Diese Einträge haben ein Wort mit dem Namen gemeinsam. Sie werden nie gelöscht oder exportiert. Wenn einer davon diese Person ist, tragen Sie seinen Namen unter „Weitere Namen“ ein.
persons-export = Daten exportieren
persons-export-what = Erstellt eine Zip-Datei für die Person. Sie enthält ihre Dateien, ihre Berichte mit Nummern anstelle aller anderen Personen und ihre Fälle. Lesen Sie die Datei, bevor Sie sie aushändigen, denn sie enthält auch die Notizen zu den Fällen.
persons-export-do = Zip-Datei herunterladen
persons-erase = Daten löschen
persons-erase-what = Dies löscht endgültig { $submissions ->
    [one] { $submissions } Abgabe
   *[other] { $submissions } Abgaben
} mit Dateien und Fingerabdrücken sowie den Namen in { $reports ->
    [one] { $reports } Bericht
   *[other] { $reports } Berichten
} und { $texts ->
    [one] { $texts } weiteren Text
   *[other] { $texts } weiteren Texten
}. Berichte über andere Personen bleiben lesbar. Die gelöschten Stellen sind darin als entfernt gekennzeichnet.
persons-unread = Dies löscht auch { $size } an Uploads, die nie ausgewertet wurden.
persons-sure = Ich habe gelesen, was gelöscht wird, und weiß, dass sich das nicht rückgängig machen lässt
persons-despite-hold = Auch löschen, wenn ein Fall mit Löschsperre diese Daten benötigt
persons-erase-do = Person löschen
persons-erasures = Löschungen
persons-erasures-none = Es wurde noch keine Person gelöscht.
persons-erasures-what = Diese Liste enthält keine Namen. Sie bleibt erhalten, damit dieselben Personen nach dem Einspielen einer Sicherung erneut gelöscht werden können.
persons-look-again = Liste aktualisieren
persons-now = Ersatzname
persons-in-reports = Berichte
persons-in-texts = Texte
persons-done = fertig
persons-under-way = läuft
admin-join = Eigentümer/in werden
admin-join-this = Eigentümer/in von { $name } werden
account-name = Name
account-email = E-Mail-Adresse
account-email-optional = E-Mail-Adresse (optional)
account-made = Erstellt
account-add = Konto hinzufügen
account-is-admin = Administrator/in
account-is-disabled = gesperrt
account-link-made = { $what } Er funktioniert einmal, ist 24 Stunden gültig und wird nicht noch einmal angezeigt. Wer ihn hat, kann sich anmelden.
    .what = Anmeldelink erstellt.
account-link-mailed = Ein Anmeldelink wurde per E-Mail verschickt.
account-of-password = Das Konto hat ein Passwort.
account-of-no-password = Das Konto hat kein Passwort.
account-of-sessions = { $count ->
    [one] { $count } Browser ist angemeldet.
   *[other] { $count } Browser sind angemeldet.
}
account-identities = Konten beim Identitätsanbieter
account-ways = Anmeldearten
account-make-link = Anmeldelink erstellen
account-mail-link = Anmeldelink per E-Mail senden
account-forget-password = Passwort entfernen
account-end-sessions = Alle Browser dieses Kontos abmelden
account-set-email = E-Mail-Adresse speichern
account-rights = Berechtigungen
account-rights-what = Administrator/innen verwalten Konten, können Eigentümer/in jedes Kurses werden, beantworten Datenanfragen und lesen das Audit-Log. Wenn Sie ein Konto sperren, wird es sofort in allen Browsern abgemeldet, und seine Zugriffstoken funktionieren nicht mehr.
account-make-admin = Administrationsrechte erteilen
account-make-ordinary = Administrationsrechte entziehen
account-enable = Konto entsperren
account-disable = Konto sperren

## Comparisons

first-what = Chaffinch vergleicht die Programme eines Kurses und zeigt, welche Paare mehr Code gemeinsam haben, als der Zufall erklärt, und wo.
first-drop = Ziehen Sie die Abgaben eines Kurses hierher: eine Archivdatei, einen Ordner oder einzelne Dateien
first-choose = Abgaben auswählen
first-sample = Beispielbericht öffnen
batches-uploaded = Hochgeladen
batches-search = Titel und Kurse durchsuchen
batches-found = { $count ->
    [one] { $count } Vergleich
   *[other] { $count } Vergleiche
}
batches-none-found = Kein Vergleich enthält „{ $words }“ im Titel oder Kurs. { $clear }
    .clear = Suche zurücksetzen
batches-no-page = Diese Seite der Liste gibt es nicht. { $all }
    .all = Erste Seite anzeigen
batches-results = Gefunden
batches-nothing = nichts Auffälliges
batches-open-cases = Offene Fälle
batches-cases-of = { $count ->
    [one] { $count } offener Fall in { $title }
   *[other] { $count } offene Fälle in { $title }
}
batches-actions-of = Aktionen für { $title }
batch-rename = Umbenennen
batch-like = Einstellungen übernehmen
search = Suchen
search-clear = Suche zurücksetzen
list-previous = Vorherige Seite
list-next = Nächste Seite
batches-newest = Neueste
batches-older = Ältere
batch-title = Titel
batch-uploaded = Hochgeladen am { $when }
batch-failed = Der Vergleich ist fehlgeschlagen.
batch-upload-again = Wenn der Grund ein Problem mit dem Upload nennt, beheben Sie es. Danach können Sie { $again }.
    .again = die Abgaben erneut hochladen
batch-cancelled = Dieser Vergleich wurde abgebrochen, und der Upload wurde gelöscht. { $new }.
    .new = Neuen Vergleich starten
batch-cancel = Vergleich abbrechen
batch-delete = Vergleich löschen
delete-this = { $name } löschen?
delete-title = Vergleich löschen
batch-keep = Als Archiv behalten
delete-what = Dies löscht sofort den Bericht, die Dateien der Studierenden und alles, was daraus abgeleitet wurde, von diesem Server. Das lässt sich nicht rückgängig machen.
delete-for-good = Endgültig löschen
delete-keep = Abbrechen

## Upload

new-what = Die Abgaben werden miteinander verglichen. Es verlassen keine Daten diesen Server.
new-drop = Ziehen Sie Archivdateien, Ordner oder einzelne Dateien auf diese Seite
new-missing = Wählen Sie zuerst die Abgaben aus: eine Archivdatei, einen Ordner oder einzelne Dateien.
new-submissions-hint = Exportieren Sie die Archivdatei (zip, 7z, tar, tar.gz, tar.xz) aus Ihrer Lernplattform, oder wählen Sie den Ordner aus, der für jede Abgabe einen Unterordner enthält. Archivdateien darin werden geöffnet. Maximale Größe: { $most }.
new-starter = Vorgabecode (optional)
new-boilerplate-hint = Code, den Sie den Studierenden vorgegeben haben: Archivdateien oder einzelne Dateien. Er erscheint grau und zählt bei der Auswertung nicht.
new-references = Referenzantworten (optional)
new-reference-files = Dateien mit Referenzantworten
new-reference-kind = Wer sie geschrieben hat
new-reference-source = Quelle
new-reference-hint = Antworten anderer auf die Aufgabe: eine Musterlösung, Antworten eines Sprachmodells, öffentlicher Code. Nennen Sie die Quelle, etwa „GPT-4, Prompt 2“ oder eine URL. Abgaben werden in einer eigenen Liste damit verglichen. Code, den zwei Abgaben beide mit derselben Antwort gemeinsam haben, zählt nicht.
new-title-hint = Ohne Angabe gilt der Name der ersten Datei.
new-course-hint = Die Mitglieder dieses Kurses können den Bericht sehen.
new-earlier = Archive früherer Abgaben
new-earlier-hint = Neue Abgaben werden mit den angekreuzten Archiven verglichen.
new-libraries = Vergleiche haben auch die Referenzantworten in den Bibliotheken ihres Kurses: { $names }.
new-background = Hintergrund (optional)
new-background-hint = Stellen, die mindestens 3 Personen in den angekreuzten Arbeiten haben, werden ignoriert, etwa Code aus einem Buch oder von einer Website. Personen dieses Kurses zählen nicht. Der Bericht nennt die angekreuzten Arbeiten.
new-own-work = Eigene frühere Arbeiten (optional)
new-own-work-hint = Für Aufgaben, die auf früheren aufbauen. Eine Stelle wird für zwei Personen ignoriert, wenn beide sie schon in ihren eigenen angekreuzten Arbeiten hatten.
new-sources-more = Aufgeführt sind die { $listed } neuesten Vergleiche. Über die API können Sie auch jeden anderen mit seiner ID angeben.
new-more = Weitere Einstellungen
new-common = Stellen ignorieren, wenn sie in mehr Gruppen vorkommen als
new-common-hint = Fast identische Abgaben bilden eine Gruppe. 0 bedeutet: keine Grenze. Seltene Stellen zählen in jedem Fall mehr.
new-vendored = Dateien einbeziehen, die niemand aus dem Kurs geschrieben hat
new-vendored-hint = Liest und zählt installierte Pakete, Build-Ausgaben, Bibliotheken und erzeugte Dateien. Sonst werden sie ausgelassen oder ignoriert, und der Bericht listet sie auf.
new-given = Code werten, den viele haben
new-given-hint = Code, den viele Abgaben gemeinsam haben und sonst wenig, wird sonst wie Vorgabecode ignoriert, und der Bericht listet ihn auf.
new-min-match = Kürzeste Übereinstimmung (Token)
new-min-match-hint = 3 bis 100. Kürzere Stellen werden nicht gezeigt. Bei einer anderen Zahl als 8 sagt der Bericht nicht, wie viele Paare durch Zufall zu erwarten sind.
new-kgram = k-Gramm (Token)
new-kgram-hint = Nur, um eine veröffentlichte Einstellung zu wiederholen. Leer: je nach Sprache.
new-window = Fenster (k-Gramme)
new-window-hint = Kürzeste Übereinstimmung = k-Gramm + Fenster - 1. Zwei dieser Zahlen ergeben also die dritte.
new-translations = Nach übersetzten Kopien suchen
new-translations-hint = Vergleicht Programme in verschiedenen Sprachen, etwa Java und Python, und führt mögliche Übersetzungen getrennt auf.
new-submission-limit = Stellen ignorieren, wenn sie in mehr Abgaben vorkommen als
new-submission-limit-hint = Kopien zählen einzeln, wie bei der Option -m von MOSS. 0 bedeutet: keine Grenze.
new-pairs = Höchstzahl aufgelisteter Paare
new-pairs-hint = 0 listet alle Paare auf, bis zu { $most }.
new-delete-on = Vergleich löschen am
new-submit = Hochladen und vergleichen
choose-file = Datei auswählen
choose-files = Dateien auswählen
choose-folder = Ordner auswählen
drop-over = Ablegen, um Abgaben hinzuzufügen
drop-over-starter = Ablegen, um Vorgabecode hinzuzufügen
drop-over-references = Ablegen, um Referenzantworten hinzuzufügen
drop-over-one = Ablegen, um diese Datei auszuwählen
drop-over-new = Ablegen, um einen neuen Vergleich zu beginnen
drop-remove = Entfernen
drop-remove-this = { $name } entfernen
keep-hint = Wenn das Feld leer bleibt, wird nichts automatisch gelöscht.
new-keep-hint = Wenn das Feld leer bleibt, gilt die Einstellung des Kurses. Ist auch dort nichts festgelegt, bleibt der Vergleich erhalten, bis ihn jemand löscht.
layout = Aufbau der Abgaben
layout-auto = Automatisch erkennen
layout-children = Jede Datei und jeder Ordner in einer Archivdatei ist eine Abgabe
layout-whole = Jede hochgeladene Archivdatei oder einzelne Datei ist eine Abgabe
layout-task-student = Ordner sind Aufgaben und enthalten die Arbeit aller Studierenden
include = Nur diese Dateien
include-hint = Ein Muster pro Zeile, wie in Gits Ignore-Dateien: *.java, src/, /main.c. Leer: alle Dateien.
exclude = Diese Dateien nicht
exclude-hint = Ein Muster pro Zeile: *.txt, tests/. Das letzte passende Muster entscheidet; ! nimmt es zurück.
patterns-left = { $compared } von { $files } { $files ->
    [one] Datei
   *[other] Dateien
} in { $submissions ->
    [one] { $submissions } Abgabe
   *[other] { $submissions } Abgaben
} würden verglichen, nach den Namen beurteilt.
patterns-archives = { $count ->
    [one] Die Dateien in { $count } Archivdatei sind hier nicht zu sehen. Die Vorschau des Uploads zeigt sie.
   *[other] Die Dateien in { $count } Archivdateien sind hier nicht zu sehen. Die Vorschau des Uploads zeigt sie.
}
patterns-refused = { $count ->
    [one] { $count } Datei
   *[other] { $count } Dateien
}: { $reason }
patterns-names = Verglichen:
patterns-broke = Der Server hat nicht geantwortet. Die Muster gelten trotzdem.
patterns-too-many = Es sind zu viele Dateien, um zu zeigen, was die Muster übrig lassen. Die Vorschau des Uploads zeigt es.
language-auto = Automatisch erkennen
language-detected = Automatisch erkennen ({ $languages })
upload-choose-again = Wählen Sie die Dateien noch einmal aus. Browser merken sie sich nicht.
upload-sending = Wird hochgeladen
upload-sent = Wird hochgeladen: { $done } von { $total }
upload-looking = Upload wird gelesen
upload-stop = Upload abbrechen
upload-stopped = Der Upload wurde abgebrochen. Es wurden keine Daten angenommen.
upload-broke = Die Verbindung wurde unterbrochen. Es wurden keine Daten angenommen. Versuchen Sie es noch einmal.
upload-answered = Der Upload ist fehlgeschlagen. Der Server hat mit dem Status { $status } geantwortet.
upload-too-large = Der Upload ist zu groß: Er hat { $size }, erlaubt sind { $most }. Teilen Sie ihn auf, oder bitten Sie den Betreiber, die Grenze (upload-bytes) zu erhöhen.

## Upload preview

new-look = Upload-Vorschau anzeigen
draft = Upload-Vorschau
draft-what = Es wurde noch nichts verglichen. Nur Sie sehen diese Vorschau. Sie wird am { $when } gelöscht.
draft-counts = { $submissions ->
    [one] { $submissions } Abgabe
   *[other] { $submissions } Abgaben
 } mit { $files ->
    [one] { $files } Datei
   *[other] { $files } Dateien
 }{ $boilerplate ->
    [0] {""}
    [one] , { $boilerplate } Datei mit Vorgabecode
   *[other] , { $boilerplate } Dateien mit Vorgabecode
 }
draft-run = Vergleich starten
draft-look = Vorschau aktualisieren
draft-discard = Upload verwerfen
draft-handed-out = Möglicher Vorgabecode
draft-handed-out-what = Mindestens die Hälfte der Studierenden hat von jeder dieser Dateien eine identische Kopie. Vorgabecode erscheint grau und zählt bei der Auswertung nicht.
draft-authors = Studierende
draft-say = Aktion
draft-hand-out = Als Vorgabecode markieren
draft-counts-for-nobody = Zählt bei der Auswertung nicht.
draft-take-back = Rückgängig machen
draft-submissions-what = Diese Abgaben werden verglichen. Kreuzen Sie an, was keine Abgabe ist: Es wird nicht mitgezählt und erscheint bei den übersprungenen Dateien.
draft-ignore = Ignorieren
draft-ignore-this = { $name } ignorieren
draft-author = Abgegeben von
draft-attempt = Versuch
draft-time = Abgegeben am
draft-files = Dateien
draft-file-count = { $count ->
    [one] { $count } Datei
   *[other] { $count } Dateien
 }
draft-is-staff = Abgabe des Lehrteams.
draft-make-staff = Dem Lehrteam zuordnen
draft-more = { $count ->
    [one] { $count } weitere wird hier nicht angezeigt. Die API listet alle auf.
   *[other] { $count } weitere werden hier nicht angezeigt. Die API listet alle auf.
 }
draft-parsing = Warnungen des Parsers
draft-parsing-what = Diese Dateien werden trotz der Warnungen verglichen. Viele Warnungen können bedeuten, dass die Sprache falsch erkannt wurde.
draft-parsing-note = Warnung
draft-encodings = Zeichenkodierungen
draft-encodings-what = Diese Dateien sind kein reines UTF-8.
draft-read-as = Gelesen als
draft-detected = Automatisch erkennen
draft-further = { $count ->
    [one] und an { $count } weiteren Stelle
   *[other] und an { $count } weiteren Stellen
}
draft-any-file = Andere Datei
draft-any-encoding = Zeichenkodierung dieser Datei
draft-none = Keine
draft-name-encoding = Zeichenkodierung der Namen in zip- und tar-Dateien
draft-rules = Regeln für Zeichenkodierungen
draft-rules-hint = Eine Regel pro Zeile, etwa *.c=windows-1251. Die erste passende Regel gilt.

## Archives

archives-what = Archive enthalten frühere Abgaben oder eine Bibliothek von Referenzantworten. Neue Vergleiche eines Kurses durchsuchen auch seine Archive.
archives-none = Es gibt noch keine Archive.
archives-make-one = { $make } aus den Abgaben des letzten Jahres oder aus einem fertigen Vergleich. Der nächste Vergleich durchsucht es dann.
    .make = Erstellen Sie ein Archiv
archive-name = Name
archive-year = Jahr
archive-holds = Art
archive-earlier = frühere Abgaben
archive-earlier-means = neue Abgaben werden mit ihnen verglichen
archive-library-means = Referenzantworten jedes Vergleichs des Kurses
archive-kept = Inhalt
archive-until = Aufbewahrt bis
archive-until-then = danach löscht es der Dienst
archive-until-somebody = zur manuellen Löschung
archive-deleted-by-hand = zur manuellen Löschung
archive-made = Erstellt am { $when } in { $course }. Neue Vergleiche dieses Kurses durchsuchen dieses Archiv.
archive-failed = { $what } Das Archiv ist unverändert.
    .what = Die letzte Änderung ist fehlgeschlagen.
archive-cancelled = Die letzte Änderung wurde abgebrochen. Das Archiv ist unverändert.
archive-in-files = { $count ->
    [one] in { $count } Datei
   *[other] in { $count } Dateien
 }
kept-sources = Quelltexte
kept-reduced = reduziert
archive-kept-sources = Übereinstimmungen erscheinen nebeneinander
archive-kept-reduced = ohne Text, Namen, Zahlen und Zeichenketten des Codes
archive-state = Standnummer
archive-state-grows = steigt mit jeder Änderung
archive-add = Abgaben hinzufügen
archive-add-button = Abgaben hinzufügen
archive-files = Dateien
archive-files-hint = Archivdateien (zip, 7z, tar, tar.gz, tar.xz) mit Abgaben oder die Dateien selbst. Eine Abgabe genügt. Maximale Größe: { $most }.
archive-keep = Aufbewahrung
archive-keep-change = Datum speichern
archive-delete-on = Archiv löschen am
archive-less = Reduzierung und Löschung
archive-reduce = Archiv reduzieren
archive-delete = Archiv löschen
or-batch = Oder ein fertiger Vergleich
or-batch-none = Keiner, die Dateien oben verwenden
or-batch-hint = Die Abgaben bleiben im Archiv, auch wenn der Vergleich gelöscht wird.
reading = Einstellungen zum Lesen der Dateien
new-archive = Neues Archiv
new-archive-what = Neue Abgaben werden mit den früheren Abgaben in einem Archiv verglichen. Frühere Abgaben werden nicht untereinander verglichen. Sie können sie jetzt oder später hinzufügen.
new-archive-name-hint = Berichte zeigen diesen Namen neben den Abgaben aus dem Archiv.
new-archive-year-hint = Jahr der Abgabe, falls bekannt.
new-archive-course-hint = Die Mitglieder dieses Kurses können das Archiv sehen. Vergleiche dieses Kurses durchsuchen es.
new-archive-holds-hint = Alles außer früheren Abgaben macht das Archiv zu einer Bibliothek: Jeder Vergleich des Kurses hat seine Abgaben als Referenzantworten. Was zwei Studierende aus derselben übernommen haben, zählt nicht.
new-archive-source = Quelle
new-archive-source-hint = Für eine Bibliothek: ein Name oder eine URL, etwa „GPT-4, Prompt 2“.
new-archive-keeping = Inhalt
new-archive-keeping-hint = Beide finden dieselben Übereinstimmungen. Sie können ein Archiv später reduzieren, die Quelltexte aber nicht wiederherstellen.
keeping-sources = Quelltexte: Übereinstimmungen erscheinen nebeneinander
keeping-reduced = Reduziert: ohne Text, Namen, Zahlen und Zeichenketten des Codes
new-archive-delete-on = Archiv löschen am
new-archive-first = Erste Abgaben
new-archive-submit = Archiv erstellen
delete-archive-title = Archiv löschen
delete-archive-what = Dies löscht sofort den gesamten Inhalt dieses Archivs von diesem Server. Neue Vergleiche durchsuchen es nicht mehr. Das lässt sich nicht rückgängig machen.
delete-archive-stays = Berichte mit Übereinstimmungen aus diesem Archiv bleiben erhalten. Von der archivierten Seite zeigen sie Dateinamen und Zeilennummern, aber nicht den Text. Text, den ein Bericht zitiert, etwa ein Kommentar, bleibt im Bericht, bis der Vergleich gelöscht wird.
reduce-title = Archiv reduzieren
reduce-this = { $name } reduzieren?
reduce-goes = { $what } der Text aller Dateien samt Kommentaren und alle Namen, Zahlen und Zeichenketten, die von den Studierenden stammen.
    .what = Endgültig gelöscht werden:
reduce-reports = Vorhandene Berichte zeigen die archivierte Seite dann ohne Text. Text, den ein Bericht zitiert, etwa ein Kommentar, bleibt im Bericht, bis der Vergleich gelöscht wird.
reduce-stays = { $what } die Namen der Abgaben und Dateien, die Tokenfolge jeder Datei und die Positionen ihrer Zeilen.
    .what = Erhalten bleiben:
reduce-compared = Neue Vergleiche funktionieren wie bisher. Eine Übereinstimmung zeigt Dateinamen und Zeilennummern der archivierten Seite. Vorgabecode zählt bei der Auswertung weiterhin nicht.
reduce-for-good = Endgültig reduzieren
reduce-keep = Abbrechen

## Search

query-what = Findet Abgaben in Archiven und fertigen Vergleichen, die Code mit Ihrem Text gemeinsam haben. Ihr Text wird nicht gespeichert.
query-empty = Es gibt nichts zu suchen. Fügen Sie einen Text ein oder wählen Sie eine Datei.
query-too-long = Der Text ist größer als { $most }. Suchen Sie nach einem Teil davon.
query-found = { $count ->
    [0] Keine Abgaben gefunden
    [one] In { $count } Abgabe gefunden
   *[other] In { $count } Abgaben gefunden
 }
query-read-as = Ihr Text wurde als { $languages } gelesen: { $tokens } Token (Wörter und Zeichen).
query-too-short = Der Text ist zu kurz für eine Suche. Er hat { $count } Token (Wörter und Zeichen). Nehmen Sie die Zeilen davor und danach hinzu.
query-nothing = Keine Abgabe, die Sie sehen dürfen, hat genug Code mit Ihrem Text gemeinsam. Kurze Stellen werden nicht gefunden.
query-results = Suchergebnisse
query-order = Abgaben, die am meisten von Ihrem Text enthalten, stehen oben. Namen, Zahlen, Kommentare und Layout spielen keine Rolle.
query-share = { $form ->
    [all] Ihr ganzer Text ist in dieser Abgabe. Er macht { $submission } von ihr aus.
   *[part] { $text } Ihres Textes sind in dieser Abgabe. Dieser Teil macht { $submission } von ihr aus.
 }
query-text-lines = { $count ->
    [one] Zeile { $lines } Ihres Textes
   *[other] Zeilen { $lines } Ihres Textes
 }
query-same-content = gleicher Inhalt
query-lines = Übereinstimmende Zeilen
query-in-file = { $count ->
    [one] Zeile { $lines } von { $path }
   *[other] Zeilen { $lines } von { $path }
 }
query-also = Dieselben Zeilen sind in { $count ->
    [one] { $count } weiteren Abgabe
   *[other] { $count } weiteren Abgaben
 }
query-compare = Text und Abgabe
query-compare-at = { $lines }: mit { $name } vergleichen
query-beside = Ihr Text und { $name }
query-your-text = Ihr Text
query-not-shown = Der Text dieser Datei ist nicht gespeichert oder zu lang für diese Seite. { $submission }
    .submission = Abgabe öffnen
query-text = Text
query-text-hint = Ein Programm oder ein Teil davon. Wählen Sie die Sprache dieses Textes unten aus.
query-file = Oder eine Datei
query-file-hint = Die Dateiendung bestimmt die Sprache. Maximale Größe: { $most }.
query-language-auto = Automatisch erkennen
query-archives = Nur diese Archive
query-archives-hint = Wenn Sie nichts auswählen, umfasst die Suche alles, was Sie sehen dürfen.
query-submit = Suchen
query-in-archive = Archiv { $name }

## Evidence: one pair or one case as a file to share or print

left = Links
right = Rechts
evidence-kind = Belegdatei
evidence-kind-case = Belegdatei zu einem Fall
evidence-of-pair = { $left } und { $right }
evidence-of-case = { $count ->
    [one] Vergleich von { $count } Abgabe
   *[other] Vergleich von { $count } Abgaben
 }
evidence-for-reader = Erstellt für { $name }. Von der anderen Abgabe sind nur die übereinstimmenden Stellen zu sehen. Der Name der anderen Person ist ausgeblendet, auch im Code, soweit Chaffinch ihn findet.
evidence-names-hidden = Namen sind ausgeblendet, auch im Code, soweit Chaffinch sie findet. Eine Person hat in der ganzen Datei denselben Decknamen.
evidence-revision = Revision des Berichts
evidence-made = Datei erstellt
evidence-by = { $when }, von { $who }
evidence-compared = Vergleich
evidence-compared-with = { $count ->
    [one] { $count } Abgabe, verglichen von Chaffinch { $version }
   *[other] { $count } Abgaben, verglichen von Chaffinch { $version }
 }
evidence-result = Ergebnis: { $level }
evidence-found = Was gefunden wurde
evidence-shares = { $left-share } des gewerteten Codes von { $left } stimmt mit Code von { $right } überein. { $right-share } des gewerteten Codes von { $right } stimmt mit Code von { $left } überein.
evidence-what-matches = Code stimmt überein, wenn beide die gleichen Arten von Wörtern und Zeichen in der gleichen Reihenfolge haben. Namen, Zahlen, Text in Anführungszeichen, Kommentare und Layout dürfen verschieden sein. Code, den der Kurs bekommen hat oder der aus einem anderen Grund nicht zählt, wird nicht gewertet.
evidence-expected = { $kind ->
    [fewer] Wenn alle allein arbeiten, ist ein so starkes Paar in weniger als einem von { $classes } Kursen wie diesem zu erwarten.
    [classes] Wenn alle allein arbeiten, ist ein so starkes Paar in etwa einem von { $classes } Kursen wie diesem zu erwarten.
   *[pairs] Wenn alle allein arbeiten, sind in einem Kurs wie diesem etwa { $pairs } so starke Paare zu erwarten.
 } Das ist eine Schätzung und keine Wahrscheinlichkeit für Schuld.
evidence-same-text = { $part ->
    [all] Beide Abgaben haben den gleichen Text, abgesehen von Kommentaren und Layout: { $tokens } gewertete Wörter und Zeichen.
   *[files] Einige Dateien beider Abgaben, die nur wenige andere haben, haben den gleichen Text, abgesehen von Kommentaren und Layout: { $tokens } gewertete Wörter und Zeichen.
 }
evidence-identical = { $all ->
    [1] In der einzigen Übereinstimmung
   *[other] In { $count } von { $all } Übereinstimmungen
 } ist jedes Wort und jedes Zeichen gleich. Kommentare und Layout können verschieden sein.
evidence-renamed = { $all ->
    [1] In der einzigen Übereinstimmung
   *[other] In { $count } von { $all } Übereinstimmungen
 } ist der Code gleich bis auf einzelne Wörter, zum Beispiel Namen oder Zahlen.
evidence-rewritten = { $all ->
    [1] In der einzigen Übereinstimmung
   *[other] In { $count } von { $all } Übereinstimmungen
 } hat eine Seite weitere Anweisungen oder schreibt manche anders.
evidence-names-differ = { $count ->
    [one] { $count } Name von { $left } heißt bei { $right } meist anders.
   *[other] { $count } Namen von { $left } haben bei { $right } meist jeweils einen anderen Namen.
 } Zum Beispiel hat { $left } an { $places ->
    [one] { $places } Stelle
   *[other] { $places } Stellen
 } der Übereinstimmungen { $from }, und { $right } hat an { $consistent } davon { $to }.
evidence-in-these-only = Keine andere Abgabe dieses Kurses hat den größten Teil einer dieser Übereinstimmungen, außer Abgaben, die mit einer dieser beiden fast identisch sind.
evidence-unusual = { $count ->
    [one] Beide haben { $count } ungewöhnliche Einzelheit gemeinsam:
   *[other] Beide haben { $count } ungewöhnliche Einzelheiten gemeinsam. Diese haben die wenigsten anderen:
 }
evidence-against = Was gegen Abschreiben spricht und was nicht bekannt ist
evidence-can-be-chance = Ein so starkes Paar kann auch vorkommen, wenn alle allein arbeiten.
evidence-expect-unknown = Es ist nicht bekannt, wie viele solche Paare zu erwarten sind, wenn alle allein arbeiten: Der Kurs ist zu klein, oder eine Seite ist zu kurz für eine Aussage.
evidence-expect-match-length = Es ist nicht bekannt, wie viele solche Paare zu erwarten sind, wenn alle allein arbeiten. Die Schätzung gibt es nur für die übliche kürzeste Übereinstimmung, und dieser Vergleich hat eine andere.
evidence-also-others = Auch andere in diesem Kurs haben den größten Teil von { $count } von { $all } Übereinstimmungen. Code, den auch andere haben, ist für die Aufgabe üblich oder hat eine gemeinsame Quelle.
evidence-also-archived = { $count ->
    [one] { $count } von { $all } Übereinstimmungen kommt auch in einer früheren Abgabe aus einem Archiv vor. Beide können sie aus derselben dritten Quelle haben.
   *[other] { $count } von { $all } Übereinstimmungen kommen auch in früheren Abgaben aus Archiven vor. Beide können sie aus derselben dritten Quelle haben.
 }
evidence-handed-in-before = { $count ->
    [one] { $name } hat mindestens die Hälfte von { $count } von { $all } Übereinstimmungen schon in früherer Arbeit abgegeben.
   *[other] { $name } hat von { $count } von { $all } Übereinstimmungen jeweils mindestens die Hälfte schon in früherer Arbeit abgegeben.
 }
evidence-without-match = { $left-rest } des gewerteten Codes von { $left } und { $right-rest } des gewerteten Codes von { $right } stimmen mit nichts in der anderen Abgabe überein.
evidence-nothing-unusual = Die Übereinstimmungen enthalten keine ungewöhnliche Einzelheit, die beide haben und andere nicht, wie denselben Kommentar, Schreibfehler oder dieselbe Zahl.
evidence-no-starter-code = Für diesen Vergleich wurde kein Vorgabecode angegeben. Code, den der Kurs bekommen hat, zählt deshalb möglicherweise wie eigener.
evidence-not-known = Der Vergleich kennt nur die abgegebenen Dateien. Er weiß nicht, ob die beiden zusammenarbeiten durften, dieselbe Hilfe hatten oder dasselbe Buch, dieselbe Website oder dasselbe Werkzeug benutzt haben.
evidence-strongest = Stärkste Übereinstimmungen
evidence-strongest-what = Die Übereinstimmungen, die die wenigsten anderen haben, die längsten zuerst. Die Zeilennummern sind die der abgegebenen Dateien. Der Anhang zeigt alle Übereinstimmungen vollständig.
evidence-more-lines = { $count ->
    [one] { $count } weitere Zeile: siehe Übereinstimmung { $number } im Anhang.
   *[other] { $count } weitere Zeilen: siehe Übereinstimmung { $number } im Anhang.
 }
evidence-statement-file = Mit einer Datei: { $name }
evidence-no-statement = Noch keine Stellungnahme von:
evidence-not-decided = Der Fall ist nicht entschieden.
evidence-elsewhere = Der Fall betrifft auch diese Vergleiche und Archive, deren Paare nicht in dieser Datei sind:
evidence-submissions = Abgaben in dieser Datei
evidence-number = Nr.
evidence-handed-in = Abgegeben am
evidence-unknown = unbekannt
evidence-archived = aus dem Archiv { $archive }
evidence-staff = Lehrteam
evidence-files = Dateien
evidence-file = Datei
evidence-tokens = Token
evidence-counted = Gewertete Token
evidence-pairs = Paare
evidence-only-listed = Weitere Paare, die Zufall sein könnten oder zu kurz für eine Aussage sind, sind hier aufgeführt, werden unten aber nicht beschrieben.
evidence-numbers = Kennzahlen dieses Paars. Der Anhang erklärt jede davon.
evidence-rank-of = { $rank } von { $count } aufgelisteten Paaren
evidence-before-exclusion = ({ $share } mit Vorgabecode)
evidence-count-tokens = { $count ->
    [one] { $count } Token
   *[other] { $count } Token
 }
evidence-matched = { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Token
 } in { $lines ->
    [one] { $lines } Zeile
   *[other] { $lines } Zeilen
 }
evidence-too-short = Zu kurz für eine Aussage: Mindestens eine Seite hat weniger als { $count } gewertete Token. So kurze Programme ähneln sich auch, wenn niemand kopiert hat.
evidence-through = Diese beiden Abgaben haben miteinander weniger gemeinsam als jede von ihnen mit { $name }. Der Verdacht dieses Paars ergibt sich aus diesen beiden Verbindungen. Lesen Sie alle drei Abgaben zusammen.
evidence-no-matches = Der Bericht enthält die Übereinstimmungen dieses Paars nicht.
evidence-matches = { $count ->
    [one] { $count } Übereinstimmung
   *[other] { $count } Übereinstimmungen
 }, längste zuerst
evidence-legend = { $marked } stimmt überein. { $differing } weicht innerhalb einer Übereinstimmung ab. { $boilerplate } ist Vorgabecode, { $common } kommt in vielen Abgaben vor. Beides zählt bei der Auswertung nicht.
    .marked = Unterstrichener Text
    .differing = Fetter, doppelt unterstrichener Text
    .boilerplate = Grauer Text
    .common = Text zwischen Zweipunktzeichen (⁚)
evidence-match = Übereinstimmung { $number }
evidence-spread = { $groups ->
    [0] in keiner Abgabe des Kurses
    [one] in { $groups } Gruppe von Abgaben
   *[other] in { $groups } Gruppen von Abgaben
 }{ $archived ->
    [0] {""}
    [one] {" "}und in { $archived } archivierten Abgabe
   *[other] {" "}und in { $archived } archivierten Abgaben
 }
evidence-no-code = Der Text dieser Übereinstimmung wird nicht gezeigt. Entweder ist er nicht gespeichert, oder diese Datei hat ihre maximale Länge erreicht. Die Zeilen der Übereinstimmung sind oben angegeben.
evidence-same-comment = Gleicher Kommentar: { $text }
evidence-same-number = Gleiche Zahl: { $text }
evidence-same-string = Gleiche Zeichenkette: { $text }
evidence-same-name = Gleicher Name: { $text }
evidence-same-typing = Gleiche ungewöhnliche Leerzeichen (␣): { $text }
evidence-same-spelling = Gleiche ungewöhnliche Schreibweise: { $text }
evidence-usual = (übliche Schreibweise: { $usual })
evidence-also-left = Linke Seite: auch in { $path }, Zeilen { $start } bis { $end }
evidence-also-right = Rechte Seite: auch in { $path }, Zeilen { $start } bis { $end }
evidence-own = Ihr eigener Code
evidence-own-what = Dies ist Ihr gesamter Code. Übereinstimmende Stellen sind unterstrichen. Wörter darin, die abweichen, sind fett und doppelt unterstrichen.
evidence-read-as = Gelesen als
evidence-lines = Zeilen
evidence-digest = BLAKE3-Prüfsumme

## Report overview

overview-page = { $title }, Seite { $page }
overview-submissions = { $count ->
    [one] { $count } Abgabe
   *[other] { $count } Abgaben
}{ $archived ->
    [0] {""}
    [one] {" "}und { $archived } archivierte Abgabe
   *[other] {" "}und { $archived } archivierte Abgaben
}
overview-files = { $count ->
    [one] { $count } Datei
   *[other] { $count } Dateien
}{ $boilerplate ->
    [0] {""}
    [one] {" "}und { $boilerplate } Datei mit Vorgabecode
   *[other] {" "}und { $boilerplate } Dateien mit Vorgabecode
}
overview-compared = { $count ->
    [one] { $count } Paar verglichen
   *[other] { $count } Paare verglichen
}, { $verified } davon Token für Token
overview-verified = { $count ->
    [one] { $verified } von { $count } Paar Token für Token verglichen
   *[other] { $verified } von { $count } Paaren Token für Token verglichen
}
overview-settings = Einstellungen
overview-platforms = { $known ->
    [both] Namen und Abgabezeiten aus einem Export
    [authors] Namen aus einem Export
    [times] Abgabezeiten aus einem Export
   *[none] ein Export
 } von { $platforms }
overview-first-page = Erste Seite des Berichts
left-out-passages = { $passages ->
    [one] { $passages } Stelle kommt in mehr als { $limit } Abgaben vor und wird ignoriert (Option -m von MOSS).
   *[other] { $passages } Stellen kommen in mehr als { $limit } Abgaben vor und werden ignoriert (Option -m von MOSS).
 }
left-out-pairs = { $pairs ->
    [one] { $pairs } Paar von Abgaben hat sonst fast nichts gemeinsam und fällt unten deshalb nicht auf. Es kann eine Kopie sein. Um es zu sehen, erstellen Sie auf der Seite der Einstellungen einen Bericht ohne diese Grenze.
   *[other] { $pairs } Paare aus { $submissions } Abgaben haben sonst fast nichts gemeinsam und fallen unten deshalb nicht auf. Es können Kopien sein. Um sie zu sehen, erstellen Sie auf der Seite der Einstellungen einen Bericht ohne diese Grenze.
 }
archive-left-out = { $submissions ->
    [one] { $submissions } Abgabe des Archivs { $archive } wurde nicht verglichen, weil die Kandidaten aller Archive zusammen größer als 256 MiB sind. Wählen Sie weniger Archive aus.
   *[other] { $submissions } Abgaben des Archivs { $archive } wurden nicht verglichen, weil die Kandidaten aller Archive zusammen größer als 256 MiB sind. Wählen Sie weniger Archive aus.
 }
archive-damaged = { $files ->
    [one] { $files } Datei im Archiv { $archive } konnte nicht durchsucht werden, weil ihre gespeicherten Daten beschädigt sind. Eine Kopie davon würde nicht gefunden. Fügen Sie die Datei dem Archiv noch einmal hinzu.
   *[other] { $files } Dateien im Archiv { $archive } konnten nicht durchsucht werden, weil ihre gespeicherten Daten beschädigt sind. Kopien davon würden nicht gefunden. Fügen Sie die Dateien dem Archiv noch einmal hinzu.
 }
index-rebuilt = Teile des Index früherer Abgaben waren verloren. Der Index wurde am { $when } neu aufgebaut, bevor die Archive durchsucht wurden. Die Suche war also vollständig.
download-json = JSON herunterladen
download-csv = CSV herunterladen
download-zip = HTML herunterladen (Zip)
clusters = Cluster
none-listed = keines aufgelistet

# An approximate number, or a lower or upper bound
about = etwa { $number }
about-fewer = weniger als { $number }
count = { $count }
count-or-more = { $count } oder mehr
count-at-least = mindestens { $count }

# Levels
level-too-short = zu kurz für eine Aussage
level-coincidence = könnte Zufall sein
level-unlikely = durch Zufall unwahrscheinlich
level-beyond = nicht durch Zufall erklärbar
level-above = über der Schwelle
level-same-text = gleicher Text
level-same-structure = gleiche Struktur
level-versions = Fassung eines Programms
level-stands-out = auffällig

# Unusual pairs
verdict = Auffällige Paare
# The first sentence of the report
verdict-found = { $strong }
    .strong = Gefunden: { $list }.
verdict-nothing = { $strong }
    .strong = Nichts Auffälliges.
verdict-unknown = { $strong } Weniger als zwei Abgaben sind lang genug für eine Aussage.
    .strong = Kein Ergebnis.
found-list = { $list }, { $next }
found-pairs = { $what }
    .what = { $known ->
        [least] mindestens{" "}
       *[exactly] {""}
     }{ $level ->
        [beyond] { $count ->
            [one] { $count } nicht durch Zufall erklärbares Paar
           *[other] { $count } nicht durch Zufall erklärbare Paare
         }
        [unlikely] { $count ->
            [one] { $count } durch Zufall unwahrscheinliches Paar
           *[other] { $count } durch Zufall unwahrscheinliche Paare
         }
       *[above] { $count ->
            [one] { $count } Paar ab der Schwelle
           *[other] { $count } Paare ab der Schwelle
         }
     }{ $among ->
        [earlier] {" "}mit früheren Abgaben
       *[class] {""}
     }
# Was drei oder mehr Abgaben gemeinsam haben
findings = Befunde
finding = { $kind ->
    [versions] { $strong } Sie haben etwa { $tokens } Token gemeinsam, fast ihren gesamten Code, und andere haben ihn nicht.
    [given-code] { $strong } Er wird bei der Auswertung ignoriert. Es kann Vorgabecode sein oder Code aus einer öffentlichen Quelle.
   *[small-task] { $strong } Die Aufgabe lässt wenig Wahl, oder die Programme sind zu kurz. Das ist kein Hinweis auf Abschreiben.
 }
    .strong = { $kind ->
        [versions] { $count } von { $of } Abgaben sind Fassungen eines Programms.
        [given-code] { $count } von { $of } Abgaben haben denselben Code und sonst wenig gemeinsam.
       *[small-task] { $count } von { $of } Abgaben haben fast dieselben Anweisungen.
     }
finding-members = Abgaben
finding-compared = Prozentwerte sind Anteile an dem Code, den alle gemeinsam haben. Am meisten davon hat
finding-pair = vergleichen
finding-show = Befund ansehen
finding-choose = { $name } auswählen
finding-open-cases = Fälle eröffnen
finding-open-cases-hint = Je einen für jede ausgewählte Person. Die Belege für sie nennen keine andere.
finding-place = { $path } von { $name }, Zeilen { $first } bis { $last }
finding-between = Mit anderen Abgaben verbunden:
found-versions = { $what }
    .what = { $findings ->
        [one] { $count } Abgaben, die Fassungen eines Programms sind
       *[other] { $count } Abgaben in { $findings } Gruppen von Fassungen eines Programms
     }
found-equal = { $what }
    .what = { $count ->
        [one] { $count } Abgabe, die einer anderen gleicht
       *[other] { $count } Abgaben, die einer anderen gleichen
     }
found-references = { $what }
    .what = { $count ->
        [one] { $count } Abgabe, die einer Referenzantwort ähnelt
       *[other] { $count } Abgaben, die einer Referenzantwort ähneln
     }
found-translations = { $what }
    .what = { $count ->
        [one] { $count } mögliche Übersetzung
       *[other] { $count } mögliche Übersetzungen
     }
verdict-strongest = { $unit ->
    [expect] Ohne jedes Abschreiben wären { $strongest } Paare zu erwarten, die so stark sind wie das stärkste.
   *[suspicion] Das stärkste Paar hat einen Verdacht von { $strongest }.
 }
verdict-class-too-small = Der Kurs ist zu klein, um zu sagen, wie viele Paare durch Zufall zu erwarten sind.
verdict-own-none = { $unit ->
    [expect] { $beside ->
        [versions] Kein anderes Paar dieses Kurses ist durch Zufall unwahrscheinlich.
       *[nothing] Kein Paar dieses Kurses ist durch Zufall unwahrscheinlich.
     }
   *[suspicion] { $beside ->
        [versions] Kein anderes Paar dieses Kurses erreicht die Schwelle ({ $cutoff }).
       *[nothing] Kein Paar dieses Kurses erreicht die Schwelle ({ $cutoff }).
     }
 }
verdict-expected = Ohne jedes Abschreiben: { $expected } zu erwarten.
verdict-few = Eine so kleine Zahl könnte Zufall sein.
verdict-earlier-none = { $unit ->
    [expect] Kein Paar mit früheren Abgaben ist durch Zufall unwahrscheinlich.
   *[suspicion] Kein Paar mit früheren Abgaben erreicht die Schwelle.
 }
expect-match-length = Dieser Vergleich verwendet eine andere kürzeste Übereinstimmung als üblich. Für sie ist nicht bekannt, wie viele Paare durch Zufall zu erwarten sind, deshalb ist die Schwelle ein Verdacht in Bit.
verdict-cannot-tell = Der Kurs ist zu klein, um zu sagen, wie viele dieser Paare durch Zufall zu erwarten sind.

# The chart of all pairs
chart = { $unit ->
    [expect] Paare dieses Kurses nach Stärke
   *[suspicion] Paare dieses Kurses nach Verdacht
 }
chart-what = { $unit ->
    [expect] Balkendiagramm der Zahl der Paare mit logarithmischer Skala. Links stehen schwache Paare, von denen durch Zufall viele zu erwarten sind, rechts starke. Die Tabelle darunter zeigt dieselben Zahlen.
   *[suspicion] Balkendiagramm der Zahl der Paare mit logarithmischer Skala. Links ist der Verdacht gering, rechts hoch. Die Tabelle darunter zeigt dieselben Zahlen.
 }
chart-usual = gewöhnlich
chart-unusual = ungewöhnlich
chart-cutoff = Schwelle
chart-chance = durch Zufall zu erwarten
chart-caption = { $unit ->
    [expect] Paare dieses Kurses danach, wie viele so starke Paare durch Zufall zu erwarten sind.
   *[suspicion] Paare dieses Kurses nach Verdacht.
 } Ohne archivierte Abgaben und ohne Paare, die zu kurz für eine Aussage sind.
chart-numbers = Als Tabelle anzeigen
chart-pairs-of = { $pairs ->
    [one] { $pairs } Paar
   *[other] { $pairs } Paare
 } aus { $submissions } Abgaben. Nicht Token für Token verglichene Paare fehlen in dieser Tabelle.
chart-chance-from = Die durch Zufall zu erwartende Zahl wurde aus { $submissions } Abgaben geschätzt, die nicht miteinander verbunden sind.
chart-pairs = Paare
chart-by-chance = Durch Zufall zu erwarten
chart-below = unter { $to }
chart-between = { $from } bis { $to }
chart-from = { $from } oder mehr
chart-bar = { $range }: { $count ->
    [one] { $count } Paar
   *[other] { $count } Paare
 }

# Skipped files and warnings
left-out = Übersprungene Dateien und Warnungen
left-out-nothing = Alle Dateien wurden gelesen und verglichen.
left-out-skipped = { $strong } { $count ->
    [one] Datei oder Ordner wurde
   *[other] Dateien oder Ordner wurden
 } übersprungen
    .strong = { $count }
left-out-hints = { $strong } { $count ->
    [one] Angabe passte
   *[other] Angaben passten
 } auf nichts
    .strong = { $count }
left-out-noted = { $strong } { $count ->
    [one] Datei wurde
   *[other] Dateien wurden
 } mit Warnungen verglichen
    .strong = { $count }
left-out-short = { $strong } { $count ->
    [one] Abgabe ist
   *[other] Abgaben sind
 } zu kurz für eine Aussage: weniger als { $least } gewertete Token
    .strong = { $count }
left-out-alike = { $strong } zu kurz oder den anderen zu ähnlich, als dass eine Kopie mit neuen Namen auffiele. Bei { $count ->
    [one] ihr
   *[other] ihnen
 } werden nur gleiche Texte gefunden
    .strong = { $count } von { $of } Abgaben { $count ->
        [one] ist
       *[other] sind
     }
skipped = Übersprungene Dateien
skipped-vendored = Installierte Pakete, Build-Ausgaben und große Dateien, die niemand aus dem Kurs geschrieben hat, werden nicht gelesen. Um sie zu vergleichen, wählen Sie in einem neuen Vergleich „Dateien einbeziehen, die niemand aus dem Kurs geschrieben hat“.
skipped-again = Neuer Vergleich
skipped-none = Keine Datei wurde übersprungen.
skipped-first = Die ersten { $shown } von { $count } Zeilen. { $all }
    .all = Alle anzeigen
skipped-what = Diese Dateien wurden nicht verglichen.
platform-files = Dateien der Lernplattform
platform-files-what = { $count ->
    [one] Diese Datei hat die Lernplattform hinzugefügt. Sie wird nicht verglichen.
   *[other] { $count } Dateien hat die Lernplattform hinzugefügt. Sie werden nicht verglichen.
}
skipped-count = { $count ->
    [one] { $count } Datei oder Ordner wurde nicht verglichen.
   *[other] { $count } Dateien oder Ordner wurden nicht verglichen.
 }
skipped-reason = Grund
skipped-filter = Dateien filtern
skipped-filter-hint = Teil eines Namens oder Grundes
noted = Dateien mit Warnungen
noted-first = Die ersten { $shown } von { $count } Dateien. { $all }
    .all = Alle in der Liste der Abgaben anzeigen
noted-what = Diese Dateien wurden trotz der Warnungen verglichen.
noted-remarks = Warnungen
rows-shown = { $shown } von { $all } Zeilen auf dieser Seite

# Cut-off preview
cutoff = Schwelle
cutoff-expect = { $pairs } durch Zufall zu erwarten
cutoff-suspicion = Verdacht { $bits }
cutoff-from = { $unit ->
    [expect] Durch Zufall zu erwartende Paare, höchstens
   *[suspicion] Mindestverdacht
 }
cutoff-show = Schwelle ausprobieren
cutoff-save = Schwelle speichern
cutoff-no-chance = Wie viele Paare durch Zufall zu erwarten sind, ist nur in Kursen mit mindestens zehn Personen bekannt, die genug Code abgegeben haben. Diesem Bericht fehlt die Zahl, deshalb ist seine Schwelle ein Verdacht in Bit.
cutoff-pairs = Paare:
cutoff-earlier = Mit früheren Abgaben:
cutoff-cases = Cluster:
cutoff-chance = Durch Zufall zu erwarten:
cutoff-effect = Paare, die diese Schwelle erreichen: { $pairs } (jetzt { $now }). Cluster: { $clusters } (jetzt { $clusters_now }).
cutoff-effect-earlier = Paare, die diese Schwelle erreichen: { $pairs } (jetzt { $now }). Paare mit früheren Abgaben: { $earlier } (jetzt { $earlier_now }). Cluster: { $clusters } (jetzt { $clusters_now }).
cutoff-look = Nur Vorschau. Die Schwelle des Berichts ist { $cutoff }. { $back }
    .back = Schwelle zurücksetzen

# Strongest clusters
first-cases = Befunde und stärkste Cluster
cluster-head = Cluster
cluster-number = { $number }
cluster-finding = Befund { $number }
first-no-cases = Kein Paar erreicht die Schwelle. Daher gibt es keine Cluster.
first-caption = Gruppen von Abgaben, stärkste zuerst: Fassungen eines Programms, dann Cluster. Jede Abgabe steht nur in einer Zeile.
first-shown = Die ersten { $shown } von { $count }.
first-pictures = Als Graph anzeigen
first-size = Größe
first-strongest = Stärkste Paare

# All pairs
list = Paare
list-none = Keine zwei Abgaben haben eine Stelle gemeinsam, die lang genug für diese Liste ist.
list-empty = Es gibt keine Paare für diese Liste.
list-filter = Paare filtern
list-name = Name
list-name-hint = Teil eines Namens
list-any-language = alle
list-with = Verglichen mit
list-with-anyone = allen Abgaben
list-with-class = diesem Kurs, ohne Archive
list-with-archive = allen Archiven
list-only-above = nur Paare, die die Schwelle erreichen
list-submit = Paare filtern
list-show-all = Alle anzeigen
list-more = { $count } weitere anzeigen
list-clear-range = Paare aller Balken anzeigen
list-shown = { $shown } von { $all } Paaren
list-none-such = Kein aufgelistetes Paar passt zum Filter.
list-judged = Stärkste zuerst. Öffnen Sie ein Paar, um beide Seiten nebeneinander zu lesen. Ein hoher Rang ist ein Anlass, beide zu lesen, aber kein Urteil.
list-short = Zu kurz für eine Aussage
list-short-what = Mindestens eine Seite hat weniger als { $least } gewertete Token. So kurze Programme ähneln sich auch, wenn niemand kopiert hat.
list-short-caption = Zu kurz für eine Aussage, höchster Verdacht zuerst.
list-staff = Mit Abgaben des Lehrteams
list-staff-what = Eine Seite ist eine Abgabe des Lehrteams. Diese Paare bilden keine Cluster und gehen in keine Zählung ein. Sie zeigen, wer Code mit einer Lösung des Lehrteams gemeinsam hat.
list-staff-caption = Paare mit Abgaben des Lehrteams, stärkste zuerst.
list-before-exclusion = mit Vorgabecode
list-without-matches = { $count ->
    [one] { $count } Paar ist ohne seine Übereinstimmungen aufgeführt.
   *[other] { $count } Paare sind ohne ihre Übereinstimmungen aufgeführt.
} Der Bericht hat Übereinstimmungen nur für die stärksten Paare.
list-no-matches = die Übereinstimmungen dieses Paars sind nicht aufgelistet

# Copies
apart-sets = { $count ->
    [one] { $count } Gruppe
   *[other] { $count } Gruppen
 }
apart-pairs = { $count ->
    [one] { $count } Paar
   *[other] { $count } Paare
 }
duplicates = Gleiche Abgaben
duplicates-caption = Abgaben, die als Ganzes gleich sind, genaueste Kopien zuerst.
duplicates-kind = Art
duplicates-more = { $count ->
    [one] Der JSON-Bericht enthält { $count } weitere Menge gleicher Abgaben.
   *[other] Der JSON-Bericht enthält { $count } weitere Mengen gleicher Abgaben.
 }
duplicates-identical = identische Dateien
duplicates-lexical = gleich bis auf Kommentare und Formatierung
duplicates-tokens = gleich bis auf Namen, Literale, Kommentare, Formatierung und die Wörter und Zeichen, die beim Vergleich nicht zählen

# Settings on the overview
settings-of-report = Einstellungen dieses Berichts
settings-numbers = Was die Zahlen bedeuten
setting-read-as = Gelesen als: { $languages }.
setting-engine = Version { $version }, Revision { $revision } dieses Berichts
setting-repeat = Dieselben Dateien und Einstellungen ergeben denselben Bericht.

## All submissions

submissions-filter = Abgaben filtern
submissions-filter-hint = Teil eines Namens oder Pfades
submissions-caption = { $count ->
    [one] Die { $count } Abgabe des Kurses
   *[other] Alle { $count } Abgaben des Kurses
 }{ $others ->
    [0] {""}
   *[other] {" "}und { $others } aus Archiven und Referenzantworten
 } mit ihren Dateien. Gewertete Token gehören weder zu Vorgabecode noch zu verbreitetem Code.
submissions-counted = Gewertete Token
submissions-strongest = Stärkstes Paar
submissions-more-files = { $count ->
    [one] und { $count } weitere Datei
   *[other] und { $count } weitere Dateien
 }
submissions-too-short = zu kurz
archive-of = Archiv { $name }
archive-of-year = Archiv { $name } ({ $year })

# Earlier work
earlier = Ähnelt früheren Arbeiten
earlier-submission = Frühere Abgabe
earlier-caption = Auffällige Paare mit früheren Abgaben, stärkste zuerst. Sie stehen auch in der Liste der Paare.
earlier-first = Die ersten { $shown } von { $count } auffälligen Paaren mit früheren Abgaben, stärkste zuerst. Sie stehen auch in der Liste der Paare.
earlier-share = Anteil der früheren

# Reference answers
references = Ähnelt einer Referenzantwort
references-what = { $answers ->
    [one] Abgaben, die mit der Referenzantwort mehr ungewöhnlichen Code gemeinsam haben, als der Zufall erklärt. Das zeigt, dass der Code ähnlich ist. Es zeigt nicht, wer ihn geschrieben hat oder wie. Diese Paare bilden keine Cluster und stehen in keiner anderen Liste.
   *[other] Abgaben, die mit einer von { $answers } Referenzantworten mehr ungewöhnlichen Code gemeinsam haben, als der Zufall erklärt. Das zeigt, dass der Code ähnlich ist. Es zeigt nicht, wer ihn geschrieben hat oder wie. Diese Paare bilden keine Cluster und stehen in keiner anderen Liste.
 }
references-none = Keine Abgabe ähnelt einer Referenzantwort. Das zeigt nicht, dass niemand eine verwendet hat.
references-caption = Stärkste zuerst, zu jeder Abgabe höchstens fünf Referenzantworten.
references-first = Die ersten { $shown } von { $count }, zu jeder Abgabe höchstens fünf Referenzantworten.
reference-answer = Referenzantwort
reference-share = Anteil der Abgabe
reference-answer-share = Anteil der Antwort
reference-of = { $kind ->
    [model-solution] Musterlösung
    [language-model] Sprachmodell
    [public-code] öffentlicher Code
   *[other] andere Antwort
 }
reference-from = { $kind ->
    [model-solution] Musterlösung, { $source }
    [language-model] Sprachmodell, { $source }
    [public-code] öffentlicher Code, { $source }
   *[other] andere Antwort, { $source }
 }
translations = Mögliche Übersetzungen
translations-what = { $pairs ->
    [one] { $pairs } Paar von Abgaben ist in verschiedenen Sprachen. Seine Anweisungen wurden unabhängig von der Sprache verglichen.
   *[other] { $pairs } Paare von Abgaben sind in verschiedenen Sprachen. Ihre Anweisungen wurden unabhängig von der Sprache verglichen.
 }
translations-some = { $compared } von { $pairs } Paaren von Abgaben in verschiedenen Sprachen wurden unabhängig von der Sprache verglichen: die mit den meisten Gemeinsamkeiten.
translations-none = Keine zwei davon sind vergleichbar.
translations-named = { $count ->
    [0] Kein Paar fällt auf.
    [one] { $count } Paar fällt auf.
   *[other] { $count } Paare fallen auf.
 }
translations-cutoff = Schwelle: { $cutoff } durch Zufall zu erwarten.
translations-cutoff-similarity = Der Kurs hat zu wenige solche Paare, um zu sagen, wie viele durch Zufall zu erwarten sind. Deshalb ist die Schwelle eine Ähnlichkeit von { $least }.
translations-caption = { $count ->
    [one] Das stärkste Paar. Es steht in keiner anderen Liste und in keinem Cluster.
   *[other] Die { $count } stärksten Paare. Sie stehen in keiner anderen Liste und in keinem Cluster.
 }
translations-languages = Sprachen
translations-level = Stufe
translations-similarity = Ähnlichkeit
pair-translated = Die beiden Programme sind in verschiedenen Sprachen. Anweisungen entsprechen sich, wenn sie dieselbe Kontrollstruktur, dieselben Operatoren, Aufrufe und Literale haben. Namen und Typen werden nicht verglichen. Die erwartete Anzahl zählt nur Paare in verschiedenen Sprachen. Lesen Sie beide Seiten, bevor Sie urteilen: Auch dieselbe Aufgabe führt zu ähnlichen Schritten.
literal-translated = in einer anderen Sprache
why-same-text = { $part ->
    [all] Beide Texte sind gleich bis auf Kommentare und Layout ({ $tokens } gewertete Token).
   *[files] Beide enthalten dieselben Dateien bis auf Kommentare und Layout ({ $tokens } gewertete Token). Wenige andere haben sie.
 } { $says ->
    [short] Texte mit weniger als { $least } Token sind oft durch Zufall gleich. Das allein macht kein Paar auffällig.
    [long] Der Bericht führt ein solches Paar immer als auffällig auf.
   *[nothing] {""}
 }
why-same-unusual = Ungewöhnliche Einzelheiten, die beide haben: gleiche Kommentare: { $comments }, Zeilen mit denselben ungewöhnlichen Leerzeichen: { $lines }, Wörter mit demselben Schreibfehler: { $words }.
why-resembles = { $name } ähnelt einer Referenzantwort ({ $label }). Das zeigt nicht, wer den Code geschrieben hat oder wie.
why-reference = { $tokens ->
    [one] { $tokens } Token, das beide mit der Referenzantwort { $reference } gemeinsam haben, zählt nicht.
   *[other] { $tokens } Token, die beide mit der Referenzantwort { $reference } gemeinsam haben, zählen nicht.
 }

# Reasons for a missing text
missing-not-stored = Der Text dieser Datei ist nicht gespeichert.
missing-removed = Das Archiv dieser Datei wurde nach dem Vergleich gelöscht. Daher ist ihr Text nicht mehr verfügbar.
missing-erased = Entfernt: Die Daten der Person, die diese Datei abgegeben hat, wurden auf Antrag gelöscht, auch der Text der Datei. Die andere Seite ist unverändert.
missing-reduced = Dieses Archiv enthält keine Quelltexte. Daher kann der Text dieser Datei nicht gezeigt werden.
missing-ignored = Niemand aus dem Kurs hat diese Datei geschrieben. Sie zählt nicht und steht auf der Seite der Abgabe.

# Why a pair has its score
why = Warum dieses Ergebnis
why-view = { $view ->
    [kgrams] Am stärksten wiegt der Aufbau des Codes: { $bits } Bit, { $share } des Gesamtwerts der kleineren Seite. Namen und Literale spielen dabei keine Rolle.
    [statements] Am stärksten wiegen ganze Anweisungen: { $bits } Bit, { $share } des Gesamtwerts der kleineren Seite. Namen und Literale spielen dabei keine Rolle.
    [forms] Am stärksten wiegen Anweisungen, die dasselbe tun, aber anders geschrieben sein können: { $bits } Bit, { $share } des Gesamtwerts der kleineren Seite.
    [texts] Am stärksten wiegt Code mit denselben Namen und Literalen: { $bits } Bit, { $share } des Gesamtwerts der kleineren Seite.
    [runs] Am stärksten wiegen lange Folgen gleichen Codes: { $bits } Bit, { $share } des Gesamtwerts der kleineren Seite. Namen und Literale spielen dabei keine Rolle.
   *[lines] Am stärksten wiegen genau gleich getippte Zeilen: { $bits } Bit, { $share } des Gesamtwerts der kleineren Seite.
 }
why-others = Andere Abgaben in diesem Vergleich enthalten Teile davon. Ohne sie wären es { $most } Bit.
why-usual = Verdacht: { $suspicion } Bit. Zwei Abgaben wie diese haben gewöhnlich etwa { $usual }.
why-class = Durch Zufall zu erwartende so starke Paare, gemessen an den anderen Paaren dieses Kurses: { $pairs }.
why-run = Durch Zufall zu erwartende so starke Paare, gemessen nur an der längsten und seltensten gemeinsamen Stelle: { $pairs }.
why-few-bits = Die beiden haben insgesamt wenig Code gemeinsam. Deshalb wird die durch Zufall zu erwartende Zahl auf { $pairs } erhöht.
why-passage = Seltene Stelle: Übereinstimmung { $match }, { $tokens } Token, in { $groups } von { $all } Gruppen ({ $bits } Bit).
why-ignored-boilerplate = { $tokens ->
    [one] { $tokens } gemeinsames Token ist Vorgabecode und zählt nicht.
   *[other] { $tokens } gemeinsame Token sind Vorgabecode und zählen nicht.
 }
why-ignored-common = { $tokens ->
    [one] { $tokens } gemeinsames Token kommt in zu vielen Gruppen vor und zählt nicht.
   *[other] { $tokens } gemeinsame Token kommen in zu vielen Gruppen vor und zählen nicht.
 }
why-ignored-vendored = { $tokens ->
    [one] { $tokens } gemeinsames Token steht in Dateien, die niemand aus dem Kurs geschrieben hat, und zählt nicht.
   *[other] { $tokens } gemeinsame Token stehen in Dateien, die niemand aus dem Kurs geschrieben hat, und zählen nicht.
 }
why-ignored-elsewhere = { $tokens ->
    [one] { $tokens } gemeinsames Token ist in anderen Arbeiten verbreitet und zählt nicht.
   *[other] { $tokens } gemeinsame Token sind in anderen Arbeiten verbreitet und zählen nicht.
 }

## Clusters

clusters-what = Ein Cluster ist eine Gruppe von Abgaben, die durch Paare ab der Schwelle ({ $cutoff }) verbunden sind. Zwei Mitglieder können auch nur über andere verbunden sein. Gruppen, die nur wenige Paare verbinden, stehen als getrennte Cluster da.
clusters-none = Kein Paar erreicht die Schwelle. Daher gibt es keine Cluster.
clusters-no-times = Es sind keine Abgabezeiten verfügbar. Daher zeigt der Bericht nicht, wer zuerst abgegeben hat. Zeiten in einer Zip-Datei werden nicht verwendet, denn sie sagen nur, wann eine Datei geändert oder gepackt wurde.
clusters-some-times = Abgabezeiten sind für { $known } von { $count } Abgaben bekannt. Cluster mit weniger als zwei bekannten Zeiten haben keine Reihenfolge.
clusters-of-two = Cluster aus zwei Abgaben
clusters-of-two-what = Jede Zeile ist ein Cluster aus zwei Abgaben, stärkste zuerst.
clusters-also = Auch verbunden mit
cluster = { $count ->
   *[other] Cluster { $number }: { $count } Abgaben
 }
cluster-strength = { $unit ->
    [expect] Stärkstes Paar: { $strength } durch Zufall zu erwarten
   *[suspicion] Höchster Verdacht { $strength }
 }
cluster-similarity = mittlerer Anteil { $similarity }
cluster-unlisted = Die Paare dieses Clusters liegen im Rang unter den Paaren, die dieser Bericht auflistet.
cluster-links = Verbindungen dieses Clusters, stärkste zuerst.
cluster-more-links = { $count ->
    [one] { $count } schwächere Verbindung ist hier nicht aufgelistet.
   *[other] { $count } schwächere Verbindungen sind hier nicht aufgelistet.
 }
cluster-between = Diese Mitglieder sind auch mit einem anderen Cluster verbunden. Sehen Sie sich beide Cluster an, bevor Sie entscheiden.
cluster-between-other = Cluster { $number }
cluster-between-links = { $count ->
    [one] { $unit ->
        [expect] { $count } Paar ({ $strength } durch Zufall zu erwarten)
       *[suspicion] { $count } Paar (Verdacht { $strength })
     }
   *[other] { $unit ->
        [expect] { $count } Paare (stärkstes: { $strength } durch Zufall zu erwarten)
       *[suspicion] { $count } Paare (höchster Verdacht { $strength })
     }
 }

# Graph of the class
graph = Graph
graph-larger = Größerer Graph und alle Cluster
graph-needs-script = Der Graph braucht JavaScript. Die Seite der Cluster listet dieselben Verbindungen in Tabellen auf.
graph-label = Graph der Abgaben und der Paare, die sie verbinden. Die Tabellen der Cluster listen dieselben Verbindungen auf.
graph-drawn = Abgaben: { $nodes }. Verbindungen: { $links }. Nicht gezeichnet, weil ohne Verbindung ab der Schwelle: { $rest }.
graph-left-out = { $count ->
    [one] { $count } schwächere Verbindung ist nicht gezeichnet.
   *[other] { $count } schwächere Verbindungen sind nicht gezeichnet.
 }
graph-threshold = { $unit ->
    [expect] höchstens { $value } durch Zufall zu erwarten
   *[suspicion] Verdacht von mindestens { $value }
 }
graph-unnamed = { $named } von { $nodes } Namen sind zu sehen. Vergrößern Sie, zeigen Sie auf eine Abgabe oder suchen Sie sie, um die übrigen zu lesen.
graph-keys = Ein Klick auf eine Linie oder Abgabe hält ihre Zahlen hier fest, ein zweiter öffnet sie. Abgaben lassen sich verschieben. Tasten: ↑ ↓ Paare, ← → Abgaben, Eingabe öffnet, Escape hebt auf.
graph-width = breiter: mehr Belege
graph-outline = Umriss: Cluster, Befund
graph-bits = { $bits } Bit
graph-members = Abgaben: { $count }
graph-open-pair = Paar öffnen
graph-open-submission = Abgabe öffnen
graph-open-group = Paare ansehen
graph-more = und { $count } weitere
graph-find = Im Graphen suchen
graph-arrange = Verschieben rückgängig
graph-zoom-in = Vergrößern
graph-zoom-out = Verkleinern
graph-fit = Einpassen

# Submission times of a cluster
timeline = Abgabezeiten
timeline-picture = Abgabezeiten von Cluster { $number }
timeline-mark = { $name }, { $time }
timeline-first = zuerst
timeline-joined = Eine Linie verbindet die Versuche einer Person.
timeline-more = { $count ->
    [one] { $count } Person, die später abgegeben hat, ist nicht gezeichnet.
   *[other] { $count } Personen, die später abgegeben haben, sind nicht gezeichnet.
 }
timeline-caution = Wer zuerst abgegeben hat, hat den Code nicht unbedingt geschrieben.
timeline-order = Früheste zuerst.
timeline-unknown = { $count ->
    [one] Die Zeit von { $count } Mitglied ist unbekannt.
   *[other] Die Zeiten von { $count } Mitgliedern sind unbekannt.
 }

## How to read this report

number-rank-why = Platz des Paars, stärkste zuerst: Je weniger so starke Paare durch Zufall zu erwarten sind, desto höher der Rang. Paare, die zu kurz für eine Aussage sind, stehen am Ende.
number-expect-why = Wie viele so starke Paare in einem Kurs wie diesem ohne jedes Abschreiben zu erwarten sind. 0,01 bedeutet ein solches Paar in hundert Kursen. Die Schätzung beruht auf den übrigen Paaren des Kurses und darauf, wie lang und selten die gemeinsamen Stellen sind. Gemeinsame Bibliotheken und Anleitungen berücksichtigt sie nicht. Sie ist keine Wahrscheinlichkeit für Schuld.
number-suspicion-why = Wie viel ungewöhnlichen Code beide Seiten gemeinsam haben, in Bit. Code, den nur wenige andere haben, zählt mehr. Ist der gemeinsame Code nur ein kleiner Teil der beiden Programme, zählt er insgesamt weniger. Der Verdacht ist keine Wahrscheinlichkeit.
number-words = Stufe
number-words-why = „Nicht durch Zufall erklärbar“: Höchstens 0,01 so starke Paare sind durch Zufall zu erwarten. „Durch Zufall unwahrscheinlich“: höchstens 1, oder mehr, wenn so viele Paare auffallen, dass höchstens eines von zwanzig durch Zufall zu erwarten ist. „Könnte Zufall sein“: mehr als das. Ein Kurs mit weniger als zehn Abgaben ist dafür zu klein. Deshalb werden seine Paare mit der Schwelle verglichen.
number-share = Anteil in Übereinstimmungen
number-share-why = Der Anteil der Token dieser Seite, der in Übereinstimmungen liegt, ohne Vorgabecode und verbreiteten Code beider Seiten. Die kleine Zahl schließt beides ein.
number-longest-why = Länge der längsten Stelle, die Token für Token gleich ist, in Token, ohne Vorgabecode und verbreiteten Code. Namen, Zahlen, Zeichenketten, Kommentare, Formatierung sowie Wörter und Zeichen, die beim Vergleich nicht zählen, spielen keine Rolle.
number-matches = Übereinstimmungen
number-matches-why = Die Zahl der Stellen, aus denen der gemeinsame Code besteht. Viele kurze Stellen sagen weniger als eine lange.
number-lines = Zeilen
number-lines-why = Zeilen der linken Seite, die gemeinsamen Code enthalten.
number-similarity = Mittlerer Anteil
number-similarity-why = Für jedes Paar der Anteil beider Seiten zusammen, der in Übereinstimmungen liegt. Der Cluster zeigt den Mittelwert der Paare, die ihn verbinden.
number-size-why = Die Zahl der Abgaben im Cluster. Mitglieder können über andere verbunden sein.
number-cutoff-why = Paare, die die Schwelle erreichen, werden zu Clustern zusammengefasst. Die Schwelle blendet kein Paar aus. Die Standardschwelle liegt bei einem durch Zufall zu erwartenden Paar, oder höher, wenn so viele Paare auffallen, dass höchstens eines von zwanzig durch Zufall zu erwarten ist.
number-expected = Durch Zufall zu erwartende Paare
number-expected-why = Die Zahl der Paare, die in einem Kurs wie diesem ohne jedes Abschreiben die Schwelle erreichen. In Kursen, deren Kopien bekannt sind, stimmt sie etwa bis auf den Faktor drei.
number-tokens-why = Wörter und Zeichen des Codes, wie ein Compiler sie liest, ohne Kommentare und Formatierung.
number-counted = Gewertete Token
number-counted-why = Token, die weder zu Vorgabecode noch zu verbreitetem Code gehören.
number-compared = Verglichene Paare
number-compared-why = Paare mit genug gemeinsamen seltenen Fingerabdrücken werden Token für Token verglichen. In einem Kurs mit mehr als 200 Abgaben sind es je Abgabe höchstens 100: die mit den meisten Gemeinsamkeiten. Fingerabdrücke, die mehr als 512 Abgaben haben, werden nicht nachgeschlagen, sondern nur längere Folgen solchen Codes. In den Einstellungen des Berichts steht, ob dadurch etwas ausgelassen wurde.
number-left-out-why = Dateien, die nicht verglichen wurden, jeweils mit dem Grund.

guide-what = Der Bericht zeigt, welche Programme Code gemeinsam haben, den andere nicht haben, und wo. Er sagt nicht, wer den Code geschrieben hat, wer von wem kopiert hat oder ob jemand etwas falsch gemacht hat. Das entscheiden Menschen, nachdem sie beide Seiten gelesen und beide Beteiligten angehört haben.
guide-do = So gehen Sie vor
guide-do-begin = Beginnen Sie mit { $overview }. Der erste Satz sagt, was gefunden wurde, und führt dorthin.
    .overview = der Übersicht
guide-do-read = Öffnen Sie das Paar und lesen Sie die Stellen, die längsten und seltensten zuerst. Fragen Sie sich, ob jemand anderes denselben Code geschrieben hätte.
guide-do-unusual = Achten Sie auf Ungewöhnliches, das beide Seiten haben: denselben seltsamen Kommentar, dieselbe Konstante, denselben Schreib- oder Denkfehler oder dieselbe Reihenfolge, wo jede Reihenfolge möglich wäre.
guide-do-case = Sehen Sie sich den ganzen Cluster an. Wenn drei Abgaben eine Stelle gemeinsam haben, kann die dritte die Quelle der beiden anderen sein.
guide-do-sources = Markieren Sie Code, den Sie den Studierenden gegeben haben, als Vorgabecode. Fügen Sie die Abgaben früherer Jahre als Archiv hinzu. Tun Sie beides, bevor Sie Schlüsse ziehen.
guide-do-hear = Bitten Sie eine zweite Person um ihre Einschätzung, und hören Sie die Beteiligten an. Ein Gespräch über den Code sagt mehr als jede Zahl.
guide-dont = Worauf Sie achten sollten
guide-dont-percentage = Entscheiden Sie nie allein nach einem Prozentwert. Zwei Lösungen mit zehn Zeilen können durch Zufall zu 90 % gleich sein. Zwei Lösungen mit tausend Zeilen können eine kopierte Funktion gemeinsam haben und nur zu 5 % gleich sein.
guide-dont-accuse = Beschuldigen Sie niemanden, bevor Sie beide Seiten gelesen haben. Keine Zahl hier ist ein Urteil oder eine Wahrscheinlichkeit für Schuld.
guide-dont-limit = Übernehmen Sie keinen festen Grenzwert aus einer anderen Aufgabe oder einem anderen Kurs. Wie viel unabhängig geschriebene Programme gemeinsam haben, hängt von der Aufgabe ab.
guide-dont-short = Urteilen Sie nicht über kurze Programme. Programme mit weniger als { $least } gewerteten Token ähneln sich auch, wenn niemand kopiert hat. Deshalb stehen sie in einer eigenen Liste.
guide-dont-acquit = Schließen Sie aus einem niedrigen Rang nicht, dass nichts kopiert wurde. Wenn jemand außerhalb des Kurses die Arbeit gemacht hat, hat sie mit keiner Abgabe des Kurses etwas gemeinsam.
guide-dont-direction = Ziehen Sie keine Schlüsse darüber, wer von wem kopiert hat. Der Bericht behandelt beide Seiten gleich. Wer zuerst abgegeben hat, hat den Code nicht unbedingt geschrieben.
guide-numbers = Was die Zahlen bedeuten
guide-resemblance = Ähnlichkeit, Enthaltensein
guide-resemblance-means = Die Ähnlichkeit ist der Anteil der kurzen Tokenfolgen, den beide Seiten haben, an allen kurzen Tokenfolgen beider Seiten. Das Enthaltensein ist der Anteil der kurzen Tokenfolgen einer Seite, den auch die andere Seite hat. Die CSV-Tabelle enthält beides. Keines hängt von den aufgelisteten Übereinstimmungen ab.
guide-literal = Arten von Übereinstimmungen
guide-identical = Identisch
guide-identical-means = Die Stellen sind Zeichen für Zeichen gleich. Unterscheiden sich Kommentare oder Formatierung, heißt die Übereinstimmung „identisch bis auf Kommentare und Formatierung“: Alle Wörter und Zeichen sind auch dann gleich. Ein Kommentar hat die Farbe der Übereinstimmung nur, wenn beide Seiten ihn enthalten.
guide-renamed = Umbenannt
guide-renamed-means = Der Code ist in allen verglichenen Token gleich, aber einige Namen, Zahlen oder Zeichenketten unterscheiden sich. Der Anteil gleicher Token und die Zahl der geänderten Namen sind angegeben. Eine Tabelle führt diese Namen auf. Einige Wörter und Zeichen zählen beim Vergleich nicht, weil sie sich ohne Wirkung hinzufügen oder entfernen lassen: Modifikatoren wie „public“, Annotationen und Satzzeichen in Texten. Wo sie abweichen, sind sie markiert. Weichen nur sie oder Typen ab, heißt die Übereinstimmung „geändert“. Umbenennen ist die häufigste Art, eine Kopie zu verschleiern. Es kommt aber auch vor, wenn zwei Personen derselben Vorlage folgen.
guide-rewritten = Umgeschrieben
guide-rewritten-means = Beide Seiten enthalten Anweisungen, die dasselbe tun, in derselben Reihenfolge. Dazwischen wurden andere Anweisungen eingefügt, oder einige sind anders geschrieben: Aus einer Schleife wurde eine andere Art von Schleife, oder eine Bedingung wurde umgekehrt. Der Anteil gleicher Token gilt für die gleichen Teile. Lesen Sie diese Übereinstimmungen besonders sorgfältig.
guide-not-counted = Was bei der Auswertung nicht zählt
guide-boilerplate-means = Code, den alle Studierenden bekommen haben. Er erscheint grau und geht in keine Zahl ein, außer in die kleinen Zahlen neben den Anteilen.
guide-common-means = Code, der in mehr Gruppen von Abgaben vorkommt, als eine Grenze erlaubt, sofern eine festgelegt ist, und Code, den mehrere Abgaben zu anderen Aufgaben haben, sofern solche bekannt sind. Er erscheint schraffiert und zählt bei der Auswertung nicht. Ohne Grenze hat Code, den viele Abgaben gemeinsam haben, fast kein Gewicht.
guide-archives-means = Frühere Abgaben werden mit diesem Kurs verglichen, nie untereinander. Für die Grenze bei verbreitetem Code zählen sie nicht. Der Bericht nennt ihr Archiv und zeichnet sie als Quadrate. Eine Stelle aus einem früheren Jahr kann aus einer Musterlösung oder aus dem Internet stammen. Suchen Sie daher nach einer dritten Quelle.
guide-chance = Durch Zufall zu erwartende Paare
guide-chance-means = Wo auch immer die Schwelle liegt: Einige Paare erreichen sie, obwohl beide Personen selbstständig gearbeitet haben. Wie viele, hängt von der Aufgabe ab. Der Bericht schätzt diese Zahl aus dem Kurs selbst: daraus, wie schnell die übrigen Paare mit steigender Stärke weniger werden. „Etwa 3“ bedeutet: In einem Kurs wie diesem erreichen etwa 3 Paare die Schwelle, auch wenn niemand kopiert. Die Schätzung stimmt etwa bis auf den Faktor drei. Gemeinsam genutzte Bibliotheken, Tutorials oder frühere Hausaufgaben erfasst sie nicht, denn diese sind kein Zufall.
guide-way = Navigation
guide-way-what = Alles ist über Links und auch allein mit der Tastatur erreichbar. Wählen Sie eine Spaltenüberschrift, um eine Tabelle zu sortieren. Auf der Seite eines Paars führen die Nummern der Übereinstimmungen von einer Seite zur anderen. Ein Fragezeichen neben einer Zahl öffnet ihre Erklärung. { $key } schließt sie.
guide-made = Bericht { $title }, Revision { $revision }, erstellt mit Chaffinch { $version }. Alle { $settings } stehen in der Übersicht.
    .settings = Einstellungen

## A pair

pair-title = { $left } und { $right }
pair-title-differences = { $left } und { $right }: Unterschiede
pair-and = und
pair-neighbours = Benachbarte Paare
pair-view-menu = Ansicht
pair-wrap = Lange Zeilen umbrechen
pair-swap = Seiten tauschen
pair-evidence-menu = Belegdateien
pair-evidence-all = Belegdatei mit beiden Seiten
pair-evidence-hidden = Belegdatei ohne Namen
pair-evidence-for = Belegdatei für { $name }, andere Seite geschwärzt
pair-print = Drucken
pair-show-side = Seite
pair-match-tokens = { $count ->
    [one] { $count } Token
   *[other] { $count } Token
 }
details = Einzelheiten
pair-previous = Zurück
pair-next = Weiter
pair-place = { $at } von { $of }
pair-views = Ansichten dieses Paars
pair-view-matches = Übereinstimmungen
pair-view-differences = Unterschiede
pair-case = Fall
pair-case-open = Fall eröffnen
parts = Teile dieser Seite
parts-again = Teile dieser Seite (unten)
part = Teil
what-is-meant = Was bedeutet { $name }?

pair-rank = Rang
pair-rank-why = Platz dieses Paars in der Liste aller Paare, stärkste zuerst.
pair-rank-of = von { $count } aufgelisteten Paaren
pair-expect = Durch Zufall zu erwarten
pair-expect-why = Wie viele so starke Paare in einem Kurs wie diesem ohne jedes Abschreiben zu erwarten sind. 0,01 bedeutet ein solches Paar in hundert Kursen. Die Schätzung beruht auf den übrigen Paaren des Kurses und darauf, wie lang und selten die gemeinsamen Stellen sind. Gemeinsame Bibliotheken und Anleitungen berücksichtigt sie nicht. Sie ist keine Wahrscheinlichkeit für Schuld.
pair-expect-match-length = unbekannt: nur für die übliche kürzeste Übereinstimmung gemessen
pair-expect-unknown = unbekannt: Der Kurs ist zu klein, oder eine Seite ist zu kurz für eine Aussage
pair-bits = Bit
pair-suspicion = Verdacht
pair-suspicion-why = Wie viel ungewöhnlichen Code beide Seiten gemeinsam haben, in Bit. Code, den nur wenige andere haben, zählt mehr. Ist der gemeinsame Code nur ein kleiner Teil der beiden Programme, zählt er insgesamt weniger. Er ist keine Wahrscheinlichkeit und kein Urteil.
pair-left-share = Anteil links
pair-left-share-why = Der Anteil der Token der linken Seite, der in Übereinstimmungen liegt, ohne Vorgabecode und verbreiteten Code. Die Zahl darunter schließt beides ein.
pair-right-share = Anteil rechts
pair-right-share-why = Der Anteil der Token der rechten Seite, der in Übereinstimmungen liegt, ohne Vorgabecode und verbreiteten Code. Die Zahl darunter schließt beides ein.
pair-before-exclusion = { $share } mit Vorgabecode
pair-longest = Längste exakte Folge
pair-longest-why = Länge der längsten Stelle, die Token für Token gleich ist, in Token, ohne Vorgabecode und verbreiteten Code. Namen, Zahlen, Zeichenketten, Kommentare, Formatierung sowie Wörter und Zeichen, die beim Vergleich nicht zählen, spielen keine Rolle.
pair-tokens = Token
pair-matched = Übereinstimmend
pair-matched-why = Gewertete Token der linken Seite, die in Übereinstimmungen liegen, und die Zeilen der linken Seite, die sie enthalten.
pair-matched-lines = Token in { $lines ->
    [one] { $lines } Zeile
   *[other] { $lines } Zeilen
}
pair-similarity = Anteil gesamt
pair-similarity-why = Der übereinstimmende Anteil beider Seiten zusammen. Er ist niedrig, wenn ein kleines Programm in einem großen enthalten ist. Die beiden Anteile links und rechts zeigen diesen Unterschied.
pair-similarity-of = beide Seiten zusammen
pair-resemblance = Ähnlichkeit
pair-resemblance-why = Der Anteil der kurzen Tokenfolgen, den beide Seiten haben, an allen kurzen Tokenfolgen beider Seiten, unabhängig von ihrer Position.
pair-resemblance-of = aller kurzen Tokenfolgen
pair-through = Diese beiden Abgaben haben miteinander weniger gemeinsam als jede von ihnen mit { $third }. Der Verdacht dieses Paars ergibt sich aus diesen beiden Verbindungen. Lesen Sie alle drei Abgaben zusammen.
pair-too-short = { $strong } Mindestens eine Seite hat zu wenige gewertete Token. So kurze Programme ähneln sich auch, wenn niemand kopiert hat.
    .strong = Zu kurz für eine Aussage.

pair-matches = { $count ->
    [one] { $count } Übereinstimmung
   *[other] { $count } Übereinstimmungen
}
pair-matches-here = { $count ->
    [one] { $count } Übereinstimmung
   *[other] { $count } Übereinstimmungen
}, davon { $here } in diesem Teil
pair-list = Liste der Übereinstimmungen
pair-order = Reihenfolge
pair-order-longest = längste zuerst
pair-order-rarest = seltenste zuerst
pair-order-left = wie links
pair-order-right = wie rechts
pair-strip = Übereinstimmungen, { $order }
pair-number = Nr.
pair-left-lines = Zeilen links
pair-right-lines = Zeilen rechts
pair-who = Gefunden in
pair-who-why = Die Zahl der Gruppen des Kurses, in denen der größte Teil dieser Stelle gefunden wurde, einschließlich dieser beiden Abgaben. Fast identische Abgaben bilden eine Gruppe. Stellen, die nur diese beiden haben, wiegen am schwersten.
pair-literal = Art der Übereinstimmung
pair-literal-why = Identisch: Zeichen für Zeichen gleich, oder bis auf Kommentare und Formatierung. Umbenannt: Alle verglichenen Token sind gleich, aber Namen, Zahlen, Zeichenketten oder Wörter und Zeichen, die beim Vergleich nicht zählen, weichen ab. Umgeschrieben: Anweisungen wurden eingefügt oder anders geschrieben. Der Anteil gleicher Token und die Zahl der geänderten Namen sind angegeben. Bei umgeschriebenen Übereinstimmungen gelten sie für die gleichen Teile.
pair-is-template = Als Vorgabecode ignorieren
pair-is-template-label = Als Vorgabecode ignorieren: Übereinstimmung { $number }
pair-match = Übereinstimmung { $number }
pair-match-go = Übereinstimmung { $number }, { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Token
}: zur anderen Seite
pair-match-lines = Übereinstimmung { $number }: Zeilen links { $left }, Zeilen rechts { $right }
pair-also = auch { $lines } in { $path }
pair-all-in-groups = Jede Übereinstimmung: { $groups }
pair-in-groups = { $groups ->
    [0] keiner Gruppe (Lehrteam und archivierte Abgaben zählen nicht)
    [one] nur in diesen fast identischen Abgaben
   *[other] { $groups } von { $all } Gruppen
 }
pair-in-groups-between = { $least } bis { $groups } von { $all } Gruppen
pair-and-archived = { $count ->
    [one] auch in { $count } archivierten Abgabe
   *[other] auch in { $count } archivierten Abgaben
 }
pair-before = { $name } hat das schon früher abgegeben.
pair-before-in = { $name } hat das schon früher abgegeben ({ $source }).
pair-also-in = auch in:
pair-also-archived = { $count ->
    [one] auch in { $count } archivierten Abgabe
   *[other] auch in { $count } archivierten Abgaben
 }
pair-more-archived = { $count ->
    [one] und { $count } weitere archivierte Abgabe
   *[other] und { $count } weitere archivierte Abgaben
 }
pair-same-also = Weitere Gemeinsamkeiten in Übereinstimmung { $number }
pair-same-comment = Gleicher Kommentar:
pair-same-number = Gleiche Zahl:
pair-same-string = Gleiche Zeichenkette:
pair-same-name = Gleicher Name:
pair-same-typing = Gleiche ungewöhnliche Leerzeichen:
pair-same-spelling = Gleiche ungewöhnliche Schreibweise:
pair-others-write = , übliche Schreibweise
pair-unlisted = Von { $count } Übereinstimmungen sind nur die { $listed } längsten aufgelistet.
pair-no-matches = Der Bericht enthält die Übereinstimmungen dieses Paars nicht. Er enthält nur die Übereinstimmungen von Paaren mit höherem Rang.
literal-identical = identisch
literal-same-tokens = identisch bis auf Kommentare und Formatierung
literal-renamed = umbenannt
literal-rewritten = umgeschrieben
literal-agreement = { $share } gleich{ $names ->
    [0] {""}
    [one] , { $names } Name geändert
   *[other] , { $names } Namen geändert
 }{ $literals ->
    [0] {""}
    [one] , { $literals } Zahl oder Zeichenkette geändert
   *[other] , { $literals } Zahlen oder Zeichenketten geändert
}{ $ignored ->
    [0] {""}
    [one] , { $ignored } ignoriertes Wort oder Zeichen geändert
   *[other] , { $ignored } ignorierte Wörter oder Zeichen geändert
 }
literal-renamed-as = umbenannt, { $agreement }
literal-changed-as = geändert, { $agreement }
literal-rewritten-as = umgeschrieben, { $agreement }
renames = Abweichende Namen
renames-count = { $count ->
    [one] { $count } Name weicht ab
   *[other] { $count } Namen weichen ab
 }
renames-what = In Code, der Token für Token gleich ist, hat die rechte Seite anstelle jedes dieser Namen der linken Seite meist einen anderen. Wird jeder Name immer durch denselben anderen ersetzt, spricht das für eine umbenannte Kopie. Auch gleicher Code, den zwei Personen unabhängig geschrieben haben, hat unterschiedliche Namen.
renames-consistent = Stellen mit diesem Namen rechts
renames-places = { $consistent } von { $places }
renames-more = Nur die { $listed } häufigsten von { $count } Namen sind aufgeführt.

rules = So lesen Sie diese Datei
rule-human = Nichts hier ist ein Urteil oder eine Wahrscheinlichkeit für Schuld. Ein Programm hat Stellen gefunden, die beide Abgaben gemeinsam haben. Was sie bedeuten, entscheiden Menschen, nachdem sie beide Seiten gelesen und beide Beteiligten angehört haben.
rule-percentage = Entscheiden Sie nie allein nach einem Prozentwert. Kurze Lösungen derselben Aufgabe haben durch Zufall viel gemeinsam. Lange Lösungen haben vielleicht einen entscheidenden Teil gemeinsam und sonst wenig.
rule-both-sides = Lesen Sie die Stellen, die längsten und seltensten zuerst. Fragen Sie sich, ob jemand anderes denselben Code geschrieben hätte. Am meisten sagt Ungewöhnliches, das beide Seiten haben: ein Kommentar, eine Konstante, ein Schreibfehler, ein Fehler im Code.
rule-short = Kurze Programme ähneln sich auch, wenn niemand kopiert hat. Programme, die zu kurz für eine Aussage sind, sind gekennzeichnet.
rule-direction = Die linke und die rechte Seite werden gleich behandelt. Nichts hier sagt, wer von wem kopiert hat oder ob beide aus einer dritten Quelle kopiert haben.
rule-sources = Eine Stelle, die auch andere haben, kann aus Kursmaterial, einem Lehrbuch oder dem Internet stammen. Suchen Sie nach einer solchen Quelle, bevor Sie Schlüsse ziehen.

appendix-numbers = Anhang: Was die Zahlen bedeuten
appendix-matches = Anhang: Kennzahlen und Übereinstimmungen von { $left } und { $right }
figure-rank = Rang
figure-expect = Durch Zufall zu erwarten
figure-suspicion = Verdacht
figure-left-share = Anteil links
figure-right-share = Anteil rechts
figure-shares = Anteil links, Anteil rechts
figure-longest = Längste exakte Folge
figure-matched = Übereinstimmend
figure-similarity = Anteil gesamt
figure-groups = Gruppen
figure-literal = Identisch, umbenannt, umgeschrieben
means-expect = Wie viele so starke Paare in einem Kurs wie diesem ohne jedes Abschreiben zu erwarten sind. 0,01 bedeutet ein solches Paar in hundert Kursen. Die Schätzung beruht auf den übrigen Paaren des Kurses und darauf, wie lang und selten die gemeinsamen Stellen sind. Gemeinsame Bibliotheken und Anleitungen berücksichtigt sie nicht. Sie ist keine Wahrscheinlichkeit für Schuld.
means-suspicion = Wie viel ungewöhnlichen Code beide Seiten gemeinsam haben, in Bit. Code, den nur wenige andere haben, zählt mehr. Ist der gemeinsame Code nur ein kleiner Teil der beiden Programme, zählt er insgesamt weniger. Er ist keine Wahrscheinlichkeit.
means-rank = Platz des Paars unter allen aufgelisteten Paaren des Berichts, stärkste zuerst.
means-shares = Der Anteil der Token jeder Seite, der in Übereinstimmungen liegt, ohne Vorgabecode und verbreiteten Code beider Seiten. Die Zahl in Klammern schließt beides ein.
means-longest = Länge der längsten Stelle, die Token für Token gleich ist, in Token, ohne Vorgabecode und verbreiteten Code. Namen, Zahlen, Zeichenketten, Kommentare, Formatierung sowie Wörter und Zeichen, die beim Vergleich nicht zählen, spielen keine Rolle.
means-matched = Gewertete Token der linken Seite, die in Übereinstimmungen liegen, und die Zeilen der linken Seite, die sie enthalten.
means-similarity = Übereinstimmende Token beider Seiten geteilt durch alle gewerteten Token beider Seiten.
means-resemblance = Der Anteil der kurzen Tokenfolgen, den beide Seiten haben, an allen kurzen Tokenfolgen beider Seiten.
means-tokens = Wörter und Zeichen des Codes, wie ein Compiler sie liest, ohne Kommentare und Formatierung. Gewertete Token gehören weder zu Vorgabecode noch zu verbreitetem Code.
means-groups = Fast identische Abgaben bilden eine Gruppe. Die Gruppen dieser beiden Abgaben sind mitgezählt. Ist die Zahl zwei, hat keine andere Gruppe die Stelle. Ist sie groß, ist die Stelle bei dieser Aufgabe üblich. Archivierte Abgaben stammen aus früheren Arbeiten.
means-literal = Eine identische Übereinstimmung ist Zeichen für Zeichen gleich, oder bis auf Kommentare und Formatierung, wenn der Bericht das sagt. In einer umbenannten oder geänderten sind alle verglichenen Token gleich, aber Namen, Zahlen, Zeichenketten, Typen oder Wörter und Zeichen, die beim Vergleich nicht zählen (Modifikatoren, Annotationen, Satzzeichen in Texten), weichen ab. In einer umgeschriebenen wurden Anweisungen eingefügt oder anders geschrieben. Der Anteil gleicher Token und die Zahl der geänderten Namen sind angegeben. Bei umgeschriebenen gelten sie für die gleichen Teile.

appendix-settings = Anhang: Einstellungen des Vergleichs
setting-scheme = Vergleich von { $family }
setting-scheme-value = k = { $k }, w = { $w }, t = { $t }, Normalisierer-Version { $normalizer }.
setting-scheme-means = Gemeinsame Folgen mit weniger als k Token gelten als Rauschen und werden nie gefunden. Von je w benachbarten Folgen aus k Token bleibt mindestens eine als Fingerabdruck erhalten. Zwei Abgaben mit einer gemeinsamen Folge von mindestens t = k + w − 1 Token haben deshalb einen Fingerabdruck gemeinsam.
setting-scheme-guarantee = Jede gemeinsame Folge mit mindestens { $run } Token wird gefunden.
setting-scheme-no-guarantee = Nicht alle solchen Paare wurden Token für Token verglichen. Eine gemeinsame Folge kann deshalb fehlen.
setting-screening = Verglichene Paare
setting-screening-all = Alle Paare mit einem gemeinsamen Fingerabdruck wurden Token für Token verglichen.
setting-screening-most = Auch andere Paare haben gemeinsame Fingerabdrücke. Sie haben mit diesen Abgaben weniger gemeinsam und wurden nicht Token für Token verglichen.
setting-screening-frequent = { $count ->
    [one] { $count } Fingerabdruck kommt in mehr als { $most } Abgaben vor. Er wurde nicht nachgeschlagen.
   *[other] { $count } Fingerabdrücke kommen in jeweils mehr als { $most } Abgaben vor. Sie wurden nicht nachgeschlagen.
 } Stattdessen wurden längere Folgen nachgeschlagen, die damit beginnen. Paare, die nur kurzen oder sehr häufigen Code gemeinsam haben, wurden nicht verglichen.
setting-cutoff = Schwelle
setting-cutoff-means = Paare, die die Schwelle erreichen, bilden Cluster. Die Schwelle blendet kein Paar aus.
setting-shortest = Kürzeste Übereinstimmung
setting-shortest-means = Kürzere gleiche Stellen werden nicht gezeigt.
setting-shortest-archives = Archive werden mit gespeicherten Fingerabdrücken durchsucht. Eine gemeinsame Stelle mit weniger als { $tokens } Token kann dort fehlen.
setting-too-short = Zu kurz für eine Aussage
setting-too-short-means = Hat eine Seite weniger gewertete Token, macht der Bericht dazu keine Aussage.
setting-boilerplate = { $files ->
    [0] Keine Dateien.
    [one] { $files } Datei, Folgen mit mindestens { $run } Token.
   *[other] { $files } Dateien, Folgen mit mindestens { $run } Token.
 }
setting-boilerplate-means = Folgen mit mindestens dieser Länge, die auch in einer Datei mit Vorgabecode vorkommen, zählen bei der Auswertung nicht.
setting-common = Verbreiteter Code
setting-common-value = { $groups ->
    [0] Keine Grenze.
   *[other] In mehr als { $groups } Gruppen.
 }
setting-common-means = Code, der in mehr Gruppen vorkommt, als die Grenze erlaubt, zählt bei der Auswertung nicht. Ohne Grenze hat Code, den viele Gruppen gemeinsam haben, wenig Gewicht.
setting-submission-limit = Code in vielen Abgaben
setting-submission-limit-value = { $submissions ->
    [one] In mehr als { $submissions } Abgabe.
   *[other] In mehr als { $submissions } Abgaben.
 }
setting-submission-limit-means = Code, der in mehr Abgaben vorkommt, als diese Grenze erlaubt, zählt bei der Auswertung nicht. Kopien zählen einzeln, wie bei der Option -m von MOSS.
setting-elsewhere = Hintergrund
setting-elsewhere-means = Eine Stelle von 32 Token oder mehr zählt bei der Auswertung nicht, wenn mindestens 3 Personen sie in den Arbeiten haben, die als Hintergrund genannt wurden (oder 1 von 400 dieser Personen, falls das mehr ist). Personen, deren Namen in diesem Kurs vorkommen, zählen dabei nicht, und ebenso wenig Abgaben, die die Hälfte oder mehr ihres Codes mit einer Abgabe dieses Kurses gemeinsam haben.
setting-own-work = Eigene frühere Arbeiten
setting-include = Nur diese Dateien
setting-include-means = Muster der Dateien, die verglichen wurden. Alle anderen stehen unter den übersprungenen Dateien.
setting-exclude = Diese Dateien nicht
setting-exclude-means = Muster von Dateien, die nicht verglichen wurden. Sie stehen unter den übersprungenen Dateien.
setting-own-work-means = Eine Stelle zählt für ein Paar nicht, wenn beide Personen sie in eigenen früheren Arbeiten hatten. Wenn nur eine sie hatte, zählt sie.
background-ignored = Als verbreitet ignoriert in { $sources }: { $passages ->
    [one] { $passages } Stelle
   *[other] { $passages } Stellen
}.
background-ignored-elsewhere = Als verbreitet in anderen Arbeiten ignoriert: { $passages ->
    [one] { $passages } Stelle
   *[other] { $passages } Stellen
}.
background-people = { $people ->
    [one] { $people } Person
   *[other] { $people } Personen
}{ $left_out ->
    [0] {""}
   *[other] ; { $left_out } nicht gezählt, weil ihre Namen in diesem Kurs vorkommen
}{ $versions ->
    [0] {""}
   *[other] ; { $versions } nicht gezählt, weil ihre Arbeit die Hälfte oder mehr mit diesem Kurs gemeinsam hat
}
background-changed = ; seit dem letzten Bericht geändert
background-gone = ; seit dem letzten Bericht gelöscht
background-count = Diese Stellen zählen
own-work-ignored = { $pairs ->
    [one] In { $pairs } Paar werden Stellen ignoriert, die beide Personen schon früher abgegeben haben
   *[other] In { $pairs } Paaren werden Stellen ignoriert, die beide Personen schon früher abgegeben haben
}: { $sources }.
own-work-ignored-elsewhere = { $pairs ->
    [one] In { $pairs } Paar werden Stellen ignoriert, die beide Personen schon früher abgegeben haben.
   *[other] In { $pairs } Paaren werden Stellen ignoriert, die beide Personen schon früher abgegeben haben.
}
own-work-people = { $people ->
    [one] { $people } Person dieses Kurses
   *[other] { $people } Personen dieses Kurses
}
setting-findings-value = { $share } üblich, { $bits } Bit, Abstand { $distance }
setting-findings-means = Abgaben sind Fassungen eines Programms, wenn das Gemeinsame um mindestens so viele Bit dagegen spricht, dass sie unabhängig entstanden, und sie um diesen Abstand (Bit je Gewichtseinheit) von allen anderen trennt. Angenommen wird, dass ein fremdes Programm derselben Aufgabe diesen Teil davon hat; gemessen wurde das an Programmen anderer Aufgaben. Vorgabecode hat mindestens { $given } Token am Stück.
report-older = Eine frühere Version von Chaffinch hat diesen Bericht erstellt. Seine Zahlen der durch Zufall zu erwartenden Paare sind mit denen späterer Berichte nicht vergleichbar. Vergleichen Sie noch einmal, um solche zu erhalten.
setting-neighbours = Nachbarn
setting-neighbours-means = Jede Abgabe wurde mit höchstens so vielen anderen Token für Token verglichen: mit denen, die die meisten Fingerabdrücke mit ihr gemeinsam haben.
setting-archive = Archiv
setting-archive-means = { $submissions ->
    [one] Die { $submissions } Abgabe des Archivs wurde durchsucht
   *[other] Alle { $submissions } Abgaben des Archivs wurden durchsucht
 } (Standnummer { $state }). Davon hatten { $compared } genug gemeinsame seltene Fingerabdrücke, um Token für Token verglichen zu werden.
setting-library-means = Sie sind Referenzantworten ({ $label }): Was zwei Abgaben mit derselben gemeinsam haben, zählt nicht.
setting-archive-frequent = { $count ->
    [one] { $count } Fingerabdruck dieses Kurses kommt in mehr als 1.000 archivierten Dateien vor. Er wurde nicht nachgeschlagen. Frühere Arbeiten, die sonst nichts gemeinsam haben, wurden deshalb nicht verglichen.
   *[other] { $count } Fingerabdrücke dieses Kurses kommen in jeweils mehr als 1.000 archivierten Dateien vor. Sie wurden nicht nachgeschlagen. Frühere Arbeiten, die sonst nichts gemeinsam haben, wurden deshalb nicht verglichen.
 }
setting-review = Entscheidungen bei der Prüfung
setting-review-value = Als Vorgabecode ignorierte Stellen: { $templates }; Teams: { $teams }; Lehrteam: { $staff }.
appendix-repeat = { $submissions } Abgaben wurden berücksichtigt. Dieselben Dateien und Einstellungen ergeben denselben Bericht.
appendix-digests = Anhang: Verglichene Dateien
appendix-digests-what = Eine Prüfsumme wird aus der hochgeladenen Datei berechnet. Wer dieselbe Datei hat, erhält dieselbe Prüfsumme. Eine andere Datei hat eine andere Prüfsumme.

pair-signs = Legende
pair-sign-reworded = umformuliert
pair-sign-reworded-why = gleiche Anweisung, anders geschrieben
pair-sign-inserted = eingefügt
pair-sign-inserted-why = nur auf dieser Seite
sign-handed-out = Vorgabecode
sign-handed-out-why = zählt bei der Auswertung nicht
sign-vendored = Bibliothek oder erzeugt
sign-vendored-why = niemand aus dem Kurs hat diese Datei geschrieben, zählt bei der Auswertung nicht
submission-vendored = Bibliothek oder erzeugt
submission-vendored-why = Anteil des Codes in Dateien, die niemand aus dem Kurs geschrieben hat: Bibliotheken, Startskripte, Lizenztexte, und was Werkzeuge erzeugen. Er zählt bei der Auswertung nicht.
vendored-ignored = { $count ->
    [one] { $count } Datei, die niemand aus dem Kurs geschrieben hat, zählt bei der Auswertung nicht: { $names }
   *[other] { $count } Dateien, die niemand aus dem Kurs geschrieben hat, zählen bei der Auswertung nicht: { $names }
 }.
vendored-counted = { $count ->
    [one] { $count } Datei, die niemand aus dem Kurs geschrieben hat, zählt mit: { $names }
   *[other] { $count } Dateien, die niemand aus dem Kurs geschrieben hat, zählen mit: { $names }
 }.
vendored-count = Diese Dateien zählen
vendored-ignore = Diese Dateien ignorieren
given-counted = Code, den viele Abgaben gemeinsam haben und sonst wenig, wird gewertet. Es wird nicht danach gesucht.
given-count = Diesen Code werten
given-ignore = Solchen Code ignorieren
change-given-counted = Code, den viele haben, wird gewertet
change-given-ignored = Code, den viele haben, wird nicht gewertet
change-vendored-counted = Dateien, die niemand aus dem Kurs geschrieben hat, zählen
change-vendored-ignored = Dateien, die niemand aus dem Kurs geschrieben hat, zählen nicht
sign-elsewhere = anderswo verbreitet
sign-elsewhere-why = mehrere Personen außerhalb dieses Kurses haben es, zählt bei der Auswertung nicht
sign-common = verbreitet
sign-common-why = in mehr als { $limit } Gruppen, zählt bei der Auswertung nicht
sign-submission-limit-why = in mehr als { $limit } Abgaben, zählt bei der Auswertung nicht
pair-together = Beide Seiten gemeinsam scrollen
pair-keys = Tastenkürzel
pair-keys-next = nächste Übereinstimmung in der gewählten Reihenfolge
pair-keys-previous = vorherige Übereinstimmung
pair-keys-other = dieselbe Übereinstimmung auf der anderen Seite
pair-keys-panel = Übereinstimmungen ein- oder ausblenden
pair-keys-wrap = lange Zeilen umbrechen
pair-keys-swap = Seiten tauschen
pair-keys-together = beide Seiten gemeinsam oder getrennt scrollen
pair-keys-layers = identische, umbenannte, umgeschriebene Übereinstimmungen aus- oder einblenden
pair-keys-pairs = vorheriges oder nächstes Paar der Liste
pair-keys-marks = dieses Paar markieren: nichts, Gespräch, Fall; noch einmal: nicht angesehen
pair-keys-undo = letzte Markierung zurücknehmen
pair-keys-note = eine Notiz schreiben
pair-keys-keys = diese Liste
close = Schließen
pair-said = Übereinstimmung { $number } von { $count }: { $tokens } Token, Zeilen links { $left }, Zeilen rechts { $right }
pair-left = Links:
pair-right = Rechts:
pair-left-code = Code der linken Seite
pair-right-code = Code der rechten Seite
pair-side = { $share } von { $count } gewerteten Token in Übereinstimmungen
pair-side-short = , zu kurz für eine Aussage
pair-lines-here = Zeilen { $lines }
pair-files-here = { $count ->
    [one] { $count } Datei
   *[other] { $count } Dateien
}
pair-nothing-here = Dieser Teil enthält keinen Code dieser Seite.
file-lines = { $count ->
    [one] { $count } Zeile
   *[other] { $count } Zeilen
}
file-lines-here = gezeigt: { $lines }
file-matches = { $count ->
    [0] keine Übereinstimmungen
    [one] { $count } Übereinstimmung
   *[other] { $count } Übereinstimmungen
}
lines-at = { $count ->
    [one] Zeile { $lines }
   *[other] Zeilen { $lines }
}

# Differences
differences-counts = Auf beiden Seiten gleiche Zeilen: { $same }, unterschiedliche: { $changed }. Nur links: { $left }, nur rechts: { $right }. Unterschiede innerhalb einer Zeile sind unterstrichen.
differences-left-line = Zeile links
differences-right-line = Zeile rechts
differences-sign = Unterschied
differences-differs = unterschiedlich
differences-one-side = nur auf dieser Seite
differences-same = Zeilen { $left } links und { $right } rechts sind gleich
differences-more = und { $count } weitere Byte
differences-too-long = Einige Dateien haben zu viele Zeilen, um sie hier zu vergleichen. Die Ansicht „Übereinstimmungen“ zeigt sie.
differences-left-only = Nur links:
differences-right-only = Nur rechts:

## A submission

submission-staff = Lehrteam
submission-team = Team
submission-files = Dateien
submission-tokens = Token
submission-tokens-why = Wörter und Zeichen des Codes, wie ein Compiler sie liest, ohne Kommentare und Formatierung.
submission-tokens-count = { $count } gewertet
submission-others = Gemeinsam mit anderen
submission-others-why = Der Anteil des Codes (in Byte), der in Stellen aus den stärksten Paaren dieser Abgabe liegt. Ein niedriger Wert beweist nichts. Ein hoher Wert kann an einer Aufgabe liegen, die keine Wahl lässt.
submission-others-in = { $count ->
    [one] in { $count } Stelle
   *[other] in { $count } Stellen
}
submission-handed-out = Vorgabecode
submission-handed-out-why = Der Anteil des Codes, der auch im Vorgabecode steht. Er erscheint grau und zählt bei der Auswertung nicht.
submission-common = Verbreiteter Code
submission-common-why = Der Anteil des Codes, der in mehr Gruppen vorkommt, als die Grenze dieses Berichts erlaubt, oder in mehreren Abgaben zu anderen Aufgaben. Er erscheint schraffiert und zählt bei der Auswertung nicht.
submission-author = Abgegeben von
submission-attempt = Versuch
submission-handed-in = Abgegeben am
submission-pairs = Paare
submission-no-pairs = Kein aufgelistetes Paar enthält diese Abgabe.
submission-pairs-before = Die Paare mit dieser Abgabe stehen in den ersten Teilen dieser Seite.
submission-pairs-caption = Paare mit dieser Abgabe, stärkste zuerst.
submission-unread = { $count ->
    [one] Die Stellen unten stammen aus den stärksten Paaren. Für { $count } schwächeres Paar werden keine Stellen gezeigt.
   *[other] Die Stellen unten stammen aus den stärksten Paaren. Für { $count } schwächere Paare werden keine Stellen gezeigt.
}
submission-code = Code
submission-sign-passage = Stelle, die auch andere haben; die Nummer führt zu einer Liste davon
submission-file-tokens = { $count ->
    [one] { $count } Token
   *[other] { $count } Token
}
submission-passages = Stellen, die auch andere haben
submission-passage = Stelle { $number }
submission-passage-go = Stelle { $number }: zeigen, wer sie auch hat
submission-passage-lines = Stelle { $number }: Zeilen { $lines }
submission-sharer = { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Token
}{ $matches ->
    [1] { "" }
   *[other] {" "}in { $matches } Übereinstimmungen
}
submission-code-of = Code von { $path }

## Cases

case = Fall
cases-what = Ein Fall hält fest, was Menschen über mögliche Kopien entscheiden. Er bleibt mit den betroffenen Personen verknüpft. Er erscheint wieder, wenn ein Bericht neu erstellt wird oder ein anderer Vergleich des Kurses Abgaben dieser Personen enthält.
cases-none = Es gibt noch keine Fälle.
cases-how = Sie können einen Fall aus einem Paar oder einem Cluster eines Berichts eröffnen.
cases-none-such = Kein Fall hat diesen Status.
cases-every-status = jeder Status
cases-show = Fälle filtern
cases-of = Vergleich:
cases-all = Alle Fälle anzeigen
case-none = keiner
case-open = offen
case-suspicious = verdächtig
case-confirmed = bestätigt
case-dismissed = eingestellt
case-held = Löschsperre
case-persons = Personen
case-opened-on = Eröffnet
case-opened-by = Eröffnet von { $who } am { $when }.
case-reviewed-by = { $who } übernimmt die Zweitprüfung und entscheidet den Fall.
case-hold-since = { $what } Seit dem { $when } kann nichts gelöscht werden, was dieser Fall benötigt.
    .what = Löschsperre.
case-person = Person
case-decision = Entscheidung
case-figures = Kennzahlen
case-pair = Paar
case-level = Stufe
case-more-pairs = Nicht alle Paare sind aufgeführt. Der Bericht enthält alle.
case-excerpts = Stärkste Übereinstimmungen von { $left } und { $right }
case-excerpt = Übereinstimmung { $number }: { $count ->
   *[other] { $count } Token
 }
case-excerpt-code = Übereinstimmung { $number } in der Abgabe von { $name }
case-excerpt-more = { $count ->
    [one] { $count } weitere Zeile
   *[other] { $count } weitere Zeilen
 }
case-excerpt-all = { $count ->
    [one] Übereinstimmung nebeneinander öffnen
   *[other] Alle { $count } Übereinstimmungen nebeneinander öffnen
 }
case-excerpt-pair = Paar nebeneinander öffnen
case-evidence-files = Belegdatei
case-evidence-for = Belegdatei für { $name }, andere Seite geschwärzt
case-statements = Stellungnahmen
case-no-statements = Es wurde keine Stellungnahme erfasst.
case-statement-add = Stellungnahme erfassen
case-statement-given = Abgegeben am
case-statement-text = Text der Stellungnahme
case-statement-file = Datei
case-statement-hint = PDF, PNG, JPEG oder Text, höchstens { $most }. Die Datei wird gelöscht, wenn der letzte Vergleich dieses Falls gelöscht wird oder wenn die Daten der Person gelöscht werden.
case-file-hidden = Die Datei wird nicht angeboten, solange Namen ausgeblendet sind, weil sie Namen enthalten kann.
case-was-stated = hat eine Stellungnahme erfasst
refused-typed = Ihr Text (nicht gespeichert)
refused-back-to-case = Zurück zum Fall
case-seen-in = Quelle
case-seen-nowhere = Die Vergleiche dieses Falls wurden gelöscht.
case-evidence = Belegdatei zu diesem Fall
case-evidence-of-comparison = Belegdatei mit den Paaren dieses Vergleichs
case-note = Notiz
case-note-add = Notiz hinzufügen
case-why = Grund
case-why-hint = Erforderlich, um den Fall zu bestätigen oder einzustellen.
case-status-set = Entscheidung speichern
case-reviewer = Zweitprüfung
case-no-reviewer = niemand
case-reviewer-hint = Diese Person bestätigt den Fall oder stellt ihn ein, anstelle der Person, die ihn eröffnet hat.
case-reviewer-set = Zweitprüfung zuweisen
case-hold = Löschsperre setzen
case-hold-why = Grund für die Löschsperre
case-hold-hint = Eine Löschsperre verhindert, dass die Vergleiche und Archive dieses Falls gelöscht werden, ob von Hand oder an ihrem Löschdatum.
case-release = Löschsperre aufheben
case-release-why = Grund für das Aufheben der Löschsperre
case-history = Verlauf
case-when = Wann
case-who = Wer
case-what = Ereignis
case-by-operator = Betreiber
case-was-opened = { $count ->
    [one] hat den Fall mit { $count } Abgabe eröffnet, Status: { $status }
   *[other] hat den Fall mit { $count } Abgaben eröffnet, Status: { $status }
 }
case-was-noted = hat eine Notiz hinzugefügt
case-was-decided = hat den Status von „{ $from }“ auf „{ $to }“ geändert
case-was-given = hat { $reviewer } die Zweitprüfung zugewiesen
case-was-taken-back = hat die Zweitprüfung entfernt
case-was-held = hat eine Löschsperre gesetzt
case-was-released = hat die Löschsperre aufgehoben
case-was-added = { $count ->
    [one] hat { $count } Abgabe hinzugefügt
   *[other] hat { $count } Abgaben hinzugefügt
 }

## Settings and history of a comparison

review = Einstellungen und Verlauf
review-under-way = Wird erneut verglichen
review-broke = Letzte Änderung fehlgeschlagen
review-of = Einstellungen für „{ $title }“
review-what = Jede Änderung erstellt aus den gespeicherten Dateien eine neue Revision des Berichts. Sie müssen nichts noch einmal hochladen. Alle früheren Revisionen bleiben erhalten, daher können Sie jede Änderung rückgängig machen.
review-failed = { $what } Der Bericht ist unverändert.
    .what = Die letzte Änderung ist fehlgeschlagen.
review-cancelled = Die letzte Änderung wurde abgebrochen. Der Bericht ist unverändert.
review-compared = Was verglichen wird
review-ignored = Was ignoriert wird
review-together = Wer zusammengehört
review-again = Vergleicht alle Abgaben erneut.
review-again-seconds = Vergleicht alle Abgaben erneut. Der erste Bericht war { $count } s nach dem Hochladen fertig.
review-again-minutes = Vergleicht alle Abgaben erneut. Der erste Bericht war { $count } min nach dem Hochladen fertig.
review-effect-default = Die Standardschwelle wird berechnet, wenn die Abgaben erneut verglichen werden.
review-effect-number = Geben Sie eine Zahl größer als 0 ein.
review-archived = { $count ->
    [one] { $count } Abgabe
   *[other] { $count } Abgaben
 }
review-references = Referenzantworten
review-others = Archive, Referenzantworten und Muster lassen sich nachträglich nicht ändern.
review-limits-submit = Grenze speichern
review-people-submit = Teams und Lehrteam speichern
review-vendored = Dateien, die niemand aus dem Kurs geschrieben hat
review-vendored-none = Diese Abgaben enthalten keine.
review-given = Code, den viele Abgaben gemeinsam haben
review-given-ignored = { $count ->
    [0] Es wurde kein solcher Code gefunden.
    [one] { $count } Gruppe von Abgaben hat solchen Code. Er wird bei der Auswertung ignoriert.
   *[other] { $count } Gruppen von Abgaben haben solchen Code. Er wird bei der Auswertung ignoriert.
 }
review-background = Anderswo verbreiteter Code
review-own-work = Frühere Abgaben derselben Person
review-cutoff = Schwelle: durch Zufall zu erwartende Paare, höchstens
review-cutoff-hint = Paare bilden Cluster, wenn durch Zufall höchstens so viele ebenso starke zu erwarten sind. Je kleiner die Zahl, desto weniger Paare. Ist das Feld leer, gilt die Standardschwelle: 1, oder mehr, wenn so viele Paare auffallen, dass höchstens eines von zwanzig durch Zufall zu erwarten ist.
review-cutoff-bits = Schwelle: Verdacht in Bit, mindestens
review-cutoff-bits-hint = Paare mit mindestens diesem Verdacht bilden Cluster. Ist das Feld leer, gilt die Standardschwelle.
review-cutoff-bits-set = Dieser Bericht hat eine Schwelle in Bit. Lassen Sie dieses Feld leer, um die Zahl der durch Zufall zu erwartenden Paare zu verwenden.
review-teams = Teams
review-teams-hint = Ein Team pro Zeile. Trennen Sie die Mitglieder durch Kommas. Verwenden Sie die Namen von Abgaben oder Personen. Sie können auch eine Tabelle mit den Spalten member und team eingeben. Paare innerhalb eines Teams erscheinen nicht im Bericht.
review-staff = Lehrteam
review-staff-hint = Ein Name pro Zeile. Abgaben des Lehrteams werden getrennt aufgeführt und beeinflussen nicht, wie selten eine Stelle ist.
review-names-hidden = Namen sind ausgeblendet. Blenden Sie sie ein, um Teams, Lehrteam und Vorgabecode zu ändern.
review-templates = Als Vorgabecode ignorierte Stellen
review-no-templates = Keine. Auf der Seite eines Paars können Sie jede Übereinstimmung als Vorgabecode ignorieren. Die Stelle wird dann überall ignoriert, wo sie vorkommt.
review-lines = { $first ->
   *[other] Zeilen { $first } bis { $last }
 }
review-count-again = Rückgängig machen
review-count-this = Rückgängig machen: die Stelle von { $name } in { $path } wieder werten
starter = Vorgabecode
starter-hint = Dateien, die der Kurs bekommen hat, oder eine Archivdatei. Code, der mit ihnen übereinstimmt, wird bei der Auswertung ignoriert. Maximale Größe: { $most }.
starter-submit = Vorgabecode hinzufügen
starter-files = { $count ->
    [0] Es wurde kein Vorgabecode hochgeladen.
    [one] { $count } Datei mit Vorgabecode wurde hochgeladen.
   *[other] { $count } Dateien mit Vorgabecode wurden hochgeladen.
 }
late = Verspätete Abgaben
late-hint = Archivdateien oder einzelne Dateien mit später eingegangenen Abgaben. Nur diese Dateien werden gelesen. Maximale Größe: { $most }.
late-submit = Hinzufügen und vergleichen
revisions = Verlauf
revision = Revision
revision-made = Erstellt
revision-by = Von
revision-changes = Änderungen
revision-pairs = { $count ->
    [one] { $count } Paar aufgelistet
   *[other] { $count } Paare aufgelistet
 }
revision-current = aktuell
revision-choose = Als aktuell festlegen
revision-choose-this = Als aktuell festlegen: Revision { $number }
change-first = erster Bericht
change-common = { $limit ->
    [0] keine Grenze für verbreiteten Code
   *[other] Stellen in mehr als { $limit } Gruppen werden ignoriert
 }
change-submission-limit = { $limit ->
    [0] keine Grenze für Code in vielen Abgaben
    [one] Stellen in mehr als { $limit } Abgabe werden ignoriert
   *[other] Stellen in mehr als { $limit } Abgaben werden ignoriert
 }
change-cutoff = Schwelle { $cutoff }
change-cutoff-usual = Standardschwelle
change-template-added = { $count ->
    [one] { $count } Stelle als Vorgabecode ignoriert
   *[other] { $count } Stellen als Vorgabecode ignoriert
 }
change-template-removed = { $count ->
    [one] { $count } Stelle wieder gewertet
   *[other] { $count } Stellen wieder gewertet
 }
change-teams = { $count ->
    [0] keine Teams
    [one] { $count } Team
   *[other] { $count } Teams
 }
change-staff = { $count ->
    [0] kein Lehrteam
   *[other] Lehrteam: { $count }
 }
change-background = { $count ->
    [0] kein Hintergrund
    [one] Hintergrund: { $count } Quelle
   *[other] Hintergrund: { $count } Quellen
}
change-late = { $count ->
    [one] { $count } verspätete Abgabe
   *[other] { $count } verspätete Abgaben
 }
change-starter = { $count ->
    [one] { $count } Datei mit Vorgabecode hinzugefügt
   *[other] { $count } Dateien mit Vorgabecode hinzugefügt
 }
change-pairs = { $count ->
    [0] kein Paar geändert
    [one] { $count } Paar geändert
   *[other] { $count } Paare geändert
 }
revision-beyond = { $count ->
    [one] { $count } Paar nicht durch Zufall erklärbar
   *[other] { $count } Paare nicht durch Zufall erklärbar
 }
revision-beyond-change = Nicht durch Zufall erklärbare Paare: { $before } → { $after }
# $done is a list such as „1 Stelle als Vorgabecode ignoriert, 14 Paare geändert“.
notice-rescored = Neu ausgewertet: { $done }.
notice-restored = Revision { $number } ist wieder die aktuelle.
undo = Rückgängig machen
turns = Verlauf der aktuellen Revision
turn-result = { $when }: Revision { $number }, angefordert von { $who }
turn-undo = { $when }: zurück zu Revision { $number }, durch { $who }
turn-redo = { $when }: weiter zu Revision { $number }, durch { $who }

## A pair that is not listed

unlisted-why = Revision { $revision } des Berichts führt diese beiden Abgaben nicht als Paar auf. Sie haben zu wenig gewerteten Code gemeinsam, oder andere Paare haben einen höheren Rang.
unlisted-undo = Wer was geändert hat, sehen Sie unter { $history }. Dort kehren Sie auch zu einer früheren Revision zurück.
    .history = Einstellungen und Verlauf
unlisted-overview = Übersicht des Berichts

## Share links

share-title = Freigabelinks
share-what = Wer einen Freigabelink hat, kann diesen Bericht ohne Konto lesen, aber sonst nichts. Der Link funktioniert, bis er abläuft oder widerrufen wird. Aufrufe werden im Audit-Log festgehalten.
share-fresh = Freigabelink erstellt. Kopieren Sie ihn jetzt. Er wird nicht noch einmal angezeigt.
share-none = Es gibt keine Freigabelinks.
share-made = Erstellt
share-ends = Gültig bis
share-shows = Zugriff
share-viewed = Zuletzt angesehen
share-never = nie
share-with-names = mit Namen
share-without-names = ohne Namen
share-with-exports = Downloads erlaubt
share-revoked = widerrufen
share-expired = abgelaufen
share-revoke = Widerrufen
share-revoke-this = Freigabelink vom { $when } widerrufen
share-new = Neuer Freigabelink
share-days = Gültigkeit in Tagen
share-hide-names = Namen ausblenden
share-allow-exports = Downloads erlauben
share-make = Freigabelink erstellen

# Evidence from all tasks of a course

term = Über das Semester
term-empty = In diesem Kurs gibt es noch keinen fertigen Vergleich.
term-updating = Ein Vergleich kam hinzu, wurde geändert oder gelöscht. Die Ergebnisse werden gerade berechnet.
term-reload = Neu laden
term-people = { $count ->
    [one] { $count } Person
   *[other] { $count } Personen
 }
term-tasks-counted = { $count ->
    [one] { $count } Aufgabe
   *[other] { $count } Aufgaben
 }
term-pairs = { $count ->
    [one] { $count } Personenpaar mit einer gemeinsamen Aufgabe
   *[other] { $count } Personenpaare mit einer gemeinsamen Aufgabe
 }
term-named = { $count ->
    [0] Kein Personenpaar fällt über das Semester auf.
    [one] { $count } Personenpaar fällt über das Semester auf.
   *[other] { $count } Personenpaare fallen über das Semester auf.
 }
term-named-means = Ohne jedes Abschreiben gäbe es höchstens in einem von zehn Kursen ein solches Paar.
term-what = Für je zwei Personen werden die Aufgaben zusammengefasst, in denen sie am meisten gemeinsam haben. Das Ergebnis berücksichtigt die Zahl der Paare und die Auswahl der Aufgaben. Es zeigt, wo Sie nachsehen sollten. Lesen Sie den Code jeder Aufgabe, bevor Sie entscheiden.
term-graph = Graph der Personen
term-graph-label = Graph von { $people } Personen und { $pairs } auffälligen Paaren. Die Liste darüber enthält dieselben Paare.
term-graph-means = Linien verbinden Personen, die zusammen auffallen. Je dicker die Linie, desto mehr Aufgaben.
term-graph-more = { $count ->
    [one] { $count } schwächeres Paar ist nicht gezeichnet.
   *[other] { $count } schwächere Paare sind nicht gezeichnet.
 }
term-list = Personenpaare
term-none = Keine zwei Personen haben mehr gemeinsam, als der Zufall erklärt.
term-rank = Rang
term-pair = Personen
term-stand-out = Aufgaben
term-of = { $counts } von { $shared }
term-since = Seit
term-by-task = Nach Aufgaben
term-task = Aufgabe
term-in-class = Durch Zufall in der Aufgabe zu erwarten
term-counts = zählt
term-others = { $count ->
    [one] In { $count } weiteren gemeinsamen Aufgabe erklärt der Zufall, was sie gemeinsam haben.
   *[other] In { $count } weiteren gemeinsamen Aufgaben erklärt der Zufall, was sie gemeinsam haben.
 }
term-changing = Personen mit mehreren Partnern
term-changing-means = Jede dieser Personen fällt mit mehreren anderen auf. Eine von ihnen kann ihre Arbeit weitergegeben haben, oder alle haben dieselbe Quelle benutzt.
term-tasks = Aufgaben
term-uploaded = Hochgeladen
term-task-people = Personen
term-counted = Zählt
term-counted-yes = Ja
term-left-out-uploaded-again = Nein, noch einmal hochgeladen:
term-left-out-too-small = Nein, was durch Zufall zu erwarten ist, ist nicht bekannt: Der Kurs ist zu klein, oder es wurde eine andere kürzeste Übereinstimmung gewählt.
term-left-out-older = Nein, der Bericht stammt von einer älteren Version. Erstellen Sie einen neuen Bericht, damit die Aufgabe zählt.
term-who = Wer ist wer
term-who-table = Namen und Personen
term-who-hint = Eine Zeile für jeden Namen, unter einer Kopfzeile mit task, name und person. Ein Name ist der Name einer Person oder einer Abgabe. Eine Zeile mit einer Aufgabe (task) gilt nur für den Vergleich mit diesem Titel.
term-who-save = Namen speichern
case-term-means = Ergebnisse aus allen Aufgaben dieses Kurses. Sie ändern sich, wenn Vergleiche hinzukommen oder gelöscht werden.
case-term-named = fällt auf
case-term-all = Alle Paare über das Semester

## Notice to students, data protection sheet

notice = Hinweis für Studierende
notice-title = Wie Abgaben in { $course } verglichen werden
notice-hint = Sagen Sie den Studierenden vor der ersten Aufgabe, dass Abgaben verglichen werden. Dieser Hinweis beschreibt die aktuellen Einstellungen des Kurses. Ergänzen Sie, was in Klammern steht, und drucken Sie die Seite oder speichern Sie sie mit Ihrem Browser als PDF. Das Menü und dieses Formular werden nicht gedruckt, und nichts aus dem Formular wird gespeichert. Lassen Sie den Text prüfen, wenn Ihre Regeln das verlangen.
blanks = Ergänzen, was in Klammern steht
blanks-fill = Einsetzen
blank-institution = Einrichtung
blank-institution-missing = [Einrichtung]
blank-decides = Wer entscheidet (Name oder Stelle)
blank-decides-missing = [Name oder Stelle]
blank-cases = Wie lange Fälle aufbewahrt werden, etwa „zwei Jahre lang“
blank-cases-missing = [wie lange]
blank-contact = Stelle für Fragen zu Daten
blank-contact-missing = [Stelle, Adresse]
blank-allowed = Was erlaubt ist
blank-allowed-missing = [Ideen zu besprechen ist erlaubt. Denselben Code abzugeben ist nicht erlaubt. Geben Sie in einem Kommentar an, was Sie woher übernommen haben, auch Antworten von Sprachmodellen.]
notice-compared = Was verglichen wird
notice-purpose = Abgaben in diesem Kurs werden miteinander verglichen, um abgeschriebene Arbeiten zu finden. Das macht ein Programm (Chaffinch) auf einem Rechner der Einrichtung: { $institution }. Es gibt Ihre Arbeit an niemanden sonst weiter.
notice-files = Es vergleicht die Dateien, die Sie abgeben, und speichert sie mit Ihrem Namen und der Zeit. Namen von Variablen, Kommentare, Formatierung und die Reihenfolge von Funktionen spielen keine Rolle. Code, den alle bekommen haben, wird ignoriert.
notice-earlier = Abgaben werden auch mit Abgaben früherer Jahre verglichen.
notice-term = Für je zwei Personen fasst das Programm außerdem die Ergebnisse aller Aufgaben dieses Kurses zusammen.
notice-says = Was das Programm sagt
notice-says-what = Es listet Paare von Abgaben auf, die mehr gemeinsam haben, als der Zufall erklärt, und zeigt die Stellen. Es sagt nicht, wer von wem abgeschrieben hat, und es entscheidet nichts.
notice-says-common = Manches ist ohne Abschreiben gleich: Lösungen aus wenigen Zeilen, Code aus der Vorlesung oder einem Lehrbuch und was viele auf dieselbe Weise schreiben.
notice-checks = Prüfungen vor der Abgabefrist
notice-check = Solange eine Aufgabe offen ist, kann Ihre Abgabe mit denen früherer Jahre verglichen werden.
notice-check-received = Die Antwort sagt nur, dass die Abgabe angekommen ist.
notice-check-outcome = Die Antwort sagt, ob etwas gefunden wurde. Sie nennt niemanden.
notice-check-kept = Wird etwas gefunden, wird die Abgabe aufbewahrt, und das Lehrteam des Kurses sieht sie sich an.
notice-check-not-kept = Eine Prüfung speichert nichts.
notice-decides = Wer entscheidet
notice-decides-who = Ein Mensch liest den Code und entscheidet: { $decides }.
notice-answer = Besteht ein Verdacht, erfahren Sie, worauf er beruht, sehen die Stellen und können sich äußern, bevor etwas entschieden wird. Ihre Antwort wird mit ihrem Datum beim Fall aufbewahrt.
notice-allowed = Was erlaubt ist
notice-allowed-what = { $allowed }
notice-kept = Wer es sieht und wie lange es aufbewahrt wird
notice-kept-who = Die Ergebnisse sehen das Lehrteam dieses Kurses und Personen, die sie für eine Entscheidung brauchen.
notice-kept-days = { $count ->
    [one] Vergleiche werden einen Tag nach dem Hochladen gelöscht, wenn das Lehrteam kein anderes Datum setzt.
   *[other] Vergleiche werden { $count } Tage nach dem Hochladen gelöscht, wenn das Lehrteam kein anderes Datum setzt.
 }
notice-kept-deleted = Vergleiche werden aufbewahrt, bis das Lehrteam sie löscht.
notice-archives-until = Abgaben, mit denen spätere Jahrgänge verglichen werden, werden längstens bis { $date } aufbewahrt.
notice-archives-deleted = Abgaben, mit denen spätere Jahrgänge verglichen werden, werden aufbewahrt, bis das Lehrteam sie löscht.
notice-archives-reduced = Sie werden ohne Texte, Variablennamen und Literale aufbewahrt.
notice-kept-cases = Fälle und Entscheidungen werden { $cases } aufbewahrt.
notice-rights = Ihre Rechte
notice-rights-what = Sie können fragen, was über Sie gespeichert ist, und Fehler berichtigen lassen: { $contact }.
sheet = Datenschutzblatt
sheet-hint = Dieses Blatt beantwortet die Fragen, die eine Einrichtung stellt, bevor sie die Verarbeitung personenbezogener Daten erlaubt. Es beschreibt diese Installation. Es ist keine Rechtsberatung. Ergänzen Sie, was in Klammern steht, und drucken Sie die Seite oder speichern Sie sie mit Ihrem Browser als PDF. Das Menü und dieses Formular werden nicht gedruckt, und nichts aus dem Formular wird gespeichert.
blank-responsible = Wer verantwortlich ist (Einrichtung, Fakultät, Kontakt)
blank-responsible-missing = [Einrichtung, Fakultät, Kontakt]
blank-basis = Rechtsgrundlage (Prüfungsordnung, Vertrag oder Gesetz)
blank-basis-missing = [Prüfungsordnung, Vertrag oder Gesetz]
blank-breach = Was Sie tun, wenn Daten verloren gehen oder bekannt werden
blank-breach-missing = [Ihr Vorgehen]
sheet-purpose = Wozu dient es?
sheet-purpose-what = Es findet abgeschriebene Arbeiten unter den Abgaben von Studierenden, damit ein Mensch sie prüfen kann.
sheet-purpose-not = Es dient nicht der Benotung und nicht der Frage, ob eine Maschine etwas geschrieben hat.
sheet-responsible = Wer ist verantwortlich?
sheet-responsible-who = { $responsible }
sheet-basis = Auf welcher Rechtsgrundlage?
sheet-basis-what = { $basis }
sheet-data = Wessen Daten, und welche?
sheet-data-students = Studierende, die etwas abgegeben haben: ihre Dateien; Namen, Benutzernamen und Zeiten, wie der Upload sie enthält; Ergebnisse von Vergleichen; Fälle mit Notizen und Stellungnahmen.
sheet-data-staff = Das Lehrteam und die Administration: Kontoname, E-Mail-Adresse, wenn gesetzt, und das Audit-Log darüber, was angesehen, exportiert und geändert wurde.
sheet-data-source = Die Daten stammen aus den Abgaben der Studierenden. Das Lehrteam oder ein Skript des Kurses lädt sie hoch.
sheet-place = Wo liegen die Daten?
sheet-place-what = In einer Datenbank und einem Ordner dieser Installation. Der Dienst gibt keine Daten von Studierenden an andere Dienste, und seine Seiten laden nichts von anderen Servern.
sheet-place-moss = Schaltet der Betreiber den Zugang für MOSS-Clients ein, senden diese Abgaben unverschlüsselt an diese Installation.
sheet-access = Wer hat Zugriff?
sheet-members = Die Mitglieder eines Kurses nach ihrer Rolle: Mitglieder mit Lesezugriff lesen Berichte; die Assistenz lädt außerdem hoch; Lehrende löschen und entscheiden außerdem; Eigentümer/innen verwalten außerdem die Mitglieder.
sheet-provider = Das Lehrteam meldet sich über den Anmeldedienst der Einrichtung an.
sheet-operator = Der Betreiber des Rechners. Die Administration kann Berichte eines Kurses nur öffnen, wenn sie Mitglied wird. Die Mitgliederliste und das Audit-Log des Kurses zeigen das. Sie kann Datenanfragen beantworten.
sheet-links = Alle, die einen Freigabelink zu einem Bericht haben, bis er abläuft oder widerrufen wird.
sheet-students = Studierende haben keinen Zugriff. In Belegen, die ausgehändigt werden, sind die Namen anderer ausgeblendet.
sheet-retention = Wie lange werden sie aufbewahrt?
sheet-retention-comparisons = Vergleiche und Archive, wie es die Tabelle unten angibt. Einzelne Vergleiche können ein eigenes Datum haben.
sheet-retention-uploads = Uploads in der gesendeten Form, bis sie gelesen sind. Nach einer gescheiterten Analyse, bis der Vergleich gelöscht wird. Vorschauen einen Tag.
sheet-retention-cases = Fälle mit ihrem Kurs, weil Entscheidungen die Vergleiche überdauern müssen. Solange ein Fall eine Löschsperre hat, wird nicht gelöscht, was er braucht.
sheet-retention-audit = Das Audit-Log dauerhaft. Es enthält IDs, aber keine Namen oder Texte von Studierenden.
sheet-decision = Wird etwas automatisch entschieden?
sheet-decision-who = Nein. Das Programm bringt Paare in eine Rangfolge und zeigt Stellen. Ein Mensch entscheidet, und der Fall hält fest, wer was wann und warum entschieden hat.
sheet-decision-second = Für einen Fall kann eine Zweitprüfung verlangt werden. Dann entscheidet eine andere Person als die, die ihn eröffnet hat.
sheet-errors = Wie zuverlässig ist es?
sheet-errors-what = Der Bericht sagt zu jedem Paar, wie viele ebenso ähnliche Paare in einem solchen Kurs durch Zufall zu erwarten sind. Gemessene Fehlerraten stehen in der Dokumentation.
sheet-errors-common = Code, der geteilt werden durfte, und verbreitete Lehrbuchlösungen werden nur erkannt, wenn sie als Vorgabecode hochgeladen sind. Ein Mensch muss sie beurteilen.
sheet-measures = Welche Maßnahmen schützen die Daten?
sheet-measures-roles = Rollen in jedem Kurs; ein Audit-Log über Ansichten, Exporte und Änderungen; Namen lassen sich ausblenden; Archive lassen sich auf das reduzieren, was Vergleiche brauchen.
sheet-measures-isolation = Abgegebene Dateien werden in einem Prozess ohne Zugriff auf das Netz und auf andere Dateien gelesen und nie ausgeführt.
sheet-requests = Wie werden Anfragen von Studierenden beantwortet?
sheet-requests-what = Die Administration findet und exportiert unter „Datenanfragen“ alles über eine Person: Abgaben, Archive, Berichte, Fälle und die Ergebnisse über das Semester. Andere werden im Export nicht genannt.
sheet-requests-erase = Dort lassen sich die Daten einer Person auch löschen, ebenso aus Berichten und aus Sicherungen, die später eingespielt werden. Eine Löschsperre wird beachtet.
sheet-breach = Was, wenn Daten verloren gehen oder bekannt werden?
sheet-breach-what = { $breach }
sheet-breach-audit = Das Audit-Log zeigt, wer was angesehen und exportiert hat.
sheet-remaining = Was bleibt zu tun?
sheet-remaining-what = Die Studierenden informieren (jede Kursseite hat einen Hinweis zum Drucken). Die Aufbewahrung jedes Kurses festlegen. Bestimmen, wer entscheidet. Festplatte und Sicherungen verschlüsseln.
sheet-courses = Was die Kurse aufbewahren
sheet-comparisons = Vergleiche aufbewahrt
sheet-archives-until = Archive aufbewahrt bis
sheet-days = { $count ->
    [one] ein Tag
   *[other] { $count } Tage
 }
sheet-until-deleted = bis zur Löschung

## Paare nacheinander durchgehen

attention = Zu erledigen
attention-failed = { $title } ist fehlgeschlagen
attention-review = { $title }: Durchsicht begonnen, { $count ->
    [one] { $count } Paar markiert
   *[other] { $count } Paare markiert
 }
attention-many-cases = Mehr als { $count } offene Fälle
batches-marked = { $count ->
    [one] { $count } Paar markiert
   *[other] { $count } Paare markiert
 }
attention-cases = { $count ->
    [one] { $count } offener Fall
   *[other] { $count } offene Fälle
 }
reviewing-bar = Durchsicht
reviewing-start = { $count ->
    [one] { $count } Paar
   *[other] { $count } Paare
 } durchsehen
reviewing-continue = Durchsicht fortsetzen: noch { $count }
reviewing-again = Noch einmal durchsehen
reviewing-progress = { $done } von { $count ->
    [one] { $count } Paar
   *[other] { $count } Paaren
 } angesehen
reviewing-state-count = { $state ->
    [nothing] nichts: { $count }
    [talk] Gespräch: { $count }
   *[case] Fall: { $count }
 }
reviewing-left = noch { $count }
reviewing-filtered = Die Paare unten durchsehen
reviewing-stale = Die Markierung wurde nicht gespeichert, weil diese Seite veraltet ist. Laden Sie sie neu.
reviewing-finished = Markiert. In dieser Liste ist kein Paar mehr übrig.
reviewing-their-note = Notiz jetzt: „{ $note }“. Speichern Sie noch einmal, um sie zu ersetzen.
reviewing-divide = Paare aufteilen
reviewing-divide-what = Paare mit einer gemeinsamen Abgabe bekommt dieselbe Person. Davon abgesehen bekommen alle Ausgewählten etwa gleich viele Paare. Paare, die schon jemand angesehen hat, bleiben, wie sie sind.
reviewing-divide-submit = { $count ->
    [one] { $count } Paar
   *[other] { $count } Paare
 } aufteilen
reviewing-filter = Durchsicht
reviewing-filter-any = alle
reviewing-mine = nur meine Paare
reviewing-column = Durchsicht
reviewing-mark = Dieses Paar markieren
reviewing-advance = dann nächstes Paar
reviewing-note = Notiz für das Lehrteam
reviewing-note-save = Notiz speichern
reviewing-note-saved = Notiz gespeichert.
reviewing-notes-hidden = Notizen werden nicht gezeigt, solange Namen ausgeblendet sind.
reviewing-by = Zuletzt: { $by }, { $when }
reviewing-assigned = zugeteilt an { $name }
reviewing-marked-pair = { $left } und { $right }: { $state }.
reviewing-changed = { $by } hat diese Markierung geändert, nachdem Sie das Paar geöffnet haben. Ihre Änderung wurde nicht gespeichert. Dies ist die Markierung jetzt.
reviewing-failed = Die Markierung wurde nicht gespeichert. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.
mark-nothing = Nichts
mark-talk = Gespräch
mark-case = Fall
mark-open = Nicht angesehen
reviewing-case-title = Titel des Falls
reviewing-case-note = Erste Notiz
