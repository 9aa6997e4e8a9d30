#!/usr/bin/awk -f
# Reports from a table of sales: totals, a histogram, words, some exercises.
BEGIN {
    FS = ";"
    OFS = "\t"
    limit = ENVIRON["LIMIT"] ? ENVIRON["LIMIT"] : 10
    split("Jan Feb Mar Apr May Jun", months, " ")
    for (i = 1; i <= 6; i++) {
        number[months[i]] = i
    }
    pattern = "^[A-Z][a-z]+$"
    print "it's a report, \"really\""
}

# Comments and empty lines of the input are skipped.
/^[ \t]*(#|$)/ {
    skipped++
    next
}

NR == 1 && $1 == "name" {
    for (i = 1; i <= NF; i++) header[i] = $i
    next
}

NF < 4 {
    printf "line %d has %d fields: %s\n", NR, NF, $0 > "/dev/stderr"
    bad++
    next
}

$1 !~ pattern || $3 < 0 {
    warn("odd line: " $0)
}

$2 in number {
    month = number[$2]
    amount = $3 * $4
    total[$1] += amount
    bymonth[month] += amount
    count[$1]++
    if (amount > best) {
        best = amount
        winner = $1
    }
    sum += amount
}

/error|Error/ { errors[FILENAME ":" FNR] = $0 }

/BEGIN-SKIP/, /END-SKIP/ { delete total[$1] }

{
    line = tolower($0)
    gsub(/[^a-z ]/, "", line)
    n = split(line, parts, " ")
    for (i = 1; i <= n; i++) {
        words[parts[i]]++
    }
}

function warn(message) {
    print "warning: " message | "cat 1>&2"
    warnings += 1
}

function max(a, b) {
    return a > b ? a : b
}

function factorial(n) {
    if (n <= 1) {
        return 1
    }
    return n * factorial(n - 1)
}

function fibonacci(n,    a, b, kept) {
    a = 0
    b = 1
    while (n-- > 0) {
        kept = a + b
        a = b
        b = kept
    }
    return a
}

function gcd(a, b) {
    while (b != 0) {
        rest = a % b
        a = b
        b = rest
    }
    return a
}

function prime(n,    d) {
    if (n < 2) return 0
    for (d = 2; d * d <= n; d++)
        if (n % d == 0)
            return 0
    return 1
}

function reverse(text,    result, i) {
    result = ""
    for (i = length(text); i > 0; i--) {
        result = result substr(text, i, 1)
    }
    return result
}

function trim(text) {
    sub(/^[ \t]+/, "", text)
    sub(/[ \t]+$/, "", text)
    return text
}

function bars(value, most,    text, width) {
    width = int(40 * value / most)
    text = sprintf("%-*s", width, "")
    gsub(/ /, "*", text)
    return text
}

function sort(list, n,    i, j, kept) {
    for (i = 2; i <= n; i++) {
        kept = list[i]
        j = i - 1
        while (j > 0 && list[j] > kept) {
            list[j + 1] = list[j]
            j--
        }
        list[j + 1] = kept
    }
}

function search(list, n, wanted,    low, high, middle) {
    low = 1
    high = n
    do {
        middle = int((low + high) / 2)
        if (list[middle] == wanted) {
            return middle
        } else if (list[middle] < wanted) {
            low = middle + 1
        } else {
            high = middle - 1
        }
    } while (low <= high)
    return 0
}

function count_matches(text, wanted,    n) {
    n = 0
    while (match(text, wanted)) {
        n++
        text = substr(text, RSTART + RLENGTH)
    }
    return n
}

function hex(text,    i, value) {
    value = 0
    for (i = 1; i <= length(text); i++) {
        value = value * 16 + index("0123456789abcdef", tolower(substr(text, i, 1))) - 1
    }
    return value
}

function power(base, n) {
    if (n == 0) return 1
    if (n % 2) return base * power(base, n - 1)
    return power(base ^ 2, n / 2)
}

function table(    name, rows) {
    rows = 0
    for (name in total) {
        printf "%-20s %10.2f %5d\n", name, total[name], count[name]
        if (++rows >= limit) {
            break
        }
    }
    return rows
}

END {
    if (NR == 0) {
        print "nothing to read"
        exit 1
    }
    table()
    most = 0
    for (m = 1; m <= 6; m++) most = max(most, bymonth[m])
    for (m = 1; m <= 6; m++) {
        if (!(m in bymonth)) continue
        print months[m], bars(bymonth[m], most)
    }
    n = 0
    for (w in words) list[++n] = w
    sort(list, n)
    print "word at " search(list, n, "sale") " of " n
    average = NR ? sum / NR : 0
    print "average", average, "best", winner, best
    print factorial(5), fibonacci(20), gcd(84, 36), prime(31)
    print reverse("abc") trim("  x "), hex("ff") + power(2, 10)
    while ((getline line < "notes.txt") > 0) {
        notes = notes line "\n"
    }
    close("notes.txt")
    print length(notes), count_matches(notes, /it's|the/)
    for (place in errors) print place ": " errors[place] >> "errors.log"
    print -sum + 1.5e3, skipped, bad, warnings; exit bad > 0
}
