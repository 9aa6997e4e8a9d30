//! Courses. Every batch is in one, and membership determines who may see it.

use std::collections::BTreeMap;

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::{Account, AccountId, By, CourseId, Result, Role};

/// Largest number of courses that an account may own, including its personal one. Each course has an owner, so this
/// also limits how many courses one account can create and add others to. Administrators and the operator may give an
/// account more.
pub const MAX_OWNED_COURSES: i64 = 200;

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

    /// Sets the name of a course and the number of days that its batches are kept. Returns `false` if there is no such
    /// course.
    async fn change_course(&self, id: CourseId, name: &str, keep_days: Option<u32>, by: &By) -> Result<bool>;

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
