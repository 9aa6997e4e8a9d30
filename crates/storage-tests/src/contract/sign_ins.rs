//! Tests of passwords, sessions, external identities, administrators, and entries that are logged once.

use chrono::TimeDelta;
use serde_json::json;

use super::{account, at, by, operator, personal};
use chaffinch_storage::{
    AccountId, Attempt, AuditAction, Checks, CourseId, CourseSettings, Identity, NewAccount, NewCourse,
    NewSession, NewSignInLink, NewToken, Note, Scope, SecretHash, SignInMethod, Storage, StorageError,
    TokenId, TokenKind, Tokens,
};

fn session(secret: u8) -> NewSession {
    NewSession {
        hash: SecretHash([secret; 32]),
        expires: at(120),
        browser: "Firefox on Linux".to_owned(),
        address: "192.0.2.7".to_owned(),
    }
}

fn identity(subject: &str) -> Identity {
    Identity { issuer: "https://id.example.edu".to_owned(), subject: subject.to_owned() }
}

/// A password is stored as given. Setting one ends all sessions and unused links.
pub async fn a_password_is_set_and_taken_away(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    assert_eq!(storage.password(ada.id).await.unwrap(), None);
    for secret in [1, 2] {
        storage
            .open_session(ada.id, SignInMethod::Password, None, &session(secret), at(1))
            .await
            .unwrap()
            .unwrap();
    }
    link(storage, ada.id, 3).await;
    let set = storage.set_password(ada.id, Some("$argon2id$"), None, Tokens::Keep, &by(ada.id, 2)).await;
    assert!(set.unwrap());
    assert_eq!(storage.password(ada.id).await.unwrap().as_deref(), Some("$argon2id$"));
    assert_eq!(storage.sessions(ada.id, at(3)).await.unwrap(), []);
    assert_eq!(redeemed(storage, 3).await, None);
    assert!(storage.set_password(ada.id, None, None, Tokens::Keep, &operator(4)).await.unwrap());
    assert_eq!(storage.password(ada.id).await.unwrap(), None);
    let nobody = AccountId::new(at(0));
    let set = storage.set_password(nobody, Some("$argon2id$"), None, Tokens::Keep, &operator(4)).await;
    assert!(!set.unwrap());
    assert_eq!(storage.password(nobody).await.unwrap(), None);
}

/// A password that was replaced since it was verified neither opens a session nor sets another password.
pub async fn a_password_that_was_replaced_proves_nothing(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let set = async |new: Option<&str>, verified: Option<&str>| {
        storage.set_password(ada.id, new, verified, Tokens::Keep, &by(ada.id, 2)).await.unwrap()
    };
    let opens = async |secret: u8, verified: &str| {
        let (way, new) = (SignInMethod::Password, session(secret));
        storage.open_session(ada.id, way, Some(verified), &new, at(3)).await.unwrap().is_some()
    };
    assert!(!set(Some("first"), Some("first")).await && !opens(1, "first").await, "there is none");
    assert!(set(Some("first"), None).await && opens(2, "first").await);
    assert!(set(Some("second"), Some("first")).await && opens(3, "second").await);
    assert!(!set(Some("third"), Some("first")).await && !opens(4, "first").await);
    assert_eq!(storage.password(ada.id).await.unwrap().as_deref(), Some("second"));
    assert_eq!(storage.sessions(ada.id, at(4)).await.unwrap().len(), 1, "what was refused ended none");
    assert!(set(None, Some("second")).await && !opens(5, "second").await);
}

/// What ends sessions also ends unused links, and tokens if requested. Other accounts are not affected.
pub async fn access_ends_with_the_sessions(storage: &dyn Storage) {
    let (ada, bob) = (account(storage, "ada").await, account(storage, "bob").await);
    for (own, account) in [(10, ada.id), (20, bob.id)] {
        storage
            .open_session(account, SignInMethod::Password, None, &session(own), at(1))
            .await
            .unwrap()
            .unwrap();
        link(storage, account, own + 1).await;
        for (number, kind) in [(2, TokenKind::Api), (3, TokenKind::Moss)] {
            let token = NewToken {
                id: TokenId::new(at(1)),
                hash: SecretHash([own + number; 32]),
                kind,
                account,
                scope: Scope::Write,
                label: "script".to_owned(),
                expires: None,
            };
            storage.create_token(&token, &operator(1)).await.unwrap();
        }
    }
    let opens =
        async |token: u8| storage.token_actor(&SecretHash([token; 32]), at(3)).await.unwrap().is_some();
    assert_eq!(storage.end_sessions(ada.id, Tokens::Keep, &by(ada.id, 2)).await.unwrap(), 1);
    let trace = storage.audit(None, None, 1).await.unwrap().items.remove(0);
    assert_eq!((trace.action, trace.details), (AuditAction::SessionEnded, json!({ "all": true })));
    assert_eq!(storage.sessions(ada.id, at(3)).await.unwrap(), []);
    assert_eq!(redeemed(storage, 11).await, None);
    assert!(opens(12).await && opens(13).await);

    link(storage, ada.id, 14).await;
    assert_eq!(storage.end_sessions(ada.id, Tokens::Revoke, &by(ada.id, 3)).await.unwrap(), 0);
    assert_eq!(redeemed(storage, 14).await, None);
    assert!(!opens(12).await && !opens(13).await);
    let log = storage.audit(None, None, 9).await.unwrap().items;
    assert_eq!(log.iter().filter(|entry| entry.action == AuditAction::TokenRevoked).count(), 2);
    let revoked: Vec<_> =
        storage.tokens(Some(ada.id)).await.unwrap().iter().map(|token| token.revoked).collect();
    assert_eq!(revoked, [Some(at(3)); 2]);

    assert_eq!(storage.sessions(bob.id, at(3)).await.unwrap().len(), 1);
    assert!(opens(22).await && opens(23).await);
    assert_eq!(redeemed(storage, 21).await, Some(bob.id));
    assert!(storage.set_password(bob.id, None, None, Tokens::Revoke, &operator(4)).await.unwrap());
    assert!(!opens(22).await && !opens(23).await);
}

async fn link(storage: &dyn Storage, account: AccountId, secret: u8) {
    let link = NewSignInLink { hash: SecretHash([secret; 32]), account, email: None, expires: at(60) };
    storage.create_sign_in_link(&link, &operator(1)).await.unwrap();
}

/// Returns the account that a link signs in.
async fn redeemed(storage: &dyn Storage, secret: u8) -> Option<AccountId> {
    let opened = NewSession { hash: SecretHash([100 + secret; 32]), ..session(0) };
    let account = storage.redeem_sign_in_link(&SecretHash([secret; 32]), &opened, at(5)).await.unwrap();
    account.map(|account| account.id)
}

/// No session and no sign-in link is left.
pub async fn all_sessions_end(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    for secret in [1, 2] {
        link(storage, ada.id, secret).await;
    }
    assert_eq!(redeemed(storage, 1).await, Some(ada.id));
    assert_eq!(storage.sessions(ada.id, at(3)).await.unwrap().len(), 1);
    storage.end_all_sessions(&operator(4)).await.unwrap();
    assert_eq!(storage.sessions(ada.id, at(5)).await.unwrap(), []);
    assert_eq!(redeemed(storage, 2).await, None);
}

/// A session records how, when and where it was opened, and when it was last used, to the minute.
pub async fn sessions_are_listed_for_their_owner(storage: &dyn Storage) {
    let (ada, bob) = (account(storage, "ada").await, account(storage, "bob").await);
    storage.open_session(ada.id, SignInMethod::Password, None, &session(1), at(1)).await.unwrap().unwrap();
    storage.open_session(ada.id, SignInMethod::Provider, None, &session(2), at(2)).await.unwrap().unwrap();
    storage.open_session(bob.id, SignInMethod::Password, None, &session(3), at(3)).await.unwrap().unwrap();
    storage.session_actor(&SecretHash([1; 32]), at(5)).await.unwrap().unwrap();
    let listed = storage.sessions(ada.id, at(6)).await.unwrap();
    let told: Vec<_> =
        listed.iter().map(|session| (session.way, session.created, session.last_seen)).collect();
    assert_eq!(told, [(SignInMethod::Provider, at(2), None), (SignInMethod::Password, at(1), Some(at(5)))]);
    assert_eq!((listed[1].browser.as_str(), listed[1].address.as_str()), ("Firefox on Linux", "192.0.2.7"));
    assert_eq!(storage.session(&SecretHash([1; 32]), at(6)).await.unwrap().as_ref(), Some(&listed[1]));
    assert_eq!(storage.session(&SecretHash([1; 32]), at(120)).await.unwrap(), None);
    assert_eq!(storage.sessions(ada.id, at(120)).await.unwrap(), []);

    let trace = storage.audit(None, None, 1).await.unwrap().items.remove(0);
    assert_eq!((trace.action, trace.details), (AuditAction::SignedIn, json!({ "way": "password" })));
    assert_eq!(storage.actor(bob.id).await.unwrap().unwrap().account, bob);
    storage.set_disabled(bob.id, true, &operator(7)).await.unwrap();
    assert_eq!(storage.actor(bob.id).await.unwrap(), None);
    assert_eq!(storage.actor(AccountId::new(at(0))).await.unwrap(), None);
    assert_eq!(
        storage.open_session(bob.id, SignInMethod::Password, None, &session(4), at(8)).await.unwrap(),
        None
    );
    assert_eq!(storage.sessions(bob.id, at(8)).await.unwrap(), []);
}

/// A subject belongs to one account, whatever its name. The same name may belong to others.
pub async fn an_identity_is_bound_to_one_account(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    assert_eq!(storage.account_of(&identity("1")).await.unwrap(), None);
    assert!(storage.bind(ada.id, &identity("1"), &operator(1)).await.unwrap());
    assert_eq!(storage.account_of(&identity("1")).await.unwrap(), Some(ada.clone()));
    let bob = account(storage, "bob").await;
    assert!(!storage.bind(bob.id, &identity("1"), &operator(1)).await.unwrap());
    assert_eq!(storage.account_of(&identity("1")).await.unwrap(), Some(ada.clone()));
    assert_eq!(storage.identities(ada.id).await.unwrap(), [identity("1")]);
    let elsewhere = Identity { issuer: "https://other.example.edu".to_owned(), ..identity("1") };
    assert_eq!(storage.account_of(&elsewhere).await.unwrap(), None);

    let new = |name: &str| NewAccount {
        id: AccountId::new(at(1)),
        name: name.to_owned(),
        personal_course: CourseId::new(at(1)),
        email: None,
        admin: false,
    };
    let taken = storage.provision(&new("ada"), &identity("2"), &operator(2)).await.unwrap_err();
    assert!(matches!(taken, StorageError::NameTaken { .. }));
    assert_eq!(storage.account_of(&identity("2")).await.unwrap(), None);
    let made = storage.provision(&new("ada (2)"), &identity("2"), &operator(2)).await.unwrap();
    assert_eq!((made.name.as_str(), made.admin), ("ada (2)", false));
    assert!(storage.personal_course(made.id).await.unwrap().is_some());
    let again = storage.provision(&new("eve"), &identity("2"), &operator(2)).await.unwrap();
    assert_eq!(again, made);
    let nobody = storage.bind(AccountId::new(at(0)), &identity("3"), &operator(1)).await.unwrap_err();
    assert!(matches!(nobody, StorageError::Missing { .. }));
}

/// If a new person signs in with two browsers at the same moment, one account is made.
pub async fn somebody_new_at_the_same_moment_is_one_account(storage: &dyn Storage) {
    for round in 0..8 {
        let subject = identity(&format!("subject {round}"));
        let new = |side: u8| NewAccount {
            id: AccountId::new(at(1)),
            name: format!("ada {round}{side}"),
            personal_course: CourseId::new(at(1)),
            email: None,
            admin: false,
        };
        let (new_one, new_two, by) = (new(1), new(2), operator(1));
        let (one, two) = tokio::join!(
            storage.provision(&new_one, &subject, &by),
            storage.provision(&new_two, &subject, &by),
        );
        assert_eq!(one.unwrap(), two.unwrap());
    }
    assert_eq!(storage.accounts().await.unwrap().len(), 8);
}

/// An attempt is taken once, before it expires, by the browser that began it.
pub async fn an_attempt_is_taken_once(storage: &dyn Storage) {
    let attempt = |state: u8| Attempt {
        state: SecretHash([state; 32]),
        browser: SecretHash([9; 32]),
        nonce: "nonce".to_owned(),
        verifier: "verifier".to_owned(),
        expires: at(10),
    };
    for state in [1, 2] {
        storage.begin_attempt(&attempt(state), at(0)).await.unwrap();
    }
    let take = |state: u8, browser: u8, minutes: i64| async move {
        storage.take_attempt(&SecretHash([state; 32]), &SecretHash([browser; 32]), at(minutes)).await.unwrap()
    };
    assert_eq!(take(1, 8, 1).await, None, "another browser");
    assert_eq!(take(3, 9, 1).await, None, "another state");
    assert_eq!(take(1, 9, 1).await, Some(attempt(1)));
    assert_eq!(take(1, 9, 1).await, None, "once");
    assert_eq!(take(2, 9, 10).await, None, "in time");
}

/// Administrators can be added and removed, but one must remain, unless the operator makes the change.
pub async fn a_service_keeps_an_administrator(storage: &dyn Storage) {
    let (ada, bob) = (account(storage, "ada").await, account(storage, "bob").await);
    assert!(!ada.admin);
    assert!(storage.set_admin(ada.id, true, &operator(1)).await.unwrap());
    assert!(storage.account(ada.id).await.unwrap().unwrap().admin);
    for refused in [
        storage.set_admin(ada.id, false, &by(ada.id, 2)).await,
        storage.set_disabled(ada.id, true, &by(ada.id, 2)).await,
    ] {
        assert!(matches!(refused, Err(StorageError::LastAdmin)));
    }
    assert!(storage.account(ada.id).await.unwrap().unwrap().admin);
    for minutes in 3..10 {
        storage.set_admin(ada.id, true, &operator(minutes)).await.unwrap();
        storage.set_admin(bob.id, true, &operator(minutes)).await.unwrap();
        let (by_ada, by_bob) = (by(ada.id, minutes), by(bob.id, minutes));
        let (one, two) = tokio::join!(
            storage.set_admin(bob.id, false, &by_ada),
            storage.set_admin(ada.id, false, &by_bob),
        );
        assert_eq!(u8::from(one.is_ok()) + u8::from(two.is_ok()), 1, "{one:?} {two:?}");
    }
    for id in [ada.id, bob.id] {
        storage.set_admin(id, false, &operator(11)).await.unwrap();
    }
    assert!(!storage.set_admin(AccountId::new(at(0)), true, &operator(12)).await.unwrap());
    assert!(storage.set_email(bob.id, Some("bob@example.edu"), &operator(13)).await.unwrap());
    assert_eq!(storage.account(bob.id).await.unwrap().unwrap().email.as_deref(), Some("bob@example.edu"));
    assert!(storage.set_email(bob.id, None, &operator(14)).await.unwrap());
    assert_eq!(storage.account(bob.id).await.unwrap().unwrap().email, None);
}

/// Repeated views are logged once per period.
pub async fn views_are_logged_once_in_a_while(storage: &dyn Storage) {
    let (ada, bob) = (account(storage, "ada").await, account(storage, "bob").await);
    let course = personal(storage, &ada).await;
    let note = |once_in| Note {
        action: AuditAction::ReportViewed,
        course: Some(course),
        subject: ada.id.0,
        details: json!({}),
        once_in,
    };
    let hourly = note(Some(TimeDelta::hours(1)));
    assert!(storage.note(&hourly, &by(ada.id, 0)).await.unwrap());
    assert!(!storage.note(&hourly, &by(ada.id, 30)).await.unwrap());
    assert!(storage.note(&hourly, &by(bob.id, 30)).await.unwrap(), "another person");
    assert!(storage.note(&hourly, &by(ada.id, 60)).await.unwrap(), "another hour");
    for minutes in [61, 61] {
        assert!(storage.note(&note(None), &by(ada.id, minutes)).await.unwrap(), "always");
    }
    let entries = storage.audit(Some(course), None, 99).await.unwrap().items;
    let views = entries.iter().filter(|entry| entry.action == AuditAction::ReportViewed);
    assert_eq!(views.count(), 5);
}

/// All courses except personal ones are listed. Changes of name and retention are logged.
pub async fn courses_are_listed_and_changed(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let mut made = Vec::new();
    for name in ["Systems", "Algorithms"] {
        let new = NewCourse { id: CourseId::new(at(1)), name: name.to_owned(), owner: ada.id };
        made.push(storage.create_course(&new, &by(ada.id, 1)).await.unwrap());
    }
    assert_eq!(made[0].keep_days, None);
    let names = || async {
        let courses = storage.courses().await.unwrap();
        courses.into_iter().map(|course| (course.name, course.keep_days)).collect::<Vec<_>>()
    };
    assert_eq!(names().await, [("Algorithms".to_owned(), None), ("Systems".to_owned(), None)]);
    assert_eq!((made[0].checks, made[0].checks_open_cases), (Checks::Off, false), "off unless asked for");
    let settings = CourseSettings {
        name: "Operating systems".to_owned(),
        keep_days: Some(90),
        checks: Checks::Received,
        checks_open_cases: true,
    };
    assert!(storage.change_course(made[0].id, &settings, &by(ada.id, 2)).await.unwrap());
    assert_eq!(storage.course(made[0].id).await.unwrap().unwrap().settings(), settings);
    assert_eq!(names().await[1], ("Operating systems".to_owned(), Some(90)));
    assert_eq!(storage.courses_of(ada.id).await.unwrap()[2].0.keep_days, Some(90));
    let trace = storage.audit(Some(made[0].id), None, 1).await.unwrap().items.remove(0);
    let details = json!({ "keep_days": 90, "checks": "received", "checks_open_cases": true });
    assert_eq!((trace.action, trace.details), (AuditAction::CourseChanged, details));
    assert!(!storage.change_course(CourseId::new(at(0)), &settings, &operator(3)).await.unwrap());
}
