//! Tests which candidates the index proposes for programs that have nothing to do with each other.

use super::*;

/// Programs for different exercises, written independently of each other.
const STRANGERS: [&str; 8] = [
    r#"
int main(void) {
    int year;
    if (scanf("%d", &year) != 1) return 1;
    if (year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)) puts("leap");
    else puts("common");
    return 0;
}
"#,
    r"
struct node { int key; struct node *left, *right; };

struct node *insert(struct node *root, int key) {
    if (!root) {
        root = calloc(1, sizeof *root);
        root->key = key;
    } else if (key < root->key) root->left = insert(root->left, key);
    else root->right = insert(root->right, key);
    return root;
}

int height(const struct node *root) {
    if (!root) return 0;
    int left = height(root->left), right = height(root->right);
    return 1 + (left < right ? right : left);
}
",
    r#"
void reverse(char *word) {
    size_t i = 0, j = strlen(word);
    while (i + 1 < j) {
        char kept = word[i];
        word[i++] = word[--j];
        word[j] = kept;
    }
}

int main(int argc, char **argv) {
    while (0 < --argc) {
        reverse(argv[argc]);
        printf("%s ", argv[argc]);
    }
    putchar('\n');
    return 0;
}
"#,
    r#"
double root(double x) {
    double low = 0, high = x < 1 ? 1 : x;
    for (int step = 0; step < 60; step++) {
        double middle = (low + high) / 2;
        if (middle * middle < x) low = middle;
        else high = middle;
    }
    return high;
}

int main() {
    double x;
    while (scanf("%lf", &x) == 1 && x >= 0) printf("%.9f\n", root(x));
    return 0;
}
"#,
    r#"
int main() {
    int counts[26] = {0}, c;
    while ((c = getchar()) != EOF)
        if (isalpha(c)) counts[tolower(c) - 'a']++;
    for (c = 0; c < 26; c++) {
        printf("%c ", 'a' + c);
        for (int star = 0; star < counts[c]; star++) putchar('*');
        putchar('\n');
    }
}
"#,
    r"
long gcd(long a, long b) { return b ? gcd(b, a % b) : a; }

void reduce(struct fraction *f) {
    long d = gcd(labs(f->over), labs(f->under));
    if (f->under < 0) d = -d;
    f->over /= d;
    f->under /= d;
}
",
    r"
static int board[8];

int safe(int row, int column) {
    for (int above = 0; above < row; above++)
        if (board[above] == column || abs(board[above] - column) == row - above) return 0;
    return 1;
}

int place(int row) {
    int ways = 0;
    if (row == 8) return 1;
    for (int column = 0; column < 8; column++)
        if (safe(row, column)) {
            board[row] = column;
            ways += place(row + 1);
        }
    return ways;
}
",
    r"
void multiply(int n, double a[n][n], double b[n][n], double c[n][n]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            c[i][j] = 0;
            for (int k = 0; k < n; k++) c[i][j] += a[i][k] * b[k][j];
        }
}
",
];

fn strangers(texts: &[String]) -> NewIngest {
    let submission = |(number, text): (u64, &String)| {
        let files = vec![SourceFile::plain("main.c", text.clone())];
        Submission { header: SubmissionHeader::named(format!("s{number}")), files, ..program(number) }
    };
    crate::archive_submissions(&(0..).zip(texts).map(submission).collect::<Vec<_>>())
}

#[tokio::test]
async fn few_unrelated_programs_are_candidates_and_the_source_of_twenty_lines_is() {
    let [leap, tree, reverse, root, counts, fraction, queens, matrix] = STRANGERS.map(str::to_owned);
    // The twenty pasted lines are half of the second program.
    let kept = [leap, tree + &reverse, root, counts, fraction];
    let class = [queens, matrix];
    let folder = TempDir::new().unwrap();
    let ingest = crate::archive::without_starter_code(strangers(&kept));
    let (storage, archives) = archive(&folder, &ingest).await;
    let among = documents(&storage, &archives).await.unwrap();

    // In an archive this small, a single coincidence is enough for a candidate.
    let own = crate::batch::earlier::index_queries(&strangers(&class));
    let by_chance = find_names(&storage, &among, &own).await;
    assert!(by_chance.len() <= 2 && !by_chance.contains(&"s1".to_owned()), "{by_chance:?}");

    let lines: Vec<&str> = kept[1].lines().skip(4).take(20).collect();
    assert_eq!(lines.len(), 20);
    let pasted = format!("{}{}\n{}", class[0], lines.join("\n"), class[1]);
    let queries = crate::batch::earlier::index_queries(&strangers(&[pasted]));
    assert!(find_names(&storage, &among, &queries).await.contains(&"s1".to_owned()));
}
