//! Cases without names, for the pages and the API.

use std::collections::BTreeMap;

use chaffinch_person::pseudonym_key;
use chaffinch_report::{CaseNames, PairId, PseudonymKey, Report};
use chaffinch_storage::{Case, CaseEvent, CaseEventKind, Owner};

use crate::app::App;
use crate::error::WebError;

/// The pseudonyms of a case: those of its latest comparison.
pub(crate) struct CasePseudonyms {
    names: CaseNames,
    /// Keys of the codes that take the place of the numbers, by batch or archive.
    keys: BTreeMap<Owner, PseudonymKey>,
}

impl CasePseudonyms {
    /// Returns the pseudonyms of a case. Numbers of submissions are the same in all revisions, so no report is read.
    /// Persons who are only in archives have no code.
    pub(crate) async fn load(app: &App, case: &Case) -> Result<Self, WebError> {
        Self::with(app, case, None).await
    }

    /// Returns the pseudonyms of a case. `report` is that of its latest comparison; with it, the names of others who are in
    /// it are hidden too. `numbers` are further numbers of persons in it.
    pub(crate) async fn with(
        app: &App,
        case: &Case,
        report: Option<(&Report, &BTreeMap<u32, String>)>,
    ) -> Result<Self, WebError> {
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
            keys.entry(owner).or_insert_with(|| key.for_handout(&format!("{owner:?}")));
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
