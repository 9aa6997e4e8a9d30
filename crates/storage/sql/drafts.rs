//! Drafts: storing them, reading them, and turning them into batches.

use async_trait::async_trait;
use chaffinch_storage::backend::{consistent, json, next_chunk};
use chaffinch_storage::{
    Accepted, AccountId, CourseId, Draft, DraftId, DraftWish, Drafts, MAX_DRAFTS, Named, NewBatch, NewPart,
    Packed, Part, PartKind, Result, StorageError,
};
use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::accept::{insert_analysis, insert_batch};
use super::{Time, count, missing, number};
use crate::dialect::{Backend, Connection, lock, locking, text};

#[async_trait]
impl Drafts for Backend {
    async fn create_draft(&self, draft: Draft, parts: Vec<NewPart>) -> Result<()> {
        let mut tx = self.begin_upload().await?;
        let (id, account) = (draft.id.0, draft.account.0);
        // Two new drafts of an account run one after the other. Otherwise each would keep the other.
        lock!(tx, "select 1 as one from account where id = $1 for no key update", account);
        sqlx::query!(
            "delete from draft
             where account = $1
               and id not in (select id from draft where account = $2 order by id desc limit $3)",
            account,
            account,
            i64::from(MAX_DRAFTS) - 1,
        )
        .execute(&mut *tx)
        .await?;
        let DraftWish { title, options, preview } = &draft.wish;
        sqlx::query!(
            "insert into draft (id, account, course, title, options, keep_until, preview, created, expires)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            id,
            account,
            draft.course.0,
            &text(title),
            json(options),
            draft.keep_until.map(Time),
            preview.as_bytes(),
            Time(draft.created),
            Time(draft.expires),
        )
        .execute(&mut *tx)
        .await
        .map_err(missing("account or course"))?;
        for (number, part) in (0..).zip(parts) {
            insert_part(&mut tx, id, number, part).await?;
        }
        tx.commit().await
    }

    async fn draft(&self, id: DraftId, account: AccountId, at: DateTime<Utc>) -> Result<Option<Draft>> {
        let row = sqlx::query!(
            "select course, title, options, keep_until, preview, created, expires
               from draft
               where id = $1
                 and account = $2
                 and expires > $3",
            id.0,
            account.0,
            Time(at),
        )
        .fetch_optional(&mut *self.read().await?)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let options = consistent(serde_json::from_str(&row.options).ok(), "draft", "options", &id)?;
        let preview = Packed::from_bytes(row.preview);
        Ok(Some(Draft {
            id,
            account,
            course: CourseId(row.course),
            wish: DraftWish { title: row.title, options, preview },
            keep_until: row.keep_until.map(Time::utc),
            created: row.created.utc(),
            expires: row.expires.utc(),
        }))
    }

    async fn draft_parts(&self, id: DraftId) -> Result<Vec<Part>> {
        let rows = sqlx::query!(
            "select number, kind, name, bytes, chunks
             from draft_part
             where draft = $1
             order by number",
            id.0,
        )
        .fetch_all(&mut *self.read().await?)
        .await?;
        let parts = rows.into_iter().map(|row| {
            Ok(Part {
                number: row.number.cast_unsigned(),
                kind: consistent(PartKind::from_name(&row.kind), "draft_part", "kind", &id)?,
                name: row.name,
                chunks: row.chunks.cast_unsigned(),
                bytes: row.bytes.cast_unsigned(),
            })
        });
        parts.collect()
    }

    async fn draft_chunk(&self, id: DraftId, part: u32, chunk: u32) -> Result<Option<Vec<u8>>> {
        sqlx::query_scalar!(
            "select content
             from draft_chunk
             where draft = $1
               and part = $2
               and number = $3",
            id.0,
            number(part),
            number(chunk),
        )
        .fetch_optional(&mut *self.read().await?)
        .await
        .map_err(StorageError::from)
    }

    async fn change_draft(&self, id: DraftId, wish: &DraftWish) -> Result<bool> {
        let mut tx = self.begin().await?;
        let changed = sqlx::query!(
            "update draft
             set title = $1, options = $2, preview = $3
             where id = $4",
            &text(&wish.title),
            json(&wish.options),
            wish.preview.as_bytes(),
            id.0,
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(changed.rows_affected() > 0)
    }

    async fn run_draft(&self, id: DraftId, batch: NewBatch) -> Result<Option<Accepted>> {
        let mut tx = self.begin_upload().await?;
        let there = locking!(query_scalar!("select id from draft where id = $1 ", "for update", id.0))
            .fetch_optional(&mut *tx)
            .await?;
        if there.is_none() {
            return Ok(None);
        }
        // A draft has no idempotency key, so the key cannot be taken.
        insert_batch(&mut tx, &batch).await?;
        let job = batch.job.0;
        let accepted = insert_analysis(&mut tx, batch).await?;
        take_over(&mut tx, id.0, job).await?;
        self.commit_change(tx).await?;
        self.reclaim().await;
        Ok(Some(Accepted::New(accepted)))
    }

    async fn delete_draft(&self, id: DraftId) -> Result<bool> {
        let mut tx = self.begin().await?;
        let deleted = sqlx::query!("delete from draft where id = $1", id.0).execute(&mut *tx).await?;
        tx.commit().await?;
        self.reclaim().await;
        Ok(deleted.rows_affected() > 0)
    }
}

/// Moves the upload of a draft to a job and deletes the draft.
async fn take_over(tx: &mut Connection, draft: Uuid, job: Uuid) -> Result<()> {
    sqlx::query!(
        "insert into part (job, number, kind, name, bytes, chunks)
         select $1, number, kind, name, bytes, chunks
         from draft_part
         where draft = $2",
        job,
        draft,
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "insert into part_chunk (job, part, number, content)
         select $1, part, number, content
         from draft_chunk
         where draft = $2",
        job,
        draft,
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "update job
         set size = (select coalesce(sum(bytes), 0) from part where job = $1)
         where id = $2",
        job,
        job,
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!("delete from draft where id = $1", draft).execute(tx).await?;
    Ok(())
}

/// Reads an uploaded file to its end and stores it.
async fn insert_part(tx: &mut Connection, draft: Uuid, number: i32, part: NewPart) -> Result<()> {
    let NewPart { kind, name, mut content } = part;
    sqlx::query!(
        "insert into draft_part (draft, number, kind, name, bytes, chunks)
         values ($1, $2, $3, $4, 0, 0)",
        draft,
        number,
        kind.name(),
        &text(&name),
    )
    .execute(&mut *tx)
    .await?;
    let (mut bytes, mut chunks) = (0, 0);
    loop {
        let chunk = next_chunk(&mut content).await?;
        if chunk.is_empty() {
            break;
        }
        bytes += count(chunk.len());
        sqlx::query!(
            "insert into draft_chunk (draft, part, number, content)
             values ($1, $2, $3, $4)",
            draft,
            number,
            chunks,
            chunk,
        )
        .execute(&mut *tx)
        .await?;
        chunks += 1;
    }
    sqlx::query!(
        "update draft_part
         set bytes = $1, chunks = $2
         where draft = $3
           and number = $4",
        bytes,
        chunks,
        draft,
        number,
    )
    .execute(tx)
    .await?;
    Ok(())
}
