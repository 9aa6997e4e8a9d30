//! What is said about how an upload was read, where it could be read in another way. The lines are among those of skipped
//! files. `report` knows them by their beginning, `structure: `.

/// Beginning of all lines.
pub(crate) const STRUCTURE: &str = "structure: ";

/// Folders were read as tasks.
pub(super) const TASKS: &str = "structure: the folders are tasks or languages, and the students inside are the submissions \
    (--layout children: each folder is a submission)";
/// Folders were read as sections.
pub(super) const SECTIONS: &str = "structure: the folders are sections, and the students inside are the submissions \
    (--layout children: each folder is a submission)";
/// Folders were read as students, and may be none.
pub(super) const DOUBTFUL: &str = "structure: the folders may be tasks or sections and not students, because each \
    holds only folders (--layout task/student: the students inside are the submissions)";
/// A folder of loose files was read as one submission.
pub(super) const ONE_SUBMISSION: &str = "structure: this folder is one submission, because there is work to compare it with \
    (each file is one, if this folder itself is uploaded)";
/// A folder of loose files was read as many submissions.
pub(super) const SEVERAL_SUBMISSIONS: &str = "structure: each file in this folder is a submission (--layout children: the folder \
    is one)";
