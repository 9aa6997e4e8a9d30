//! Rules of the operator that turn claims of the identity provider into rights, at every sign-in.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use chaffinch_storage::{Account, By, Course, CourseId, Named, Role, Storage, StorageError};
use chrono::{DateTime, Utc};
use serde_json::{Map, Value};

use crate::error::Result;

/// A rule that gives a role or administrator rights to users with a value in a claim, such as
/// `groups=staff:COURSE-ID:instructor` or `groups=admins:admin`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimRule {
    claim: String,
    value: String,
    gives: Grant,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Grant {
    Administrator,
    /// The rule names the course by its id. Attack: another user creates a course of the same name, and the members of
    /// the real one are added to it.
    Role {
        course: CourseId,
        role: Role,
    },
}

/// Why a text is not a rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoRule {
    /// The text does not have the form of a rule.
    #[error("{0:?} is not a rule; write CLAIM=VALUE:COURSE-ID:ROLE or CLAIM=VALUE:admin")]
    Form(String),
    /// The rule has another text instead of the course id.
    #[error("the rule {rule:?} names the course {course:?}; use its id")]
    Name {
        /// The rule.
        rule: String,
        /// The text instead of the id.
        course: String,
    },
}

impl NoRule {
    /// Returns the error with the id to use, if there are courses with the name in the rule.
    pub fn explain(&self, courses: &[Course]) -> String {
        let Self::Name { course: named, .. } = self else { return self.to_string() };
        let ids: Vec<String> = courses
            .iter()
            .filter(|course| course.name == *named)
            .map(|course| course.id.to_string())
            .collect();
        match &ids[..] {
            [] => format!("{self}. No course has this name now. The URL of a course's page ends with its id"),
            [id] => format!("{self}: {id}"),
            _ => format!("{self}. {} courses have this name: {}", ids.len(), ids.join(", ")),
        }
    }
}

impl FromStr for ClaimRule {
    type Err = NoRule;

    fn from_str(text: &str) -> Result<Self, NoRule> {
        let no_rule = || NoRule::Form(text.to_owned());
        let (claim, rest) = text.trim().split_once('=').ok_or_else(no_rule)?;
        // The rule is read from the right, because values of claims can contain any character.
        let (rest, last) = rest.rsplit_once(':').ok_or_else(no_rule)?;
        let (value, gives) = if last == "admin" {
            (rest, Grant::Administrator)
        } else {
            let role = Role::from_name(last).ok_or_else(no_rule)?;
            let (value, course) = rest.rsplit_once(':').ok_or_else(no_rule)?;
            let id = course
                .parse()
                .map_err(|_| NoRule::Name { rule: text.trim().to_owned(), course: course.to_owned() });
            (value, Grant::Role { course: id?, role })
        };
        if claim.is_empty() || value.is_empty() {
            return Err(no_rule());
        }
        Ok(Self { claim: claim.to_owned(), value: value.to_owned(), gives })
    }
}

impl ClaimRule {
    /// Returns whether the claim has the value, as its text or in its list.
    fn holds(&self, claims: &Map<String, Value>) -> bool {
        match claims.get(&self.claim) {
            Some(Value::String(text)) => *text == self.value,
            Some(Value::Array(values)) => values.iter().any(|value| value.as_str() == Some(&self.value)),
            Some(Value::Bool(value)) => value.to_string() == self.value,
            _ => false,
        }
    }
}

/// Grants the rights that the rules give, and removes rights that they no longer give. In a course that a rule names,
/// the provider decides about membership.
pub(crate) async fn apply(
    storage: &dyn Storage,
    now: DateTime<Utc>,
    rules: &[ClaimRule],
    account: &Account,
    claims: &Map<String, Value>,
) -> Result<()> {
    if rules.is_empty() {
        return Ok(());
    }
    let by = By { account: None, at: now };
    let (mut governed, mut given) = (BTreeSet::new(), BTreeMap::<CourseId, Role>::new());
    let (mut about_admins, mut admin) = (false, false);
    let courses = storage.courses().await?;
    for rule in rules {
        match &rule.gives {
            Grant::Administrator => {
                about_admins = true;
                admin |= rule.holds(claims);
            }
            Grant::Role { course, role } => {
                if !courses.iter().any(|known| known.id == *course) {
                    tracing::warn!(course.id = %course, "a claim rule names a course that does not exist");
                    continue;
                }
                governed.insert(*course);
                if rule.holds(claims) {
                    let best = given.entry(*course).or_insert(*role);
                    *best = (*best).max(*role);
                }
            }
        }
    }
    let present: BTreeMap<CourseId, Role> =
        storage.courses_of(account.id).await?.into_iter().map(|(course, role)| (course.id, role)).collect();
    for course in governed {
        let (had, has) = (present.get(&course).copied(), given.get(&course).copied());
        if had == has {
            continue;
        }
        match storage.set_role(account.id, course, has, &by).await {
            Err(StorageError::LastOwner) => {
                tracing::warn!(course.id = %course, "a claim rule would remove the last owner of a course; the owner stays");
            }
            done => done?,
        }
    }
    if about_admins && account.admin != admin {
        // The change is recorded as the user's own, so that storage refuses to remove the last administrator.
        match storage.set_admin(account.id, admin, &By { account: Some(account.id), ..by }).await {
            Err(StorageError::LastAdmin) => {
                tracing::warn!("a claim rule would remove the last administrator; the administrator stays");
            }
            done => drop(done?),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn rules_are_read_from_the_right() {
        let course = "0190a2f0-0000-7000-8000-000000000000";
        let rule: ClaimRule = format!("groups=urn:mace:staff:{course}:instructor").parse().unwrap();
        let gives = Grant::Role { course: course.parse().unwrap(), role: Role::Instructor };
        assert_eq!(
            (rule.claim.as_str(), rule.value.as_str(), &rule.gives),
            ("groups", "urn:mace:staff", &gives)
        );
        assert_eq!("roles=root:admin".parse::<ClaimRule>().unwrap().gives, Grant::Administrator);
        for wrong in [
            "",
            "groups",
            "groups=x",
            "groups=x:king",
            "groups=viewer",
            "=x:admin",
            "groups=:admin",
            "groups=x:viewer",
        ] {
            assert!(wrong.parse::<ClaimRule>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_name_is_refused_with_the_id_to_use() {
        let course = |name: &str, id: u128| Course {
            id: CourseId(uuid::Uuid::from_u128(id)),
            name: name.to_owned(),
            personal_of: None,
            created: chrono::DateTime::UNIX_EPOCH,
            keep_days: None,
            checks: chaffinch_storage::Checks::Off,
            checks_open_cases: false,
        };
        let courses = [course("Algorithms", 1), course("Systems", 2), course("Systems", 3)];
        let explained = |rule: &str| rule.parse::<ClaimRule>().unwrap_err().explain(&courses);
        let one = explained("groups=staff:Algorithms:instructor");
        assert!(one.ends_with("use its id: 00000000-0000-0000-0000-000000000001"), "{one}");
        let several = explained("groups=staff:Systems:instructor");
        assert!(several.contains("2 courses") && several.ends_with("-000000000003"), "{several}");
        assert!(explained("groups=staff:Compilers:instructor").contains("No course"));
        assert!(explained("groups").contains("CLAIM=VALUE"));
    }

    #[test]
    fn a_value_is_a_text_or_in_a_list() {
        let rule: ClaimRule = "groups=staff:admin".parse().unwrap();
        for (claims, holds) in [
            (json!({"groups": ["students", "staff"]}), true),
            (json!({"groups": "staff"}), true),
            (json!({"groups": "staff students"}), false),
            (json!({"groups": ["staffing"]}), false),
            (json!({"groups": {"staff": true}}), false),
            (json!({"roles": ["staff"]}), false),
        ] {
            assert_eq!(rule.holds(claims.as_object().unwrap()), holds, "{claims}");
        }
    }
}
