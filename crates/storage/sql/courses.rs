//! Courses and memberships.

use std::collections::BTreeMap;

use async_trait::async_trait;
use chaffinch_storage::backend::consistent;
use chaffinch_storage::{
    Account, AccountId, AuditAction, By, Checks, Course, CourseId, CourseSettings, Courses,
    MAX_OWNED_COURSES, Member, Named, NewCourse, Result, Role, StorageError,
};
use serde_json::json;
use uuid::Uuid;

use super::audit::record;
use super::{Time, kept, missing, number};
use crate::dialect::{Backend, Connection, lock, retried, text};

struct CourseRow {
    id: Uuid,
    name: String,
    personal_of: Option<Uuid>,
    created: Time,
    keep_days: Option<i32>,
    checks: String,
    checks_open_cases: bool,
}

impl From<CourseRow> for Course {
    fn from(row: CourseRow) -> Self {
        Self {
            // A later version may have stored another value.
            checks: Checks::from_name(&row.checks).unwrap_or_default(),
            checks_open_cases: row.checks_open_cases,
            id: CourseId(row.id),
            name: row.name,
            personal_of: row.personal_of.map(AccountId),
            created: row.created.utc(),
            keep_days: row.keep_days.and_then(|days| u32::try_from(days).ok()),
        }
    }
}

#[async_trait]
impl Courses for Backend {
    async fn create_course(&self, course: &NewCourse, by: &By) -> Result<Course> {
        let mut tx = self.begin().await?;
        sqlx::query!(
            "insert into course (id, name, created)
             values ($1, $2, $3)",
            course.id.0,
            &text(&course.name),
            Time(by.at),
        )
        .execute(&mut *tx)
        .await?;
        sqlx::query!(
            "insert into membership (account, course, role)
             values ($1, $2, 'owner')",
            course.owner.0,
            course.id.0,
        )
        .execute(&mut *tx)
        .await
        .map_err(missing("account"))?;
        check_owned(&mut tx, course.owner, by).await?;
        record(&mut tx, by, AuditAction::CourseCreated, Some(course.id), course.id.0, &json!({})).await?;
        tx.commit().await?;
        Ok(Course {
            id: course.id,
            name: text(&course.name).into_owned(),
            personal_of: None,
            created: kept(by.at),
            keep_days: None,
            checks: Checks::Off,
            checks_open_cases: false,
        })
    }

    async fn course(&self, id: CourseId) -> Result<Option<Course>> {
        let row = sqlx::query_as!(
            CourseRow,
            "select id, name, personal_of, created, keep_days, checks, checks_open_cases
             from course
             where id = $1",
            id.0,
        )
        .fetch_optional(&mut *self.read().await?)
        .await?;
        Ok(row.map(Course::from))
    }

    async fn personal_course(&self, account: AccountId) -> Result<Option<Course>> {
        let row = sqlx::query_as!(
            CourseRow,
            "select id, name, personal_of, created, keep_days, checks, checks_open_cases
             from course
             where personal_of = $1",
            account.0,
        )
        .fetch_optional(&mut *self.read().await?)
        .await?;
        Ok(row.map(Course::from))
    }

    async fn courses_of(&self, account: AccountId) -> Result<Vec<(Course, Role)>> {
        let rows = sqlx::query!(
            "select course.id, course.name, course.personal_of, course.created, course.keep_days, course.checks,
                    course.checks_open_cases, membership.role
             from membership
             join course on course.id = membership.course
             where membership.account = $1
             order by course.personal_of is distinct from $1, course.name, course.id",
            account.0,
        )
        .fetch_all(&mut *self.read().await?)
        .await?;
        let courses = rows.into_iter().map(|row| {
            let role = consistent(Role::from_name(&row.role), "membership", "role", &row.id)?;
            let course = CourseRow {
                id: row.id,
                name: row.name,
                personal_of: row.personal_of,
                created: row.created,
                keep_days: row.keep_days,
                checks: row.checks,
                checks_open_cases: row.checks_open_cases,
            };
            Ok((course.into(), role))
        });
        courses.collect()
    }

    async fn courses(&self) -> Result<Vec<Course>> {
        let rows = sqlx::query_as!(
            CourseRow,
            "select id, name, personal_of, created, keep_days, checks, checks_open_cases
             from course
             where personal_of is null
             order by name, id",
        )
        .fetch_all(&mut *self.read().await?)
        .await?;
        Ok(rows.into_iter().map(Course::from).collect())
    }

    async fn change_course(&self, id: CourseId, settings: &CourseSettings, by: &By) -> Result<bool> {
        let mut tx = self.begin().await?;
        let updated = sqlx::query!(
            "update course
             set name = $1, keep_days = $2, checks = $3, checks_open_cases = $4
             where id = $5",
            &text(&settings.name),
            settings.keep_days.map(number),
            settings.checks.name(),
            settings.checks_open_cases,
            id.0,
        )
        .execute(&mut *tx)
        .await?;
        if updated.rows_affected() == 0 {
            return Ok(false);
        }
        let details = json!({
            "keep_days": settings.keep_days,
            "checks": settings.checks.name(),
            "checks_open_cases": settings.checks_open_cases,
        });
        record(&mut tx, by, AuditAction::CourseChanged, Some(id), id.0, &details).await?;
        tx.commit().await?;
        Ok(true)
    }

    async fn member_counts(&self, account: AccountId) -> Result<BTreeMap<CourseId, u64>> {
        let rows = sqlx::query!(
            r#"select course, count(*) as "members!: i64"
               from membership
               where course in (select course from membership where account = $1)
               group by course"#,
            account.0,
        )
        .fetch_all(&mut *self.read().await?)
        .await?;
        Ok(rows.into_iter().map(|row| (CourseId(row.course), row.members.cast_unsigned())).collect())
    }

    async fn members(&self, course: CourseId) -> Result<Vec<Member>> {
        let rows = sqlx::query!(
            "select account.id, account.name, account.created, account.disabled, account.admin, account.email,
                    membership.role
             from membership
             join account on account.id = membership.account
             where membership.course = $1
             order by account.name",
            course.0,
        )
        .fetch_all(&mut *self.read().await?)
        .await?;
        let members = rows.into_iter().map(|row| {
            let role = consistent(Role::from_name(&row.role), "membership", "role", &row.id)?;
            let account = Account {
                id: AccountId(row.id),
                name: row.name,
                created: row.created.utc(),
                disabled: row.disabled,
                admin: row.admin,
                email: row.email,
            };
            Ok(Member { account, role })
        });
        members.collect()
    }

    async fn set_role(
        &self,
        account: AccountId,
        course: CourseId,
        role: Option<Role>,
        by: &By,
    ) -> Result<()> {
        let name = role.map(Role::name);
        retried(|| async {
            let mut tx = self.begin().await?;
            // If two owners revoke each other's role at the same moment, only one may succeed.
            lock!(tx, "select 1 as one from course where id = $1 for no key update", course.0);
            if let Some(name) = name {
                sqlx::query!(
                    "insert into membership (account, course, role)
                     values ($1, $2, $3)
                     on conflict (account, course) do update set role = excluded.role",
                    account.0,
                    course.0,
                    name,
                )
                .execute(&mut *tx)
                .await
                .map_err(missing("account or course"))?;
                if role == Some(Role::Owner) {
                    check_owned(&mut tx, account, by).await?;
                }
            } else {
                let taken = sqlx::query!(
                    "delete from membership where account = $1 and course = $2",
                    account.0,
                    course.0,
                )
                .execute(&mut *tx)
                .await?;
                if taken.rows_affected() == 0 {
                    return Ok(());
                }
            }
            let owner = sqlx::query!(
                "select 1 as one
                 from membership
                 where course = $1
                   and role = 'owner'
                 limit 1",
                course.0,
            )
            .fetch_optional(&mut *tx)
            .await?;
            if owner.is_none() {
                return Err(StorageError::LastOwner);
            }
            let details = json!({ "role": name });
            record(&mut tx, by, AuditAction::RoleSet, Some(course), account.0, &details).await?;
            tx.commit().await
        })
        .await
    }
}

/// Refuses a change after which an account owns too many courses, unless an administrator or the operator made it.
async fn check_owned(tx: &mut Connection, owner: AccountId, by: &By) -> Result<()> {
    // Two new courses of one owner are counted one after the other.
    lock!(tx, "select 1 as one from account where id = $1 for no key update", owner.0);
    let count = sqlx::query_scalar!(
        r#"select count(*) as "owned!: i64"
           from membership
           where account = $1
             and role = 'owner'
             and exists (select 1 from account where id = $2 and not admin)"#,
        owner.0,
        by.account.map(|id| id.0),
    )
    .fetch_one(tx)
    .await?;
    if MAX_OWNED_COURSES < count { Err(StorageError::TooManyCourses) } else { Ok(()) }
}
