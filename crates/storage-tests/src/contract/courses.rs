//! Tests of the limit on courses of an account, and of member counts.

use std::collections::BTreeMap;

use super::{account, at, by, operator, personal};
use chaffinch_storage::{
    Account, AccountId, By, CourseId, MAX_OWNED_COURSES, NewCourse, Role, Storage, StorageError,
};

fn course_of(owner: &Account) -> NewCourse {
    NewCourse { id: CourseId::new(at(1)), name: "Algorithms".to_owned(), owner: owner.id }
}

/// Courses that an account creates count, and so do those that others give it. Administrators and the operator may
/// exceed the limit.
pub async fn an_account_owns_so_many_courses_at_most(storage: &dyn Storage) {
    let (ada, bob, root) =
        (account(storage, "ada").await, account(storage, "bob").await, account(storage, "root").await);
    storage.set_admin(root.id, true, &operator(0)).await.unwrap();
    let create = async |owner: &Account| storage.create_course(&course_of(owner), &by(owner.id, 1)).await;
    // One course is the personal one. Of two courses created at the same moment, one is the last that fits.
    for _ in 2..MAX_OWNED_COURSES {
        create(&ada).await.unwrap();
    }
    let (one, two) = tokio::join!(create(&ada), create(&ada));
    let refused: Vec<_> = [one, two].into_iter().filter_map(Result::err).collect();
    assert!(matches!(&refused[..], [StorageError::TooManyCourses]), "{refused:?}");
    assert_eq!(storage.courses_of(ada.id).await.unwrap().len(), MAX_OWNED_COURSES as usize);

    let course = create(&bob).await.unwrap().id;
    let give = async |role: Role, by: By| storage.set_role(ada.id, course, Some(role), &by).await;
    let refused = give(Role::Owner, by(bob.id, 2)).await.unwrap_err();
    assert!(matches!(refused, StorageError::TooManyCourses), "{refused:?}");
    assert_eq!(storage.members(course).await.unwrap().len(), 1, "nothing was kept");
    give(Role::Instructor, by(bob.id, 3)).await.unwrap();
    for above in [by(root.id, 4), operator(5)] {
        give(Role::Owner, above).await.unwrap();
    }
}

/// Members are counted for each course of an account, and for no other course.
pub async fn members_of_courses_are_counted(storage: &dyn Storage) {
    let (ada, bob) = (account(storage, "ada").await, account(storage, "bob").await);
    let course = storage.create_course(&course_of(&ada), &by(ada.id, 1)).await.unwrap().id;
    storage.create_course(&course_of(&ada), &by(ada.id, 1)).await.unwrap();
    storage.set_role(bob.id, course, Some(Role::Viewer), &by(ada.id, 2)).await.unwrap();
    let of_bob = BTreeMap::from([(personal(storage, &bob).await, 1), (course, 2)]);
    assert_eq!(storage.member_counts(bob.id).await.unwrap(), of_bob);
    assert_eq!(storage.member_counts(ada.id).await.unwrap().len(), 3);
    assert_eq!(storage.member_counts(AccountId::new(at(0))).await.unwrap(), BTreeMap::new());
}
