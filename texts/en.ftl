# The words of Chaffinch's pages in English. Another language is another file beside this one, named by its tag
# (de.ftl, pt-BR.ftl), with the same keys; the syntax is Project Fluent's.
#
# What stays English: the words of errors (their titles and problems, which the API answers with too) and what the
# engine says of a file (why it was left out, what was remarkable about it), which reports keep as it was said. So do
# the pseudonyms of hidden names: they stand in the code too.
#
# Keys begin with the page they stand on. Messages hold no HTML; { $name } is put in by the page. Where a message has
# attributes (.link = ...), those are the words of the link or of the strong words that stand for { $link }.

## Around every page

product = Chaffinch
page-title = { $title } · Chaffinch
skip = Skip to the content
guide = How to read this report
menu = Main
sign-out = Sign out
names-hide = Hide names
names-show = Show names
where = Where you are
pages-of-list = Pages of this list
pages-of-list-again = Pages of this list, once more
actions = Actions
status = Status
course = Course
language = Language
submission = Submission
submissions = Submissions
boilerplate = Boilerplate
resemblance = Resemblance
and-more = and { $count } more

# What the menu leads to
batches = Batches
new-comparison = New comparison
archives = Archives
cases = Cases
query = Find a text
account = Account

# Beside a figure on small screens, where the table's head is not seen
submissions-after = submissions
pairs-after = pairs
until-before = until
resemblance-before = resemblance

# How far a job is
status-queued = waiting
status-running = running
status-done = done
status-failed = failed
status-cancelled = cancelled
progress = Progress
progress-waiting = Waiting for a worker
progress-starting = Starting
progress-count = { $done } of { $total }
progress-count-live = { $done } of { $total }

## Signing in

sign-in = Sign in
sign-in-once = This link signs this browser in. It works once.
sign-in-provider = Sign in with { $name }
sign-out-provider = You are signed out here, but not where you signed in.
sign-out-provider-too = Sign out of { $name }, too
sign-in-name = Name
sign-in-password = Password
sign-in-wrong = Name and password do not fit together.
sign-in-without = Without a password
sign-in-mail-name = Name of the account
sign-in-mail = Mail me a sign-in link
sign-in-mailed = If there is such an account and it has a mail address, a link is on its way.
sign-in-how = Open a sign-in link: the one printed when the service was first started, or a new one, which an administrator makes, or whoever runs the service with
sign-in-first = The first account is called { $name }.

mail-subject = Sign in to Chaffinch
mail-text =
    Hello { $name },

    this link signs you in. It works once, within { $hours } hours:

    { $link }

    Whoever has it can sign in as you: do not pass it on. If you did not ask for it, nothing happens unless it is opened.

## Errors

error-status = Error { $status }
error-sign-in = How to sign in
error-ours = Nothing you sent is at fault. Try again; if it stays, tell whoever runs this service the id below.
error-batches = All batches
error-compare = Compare new submissions
error-explained = What { $code } means
error-request = Request { $id }
errors-title = Error codes
errors-what = Every refusal of this service has a code that never changes its meaning. This is what they mean.

## The account

account-signed-in = Signed in as { $name }.
account-new-secret = { $what } Copy it now: it is not shown again.
    .what = Your new token.
account-secret-use = For instance, with the token in the variable { $variable }:
account-courses = Courses
account-password = Password
account-password-set = This account has a password.
account-password-none = This account has no password: sign-in links open it.
account-password-hint = A password has at least { $least } characters; a few words that belong together for nobody else are easy to remember. Changing it signs every other browser out.
account-password-old = Old password
account-password-new = New password
account-password-again = Once more
account-password-link = To set one, sign in by a fresh link first.
account-password-empty = Leave the new password empty to have none any more.
account-password-change = Set the password
account-tokens = Tokens
account-tokens-what = For scripts. A token acts for you, as far as its scope goes.
account-no-tokens = You have no tokens.
account-sessions = Sessions
session-browser = Browser
session-address = Address
session-way = Signed in by
session-by-link = link
session-by-password = password
session-by-provider = identity provider
session-since = Since
session-since-before = since
session-seen = Last seen
session-seen-before = seen
session-unknown = unknown
session-here = this one
session-end = Sign out
session-end-this = Sign out { $browser }, signed in { $when }
account-lost = Lost a laptop, or used a browser that others use too?
account-sign-out-everywhere = Sign out in every browser
account-revoke-tokens = Also revoke all API tokens and MOSS numbers
role-owner = owner
role-instructor = instructor
role-assistant = assistant
role-viewer = viewer
token-for = For
token-scope = Scope
token-made = Made
token-made-before = made
token-last-used = Last used
token-used-before = used
token-never = never
token-expires = Expires
token-ends-before = ends
token-when-revoked = when revoked
token-revoked = revoked
token-expired = expired
token-revoke = Revoke
token-revoke-this = Revoke { $label }
token-new = New token
token-what-for = What it is for
scope-read = read
scope-write = write
token-scope-write = write: all that you may do
token-scope-read = read: only look
token-works-for = Works for
token-month = 30 days
token-year = a year
token-until-revoked = until revoked
token-make = Make a token
scope-moss = user id for MOSS's clients
moss-number = User id for MOSS's clients
moss-number-what = Scripts like moss.pl, mosspy and the plugins of learning platforms know no tokens, only a number. It uploads to your own course and opens nothing else.
moss-number-make = Make a user id
moss-number-new = { $what } Copy it now: it is not shown again.
    .what = Your new user id.
moss-number-use = In the script, in the place of the old one:
moss-number-open = Its way here is not encrypted. Ask whoever operates this service where it listens to MOSS's clients, and for a tunnel.
moss-number-back = Back to the account

## Courses

courses = Courses
courses-what = Who belongs to a course sees its batches, archives and cases.
course-your-role = Your role
course-role = Role
course-members = Members
course-members-after = members
course-owners = Owners
course-personal = personal
course-new = New course
course-name = Name of the course
course-make = Make the course
course-roles = Viewers read reports. Assistants also upload and open cases. Instructors also delete and decide cases. Owners also decide who belongs to the course.
course-you = you
course-role-of = Role of { $name }
course-set-role = Set
course-set-role-of = Set the role of { $name }
course-remove = Remove
course-remove-this = Remove { $name }
course-add = Add a member
course-account = Name of the account
course-settings = The course
course-keep = Days batches are kept (empty: until deleted)
course-change = Change
course-leave = Leave this course

## The audit log

audit = Audit log
audit-what = Newest first. Entries hold ids and figures, no names or texts of students. Looking at a report is noted once an hour for each person.
audit-none = Nothing yet.
audit-done = What
audit-who = Who
audit-when = When
audit-subject = To what
audit-details = Details
audit-operator = the service
audit-account-created = Account made
audit-account-disabled = Account disabled or enabled
audit-sign-in-link-created = Sign-in link made
audit-signed-in = Signed in
audit-token-created = Token made
audit-token-revoked = Token revoked
audit-course-created = Course made
audit-role-set = Role set
audit-batch-accepted = Submissions uploaded
audit-batch-changed = Batch changed
audit-batch-cancelled = Analysis cancelled
audit-batch-deleted = Batch deleted
audit-batch-rescored = Report asked for again
audit-batch-extended = Late work uploaded
audit-revision-chosen = Another revision chosen
audit-share-created = Share link made
audit-share-revoked = Share link revoked
audit-share-viewed = Looked at through a share link
audit-archive-created = Archive made
audit-archive-changed = Archive changed
audit-archive-deleted = Archive deleted
audit-case-opened = Case opened
audit-case-changed = Case changed
audit-person-exported = What is held about a person handed out
audit-person-erased = Person erased
audit-account-admin = Administrator made or unmade
audit-account-email = Mail address set
audit-identity-bound = Identity bound
audit-password-set = Password set
audit-sign-in-refused = Wrong password
audit-session-ended = Signed out
audit-course-changed = Course changed
audit-report-viewed = Report viewed
audit-report-exported = Report exported

## Administration

admin = Administration
admin-accounts = Accounts
admin-courses = All courses
admin-courses-what = You see no report of a course by being an administrator. Who makes himself an owner does, and the members and the log of the course tell so.
admin-courses-none = There are only personal courses.
persons = Requests of persons
persons-what = What is held about somebody who handed something in, in all courses. Who is looked for is logged nowhere; that something was handed out or erased is.
persons-ask = Look for a person
persons-name = Name
persons-name-hint = As the name or the author of a submission. Order of words, case and accents do not matter.
persons-also = Also called
persons-also-hint = A name a line: a log-in name, a mail address, a nickname in notes. Texts lose these names too.
persons-everywhere = All courses
persons-find = Look
persons-found = Held about { $name }
persons-several = The name means several persons. Choose one:
persons-nobody = Nobody of that name is held.
persons-author = Author
persons-where = Where
persons-in-batch = Batch { $name }, number { $number }
persons-in-archive = Archive { $name }, number { $number }
persons-files = Files
persons-reports = { $count ->
    [one] { $count } report names the person.
   *[other] { $count } reports name the person.
}
persons-texts = Texts that name the person
persons-accounts = Accounts of that name, which are disabled by hand and not erased here:
persons-similar = Similar names
persons-similar-what = They share a word of the name and are never touched. Where one of them is meant, add it under “Also called”.
persons-export = Hand out
persons-export-what = A zip for the person: their files, their reports with everybody else under a number, their cases. Read it before you hand it out: notes of cases are in it.
persons-export-do = Download the zip
persons-erase = Erase
persons-erase-what = For good: { $submissions ->
    [one] { $submissions } submission
   *[other] { $submissions } submissions
} with their files and fingerprints, and the name in { $reports ->
    [one] { $reports } report
   *[other] { $reports } reports
} and { $texts ->
    [one] { $texts } other text
   *[other] { $texts } other texts
}. Reports of others stay readable, with the passages marked as removed.
persons-unread = With it go { $size } of uploads that were never analysed.
persons-sure = I have read what goes, and that it cannot be undone
persons-despite-hold = Also where a case under legal hold needs it
persons-erase-do = Erase this person
persons-erasures = Erased
persons-erasures-none = Nobody has been erased.
persons-erasures-what = The record has no names. It is kept so that a restored back-up can be freed of the same persons again.
persons-look-again = Look again
persons-now = Now called
persons-in-reports = Reports
persons-in-texts = Texts
persons-done = done
persons-under-way = under way
admin-join = Become an owner
admin-join-this = Become an owner of { $name }
account-name = Name
account-email = Mail address
account-email-optional = Mail address (may be empty)
account-made = Made
account-add = Add an account
account-is-admin = administrator
account-is-disabled = disabled
account-link-made = { $what } It works once, within 24 hours, and is not shown again. Whoever has it can sign in.
    .what = A sign-in link.
account-link-mailed = A sign-in link was mailed.
account-of-password = The account has a password.
account-of-no-password = The account has no password.
account-of-sessions = { $count ->
    [one] { $count } browser is signed in.
   *[other] { $count } browsers are signed in.
}
account-identities = Identities elsewhere
account-ways = Ways in
account-make-link = Make a sign-in link
account-mail-link = Mail a sign-in link
account-forget-password = Take the password away
account-end-sessions = Sign out in every browser
account-set-email = Set the mail address
account-rights = Rights
account-rights-what = Administrators look after accounts. A disabled account is signed out everywhere at once, and its tokens open nothing.
account-make-admin = Make an administrator
account-make-ordinary = Make an ordinary account
account-enable = Enable
account-disable = Disable

## Batches

batches-first = Nothing has been compared yet.
batches-upload = { $upload } and read who shares code, and where.
    .upload = Upload a class's submissions
batches-no-older = There are no older batches.
batches-pairs = Pairs listed
batches-uploaded = Uploaded
batches-newest = Newest
batches-older = Older
batch-title = Title
batch-uploaded = Uploaded { $when }
batch-failed = The comparison failed.
batch-upload-again = { $again }, changed where the reason asks for it.
    .again = Upload it again
batch-cancelled = This comparison was cancelled; its upload was deleted. { $new }.
    .new = Start a new one
batch-cancel = Cancel
batch-delete = Delete this batch
delete-this = Delete { $name }?
delete-title = Delete a batch
batch-keep = Keep as archive
delete-what = The report, the students' files and everything made from them are deleted from this server at once. There is no way back.
delete-for-good = Delete for good
delete-keep = Keep it

## Uploading

new-what = Every submission is compared with every other. Nothing leaves this server.
new-submissions-hint = One or more archives (zip, 7z, tar, tar.gz, tar.xz) as your course system exports them, or the files themselves. Archives inside archives are opened. At most { $most }.
new-boilerplate-hint = If you handed out code: archives or files of it. What comes from there is greyed and never counts.
new-title-hint = Left empty: the first file's name.
new-course-hint = Its members see the report.
new-earlier = Earlier submissions
new-earlier-hint = Nothing ticked: compared with every archive of the course (usual).
new-no-archive = No archive at all
new-more = More settings
new-common = Ignore passages that more than this many groups share
new-common-hint = 0: no limit; rare passages weigh more anyway.
new-pairs = Pairs to list at most
new-pairs-hint = 0: all, up to { $most }.
new-delete-on = Delete everything on
new-submit = Upload and compare
choose-file = Choose a file
choose-files = Choose files
choose-folder = Choose a folder
drop-here = or drop them here
drop-remove = Remove
drop-remove-this = Remove { $name }
keep-hint = Left empty: kept until somebody deletes it.
layout = What is a submission?
layout-auto = Find out (usual)
layout-children = Everything inside an archive is one submission each
layout-whole = Every archive or file I send is one submission
language-auto = Decide for each file (usual)
upload-choose-again = Please choose the files again: browsers do not keep them.
upload-sending = Uploading
upload-sent = Uploading: { $done } of { $total }
upload-looking = Looking through the upload
upload-stop = Stop the upload
upload-stopped = The upload was stopped. Nothing was accepted.
upload-broke = The connection broke. Nothing was accepted; try again.
upload-answered = The server answered { $status }.
upload-too-large = These files have { $size }; an upload may have { $most } at most.

## A look at an upload before it is compared

new-look = Upload and look first
new-folder = A whole folder
new-folder-hint = Instead of an archive: each folder in it is a submission. Dropping folders above does the same.
draft = What you sent
draft-what = Nothing is compared yet. Only you see this; it is thrown away at { $when }.
draft-counts = { $submissions ->
    [one] { $submissions } submission
   *[other] { $submissions } submissions
 } of { $files ->
    [one] { $files } file
   *[other] { $files } files
 }, { $boilerplate } handed out
draft-run = Compare
draft-look = Look again
draft-discard = Throw away
draft-handed-out = Probably handed out
draft-handed-out-what = Files that at least half of the authors have alike. What was handed out is greyed and counts for nobody.
draft-authors = Authors
draft-say = Say
draft-hand-out = This was handed out
draft-counts-for-nobody = Counts for nobody.
draft-take-back = Take back
draft-submissions-what = What would be compared
draft-author = Author
draft-attempt = Attempt
draft-time = Handed in
draft-files = Files
draft-file-count = { $count ->
    [one] { $count } file
   *[other] { $count } files
 }
draft-no-file = nothing to analyse
draft-is-staff = No student's.
draft-make-staff = This is no student's
draft-more = { $count } more are not shown here; the interface lists all.
draft-parsing = Parser warnings
draft-parsing-what = These files are compared all the same. Many warnings may mean a wrong language.
draft-parsing-note = Warning
draft-encodings = Encodings
draft-encodings-what = Files that are not plain UTF-8
draft-read-as = Read as
draft-detected = as found out
draft-further = { $count ->
    [one] and in one more place
   *[other] and in { $count } more places
}
draft-any-file = Another file
draft-any-encoding = is in
draft-none = none
draft-rules = Encodings by pattern
draft-rules-hint = A line each, as *.c=windows-1251; the first that fits decides.

## Archives

archives-what = Earlier submissions, which a course's new batches are compared against; and corpora, which any text can be looked up in.
archives-none = There is no archive yet.
archives-make-one = { $make } of last year's submissions or of a finished batch, and the next batch is compared against it.
    .make = Make one
archive-name = Name
archive-year = Year
archive-kept = Kept
archive-until = Until
archive-until-then = then the service deletes it
archive-until-somebody = somebody deletes it
archive-deleted-by-hand = deleted by hand
archive-made = Made { $when } in { $course }, whose new batches are compared against it.
archive-failed = { $what } The archive is as it was before.
    .what = The last change failed.
archive-cancelled = The last change was cancelled. The archive is as it was before.
archive-in-files = { $count ->
    [one] in { $count } file
   *[other] in { $count } files
 }
kept-sources = with sources
kept-reduced = reduced
kept-sketches = a corpus
archive-documents = Documents
archive-kept-sketches = sketches only: no texts, names or literals in them
archive-sketched = Sketched
archive-sketched-texts = { $shingle } words a shingle
archive-sketched-whole = ready-made features
archive-sketched-sample = one in { $modulus } kept
archive-sketched-all = all kept
archive-adding = { $what } What is there already is asked. If nobody is adding to it any more, the command was stopped: give it again.
    .what = Documents are being added.
archive-corpus-add = An operator adds documents by { $command }. { $ask }: which of its documents resemble it?
    .ask = Look a text up
archive-kept-sources = matches are shown side by side
archive-kept-reduced = no texts, names or literals
archive-state = State
archive-state-grows = grows with every change
archive-add = Add submissions
archive-add-button = Add
archive-files = Files
archive-files-hint = Archives (zip, 7z, tar, tar.gz, tar.xz) of submissions, or the files themselves; one submission is enough. At most { $most }.
archive-keep = How long it is kept
archive-keep-change = Change
archive-delete-on = Delete this archive on
archive-less = Less of it
archive-reduce = Reduce it
archive-delete = Delete it
or-batch = Or a finished batch
or-batch-none = None: the files above
or-batch-hint = Its submissions stay here when the batch is deleted.
reading = How the files are read
new-archive = New archive
new-archive-what = Earlier submissions are compared against, never with each other. They can be added now or later.
new-archive-name-hint = Reports mark its submissions with it.
new-archive-year-hint = When they were handed in, if you know.
new-archive-course-hint = Its members see the archive; its batches are compared against it.
new-archive-keeping = What is kept
new-archive-keeping-hint = Both find the same. An archive can be reduced later, but not back.
keeping-sources = Sources: matches are shown side by side
keeping-reduced = Reduced: no texts, names or literals
new-archive-delete-on = Delete it on
new-archive-first = First submissions
new-archive-submit = Make the archive
delete-archive-title = Delete an archive
delete-archive-what = Everything in this archive is deleted from this server at once, and new batches are no longer compared against it. There is no way back.
delete-archive-stays = Reports that found something in it stay: they show file names and line numbers of the archived side, without its text. What they quote as evidence goes when their batch is deleted.
reduce-title = Reduce an archive
reduce-this = Reduce { $name }?
reduce-goes = { $what } the texts of all files, with comments, and every name, number and string that their authors wrote.
    .what = What goes, for good:
reduce-reports = Reports made before show the archived side without its text from then on. What they quote as evidence, a comment for instance, goes when their batch is deleted.
reduce-stays = { $what } the submissions' names, file names, the sequence of each file's tokens, and where its lines begin.
    .what = What stays:
reduce-compared = New batches are compared as before. A match shows file names and line numbers of the archived side. Boilerplate still counts nothing.
reduce-for-good = Reduce for good
reduce-keep = Keep the texts

## Clusters of an archive

alike = Alike in this archive
alike-look = Which submissions are alike?
alike-what = Which of its submissions are the same, roughly the same, or roughly contained in each other. Whatever is linked, directly or by others, is one cluster. Computed when you ask; nothing is stored.
alike-measure = Alike by
alike-by-resemblance = resemblance
alike-by-containment = containment
alike-measure-hint = Resemblance: what both have, of all that the two have. Containment: of what one of them has, whichever share is larger.
alike-threshold = From
alike-threshold-hint = Between 0 and 1: 0.5 links those that have half in common.
alike-submit = Show clusters
alike-found = { $count ->
    [0] No cluster
    [one] { $count } cluster
   *[other] { $count } clusters
 }
alike-clustered = In clusters
alike-single = Alone
alike-estimate = Compared by the { $count } fingerprints that the index keeps of them. All shares are estimates, lower than those of a report, and the smaller the sample, the rougher.
alike-one-in = So many are shared that one in { $number } of them was compared.
alike-left-out = { $count ->
    [one] { $count } of them was left out, because more than { $limit } submissions share it.
   *[other] { $count } of them were left out, because more than { $limit } submissions share each.
 }
alike-too-short = { $count ->
    [one] { $count } submission is too short to have fingerprints, and was compared with nothing
   *[other] { $count } submissions are too short to have fingerprints, and were compared with nothing
 }
alike-not-sampled = { $count ->
    [one] { $count } submission has no fingerprint in the sample that was compared
   *[other] { $count } submissions have no fingerprint in the sample that was compared
 }
alike-common = { $count ->
    [one] { $count } submission has only fingerprints that too many share, and was compared as a whole only
   *[other] { $count } submissions have only fingerprints that too many share, and were compared as a whole only
 }
alike-too-large = { $count ->
    [one] { $count } submission has too many fingerprints to be compared
   *[other] { $count } submissions have too many fingerprints to be compared
 }
alike-all = All clusters
alike-none = No two submissions are as much alike as that.
alike-cluster = { $count ->
    [one] { $count } submission
   *[other] { $count } submissions
 }
alike-all-same = each is the same as another
alike-same = the same
alike-most = Most like
alike-most-before = most like
alike-in-other = It in the other
alike-in-other-before = it in the other
alike-other-in = The other in it
alike-other-in-before = the other in it
alike-before = Back
alike-after = Further on
alike-pseudonym = Submission { $number }

## Finding a text

query-what = Asks archives and finished batches who shares code with one text, and corpora which documents resemble it. Nothing is stored.
query-found = { $count ->
    [0] Nothing found
    [one] Found in { $count } submission
   *[other] Found in { $count } submissions
 }
query-read-as = Read as { $languages }: { $tokens } tokens, { $fingerprints } fingerprints.
query-too-short = The text is too short to be looked up.
query-nothing = Nothing that you may see shares enough with it.
query-results = What was found
query-order = Those that hold most of the text first. Shares are of the sets of k-grams of both; the sample is what the index found them by.
query-text-in-it = Text in it
query-text-in-it-before = text in it
query-it-in-text = It in the text
query-it-in-text-before = it in the text
query-sample = Sample
query-fingerprints = fingerprints
query-of = of { $count }
query-documents-found = { $count ->
    [0] No documents found in corpora
    [one] Found { $count } document in corpora
   *[other] Found { $count } documents in corpora
 }
query-documents-unknown = { $unknown } Nothing can be said about this text and the corpora: { $reason }.
    .unknown = Unknown.
query-documents-nothing = No document of a corpus that you may see shares a sampled shingle with it.
query-documents = Documents of corpora
query-documents-order = The most alike first. Shares are of the sets of shingles (runs of words) of both, estimated from samples; beside each, where it lies with a confidence of 95 %.
query-document = Document
query-shingles = sampled shingles
query-lines = Lines of the text, and where they are
query-in-file = in { $path } { $lines }
query-text = Text
query-text-hint = A program or a piece of one. For what is typed here choose the language below.
query-file = Or a file
query-file-hint = Its ending tells the language. At most { $most }.
query-language-auto = Find out
query-archives = Only in these archives and corpora
query-archives-hint = Nothing ticked: in everything that you may see.
query-submit = Find it

## Evidence: one pair or one case as a file to hand out or to print

left = Left
right = Right
pair-hand-out = To hand out or print: { $all }, { $left }, { $right }
    .all = this pair in one file
    .left = for the left author, the right side redacted
    .right = for the right author, the left side redacted
evidence-kind = Evidence for people to judge
evidence-of-pair = { $left } and { $right }
evidence-of-case = { $count ->
    [one] A case of { $count } submission
   *[other] A case of { $count } submissions
 }
evidence-for-reader = Made for { $name }. Of the other submission only the matching passages are shown; its author's name is hidden, inside the code too, as far as a program can find it.
evidence-names-hidden = Names are hidden, inside the code too, as far as a program can find them. A person's number is the same in every part of this report.
evidence-revision = Revision of the report
evidence-made = This file was made
evidence-made-by = By
evidence-engine = With
evidence-submissions = Whose work this is about
evidence-number = No.
evidence-handed-in = Handed in
evidence-unknown = not known
evidence-archived = from the archive { $archive }
evidence-staff = staff
evidence-files = Files
evidence-file = File
evidence-tokens = Tokens
evidence-counted = Tokens that count
evidence-pairs = The pairs of this case
evidence-numbers = The numbers of this pair; the appendix says what each of them means
evidence-rank-of = { $rank } of { $count } listed
evidence-cutoff = (cut-off { $cutoff })
evidence-before-exclusion = ({ $share } before exclusion)
evidence-count-tokens = { $count ->
    [one] { $count } token
   *[other] { $count } tokens
 }
evidence-matched = { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
 } in { $lines ->
    [one] { $lines } line
   *[other] { $lines } lines
 }
evidence-too-short = Too short to judge: a side has fewer than { $count } tokens that count, and programs this short look alike without copying.
evidence-through = These two share less with each other than either does with { $name }. That is what their suspicion says; read the three together.
evidence-no-matches = The matches of this pair are not part of the report.
evidence-matches = { $count ->
    [one] { $count } match
   *[other] { $count } matches
 }, longest first
evidence-legend = { $marked } is what matches; { $boilerplate } was handed out and { $common } is in many submissions: neither counts.
    .marked = Underlined text
    .boilerplate = grey text
    .common = text in brackets of dots
evidence-match = Match { $number }
evidence-spread = in { $groups ->
    [one] { $groups } group
   *[other] { $groups } groups
 } of submissions{ $archived ->
    [0] {""}
    [one] , { $archived } archived one
   *[other] , { $archived } archived ones
 }
evidence-no-code = The text of this match is not shown: it is not stored, or this file has reached its greatest length. The places are named above.
evidence-same-comment = Same comment: { $text }
evidence-same-number = Same number: { $text }
evidence-same-string = Same string: { $text }
evidence-same-spelling = Same unusual spelling: { $text }
evidence-usual = (others: { $usual })
evidence-also-left = Left also in { $path }, lines { $start } to { $end }
evidence-also-right = Right also in { $path }, lines { $start } to { $end }
evidence-own = Your own code
evidence-own-what = All of it, with what matches underlined.
evidence-read-as = Read as
evidence-lines = Lines
evidence-digest = BLAKE3

## The report: its overview

overview-page = { $title }, page { $page }
overview-submissions = { $count ->
    [one] { $count } submission
   *[other] { $count } submissions
}{ $archived ->
    [0] {""}
    [one] {" "}and { $archived } earlier one
   *[other] {" "}and { $archived } earlier ones
}
overview-files = { $count ->
    [one] { $count } file
   *[other] { $count } files
}{ $boilerplate ->
    [0] {""}
   *[other] {" "}and { $boilerplate } handed out
}
overview-compared = { $count ->
    [one] { $count } pair compared
   *[other] { $count } pairs compared
}
overview-all-submissions = All submissions
overview-settings = Settings
overview-platforms = authors and times from an export of { $platforms }
overview-first-page = First page of the report
download-json = JSON
download-csv = CSV
download-zip = Folder (zip)
clusters = Clusters
none-listed = none listed

# A number that is known roughly, or from one end
about = about { $number }
about-fewer = fewer than { $number }
count = { $count }
count-or-more = { $count } or more
count-at-least = at least { $count }

# Suspicion in words
scale-too-short = too short to judge
scale-below = below the cut-off
scale-near = near the cut-off
scale-above = above the cut-off
scale-far-above = far above the cut-off

# Is anything unusual?
verdict = Is anything unusual?
verdict-unknown = { $strong } Fewer than two submissions are long enough to be judged.
    .strong = Nothing can be said.
verdict-nothing = { $strong } No pair reaches the cut-off of { $cutoff }.
    .strong = Nothing unusual.
verdict-nothing-strongest = { $strong } No pair reaches the cut-off of { $cutoff }; the strongest has { $strongest }.
    .strong = Nothing unusual.
verdict-none-stands-out = None stands out from the rest of the class.
verdict-class-too-small = The class is too small to tell what is usual in it.
verdict-copies = { $strong } No other pair that can be judged reaches the cut-off of { $cutoff } or stands out from the class.
    .strong = Some submissions are { $copies }.
    .copies = copies of each other
verdict-outliers = { $strong }, though none reaches the cut-off of { $cutoff }. Read { $count ->
    [one] it
   *[other] them
 } first.
    .strong = { $count ->
        [one] One pair stands out
       *[other] { $count } pairs stand out
     } from this class
verdict-like-chance = { $known ->
    [least] { $count } or more pairs reach the cut-off, but chance alone may account for them.
   *[exactly] { $count ->
        [one] { $count } pair reaches the cut-off, but chance alone may account for it.
       *[other] { $count } pairs reach the cut-off, but chance alone may account for them.
     }
 }
verdict-no-pair-stands-out = No pair stands out.
verdict-unusual = { $known ->
    [least] { $count } or more pairs reach the cut-off of { $cutoff }.
   *[exactly] { $count ->
        [one] { $count } pair reaches the cut-off of { $cutoff }.
       *[other] { $count } pairs reach the cut-off of { $cutoff }.
     }
 }
verdict-expected = By chance, if everybody had worked alone, { $expected } would in a class like this.
verdict-begin = { $count ->
    [one] { $count } stands out: begin with it.
   *[other] { $count } stand out: begin with these.
 }
verdict-weaker = None of the class's own stands out: the weaker ones may be chance.
verdict-cannot-tell = The class is too small to tell how many of them chance accounts for.

# The picture of all pairs
chart = Pairs of this class by suspicion
chart-what = Bars count pairs, on a logarithmic scale from low suspicion on the left to high on the right. The same numbers stand in the table below.
chart-axis = suspicion, bits
chart-stands-out = stands out
chart-cutoff = cut-off
chart-chance = what chance leaves
chart-caption = How many pairs of this class have which suspicion; without earlier work and what is too short to judge.
chart-numbers = The same in numbers
chart-pairs-of = { $pairs ->
    [one] { $pairs } pair
   *[other] { $pairs } pairs
 } of { $submissions } submissions; those that were not compared share next to nothing.
chart-chance-from = What chance leaves is estimated from { $submissions } submissions that nothing links.
chart-pairs = Pairs
chart-by-chance = Left by chance
chart-strongest = Submissions whose strongest pair it is
chart-below = below { $to }
chart-between = { $from } to { $to }
chart-from = { $from } and more
chart-bar = { $range }: { $count ->
    [one] { $count } pair
   *[other] { $count } pairs
 }

# What was not analysed?
left-out = What was not analysed?
left-out-nothing = Every file was read and compared.
left-out-skipped = { $strong } { $count ->
    [one] file was
   *[other] files were
 } left out
    .strong = { $count }
left-out-none-skipped = No file was left out.
left-out-noted = { $strong } { $count ->
    [one] file was
   *[other] files were
 } compared with remarks
    .strong = { $count }
left-out-short = { $strong } { $count ->
    [one] submission is
   *[other] submissions are
 } too short to judge: fewer than { $least } tokens that count
    .strong = { $count }
skipped = Not analysed
skipped-none = Every file was analysed.
skipped-first = The first { $shown } of { $count }. { $all }
    .all = All of them
skipped-what = Files that took no part in the comparison.
skipped-count = { $count ->
    [one] { $count } file
   *[other] { $count } files
 } that took no part in the comparison.
skipped-reason = Reason
skipped-filter = Show files with
skipped-filter-hint = a name or a reason
noted = Analysed with remarks
noted-first = The first { $shown } of { $count } files. { $all }
    .all = All of them stand with their submissions
noted-what = These files were compared all the same.
noted-remarks = Remarks
rows-shown = { $shown } of { $all } rows of this page

# The cut-off, to be tried
cutoff = Cut-off
cutoff-from = Suspicion from
cutoff-show = Show
cutoff-pairs = Pairs at or above it:
cutoff-cases = Cases at or above it:
cutoff-chance = Pairs to expect by chance:
cutoff-look = A look only: the report's own cut-off is { $cutoff }. { $back }
    .back = Back to it
cutoff-try = Trying another changes no report.

# Who first?
first-cases = Who first?
first-no-cases = No pair reaches the cut-off, so there are no cases.
first-caption = Cases: submissions linked by pairs at or above the cut-off, strongest first.
first-shown = The first { $shown } of { $count }.
first-pictures = All as pictures
first-size = How many
first-suspicion = Largest suspicion
first-strongest = Strongest pairs
first-within-chance = within reach of chance

# All pairs
list = All pairs
list-none = No two submissions share a passage long enough to be listed.
list-filter = Pairs
list-name = Name
list-name-hint = part of a name
list-any-language = any
list-with = With
list-with-anyone = anyone
list-with-class = this class
list-with-archive = earlier work
list-only-above = only at or above the cut-off
list-submit = Filter
list-show-all = Show all
list-shown = { $shown } of { $all } pairs
list-none-such = No listed pair is like this.
list-judged = Ranked by suspicion. Open a pair to read its two sides next to each other. A high rank is a reason to read both, not a verdict.
list-short = Too short to judge
list-short-what = A side has fewer than { $least } tokens that count. Programs this short look alike without copying.
list-short-caption = Too short to judge, ranked by suspicion.
list-staff = With staff
list-staff-what = One side is staff’s. These pairs form no case and are counted nowhere; a solution that got about is found by them.
list-staff-caption = Pairs with staff’s submissions, ranked by suspicion.
list-before-exclusion = before exclusion
list-no-matches = matches were not listed for this pair

# Copies
duplicates = Copies of each other
duplicates-caption = Submissions that are equal as wholes, strictest sense first.
duplicates-kind = Kind
duplicates-more = { $count ->
    [one] { $count } further set of copies stands in the JSON.
   *[other] { $count } further sets of copies stand in the JSON.
 }
duplicates-identical = identical files
duplicates-lexical = equal apart from comments and layout
duplicates-tokens = equal apart from names, literals, comments and layout

# The settings, as they stand on the overview
settings-of-report = Settings of this report
settings-numbers = What the numbers mean
setting-read-as = Read as: { $languages }.
setting-cutoff-value = suspicion { $cutoff }
setting-engine = version { $version }, revision { $revision } of this report
setting-repeat = The same files and settings give the same report.

## All submissions

submissions-filter = Show submissions with
submissions-filter-hint = a name or a path
submissions-caption = { $count ->
    [one] The { $count } submission with its files.
   *[other] All { $count } submissions with their files.
 } Tokens that count are those that are neither boilerplate nor common.
submissions-counted = That count
submissions-strongest = Strongest pair
submissions-more-files = { $count ->
    [one] and { $count } more file
   *[other] and { $count } more files
 }
submissions-too-short = too short
archive-of = archive { $name }
archive-of-year = archive { $name } ({ $year })

# Why a text is not there
missing-not-stored = The text of this file is not stored.
missing-removed = This archive was removed since the comparison, and the text of this file with it.
missing-erased = Removed: whoever handed this in was erased on request, and the text of this file with them. The other side is as it was.
missing-reduced = This archive keeps no sources, so there is no text of this file to show.

## The clusters

clusters-what = Submissions linked, directly or through others, by pairs at or above the cut-off of { $cutoff }. Two members of one cluster need not share anything with each other. The thicker a line of the pictures, the more evidence it stands for.
clusters-none = No pair reaches the cut-off, so there are no clusters.
clusters-no-times = Nobody told when these were handed in, so nothing is said about who came first. Times inside a zip say when a file was changed or packed, not when it was handed in; they are not used.
cluster = { $count ->
   *[other] Cluster { $number }: { $count } submissions
 }
cluster-suspicion = Largest suspicion { $suspicion }
cluster-similarity = mean similarity { $similarity }
cluster-unlisted = The pairs of this cluster rank below those listed in this report.
cluster-network = Cluster { $number } as a network
cluster-archived = Squares and broken lines: earlier submissions.
cluster-not-drawn = { $count ->
    [one] { $count } member with weaker links is not drawn.
   *[other] { $count } members with weaker links are not drawn.
 }
cluster-links = The same links, strongest first.
cluster-more-links = { $count ->
    [one] { $count } weaker one is not repeated here.
   *[other] { $count } weaker ones are not repeated here.
 }
network-link = { $left } and { $right }: suspicion { $suspicion }
network-node = { $number }: { $name }
network-node-archived = { $number }: { $name }, { $archive }

# Who of a cluster came first
timeline = Who came first
timeline-picture = When the submissions of cluster { $number } were handed in
timeline-mark = { $name }, { $time }
timeline-first = first
timeline-joined = A line joins the attempts of one author.
timeline-more = { $count ->
    [one] { $count } author who came later is not drawn.
   *[other] { $count } authors who came later are not drawn.
 }
timeline-caution = Who handed in first need not be who wrote it.
timeline-order = Earliest first.
timeline-unknown = { $count ->
    [one] Of { $count } member it is not known.
   *[other] Of { $count } members it is not known.
 }

## The reading guide

number-rank-why = The place of the pair in the order of suspicion; pairs too short to judge come last.
number-suspicion-why = How much unusual code the two sides share, in bits: what few others have counts more, and all of it counts less the smaller a part of the two programs it is. It decides the order and what forms a case; it is not a probability.
number-words = In words
number-words-why = Where the suspicion lies: near the cut-off is from 0.7 of it, far above it is three times the cut-off.
number-share = Shared
number-share-why = The part of this side's tokens that lies in a match, after boilerplate and common code are taken out of both sides; the small figure is the same with nothing taken out.
number-longest-why = Tokens of the longest passage that is equal token by token, boilerplate and common code apart; names, numbers, strings, comments and layout play no part.
number-matches = Matches
number-matches-why = Into how many passages the shared code falls; many short ones say less than one long one.
number-lines = Lines
number-lines-why = Lines of the left side that hold some of the shared code.
number-similarity = Mean similarity
number-similarity-why = The part of both sides together that lies in matches, as the mean of the pairs that hold the case together.
number-size-why = How many submissions are linked, directly or through others; two of them need not share anything with each other.
number-cutoff-why = The suspicion from which on pairs are gathered into cases. It hides nothing, and it is no limit of what is allowed.
number-expected = Pairs to expect by chance
number-expected-why = How many pairs of people who worked alone would reach the cut-off in a class like this one, estimated from how its other pairs fall off; right to within a factor of about two.
number-stands-out = Stands out
number-stands-out-why = A suspicion that chance alone reaches in fewer than one in twenty classes like this one.
number-tokens-why = Words and signs of the code as a compiler would see them, without comments and layout.
number-counted = Tokens that count
number-counted-why = Tokens that are neither boilerplate nor common code.
number-compared = Pairs compared
number-compared-why = Pairs that share enough rare code to be compared token by token; all others share less.
number-left-out-why = Files that took no part in the comparison, each with its reason.

guide-what = It says which programs share code that others do not have, and shows where. It does not say who wrote what, who took from whom, or whether anybody did anything wrong: people decide that, after reading both sides and hearing both authors.
guide-do = Do
guide-do-begin = Begin with { $overview }: whether the class has anything unusual in it, and which case is first.
    .overview = the overview
guide-do-read = Open the pair and read the passages, the longest and the rarest first. The question is whether somebody else would have written this.
guide-do-unusual = Look at what is unusual in both: the same odd comment, constant, misspelling, mistake, order of things that could stand in any order.
guide-do-case = Look at the whole case. Where three share a passage, the third may be where the other two have it from.
guide-do-sources = Mark what you handed out as boilerplate, and give earlier years' work as an archive, before you draw conclusions.
guide-do-hear = Let somebody else look, and hear the authors. Talking about the code tells more than any number.
guide-dont = Don’t
guide-dont-percentage = Never go by a percentage alone. Two solutions of ten lines may agree in 90 % by chance, and two of a thousand lines may share one stolen function in 5 %.
guide-dont-accuse = Never accuse anybody without having read both sides. No number here is a verdict or a probability of guilt.
guide-dont-limit = Do not take a fixed limit from another task or class: how much innocent programs share depends on the task.
guide-dont-short = Do not judge short programs. With fewer than { $least } tokens that count they look alike without copying; they stand apart for that reason.
guide-dont-acquit = Do not conclude from a low rank that nothing happened: who had the work done by somebody outside this class shares nothing with anybody in it.
guide-dont-direction = Do not conclude who copied from whom. The report treats both sides alike; who handed in first need not be who wrote it.
guide-numbers = What the numbers mean
guide-resemblance = Resemblance, containment
guide-resemblance-means = Of all short runs of tokens that either side has, the part that both have; of those that one side has, the part that the other has too. They stand in the table to take away and need no verified passages.
guide-literal = How literal a match is
guide-identical = Identical
guide-identical-means = Names, numbers and strings agree as well. Comments and layout may differ.
guide-renamed = Renamed
guide-renamed-means = The same code word for word, but for some name, number or string. Renaming is what is tried most often; it also comes about where two follow one text.
guide-rewritten = Rewritten
guide-rewritten-means = Statements in the same order that agree in what they do, with others inserted between them or written another way: a loop as another loop, a condition turned round. It needs the most careful reading.
guide-not-counted = What does not count
guide-boilerplate-means = What was handed out to everybody. It is shown grey, and no number counts it; the small figures beside the shares do.
guide-common-means = What more groups of submissions have than a limit allows, if one was set. It is shown hatched and counts nothing. Without a limit, what many have weighs next to nothing.
guide-archives-means = Earlier submissions are compared with this class, never with each other, and do not make a passage common. They are named with their archive and drawn as squares. A passage of an earlier year may have come from a tutor’s solution or from the web; look for the third source.
guide-chance = What chance leaves
guide-chance-means = Some pairs of people who never met reach any cut-off, and how many depends on the task. The report estimates it from the class itself: from how fast its other pairs become fewer as suspicion grows. “About 3 to expect by chance” means that in a class like this, in which nobody copied, some three pairs would reach the cut-off; the estimate is right to within a factor of about two. It knows nothing of shared libraries, tutorials or former homework, which are no chance.
guide-way = Finding your way
guide-way-what = Everything can be reached by links and by the keyboard alone. Tables sort by their headings. On the page of a pair, the numbers of matches lead from one side to the other. A question mark beside a number opens its explanation; { $key } closes it.
guide-made = Report { $title }, revision { $revision }, made by Chaffinch { $version }. All { $settings } stand on the overview.
    .settings = settings

## A pair

pair-title = { $left } and { $right }
pair-title-differences = { $left } and { $right }: differences
pair-and = and
pair-neighbours = Neighbouring pairs
pair-rank-before = ‹ Rank { $rank }
pair-rank-after = Rank { $rank } ›
pair-views = Views of this pair
pair-view-matches = Matches
pair-view-differences = Differences
pair-case = Case
pair-case-open = Open a case
parts = Parts of this page
parts-again = Parts of this page, once more
part = Part
what-is-meant = What is meant by { $name }?

pair-rank = Rank
pair-rank-why = The place of this pair in the list of all pairs, most suspicious first.
pair-rank-of = of { $count } listed
pair-suspicion = Suspicion
pair-suspicion-why = How much unusual code the two share: what few others have counts more, and all of it less the smaller a part of the programs it is. It decides the order; it is no probability and no verdict.
pair-left-share = Left shared
pair-left-share-why = The part of the left side's tokens that lies in a match, with handed out and common code taken out; below it, with nothing taken out.
pair-right-share = Right shared
pair-right-share-why = The part of the right side's tokens that lies in a match, with handed out and common code taken out; below it, with nothing taken out.
pair-before-exclusion = { $share } before exclusion
pair-longest = Longest match
pair-longest-why = Tokens of the longest passage that is equal token by token; names, numbers, comments and layout play no part.
pair-tokens = tokens
pair-matched = Matched
pair-matched-why = Tokens of the left side that lie in a match and count, and the lines of the left side that hold some of them.
pair-matched-lines = tokens in { $lines ->
    [one] { $lines } line
   *[other] { $lines } lines
}
pair-similarity = Similarity
pair-similarity-why = The shared part of both sides taken together: low where a small program is in a large one, which the two shares tell apart.
pair-similarity-of = both sides together
pair-resemblance = Resemblance
pair-resemblance-why = Of all short runs of tokens that occur on either side, the part that occurs on both, wherever they stand.
pair-resemblance-of = of the sets of k-grams
pair-through = These two share less with each other than either does with { $third }. That is what their suspicion says; read the three together.
pair-too-short = { $strong } A side has too few tokens that count; programs this short look alike without copying.
    .strong = Too short to judge.

pair-matches = { $count ->
    [one] { $count } match
   *[other] { $count } matches
}
pair-matches-here = { $count ->
    [one] { $count } match
   *[other] { $count } matches
}, { $here } of them in this part
pair-list = List of matches
pair-order = Order
pair-order-longest = longest first
pair-order-rarest = rarest first
pair-order-left = as on the left
pair-order-right = as on the right
pair-strip = Matches, { $order }
pair-number = No.
pair-tokens-head = Tokens
pair-left-lines = Left lines
pair-right-lines = Right lines
pair-who = Who has it
pair-who-why = In how many of the class's groups most of this passage was found, these two included; submissions nearly identical to each other are one group. What only these two have says most.
pair-literal = How literal
pair-literal-why = Identical: names, numbers and strings agree as well. Renamed: the code is the same, but some of those are not. Rewritten: statements were inserted between or written another way.
pair-re-score = Template
pair-is-template = This is template
pair-is-template-label = This is template: match { $number }
pair-match = Match { $number }
pair-match-go = Match { $number }, { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}: go to the other side
pair-match-lines = Match { $number }: left lines { $left }, right lines { $right }
pair-also = also { $lines } { $path }
pair-in-groups = { $groups ->
    [one] in { $groups } group of near-copies, of { $all }
   *[other] in { $groups } of { $all } groups
 }
pair-in-groups-only = { $groups ->
    [one] in { $groups } group of near-copies
   *[other] in { $groups } groups
 }
pair-in-groups-between = in { $least } to { $groups } of { $all } groups
pair-and-archived = and { $count } archived
pair-also-in = also in
pair-also-archived = also in { $count } archived
pair-more-archived = and { $count } more archived
pair-same-also = Also the same in match { $number }
pair-same-comment = Same comment:
pair-same-number = Same number:
pair-same-string = Same string:
pair-same-spelling = Same unusual spelling:
pair-others-write = , which others write
pair-unlisted = Only the { $listed } longest of { $count } matches are listed.
pair-no-matches = The matches of this pair are not part of the report; only better ranked pairs carry theirs.
literal-identical = identical
literal-renamed = renamed
literal-rewritten = rewritten

rules = How to read this
rule-human = Nothing here is a verdict or a probability of guilt. A program found equal passages; people decide what they mean, after reading both sides and hearing both authors.
rule-percentage = Never go by a percentage alone: short solutions of one task agree in much by chance, and long ones may share one decisive part in little.
rule-both-sides = Read the passages, the longest and the rarest first, and ask whether somebody else would have written this. What tells most is what is unusual on both sides: a comment, a constant, a misspelling, a mistake.
rule-short = Short programs look alike without copying; those too short to judge are marked.
rule-direction = Left and right are treated alike. Nothing here says who took from whom, or whether both took from a third.
rule-sources = A passage that others have too may come from a handout, a textbook or the web. Look for such a source before concluding.

appendix-numbers = Appendix: what the numbers mean
figure-rank = Rank
figure-suspicion = Suspicion
figure-left-share = Left shared
figure-right-share = Right shared
figure-shares = Left shared, right shared
figure-longest = Longest match
figure-matched = Matched
figure-similarity = Similarity
figure-groups = Groups
figure-literal = Identical, renamed, rewritten
means-suspicion = How much unusual code the two sides share: what few others have counts more, and all of it counts less the smaller a part of the two programs it is. It decides the order and what forms clusters; it is not a probability.
means-rank = The place of the pair among all listed pairs of the report, by suspicion.
means-shares = The part of each side's tokens that lies in a match, after boilerplate and common code are taken out of both; before exclusion: with nothing taken out.
means-longest = Tokens of the longest passage that is equal token by token, boilerplate and common code apart. Names, numbers, strings, comments and layout play no part.
means-matched = Tokens of the left side that count and lie in a match, and lines of the left side that hold some of them.
means-similarity = Matched tokens of both sides in all tokens of both sides that count.
means-resemblance = Of all short runs of tokens that either side has, the part that both have.
means-tokens = Words and signs of a program as its language reads them. Those that count are neither boilerplate nor common code.
means-groups = Submissions that are near-identical form one group. A passage in two groups is shared by these two alone; in many, it is common knowledge. Archived ones are earlier submissions.
means-literal = A match is identical where names, numbers and strings agree as well, renamed where some do not, and rewritten where statements between were inserted or written another way.

appendix-settings = Appendix: how the comparison was made
setting-scheme = Comparison of { $family }
setting-scheme-value = k = { $k }, w = { $w }, t = { $t }, normaliser { $normalizer }.
setting-scheme-means = Runs of fewer than k tokens are noise and never found; every shared run of at least t tokens is sure to be found.
setting-cutoff = Cut-off
setting-cutoff-means = Pairs at or above this suspicion form clusters. It hides no pair.
setting-shortest = Shortest match
setting-shortest-means = Shorter equal passages are not shown.
setting-too-short = Too short to judge
setting-too-short-means = A side with fewer tokens that count is not judged.
setting-boilerplate = { $files ->
    [0] No files.
    [one] { $files } file, runs of at least { $run } tokens.
   *[other] { $files } files, runs of at least { $run } tokens.
 }
setting-boilerplate-means = Runs this long that a file of the handout has too count nothing.
setting-common = Common code
setting-common-value = { $groups ->
    [0] No limit.
   *[other] In more than { $groups } groups.
 }
setting-common-means = What is in more groups than the limit counts nothing; without a limit, what many have weighs little.
setting-neighbours = Neighbours
setting-neighbours-means = Each submission was compared token by token with this many of those it shares most fingerprints with.
setting-archive = Archive
setting-archive-means = All its { $submissions } submissions were looked up, in its state number { $state }; { $compared } shared enough rare fingerprints to be compared token by token.
setting-review = Decisions of readers
setting-review-value = Passages marked as handed out: { $templates }; teams: { $teams }; staff: { $staff }.
appendix-repeat = { $submissions } submissions took part. The same files and settings give the same report.
appendix-digests = Appendix: what was compared
appendix-digests-what = The digest of each file as it was uploaded. Whoever has the file can compute it again, and whoever has another file gets another one.

pair-show = Show
pair-signs = Signs in the code
pair-sign-reworded = reworded
pair-sign-reworded-why = the same statement in other words
pair-sign-inserted = inserted
pair-sign-inserted-why = only on this side
sign-handed-out = handed out
sign-handed-out-why = counts nothing
sign-common = common
sign-common-why = in more than { $limit } groups, counts nothing
pair-together = Scroll both sides together
pair-keys = Keys
pair-keys-next = next match in the chosen order
pair-keys-previous = previous match
pair-keys-other = the same match on the other side
pair-keys-together = scroll both sides together, or each alone
pair-keys-layers = hide or show identical, renamed, rewritten matches
pair-keys-pairs = the pair ranked before, the next one
pair-keys-keys = this list
close = Close
pair-said = Match { $number } of { $count }: { $tokens } tokens, left lines { $left }, right lines { $right }
pair-left = Left:
pair-right = Right:
pair-left-code = Code of the left side
pair-right-code = Code of the right side
pair-side = { $share } of { $count } tokens that count
pair-side-short = , too short to judge
pair-lines-here = lines { $lines }
pair-files-here = { $count ->
    [one] { $count } file
   *[other] { $count } files
}
pair-nothing-here = Nothing of this side is in this part.
file-lines = { $count ->
    [one] { $count } line
   *[other] { $count } lines
}
file-lines-here = here { $lines }
file-matches = { $count ->
    [0] no match
    [one] { $count } match
   *[other] { $count } matches
}
lines-at = { $count ->
    [one] line { $lines }
   *[other] lines { $lines }
}

# Line by line
differences-counts = { $same } lines are the same on both sides and { $changed } differ; { $left } stand on the left only and { $right } on the right only. What differs within a line is underlined.
differences-left-line = Left line
differences-right-line = Right line
differences-sign = How they differ
differences-differs = differs
differences-one-side = only on this side
differences-same = left lines { $left } are the same as right lines { $right }
differences-more = and { $count } bytes more
differences-too-long = Some files have too many lines to be compared here. The view of the matches shows them.
differences-left-only = On the left only:
differences-right-only = On the right only:

## A submission

submission-staff = staff
submission-team = Team
submission-files = Files
submission-tokens = Tokens
submission-tokens-why = Words, signs and literals of the code; comments and layout are none.
submission-tokens-count = { $count } count
submission-others = Others have
submission-others-why = The part of the code, by bytes, that lies in a passage shared with one of the pairs read for this page. Little says nothing; much may be a task that leaves no choice.
submission-others-in = { $count ->
    [one] in { $count } passage
   *[other] in { $count } passages
}
submission-handed-out = Handed out
submission-handed-out-why = The part of the code that the handout has too; it is grey and counts nothing.
submission-common = Common
submission-common-why = The part of the code that more groups have than the limit of this report; it is hatched and counts nothing.
submission-author = Author
submission-attempt = Attempt
submission-handed-in = Handed in
submission-pairs = Pairs
submission-no-pairs = No listed pair has this submission.
submission-pairs-before = The pairs with this submission stand in the first parts.
submission-pairs-caption = Pairs with this submission, strongest first.
submission-unread = { $count ->
    [one] The passages below are those of the strongest pairs; { $count } weaker one is listed only.
   *[other] The passages below are those of the strongest pairs; { $count } weaker ones are listed only.
}
submission-code = Code
submission-sign-passage = a passage that others have; the number leads to who
submission-file-tokens = { $count ->
    [one] { $count } token
   *[other] { $count } tokens
}
submission-passages = Passages that others have
submission-passage = Passage { $number }
submission-passage-go = Passage { $number }: with whom it is shared
submission-passage-lines = Passage { $number }: lines { $lines }
submission-sharer = { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}{ $matches ->
    [1] { "" }
   *[other] {" "}in { $matches } matches
}
submission-code-of = Code of { $path }
## Cases

case = Case
cases-what = What people decide about suspected copying. A case stays with the persons it is about: it is shown again when a report is made anew or another batch of the course has work of theirs.
cases-none = There is no case yet.
cases-how = Open one from a pair or a cluster of a report.
cases-none-such = No case has this status.
cases-every-status = every status
cases-show = Show
case-none = none
case-open = open
case-suspicious = suspicious
case-confirmed = confirmed
case-dismissed = dismissed
case-held = hold
case-persons = Whom it is about
case-opened-on = Opened
case-opened-by = Opened by { $who } { $when }.
case-reviewed-by = { $who } decides it.
case-hold-since = { $what } Since { $when } nothing that this case needs is deleted.
    .what = Legal hold.
case-seen-in = Where it was seen
case-seen-nowhere = The batches in which it was seen have been deleted.
case-side-by-side = Side by side:
case-evidence = One file to hand on: every pair of this case with its matches
case-do = What you can do
case-note = Note
case-note-add = Add the note
case-why = Why
case-status-set = Set the status
case-reviewer = Second reviewer
case-no-reviewer = nobody
case-reviewer-hint = A second pair of eyes: confirms or dismisses in the place of whoever opened the case.
case-reviewer-set = Name the reviewer
case-hold = Put on hold
case-hold-why = Why nothing may be deleted
case-hold-hint = A legal hold keeps batches and archives of this case from being deleted, by hand or by their date.
case-release = Lift the hold
case-release-why = Why the hold is lifted
case-history = History
case-when = When
case-who = Who
case-what = What
case-by-operator = the operator
case-was-opened = { $count ->
    [one] opened it on { $count } submission, { $status }
   *[other] opened it on { $count } submissions, { $status }
 }
case-was-noted = noted
case-was-decided = changed the status from { $from } to { $to }
case-was-given = named { $reviewer } as second reviewer
case-was-taken-back = took the second reviewer away
case-was-held = put it on legal hold
case-was-released = lifted the legal hold
case-was-added = { $count ->
    [one] added { $count } submission
   *[other] added { $count } submissions
 }

## How a batch is compared

review = Settings and history
review-under-way = Being compared again
review-broke = The last change failed
review-of = How { $title } is compared
review-what = Changes make another revision of the report from what was kept: nothing is uploaded again, and every earlier revision stays.
review-failed = { $what } The report is as it was before.
    .what = The last change failed.
review-cancelled = The last change was cancelled. The report is as it was before.
review-compare = Compare again
review-cutoff = Cut-off of suspicion
review-cutoff-hint = Pairs at or above it form clusters. Left empty: the usual one.
review-teams = Teams
review-teams-hint = One team a line, its members separated by commas, by the names of their submissions or of authors; or a table with the columns member and team. Members are not reported against each other.
review-staff = Staff
review-staff-hint = One name a line. Reported apart, and never counted for how rare a passage is.
review-submit = Compare again
review-templates = Template passages
review-no-templates = None. On the page of a pair any match can be declared template: then it counts as handed out, wherever it occurs.
review-lines = { $first ->
   *[other] lines { $first } to { $last }
 }
review-count-again = Count it again
review-count-this = Count it again: the passage of { $name } in { $path }
late = Late work
late-hint = Archives or files of submissions that came later: only they are read, then all are compared. At most { $most }.
late-submit = Add and compare
revisions = Revisions
revision = Revision
revision-made = Made
revision-by = By
revision-changes = What changed
revision-pairs = { $count ->
    [one] { $count } pair listed
   *[other] { $count } pairs listed
 }
revision-current = current
revision-choose = Make current
revision-choose-this = Make current: revision { $number }
change-first = first report
change-common = passages in more than { $limit } groups count nothing
change-cutoff = cut-off { $cutoff }
change-cutoff-usual = the usual cut-off
change-template-added = { $count ->
    [one] { $count } passage is template
   *[other] { $count } passages are template
 }
change-template-removed = { $count ->
    [one] { $count } passage counts again
   *[other] { $count } passages count again
 }
change-teams = { $count ->
    [0] no teams
    [one] { $count } team
   *[other] { $count } teams
 }
change-staff = { $count ->
    [0] no staff
   *[other] staff: { $count }
 }
change-late = { $count ->
    [one] { $count } late submission
   *[other] { $count } late submissions
 }
turns = Which revision was current when
turn-result = { $when }: revision { $number }, asked for by { $who }
turn-undo = { $when }: back to revision { $number }, by { $who }
turn-redo = { $when }: forward to revision { $number }, by { $who }

## A pair that is not listed

unlisted-why = Revision { $revision } of the report does not list these two as a pair: they share too little that counts, or other pairs come first.
unlisted-undo = What was changed, by whom, and how to go back, stands under { $history }.
    .history = settings and history
unlisted-overview = The report

## Share links

share-title = Share links
share-what = Whoever has such a link reads this report and nothing else, without an account, until it expires or is revoked. Each look is noted in the log.
share-fresh = This is the link. It is shown this once.
share-none = There are none.
share-made = Made
share-ends = Ends
share-shows = Shows
share-viewed = Last viewed
share-never = never
share-with-names = with names
share-without-names = without names
share-with-exports = may be downloaded
share-revoked = revoked
share-expired = expired
share-revoke = Revoke
share-revoke-this = Revoke the link of { $when }
share-new = New link
share-days = Days it works
share-hide-names = Hide names
share-allow-exports = Allow downloads
share-make = Make a link
