//! Who may do what: one pure function over memberships. Routes ask it; what one may not see does not exist.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use crate::{Account, CourseId, SecretHash, Session};

/// What an account is in a course; each may do all that those before it may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Reads reports.
    Viewer,
    /// Uploads, renames, cancels, has reports made again, opens cases.
    Assistant,
    /// Deletes, decides cases.
    Instructor,
    /// Decides who belongs to the course, and what may not be deleted.
    Owner,
}

impl Role {
    /// All, weakest first.
    pub const ALL: [Self; 4] = [Self::Viewer, Self::Assistant, Self::Instructor, Self::Owner];

    /// The name stored and shown.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Viewer => "viewer",
            Self::Assistant => "assistant",
            Self::Instructor => "instructor",
            Self::Owner => "owner",
        }
    }

    /// The role of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }
}

/// How far a way of signing in reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Only looks.
    Read,
    /// All that the account's roles allow. Browser sessions have it.
    Write,
}

impl Scope {
    /// The name stored and shown.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
        }
    }

    /// The scope of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Read, Self::Write].into_iter().find(|scope| scope.name() == name)
    }
}

/// What somebody wants to do in a course: to its batches, archives and cases.
///
/// | role | cases | batches and archives |
/// | --- | --- | --- |
/// | viewer | sees them with their history | sees reports and sources |
/// | assistant | opens them, notes, adds, finds them open or suspicious | uploads, late work too; makes reports again; goes back to an earlier one |
/// | instructor | confirms, dismisses, takes that back, names the second reviewer | deletes |
/// | owner | holds what a case needs, and lifts the hold | decides who belongs to the course |
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// See batches, reports, sources, archives and cases, and be answered from them.
    See,
    /// Upload a batch or late work; make an archive or add to one.
    Upload,
    /// Rename, cancel a batch, have its report made again, go back to an earlier one; change the retention of a batch or
    /// archive, as making an archive of a batch does; open a case, add to it, say that it is suspicious.
    Change,
    /// Delete a batch or archive with everything in it; take the texts from an archive.
    Delete,
    /// Confirm or dismiss a case, and name who does it.
    Decide,
    /// Begin or lift a legal hold.
    Hold,
    /// Add and remove members, read the audit log.
    Manage,
}

impl Action {
    /// All.
    pub const ALL: [Self; 7] =
        [Self::See, Self::Upload, Self::Change, Self::Delete, Self::Decide, Self::Hold, Self::Manage];
}

/// Somebody who has shown a valid session or token, with everything needed to decide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// Who.
    pub account: Account,
    /// How far the session or token reaches.
    pub scope: Scope,
    /// The account's courses.
    pub roles: BTreeMap<CourseId, Role>,
    /// What proved the account.
    pub credential: Credential,
}

/// What proves an account. It belongs to the account of the [`Actor`] that has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Credential {
    /// The cookie of a signed-in browser.
    Session(Session),
    /// An API token or a MOSS number.
    Token {
        /// Hash of the token.
        hash: SecretHash,
        /// When the token expires; `None`: until revoked.
        expires: Option<DateTime<Utc>>,
    },
    /// The word of a trusted proxy.
    Proxy,
}

/// Whether an actor may do something in a course. The only place that decides.
pub fn may(actor: &Actor, action: Action, course: CourseId) -> bool {
    let Some(&role) = actor.roles.get(&course) else { return false };
    if actor.account.disabled || (actor.scope == Scope::Read && action != Action::See) {
        return false;
    }
    let least = match action {
        Action::See => Role::Viewer,
        Action::Upload | Action::Change => Role::Assistant,
        Action::Delete | Action::Decide => Role::Instructor,
        Action::Hold | Action::Manage => Role::Owner,
    };
    least <= role
}

/// Whether an actor may look after accounts (`See`: look at them). Gives no right in any course.
pub fn administers(actor: &Actor, action: Action) -> bool {
    actor.account.admin && !actor.account.disabled && (actor.scope == Scope::Write || action == Action::See)
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::AccountId;

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
        // One row an action, in the order of Action::ALL; one column a role.
        let table: [(Action, [(Role, bool); 4]); 7] = [
            (Action::See, [(Viewer, true), (Assistant, true), (Instructor, true), (Owner, true)]),
            (Action::Upload, [(Viewer, false), (Assistant, true), (Instructor, true), (Owner, true)]),
            (Action::Change, [(Viewer, false), (Assistant, true), (Instructor, true), (Owner, true)]),
            (Action::Delete, [(Viewer, false), (Assistant, false), (Instructor, true), (Owner, true)]),
            (Action::Decide, [(Viewer, false), (Assistant, false), (Instructor, true), (Owner, true)]),
            (Action::Hold, [(Viewer, false), (Assistant, false), (Instructor, false), (Owner, true)]),
            (Action::Manage, [(Viewer, false), (Assistant, false), (Instructor, false), (Owner, true)]),
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
        let reader = Actor { scope: Scope::Read, ..admin.clone() };
        assert!(administers(&reader, Action::See) && !administers(&reader, Action::Change));
        admin.account.disabled = true;
        assert!(!administers(&admin, Action::See));
    }

    #[test]
    fn names_are_found_again() {
        for role in Role::ALL {
            assert_eq!(Role::from_name(role.name()), Some(role));
        }
        assert_eq!(Scope::from_name(Scope::Read.name()), Some(Scope::Read));
        assert_eq!(Scope::from_name("admin"), None);
    }
}
