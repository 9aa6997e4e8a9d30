//! Writes the submissions, documents and postings of an upload, and deletes them.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_storage::backend::columns;
use chaffinch_storage::{NewIngest, Owner, Result, free_name};

use super::runs::{OF_ONE, change_index, insert_run, scheme_id};
use super::{count, missing};
use crate::bulk;
use crate::dialect::{Connection, text};

/// Adds documents with their submissions and postings. The transaction has locked the row of the owner. The numbers of
/// submissions, and of files that were handed out, continue those of the owner.
pub(crate) async fn insert_ingest(tx: &mut Connection, owner: Owner, new: &NewIngest) -> Result<()> {
    let (batch, archive) = columns(owner);
    let taken = sqlx::query!(
        "select number, name
         from submission
         where ingest in (select first from ingest where batch = $1 or archive = $2)",
        batch,
        archive,
    )
    .fetch_all(&mut *tx)
    .await?;
    let before = taken.iter().map(|row| row.number).max().unwrap_or(0);
    let mut taken: BTreeSet<String> = taken.into_iter().map(|row| row.name).collect();
    let names = new.submissions.iter().map(|submission| {
        let name = free_name(&text(&submission.header.name), &taken);
        taken.insert(name.clone());
        name
    });
    let names: Vec<String> = names.collect();
    let handed_out = sqlx::query_scalar!(
        r#"select coalesce(max(file) + 1, 0) as "next!: i32"
           from document
           where ingest in (select first from ingest where batch = $1 or archive = $2)
             and submission = 0"#,
        batch,
        archive,
    )
    .fetch_one(&mut *tx)
    .await?;
    let documents = count(new.documents.len());
    if documents == 0 {
        return Ok(());
    }
    let next = sqlx::query_scalar!(
        "update counter set next = next + $1 where name = 'document' returning next",
        documents,
    )
    .fetch_one(&mut *tx)
    .await?;
    let first = next - documents;
    sqlx::query!(
        "insert into ingest (first, documents, batch, archive)
         values ($1, $2, $3, $4)",
        first,
        documents,
        batch,
        archive,
    )
    .execute(&mut *tx)
    .await
    .map_err(missing("batch or archive"))?;
    bulk::insert_submissions(tx, first, before, &names, &new.submissions).await?;

    let mut schemes = BTreeMap::new();
    let made_by = new.documents.iter().filter_map(|document| Some(&document.fingerprints.as_ref()?.0));
    for scheme in made_by.chain(new.runs.iter().map(|run| &run.scheme)) {
        if !schemes.contains_key(scheme) {
            schemes.insert(scheme, scheme_id(tx, scheme).await?);
        }
    }
    bulk::insert_documents(tx, first, (before, handed_out), &schemes, &new.documents).await?;
    for run in &new.runs {
        insert_run(tx, schemes[&run.scheme], first..first + documents, OF_ONE, run).await?;
    }
    Ok(())
}

/// Deletes the documents of an owner and counts them as dead in the runs that have postings of them.
pub(crate) async fn delete_documents(tx: &mut Connection, owner: Owner) -> Result<()> {
    change_index(tx).await?;
    let (batch, archive) = columns(owner);
    // A run of level 0 holds one ingest only.
    sqlx::query!(
        "delete from index_run
         where building is null
           and level = 0
           and first in (select first from ingest where batch = $1 or archive = $2)",
        batch,
        archive,
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "update index_run
         set dead = dead + gone.documents
         from (
           select index_run.id, cast(sum(ingest.documents) as bigint) as documents
           from ingest
           join index_run on index_run.first <= ingest.first and ingest.first < index_run.last
           where ingest.batch = $1 or ingest.archive = $2
           group by index_run.id
         ) gone
         where index_run.id = gone.id",
        batch,
        archive,
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!("delete from ingest where batch = $1 or archive = $2", batch, archive).execute(tx).await?;
    Ok(())
}
