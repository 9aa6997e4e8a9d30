//! What a provider says of somebody becomes rights: rules of the operator, applied at every sign-in.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use chaffinch_storage::{Account, By, Course, CourseId, Role, StorageError};
use serde_json::{Map, Value};

use crate::app::App;
use crate::error::WebError;

/// Who has this value in that claim gets something: `groups=cs101-staff:Algorithms:instructor`, `groups=admins:admin`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimRule {
    claim: String,
    value: String,
    gives: Gives,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Gives {
    Administrator,
    /// The course by its id, or by a name that only one course has.
    Role {
        course: String,
        role: Role,
    },
}

/// Why a rule makes no sense.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a rule is CLAIM=VALUE:COURSE:ROLE or CLAIM=VALUE:admin, not {0:?}")]
pub struct NoRule(String);

impl FromStr for ClaimRule {
    type Err = NoRule;

    fn from_str(text: &str) -> Result<Self, NoRule> {
        let no_rule = || NoRule(text.to_owned());
        let (claim, rest) = text.trim().split_once('=').ok_or_else(no_rule)?;
        // From the right: values are others' words and may have any signs.
        let (rest, last) = rest.rsplit_once(':').ok_or_else(no_rule)?;
        let (value, gives) = if last == "admin" {
            (rest, Gives::Administrator)
        } else {
            let role = Role::from_name(last).ok_or_else(no_rule)?;
            let (value, course) = rest.rsplit_once(':').ok_or_else(no_rule)?;
            (value, Gives::Role { course: course.to_owned(), role })
        };
        if claim.is_empty() || value.is_empty() {
            return Err(no_rule());
        }
        Ok(Self { claim: claim.to_owned(), value: value.to_owned(), gives })
    }
}

impl ClaimRule {
    /// Whether claims have the value: as the claim's text, or in its list.
    fn holds(&self, claims: &Map<String, Value>) -> bool {
        match claims.get(&self.claim) {
            Some(Value::String(text)) => *text == self.value,
            Some(Value::Array(values)) => values.iter().any(|value| value.as_str() == Some(&self.value)),
            Some(Value::Bool(value)) => value.to_string() == self.value,
            _ => false,
        }
    }
}

/// Gives what the rules say, and takes what they gave before and no longer say: in courses that rules name the
/// provider decides who belongs to them.
pub(crate) async fn apply(
    app: &App,
    rules: &[ClaimRule],
    account: &Account,
    claims: &Map<String, Value>,
) -> Result<(), WebError> {
    if rules.is_empty() {
        return Ok(());
    }
    let by = By { account: None, at: app.clock.now() };
    let (mut governed, mut given) = (BTreeSet::new(), BTreeMap::<CourseId, Role>::new());
    let (mut about_admins, mut admin) = (false, false);
    let courses = app.storage.courses().await?;
    for rule in rules {
        match &rule.gives {
            Gives::Administrator => {
                about_admins = true;
                admin |= rule.holds(claims);
            }
            Gives::Role { course, role } => {
                let Some(course) = find(&courses, course) else {
                    tracing::warn!(course, "a rule for claims names no course, or several");
                    continue;
                };
                governed.insert(course);
                if rule.holds(claims) {
                    let best = given.entry(course).or_insert(*role);
                    *best = (*best).max(*role);
                }
            }
        }
    }
    let held: BTreeMap<CourseId, Role> = app
        .storage
        .courses_of(account.id)
        .await?
        .into_iter()
        .map(|(course, role)| (course.id, role))
        .collect();
    for course in governed {
        let (had, has) = (held.get(&course).copied(), given.get(&course).copied());
        if had == has {
            continue;
        }
        match app.storage.set_role(account.id, course, has, &by).await {
            Err(StorageError::LastOwner) => {
                tracing::warn!(course.id = %course, "a rule would take a course's last owner; he stays");
            }
            done => done?,
        }
    }
    if about_admins && account.admin != admin {
        // In his own name, so that the service keeps an administrator.
        match app.storage.set_admin(account.id, admin, &By { account: Some(account.id), ..by }).await {
            Err(StorageError::LastAdmin) => {
                tracing::warn!("a rule would take the last administrator; he stays");
            }
            done => drop(done?),
        }
    }
    Ok(())
}

fn find(courses: &[Course], named: &str) -> Option<CourseId> {
    if let Ok(id) = named.parse() {
        return courses.iter().map(|course| course.id).find(|course| *course == id);
    }
    let mut found = courses.iter().filter(|course| course.name == named);
    match (found.next(), found.next()) {
        (Some(course), None) => Some(course.id),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn rules_are_read_from_the_right() {
        let rule: ClaimRule = "groups=urn:mace:staff:Algorithms:instructor".parse().unwrap();
        let gives = Gives::Role { course: "Algorithms".to_owned(), role: Role::Instructor };
        assert_eq!(
            (rule.claim.as_str(), rule.value.as_str(), &rule.gives),
            ("groups", "urn:mace:staff", &gives)
        );
        assert_eq!("roles=root:admin".parse::<ClaimRule>().unwrap().gives, Gives::Administrator);
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
