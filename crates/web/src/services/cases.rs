//! Opens and changes cases, and shows them without names, for the API and the pages.

use std::collections::BTreeMap;

use chaffinch_person::pseudonym_key;
use chaffinch_report::{CaseNames, PairId, PseudonymKey, Report};
use chaffinch_storage::{
    AccountId, Action, Batch, Case, CaseChange, CaseEvent, CaseEventKind, CaseId, CaseStatus,
    MAX_CASE_SUBMISSIONS, Member, Named, NewCase, Owner, Role, Seen, StorageError, may,
};

use crate::app::App;
use crate::error::{Result, WebError};
use crate::http::admitted::Admitted;

/// Maximum length of a title, in characters.
pub(crate) const TITLE_LENGTH: usize = 200;
/// Maximum length of one text, in characters.
const TEXT_LENGTH: usize = 10_000;

/// A case to open on a batch.
#[derive(Debug)]
pub(crate) struct CaseRequest {
    /// Revision of the report. `None` means the current one.
    pub(crate) revision: Option<u32>,
    /// Numbers of the submissions in that report.
    pub(crate) submissions: Vec<u32>,
    /// Title of the case. Empty means the title of the batch.
    pub(crate) title: String,
    /// First status, which is not a decided one.
    pub(crate) status: CaseStatus,
    /// First note. It may be empty.
    pub(crate) text: String,
}

/// Opens a case. The caller must have the right to change the course of the batch.
pub(crate) async fn open(who: &Admitted, batch: &Batch, opening: CaseRequest) -> Result<Case> {
    let CaseRequest { revision, submissions, title, status, text } = opening;
    let is_long = title.chars().count() > TITLE_LENGTH;
    let title = match title.trim() {
        "" => batch.title.clone(),
        title => title.to_owned(),
    };
    if is_long || title.chars().any(char::is_control) {
        return Err(WebError::field(
            "title",
            format!("may have at most {TITLE_LENGTH} characters and no control characters"),
        ));
    }
    if status.is_decided() {
        return Err(WebError::field(
            "status",
            format!("must be open or suspicious, not {:?}", status.name()),
        ));
    }
    let by = who.by();
    let text = checked_text(&text)?.to_owned();
    let seen = seen(batch, revision, submissions)?;
    let new = NewCase { id: CaseId::new(by.at), title, status, text, seen };
    who.app.storage.open_case(&new, &by).await.map_err(unseen)
}

/// Adds an event to a case, if the caller has the right to it. `seen` is the number of the last event that the caller has
/// seen, if the change depends on it.
pub(crate) async fn change(
    who: &Admitted,
    case: &Case,
    seen: Option<u32>,
    change: &CaseChange,
    text: &str,
) -> Result<Case> {
    who.in_course(needed(case, change), case.course)?;
    let text = checked_text(text)?;
    let needed_for = match change {
        CaseChange::Note => Some("a note"),
        CaseChange::Hold => Some("a legal hold"),
        CaseChange::Status(CaseStatus::Confirmed) => Some("the reason to confirm a case"),
        CaseChange::Status(CaseStatus::Dismissed) => Some("the reason to dismiss a case"),
        CaseChange::Statement(statement) if statement.file.is_none() => Some("a statement without a file"),
        _ => None,
    };
    if let Some(what) = needed_for.filter(|_| text.is_empty()) {
        return Err(WebError::field("text", format!("must not be empty: it is {what}")));
    }
    // The storage accepts a decision that changes nothing.
    if !may_change(who, case, change) {
        return Err(WebError::ReviewerDecides);
    }
    // The case may have been decided meanwhile.
    let may_decide = may(&who.actor, Action::Decide, case.course);
    let by = who.by();
    let changed = who.app.storage.change_seen_case(case.id, seen, change, text, may_decide, &by).await;
    changed.map_err(unseen)?.ok_or(WebError::NotFound)
}

/// Returns whether the caller may make a change now. A decision belongs to the second reviewer, if there is one.
pub(crate) fn may_change(who: &Admitted, case: &Case, change: &CaseChange) -> bool {
    let needed = needed(case, change);
    let is_decision = matches!(change, CaseChange::Status(_)) && needed == Action::Decide;
    let belongs_to_other = case.reviewer.is_some_and(|reviewer| reviewer != who.actor.account.id);
    may(&who.actor, needed, case.course) && !(is_decision && belongs_to_other)
}

/// Returns the action that the caller must be allowed to do.
pub(crate) fn needed(case: &Case, change: &CaseChange) -> Action {
    match change {
        CaseChange::Status(to) if to.is_decided() || case.status.is_decided() => Action::Decide,
        CaseChange::Reviewer(_) => Action::Decide,
        CaseChange::Note | CaseChange::Add(_) | CaseChange::Status(_) | CaseChange::Statement(_) => {
            Action::Change
        }
        CaseChange::Hold | CaseChange::Release => Action::Hold,
    }
}

/// Returns whether an account may decide cases of the course and did not open this one.
pub(crate) fn may_review(case: &Case, member: &Member) -> bool {
    Role::Instructor <= member.role && !member.account.disabled && Some(member.account.id) != case.creator
}

/// Returns the account of that name, if it may review the case.
pub(crate) async fn reviewer(app: &App, case: &Case, name: &str) -> Result<AccountId> {
    let members = app.storage.members(case.course).await?;
    let fitting = members.into_iter().find(|member| member.account.name == name);
    let fitting = fitting.filter(|member| may_review(case, member));
    let problem = "must name an instructor or owner of the course who did not open the case";
    Ok(fitting.ok_or_else(|| WebError::field("reviewer", problem))?.account.id)
}

/// Checks the number of submissions and returns the reference to them in a report. A case has a limit on submissions.
pub(crate) fn seen(batch: &Batch, revision: Option<u32>, submissions: Vec<u32>) -> Result<Seen> {
    if (1..=MAX_CASE_SUBMISSIONS).contains(&submissions.len()) {
        Ok(Seen { batch: batch.id, revision, submissions })
    } else {
        Err(WebError::field("submissions", format!("must name 1 to {MAX_CASE_SUBMISSIONS} submissions")))
    }
}

/// Reports a missing object as a wrong field, because the body named it.
fn unseen(error: StorageError) -> WebError {
    match error {
        StorageError::Missing { what: "report" } => {
            WebError::field("revision", "does not name a report of this batch")
        }
        StorageError::Missing { what: "person" } => {
            WebError::field("person", "must be one of the people of the case")
        }
        StorageError::Missing { what: "submission" } => {
            WebError::field("submissions", "names a submission that is not in the report or was deleted")
        }
        error => error.into(),
    }
}

fn checked_text(text: &str) -> Result<&str> {
    if text.chars().count() > TEXT_LENGTH {
        return Err(WebError::field("text", format!("may have at most {TEXT_LENGTH} characters")));
    }
    Ok(text.trim())
}

/// The pseudonyms of a case: those of its latest comparison.
pub(crate) struct CasePseudonyms {
    names: CaseNames,
    /// Keys of the codes that take the place of the numbers, by batch or archive.
    keys: BTreeMap<Owner, PseudonymKey>,
}

impl CasePseudonyms {
    /// Returns the pseudonyms of a case. Numbers of submissions are the same in all revisions, so no report is read.
    /// Persons who are only in archives have no code.
    pub(crate) async fn load(app: &App, case: &Case) -> Result<Self> {
        Self::with(app, case, None).await
    }

    /// Returns the pseudonyms of a case. `report` is that of its latest comparison; with it, the names of others who are in
    /// it are hidden too. `numbers` are further numbers of persons in it.
    pub(crate) async fn with(
        app: &App,
        case: &Case,
        report: Option<(&Report, &BTreeMap<u32, String>)>,
    ) -> Result<Self> {
        let mut keys = BTreeMap::new();
        // A case that is only about archives has no codes. Its id makes the key that is then needed nowhere.
        let mut key = PseudonymKey::new(case.id.0.as_bytes(), 0);
        for submission in &case.submissions {
            if let Owner::Batch(id) = submission.owner
                && !keys.contains_key(&submission.owner)
                && let Some(batch) = app.storage.batch(id).await?
            {
                keys.insert(submission.owner, pseudonym_key(&batch));
            }
        }
        // Later batches have larger ids.
        let latest = keys.last_key_value().map(|(owner, key)| (*owner, *key));
        if let Some((_, of_latest)) = latest {
            key = of_latest;
        }
        for submission in &case.submissions {
            let owner = submission.owner;
            keys.entry(owner).or_insert_with(|| key.derived(&format!("{owner:?}")));
        }
        let number = |person: &str| {
            let here = report.into_iter().flat_map(|(_, numbers)| numbers);
            let in_report = here.filter(|(_, one)| *one == person).map(|(number, _)| *number).next();
            let of_person = case.submissions.iter().filter(|one| one.person == person);
            let in_latest = of_person.filter(|one| latest.is_some_and(|(owner, _)| one.owner == owner));
            in_report.or_else(|| in_latest.map(|one| one.number).next())
        };
        let persons: Vec<(&str, Option<u32>)> =
            case.persons.iter().map(|person| (person.as_str(), number(person))).collect();
        Ok(Self { names: CaseNames::new(report.map(|(report, _)| report), key, &persons), keys })
    }

    /// Returns the persons of a case in an order that does not follow their names.
    pub(crate) fn persons<'a>(&self, case: &'a Case) -> Vec<&'a String> {
        let mut persons: Vec<&String> = case.persons.iter().collect();
        persons.sort_by_key(|person| self.name(person));
        persons
    }

    /// Returns the pseudonym of a person.
    pub(crate) fn name(&self, person: &str) -> String {
        self.names.name(person)
    }

    /// Returns a text without names.
    pub(crate) fn text(&self, text: &str) -> String {
        self.names.text(text)
    }

    /// Returns the ids, which are codes, of submissions with these numbers.
    fn codes(&self, owner: Owner, numbers: &[u32]) -> Vec<u32> {
        let key = self.keys.get(&owner);
        let mut codes: Vec<u32> =
            numbers.iter().filter_map(|&number| key.map(|key| key.code(number))).collect();
        codes.sort_unstable();
        codes
    }

    /// Returns the id of a pair of submissions of a batch with these numbers.
    pub(crate) fn pair(&self, owner: Owner, numbers: PairId) -> PairId {
        match *self.codes(owner, &[numbers.left, numbers.right]) {
            [left, right] => PairId { left, right },
            _ => PairId::new(0, 0),
        }
    }

    /// Returns a case without names. The numbers of its submissions become codes, and its lists are in their order.
    pub(crate) fn case(&self, case: &Case) -> Case {
        let mut case = case.clone();
        case.title = self.text(&case.title);
        case.persons = self.persons(&case).into_iter().map(|person| self.name(person)).collect();
        if let Some(hold) = &mut case.hold {
            hold.reason = self.text(&hold.reason);
        }
        for submission in &mut case.submissions {
            let codes = self.codes(submission.owner, &[submission.number]);
            submission.number = codes.first().copied().unwrap_or_default();
            submission.person = self.name(&submission.person);
        }
        case.submissions.sort_by_key(|submission| (submission.owner, submission.number));
        case
    }

    /// Returns an event without names.
    pub(crate) fn event(&self, mut event: CaseEvent) -> CaseEvent {
        event.text = self.text(&event.text);
        if let CaseEventKind::Opened { batch, submissions, .. }
        | CaseEventKind::Added { batch, submissions, .. } = &mut event.what
        {
            *submissions = self.codes(Owner::Batch(*batch), submissions);
        }
        event
    }
}
