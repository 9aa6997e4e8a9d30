//! The tasks of a course, as their reports leave them.

/// What a report keeps of all pairs that it verified, listed or not.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TaskPairs {
    /// Number of pairs of the class, compared or not, among which chance was counted.
    pub among: u64,
    /// Submissions of the class by number, without those of staff. Each has a digest of its files that is equal for equal
    /// files.
    pub submissions: Vec<(u32, u64)>,
    /// Verified pairs of these submissions that can be judged. A pair that is missing has nothing beyond chance.
    pub pairs: Vec<TaskPair>,
}

/// A verified pair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TaskPair {
    /// Number of the one submission, the smaller of the two.
    pub left: u32,
    /// Number of the other submission.
    pub right: u32,
    /// Number of pairs of the class as strong as this one that chance would leave; above 0.
    pub expect: f64,
}

/// A submission of a task and who handed it in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Member {
    /// Number of the submission.
    pub submission: u32,
    /// Number of the person, the same in all tasks.
    pub person: u32,
}

/// A task of a course.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Task {
    /// Who handed in. A person may have several submissions.
    pub members: Vec<Member>,
    /// See [`TaskPairs::among`].
    pub among: u64,
    /// See [`TaskPairs::pairs`].
    pub pairs: Vec<TaskPair>,
}
