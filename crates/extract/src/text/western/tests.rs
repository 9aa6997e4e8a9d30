//! Phrases that programs contain, in the encodings that students' editors write.

use encoding_rs::{Encoding, GBK, WINDOWS_1252};

use crate::text::decode;

/// Encodings with the same letters, and phrases that can be written in them. `|` separates phrases.
const PHRASES: &[(&str, &str)] = &[
    (
        "windows-1252",
        "\
         ¡Hola, C#!|¡Hola!|¡Hola, mundo!|¿Cuál es?|¿Qué tal?|¿Otra vez? (s/n)|Precio: 5£|5£|£5|\
         total: £10.50|año|Año: %d|niño|mañana|número|Número de años|cálculo|función|acción|\
         opción inválida|Fin del programa. ¡Adiós!|ñ|á|más|sí|Él|¿Desea continuar?|Introduce un número:|\
         página|índice|matriz de tamaño n|ó|¡Ñam!|Señor|contraseña|último|Día|¡Correcto!|según|\
         la suma es más grande|«texto»|« texte »|«Hola»|1º|1ª|nº 3|n° 3|3º ano|45°|25 °C|90°|x²|m²|m³|±1|\
         5 ± 2|2×3|a × b|6 ÷ 2|½|¼ de taza|µs|10 µm|§ 3|§3|© 2024|© Ana|(c) © 2023 José|®|¬a|10 ¢|100¥|\
         5 €|€5|10€|“quoted”|‘quoted’|it’s|don’t|– Liste|a – b|a—b|…|wait…|• item|· punto|™|‰|für|Größe|\
         Straße|über|Übung|Übung 3|Lösung|Länge|Zähler|größer als|gültig|ungültig|müssen|Schlüssel|\
         schließen|Änderung|Ö|ä|ß|Maß|Fuß|häufig|Höhe: |Rückgabe|prüfen ob Zahl|Fläche|Jürgen Müller|\
         Begrüßung|Stück|möglich|ö ä ü|äöü|äöüÄÖÜß|ÄÖÜ|ÜBUNG|GRÖSSE|MÜLLER|é|été|à|à côté|où|ça|ça va|\
         Ça va ?|déjà|élève|numéro|Entrez un numéro|problème|côté|naïve café|café|naïve|façon|français|\
         Français|égalité|méthode|à la fin|première ligne|être|île|cœur|Noël|l’élève|d’été|créé|crée|À|\
         École|ÉCOLE|Résultat : |vérifié|hôtel|où êtes-vous|aïe|maïs|ambiguë|«é»|não|São Paulo|ação|\
         função|número inválido|João|até|você|olá|Olá, mundo!|início|média|pão|opções|posição|três|avô|\
         avó|às|então|coração|lâmpada|Média: %f|código|variáveis|saída|índices|è|perché|città|più|può|già|\
         così|Perché no?|È|qualità|lunghezza è|cioè|papà|lunedì|virtù|på|for å|både|größe|blå|rød|øl|Øl|\
         ære|år|År|hälsning|förnamn|små|å|Ä|smørrebrød|Tänään|päivä|yö|hyvää|één|reünie|ideeën|coördinaat|\
         þetta|það|Ísland|català|l·lusió|qüestió|Björk|Åsa|Søren|François|Zoë|Renée|æøå|ÆØÅ|a é b|x = 'é'|\
         [ñ]|char c = 'ñ'|á é í ó ú|áéíóú|ÁÉÍÓÚ|àèìòù|âêîôû|äëïöü|ãõ|aeiouáéíóúü|€|£|$ £ €|5 £ + 3 €|£100|\
         Cost: £|¥|¡Sí!|Hola, ¿cómo estás?|¡Bienvenido al programa|El año es: |¿cuántos años tienes?|\
         câmera|distância|constância|Média dos números|première|« Résultat »|„Größe“|ein „Test“ für|\
         it’s naïve|¡Ganaste!|¡Error!|¿Sí o no?|¿?|¡|¿|¡a|¡C|¡A jugar!|¡Bien hecho, campeón!|Ü|ú|ü|í",
    ),
    (
        "big5",
        "\
         計算總和|你好|數字|請輸入一個數字|輸入|結果|作者：王小明|台灣大學|姓名|這是一個測試|迴圈|最大值|結束|錯誤|第一題|主程式|排序|輸出結果|平均分數為|請輸入姓名：|資料結構作業|\
         一|是|計算平均|找到了！|答案是：%d",
    ),
    (
        "gbk",
        "\
         计算总和|中文|数字|请输入一个数字|输入|作者：王小明|姓名|这是一个测试|循环|数组|最大值|开始|错误|第一题|主函数|排序|输出结果|平均分为|请输入姓名：|数据结构作业|求和|\
         你好，世界|你好世界！|你好|结果|计算平均数|冒泡|人数|主程序开始|成绩：%d|张三|冒泡排序",
    ),
    (
        "shift_jis",
        "\
         合計|こんにちは|日本語|計算|結果|配列|最大値|学籍番号|氏名|テスト|プログラム|整数|平均|はい|エラー|入力|出力|これはテストです|関数|戻り値|終了|合計を計算する|課題1|\
         ソート",
    ),
    (
        "euc-jp",
        "\
         合計|こんにちは|日本語|数字を入力してください|最大値|学籍番号|テスト|プログラム|これはテストです|関数|合計を計算する",
    ),
    (
        "euc-kr",
        "\
         안녕하세요|합계|숫자를 입력하세요|결과|배열|최대값|학번|이름|테스트|함수|변수|정수|평균|입력|반복문|이것은 테스트입니다|정렬|과제 1|값",
    ),
    (
        "windows-1251",
        "\
         привет|Привет, мир!|число|сумма|Введите число|Ошибка|студент|функция|Сортировка|Результат:|\
         лабораторная работа|Выход|число n|переменная x|Група|задача|сума на числата|програма",
    ),
    (
        "koi8-r",
        "\
         привет|Привет, мир!|число|сумма|Введите число|Ошибка|студент|функция|Сортировка|ответ|Результат:|\
         возвращает сумму|лабораторная работа|переменная x|ввод данных",
    ),
    (
        "ibm866",
        "\
         Привет, мир!|сумма чисел|Введите число|лабораторная работа|Результат:|возвращает сумму",
    ),
    (
        "iso-8859-5",
        "\
         Привет, мир!|сумма чисел|Введите число|лабораторная работа",
    ),
    (
        "koi8-u",
        "\
         Привіт, світ!|сума чисел|Введіть число|лабораторна робота",
    ),
    (
        "windows-1250 iso-8859-2",
        "\
         Łódź|Czy wiesz, że masz?|był|są|żaba|Źle|stół|czy to już koniec?|że|Czy chcesz jeszcze raz?|\
         kończ|łączna kwota|średnia ocen|nie znaleziono pliku, spróbuj później|poniżej|powyżej zera|Šárka|\
         škola|Žák|největší číslo v poli|průměr známek|żółć|żółw|zażółć|część|Wprowadź liczbę|liczba elementów|Błąd|\
         długość|największa|tablica|źródło|wyświetl|pętla|główna funkcja|święta|wartość|będzie|się|także|\
         długość tablicy|Příklad|počet|součet čísel|chyba při čtení|největší|délka|řetězec|velikost|žák|\
         je větší než|Školní úloha|překlad|vstupní hodnota|smyčka|pomocná proměnná|súčet|veľkosť|dĺžka|\
         Počet prvkov|Adja meg a számot|tömb|hossz|összeg|A legnagyobb szám|függvény|értékek beolvasása|\
         Introduceti numară",
    ),
    (
        "windows-1253 iso-8859-7",
        "\
         Καλημέρα κόσμε|άθροισμα|Δώσε αριθμό|πίνακας|μέγιστο|Αποτέλεσμα|συνάρτηση|επιστρέφει το άθροισμα",
    ),
    (
        "windows-1254",
        "\
         Merhaba dünya|sayı girin|öğrenci|çıkış|toplamı hesapla|büyük|İsim giriniz|döngü|öğrenci sayısı|\
         dizi boyutu|ortalamayı bul|yanlış seçim",
    ),
    (
        "windows-1255",
        "\
         שלום עולם|הכנס מספר|מערך|פונקציה",
    ),
    (
        "windows-1256",
        "\
         مرحبا|مجموع الأعداد|أدخل رقم|السلام عليكم|دالة",
    ),
    (
        "windows-1257",
        "\
         skaičius|ciklas|suurim arv|õige",
    ),
    (
        "windows-1258",
        "\
         xin chào",
    ),
    (
        "windows-874",
        "\
         กรอกตัวเลข|โปรแกรม",
    ),
];

#[test]
fn short_texts_are_read_in_their_encoding() {
    for (encodings, phrases) in PHRASES {
        for label in encodings.split(' ') {
            let encoding = Encoding::for_label(label.as_bytes()).unwrap();
            for phrase in phrases.split('|') {
                for text in [
                    format!(
                        "#include <stdio.h>\nint main(void) {{\n  puts(\"{phrase}\");\n  return 0;\n}}\n"
                    ),
                    format!("// {phrase}\nint a = 5;\n"),
                    phrase.to_owned(),
                ] {
                    let (bytes, _, is_lossy) = encoding.encode(&text);
                    assert!(!is_lossy, "{phrase} cannot be written in {label}");
                    let found = decode(bytes.into_owned(), None).unwrap().file;
                    assert_eq!(found.text, text, "{label} read as {}", found.encoding);
                }
            }
        }
    }
}

/// A rule about a few letters must not decide about a whole text in another language.
#[test]
fn signs_do_not_outweigh_the_letters_of_other_latin_alphabets() {
    let polish = "// Żółta łódź płynie: że, ćma, gęś, źrebię, wąż, słoń\n";
    for label in ["windows-1250", "iso-8859-2"] {
        let encoding = Encoding::for_label(label.as_bytes()).unwrap();
        for text in [format!("{polish}puts(\"5°\");\n"), format!("{polish}// 25 ° § 3\n")] {
            let (bytes, _, _) = encoding.encode(&text);
            assert_eq!(decode(bytes.into_owned(), None).unwrap().file.text, text);
        }
    }
}

#[test]
fn a_correction_needs_more_than_a_guess() {
    let corrected = |text: &[u8], guess| super::corrected(text, guess).name();
    assert_eq!(corrected(b"puts(\"\xa1Hola!\");", encoding_rs::BIG5), "windows-1252");
    assert_eq!(corrected(b"puts(\"\xc4\xe3\xba\xc3\");", GBK), "GBK");
    assert_eq!(corrected(b"\x94z\x97\xf1", WINDOWS_1252), "Shift_JIS");
    assert_eq!(corrected(b"\xbfe", encoding_rs::WINDOWS_1250), "windows-1250", "no question follows");
}
