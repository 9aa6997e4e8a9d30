//! Questions that users wait for, and their answers: which submissions of an archive are alike ([`Clusterer`]), what is
//! stored about a text ([`Finder`]), and what an upload contains ([`Surveyor`]).
//!
//! Values and traits only. `jobs` answers with child processes, `web` shows the answers, and neither names the other.

mod clusters;
mod survey;
mod text;

pub use clusters::{
    ClusterError, ClusterMember, ClusterQuestion, ClusterRelation, Clusterer, Clusters, Measure, NotCompared,
    StrongestLink,
};
pub use survey::{SurveyError, SurveyPart, SurveyUpload, Surveyor};
pub use text::{
    Corpora, Estimated, Finder, FoundDocument, FoundPassage, FoundSubmission, QueryError, TextAnswer,
    TextQuestion,
};
