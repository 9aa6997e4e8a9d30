//! Examination of uploads in the test service. It runs in this process with the code that the child processes of the
//! real service run.

use chaffinch_extract::{Input, Looked, Refusal, Request, Survey, survey};
use chaffinch_query::{SurveyError, SurveyUpload, Surveyor};
use chaffinch_storage::{PartKind, ReferenceLabel};

/// Name of an upload that is too costly to read.
pub(crate) const COSTLY: &str = "costly.zip";

/// Examines every upload except [`COSTLY`].
pub(super) struct Surveying;

#[async_trait::async_trait]
impl Surveyor for Surveying {
    async fn survey(&self, upload: SurveyUpload) -> Result<Survey, SurveyError> {
        if upload.parts.iter().any(|part| part.name == COSTLY) {
            return Err(SurveyError::Ended("It takes more than 300 s.".to_owned()));
        }
        let looked = tokio::task::spawn_blocking(move || {
            let request = request(upload)?;
            survey(&request, &|_| Looked::default())
        });
        Ok(looked.await.map_err(|lost| SurveyError::Failed(lost.into()))??)
    }
}

fn request(upload: SurveyUpload) -> Result<Request, Refusal> {
    let SurveyUpload { parts, options, least, limits, parse: _ } = upload;
    let of = |kind: PartKind| -> Vec<Input> {
        let parts = parts.iter().filter(|part| part.kind == kind);
        parts.map(|part| Input { name: part.name.clone(), place: part.path.clone() }).collect()
    };
    let mut request = Request {
        submissions: of(PartKind::Submissions),
        boilerplate: of(PartKind::Boilerplate),
        references: of(PartKind::Reference)
            .into_iter()
            .map(|input| (ReferenceLabel::default(), input))
            .collect(),
        layout: options.layout,
        data: options.language.is_some(),
        least,
        limits,
        ..Request::default()
    };
    request.say(&options.encodings, &options.handed_out)?;
    request.ignored = options.ignored.iter().cloned().collect();
    Ok(request)
}
