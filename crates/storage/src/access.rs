//! Decides who may do what, with one pure function over memberships that all routes call. What an account may not see
//! does not exist for it.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use crate::{Account, CourseId, Scope, SecretHash, Session};

// Each role includes the rights of the weaker ones.
/// The role of a member in a course.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    IntoStaticStr,
    VariantArray,
    ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Role {
    /// Reads reports.
    Viewer,
    /// Uploads, renames and cancels batches, requests new reports, opens cases.
    Assistant,
    /// Deletes batches and archives, decides cases.
    Instructor,
    /// Manages the members of the course and legal holds.
    Owner,
}

/// A kind of action in a course, on its batches, archives and cases.
///
/// | role | cases | batches and archives |
/// | --- | --- | --- |
/// | viewer | sees them with their history | sees reports and sources |
/// | assistant | opens them, adds notes and submissions, sets them to open or suspicious | uploads, also late work; requests new reports; returns to an earlier report |
/// | instructor | confirms and dismisses them, takes a decision back, names the second reviewer | deletes |
/// | owner | holds what a case needs, and lifts the hold | manages the members of the course |
///
/// A check ([`Action::Check`]) needs an assistant, or a token of this course that can do nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, VariantArray)]
pub enum Action {
    /// See batches, reports, sources, archives and cases, and query them.
    See,
    /// Upload a batch or late work; create an archive or add to one.
    Upload,
    /// Rename or cancel a batch, request another report, return to an earlier one; change the retention of a batch or
    /// archive (creating an archive from a batch changes it, too); open a case, add to it, set it to suspicious.
    Change,
    /// Check one submission against what the course has stored, and learn no more than the course allows.
    Check,
    /// Delete a batch or archive with everything in it; remove the texts from an archive.
    Delete,
    /// Confirm or dismiss a case, and name its reviewer.
    Decide,
    /// Begin or lift a legal hold.
    Hold,
    /// Remove members, read the audit log, change settings.
    Manage,
    /// Let a person do more than before, for longer than a token lives: add a member, raise a role, make an administrator,
    /// create a sign-in link, enable an account. It needs a person: no token may do it, not even one that does not expire,
    /// because it can be revoked.
    Grant,
}

impl Action {
    /// All actions.
    pub const ALL: &'static [Self] = Self::VARIANTS;
}

/// An account that has presented a valid credential, with everything needed to decide about its actions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// The account.
    pub account: Account,
    /// Scope of the session or token.
    pub scope: Scope,
    /// The courses of the account, with its role in each.
    pub roles: BTreeMap<CourseId, Role>,
    /// The credential that proved the account.
    pub credential: Credential,
}

/// A proof of an account. It belongs to the account of the [`Actor`] that has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Credential {
    /// The cookie of a signed-in browser.
    Session(Session),
    /// An API token or a MOSS number.
    Token {
        /// Hash of the token.
        hash: SecretHash,
        /// Time when the token expires. `None`: it is valid until revoked.
        expires: Option<DateTime<Utc>>,
    },
    /// The statement of a trusted proxy.
    Proxy,
}

impl Credential {
    /// Returns whether the credential is one that may be used for this action. Attack: somebody finds a token that is valid
    /// for a day, and makes their own account an owner.
    const fn allows(&self, action: Action) -> bool {
        !matches!((self, action), (Self::Token { .. }, Action::Grant))
    }
}

/// Returns whether an actor may do something in a course. No other code decides this.
pub fn may(actor: &Actor, action: Action, course: CourseId) -> bool {
    let Some(&role) = actor.roles.get(&course) else { return false };
    let in_scope = match actor.scope {
        Scope::Check(only) => action == Action::Check && course == only,
        Scope::Read => action == Action::See,
        Scope::Write => true,
    };
    if actor.account.disabled || !in_scope || !actor.credential.allows(action) {
        return false;
    }
    let least = match action {
        Action::See => Role::Viewer,
        Action::Upload | Action::Change | Action::Check => Role::Assistant,
        Action::Delete | Action::Decide => Role::Instructor,
        Action::Hold | Action::Manage | Action::Grant => Role::Owner,
    };
    least <= role
}

/// Returns whether an actor may manage accounts (`See`: view them; `Grant`: give access). This gives no right in any course.
pub fn administers(actor: &Actor, action: Action) -> bool {
    let in_scope = match actor.scope {
        Scope::Check(_) => false,
        Scope::Read => action == Action::See,
        Scope::Write => true,
    };
    actor.account.admin && !actor.account.disabled && in_scope && actor.credential.allows(action)
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::{AccountId, Named as _};

    fn actor(scope: Scope, disabled: bool, role: Role) -> (Actor, CourseId) {
        let course = CourseId(Uuid::from_u128(7));
        let account = Account {
            id: AccountId(Uuid::from_u128(1)),
            name: "ada".into(),
            created: DateTime::UNIX_EPOCH,
            disabled,
            admin: false,
            email: None,
        };
        let roles = BTreeMap::from([(course, role)]);
        (Actor { account, scope, roles, credential: Credential::Proxy }, course)
    }

    #[test]
    fn the_truth_table() {
        use Role::{Assistant, Instructor, Owner, Viewer};
        // One row per action, in the order of Action::ALL, and one column per role.
        let table: [(Action, [(Role, bool); 4]); 9] = [
            (Action::See, [(Viewer, true), (Assistant, true), (Instructor, true), (Owner, true)]),
            (Action::Upload, [(Viewer, false), (Assistant, true), (Instructor, true), (Owner, true)]),
            (Action::Change, [(Viewer, false), (Assistant, true), (Instructor, true), (Owner, true)]),
            (Action::Check, [(Viewer, false), (Assistant, true), (Instructor, true), (Owner, true)]),
            (Action::Delete, [(Viewer, false), (Assistant, false), (Instructor, true), (Owner, true)]),
            (Action::Decide, [(Viewer, false), (Assistant, false), (Instructor, true), (Owner, true)]),
            (Action::Hold, [(Viewer, false), (Assistant, false), (Instructor, false), (Owner, true)]),
            (Action::Manage, [(Viewer, false), (Assistant, false), (Instructor, false), (Owner, true)]),
            (Action::Grant, [(Viewer, false), (Assistant, false), (Instructor, false), (Owner, true)]),
        ];
        assert_eq!(table.map(|row| row.0), Action::ALL);
        for (action, row) in table {
            for (role, allowed) in row {
                let (writer, course) = actor(Scope::Write, false, role);
                assert_eq!(may(&writer, action, course), allowed, "{role:?} {action:?}");
                assert!(
                    !may(&writer, action, CourseId(Uuid::from_u128(8))),
                    "a stranger's course: {action:?}"
                );
                let (reader, course) = actor(Scope::Read, false, role);
                assert_eq!(
                    may(&reader, action, course),
                    action == Action::See,
                    "reading {role:?} {action:?}"
                );
                let (checker, course) = actor(Scope::Check(course), false, role);
                let checks = action == Action::Check && allowed;
                assert_eq!(may(&checker, action, course), checks, "checking {role:?} {action:?}");
                let elsewhere = CourseId(Uuid::from_u128(8));
                let (checker, course) = actor(Scope::Check(elsewhere), false, role);
                assert!(!may(&checker, action, course), "a token of another course {role:?} {action:?}");
                for expires in [None, Some(DateTime::UNIX_EPOCH)] {
                    let (mut script, course) = actor(Scope::Write, false, role);
                    script.credential = Credential::Token { hash: SecretHash([0; 32]), expires };
                    let by_token = allowed && action != Action::Grant;
                    assert_eq!(may(&script, action, course), by_token, "by token {role:?} {action:?}");
                }
                let (disabled, course) = actor(Scope::Write, true, role);
                assert!(!may(&disabled, action, course), "disabled {role:?} {action:?}");
            }
        }
    }

    #[test]
    fn an_administrator_looks_after_accounts_and_sees_no_report_by_that() {
        let (mut admin, _) = actor(Scope::Write, false, Role::Owner);
        assert!(
            Action::ALL.iter().all(|&action| !administers(&admin, action)),
            "an owner is no administrator"
        );
        admin.account.admin = true;
        admin.roles.clear();
        assert!(Action::ALL.iter().all(|&action| administers(&admin, action)));
        assert!(!may(&admin, Action::See, CourseId(Uuid::from_u128(7))));
        let credential = Credential::Token { hash: SecretHash([0; 32]), expires: None };
        let script = Actor { credential, ..admin.clone() };
        assert!(administers(&script, Action::Change) && !administers(&script, Action::Grant));
        let reader = Actor { scope: Scope::Read, ..admin.clone() };
        assert!(administers(&reader, Action::See) && !administers(&reader, Action::Change));
        let checker = Actor { scope: Scope::Check(CourseId(Uuid::from_u128(7))), ..admin.clone() };
        assert!(Action::ALL.iter().all(|&action| !administers(&checker, action)));
        admin.account.disabled = true;
        assert!(!administers(&admin, Action::See));
    }

    #[test]
    fn names_are_found_again() {
        for &role in Role::ALL {
            assert_eq!(Role::from_name(role.name()), Some(role));
        }
        let course = CourseId(Uuid::from_u128(7));
        for (scope, course) in
            [(Scope::Check(course), Some(course)), (Scope::Read, None), (Scope::Write, None)]
        {
            assert_eq!(Scope::from_name(scope.name(), course), Some(scope));
            assert_eq!(scope.course(), course);
        }
        assert_eq!(Scope::from_name("check", None), None, "a token that checks needs a course");
        assert_eq!(Scope::from_name("read", Some(course)), None, "no other token has one");
        assert_eq!(Scope::from_name("admin", None), None);
    }
}
