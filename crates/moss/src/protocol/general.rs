//! Renders the pages that the menu of the results links to. They contain no personal data.

/// Returns a page by its name without extension.
pub fn general(name: &str) -> Option<String> {
    let (title, text) = match name {
        "format" => (
            "How to Read the Results",
            "<P>Each row of the list is a pair. The number after a name is the share of its tokens that the other side \
             has, too. Starter code, and code that is in more submissions than -m allows, is not counted.\n\
             <P>The last column counts the lines of the first side that contain matched code. Pairs with the most matched \
             code come first.\n\
             <P>A pair shows its matches side by side, the largest first, each in its own colour. Click a match to see \
             the other side of it.\n\
             <P>Names, comments and layout do not matter: matches can look different and still be the same code.\n",
        ),
        "tips" => (
            "Tips",
            "<P>Send starter code with -b. It is then ignored.\n\
             <P>-m ignores code that is in more submissions than this number. Use a low number for few submissions: 3 or 4 \
             suits a short first task, and 1000000 ignores nothing.\n\
             <P>With -d, all files in a directory are one submission.\n\
             <P>A pair in the list is a reason to look at both submissions, not a verdict.\n",
        ),
        "faq" => (
            "Questions",
            "<P><B>Who can see the results?</B> Anyone who has their address. It cannot be guessed, and it expires after \
             some days. The full report requires you to sign in.\n\
             <P><B>Where do I find more details?</B> Open &quot;Full Report&quot; above the list. It shows how rare each \
             match is, clusters, earlier submissions, and your decisions.\n\
             <P><B>Why was a file not compared?</B> The end of the list gives the reason.\n\
             <P><B>Is the connection encrypted?</B> No, these clients cannot encrypt it. The operator's manual describes \
             how to send it through a tunnel.\n",
        ),
        "scripts" => (
            "Submission Scripts",
            "<P>You can keep your script. Set its server to this one, and its user id to the MOSS user id that you create \
             on your account page.\n",
        ),
        "credits" => (
            "Credits",
            "<P>These pages have the format of MOSS, so programs that read MOSS's pages can read them. Chaffinch, which is \
             another program, made them from its own analysis.\n",
        ),
        _ => return None,
    };
    Some(format!(
        "<HTML>\n<HEAD>\n<TITLE>{title}</TITLE>\n</HEAD>\n<BODY>\n<H1>{title}</H1>\n{text}</BODY>\n</HTML>\n"
    ))
}
