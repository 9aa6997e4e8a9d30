//! Renders the pages that the menu of the results links to. They contain no personal data.

/// Returns a page by its name without extension.
pub fn general(name: &str) -> Option<String> {
    let (title, text) = match name {
        "format" => (
            "How to Read the Results",
            "<P>Each row of the list is a pair. Behind a name stands how much of its tokens the other side has as well; \
             code that was handed out, or that more submissions have than -m allows, counts as not matched.\n\
             <P>The last column counts the lines of the first side with matched code. Pairs with the most matched code \
             stand first.\n\
             <P>A pair shows its passages side by side, the largest first, a colour each; a click on one shows the other.\n\
             <P>Names, comments and layout count nothing: a passage may look different and be the same code.\n",
        ),
        "tips" => (
            "Tips",
            "<P>Send what you handed out with -b: what everybody has from you is then left out.\n\
             <P>-m says in how many submissions a passage may be and still count; the fewer submissions, the lower. \
             3 or 4 suits short first tasks, 1000000 keeps everything.\n\
             <P>With -d, all files of one directory are one submission.\n\
             <P>A pair on the list is a reason to look, not a verdict.\n",
        ),
        "faq" => (
            "Questions",
            "<P><B>Who can see this?</B> Whoever has the address of the results. Nobody can guess it, and it ends after some \
             days. The full report asks for a sign-in.\n\
             <P><B>Where is more?</B> &quot;Full Report&quot;, above the list, leads to everything that was found: rarity of \
             passages, clusters, earlier submissions, a decision record.\n\
             <P><B>Why is a file not compared?</B> The end of the list says so.\n\
             <P><B>Is the connection secret?</B> The dialogue of these clients knows no encryption; the operator's manual says \
             how to put a tunnel around it.\n",
        ),
        "scripts" => (
            "Submission Scripts",
            "<P>The script you have works: set its server to this one, and its user id to your number here, which your \
             account page makes.\n",
        ),
        "credits" => (
            "Credits",
            "<P>These pages have the form that MOSS gave them, so that what reads those reads these. They are made by \
             Chaffinch, which is another program, from its own analysis.\n",
        ),
        _ => return None,
    };
    Some(format!(
        "<HTML>\n<HEAD>\n<TITLE>{title}</TITLE>\n</HEAD>\n<BODY>\n<H1>{title}</H1>\n{text}</BODY>\n</HTML>\n"
    ))
}
