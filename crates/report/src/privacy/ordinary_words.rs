//! Words that are names and also ordinary words of programs. On their own they do not count as names.

use std::collections::HashSet;
use std::sync::LazyLock;

/// The words, folded.
const ORDINARY: &str = "
abs add age algorithm all alpha and any app append apply arg args array art ascii asm assert assignment auto
back base begin best beta big bill bit black block blue body bool boolean box break brown buffer byte call can
case cat catch cell chain chance char chase check child clear clone close cod code col color column con const
contest continue copy core cost count course cpp curr current data date day def default del delete delta depth
dict diff digit dim dir dist div doc done double down draw edge else end enum equal err error eval even exam
example exercise exit exp false fast field file files final finally find first fix flag float floor foo for form
free from fun func function game gamma gene get give global goal goto grade grant gray green grid group guard
hash head heap height helper high homework hope hour html http idx image imp import include index info init
inner input insert inside int integer item iter java job join jump just key kind king know lab lambda lane large
last late law left len length less let level lib light limit line link list little load local lock log long loop
low lower main make map mark mask master match math matrix max may mean mem member memory merge merit method mid
mil miles min mod mode model module mon month more move mul name net new next nil node none not null num number
obj object odd off old one only open operator opt option ord order other our out outer output pack page pair
para param parent part pass pat path pattern peer person pi pick pivot place plain play point pop pos post pow
prev price prime print priority private problem process product program project proto ptr public push put python
query question queue quick quit rand random range rank rat read readme real rec record rect red ref rem remove
rep report res reset rest result ret return rev reverse rich right rod root round row run rust same sample save
scan score search sec second see self send seq set shape shift short show side sign simple single size skip sky
small solution solve solver some sort source space spec spring sqrt src stack start stat state static std step
stone stop store str stream string struct stub student sub submission submit sum summer sun super swap switch
sys system tab table tag tail tan target task team temp template term test tests text than that the then this
thread three throw time title tmp todo token tool top total trace tree trial true try tuple turn two type uint
union unit unsigned until update upper use user util val value van var vec vector version view visit void wait
walk warn way web week weight while white who will win winter wise with wood word work world write year yes york
young zero zip zone
";

/// Returns whether a folded word is an ordinary word of programs.
pub(crate) fn is_ordinary(word: &str) -> bool {
    static WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| ORDINARY.split_whitespace().collect());
    WORDS.contains(word)
}

#[cfg(test)]
mod tests {
    use super::is_ordinary;

    #[test]
    fn words_of_programs_are_known_and_names_are_not() {
        assert!(["main", "max", "abs", "zone", "long"].into_iter().all(is_ordinary));
        assert!(!["lovelace", "peter", "", "mai"].into_iter().any(is_ordinary));
    }
}
