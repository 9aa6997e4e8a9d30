//! Courses: every batch is in one, and membership decides who sees it.

use std::collections::BTreeMap;

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::{Account, AccountId, By, CourseId, Result, Role};

/// Courses that an account may own, its personal one counted. Each course has an owner, so this also bounds how many
/// courses one account can add others to. Administrators and the operator may give an account more.
pub const MAX_OWNED_COURSES: i64 = 200;

/// A set of people who may see the same batches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Course {
    /// Id.
    pub id: CourseId,
    /// As named by its owner; need not be unique.
    pub name: String,
    /// Set where this is somebody's personal course, the default place of their uploads.
    pub personal_of: Option<AccountId>,
    /// When it was made.
    pub created: DateTime<Utc>,
    /// Days after which a batch is deleted that came without a date. `None`: kept.
    pub keep_days: Option<u32>,
}

/// A course to make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewCourse {
    /// Id.
    pub id: CourseId,
    /// Name.
    pub name: String,
    /// Its first owner.
    pub owner: AccountId,
}

/// Somebody in a course.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Who.
    pub account: Account,
    /// As what.
    pub role: Role,
}

/// Courses and memberships.
#[async_trait]
pub trait Courses {
    /// Makes a course with its first owner.
    ///
    /// # Errors
    /// [`crate::StorageError::Missing`]: no such account; [`crate::StorageError::TooManyCourses`].
    async fn create_course(&self, course: &NewCourse, by: &By) -> Result<Course>;

    /// One course.
    async fn course(&self, id: CourseId) -> Result<Option<Course>>;

    /// The course where an account's uploads go by default; `None`: no such account.
    async fn personal_course(&self, account: AccountId) -> Result<Option<Course>>;

    /// Courses of an account with its role, personal one first, then by name.
    async fn courses_of(&self, account: AccountId) -> Result<Vec<(Course, Role)>>;

    /// All courses but personal ones, by name: for administrators.
    async fn courses(&self) -> Result<Vec<Course>>;

    /// Names a course, and says for how many days its batches are kept. False: no such course.
    async fn change_course(&self, id: CourseId, name: &str, keep_days: Option<u32>, by: &By) -> Result<bool>;

    /// The number of members of each course of an account.
    async fn member_counts(&self, account: AccountId) -> Result<BTreeMap<CourseId, u64>>;

    /// Members, by name.
    async fn members(&self, course: CourseId) -> Result<Vec<Member>>;

    /// Gives or (`None`) takes a role.
    ///
    /// # Errors
    /// [`crate::StorageError::LastOwner`] where the course would have no owner;
    /// [`crate::StorageError::TooManyCourses`] where the account would own too many;
    /// [`crate::StorageError::Missing`]: no such account or course.
    async fn set_role(&self, account: AccountId, course: CourseId, role: Option<Role>, by: &By)
    -> Result<()>;
}
