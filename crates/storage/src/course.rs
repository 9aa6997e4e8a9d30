//! Courses. Every batch is in one, and membership determines who may see it.

use std::collections::BTreeMap;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use serde::Serialize;
use strum::{IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use crate::{Account, AccountId, By, CourseId, Result, Role};

/// Largest number of courses that an account may own, including its personal one. Each course has an owner, so this
/// also limits how many courses one account can create and add others to. Administrators and the operator may give an
/// account more.
pub const MAX_OWNED_COURSES: i64 = 200;

// Members who may see the course always learn the outcome.
/// Whether a course accepts checks of submissions, and what a token of scope `check` learns.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, IntoStaticStr, ToSchema, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Checks {
    /// It accepts none.
    #[default]
    Off,
    /// Such a token learns only that the submission was received.
    Received,
    /// Such a token learns whether something was found.
    Outcome,
}

/// The settings of a course that its owners change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CourseSettings {
    /// See [`Course::name`].
    pub name: String,
    /// See [`Course::keep_days`].
    pub keep_days: Option<u32>,
    /// See [`Course::checks`].
    pub checks: Checks,
    /// See [`Course::checks_open_cases`].
    pub checks_open_cases: bool,
}

/// A set of people who may see the same batches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Course {
    /// Id of the course.
    pub id: CourseId,
    /// Name, chosen by its owner. It need not be unique.
    pub name: String,
    /// Set if this is the personal course of an account, the default course of its uploads.
    pub personal_of: Option<AccountId>,
    /// Time of creation.
    pub created: DateTime<Utc>,
    /// Number of days after which a batch without a date of its own is deleted. `None`: it is kept.
    pub keep_days: Option<u32>,
    /// Whether it accepts checks before the deadline, and with what answer.
    pub checks: Checks,
    /// Whether a submission is kept, and a case opened, when its check finds something.
    pub checks_open_cases: bool,
}

impl Course {
    /// Returns its settings.
    pub fn settings(&self) -> CourseSettings {
        CourseSettings {
            name: self.name.clone(),
            keep_days: self.keep_days,
            checks: self.checks,
            checks_open_cases: self.checks_open_cases,
        }
    }
}

/// A course to create.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewCourse {
    /// Id of the course.
    pub id: CourseId,
    /// Name of the course.
    pub name: String,
    /// Its first owner.
    pub owner: AccountId,
}

/// A member of a course.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// The account.
    pub account: Account,
    /// Its role.
    pub role: Role,
}

/// Access to courses and memberships.
#[async_trait]
pub trait Courses {
    /// Creates a course with its first owner.
    ///
    /// # Errors
    /// [`crate::StorageError::Missing`]: there is no such account; [`crate::StorageError::TooManyCourses`].
    async fn create_course(&self, course: &NewCourse, by: &By) -> Result<Course>;

    /// Returns a course.
    async fn course(&self, id: CourseId) -> Result<Option<Course>>;

    /// Returns the default course of an account's uploads, or `None` if there is no such account.
    async fn personal_course(&self, account: AccountId) -> Result<Option<Course>>;

    /// Returns the courses of an account with its roles: the personal course first, then the others by name.
    async fn courses_of(&self, account: AccountId) -> Result<Vec<(Course, Role)>>;

    /// Returns all courses except personal ones, ordered by name, for administrators.
    async fn courses(&self) -> Result<Vec<Course>>;

    /// Changes the settings of a course. Returns `false` if there is no such course.
    async fn change_course(&self, id: CourseId, settings: &CourseSettings, by: &By) -> Result<bool>;

    /// Returns the number of members of each course of an account.
    async fn member_counts(&self, account: AccountId) -> Result<BTreeMap<CourseId, u64>>;

    /// Returns the members, ordered by name.
    async fn members(&self, course: CourseId) -> Result<Vec<Member>>;

    /// Sets or (`None`) removes a role.
    ///
    /// # Errors
    /// [`crate::StorageError::LastOwner`]: the course would have no owner; [`crate::StorageError::TooManyCourses`]: the
    /// account would own too many courses; [`crate::StorageError::Missing`]: there is no such account or course.
    async fn set_role(&self, account: AccountId, course: CourseId, role: Option<Role>, by: &By)
    -> Result<()>;
}
