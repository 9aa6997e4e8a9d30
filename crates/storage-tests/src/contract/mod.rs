//! The tests that every backend must pass. They require nothing that a backend may decide for itself.
//!
//! The tests of a backend call `chaffinch_storage_tests::contract!(fresh);`. Here `fresh` is an `async fn()` that returns an
//! empty `Arc<dyn Storage>` and a value that keeps it alive (a temporary folder, a server). Each function here becomes
//! a separate test. None of them sleeps or reads a clock: times and ids are made here.

mod accounts;
mod archives;
mod batches;
mod cases;
mod cases_limits;
mod courses;
mod drafts;
mod index;
mod installation;
mod jobs;
mod listing;
mod marks;
mod moss;
mod outside;
mod persons;
mod reports;
mod rescore;
mod sign_ins;
mod term;
mod turns;

use std::io::Cursor;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

pub use accounts::*;
pub use archives::*;
pub use batches::*;
pub use cases::*;
pub use cases_limits::*;
pub use courses::*;
pub use drafts::*;
pub use index::*;
pub use installation::*;
pub use jobs::*;
pub use listing::*;
pub use marks::*;
pub use moss::*;
pub use outside::*;
pub use persons::*;
pub use reports::*;
pub use rescore::*;
pub use sign_ins::*;
pub use term::*;
pub use turns::*;

use chaffinch_storage::{
    Account, AccountId, AnalysisOptions, Batch, BatchId, Block, By, Claimed, CourseId, Document, Found,
    HolderId, IndexScheme, JobId, Lane, NewAccount, NewBatch, NewIngest, NewPart, NewRevision, NewRun,
    NewSubmission, Packed, PairRecord, PartKind, Review, Storage, SubmissionHeader,
};

/// Makes a test of each contract function; see [`mod@crate::contract`].
#[macro_export]
macro_rules! contract {
    ($fresh:path) => {
        $crate::contract! { $fresh;
            batches_are_listed_with_what_was_found,
            an_account_has_a_personal_course,
            an_account_is_made_with_its_address_and_rights,
            another_address_ends_unused_links,
            names_of_accounts_are_unique,
            a_link_signs_in_once,
            links_and_sessions_expire,
            a_link_is_for_the_address_it_is_sent_to,
            disabling_closes_every_door,
            a_token_opens_until_revoked_or_expired,
            a_token_that_checks_belongs_to_a_course,
            roles_are_given_and_taken_but_never_the_last_owner,
            owners_who_drop_each_other_at_the_same_moment_leave_one,
            an_account_owns_so_many_courses_at_most,
            members_of_courses_are_counted,
            changes_leave_a_trace,
            a_password_is_set_and_taken_away,
            a_password_that_was_replaced_proves_nothing,
            access_ends_with_the_sessions,
            sessions_are_listed_for_their_owner,
            an_identity_is_bound_to_one_account,
            somebody_new_at_the_same_moment_is_one_account,
            an_attempt_is_taken_once,
            a_service_keeps_an_administrator,
            views_are_logged_once_in_a_while,
            courses_are_listed_and_changed,
            facts_are_replaced_by_one_at_a_time,
            deletions_are_listed,
            all_sessions_end,
            an_upload_is_kept_byte_by_byte,
            any_text_is_taken,
            the_same_request_is_accepted_once,
            the_same_request_at_the_same_moment_is_accepted_once,
            a_reused_key_is_refused,
            an_upload_that_cannot_be_read_leaves_nothing,
            an_upload_needs_account_and_course,
            lists_show_own_courses_newest_first_page_by_page,
            titles_and_retention_change,
            a_waiting_batch_is_cancelled,
            deleting_leaves_nothing_of_the_batch,
            what_is_past_its_time_is_purged,
            a_draft_becomes_a_batch,
            drafts_go_without_a_trace,
            archives_are_made_with_their_first_addition_or_not_at_all,
            archives_are_made_in_a_course,
            an_upload_is_added_to_an_archive,
            archived_fingerprints_come_by_submission,
            additions_at_the_same_moment_number_their_submissions_apart,
            an_archive_is_reduced,
            an_archive_is_reduced_while_it_grows,
            deleting_leaves_nothing_of_the_archive,
            an_archive_past_its_time_is_purged,
            documents_come_back,
            blocks_are_looked_up,
            runs_are_merged,
            a_compaction_asked_for_at_the_same_moment_is_queued_once,
            what_was_begun_and_not_published_goes_with_its_job,
            a_lost_lease_cannot_change_the_index,
            deleting_tells_the_runs,
            documents_are_indexed_anew,
            jobs_are_claimed_once_oldest_first,
            accounts_take_turns,
            an_account_has_a_limit_of_running_jobs,
            small_uploads_pass_large_ones,
            a_small_upload_gets_a_turn,
            uploads_hold_nobody_up,
            a_failed_attempt_rests,
            the_queue_is_counted,
            a_clock_set_back_changes_no_order,
            claims_at_the_same_moment_get_different_jobs,
            finishing_and_cancelling_at_the_same_moment_agree,
            a_job_is_taken_over_once,
            beats_show_progress_and_fence,
            a_silent_holder_loses_the_job,
            a_sign_of_life_keeps_the_job,
            the_third_loss_is_the_end,
            giving_back_is_no_loss,
            failures_retry_or_end,
            a_cancelled_job_cannot_commit,
            a_deleted_job_cannot_commit,
            a_lost_lease_cannot_commit,
            an_earlier_start_of_the_same_holder_cannot_commit,
            changes_are_announced,
            a_result_becomes_the_current_revision,
            pairs_come_page_by_page,
            sources_come_by_submission,
            a_large_report_survives,
            what_does_not_exist_is_none,
            a_report_is_made_again,
            an_unchanged_review_makes_no_report,
            a_batch_has_so_many_reports_at_most,
            a_report_survives_the_failure_of_the_next,
            a_report_is_made_again_from_one_that_stands,
            rescorings_at_the_same_moment_come_one_after_the_other,
            late_work_joins,
            late_work_is_accepted_once,
            an_earlier_revision_becomes_current_again,
            nobody_goes_back_while_a_report_is_made,
            a_pair_is_marked_by_those_who_saw_its_mark,
            only_listed_pairs_are_marked,
            marks_outlive_rescoring_and_end_with_their_batch,
            pairs_that_nobody_looked_at_are_assigned,
            a_case_is_opened_from_a_report,
            statements_are_recorded,
            a_change_of_an_outdated_case_is_refused,
            files_of_statements_go_with_the_submissions,
            the_same_case_at_the_same_moment_is_opened_once,
            a_case_has_a_history,
            only_who_may_decide_decides_a_case,
            a_second_reviewer_decides,
            cases_are_listed,
            a_case_stays_with_its_persons,
            a_legal_hold_keeps_what_a_case_needs,
            holding_and_deleting_at_the_same_moment_agree,
            decisions_leave_a_trace,
            a_case_has_so_many_events_at_most,
            a_case_has_so_much_text_at_most,
            a_case_has_so_many_submissions_at_most,
            a_course_has_so_many_cases_at_most,
            a_moss_number_is_a_token_of_its_own_kind,
            the_first_salt_stays,
            results_are_found_until_their_time,
            results_go_with_their_batch,
            an_upload_without_an_address_is_not_kept,
            a_link_opens_until_it_expires_or_is_revoked,
            the_key_of_links_is_made_once,
            a_look_is_noted_once_a_minute,
            the_same_link_is_made_once,
            a_batch_has_so_many_open_links_at_most,
            links_go_with_their_batch,
            an_end_is_told_until_it_is_heard,
            every_end_is_told_and_giving_up_is_final,
            messages_at_the_same_moment_are_taken_once,
            a_rescoring_is_accepted_once,
            a_person_is_found_everywhere,
            statements_of_an_erased_person_are_deleted,
            an_erased_person_leaves_work_and_names,
            reports_are_rewritten_once,
            running_work_begins_again_without_the_person,
            a_legal_hold_stops_an_erasure,
            a_scope_keeps_others_of_the_same_name,
            an_export_leaves_a_trace,
            a_term_is_computed_from_finished_comparisons,
            who_is_who_is_kept_for_a_course,
        }
    };
    ($fresh:path; $($story:ident),+ $(,)?) => {$(
        #[tokio::test]
        async fn $story() {
            let (storage, _keep) = $fresh().await;
            $crate::contract::$story(&*storage).await;
        }
    )+};
}

/// Returns a time this many minutes after a fixed morning.
fn at(minutes: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::days(20_000) + TimeDelta::minutes(minutes)
}

/// Returns the operator at this time.
fn operator(minutes: i64) -> By {
    By { account: None, at: at(minutes) }
}

fn by(account: AccountId, minutes: i64) -> By {
    By { account: Some(account), at: at(minutes) }
}

/// Returns the id of a process.
fn holder(number: u128) -> HolderId {
    HolderId(Uuid::from_u128(number))
}

async fn account(storage: &dyn Storage, name: &str) -> Account {
    let new = NewAccount {
        id: AccountId::new(at(0)),
        name: name.to_owned(),
        personal_course: CourseId::new(at(0)),
        email: None,
        admin: false,
    };
    storage.create_account(&new, &operator(0)).await.expect("a free name")
}

async fn personal(storage: &dyn Storage, account: &Account) -> CourseId {
    storage.personal_course(account.id).await.expect("an answer").expect("every account has one").id
}

fn part(kind: PartKind, name: &str, content: &[u8]) -> NewPart {
    NewPart { kind, name: name.to_owned(), content: Box::new(Cursor::new(content.to_vec())) }
}

/// Returns an upload of one small file.
async fn upload(storage: &dyn Storage, account: &Account, minutes: i64) -> NewBatch {
    let id = BatchId::new(at(minutes));
    NewBatch {
        id,
        job: job_of(id),
        course: personal(storage, account).await,
        creator: account.id,
        title: format!("Exercise {minutes}"),
        options: AnalysisOptions::default(),
        created: at(minutes),
        keep_until: None,
        idempotency: None,
        parts: vec![part(PartKind::Submissions, "class.zip", b"zipped")],
    }
}

/// Accepts the upload of [`upload`].
async fn accepted(storage: &dyn Storage, account: &Account, minutes: i64) -> Batch {
    let new = upload(storage, account, minutes).await;
    storage.accept(new).await.expect("a sound upload").batch().clone()
}

/// Returns the job that [`upload`] gives a batch.
fn job_of(batch: BatchId) -> JobId {
    JobId(batch.0)
}

/// Returns a time at which no job rests after a failed attempt any more.
fn later() -> DateTime<Utc> {
    at(1000)
}

/// Claims the oldest waiting job, which must exist.
async fn claimed(storage: &dyn Storage, process: u128) -> Claimed {
    storage.claim(holder(process), Lane::Analysis, later()).await.expect("an answer").expect("a waiting job")
}

async fn batch(storage: &dyn Storage, id: BatchId) -> Batch {
    storage.batch(id).await.expect("an answer").expect("the batch exists")
}

/// Returns a result of three submissions and `pairs` pairs.
fn result(pairs: u32) -> NewRevision {
    let pair = |rank: u32| PairRecord {
        rank,
        left: rank,
        right: rank + 1,
        suspicion: f64::from(1000 - rank),
        body: Packed::pack(format!("{{\"rank\":{rank}}}").as_bytes()),
    };
    NewRevision {
        engine: "0.1.0".to_owned(),
        settings: serde_json::json!({ "common": 0 }),
        review: Review::default(),
        submissions: 3,
        head: Packed::pack(b"{\"head\":true}"),
        body: Packed::pack(b"{\"body\":true}"),
        pairs: (1..=pairs).map(pair).collect(),
        archived: Vec::new(),
        found: Found::default(),
        changed: None,
        judged: None,
    }
}

/// Returns four files of three submissions.
fn ingest() -> NewIngest {
    let document = |submission, file, path: &str, text: &str| Document {
        submission,
        file,
        path: path.to_owned(),
        text: Some(Packed::pack(text.as_bytes())),
        stream: Packed::pack(path.as_bytes()),
        fingerprints: None,
    };
    let submission = |number: u32| NewSubmission {
        number,
        header: SubmissionHeader::named(format!("s{number}")),
        reference: None,
    };
    NewIngest {
        submissions: (1..=3).map(submission).collect(),
        documents: vec![
            document(1, 0, "a.c", "int a;"),
            document(1, 1, "b.c", "int b;"),
            document(2, 0, "main.c", "int main(void) {}"),
            document(3, 0, "empty.c", ""),
        ],
        runs: Vec::new(),
    }
}

/// Returns the scheme of the fingerprints in these tests.
fn index_scheme() -> IndexScheme {
    IndexScheme { family: "c".to_owned(), normalizer: 3, format: 1 }
}

/// Distance between the first fingerprints of the blocks of [`run`].
const STEP: u64 = (1 << 48) / 128;

/// Returns a run of a hundred blocks.
fn run(postings_a_block: u64) -> NewRun {
    let block = |at: u64| Block { first: at * STEP, bytes: format!("block {}", at * STEP).into_bytes() };
    NewRun {
        scheme: index_scheme(),
        postings: 100 * postings_a_block,
        blocks: (1..=100).map(block).collect(),
    }
}

#[cfg(test)]
mod tests {
    /// A test that is missing in the list of the `contract` macro would never run.
    #[test]
    fn every_story_is_listed() {
        let listed = include_str!("mod.rs");
        let files = [
            include_str!("accounts.rs"),
            include_str!("archives.rs"),
            include_str!("batches.rs"),
            include_str!("cases.rs"),
            include_str!("cases_limits.rs"),
            include_str!("courses.rs"),
            include_str!("drafts.rs"),
            include_str!("index.rs"),
            include_str!("jobs.rs"),
            include_str!("marks.rs"),
            include_str!("moss.rs"),
            include_str!("outside.rs"),
            include_str!("persons.rs"),
            include_str!("reports.rs"),
            include_str!("rescore.rs"),
            include_str!("sign_ins.rs"),
            include_str!("turns.rs"),
        ];
        let stories: Vec<_> = files
            .iter()
            .flat_map(|text| text.lines())
            .filter_map(|line| line.strip_prefix("pub async fn ")?.split('(').next())
            .collect();
        assert!(stories.len() > 30);
        for story in stories {
            assert!(listed.contains(&format!("            {story},\n")), "{story}");
        }
    }
}
