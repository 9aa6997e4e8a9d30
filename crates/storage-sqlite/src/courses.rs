//! Courses and memberships.

use std::collections::BTreeMap;

use async_trait::async_trait;
use chaffinch_storage::backend::consistent;
use chaffinch_storage::{
    Account, AccountId, AuditAction, By, Course, CourseId, Courses, MAX_OWNED_COURSES, Member, NewCourse,
    Result, Role, StorageError,
};
use serde_json::json;
use sqlx::SqliteConnection;
use uuid::Uuid;

use crate::SqliteStorage;
use crate::audit::record;
use crate::rows::{AccountRow, Failing, micros, time};

struct CourseRow {
    id: Uuid,
    name: String,
    personal_of: Option<Uuid>,
    created: i64,
    keep_days: Option<i64>,
}

impl From<CourseRow> for Course {
    fn from(row: CourseRow) -> Self {
        Self {
            id: CourseId(row.id),
            name: row.name,
            personal_of: row.personal_of.map(AccountId),
            created: time(row.created),
            keep_days: row.keep_days.and_then(|days| u32::try_from(days).ok()),
        }
    }
}

#[async_trait]
impl Courses for SqliteStorage {
    async fn create_course(&self, course: &NewCourse, by: &By) -> Result<Course> {
        let mut tx = self.begin().await?;
        let (id, owner, created) = (course.id.0, course.owner.0, micros(by.at));
        sqlx::query!(
            "insert into course (id, name, created)
             values (?, ?, ?)",
            id,
            course.name,
            created,
        )
        .execute(&mut *tx)
        .await
        .or_failed()?;
        sqlx::query!(
            "insert into membership (account, course, role)
             values (?, ?, 'owner')",
            owner,
            id,
        )
        .execute(&mut *tx)
        .await
        .or_missing("account")?;
        check_owned(&mut tx, course.owner, by).await?;
        record(&mut tx, by, AuditAction::CourseCreated, Some(course.id), id, &json!({})).await?;
        tx.commit().await.or_failed()?;
        Ok(Course {
            id: course.id,
            name: course.name.clone(),
            personal_of: None,
            created: time(created),
            keep_days: None,
        })
    }

    async fn course(&self, id: CourseId) -> Result<Option<Course>> {
        let id = id.0;
        let row = sqlx::query_as!(
            CourseRow,
            r#"select id as "id!: Uuid", name, personal_of as "personal_of: Uuid", created, keep_days
               from course
               where id = ?"#,
            id,
        )
        .fetch_optional(&self.reader)
        .await
        .or_failed()?;
        Ok(row.map(Course::from))
    }

    async fn personal_course(&self, account: AccountId) -> Result<Option<Course>> {
        let account = account.0;
        let row = sqlx::query_as!(
            CourseRow,
            r#"select id as "id!: Uuid", name, personal_of as "personal_of: Uuid", created, keep_days
               from course
               where personal_of = ?"#,
            account,
        )
        .fetch_optional(&self.reader)
        .await
        .or_failed()?;
        Ok(row.map(Course::from))
    }

    async fn courses_of(&self, account: AccountId) -> Result<Vec<(Course, Role)>> {
        let account = account.0;
        let rows = sqlx::query!(
            r#"select
                 course.id as "id!: Uuid", course.name, course.personal_of as "personal_of: Uuid", course.created,
                 course.keep_days, membership.role
               from membership
               join course on course.id = membership.course
               where membership.account = ?1
               order by course.personal_of is not ?1, course.name, course.id"#,
            account,
        )
        .fetch_all(&self.reader)
        .await
        .or_failed()?;
        let courses = rows.into_iter().map(|row| {
            let role = consistent(Role::from_name(&row.role), "membership", "role", &row.id)?;
            let course = CourseRow {
                id: row.id,
                name: row.name,
                personal_of: row.personal_of,
                created: row.created,
                keep_days: row.keep_days,
            };
            Ok((course.into(), role))
        });
        courses.collect()
    }

    async fn courses(&self) -> Result<Vec<Course>> {
        let rows = sqlx::query_as!(
            CourseRow,
            r#"select id as "id!: Uuid", name, personal_of as "personal_of: Uuid", created, keep_days
               from course
               where personal_of is null
               order by name, id"#,
        )
        .fetch_all(&self.reader)
        .await
        .or_failed()?;
        Ok(rows.into_iter().map(Course::from).collect())
    }

    async fn change_course(&self, id: CourseId, name: &str, keep_days: Option<u32>, by: &By) -> Result<bool> {
        let mut tx = self.begin().await?;
        let course = id.0;
        let updated =
            sqlx::query!("update course set name = ?, keep_days = ? where id = ?", name, keep_days, course)
                .execute(&mut *tx)
                .await
                .or_failed()?;
        if updated.rows_affected() == 0 {
            return Ok(false);
        }
        let details = json!({ "keep_days": keep_days });
        record(&mut tx, by, AuditAction::CourseChanged, Some(id), course, &details).await?;
        tx.commit().await.or_failed()?;
        Ok(true)
    }

    async fn member_counts(&self, account: AccountId) -> Result<BTreeMap<CourseId, u64>> {
        let rows = sqlx::query!(
            r#"select course as "course!: Uuid", count(*) as "members!: i64"
               from membership
               where course in (select course from membership where account = ?)
               group by course"#,
            account.0,
        )
        .fetch_all(&self.reader)
        .await
        .or_failed()?;
        Ok(rows.into_iter().map(|row| (CourseId(row.course), row.members.cast_unsigned())).collect())
    }

    async fn members(&self, course: CourseId) -> Result<Vec<Member>> {
        let course = course.0;
        let rows = sqlx::query!(
            r#"select account.id as "id!: Uuid", account.name, account.created, account.disabled,
                 account.admin, account.email, membership.role
               from membership
               join account on account.id = membership.account
               where membership.course = ?
               order by account.name"#,
            course,
        )
        .fetch_all(&self.reader)
        .await
        .or_failed()?;
        let members = rows.into_iter().map(|row| {
            let role = consistent(Role::from_name(&row.role), "membership", "role", &row.id)?;
            let account = AccountRow {
                id: row.id,
                name: row.name,
                created: row.created,
                disabled: row.disabled,
                admin: row.admin,
                email: row.email,
            };
            Ok(Member { account: Account::from(account), role })
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
        let mut tx = self.begin().await?;
        let (member, place, name) = (account.0, course.0, role.map(Role::name));
        if name.is_some() {
            sqlx::query!(
                "insert into membership (account, course, role)
                 values (?, ?, ?)
                 on conflict (account, course) do update set role = excluded.role",
                member,
                place,
                name,
            )
            .execute(&mut *tx)
            .await
            .or_missing("account or course")?;
            if role == Some(Role::Owner) {
                check_owned(&mut tx, account, by).await?;
            }
        } else {
            let taken =
                sqlx::query!("delete from membership where account = ? and course = ?", member, place)
                    .execute(&mut *tx)
                    .await
                    .or_failed()?;
            if taken.rows_affected() == 0 {
                return Ok(());
            }
        }
        let owners = sqlx::query_scalar!(
            "select count(*)
             from membership
             where course = ?
               and role = 'owner'",
            place,
        )
        .fetch_one(&mut *tx)
        .await
        .or_failed()?;
        if owners == 0 {
            return Err(StorageError::LastOwner);
        }
        record(&mut tx, by, AuditAction::RoleSet, Some(course), member, &json!({ "role": name })).await?;
        tx.commit().await.or_failed()
    }
}

/// Refuses what made an account own too many courses, unless an administrator or the operator did it.
async fn check_owned(tx: &mut SqliteConnection, owner: AccountId, by: &By) -> Result<()> {
    let by = by.account.map(|id| id.0);
    let count = sqlx::query_scalar!(
        r#"select count(*) as "owned!: i64"
           from membership
           where account = ?1
             and role = 'owner'
             and exists (select 1 from account where id = ?2 and admin = 0)"#,
        owner.0,
        by,
    )
    .fetch_one(tx)
    .await
    .or_failed()?;
    if MAX_OWNED_COURSES < count { Err(StorageError::TooManyCourses) } else { Ok(()) }
}
