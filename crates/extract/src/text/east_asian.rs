//! Tells the encodings of East Asia apart in texts that are too short for the detector's statistics. Pure functions.
//!
//! Nearly every pair of bytes is a character in all of them, but only one reading has frequent characters.

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GBK, SHIFT_JIS};

/// Most characters of a text whose encoding is decided here. The detector knows that of longer ones.
const MOST: usize = 40;

/// Frequent characters of each language, in texts and in programs of courses.
const FREQUENT: [(&Encoding, &str); 5] =
    [(GBK, SIMPLIFIED), (BIG5, TRADITIONAL), (SHIFT_JIS, JAPANESE), (EUC_JP, JAPANESE), (EUC_KR, KOREAN)];

const SIMPLIFIED: &str = "的一是了我不人在他有这个上们来到时大地为子中你说生国年着就那和要她出也得里后自以会家可下而过\
    天去能对小多然于心学么之都好看起发当没成只如事把还用第样道想作种开美总从无情己面最女但现前些所同日手又行意动方期它头\
    经长儿回位分爱老因很给名法间知世什两次使身者被高已亲其进此话常与活正感输入结果排序计算平均数据字符串组循环函返值文件读\
    写打印请错误选择学生成绩姓龄查找删除添加修改求和题目主程整型变量定义测试号码课系统管理信息菜单退找冒泡线性表链树图栈队\
    列节点插最小值素判断斐波那契阶乘张王李刘陈杨赵黄周吴徐孙胡朱林何郭马罗三四五六七八九十";
const TRADITIONAL: &str = "的一是了我不人在他有這個上們來到時大地為子中你說生國年著就那和要她出也得裡後自以會家可下而過\
    天去能對小多然於心學麼之都好看起發當沒成只如事把還用第樣道想作種開美總從無情己面最女但現前些所同日手又行意動方期它頭\
    經長回位分愛老因很給名法間知世什兩次使身者被高已親其進此話常與活正感輸入結果排序計算平均數據字串陣列迴圈函式返值檔案讀\
    寫印請錯誤選擇學生成績姓齡查找刪除加修改求和題目主程整變量定義測試號碼課系統管理資訊料選單嗎呼叫判斷質張王李劉陳楊趙黃周吳徐孫胡朱林何郭馬羅三四五六七八九十台灣";
const JAPANESE: &str = "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをん\
    がぎぐげござじずぜぞだぢづでどばびぶべぼぱぴぷぺぽっゃゅょアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモ\
    ヤユヨラリルレロワヲンガギグゲゴザジズゼゾダデドバビブベボパピプペポッャュョー、。・「」日本一人大年中会国出上生分事者社時\
    下入力結果配列合計平均計算数字文字最大小値題課関数変数戻終了開始整学籍番号氏名成績点行列表示実行型作成";
const KOREAN: &str = "이다는가을를의에고하지은로기리사나어자시한도인해아수보라입력결과값정렬안녕세요숫출합계평균배열문파\
    일프그램번호름점개크작있없것들여우서구부주제공간전학생년월상경모두무선면방물성오와만원대중동내외실장연비위미신적조스트\
    드하십소되었습니까함반복최댓솟음";

/// Returns the encoding in which most characters beyond ASCII are frequent; `None` if there is none, or if
/// the text is long. Of several, it is the one with the largest share, and among these the detector's guess.
pub(super) fn of_short(bytes: &[u8], guess: &'static Encoding) -> Option<&'static Encoding> {
    // A character has at most three bytes, of which the first is beyond ASCII.
    if bytes.iter().filter(|byte| !byte.is_ascii()).count() > 3 * MOST {
        return None;
    }
    let share = |(encoding, frequent): (&'static Encoding, &str)| {
        let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
        let foreign = || text.chars().filter(|c| !c.is_ascii());
        let all = foreign().count();
        let known = foreign().filter(|c| frequent.contains(*c)).count();
        // In millionths, so that equal shares compare equal.
        let share = 1_000_000 * known / all.max(1);
        (0 < all && all <= MOST && all < known * 2).then_some((share, encoding == guess, encoding))
    };
    let best = FREQUENT.into_iter().filter_map(share);
    // The first of the best wins.
    let better = |best: &(_, _, _), next: &(_, _, _)| (next.0, next.1) > (best.0, best.1);
    best.reduce(|best, next| if better(&best, &next) { next } else { best }).map(|(_, _, encoding)| encoding)
}
