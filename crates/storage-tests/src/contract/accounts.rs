//! Tests of accounts, signing in, courses and the audit log.

use super::{accepted, account, at, by, operator, personal};
use chaffinch_storage::{
    AccountId, Action, AuditAction, CourseId, Credential, NewAccount, NewCourse, NewSession, NewSignInLink,
    NewToken, Role, Scope, SecretHash, SignInMethod, Storage, StorageError, TokenId, TokenKind, may,
};

const LINK: SecretHash = SecretHash([1; 32]);
const COOKIE: SecretHash = SecretHash([2; 32]);
const TOKEN: SecretHash = SecretHash([3; 32]);

async fn link(storage: &dyn Storage, account: AccountId) {
    let link = NewSignInLink { hash: LINK, account, email: None, expires: at(60) };
    storage.create_sign_in_link(&link, &operator(0)).await.unwrap();
}

fn session() -> NewSession {
    NewSession {
        hash: COOKIE,
        expires: at(120),
        browser: "Firefox on Linux".to_owned(),
        address: "192.0.2.7".to_owned(),
    }
}

fn token(account: AccountId, scope: Scope) -> NewToken {
    NewToken {
        id: TokenId::new(at(1)),
        hash: TOKEN,
        kind: TokenKind::Api,
        account,
        scope,
        label: "course script".to_owned(),
        expires: Some(at(600)),
    }
}

/// A new account has a personal course, which it owns.
pub async fn an_account_has_a_personal_course(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    assert_eq!(storage.account(ada.id).await.unwrap(), Some(ada.clone()));
    assert_eq!(storage.account_by_name("ada").await.unwrap(), Some(ada.clone()));
    let course = storage.personal_course(ada.id).await.unwrap().unwrap();
    assert_eq!((course.personal_of, course.name.as_str()), (Some(ada.id), "ada"));
    assert_eq!(storage.courses_of(ada.id).await.unwrap(), [(course, Role::Owner)]);
    assert!(!ada.admin && ada.email.is_none());
}

/// A new account has its address and rights from the beginning.
pub async fn an_account_is_made_with_its_address_and_rights(storage: &dyn Storage) {
    let new = NewAccount {
        id: AccountId::new(at(1)),
        name: "ada".to_owned(),
        personal_course: CourseId::new(at(1)),
        email: Some("ada@example.edu".to_owned()),
        admin: true,
    };
    let ada = storage.create_account(&new, &operator(1)).await.unwrap();
    assert_eq!((ada.email.as_deref(), ada.admin), (Some("ada@example.edu"), true));
    assert_eq!(storage.account(ada.id).await.unwrap(), Some(ada));
    let log = storage.audit(None, None, 100).await.unwrap();
    let said: Vec<_> = log.items.iter().map(|entry| entry.action).collect();
    for action in [AuditAction::AccountCreated, AuditAction::AccountEmail, AuditAction::AccountAdmin] {
        assert_eq!(said.iter().filter(|said| **said == action).count(), 1, "{action:?}");
    }
}

/// A link that was sent to a former address of the account signs nobody in.
pub async fn another_address_ends_unused_links(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    for email in [Some("ada@example.edu"), None] {
        link(storage, ada.id).await;
        assert!(storage.set_email(ada.id, email, &operator(2)).await.unwrap());
        assert_eq!(storage.redeem_sign_in_link(&LINK, &session(), at(5)).await.unwrap(), None);
    }
}

/// A second account with the same name is refused and leaves nothing.
pub async fn names_of_accounts_are_unique(storage: &dyn Storage) {
    let bob = account(storage, "bob").await;
    let ada = account(storage, "ada").await;
    let again = NewAccount {
        id: AccountId::new(at(1)),
        name: "ada".to_owned(),
        personal_course: CourseId::new(at(1)),
        email: None,
        admin: false,
    };
    let refusal = storage.create_account(&again, &operator(1)).await.unwrap_err();
    assert!(matches!(refusal, StorageError::NameTaken { name } if name == "ada"));
    assert_eq!(storage.account(again.id).await.unwrap(), None);
    assert_eq!(storage.course(again.personal_course).await.unwrap(), None);
    assert_eq!(storage.accounts().await.unwrap(), [ada, bob]);
}

/// A link opens one session, which identifies the account.
pub async fn a_link_signs_in_once(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    link(storage, ada.id).await;
    assert_eq!(storage.redeem_sign_in_link(&LINK, &session(), at(5)).await.unwrap(), Some(ada.clone()));
    let second = NewSession { hash: SecretHash([9; 32]), ..session() };
    assert_eq!(storage.redeem_sign_in_link(&LINK, &second, at(5)).await.unwrap(), None);
    assert_eq!(storage.session_actor(&second.hash, at(6)).await.unwrap(), None);

    let actor = storage.session_actor(&COOKIE, at(6)).await.unwrap().unwrap();
    assert_eq!((&actor.account, actor.scope), (&ada, Scope::Write));
    let Credential::Session(own) = &actor.credential else { panic!("{actor:?}") };
    assert_eq!((own.hash, own.account, own.created, own.way), (COOKIE, ada.id, at(5), SignInMethod::Link));
    assert!(may(&actor, Action::Manage, personal(storage, &ada).await));
    assert!(storage.end_session(&COOKIE).await.unwrap());
    assert!(!storage.end_session(&COOKIE).await.unwrap());
    assert_eq!(storage.session_actor(&COOKIE, at(6)).await.unwrap(), None);
}

/// A link or session stops working exactly at its expiry time.
pub async fn links_and_sessions_expire(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    link(storage, ada.id).await;
    assert_eq!(storage.redeem_sign_in_link(&LINK, &session(), at(60)).await.unwrap(), None);
    assert!(storage.redeem_sign_in_link(&LINK, &session(), at(59)).await.unwrap().is_some());
    assert!(storage.session_actor(&COOKIE, at(119)).await.unwrap().is_some());
    assert_eq!(storage.session_actor(&COOKIE, at(120)).await.unwrap(), None);
}

/// A link is not stored if its account has got another address, or was disabled, before it is sent.
pub async fn a_link_is_for_the_address_it_is_sent_to(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let send = async |secret: u8, account: AccountId, email: Option<&str>| {
        let (hash, email) = (SecretHash([secret; 32]), email.map(str::to_owned));
        let link = NewSignInLink { hash, account, email, expires: at(60) };
        storage.create_sign_in_link(&link, &operator(1)).await
    };
    let (old, new) = (Some("ada@old.example.edu"), Some("ada@example.edu"));
    assert!(matches!(send(1, ada.id, old).await, Err(StorageError::Missing { .. })), "she has none");
    storage.set_email(ada.id, old, &operator(1)).await.unwrap();
    send(2, ada.id, old).await.unwrap();
    send(3, ada.id, None).await.unwrap();
    storage.set_email(ada.id, new, &operator(1)).await.unwrap();
    assert!(matches!(send(4, ada.id, old).await, Err(StorageError::Missing { .. })));
    send(5, ada.id, new).await.unwrap();
    storage.set_disabled(ada.id, true, &operator(1)).await.unwrap();
    for email in [new, None] {
        assert!(matches!(send(6, ada.id, email).await, Err(StorageError::Missing { .. })));
    }
    storage.set_disabled(ada.id, false, &operator(1)).await.unwrap();
    let refused = storage.redeem_sign_in_link(&SecretHash([4; 32]), &session(), at(5)).await.unwrap();
    assert_eq!(refused, None, "what was refused was not kept");
    assert!(matches!(send(7, AccountId::new(at(0)), None).await, Err(StorageError::Missing { .. })));
}

/// A disabled account has no session, no link and no token. When it is enabled again, its tokens work again.
pub async fn disabling_closes_every_door(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    link(storage, ada.id).await;
    storage.redeem_sign_in_link(&LINK, &session(), at(5)).await.unwrap();
    let hash = SecretHash([8; 32]);
    let other = NewSignInLink { hash, account: ada.id, email: None, expires: at(60) };
    storage.create_sign_in_link(&other, &operator(5)).await.unwrap();
    storage.create_token(&token(ada.id, Scope::Write), &operator(5)).await.unwrap();

    assert!(storage.set_disabled(ada.id, true, &operator(6)).await.unwrap());
    assert!(storage.account(ada.id).await.unwrap().unwrap().disabled);
    assert_eq!(storage.session_actor(&COOKIE, at(7)).await.unwrap(), None);
    assert_eq!(storage.token_actor(&TOKEN, at(7)).await.unwrap(), None);
    assert_eq!(storage.redeem_sign_in_link(&other.hash, &session(), at(7)).await.unwrap(), None);

    assert!(storage.set_disabled(ada.id, false, &operator(8)).await.unwrap());
    assert_eq!(storage.session_actor(&COOKIE, at(9)).await.unwrap(), None);
    assert!(storage.token_actor(&TOKEN, at(9)).await.unwrap().is_some());
    assert!(!storage.set_disabled(AccountId::new(at(0)), true, &operator(8)).await.unwrap());
}

/// Tokens have a scope, an expiry time and a time of last use.
pub async fn a_token_opens_until_revoked_or_expired(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let bob = account(storage, "bob").await;
    let made = storage.create_token(&token(ada.id, Scope::Read), &by(ada.id, 1)).await.unwrap();
    assert_eq!((made.created, made.last_used, made.revoked), (at(1), None, None));

    let actor = storage.token_actor(&TOKEN, at(2)).await.unwrap().unwrap();
    assert_eq!((actor.account.id, actor.scope), (ada.id, Scope::Read));
    assert_eq!(actor.credential, Credential::Token { hash: TOKEN, expires: Some(at(600)) });
    assert!(!may(&actor, Action::Upload, personal(storage, &ada).await));
    assert_eq!(storage.token_actor(&SecretHash([7; 32]), at(2)).await.unwrap(), None);
    assert_eq!(storage.tokens(Some(ada.id)).await.unwrap()[0].last_used, Some(at(2)));
    assert!(storage.token_actor(&TOKEN, at(599)).await.unwrap().is_some());
    assert_eq!(storage.tokens(Some(ada.id)).await.unwrap()[0].last_used, Some(at(599)));
    assert_eq!(storage.token_actor(&TOKEN, at(600)).await.unwrap(), None);

    assert!(storage.revoke_token(made.id, &operator(10)).await.unwrap());
    assert!(!storage.revoke_token(made.id, &operator(11)).await.unwrap());
    assert_eq!(storage.token_actor(&TOKEN, at(12)).await.unwrap(), None);
    assert_eq!(storage.tokens(None).await.unwrap()[0].revoked, Some(at(10)));
    assert_eq!(storage.tokens(Some(bob.id)).await.unwrap(), []);

    let nobody =
        NewToken { id: TokenId::new(at(2)), hash: SecretHash([6; 32]), ..token(ada.id, Scope::Read) };
    let nobody = NewToken { account: AccountId::new(at(0)), ..nobody };
    let refusal = storage.create_token(&nobody, &operator(1)).await.unwrap_err();
    assert!(matches!(refusal, StorageError::Missing { .. }));
}

/// A token that can only check may do so in one course, as long as its account may, and nothing else.
pub async fn a_token_that_checks_belongs_to_a_course(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let own = personal(storage, &ada).await;
    let new = NewCourse { id: CourseId::new(at(1)), name: "Algorithms".to_owned(), owner: ada.id };
    let course = storage.create_course(&new, &by(ada.id, 1)).await.unwrap().id;
    let made = storage.create_token(&token(ada.id, Scope::Check(course)), &by(ada.id, 2)).await.unwrap();
    assert_eq!(made.scope, Scope::Check(course));
    assert_eq!(storage.tokens(Some(ada.id)).await.unwrap()[0].scope, Scope::Check(course));
    let trace = storage.audit(Some(course), None, 1).await.unwrap().items.remove(0);
    assert_eq!((trace.action, trace.subject), (AuditAction::TokenCreated, made.id.0));
    let actor = storage.token_actor(&TOKEN, at(2)).await.unwrap().unwrap();
    for &action in Action::ALL {
        assert_eq!(may(&actor, action, course), action == Action::Check, "{action:?}");
        assert!(!may(&actor, action, own), "{action:?}");
    }
    let bob = account(storage, "bob").await;
    storage.set_role(bob.id, course, Some(Role::Owner), &by(ada.id, 3)).await.unwrap();
    storage.set_role(ada.id, course, Some(Role::Viewer), &by(bob.id, 4)).await.unwrap();
    let actor = storage.token_actor(&TOKEN, at(5)).await.unwrap().unwrap();
    assert!(!may(&actor, Action::Check, course), "the account may not check any more");
    let nowhere = NewToken {
        id: TokenId::new(at(2)),
        hash: SecretHash([6; 32]),
        ..token(ada.id, Scope::Check(CourseId::new(at(0))))
    };
    let refusal = storage.create_token(&nowhere, &operator(1)).await.unwrap_err();
    assert!(matches!(refusal, StorageError::Missing { .. }));
}

/// Membership determines who sees a course. A course never loses its last owner.
pub async fn roles_are_given_and_taken_but_never_the_last_owner(storage: &dyn Storage) {
    let (ada, bob) = (account(storage, "ada").await, account(storage, "bob").await);
    let new = NewCourse { id: CourseId::new(at(1)), name: "Algorithms".to_owned(), owner: ada.id };
    let course = storage.create_course(&new, &by(ada.id, 1)).await.unwrap();
    assert_eq!(storage.course(new.id).await.unwrap(), Some(course.clone()));

    storage.set_role(bob.id, new.id, Some(Role::Viewer), &by(ada.id, 2)).await.unwrap();
    storage.set_role(bob.id, new.id, Some(Role::Assistant), &by(ada.id, 3)).await.unwrap();
    let members = storage.members(new.id).await.unwrap();
    let members: Vec<_> = members.iter().map(|member| (member.account.id, member.role)).collect();
    assert_eq!(members, [(ada.id, Role::Owner), (bob.id, Role::Assistant)]);
    let courses = storage.courses_of(bob.id).await.unwrap();
    assert_eq!(courses[0].0.personal_of, Some(bob.id));
    assert_eq!(courses[1], (course, Role::Assistant));

    for role in [None, Some(Role::Instructor)] {
        let refusal = storage.set_role(ada.id, new.id, role, &by(ada.id, 4)).await.unwrap_err();
        assert!(matches!(refusal, StorageError::LastOwner), "{role:?}");
    }
    storage.set_role(bob.id, new.id, Some(Role::Owner), &by(ada.id, 5)).await.unwrap();
    storage.set_role(ada.id, new.id, None, &by(bob.id, 6)).await.unwrap();
    storage.set_role(ada.id, new.id, None, &by(bob.id, 7)).await.unwrap();
    assert_eq!(storage.courses_of(ada.id).await.unwrap().len(), 1);

    let nowhere = CourseId::new(at(9));
    let refusal = storage.set_role(bob.id, nowhere, Some(Role::Owner), &operator(8)).await.unwrap_err();
    assert!(matches!(refusal, StorageError::Missing { .. }));
}

/// If two owners remove each other, the second is told that no owner would be left.
pub async fn owners_who_drop_each_other_at_the_same_moment_leave_one(storage: &dyn Storage) {
    let (ada, bob) = (account(storage, "ada").await, account(storage, "bob").await);
    for minutes in 1..=8 {
        let new = NewCourse { id: CourseId::new(at(minutes)), name: "Algorithms".to_owned(), owner: ada.id };
        storage.create_course(&new, &operator(minutes)).await.unwrap();
        storage.set_role(bob.id, new.id, Some(Role::Owner), &operator(minutes)).await.unwrap();
        let (by_ada, by_bob) = (by(ada.id, minutes), by(bob.id, minutes));
        let (one, two) = tokio::join!(
            storage.set_role(bob.id, new.id, None, &by_ada),
            storage.set_role(ada.id, new.id, Some(Role::Viewer), &by_bob),
        );
        assert_eq!(u8::from(one.is_ok()) + u8::from(two.is_ok()), 1);
        assert!([one, two].into_iter().any(|role| matches!(role, Err(StorageError::LastOwner))));
        let members = storage.members(new.id).await.unwrap();
        assert_eq!(members.iter().filter(|member| member.role == Role::Owner).count(), 1);
    }
}

/// Every change is logged with who, when and where. The log outlives the objects it refers to.
pub async fn changes_leave_a_trace(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let course = personal(storage, &ada).await;
    let batch = accepted(storage, &ada, 1).await;
    storage.set_title(batch.id, "Sheet 1", &by(ada.id, 2)).await.unwrap();
    storage.cancel(batch.id, &by(ada.id, 3)).await.unwrap();
    storage.delete(batch.id, &by(ada.id, 4)).await.unwrap();

    let first = storage.audit(Some(course), None, 3).await.unwrap();
    let rest = storage.audit(Some(course), first.next, 3).await.unwrap();
    assert_eq!(rest.next, None);
    let entries: Vec<_> = first.items.into_iter().chain(rest.items).collect();
    let told: Vec<_> = entries.iter().map(|entry| (entry.action, entry.by)).collect();
    assert_eq!(
        told,
        [
            (AuditAction::BatchDeleted, by(ada.id, 4)),
            (AuditAction::BatchCancelled, by(ada.id, 3)),
            (AuditAction::BatchChanged, by(ada.id, 2)),
            (AuditAction::BatchAccepted, by(ada.id, 1)),
            (AuditAction::AccountCreated, operator(0)),
        ]
    );
    assert!(entries[..4].iter().all(|entry| entry.subject == batch.id.0 && entry.course == Some(course)));
    assert_eq!(entries[0].details, serde_json::json!({ "expired": false }));
    assert!(storage.audit(Some(CourseId::new(at(0))), None, 9).await.unwrap().items.is_empty());
    assert_eq!(storage.audit(None, None, 9).await.unwrap().items, entries);
}
