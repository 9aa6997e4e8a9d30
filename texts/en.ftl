# The English texts of Chaffinch's pages. Another language is another file in this folder, named by its language tag
# (de.ftl, pt-BR.ftl), with the same keys. The syntax is Project Fluent's.
#
# These texts stay English in every language: error titles and problems, which the API also returns; the engine's notes
# about files (the reason for a skipped file, warnings), which reports store; and the pseudonyms that replace hidden
# names, because they also appear in code.
#
# A key begins with the name of its page. Messages contain no HTML. The page inserts { $name }. If a message has
# attributes (.link = ...), each attribute is the text of the link or of the strong text that replaces { $link }.

## All pages

product = Chaffinch
page-title = { $title } · Chaffinch
skip = Skip to content
# The name of this language in this language: the button that switches to it.
language-name = English
# What stands before the fraction of a number
decimal-sign = .
language-switch = Language of the pages
guide = How to read this report
menu = Main
display = Display
theme = Theme
theme-system = System
theme-light = Light
theme-dark = Dark
single-keys = Single-key shortcuts
report = Report
report-menu = Export and more
overview = Overview
account-settings = Account settings
sign-out = Sign out
names-hide = Hide names
names-show = Show names
where = Breadcrumb
pages-of-list = Pages of this list
pages-of-list-again = Pages of this list (bottom)
actions = Actions
status = Status
course = Course
language = Language
submission = Submission
submissions = Submissions
boilerplate = Starter code (boilerplate)
resemblance = Resemblance
and-more = and { $count } more

# Main menu
batches = Comparisons
new-comparison = New comparison
archives = Archives
cases = Cases
query = Search submissions
account = Account

# Progress of a job
status-queued = queued
status-running = running
status-done = done
status-failed = failed
status-cancelled = cancelled
progress = Progress
progress-waiting = Waiting for a worker
progress-starting = Starting
progress-count = { $done } of { $total }
progress-count-live = { $done } of { $total }
progress-percent = { $percent }%
progress-seconds = about { $count } s left
progress-minutes = about { $count } min left
stage-adding = Adding submissions
stage-extracting = Unpacking the upload
stage-indexing = Updating the index
stage-listing = Listing similar pairs
stage-reading = Reading submissions
stage-reducing = Reducing the archive
stage-reporting = Writing the report
stage-screening = Finding candidate pairs
stage-searching = Searching earlier submissions
stage-storing = Storing the report
stage-verifying = Comparing candidate pairs

# Sizes of files
size-bytes = { $count ->
    [one] { $count } byte
   *[other] { $count } bytes
}
size-kib = { $size } KiB
size-mib = { $size } MiB
size-gib = { $size } GiB

## Sign-in

sign-in = Sign in
sign-in-once = This sign-in link works once.
sign-in-provider = Sign in with { $name }
sign-out-provider = You are signed out of Chaffinch, but not of your identity provider.
sign-out-provider-too = Sign out of { $name }
sign-in-name = Account name
sign-in-password = Password
sign-in-wrong = Incorrect name or password.
sign-in-without = Sign in without a password
sign-in-mail-name = Account name
sign-in-mail = Email me a sign-in link
sign-in-mailed = If this account exists and has an email address, we have sent it a sign-in link.
sign-in-how = Open a sign-in link. Use the link printed when the service first started, or ask an administrator for a new one. The operator of the service can also create one with this command:
sign-in-first = The first account is named { $name }.

mail-subject = Sign in to Chaffinch
mail-text =
    Hello { $name },

    Use this link to sign in. It works once and expires after { $hours } hours:

    { $link }

    Anyone who has this link can sign in as you, so do not share it. If you did not request it, ignore this email. Nothing happens unless someone uses the link.

## Errors

error-status = Error { $status }
error-sign-in = How to sign in
error-ours = This is our fault, not yours. Try again. If it happens again, send your administrator this request id.
error-back = Back to the previous page
error-batches = All comparisons
error-compare = New comparison
error-explained = What { $code } means
error-request = Request id: { $id }
errors-title = Error codes
errors-what = Every error has a code. The meaning of a code never changes.

## Account

account-signed-in = Signed in as { $name }.
account-new-secret = { $what } Copy it now. You will not see it again.
    .what = Access token created.
account-secret-use = Example, with the token in the variable { $variable }:
account-courses = Courses
account-password = Password
account-password-set = This account has a password.
account-password-none = This account has no password. Use a sign-in link to sign in.
account-password-hint = A password has at least { $least } characters. A passphrase of several unrelated words is easy to remember. Changing the password signs out all other browsers.
account-password-old = Old password
account-password-new = New password
account-password-again = Repeat new password
account-password-link = To set a password, first sign in with a new sign-in link.
account-password-empty = Leave the new password empty to remove your password.
account-password-change = Set password
account-tokens = Access tokens
account-tokens-what = For scripts. A token acts as your account, within its scope.
account-no-tokens = You have no access tokens.
account-sessions = Sessions
session-browser = Browser
session-address = IP address
session-way = Sign-in method
session-by-link = sign-in link
session-by-password = password
session-by-provider = identity provider
session-since = Signed in
session-seen = Last active
session-unknown = unknown
session-here = this browser
session-end = Sign out
session-end-this = Sign out { $browser }, signed in { $when }
account-lost = Did you lose a device or sign in on a shared computer?
account-sign-out-everywhere = Sign out of all browsers
account-revoke-tokens = Also revoke all access tokens and MOSS user ids
role-owner = owner
role-instructor = instructor
role-assistant = assistant
role-viewer = viewer
token-for = Description
token-scope = Scope
token-made = Created
token-last-used = Last used
token-never = never
token-expires = Expires
token-when-revoked = when revoked
token-revoked = revoked
token-expired = expired
token-revoke = Revoke
token-revoke-this = Revoke { $label }
token-new = New access token
token-what-for = Description
scope-read = read
scope-write = write
scope-check = check in one course
token-scope-write = write: everything that your account can do
token-scope-read = read: view only
token-scope-check = check: only check submissions in { $course }
token-works-for = Expiration
token-month = 30 days
token-year = 1 year
token-until-revoked = none (works until revoked)
token-make = Create token
scope-moss = MOSS user id
moss-number = MOSS user id
moss-number-what = MOSS clients such as moss.pl, mosspy and learning platform plugins use a number instead of an access token. This number can only upload to your personal course. It gives no other access.
moss-number-make = Create MOSS user id
moss-number-new = { $what } Copy it now. You will not see it again.
    .what = MOSS user id created.
moss-number-use = Replace the old user id in the script:
moss-number-open = MOSS clients send this number without encryption. Ask the operator of this service for the address that MOSS clients use and for an encrypted tunnel to it.
moss-number-back = Back to account

## Courses

courses = Courses
courses-what = Members of a course can see its comparisons, archives and cases.
course-your-role = Your role
course-role = Role
course-members = Members
course-checks-tab = Checks
course-settings-tab = Settings
course-no-batches = This course has no comparisons yet.
course-checks-accept = Accept checks
course-owners-change = The owners of the course can change this.
course-owners = Owners
course-personal = personal
course-new = New course
course-name = Course name
course-make = Create course
course-roles = Viewers read reports. Assistants also upload submissions and open cases. Instructors also delete comparisons and archives, and decide cases. Owners also manage the members of the course.
course-you = you
course-role-of = Role of { $name }
course-set-role = Change role
course-set-role-of = Change role of { $name }
course-remove = Remove
course-remove-this = Remove { $name }
course-add = Add member
course-account = Account name
course-settings = Course settings
course-keep = Days to keep comparisons (empty: until deleted)
course-checks = Checks before the deadline
course-checks-off = off
course-checks-received = on, reply only “received”
course-checks-outcome = on, reply with the outcome
course-checks-what = A check compares one submission with the archives of the course. This setting decides what a token that can only check sees. Assistants, instructors and owners always see the outcome. Nobody sees a name.
course-checks-open-cases = If a check finds something, keep the submission and open a case
course-change = Save settings
course-leave = Leave course

## Audit log

audit = Audit log
audit-what = Newest first. Entries contain ids and figures, but no names or texts of students. Views of a report are recorded at most once an hour for each account.
audit-none = The log has no entries.
audit-done = Event
audit-who = Who
audit-when = When
audit-subject = Subject
audit-details = Details
audit-operator = the service or its operator
audit-account-created = Account created
audit-account-disabled = Account disabled or enabled
audit-sign-in-link-created = Sign-in link created
audit-signed-in = Signed in
audit-token-created = Token created
audit-token-revoked = Token revoked
audit-course-created = Course created
audit-role-set = Role changed
audit-batch-accepted = Submissions uploaded
audit-batch-changed = Comparison changed
audit-batch-cancelled = Comparison cancelled
audit-batch-deleted = Comparison deleted
audit-batch-rescored = Comparison run again
audit-batch-extended = Late submissions uploaded
audit-revision-chosen = Current revision changed
audit-share-created = Share link created
audit-share-revoked = Share link revoked
audit-share-viewed = Report viewed with a share link
audit-archive-created = Archive created
audit-archive-changed = Archive changed
audit-archive-deleted = Archive deleted
audit-case-opened = Case opened
audit-case-changed = Case changed
audit-pair-marked = Pair marked
audit-pairs-assigned = Pairs divided among members
audit-person-exported = Data of a person exported
audit-person-erased = Data of a person erased
audit-account-admin = Administrator rights given or removed
audit-account-email = Email address changed
audit-identity-bound = Identity provider account linked
audit-password-set = Password set
audit-sign-in-refused = Sign-in refused: incorrect password
audit-session-ended = Signed out
audit-course-changed = Course changed
audit-course-people = Names of a course assigned to people
audit-submission-checked = Submission checked
audit-report-viewed = Report viewed
audit-report-exported = Report exported
audit-term-viewed = Evidence over the term viewed
audit-term-exported = Evidence over the term exported
audit-yes = yes
audit-no = no
audit-detail-admin = Administrator
audit-detail-all = Everything
audit-detail-checks = Checks
audit-detail-checks-open-cases = Checks open cases
audit-detail-common = Limit for common code
audit-detail-despite-hold = Despite legal hold
audit-detail-disabled = Disabled
audit-detail-documents = Documents
audit-detail-expired = Time limit reached
audit-detail-expires = Expires
audit-detail-exports = Downloads allowed
audit-detail-keep-days = Days kept
audit-detail-keep-until = Kept until
audit-detail-kept = Kept
audit-detail-kind = Kind
audit-detail-lines = Lines
audit-detail-names-hidden = Names hidden
audit-detail-outcome = Outcome
audit-detail-pairs = Pairs
audit-detail-revision = Revision
audit-detail-rewritten = Rewritten
audit-detail-role = Role
audit-detail-scope = Scope
audit-detail-set = Set
audit-detail-share = Share link
audit-detail-state = Mark
audit-detail-submissions = Submissions
audit-detail-way = Method
audit-detail-what = What

## Administration

admin = Administration
admin-accounts = Accounts
admin-courses = All courses
admin-courses-what = Administrators cannot open a course's reports. If you make yourself an owner, its members and its log will show it.
admin-courses-none = There are only personal courses.
persons = Data requests
persons-what = Find, export or erase the data stored about a person who submitted work, in all courses. Searches are not logged. Exports and erasures are recorded in the audit log.
persons-ask = Search for a person
persons-name = Name
persons-name-hint = The name or author of a submission. Word order, case and accents do not matter.
persons-also = Other names
persons-also-hint = One name per line: a login name, an email address, a nickname used in notes. These names are also erased from texts.
persons-everywhere = All courses
persons-find = Find person
persons-found = Data about { $name }
persons-several = Several people have this name. Choose one:
persons-nobody = No data is stored under this name.
persons-author = Author
persons-where = Location
persons-in-batch = Comparison { $name }, submission { $number }
persons-in-archive = Archive { $name }, submission { $number }
persons-files = Files
persons-reports = { $count ->
    [one] { $count } report names the person.
   *[other] { $count } reports name the person.
}
persons-marks = { $count ->
    [one] { $count } pair with this person has a mark of the staff.
   *[other] { $count } pairs with this person have a mark of the staff.
 }
persons-texts = Texts that name the person
persons-accounts = Accounts with this name. They are not erased here. Open each one to disable it:
persons-similar = Similar names
persons-similar-what = These entries share a word with the name and are never erased or exported. If one of them is this person, add its name under “Other names”.
persons-export = Export data
persons-export-what = Creates a zip file for the person. It contains their files, their reports with all other people as numbers, and their cases. Read it before you hand it over, because it includes case notes.
persons-export-do = Download zip file
persons-erase = Erase data
persons-erase-what = This permanently erases { $submissions ->
    [one] { $submissions } submission
   *[other] { $submissions } submissions
} with files and fingerprints, and the name in { $reports ->
    [one] { $reports } report
   *[other] { $reports } reports
} and { $texts ->
    [one] { $texts } other text
   *[other] { $texts } other texts
}. Reports about other people stay readable. They mark the erased passages as removed.
persons-unread = This also deletes { $size } of uploads that were never analysed.
persons-sure = I have read what will be erased, and I know that this cannot be undone
persons-despite-hold = Erase even if a case under legal hold needs this data
persons-erase-do = Erase person
persons-erasures = Erasures
persons-erasures-none = No person has been erased.
persons-erasures-what = This record contains no names. It is kept so that the same people can be erased again after a backup is restored.
persons-look-again = Refresh list
persons-now = Replacement name
persons-in-reports = Reports
persons-in-texts = Texts
persons-done = done
persons-under-way = in progress
admin-join = Become owner
admin-join-this = Become owner of { $name }
account-name = Name
account-email = Email address
account-email-optional = Email address (optional)
account-made = Created
account-add = Add account
account-is-admin = administrator
account-is-disabled = disabled
account-link-made = { $what } It works once, within 24 hours, and is not shown again. Anyone who has it can sign in.
    .what = Sign-in link created.
account-link-mailed = A sign-in link was sent by email.
account-of-password = The account has a password.
account-of-no-password = The account has no password.
account-of-sessions = { $count ->
    [one] { $count } browser is signed in.
   *[other] { $count } browsers are signed in.
}
account-identities = Identity provider accounts
account-ways = Sign-in methods
account-make-link = Create sign-in link
account-mail-link = Email sign-in link
account-forget-password = Remove password
account-end-sessions = Sign out all browsers of this account
account-set-email = Save email address
account-rights = Permissions
account-rights-what = Administrators manage accounts, can become owner of any course, answer data requests and read the audit log. Disabling an account signs it out of all browsers at once, and its access tokens stop working.
account-make-admin = Make administrator
account-make-ordinary = Remove administrator rights
account-enable = Enable account
account-disable = Disable account

## Comparisons

first-what = Chaffinch compares the programs of a class and shows which pairs share more code than chance explains, and where.
first-drop = Drop the submissions of a class here: an archive file, a folder or single files
first-choose = Choose submissions
first-sample = Open the sample report
batches-uploaded = Uploaded
batches-search = Search titles and courses
batches-found = { $count ->
    [one] { $count } comparison
   *[other] { $count } comparisons
}
batches-none-found = No comparison has “{ $words }” in its title or course. { $clear }
    .clear = Clear the search
batches-no-page = This page of the list does not exist. { $all }
    .all = Show the first page
batches-results = Found
batches-nothing = nothing unusual
batches-open-cases = Open cases
batches-cases-of = { $count ->
    [one] { $count } open case in { $title }
   *[other] { $count } open cases in { $title }
}
batches-actions-of = Actions for { $title }
batch-rename = Rename
batch-like = Duplicate settings
search = Search
search-clear = Clear search
list-previous = Previous page
list-next = Next page
batches-newest = Newest
batches-older = Older
batch-title = Title
batch-uploaded = Uploaded { $when }
batch-failed = The comparison failed.
batch-upload-again = If the reason names a problem with the upload, fix it. Then { $again }.
    .again = upload the submissions again
batch-cancelled = This comparison was cancelled and its upload was deleted. { $new }.
    .new = Start a new comparison
batch-cancel = Cancel comparison
batch-delete = Delete comparison
delete-this = Delete { $name }?
delete-title = Delete comparison
batch-keep = Keep as archive
delete-what = This immediately deletes the report, the students' files and everything derived from them from this server. You cannot undo this.
delete-for-good = Delete permanently
delete-keep = Cancel

## Upload

new-what = The submissions are compared with each other. No data leaves this server.
new-drop = Drop archive files, folders or single files anywhere on this page
new-missing = Choose the submissions first: an archive file, a folder or single files.
new-submissions-hint = Export the archive file (zip, 7z, tar, tar.gz, tar.xz) from your learning platform, or choose the folder that contains one folder for each submission. Archive files inside are opened. Maximum size: { $most }.
new-starter = Starter code (optional)
new-boilerplate-hint = Code that you gave to the students: archive files or single files. It is shown in grey and ignored when scoring.
new-references = Reference answers (optional)
new-reference-files = Files with reference answers
new-reference-kind = Who wrote them
new-reference-source = Source
new-reference-hint = Answers to the task from elsewhere: a model solution, answers of a language model, public code. Give the source, such as “GPT-4, prompt 2” or a URL. Submissions are compared with them in a separate list. Code that two submissions both share with the same answer is not counted.
new-title-hint = Defaults to the first file's name.
new-course-hint = Members of this course can see the report.
new-earlier = Archives of earlier submissions
new-earlier-hint = New submissions are compared with the ticked archives.
new-libraries = Comparisons also have the reference answers in the libraries of their course: { $names }.
new-background = Background (optional)
new-background-hint = Passages that at least 3 people have in the ticked work are ignored, such as code from a book or a website. People in this class are not counted. The report names the ticked work.
new-own-work = Own earlier work (optional)
new-own-work-hint = For tasks that build on earlier ones. A passage is ignored for two people if both of them already had it in their own ticked work.
new-sources-more = The { $listed } newest comparisons are listed. The API accepts the id of any other.
new-more = More settings
new-common = Ignore passages shared by more than this many groups
new-common-hint = Nearly identical submissions form one group. 0 means no limit. Rare passages count more in any case.
new-vendored = Include files that no student wrote
new-vendored-hint = Reads and counts installed packages, build output, libraries and generated files. Otherwise, they are left out or ignored, and the report lists them.
new-given = Count code that many share
new-given-hint = Code that many submissions have and little else in common is otherwise ignored like starter code, and the report lists it.
new-min-match = Shortest match (tokens)
new-min-match-hint = 3 to 100. Shorter passages are not shown. With another number than 8, the report does not say how many pairs are expected by chance.
new-kgram = k-gram (tokens)
new-kgram-hint = Only to repeat a published setting. Empty: by language.
new-window = Window (k-grams)
new-window-hint = Shortest match = k-gram + window - 1, so two of these numbers give the third.
new-translations = Look for translated copies
new-translations-hint = Compares programs in different languages, such as Java and Python, and lists possible translations separately.
new-submission-limit = Ignore passages in more than this many submissions
new-submission-limit-hint = Each copy counts separately, as with MOSS’s option -m. 0 means no limit.
new-pairs = Maximum number of listed pairs
new-pairs-hint = 0 lists all pairs, up to { $most }.
new-delete-on = Delete comparison on
new-submit = Upload and compare
choose-file = Choose file
choose-files = Choose files
choose-folder = Choose folder
drop-over = Drop to add submissions
drop-over-starter = Drop to add starter code
drop-over-references = Drop to add reference answers
drop-over-one = Drop to choose this file
drop-over-new = Drop to start a new comparison
drop-remove = Remove
drop-remove-this = Remove { $name }
keep-hint = Leave empty to keep it until someone deletes it.
new-keep-hint = If empty, the setting of the course applies. If that is empty too, the comparison is kept until someone deletes it.
layout = Submission structure
layout-auto = Detect automatically
layout-children = Each file or folder inside an archive file is one submission
layout-whole = Each uploaded archive file or single file is one submission
layout-task-student = Folders are tasks, with the work of each student inside
include = Only these files
include-hint = One pattern per line, as in git's ignore files: *.java, src/, /main.c. Empty: all files.
exclude = Not these files
exclude-hint = One pattern per line: *.txt, tests/. The last pattern that matches decides; ! takes it back.
patterns-left = { $compared } of { $files } { $files ->
    [one] file
   *[other] files
} in { $submissions ->
    [one] { $submissions } submission
   *[other] { $submissions } submissions
} would be compared, judged by the names.
patterns-archives = { $count ->
    [one] The files in { $count } archive file cannot be seen here. The preview of the upload shows them.
   *[other] The files in { $count } archive files cannot be seen here. The preview of the upload shows them.
}
patterns-refused = { $count ->
    [one] { $count } file
   *[other] { $count } files
}: { $reason }
patterns-names = Compared:
patterns-broke = The server did not answer. The patterns apply all the same.
patterns-too-many = There are too many files to show what the patterns leave. The preview of the upload shows it.
language-auto = Detect automatically
language-detected = Detect automatically ({ $languages })
upload-choose-again = Choose the files again. Browsers do not keep them.
upload-sending = Uploading
upload-sent = Uploading: { $done } of { $total }
upload-looking = Reading the upload
upload-stop = Stop upload
upload-stopped = The upload was stopped. No data was accepted.
upload-broke = The connection was lost. No data was accepted. Try again.
upload-answered = The upload failed. The server returned status { $status }.
upload-too-large = The upload is larger than { $most } (it has { $size }). Split it, or ask the operator to raise the limit (upload-bytes).

## Upload preview

new-look = Preview upload
draft = Upload preview
draft-what = Nothing has been compared yet. Only you can see this preview. It is deleted at { $when }.
draft-counts = { $submissions ->
    [one] { $submissions } submission
   *[other] { $submissions } submissions
 } with { $files ->
    [one] { $files } file
   *[other] { $files } files
 }{ $boilerplate ->
    [0] {""}
    [one] , { $boilerplate } starter code file
   *[other] , { $boilerplate } starter code files
 }
draft-run = Start comparison
draft-look = Update preview
draft-discard = Discard upload
draft-handed-out = Possible starter code
draft-handed-out-what = At least half of the authors have an identical copy of each of these files. Starter code is shown in grey and ignored when scoring.
draft-authors = Authors
draft-say = Action
draft-hand-out = Mark as starter code
draft-counts-for-nobody = Ignored when scoring.
draft-take-back = Undo
draft-submissions-what = These submissions will be compared. Tick anything that is not a student's work. It is not counted, and it is listed under skipped files.
draft-ignore = Ignore
draft-ignore-this = Ignore { $name }
draft-author = Author
draft-attempt = Attempt
draft-time = Submitted
draft-files = Files
draft-file-count = { $count ->
    [one] { $count } file
   *[other] { $count } files
 }
draft-is-staff = Staff submission.
draft-make-staff = Mark as staff
draft-more = { $count ->
    [one] { $count } more is not shown here. The API lists all of them.
   *[other] { $count } more are not shown here. The API lists all of them.
 }
draft-parsing = Parser warnings
draft-parsing-what = These files are compared despite the warnings. Many warnings can mean that the detected language is wrong.
draft-parsing-note = Warning
draft-encodings = Encodings
draft-encodings-what = These files are not plain UTF-8.
draft-read-as = Read as
draft-detected = Detect automatically
draft-further = { $count ->
    [one] and in { $count } more place
   *[other] and in { $count } more places
}
draft-any-file = Another file
draft-any-encoding = Encoding of that file
draft-none = None
draft-name-encoding = Encoding of names in zip and tar files
draft-rules = Encoding rules
draft-rules-hint = One rule per line, such as *.c=windows-1251. The first rule that matches applies.

## Archives

archives-what = Archives hold earlier submissions, or a library of reference answers. New comparisons of a course also search its archives.
archives-none = There are no archives yet.
archives-make-one = { $make } from last year's submissions or from a finished comparison. The next comparison then searches it.
    .make = Create an archive
archive-name = Name
archive-year = Year
archive-holds = Kind
archive-earlier = earlier submissions
archive-earlier-means = new submissions are compared with them
archive-library-means = reference answers of every comparison of the course
archive-kept = Contents
archive-until = Kept until
archive-until-then = then the service deletes it
archive-until-somebody = someone deletes it
archive-deleted-by-hand = someone deletes it
archive-made = Created { $when } in { $course }. New comparisons of this course search this archive.
archive-failed = { $what } The archive is unchanged.
    .what = The last change failed.
archive-cancelled = The last change was cancelled. The archive is unchanged.
archive-in-files = { $count ->
    [one] in { $count } file
   *[other] in { $count } files
 }
kept-sources = sources
kept-reduced = reduced
archive-kept-sources = matches are shown side by side
archive-kept-reduced = without the text, names, numbers and strings of the code
archive-state = State number
archive-state-grows = increases with every change
archive-add = Add submissions
archive-add-button = Add submissions
archive-files = Files
archive-files-hint = Archive files (zip, 7z, tar, tar.gz, tar.xz) with submissions, or the files themselves. One submission is enough. Maximum size: { $most }.
archive-keep = Retention
archive-keep-change = Save date
archive-delete-on = Delete archive on
archive-less = Reduction and deletion
archive-reduce = Reduce archive
archive-delete = Delete archive
or-batch = Or a finished comparison
or-batch-none = None, use the files above
or-batch-hint = Its submissions stay in the archive when the comparison is deleted.
reading = File reading settings
new-archive = New archive
new-archive-what = New submissions are compared with the earlier submissions in an archive. Earlier submissions are not compared with each other. You can add them now or later.
new-archive-name-hint = Reports show this name next to its submissions.
new-archive-year-hint = Year of submission, if known.
new-archive-course-hint = Members of this course can see the archive. Comparisons of this course search it.
new-archive-holds-hint = Anything else than earlier submissions makes the archive a library: every comparison of the course has its submissions as reference answers. What two students took from the same one is not counted.
new-archive-source = Source
new-archive-source-hint = For a library: a name or URL, such as “GPT-4, prompt 2”.
new-archive-keeping = Contents
new-archive-keeping-hint = Both find the same matches. You can reduce an archive later, but you cannot restore the sources.
keeping-sources = Sources: matches are shown side by side
keeping-reduced = Reduced: without the text, names, numbers and strings of the code
new-archive-delete-on = Delete archive on
new-archive-first = First submissions
new-archive-submit = Create archive
delete-archive-title = Delete archive
delete-archive-what = This immediately deletes everything in this archive from this server. New comparisons no longer search it. You cannot undo this.
delete-archive-stays = Reports that found matches in this archive remain. They show file names and line numbers of the archived side, without its text. Text that a report quotes, such as a comment, stays in the report until its comparison is deleted.
reduce-title = Reduce archive
reduce-this = Reduce { $name }?
reduce-goes = { $what } the text of all files, including comments, and every name, number and string that the authors wrote.
    .what = Permanently deleted:
reduce-reports = Existing reports then show the archived side without its text. Text that a report quotes, such as a comment, stays in the report until its comparison is deleted.
reduce-stays = { $what } the names of submissions and files, the token sequence of each file, and the positions of its lines.
    .what = Kept:
reduce-compared = New comparisons work as before. A match shows file names and line numbers of the archived side. Starter code is still ignored when scoring.
reduce-for-good = Reduce permanently
reduce-keep = Cancel

## Search

query-what = Finds submissions in archives and finished comparisons that share code with your text. Your text is not stored.
query-empty = There is nothing to search for. Paste a text or choose a file.
query-too-long = The text is larger than { $most }. Search for a part of it.
query-found = { $count ->
    [0] No submissions found
    [one] Found in { $count } submission
   *[other] Found in { $count } submissions
 }
query-read-as = Your text was read as { $languages }: { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
 } (words and symbols).
query-too-short = The text is too short to search for. It has { $count ->
    [one] { $count } token
   *[other] { $count } tokens
 } (words and symbols). Add the lines before and after it.
query-nothing = No submission that you can see shares enough code with your text. Short passages are not found.
query-results = Search results
query-order = Submissions that contain the most of your text come first. Names, numbers, comments and layout do not matter.
query-share = { $form ->
    [all] All of your text is in this submission. It makes up { $submission } of it.
   *[part] { $text } of your text is in this submission. This part makes up { $submission } of it.
 }
query-text-lines = { $count ->
    [one] Line { $lines } of your text
   *[other] Lines { $lines } of your text
 }
query-same-content = same content
query-lines = Matching lines
query-in-file = { $count ->
    [one] line { $lines } of { $path }
   *[other] lines { $lines } of { $path }
 }
query-also = The same lines are in { $count ->
    [one] { $count } more submission
   *[other] { $count } more submissions
 }
query-compare = Text and submission
query-compare-at = { $lines }: compare with { $name }
query-beside = Your text and { $name }
query-your-text = Your text
query-not-shown = The text of this file is not stored or too long for this page. { $submission }
    .submission = Open the submission
query-text = Text
query-text-hint = A program or part of one. Select the language of this text below.
query-file = Or a file
query-file-hint = The file extension determines the language. Maximum size: { $most }.
query-language-auto = Detect automatically
query-archives = Only these archives
query-archives-hint = If you select none, the search covers everything that you can see.
query-submit = Search
query-in-archive = archive { $name }

## Evidence: one pair or one case as a file to share or print

left = Left
right = Right
evidence-kind = Evidence file
evidence-kind-case = Evidence file of a case
evidence-of-pair = { $left } and { $right }
evidence-of-case = { $count ->
    [one] Comparison of { $count } submission
   *[other] Comparison of { $count } submissions
 }
evidence-for-reader = Prepared for { $name }. Only the matching passages of the other submission are shown. The name of its author is hidden wherever Chaffinch finds it, including in the code.
evidence-names-hidden = Names are hidden wherever Chaffinch finds them, including in the code. Each person has the same code name throughout this file.
evidence-revision = Report revision
evidence-made = File created
evidence-by = { $when }, by { $who }
evidence-compared = Comparison
evidence-compared-with = { $count ->
    [one] { $count } submission, compared by Chaffinch { $version }
   *[other] { $count } submissions, compared by Chaffinch { $version }
 }
evidence-result = Result: { $level }
evidence-found = What was found
evidence-shares = { $left-share } of the counted code of { $left } matches code of { $right }. { $right-share } of the counted code of { $right } matches code of { $left }.
evidence-what-matches = Code matches if both have the same kinds of words and symbols in the same order. Names, numbers, text in quotation marks, comments and layout may differ. Code that was given to the class or that is ignored for another reason is not counted.
evidence-expected = { $kind ->
    [fewer] If everyone works alone, a pair as strong as this one is expected in fewer than one of { $classes } classes like this one.
    [classes] If everyone works alone, a pair as strong as this one is expected in about one of { $classes } classes like this one.
   *[pairs] If everyone works alone, about { $pairs } pairs as strong as this one are expected in a class like this one.
 } This is an estimate, not a probability of guilt.
evidence-same-text = { $part ->
    [all] Both submissions have the same text, apart from comments and layout: { $tokens } counted words and symbols.
   *[files] Some files of both, which few others have, have the same text, apart from comments and layout: { $tokens } counted words and symbols.
 }
evidence-identical = { $all ->
    [1] In the only match
   *[other] In { $count } of { $all } matches
 }, every word and every symbol is the same. Comments and layout may differ.
evidence-renamed = { $all ->
    [1] In the only match
   *[other] In { $count } of { $all } matches
 }, the code is the same except for single words, such as names or numbers.
evidence-rewritten = { $all ->
    [1] In the only match
   *[other] In { $count } of { $all } matches
 }, one side has further statements or writes some of them differently.
evidence-names-differ = { $count ->
    [one] { $count } name of { $left } usually has another name in { $right }.
   *[other] { $count } names of { $left } each usually have one other name in { $right }.
 } For example, { $left } has { $from } in { $places ->
    [one] { $places } place
   *[other] { $places } places
 } of the matches, and { $right } has { $to } in { $consistent } of them.
evidence-in-these-only = No other submission of this class has most of one of these matches, except submissions that are nearly identical to one of these two.
evidence-unusual = { $count ->
    [one] Both have { $count } unusual detail in common:
   *[other] Both have { $count } unusual details in common. Fewest others have these:
 }
evidence-against = What speaks against copying, and what is not known
evidence-can-be-chance = A pair as strong as this one can also occur if everyone works alone.
evidence-expect-unknown = It is not known how many pairs like this one are expected if everyone works alone: the class is too small, or a side is too short to judge.
evidence-expect-match-length = It is not known how many pairs like this one are expected if everyone works alone. The estimate exists only for the usual shortest match, and this comparison has another.
evidence-also-others = Others in this class also have most of { $count } of { $all } matches. Code that others have too is ordinary for the task or has a common source.
evidence-also-archived = { $count ->
    [one] { $count } of { $all } matches is also in earlier work from an archive. Both submissions may have it from the same third source.
   *[other] { $count } of { $all } matches are also in earlier work from archives. Both submissions may have them from the same third source.
 }
evidence-handed-in-before = { $count ->
    [one] { $name } submitted at least half of { $count } of { $all } matches before, in earlier work.
   *[other] { $name } submitted at least half of each of { $count } of { $all } matches before, in earlier work.
 }
evidence-without-match = { $left-rest } of the counted code of { $left } and { $right-rest } of the counted code of { $right } match nothing in the other submission.
evidence-nothing-unusual = The matches contain no unusual detail that both have and others do not, such as the same comment, misspelling or number.
evidence-no-starter-code = No starter code was named for this comparison. Code that the class was given may therefore count like the students’ own.
evidence-not-known = The comparison knows only the submitted files. It does not know whether the two were allowed to work together, had the same help, or used the same book, website or tool.
evidence-strongest = Strongest matches
evidence-strongest-what = The matches that fewest others have, the longest first. Line numbers are those of the submitted files. The appendix shows all matches in full.
evidence-more-lines = { $count ->
    [one] { $count } more line: see match { $number } in the appendix.
   *[other] { $count } more lines: see match { $number } in the appendix.
 }
evidence-statement-file = With a file: { $name }
evidence-no-statement = No statement has been recorded from:
evidence-not-decided = The case is not decided.
evidence-elsewhere = The case also concerns these comparisons and archives, whose pairs are not in this file:
evidence-submissions = Submissions in this file
evidence-number = No.
evidence-handed-in = Submitted
evidence-unknown = unknown
evidence-archived = from the archive { $archive }
evidence-staff = staff
evidence-files = Files
evidence-file = File
evidence-tokens = Tokens
evidence-counted = Counted tokens
evidence-pairs = Pairs
evidence-only-listed = Further pairs that could be coincidence or are too short to judge are listed here, but not described below.
evidence-numbers = Figures of this pair. The appendix explains each of them.
evidence-rank-of = { $rank } of { $count } listed pairs
evidence-before-exclusion = ({ $share } including starter code)
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
evidence-too-short = Too short to judge: at least one side has fewer than { $count } counted tokens. Programs this short look alike even without copying.
evidence-through = These two submissions share less with each other than each of them shares with { $name }. The suspicion of this pair comes from those two links. Read all three submissions together.
evidence-no-matches = The report does not contain the matches of this pair.
evidence-matches = { $count ->
    [one] { $count } match
   *[other] { $count } matches
 }, longest first
evidence-legend = { $marked } matches. { $differing } differs within a match. { $boilerplate } is starter code, and { $common } is in many submissions. Both are ignored when scoring.
    .marked = Underlined text
    .differing = Bold, double-underlined text
    .boilerplate = Grey text
    .common = text between two-dot marks (⁚)
evidence-match = Match { $number }
evidence-spread = { $groups ->
    [0] in no submission of the class
    [one] in { $groups } group of submissions
   *[other] in { $groups } groups of submissions
 }{ $archived ->
    [0] {""}
    [one] {" "}and in { $archived } archived submission
   *[other] {" "}and in { $archived } archived submissions
 }
evidence-no-code = The text of this match is not shown. Either it is not stored, or this file has reached its maximum length. The lines of the match are given above.
evidence-same-comment = Same comment: { $text }
evidence-same-number = Same number: { $text }
evidence-same-string = Same string: { $text }
evidence-same-name = Same name: { $text }
evidence-same-typing = Same unusual spacing (␣): { $text }
evidence-same-spelling = Same unusual spelling: { $text }
evidence-usual = (usual spelling: { $usual })
evidence-also-left = Left side: also in { $path }, lines { $start } to { $end }
evidence-also-right = Right side: also in { $path }, lines { $start } to { $end }
evidence-own = Your own code
evidence-own-what = This is all of your code. Matching passages are underlined. Words in them that differ are bold and double-underlined.
evidence-read-as = Read as
evidence-lines = Lines
evidence-digest = BLAKE3 digest

## Report overview

overview-page = { $title }, page { $page }
overview-submissions = { $count ->
    [one] { $count } submission
   *[other] { $count } submissions
}{ $archived ->
    [0] {""}
    [one] {" "}and { $archived } archived submission
   *[other] {" "}and { $archived } archived submissions
}
overview-files = { $count ->
    [one] { $count } file
   *[other] { $count } files
}{ $boilerplate ->
    [0] {""}
    [one] {" "}and { $boilerplate } starter code file
   *[other] {" "}and { $boilerplate } starter code files
}
overview-compared = { $count ->
    [one] { $count } pair compared
   *[other] { $count } pairs compared
}, { $verified } token by token
overview-verified = { $count ->
    [one] { $verified } of { $count } pair compared token by token
   *[other] { $verified } of { $count } pairs compared token by token
}
overview-settings = Settings
overview-platforms = { $known ->
    [both] authors and times from an export
    [authors] authors from an export
    [times] times from an export
   *[none] an export
 } of { $platforms }
overview-first-page = First page of the report
left-out-passages = { $passages ->
    [one] { $passages } passage is in more than { $limit } submissions and is ignored (MOSS’s option -m).
   *[other] { $passages } passages are in more than { $limit } submissions and are ignored (MOSS’s option -m).
 }
left-out-pairs = { $pairs ->
    [one] { $pairs } pair of submissions has almost nothing else in common, so it does not stand out below. It may be a copy. To see it, create a report without this limit on the settings page.
   *[other] { $pairs } pairs among { $submissions } submissions have almost nothing else in common, so they do not stand out below. They may be copies. To see them, create a report without this limit on the settings page.
 }
archive-left-out = { $submissions ->
    [one] { $submissions } submission of the archive { $archive } was not compared, because the candidates from all archives exceed 256 MiB. Select fewer archives.
   *[other] { $submissions } submissions of the archive { $archive } were not compared, because the candidates from all archives exceed 256 MiB. Select fewer archives.
 }
archive-damaged = { $files ->
    [one] { $files } file in the archive { $archive } could not be searched, because its stored data is damaged. A copy of it would not be found. Add the file to the archive again.
   *[other] { $files } files in the archive { $archive } could not be searched, because their stored data is damaged. Copies of them would not be found. Add the files to the archive again.
 }
index-rebuilt = Parts of the index of earlier submissions were lost. The index was rebuilt at { $when }, before the archives were searched, so the search was complete.
download-json = Download JSON
download-csv = Download CSV
download-zip = Download HTML (zip)
clusters = Clusters
none-listed = none listed

# An approximate number, or a lower or upper bound
about = about { $number }
about-fewer = fewer than { $number }
count = { $count }
count-or-more = { $count } or more
count-at-least = at least { $count }

# Levels
level-too-short = too short to judge
level-coincidence = could be coincidence
level-unlikely = unlikely by chance
level-beyond = beyond chance
level-above = above the cut-off
level-same-text = same text
level-same-structure = same structure
level-versions = version of one program
level-stands-out = stands out

# Unusual pairs
verdict = Unusual pairs
# The first sentence of the report
verdict-found = { $strong }
    .strong = Found: { $list }.
verdict-nothing = { $strong }
    .strong = Nothing unusual.
verdict-unknown = { $strong } Fewer than two submissions are long enough to judge.
    .strong = No result.
found-list = { $list }, { $next }
found-pairs = { $what }
    .what = { $known ->
        [least] at least{" "}
       *[exactly] {""}
     }{ $count ->
        [one] { $count } pair
       *[other] { $count } pairs
     }{ $among ->
        [earlier] {" "}with earlier submissions
       *[class] {""}
     } { $level ->
        [beyond] beyond chance
        [unlikely] unlikely by chance
       *[above] at or above the cut-off
     }
# What three or more submissions share
findings = Findings
finding = { $kind ->
    [versions] { $strong } They share about { $tokens } tokens, nearly all of their code, and others do not.
    [given-code] { $strong } It is ignored when scoring. It may be starter code, or code from a public source.
   *[small-task] { $strong } The task leaves little choice, or the programs are too short. This is no sign of copying.
 }
    .strong = { $kind ->
        [versions] { $count } of { $of } submissions are versions of one program.
        [given-code] { $count } of { $of } submissions have the same code, and little else in common.
       *[small-task] { $count } of { $of } submissions have nearly the same statements.
     }
finding-members = Submissions
finding-compared = Percentages are shares of the code that all of them have in common. Most of it is in
finding-pair = compare
finding-show = Show the finding
finding-choose = Choose { $name }
finding-open-cases = Open cases
finding-open-cases-hint = One for each person you chose. The evidence for one names no other.
finding-place = { $path } of { $name }, lines { $first } to { $last }
finding-between = Linked to other submissions:
found-versions = { $what }
    .what = { $findings ->
        [one] { $count } submissions that are versions of one program
       *[other] { $count } submissions in { $findings } groups of versions of one program
     }
found-equal = { $what }
    .what = { $count ->
        [one] { $count } submission equal to another
       *[other] { $count } submissions equal to another
     }
found-references = { $what }
    .what = { $count ->
        [one] { $count } submission that resembles a reference answer
       *[other] { $count } submissions that resemble a reference answer
     }
found-translations = { $what }
    .what = { $count ->
        [one] { $count } possible translation
       *[other] { $count } possible translations
     }
verdict-strongest = { $unit ->
    [expect] Without any copying, { $strongest } pairs as strong as the strongest one would be expected.
   *[suspicion] The strongest pair has a suspicion of { $strongest }.
 }
verdict-class-too-small = The class is too small to tell how many pairs are expected by chance.
verdict-own-none = { $unit ->
    [expect] { $beside ->
        [versions] No other pair in this class is unlikely by chance.
       *[nothing] No pair in this class is unlikely by chance.
     }
   *[suspicion] { $beside ->
        [versions] No other pair in this class reaches the cut-off ({ $cutoff }).
       *[nothing] No pair in this class reaches the cut-off ({ $cutoff }).
     }
 }
verdict-expected = Without any copying, { $expected } would be expected.
verdict-few = A number this small could be coincidence.
verdict-earlier-none = { $unit ->
    [expect] No pair with earlier submissions is unlikely by chance.
   *[suspicion] No pair with earlier submissions reaches the cut-off.
 }
expect-match-length = This comparison uses another shortest match than usual. The number of pairs expected by chance is not known for it, so the cut-off is a suspicion in bits.
verdict-cannot-tell = The class is too small to tell how many of these pairs are expected by chance.

# The chart of all pairs
chart = { $unit ->
    [expect] Pairs in this class by strength
   *[suspicion] Pairs in this class by suspicion
 }
chart-what = { $unit ->
    [expect] Bar chart of the number of pairs on a logarithmic scale. Weak pairs, of which many are expected by chance, are on the left. Strong pairs are on the right. The table below shows the same numbers.
   *[suspicion] Bar chart of the number of pairs on a logarithmic scale. Suspicion is low on the left and high on the right. The table below shows the same numbers.
 }
chart-usual = usual
chart-unusual = unusual
chart-cutoff = cut-off
chart-chance = expected by chance
chart-caption = { $unit ->
    [expect] Pairs in this class, by how many pairs this strong are expected by chance.
   *[suspicion] Pairs in this class, by suspicion.
 } Archived submissions and pairs that are too short to judge are not included.
chart-numbers = View as table
chart-pairs-of = { $pairs ->
    [one] { $pairs } pair
   *[other] { $pairs } pairs
 } of { $submissions } submissions. Pairs that were not compared token by token are not in this table.
chart-chance-from = The number expected by chance is estimated from { $submissions } submissions that are not linked to each other.
chart-pairs = Pairs
chart-by-chance = Expected by chance
chart-below = below { $to }
chart-between = { $from } to { $to }
chart-from = { $from } or more
chart-bar = { $range }: { $count ->
    [one] { $count } pair
   *[other] { $count } pairs
 }

# Skipped files and warnings
left-out = Skipped files and warnings
left-out-nothing = All files were read and compared.
left-out-skipped = { $strong } { $count ->
    [one] file or folder was
   *[other] files or folders were
 } skipped
    .strong = { $count }
left-out-hints = { $strong } { $count ->
    [one] option
   *[other] options
 } matched nothing
    .strong = { $count }
left-out-noted = { $strong } { $count ->
    [one] file was
   *[other] files were
 } compared with warnings
    .strong = { $count }
left-out-short = { $strong } { $count ->
    [one] submission is
   *[other] submissions are
 } too short to judge: fewer than { $least } counted tokens
    .strong = { $count }
left-out-alike = { $strong } too short, or too much like the others, for a copy with new names to stand out. Of { $count ->
    [one] it
   *[other] them
 }, only equal texts are found
    .strong = { $count } of { $of } submissions { $count ->
        [one] is
       *[other] are
     }
skipped = Skipped files
skipped-vendored = Installed packages, build output and large files that no student wrote are not read. To compare them, select “Include files that no student wrote” in a new comparison.
skipped-again = New comparison
skipped-none = No files were skipped.
skipped-first = The first { $shown } of { $count } lines. { $all }
    .all = Show all
skipped-what = These files were not compared.
platform-files = Files of the platform
platform-files-what = { $count ->
    [one] The learning platform added this file. It is not compared.
   *[other] The learning platform added { $count } files. They are not compared.
}
skipped-count = { $count ->
    [one] { $count } file or folder was not compared.
   *[other] { $count } files or folders were not compared.
 }
skipped-reason = Reason
skipped-filter = Filter files
skipped-filter-hint = part of a name or a reason
noted = Files with warnings
noted-first = The first { $shown } of { $count } files. { $all }
    .all = Show all in the list of submissions
noted-what = These files were compared despite the warnings.
noted-remarks = Warnings
rows-shown = { $shown } of { $all } rows on this page

# Cut-off preview
cutoff = Cut-off
cutoff-expect = { $pairs } expected by chance
cutoff-suspicion = suspicion { $bits }
cutoff-from = { $unit ->
    [expect] Pairs expected by chance, at most
   *[suspicion] Minimum suspicion
 }
cutoff-show = Preview cut-off
cutoff-save = Save cut-off
cutoff-no-chance = The number of pairs expected by chance is known only for classes of at least ten people with enough code. This report does not have it, so its cut-off is a suspicion in bits.
cutoff-pairs = Pairs:
cutoff-earlier = With earlier submissions:
cutoff-cases = Clusters:
cutoff-chance = Expected by chance:
cutoff-effect = Pairs that reach this cut-off: { $pairs } (now { $now }). Clusters: { $clusters } (now { $clusters_now }).
cutoff-effect-earlier = Pairs that reach this cut-off: { $pairs } (now { $now }). Pairs with earlier submissions: { $earlier } (now { $earlier_now }). Clusters: { $clusters } (now { $clusters_now }).
cutoff-look = Preview only. The cut-off of the report is { $cutoff }. { $back }
    .back = Reset cut-off

# Strongest clusters
first-cases = Findings and strongest clusters
cluster-head = Cluster
cluster-number = { $number }
cluster-finding = Finding { $number }
first-no-cases = No pair reaches the cut-off, so there are no clusters.
first-caption = Groups of submissions, strongest first: versions of one program, then clusters. Each submission is in one row only.
first-shown = The first { $shown } of { $count }.
first-pictures = View as graph
first-size = Size
first-strongest = Strongest pairs

# All pairs
list = Pairs
list-none = No two submissions share a passage that is long enough to list.
list-empty = There are no pairs to list.
list-filter = Filter pairs
list-name = Name
list-name-hint = part of a name
list-any-language = any
list-with = Compared with
list-with-anyone = any submission
list-with-class = this class
list-with-archive = any archive
list-only-above = only pairs that reach the cut-off
list-submit = Filter pairs
list-show-all = Show all
list-more = Show { $count } more
list-clear-range = Show pairs of all bars
list-shown = { $shown } of { $all } pairs
list-none-such = No listed pair matches the filter.
list-judged = Strongest first. Open a pair to read both sides next to each other. A high rank is a reason to read both, not a verdict.
list-short = Too short to judge
list-short-what = At least one side has fewer than { $least } counted tokens. Programs this short look alike even without copying.
list-short-caption = Too short to judge, highest suspicion first.
list-staff = With staff
list-staff-what = One side is a staff submission. These pairs form no clusters and are not included in any count. They show who shares code with a staff solution.
list-staff-caption = Pairs with staff submissions, strongest first.
list-before-exclusion = including starter code
list-without-matches = { $count ->
    [one] { $count } pair is listed without its matches.
   *[other] { $count } pairs are listed without their matches.
} The report has matches for the strongest pairs only.
list-no-matches = the matches of this pair are not listed

# Copies
apart-sets = { $count ->
    [one] { $count } set
   *[other] { $count } sets
 }
apart-pairs = { $count ->
    [one] { $count } pair
   *[other] { $count } pairs
 }
duplicates = Equal submissions
duplicates-caption = Submissions that are equal as a whole, closest copies first.
duplicates-kind = Kind
duplicates-more = { $count ->
    [one] The JSON report lists { $count } more set of equal submissions.
   *[other] The JSON report lists { $count } more sets of equal submissions.
 }
duplicates-identical = identical files
duplicates-lexical = equal except for comments and layout
duplicates-tokens = equal except for names, literals, comments, layout and the words and symbols that matching ignores

# Settings on the overview
settings-of-report = Settings of this report
settings-numbers = What the numbers mean
setting-read-as = Read as: { $languages }.
setting-engine = version { $version }, revision { $revision } of this report
setting-repeat = The same files and settings give the same report.

## All submissions

submissions-filter = Filter submissions
submissions-filter-hint = part of a name or a path
submissions-caption = { $count ->
    [one] The { $count } submission of the class
   *[other] All { $count } submissions of the class
 }{ $others ->
    [0] {""}
   *[other] {" "}and { $others } from archives and reference answers
 }, with their files. Counted tokens are neither starter code nor common code.
submissions-counted = Counted tokens
submissions-strongest = Strongest pair
submissions-more-files = { $count ->
    [one] and { $count } more file
   *[other] and { $count } more files
 }
submissions-too-short = too short
archive-of = archive { $name }
archive-of-year = archive { $name } ({ $year })

# Earlier work
earlier = Resembles earlier work
earlier-submission = Earlier submission
earlier-caption = Pairs with earlier submissions that stand out, strongest first. They are also in the list of pairs.
earlier-first = The first { $shown } of { $count } pairs with earlier submissions that stand out, strongest first. They are also in the list of pairs.
earlier-share = Share of the earlier one

# Reference answers
references = Resembles a reference answer
references-what = { $answers ->
    [one] Submissions that share more unusual code with the reference answer than chance explains. This shows that the code is similar. It does not show who wrote it, or how. These pairs form no clusters and appear in no other list.
   *[other] Submissions that share more unusual code with one of { $answers } reference answers than chance explains. This shows that the code is similar. It does not show who wrote it, or how. These pairs form no clusters and appear in no other list.
 }
references-none = No submission resembles a reference answer. That does not show that nobody used one.
references-caption = Strongest first, with at most five reference answers for each submission.
references-first = The first { $shown } of { $count }, with at most five reference answers for each submission.
reference-answer = Reference answer
reference-share = Share of the submission
reference-answer-share = Share of the answer
reference-of = { $kind ->
    [model-solution] model solution
    [language-model] language model
    [public-code] public code
   *[other] other answer
 }
reference-from = { $kind ->
    [model-solution] model solution, { $source }
    [language-model] language model, { $source }
    [public-code] public code, { $source }
   *[other] other answer, { $source }
 }
translations = Possible translations
translations-what = { $pairs ->
    [one] { $pairs } pair of submissions is in different languages. Its statements were compared regardless of language.
   *[other] { $pairs } pairs of submissions are in different languages. Their statements were compared regardless of language.
 }
translations-some = { $compared } of { $pairs } pairs of submissions in different languages were compared regardless of language: those that share the most.
translations-none = None of them can be compared.
translations-named = { $count ->
    [0] No pair stands out.
    [one] { $count } pair stands out.
   *[other] { $count } pairs stand out.
 }
translations-cutoff = The cut-off is { $cutoff } expected by chance.
translations-cutoff-similarity = The class has too few of these pairs to tell how many are expected by chance, so the cut-off is a similarity of { $least }.
translations-caption = { $count ->
    [one] The strongest pair. It is in no other list and no cluster.
   *[other] The { $count } strongest pairs. They are in no other list and no cluster.
 }
translations-languages = Languages
translations-level = Level
translations-similarity = Similarity
pair-translated = The two programs are in different languages. Statements correspond if they have the same control structure, operators, calls and literals. Names and types are not compared. The expected number counts only pairs in different languages. Read both sides before you judge: the same task also leads to similar steps.
literal-translated = in another language
why-same-text = { $part ->
    [all] Both texts are the same, except for comments and layout ({ $tokens } counted tokens).
   *[files] Both contain the same files, except for comments and layout ({ $tokens } counted tokens). Few others have them.
 } { $says ->
    [short] Texts of fewer than { $least } tokens are often the same by chance, so this alone is no reason to list the pair as unusual.
    [long] The report always lists such a pair as unusual.
   *[nothing] {""}
 }
why-same-unusual = Unusual details that both have: equal comments: { $comments }, lines with the same unusual spacing: { $lines }, words with the same spelling mistake: { $words }.
why-resembles = { $name } resembles a reference answer ({ $label }). This does not show who wrote the code, or how.
why-reference = { $tokens ->
    [one] { $tokens } token that both share with the reference answer { $reference } is not counted.
   *[other] { $tokens } tokens that both share with the reference answer { $reference } are not counted.
 }

# Reasons for a missing text
missing-not-stored = The text of this file is not stored.
missing-removed = The archive of this file was deleted after the comparison, so its text is no longer available.
missing-erased = Removed: the data of the person who submitted this file was erased on request, including its text. The other side is unchanged.
missing-reduced = This archive keeps no sources, so the text of this file cannot be shown.
missing-ignored = Nobody in the class wrote this file. It is ignored, and the page of the submission shows it.

# Why a pair has its score
why = Why this score
why-view = { $view ->
    [kgrams] Most of the evidence is in the structure of the code: { $bits } bits, { $share } of the total of the smaller side. Names and literals do not matter here.
    [statements] Most of the evidence is in whole statements: { $bits } bits, { $share } of the total of the smaller side. Names and literals do not matter here.
    [forms] Most of the evidence is in statements that do the same but may be written differently: { $bits } bits, { $share } of the total of the smaller side.
    [texts] Most of the evidence is in code with the same names and literals: { $bits } bits, { $share } of the total of the smaller side.
    [runs] Most of the evidence is in long runs of the same code: { $bits } bits, { $share } of the total of the smaller side. Names and literals do not matter here.
   *[lines] Most of the evidence is in lines that are typed identically: { $bits } bits, { $share } of the total of the smaller side.
 }
why-others = Other submissions of this comparison contain parts of it. Without them, it would be { $most } bits.
why-usual = Suspicion: { $suspicion } bits. Two submissions like these usually have about { $usual }.
why-class = Pairs this strong expected by chance, judging by the other pairs of this class: { $pairs }.
why-run = Pairs this strong expected by chance, judging only by the longest and rarest shared passage: { $pairs }.
why-few-bits = The two share little code in total, so the number expected by chance is raised to { $pairs }.
why-passage = Rare passage: match { $match }, { $tokens } tokens, in { $groups } of { $all } groups ({ $bits } bits).
why-ignored-boilerplate = { $tokens ->
    [one] { $tokens } shared token is starter code and is not counted.
   *[other] { $tokens } shared tokens are starter code and are not counted.
 }
why-ignored-common = { $tokens ->
    [one] { $tokens } shared token occurs in too many groups and is not counted.
   *[other] { $tokens } shared tokens occur in too many groups and are not counted.
 }
why-ignored-vendored = { $tokens ->
    [one] { $tokens } shared token is in files that no student wrote and is not counted.
   *[other] { $tokens } shared tokens are in files that no student wrote and are not counted.
 }
why-ignored-elsewhere = { $tokens ->
    [one] { $tokens } shared token is common in other work and is not counted.
   *[other] { $tokens } shared tokens are common in other work and are not counted.
 }

## Clusters

clusters-what = A cluster is a group of submissions that are linked by pairs that reach the cut-off ({ $cutoff }). Two members may be linked only through others. Groups that only a few pairs connect are shown as separate clusters.
clusters-none = No pair reaches the cut-off, so there are no clusters.
clusters-no-times = No submission times are available, so the report does not show who submitted first. Times inside a zip file are not used, because they only say when a file was changed or packed.
clusters-some-times = Submission times are known for { $known } of { $count } submissions. Clusters with fewer than two known times have no order.
clusters-of-two = Clusters of two
clusters-of-two-what = Each row is a cluster of two submissions, strongest first.
clusters-also = Also linked to
cluster = { $count ->
   *[other] Cluster { $number }: { $count } submissions
 }
cluster-strength = { $unit ->
    [expect] Strongest pair: { $strength } expected by chance
   *[suspicion] Highest suspicion { $strength }
 }
cluster-similarity = mean similarity { $similarity }
cluster-unlisted = The pairs of this cluster rank below the pairs listed in this report.
cluster-links = Links of this cluster, strongest first.
cluster-more-links = { $count ->
    [one] { $count } weaker link is not listed here.
   *[other] { $count } weaker links are not listed here.
 }
cluster-between = These members are also linked to another cluster. Look at both clusters before you decide.
cluster-between-other = Cluster { $number }
cluster-between-links = { $count ->
    [one] { $unit ->
        [expect] { $count } pair ({ $strength } expected by chance)
       *[suspicion] { $count } pair (suspicion { $strength })
     }
   *[other] { $unit ->
        [expect] { $count } pairs (strongest: { $strength } expected by chance)
       *[suspicion] { $count } pairs (highest suspicion { $strength })
     }
 }

# Graph of the class
graph = Graph
graph-larger = Larger graph and all clusters
graph-needs-script = The graph needs JavaScript. The page of clusters lists the same links as tables.
graph-label = Graph of the submissions and the pairs that link them. The tables of the clusters list the same links.
graph-drawn = Submissions: { $nodes }. Links: { $links }. Not drawn, because no link reaches the cut-off: { $rest }.
graph-left-out = { $count ->
    [one] { $count } weaker link is not drawn.
   *[other] { $count } weaker links are not drawn.
 }
graph-threshold = { $unit ->
    [expect] at most { $value } expected by chance
   *[suspicion] suspicion of at least { $value }
 }
graph-unnamed = { $named } of { $nodes } names are shown. Zoom in, point at a submission or search for it to read the others.
graph-keys = Click a line or a submission to keep its figures here, and again to open it. Drag submissions to move them. Keys: ↑ ↓ pairs, ← → submissions, Enter opens, Escape clears.
graph-width = wider: more evidence
graph-outline = outline: cluster, finding
graph-bits = { $bits } bits
graph-members = Submissions: { $count }
graph-open-pair = Open pair
graph-open-submission = Open submission
graph-open-group = Show its pairs
graph-more = and { $count } more
graph-find = Find in graph
graph-arrange = Undo moves
graph-zoom-in = Zoom in
graph-zoom-out = Zoom out
graph-fit = Fit

# Submission times of a cluster
timeline = Submission times
timeline-picture = Submission times of cluster { $number }
timeline-mark = { $name }, { $time }
timeline-first = first
timeline-joined = A line connects the attempts of one author.
timeline-more = { $count ->
    [one] { $count } author who submitted later is not drawn.
   *[other] { $count } authors who submitted later are not drawn.
 }
timeline-caution = The person who submitted first is not necessarily the author.
timeline-order = Earliest first.
timeline-unknown = { $count ->
    [one] The time of { $count } member is unknown.
   *[other] The times of { $count } members are unknown.
 }

## How to read this report

number-rank-why = Position of the pair, strongest first: the fewer pairs this strong are expected by chance, the higher the rank. Pairs that are too short to judge come last.
number-expect-why = How many pairs this strong are expected in a class like this without any copying. 0.01 means one such pair in a hundred classes. The estimate uses the other pairs of the class, and how long and rare the shared passages are. It does not account for shared libraries or tutorials. It is not a probability of guilt.
number-suspicion-why = How much unusual code the two sides share, in bits. Code that few others have counts more. Shared code counts less if it is only a small part of the two programs. Suspicion is not a probability.
number-words = Level
number-words-why = “Beyond chance”: at most 0.01 pairs this strong are expected by chance. “Unlikely by chance”: at most 1, or more if so many pairs stand out that at most one in twenty is expected by chance. “Could be coincidence”: more than that. A class of fewer than ten submissions is too small for this, so its pairs are compared with the cut-off.
number-share = Match %
number-share-why = The share of this side's tokens that lies in matches, without starter code and common code of both sides. The small figure includes them.
number-longest-why = Length, in tokens, of the longest passage that is equal token by token, without starter code and common code. Names, numbers, strings, comments, layout, and words and symbols that matching ignores do not matter.
number-matches = Matches
number-matches-why = The number of passages that make up the shared code. Many short passages mean less than one long one.
number-lines = Lines
number-lines-why = Lines of the left side that contain shared code.
number-similarity = Mean similarity
number-similarity-why = For each pair, the share of both sides together that lies in matches. The cluster shows the mean of the pairs that link it.
number-size-why = The number of submissions in the cluster. Members can be linked through others.
number-cutoff-why = Pairs that reach the cut-off are grouped into clusters. The cut-off hides no pair. By default, it is one pair expected by chance, or more if so many pairs stand out that at most one in twenty is expected by chance.
number-expected = Pairs expected by chance
number-expected-why = The number of pairs that would reach the cut-off in a class like this without any copying. In classes whose copies are known, it is right to within a factor of about three.
number-tokens-why = Words and symbols of the code as a compiler reads them, without comments and layout.
number-counted = Counted tokens
number-counted-why = Tokens that are neither starter code nor common code.
number-compared = Pairs compared
number-compared-why = Pairs that share enough rare fingerprints are compared token by token. In a class of more than 200 submissions, these are at most 100 pairs for each submission: those that share the most. Fingerprints that occur in more than 512 submissions are not looked up, only longer runs of such code. The settings of the report say whether this left anything out.
number-left-out-why = Files that were not compared, each with its reason.

guide-what = The report shows which programs share code that others do not have, and where. It does not say who wrote the code, who copied from whom, or whether anyone did anything wrong. People decide that, after reading both sides and hearing both authors.
guide-do = Do
guide-do-begin = Start with { $overview }. Its first sentence says what was found and links to it.
    .overview = the overview
guide-do-read = Open the pair and read the passages, the longest and the rarest first. Ask whether someone else would have written the same code.
guide-do-unusual = Look for unusual things that both sides have: the same odd comment, constant, misspelling or mistake, or the same order where any order would work.
guide-do-case = Look at the whole cluster. If three submissions share a passage, the third may be the source of the other two.
guide-do-sources = Mark the code that you gave to students as starter code. Add the work of earlier years as an archive. Do both before you draw conclusions.
guide-do-hear = Ask a second person to look, and hear the authors. A conversation about the code tells you more than any number.
guide-dont = Don’t
guide-dont-percentage = Never decide by a percentage alone. Two solutions of ten lines can be 90 % equal by chance. Two solutions of a thousand lines can share one copied function and be only 5 % equal.
guide-dont-accuse = Never accuse anyone before you have read both sides. No number here is a verdict or a probability of guilt.
guide-dont-limit = Do not use a fixed limit from another task or class. How much independent programs share depends on the task.
guide-dont-short = Do not judge short programs. Programs with fewer than { $least } counted tokens look alike even without copying, so they are listed separately.
guide-dont-acquit = Do not conclude from a low rank that no copying took place. If someone outside this class did the work, it shares nothing with anyone in the class.
guide-dont-direction = Do not conclude who copied from whom. The report treats both sides alike. The person who submitted first is not necessarily the author.
guide-numbers = What the numbers mean
guide-resemblance = Resemblance, containment
guide-resemblance-means = Resemblance is the share of all short token runs of either side that occur in both. Containment is the share of one side's short token runs that also occur in the other. The CSV table contains both. Neither depends on the listed matches.
guide-literal = Match types
guide-identical = Identical
guide-identical-means = The passages are equal character by character. If comments or layout differ, the match is called “identical except for comments and layout”: all words and symbols are still equal. A comment has the colour of the match only if both sides have it.
guide-renamed = Renamed
guide-renamed-means = The code is equal in all tokens that are compared, but some names, numbers or strings differ. The share of tokens that are the same and the number of names that changed are given. A table lists these names. Matching ignores some words and symbols, because adding or removing them changes nothing: modifiers such as “public”, annotations, and punctuation in prose. They are marked where they differ. If only they or types differ, the match is called “changed”. Renaming is the most common way to disguise a copy. It also happens when two people follow the same text.
guide-rewritten = Rewritten
guide-rewritten-means = Both sides contain statements that do the same, in the same order. Other statements were inserted, or some were written differently: a loop became another kind of loop, or a condition was inverted. The share that is the same is that of the equal parts. Read these matches most carefully.
guide-not-counted = What is ignored when scoring
guide-boilerplate-means = Code that all students were given. It is shown in grey. Only the small figures next to the match percentages include it.
guide-common-means = Code in more groups of submissions than the limit allows, if one is set, and code that several submissions to other tasks have, if any are known. It is shown hatched and ignored when scoring. Without a limit, code that many submissions share has almost no weight.
guide-archives-means = Earlier submissions are compared with this class, never with each other. They do not count towards the limit for common code. The report names their archive and draws them as squares. A passage from an earlier year may come from a tutor’s solution or from the web, so look for a third source.
guide-chance = Pairs expected by chance
guide-chance-means = Whatever the cut-off, some pairs reach it even though both people worked alone. How many depends on the task. The report estimates this number from the class itself: from how quickly the number of its other pairs falls as their strength rises. “About 3” means that about 3 pairs would reach the cut-off in a class like this if no one copied. The estimate is right to within a factor of about three. It does not account for shared libraries, tutorials or earlier homework, because these are not chance.
guide-way = Navigation
guide-way-what = You can reach everything with links and with the keyboard alone. Select a column heading to sort a table. On the page of a pair, the match numbers lead from one side to the other. A question mark next to a number opens its explanation. { $key } closes it.
guide-made = Report { $title }, revision { $revision }, created by Chaffinch { $version }. The overview shows all { $settings }.
    .settings = settings

## A pair

pair-title = { $left } and { $right }
pair-title-differences = { $left } and { $right }: differences
pair-and = and
pair-neighbours = Neighbouring pairs
pair-view-menu = View
pair-wrap = Wrap long lines
pair-swap = Swap sides
pair-evidence-menu = Evidence files
pair-evidence-all = Evidence file with both sides
pair-evidence-hidden = Evidence file without names
pair-evidence-for = Evidence file for { $name }, other side redacted
pair-print = Print
pair-show-side = Side
pair-match-tokens = { $count ->
    [one] { $count } token
   *[other] { $count } tokens
 }
details = Details
pair-previous = Previous
pair-next = Next
pair-place = { $at } of { $of }
pair-views = Views of this pair
pair-view-matches = Matches
pair-view-differences = Differences
pair-case = Case
pair-case-open = Open case
parts = Parts of this page
parts-again = Parts of this page (bottom)
part = Part
what-is-meant = What does { $name } mean?

pair-rank = Rank
pair-rank-why = Position of this pair in the list of all pairs, strongest first.
pair-rank-of = of { $count } listed pairs
pair-expect = Expected by chance
pair-expect-why = How many pairs this strong are expected in a class like this without any copying. 0.01 means one such pair in a hundred classes. The estimate uses the other pairs of the class, and how long and rare the shared passages are. It does not account for shared libraries or tutorials. It is not a probability of guilt.
pair-expect-match-length = unknown: it was measured only for the usual shortest match
pair-expect-unknown = unknown: the class is too small, or a side is too short to judge
pair-bits = bits
pair-suspicion = Suspicion
pair-suspicion-why = How much unusual code the two sides share, in bits. Code that few others have counts more. Shared code counts less if it is only a small part of the two programs. It is not a probability and not a verdict.
pair-left-share = Left match %
pair-left-share-why = The share of the left side's tokens that lies in matches, without starter code and common code. The figure below includes them.
pair-right-share = Right match %
pair-right-share-why = The share of the right side's tokens that lies in matches, without starter code and common code. The figure below includes them.
pair-before-exclusion = { $share } including starter code
pair-longest = Longest exact run
pair-longest-why = Length, in tokens, of the longest passage that is equal token by token, without starter code and common code. Names, numbers, strings, comments, layout, and words and symbols that matching ignores do not matter.
pair-tokens = tokens
pair-matched = Matched
pair-matched-why = Counted tokens of the left side that lie in matches, and the lines of the left side that contain them.
pair-matched-lines = tokens in { $lines ->
    [one] { $lines } line
   *[other] { $lines } lines
}
pair-similarity = Similarity
pair-similarity-why = The matched share of both sides together. It is low if a small program is contained in a large one. The two match percentages show this difference.
pair-similarity-of = both sides together
pair-resemblance = Resemblance
pair-resemblance-why = The share of all short token runs of either side that both sides have, regardless of their position.
pair-resemblance-of = of all short token runs
pair-through = These two submissions share less with each other than each of them shares with { $third }. The suspicion of this pair comes from those two links. Read all three submissions together.
pair-too-short = { $strong } At least one side has too few counted tokens. Programs this short look alike even without copying.
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
pair-left-lines = Left lines
pair-right-lines = Right lines
pair-who = Also found in
pair-who-why = The number of groups of the class in which most of this passage was found, including these two submissions. Nearly identical submissions form one group. Passages that only these two have are the strongest evidence.
pair-literal = Match type
pair-literal-why = Identical: equal character by character, or except for comments and layout. Renamed: all tokens that are compared are equal, but names, numbers, strings, or words and symbols that matching ignores differ. Rewritten: statements were inserted or written differently. The share of tokens that are the same and the number of names that changed are given. For rewritten matches, they are those of the equal parts.
pair-is-template = Ignore as starter code
pair-is-template-label = Ignore as starter code: match { $number }
pair-match = Match { $number }
pair-match-go = Match { $number }, { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}: go to the other side
pair-match-lines = Match { $number }: left lines { $left }, right lines { $right }
pair-also = also { $lines } in { $path }
pair-all-in-groups = Every match: { $groups }
pair-in-groups = { $groups ->
    [0] no group (staff and archived submissions are not counted)
    [one] only in these nearly identical submissions
   *[other] { $groups } of { $all } groups
 }
pair-in-groups-between = { $least } to { $groups } of { $all } groups
pair-and-archived = { $count ->
    [one] and { $count } archived submission
   *[other] and { $count } archived submissions
 }
pair-before = { $name } submitted this earlier.
pair-before-in = { $name } submitted this earlier ({ $source }).
pair-also-in = also in
pair-also-archived = { $count ->
    [one] also in { $count } archived submission
   *[other] also in { $count } archived submissions
 }
pair-more-archived = { $count ->
    [one] and { $count } more archived submission
   *[other] and { $count } more archived submissions
 }
pair-same-also = Other similarities in match { $number }
pair-same-comment = Same comment:
pair-same-number = Same number:
pair-same-string = Same string:
pair-same-name = Same name:
pair-same-typing = Same unusual spacing:
pair-same-spelling = Same unusual spelling:
pair-others-write = , usual spelling
pair-unlisted = Only the { $listed } longest of { $count } matches are listed.
pair-no-matches = The report does not contain the matches of this pair. It contains only the matches of higher-ranked pairs.
literal-identical = identical
literal-same-tokens = identical except for comments and layout
literal-renamed = renamed
literal-rewritten = rewritten
literal-agreement = { $share } the same{ $names ->
    [0] {""}
    [one] , { $names } name changed
   *[other] , { $names } names changed
 }{ $literals ->
    [0] {""}
    [one] , { $literals } number or string changed
   *[other] , { $literals } numbers or strings changed
}{ $ignored ->
    [0] {""}
    [one] , { $ignored } ignored word or symbol changed
   *[other] , { $ignored } ignored words or symbols changed
 }
literal-renamed-as = renamed, { $agreement }
literal-changed-as = changed, { $agreement }
literal-rewritten-as = rewritten, { $agreement }
renames = Names that differ
renames-count = { $count ->
    [one] { $count } name differs
   *[other] { $count } names differ
 }
renames-what = In code that is equal token by token, the right side usually has another name for each of these names of the left side. If each name always became the same other name, this points to a renamed copy. Equal code that two people wrote independently also has different names.
renames-consistent = Places with this name on the right
renames-places = { $consistent } of { $places }
renames-more = Only the { $listed } most frequent of { $count } names are listed.

rules = How to read this file
rule-human = Nothing here is a verdict or a probability of guilt. A program found passages that both submissions share. People decide what they mean, after reading both sides and hearing both authors.
rule-percentage = Never decide by a percentage alone. Short solutions of one task have much in common by chance. Long solutions may share one decisive part and little else.
rule-both-sides = Read the passages, the longest and the rarest first. Ask whether someone else would have written the same code. Unusual things that both sides have say the most: a comment, a constant, a misspelling, a mistake.
rule-short = Short programs look alike even without copying. Programs that are too short to judge are marked.
rule-direction = The left and right sides are treated alike. Nothing here says who copied from whom, or whether both copied from a third source.
rule-sources = A passage that others also have may come from course material, a textbook or the web. Look for such a source before you draw conclusions.

appendix-numbers = Appendix: what the numbers mean
appendix-matches = Appendix: figures and matches of { $left } and { $right }
figure-rank = Rank
figure-expect = Expected by chance
figure-suspicion = Suspicion
figure-left-share = Left match %
figure-right-share = Right match %
figure-shares = Left match %, right match %
figure-longest = Longest exact run
figure-matched = Matched
figure-similarity = Similarity
figure-groups = Groups
figure-literal = Identical, renamed, rewritten
means-expect = How many pairs this strong are expected in a class like this without any copying. 0.01 means one such pair in a hundred classes. The estimate uses the other pairs of the class, and how long and rare the shared passages are. It does not account for shared libraries or tutorials. It is not a probability of guilt.
means-suspicion = How much unusual code the two sides share, in bits. Code that few others have counts more. Shared code counts less if it is only a small part of the two programs. It is not a probability.
means-rank = Position of the pair among all listed pairs of the report, strongest first.
means-shares = The share of each side's tokens that lies in matches, without starter code and common code of both sides. The figure in parentheses includes them.
means-longest = Length, in tokens, of the longest passage that is equal token by token, without starter code and common code. Names, numbers, strings, comments, layout, and words and symbols that matching ignores do not matter.
means-matched = Counted tokens of the left side that lie in matches, and the lines of the left side that contain them.
means-similarity = Matched tokens of both sides divided by all counted tokens of both sides.
means-resemblance = The share of all short token runs of either side that both sides have.
means-tokens = Words and symbols of the code as a compiler reads them, without comments and layout. Counted tokens are neither starter code nor common code.
means-groups = Nearly identical submissions form one group. The number includes the groups of these two submissions. If it is two, no other group has the passage. If it is large, the passage is ordinary for this task. Archived submissions come from earlier work.
means-literal = An identical match is equal character by character, or except for comments and layout if the report says this. In a renamed or changed match, all tokens that are compared are equal, but names, numbers, strings, types, or words and symbols that matching ignores (modifiers, annotations, punctuation in prose) differ. In a rewritten match, statements were inserted or written differently. The share of tokens that are the same and the number of names that changed are given. For rewritten matches, they are those of the equal parts.

appendix-settings = Appendix: settings of the comparison
setting-scheme = Comparison of { $family }
setting-scheme-value = k = { $k }, w = { $w }, t = { $t }, normaliser version { $normalizer }.
setting-scheme-means = Shared runs of fewer than k tokens are treated as noise and never found. Of any w neighbouring runs of k tokens, at least one is kept as a fingerprint. Two submissions with a shared run of at least t = k + w − 1 tokens therefore have a fingerprint in common.
setting-scheme-guarantee = Every shared run of at least { $run } tokens is found.
setting-scheme-no-guarantee = Not all such pairs were compared token by token, so a shared run may be missing.
setting-screening = Pairs compared
setting-screening-all = All pairs with a fingerprint in common were compared token by token.
setting-screening-most = Other pairs have fingerprints in common too. They share less with these submissions and were not compared token by token.
setting-screening-frequent = { $count ->
    [one] { $count } fingerprint is in more than { $most } submissions. It was not looked up.
   *[other] { $count } fingerprints are in more than { $most } submissions each. They were not looked up.
 } Longer runs that begin with them were looked up instead. Pairs that share only short or very common code were not compared.
setting-cutoff = Cut-off
setting-cutoff-means = Pairs that reach the cut-off form clusters. The cut-off hides no pair.
setting-shortest = Shortest match
setting-shortest-means = Equal passages that are shorter are not shown.
setting-shortest-archives = Archives are searched by stored fingerprints. A shared passage of fewer than { $tokens } tokens may be missed there.
setting-too-short = Too short to judge
setting-too-short-means = A side with fewer counted tokens is not judged.
setting-boilerplate = { $files ->
    [0] No files.
    [one] { $files } file, runs of at least { $run } tokens.
   *[other] { $files } files, runs of at least { $run } tokens.
 }
setting-boilerplate-means = Runs of at least this length that also occur in a starter code file are ignored when scoring.
setting-common = Common code
setting-common-value = { $groups ->
    [0] No limit.
   *[other] In more than { $groups } groups.
 }
setting-common-means = Code in more groups than the limit is ignored when scoring. Without a limit, code that many groups share has little weight.
setting-submission-limit = Code in many submissions
setting-submission-limit-value = { $submissions ->
    [one] In more than { $submissions } submission.
   *[other] In more than { $submissions } submissions.
 }
setting-submission-limit-means = Code in more submissions than this limit is ignored when scoring. Each copy counts separately, as with MOSS’s option -m.
setting-elsewhere = Background
setting-elsewhere-means = A passage of 32 tokens or more is ignored when scoring if at least 3 people have it in the work that was named as background (or 1 in 400 of them, if that is more). People whose names are in this class are not counted, and neither are submissions that share half or more of their code with one of this class.
setting-own-work = Own earlier work
setting-include = Only these files
setting-include-means = Patterns of the files that were compared. All others are listed among the skipped files.
setting-exclude = Not these files
setting-exclude-means = Patterns of files that were not compared. They are listed among the skipped files.
setting-own-work-means = A passage is ignored for a pair if both people had it in their own earlier work. If only one of them had it, it counts.
background-ignored = Ignored as common in { $sources }: { $passages ->
    [one] { $passages } passage
   *[other] { $passages } passages
}.
background-ignored-elsewhere = Ignored as common in other work: { $passages ->
    [one] { $passages } passage
   *[other] { $passages } passages
}.
background-people = { $people ->
    [one] { $people } person
   *[other] { $people } people
}{ $left_out ->
    [0] {""}
   *[other] ; { $left_out } not counted because their names are in this class
}{ $versions ->
    [0] {""}
   *[other] ; { $versions } not counted because their work shares half or more with this class
}
background-changed = ; changed since the last report
background-gone = ; deleted since the last report
background-count = Count these passages
own-work-ignored = { $pairs ->
    [one] In { $pairs } pair, passages that both people submitted before are ignored
   *[other] In { $pairs } pairs, passages that both people submitted before are ignored
}: { $sources }.
own-work-ignored-elsewhere = { $pairs ->
    [one] In { $pairs } pair, passages that both people submitted before are ignored.
   *[other] In { $pairs } pairs, passages that both people submitted before are ignored.
}
own-work-people = { $people ->
    [one] { $people } person of this class
   *[other] { $people } people of this class
}
setting-findings-value = { $share } usual, { $bits } bits, distance { $distance }
setting-findings-means = Submissions are versions of one program if what they share tells against people who worked alone by at least so many bits, and sets them apart from everybody else by this distance (bits for a unit of weight). An unrelated program of the same task is taken to share this part; it was measured over programs of other tasks. Given code has at least { $given } tokens in a row.
report-older = An earlier version of Chaffinch made this report. Its numbers of pairs expected by chance are not comparable with those of later reports. Compare again to get later ones.
setting-neighbours = Neighbours
setting-neighbours-means = Each submission was compared token by token with at most this many of the submissions that share the most fingerprints with it.
setting-archive = Archive
setting-archive-means = { $submissions ->
    [one] Its { $submissions } submission was searched
   *[other] All its { $submissions } submissions were searched
 }, in state number { $state } of the archive. { $compared } shared enough rare fingerprints to be compared token by token.
setting-library-means = They are reference answers ({ $label }): what two submissions share with the same one is not counted.
setting-archive-frequent = { $count ->
    [one] { $count } fingerprint of this class is in more than 1,000 archived files. It was not looked up, so earlier work that shares nothing else was not compared.
   *[other] { $count } fingerprints of this class are in more than 1,000 archived files each. They were not looked up, so earlier work that shares nothing else was not compared.
 }
setting-review = Review decisions
setting-review-value = Passages ignored as starter code: { $templates }; teams: { $teams }; staff: { $staff }.
appendix-repeat = { $submissions } submissions were included. The same files and settings give the same report.
appendix-digests = Appendix: compared files
appendix-digests-what = A digest is a checksum of a file as it was uploaded. Anyone who has the file can compute the same digest. A different file has a different digest.

pair-signs = Legend
pair-sign-reworded = reworded
pair-sign-reworded-why = same statement, written differently
pair-sign-inserted = inserted
pair-sign-inserted-why = only on this side
sign-handed-out = starter code
sign-handed-out-why = ignored when scoring
sign-vendored = library or generated
sign-vendored-why = no student wrote this file, ignored when scoring
submission-vendored = Library or generated
submission-vendored-why = Share of the code in files that no student wrote: libraries, build wrappers, licence texts, and what tools generate. It is ignored when scoring.
vendored-ignored = { $count ->
    [one] { $count } file that no student wrote is ignored when scoring: { $names }
   *[other] { $count } files that no student wrote are ignored when scoring: { $names }
 }.
vendored-counted = { $count ->
    [one] { $count } file that no student wrote is counted: { $names }
   *[other] { $count } files that no student wrote are counted: { $names }
 }.
vendored-count = Count these files
vendored-ignore = Ignore these files
given-counted = Code that many submissions have and little else in common is counted. It is not looked for.
given-count = Count this code
given-ignore = Ignore such code
change-given-counted = code that many share is counted
change-given-ignored = code that many share is ignored
change-vendored-counted = files that no student wrote are counted
change-vendored-ignored = files that no student wrote are ignored
sign-elsewhere = common elsewhere
sign-elsewhere-why = several people outside this class have it, ignored when scoring
sign-common = common
sign-common-why = in more than { $limit } groups, ignored when scoring
sign-submission-limit-why = in more than { $limit } submissions, ignored when scoring
pair-together = Scroll both sides together
pair-keys = Keyboard shortcuts
pair-keys-next = next match in the selected order
pair-keys-previous = previous match
pair-keys-other = same match on the other side
pair-keys-panel = show or hide the matches
pair-keys-wrap = wrap long lines
pair-keys-swap = swap sides
pair-keys-together = scroll both sides together or separately
pair-keys-layers = hide or show identical, renamed, rewritten matches
pair-keys-pairs = previous or next pair of the list
pair-keys-marks = mark this pair: nothing, talk, case; again: not looked at
pair-keys-undo = undo the last mark
pair-keys-note = write a note
pair-keys-keys = this list
close = Close
pair-said = Match { $number } of { $count }: { $tokens } tokens, left lines { $left }, right lines { $right }
pair-left = Left:
pair-right = Right:
pair-left-code = Code of the left side
pair-right-code = Code of the right side
pair-side = { $share } of { $count } counted tokens in matches
pair-side-short = , too short to judge
pair-lines-here = lines { $lines }
pair-files-here = { $count ->
    [one] { $count } file
   *[other] { $count } files
}
pair-nothing-here = This part has no code of this side.
file-lines = { $count ->
    [one] { $count } line
   *[other] { $count } lines
}
file-lines-here = shown: { $lines }
file-matches = { $count ->
    [0] no matches
    [one] { $count } match
   *[other] { $count } matches
}
lines-at = { $count ->
    [one] line { $lines }
   *[other] lines { $lines }
}

# Differences
differences-counts = { $same } lines are the same on both sides and { $changed } differ. { $left } are only on the left and { $right } only on the right. Differences within a line are underlined.
differences-left-line = Left line
differences-right-line = Right line
differences-sign = Difference
differences-differs = differs
differences-one-side = only on this side
differences-same = left lines { $left } are the same as right lines { $right }
differences-more = and { $count } more bytes
differences-too-long = Some files have too many lines to compare here. The Matches view shows them.
differences-left-only = Only on the left:
differences-right-only = Only on the right:

## A submission

submission-staff = staff
submission-team = Team
submission-files = Files
submission-tokens = Tokens
submission-tokens-why = Words and symbols of the code as a compiler reads them, without comments and layout.
submission-tokens-count = { $count } counted
submission-others = Shared with others
submission-others-why = The share of the code, in bytes, that lies in passages of the strongest pairs of this submission. A low value proves nothing. A high value may come from a task that leaves no choice.
submission-others-in = { $count ->
    [one] in { $count } passage
   *[other] in { $count } passages
}
submission-handed-out = Starter code
submission-handed-out-why = The share of the code that is also in the starter code. It is shown in grey and ignored when scoring.
submission-common = Common code
submission-common-why = The share of the code that is in more groups than the limit of this report, or in several submissions to other tasks. It is shown hatched and ignored when scoring.
submission-author = Author
submission-attempt = Attempt
submission-handed-in = Submitted
submission-pairs = Pairs
submission-no-pairs = No listed pair contains this submission.
submission-pairs-before = The first parts of this page list the pairs with this submission.
submission-pairs-caption = Pairs with this submission, strongest first.
submission-unread = { $count ->
    [one] The passages below are those of the strongest pairs. For { $count } weaker pair, no passages are shown.
   *[other] The passages below are those of the strongest pairs. For { $count } weaker pairs, no passages are shown.
}
submission-code = Code
submission-sign-passage = passage shared with others; the number leads to a list of them
submission-file-tokens = { $count ->
    [one] { $count } token
   *[other] { $count } tokens
}
submission-passages = Passages shared with others
submission-passage = Passage { $number }
submission-passage-go = Passage { $number }: show who shares it
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
cases-what = A case records what people decide about suspected copying. It stays linked to the people concerned. It is shown again when a report is created again, or when another comparison of the course contains their work.
cases-none = There are no cases yet.
cases-how = You can open a case from a pair or a cluster of a report.
cases-none-such = No case has this status.
cases-every-status = any status
cases-show = Filter cases
cases-of = Comparison:
cases-all = Show all cases
case-none = none
case-open = open
case-suspicious = suspicious
case-confirmed = confirmed
case-dismissed = dismissed
case-held = legal hold
case-persons = People
case-opened-on = Opened
case-opened-by = Opened by { $who } { $when }.
case-reviewed-by = { $who } is the second reviewer and decides the case.
case-hold-since = { $what } Since { $when }, nothing that this case needs can be deleted.
    .what = Legal hold.
case-person = Person
case-decision = Decision
case-figures = Figures
case-pair = Pair
case-level = Level
case-more-pairs = Not all pairs are listed. The report has all of them.
case-excerpts = Strongest matches of { $left } and { $right }
case-excerpt = Match { $number }: { $count ->
    [one] { $count } token
   *[other] { $count } tokens
 }
case-excerpt-code = Match { $number } in the submission of { $name }
case-excerpt-more = { $count ->
    [one] { $count } more line
   *[other] { $count } more lines
 }
case-excerpt-all = { $count ->
    [one] Open the match side by side
   *[other] Open all { $count } matches side by side
 }
case-excerpt-pair = Open the pair side by side
case-evidence-files = Evidence file
case-evidence-for = Evidence file for { $name }, other side redacted
case-statements = Statements
case-no-statements = No statement has been recorded.
case-statement-add = Record statement
case-statement-given = Given on
case-statement-text = Text of the statement
case-statement-file = File
case-statement-hint = PDF, PNG, JPEG or text, at most { $most }. The file is deleted when the last comparison of this case is deleted, or when the person is erased.
case-file-hidden = The file is not offered while names are hidden, because it can contain names.
case-was-stated = recorded a statement
refused-typed = Your text (not saved)
refused-back-to-case = Back to the case
case-seen-in = Source
case-seen-nowhere = The comparisons of this case have been deleted.
case-evidence = Evidence file of this case
case-evidence-of-comparison = Evidence file with the pairs of this comparison
case-note = Note
case-note-add = Add note
case-why = Reason
case-why-hint = Required to confirm or dismiss the case.
case-status-set = Save decision
case-reviewer = Second reviewer
case-no-reviewer = none
case-reviewer-hint = The second reviewer confirms or dismisses the case instead of the person who opened it.
case-reviewer-set = Assign reviewer
case-hold = Place legal hold
case-hold-why = Reason for the legal hold
case-hold-hint = A legal hold prevents the comparisons and archives of this case from being deleted, by hand or on their deletion date.
case-release = Lift legal hold
case-release-why = Reason for lifting the legal hold
case-history = History
case-when = When
case-who = Who
case-what = Event
case-by-operator = the operator
case-was-opened = { $count ->
    [one] opened the case with { $count } submission, status { $status }
   *[other] opened the case with { $count } submissions, status { $status }
 }
case-was-noted = added a note
case-was-decided = changed the status from { $from } to { $to }
case-was-given = assigned { $reviewer } as second reviewer
case-was-taken-back = removed the second reviewer
case-was-held = placed a legal hold
case-was-released = lifted the legal hold
case-was-added = { $count ->
    [one] added { $count } submission
   *[other] added { $count } submissions
 }

## Settings and history of a comparison

review = Settings and history
review-under-way = Comparing again
review-broke = The last change failed
review-of = Settings for “{ $title }”
review-what = Each change creates a new revision of the report from the stored files. You do not upload anything again. Every earlier revision is kept, so you can undo every change.
review-failed = { $what } The report is unchanged.
    .what = The last change failed.
review-cancelled = The last change was cancelled. The report is unchanged.
review-compared = What is compared
review-ignored = What is ignored
review-together = Who belongs together
# The change of one setting needs no upload: the texts of the submissions are stored.
review-again = Compares all submissions again.
review-again-seconds = Compares all submissions again. The first report took { $count } s from the upload.
review-again-minutes = Compares all submissions again. The first report took { $count } min from the upload.
review-effect-default = The default cut-off is computed when the submissions are compared again.
review-effect-number = Enter a number greater than 0.
review-archived = { $count ->
    [one] { $count } submission
   *[other] { $count } submissions
 }
review-references = Reference answers
review-others = Archives, reference answers and patterns cannot be changed afterwards.
review-limits-submit = Save limit
review-people-submit = Save teams and staff
review-vendored = Files that no student wrote
review-vendored-none = These submissions have none.
review-given = Code that many submissions share
review-given-ignored = { $count ->
    [0] No such code was found.
    [one] { $count } group of submissions has such code. It is ignored when scoring.
   *[other] { $count } groups of submissions have such code. It is ignored when scoring.
 }
review-background = Code that is common elsewhere
review-own-work = Earlier work of the same person
review-cutoff = Cut-off: pairs expected by chance, at most
review-cutoff-hint = Pairs form clusters if at most this many pairs this strong are expected by chance. A smaller number gives fewer pairs. If empty, the default applies: 1, or more if so many pairs stand out that at most one in twenty is expected by chance.
review-cutoff-bits = Cut-off: suspicion in bits, at least
review-cutoff-bits-hint = Pairs with at least this suspicion form clusters. If empty, the default applies.
review-cutoff-bits-set = This report has a cut-off in bits. To use the number of pairs expected by chance, leave this field empty.
review-teams = Teams
review-teams-hint = One team per line. Separate the members with commas. Use the names of submissions or authors. You can also enter a table with the columns member and team. Members of a team are not reported against each other.
review-staff = Staff
review-staff-hint = One name per line. Staff submissions are reported separately and do not affect how rare a passage is.
review-names-hidden = Names are hidden. Show names to change teams, staff and passages that are starter code.
review-templates = Passages ignored as starter code
review-no-templates = None. On the page of a pair, you can ignore any match as starter code. The passage is then ignored wherever it occurs.
review-lines = { $first ->
   *[other] lines { $first } to { $last }
 }
review-count-again = Undo
review-count-this = Undo: count the passage of { $name } in { $path } again
starter = Starter code
starter-hint = Files that you gave to the class, or an archive file. Code that matches them is ignored when scoring. Maximum size: { $most }.
starter-submit = Add starter code
starter-files = { $count ->
    [0] No starter code has been uploaded.
    [one] { $count } file of starter code has been uploaded.
   *[other] { $count } files of starter code have been uploaded.
 }
late = Late submissions
late-hint = Archive files or single files with submissions that came later. Only these files are read. Maximum size: { $most }.
late-submit = Add and compare
revisions = History
revision = Revision
revision-made = Created
revision-by = By
revision-changes = Changes
revision-pairs = { $count ->
    [one] { $count } pair listed
   *[other] { $count } pairs listed
 }
revision-current = current
revision-choose = Make current
revision-choose-this = Make current: revision { $number }
change-first = first report
change-common = { $limit ->
    [0] no limit for common code
   *[other] passages in more than { $limit } groups are ignored
 }
change-submission-limit = { $limit ->
    [0] no limit for code in many submissions
    [one] passages in more than { $limit } submission are ignored
   *[other] passages in more than { $limit } submissions are ignored
 }
change-cutoff = cut-off { $cutoff }
change-cutoff-usual = default cut-off
change-template-added = { $count ->
    [one] { $count } passage ignored as starter code
   *[other] { $count } passages ignored as starter code
 }
change-template-removed = { $count ->
    [one] { $count } passage counted again
   *[other] { $count } passages counted again
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
change-background = { $count ->
    [0] no background
    [one] background: { $count } source
   *[other] background: { $count } sources
}
change-late = { $count ->
    [one] { $count } late submission
   *[other] { $count } late submissions
 }
change-starter = { $count ->
    [one] { $count } file of starter code added
   *[other] { $count } files of starter code added
 }
change-pairs = { $count ->
    [0] no pair changed
    [one] { $count } pair changed
   *[other] { $count } pairs changed
 }
revision-beyond = { $count ->
    [one] { $count } pair beyond chance
   *[other] { $count } pairs beyond chance
 }
revision-beyond-change = Pairs beyond chance: { $before } → { $after }
# $done is a list such as “1 passage ignored as starter code, 14 pairs changed”.
notice-rescored = Re-scored: { $done }.
notice-restored = Revision { $number } is the current one again.
undo = Undo
turns = History of the current revision
turn-result = { $when }: revision { $number }, requested by { $who }
turn-undo = { $when }: back to revision { $number }, by { $who }
turn-redo = { $when }: forward to revision { $number }, by { $who }

## A pair that is not listed

unlisted-why = Revision { $revision } of the report does not list these two submissions as a pair. They share too little counted code, or other pairs rank higher.
unlisted-undo = To see who changed what, and to go back, open { $history }.
    .history = settings and history
unlisted-overview = Report overview

## Share links

share-title = Share links
share-what = Anyone with a share link can read this report, and nothing else, without an account. The link works until it expires or is revoked. Views are recorded in the audit log.
share-fresh = Share link created. Copy it now. You will not see it again.
share-none = There are no share links.
share-made = Created
share-ends = Expires
share-shows = Access
share-viewed = Last viewed
share-never = never
share-with-names = with names
share-without-names = without names
share-with-exports = downloads allowed
share-revoked = revoked
share-expired = expired
share-revoke = Revoke
share-revoke-this = Revoke the link created on { $when }
share-new = New share link
share-days = Days until it expires
share-hide-names = Hide names
share-allow-exports = Allow downloads
share-make = Create share link

# Evidence from all tasks of a course

term = Over the term
term-empty = This course has no finished comparison yet.
term-updating = A comparison was added, changed or deleted. The evidence is being computed.
term-reload = Load again
term-people = { $count ->
    [one] { $count } person
   *[other] { $count } people
 }
term-tasks-counted = { $count ->
    [one] { $count } task
   *[other] { $count } tasks
 }
term-pairs = { $count ->
    [one] { $count } pair of people with a task in common
   *[other] { $count } pairs of people with a task in common
 }
term-named = { $count ->
    [0] No pair of people stands out over the term.
    [one] { $count } pair of people stands out over the term.
   *[other] { $count } pairs of people stand out over the term.
 }
term-named-means = Without any copying, at most one course in ten would have such a pair.
term-what = For every two people, the tasks in which they have the most in common are combined. The result accounts for the number of pairs and the choice of tasks. It shows where to look. Read the code of each task before you decide.
term-graph = Graph of people
term-graph-label = Graph of { $people } people and { $pairs } pairs that stand out. The list above has the same pairs.
term-graph-means = Lines link people who stand out together. A thicker line means more tasks.
term-graph-more = { $count ->
    [one] { $count } weaker pair is not drawn.
   *[other] { $count } weaker pairs are not drawn.
 }
term-list = Pairs of people
term-none = No two people have more in common than chance explains.
term-rank = Rank
term-pair = People
term-stand-out = Tasks
term-of = { $counts } of { $shared }
term-since = Since
term-by-task = By task
term-task = Task
term-in-class = Expected by chance in its class
term-counts = counts
term-others = { $count ->
    [one] In { $count } other task of both people, chance explains what they have in common.
   *[other] In { $count } other tasks of both people, chance explains what they have in common.
 }
term-changing = People with several partners
term-changing-means = Each of these people stands out with several others. One of them may have passed work on, or all may have used the same source.
term-tasks = Tasks
term-uploaded = Uploaded
term-task-people = People
term-counted = Counts
term-counted-yes = Yes
term-left-out-uploaded-again = No, uploaded again:
term-left-out-too-small = No, what is expected by chance is not known: the class is too small, or another shortest match was chosen.
term-left-out-older = No, an older version made the report. Create a new report to count it.
term-who = Who is who
term-who-table = Names and people
term-who-hint = One row for each name, below a header row with task, name and person. A name is an author or the name of a submission. A row with a task applies only to the comparison with this title.
term-who-save = Save names
case-term-means = Evidence from all tasks of this course. It changes when comparisons are added or deleted.
case-term-named = stands out
case-term-all = All pairs over the term

## Notice to students, data protection sheet

notice = Notice to students
notice-title = How submissions in { $course } are compared
notice-hint = Tell students before the first task that submissions are compared. This notice describes the current settings of the course. Fill in the brackets, then print the page or save it as PDF with your browser. The menu and this form are not printed, and nothing from the form is stored. Have the text checked if your rules require it.
blanks = Fill in the brackets
blanks-fill = Fill in
blank-institution = Institution
blank-institution-missing = [institution]
blank-decides = Who decides (name or office)
blank-decides-missing = [Name or office]
blank-cases = How long cases are kept, such as “for two years”
blank-cases-missing = [for how long]
blank-contact = Office for questions about data
blank-contact-missing = [office, address]
blank-allowed = What is allowed
blank-allowed-missing = [Discussing ideas is allowed. Submitting the same code is not. Say in a comment what you took from where, including answers of language models.]
notice-compared = What is compared
notice-purpose = Submissions in this course are compared with each other to find work that was copied. A program (Chaffinch) on a computer of { $institution } does this. It does not send your work to anyone else.
notice-files = It compares the files that you submit, and stores them with your name and the time. Variable names, comments, layout and the order of functions make no difference. Code that everybody received is ignored.
notice-earlier = Submissions are also compared with those of earlier years.
notice-term = For every two people, the program also combines the results of all tasks of this course.
notice-says = What the program says
notice-says-what = It lists pairs of submissions that have more in common than chance explains, and shows where. It does not say who copied from whom, and it decides nothing.
notice-says-common = Some things are common without copying: solutions of a few lines, code from the lecture or a textbook, and what many people write in the same way.
notice-checks = Checks before the deadline
notice-check = While a task is open, your submission can be checked against those of earlier years.
notice-check-received = The answer only says that the submission was received.
notice-check-outcome = The answer says whether something was found. It names nobody.
notice-check-kept = If something is found, the submission is kept, and the staff of the course look at it.
notice-check-not-kept = A check stores nothing.
notice-decides = Who decides
notice-decides-who = A person reads the code and decides: { $decides }.
notice-answer = If your work is suspected, you are told why, see the passages, and can respond before anything is decided. Your response is kept with the case, with its date.
notice-allowed = What is allowed
notice-allowed-what = { $allowed }
notice-kept = Who sees it, and how long it is kept
notice-kept-who = The staff of this course see the results, and people who need them for a decision.
notice-kept-days = { $count ->
    [one] Comparisons are deleted one day after the upload, unless the staff set another date.
   *[other] Comparisons are deleted { $count } days after the upload, unless the staff set another date.
 }
notice-kept-deleted = Comparisons are kept until the staff delete them.
notice-archives-until = Submissions with which later years are compared are kept until { $date } at the latest.
notice-archives-deleted = Submissions with which later years are compared are kept until the staff delete them.
notice-archives-reduced = They are kept without texts, names of variables and literals.
notice-kept-cases = Cases and their decisions are kept { $cases }.
notice-rights = Your rights
notice-rights-what = You can ask what is stored about you, and have errors corrected: { $contact }.
sheet = Data protection sheet
sheet-hint = This sheet answers the questions that an institution asks before it allows personal data to be processed. It describes this installation. It is not legal advice. Fill in the brackets, then print the page or save it as PDF with your browser. The menu and this form are not printed, and nothing from the form is stored.
blank-responsible = Who is responsible (institution, faculty, contact)
blank-responsible-missing = [Institution, faculty, contact]
blank-basis = Legal basis (examination rules, contract or law)
blank-basis-missing = [Examination rules, contract or law]
blank-breach = What you do if data is lost or leaks
blank-breach-missing = [Your procedure]
sheet-purpose = What is it for?
sheet-purpose-what = Finding work in student submissions that was copied, so that a person can examine it.
sheet-purpose-not = It is not for grading, nor for finding out whether a machine wrote something.
sheet-responsible = Who is responsible?
sheet-responsible-who = { $responsible }
sheet-basis = On what legal basis?
sheet-basis-what = { $basis }
sheet-data = Whose data, and what data?
sheet-data-students = Students who submitted something: their files; names, user names and times as the upload contains them; results of comparisons; cases with notes and statements.
sheet-data-staff = Staff who use the service: account name, e-mail address if set, and a log of what they viewed, exported and changed.
sheet-data-source = The data comes from the students’ submissions, which staff or a script of the course upload.
sheet-place = Where is the data?
sheet-place-what = In one database and one folder of this installation. The service sends no student data to other services, and its pages load nothing from other servers.
sheet-place-moss = If the operator enables the listener for MOSS clients, such clients send submissions to this installation without encryption.
sheet-access = Who has access?
sheet-members = The members of a course, within their role: viewers read reports; assistants also upload; instructors also delete and decide; owners also manage the members.
sheet-provider = Staff sign in through the institution’s identity service.
sheet-operator = The operator of the computer. Administrators cannot open a course’s reports unless they become a member, which the course’s list of members and its log show. They can answer data requests.
sheet-links = Everybody who has a share link of a report, until it expires or is revoked.
sheet-students = Students have no access. In evidence that is handed out, the names of others are hidden.
sheet-retention = How long is it kept?
sheet-retention-comparisons = Comparisons and archives as the table below says. Single comparisons can have a date of their own.
sheet-retention-uploads = Uploads as sent, until they are read. After a failed analysis, until the comparison is deleted. Previews for one day.
sheet-retention-cases = Cases with their course, because decisions must outlive the comparisons. While a case is under legal hold, what it needs is not deleted.
sheet-retention-audit = The audit log permanently. It contains ids, and no names or texts of students.
sheet-decision = Is anything decided automatically?
sheet-decision-who = No. The program ranks pairs and shows passages. A person decides, and the case records who decided what, when and why.
sheet-decision-second = A case can have a second reviewer, who decides it instead of the person who opened it.
sheet-errors = How reliable is it?
sheet-errors-what = For each pair, the report says how many pairs this similar are expected by chance in such a class. Measured error rates are part of the documentation.
sheet-errors-common = Code that was allowed to be shared, and common textbook solutions, are not recognised unless they are uploaded as starter code. A person must judge them.
sheet-measures = Which measures protect the data?
sheet-measures-roles = Roles in each course; an audit log of views, exports and changes; names can be hidden; archives can be reduced to what comparisons need.
sheet-measures-isolation = Submitted files are read in a process without access to the network and to other files, and are never executed.
sheet-requests = How are requests of students answered?
sheet-requests-what = An administrator finds and exports everything about a person under Data requests: submissions, archives, reports, cases and the evidence over the term. Others are not named in the export.
sheet-requests-erase = The data of a person can be erased there, also from reports and backups that are restored later. A legal hold is respected.
sheet-breach = What if data is lost or leaks?
sheet-breach-what = { $breach }
sheet-breach-audit = The audit log shows who viewed and exported what.
sheet-remaining = What remains to be done?
sheet-remaining-what = Tell the students (each course page has a notice to print). Set the retention of each course. Name who decides. Encrypt the disk and the backups.
sheet-courses = What the courses keep
sheet-comparisons = Comparisons kept
sheet-archives-until = Archives kept until
sheet-days = { $count ->
    [one] one day
   *[other] { $count } days
 }
sheet-until-deleted = until deleted

## Reviewing pairs one after the other

attention = Needs attention
attention-failed = { $title } failed
attention-review = { $title }: review begun, { $count ->
    [one] { $count } pair marked
   *[other] { $count } pairs marked
 }
attention-many-cases = More than { $count } open cases
batches-marked = { $count ->
    [one] { $count } pair marked
   *[other] { $count } pairs marked
 }
attention-cases = { $count ->
    [one] { $count } open case
   *[other] { $count } open cases
 }
reviewing-bar = Review
reviewing-start = Review { $count ->
    [one] { $count } pair
   *[other] { $count } pairs
 }
reviewing-continue = Continue review: { $count } left
reviewing-again = Review them again
reviewing-progress = { $done } of { $count ->
    [one] { $count } pair
   *[other] { $count } pairs
 } looked at
reviewing-state-count = { $state ->
    [nothing] nothing: { $count }
    [talk] talk: { $count }
   *[case] case: { $count }
 }
reviewing-left = { $count } left
reviewing-filtered = Review the pairs listed below
reviewing-stale = The mark was not saved, because this page is out of date. Load it again.
reviewing-finished = Marked. No pair of this list is left.
reviewing-their-note = Their note: “{ $note }”. Save again to replace it.
reviewing-divide = Divide pairs
reviewing-divide-what = Pairs that share a submission go to the same person. Apart from that, everybody selected gets about as many pairs. Pairs that somebody has looked at stay as they are.
reviewing-divide-submit = Divide { $count ->
    [one] { $count } pair
   *[other] { $count } pairs
 }
reviewing-filter = Review
reviewing-filter-any = any
reviewing-mine = only my pairs
reviewing-column = Review
reviewing-mark = Mark this pair
reviewing-advance = then next pair
reviewing-note = Note for the staff
reviewing-note-save = Save note
reviewing-note-saved = Note saved.
reviewing-notes-hidden = Notes are not shown while names are hidden.
reviewing-by = Last change: { $by }, { $when }
reviewing-assigned = assigned to { $name }
reviewing-marked-pair = { $left } and { $right }: { $state }.
reviewing-changed = { $by } changed this mark after you opened the pair. Your change was not saved. This is the mark now.
reviewing-failed = The mark was not saved. Check your connection and try again.
mark-nothing = Nothing
mark-talk = Talk
mark-case = Case
mark-open = Not looked at
reviewing-case-title = Title of the case
reviewing-case-note = First note
