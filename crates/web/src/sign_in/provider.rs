//! Signs users in at an identity provider (OIDC): discovery, redirects, and verification of the provider's answers.
//!
//! It uses the authorization code flow with PKCE, state and nonce. Identity tokens are accepted if they are signed by
//! an asymmetric key of the provider and issued for this client alone. The library checks issuer, audience, expiry and
//! nonce.

use std::sync::Arc;
use std::time::Duration;

use chaffinch_storage::{Identity, age};
use chrono::{DateTime, TimeDelta, Utc};
use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreAuthenticationFlow, CoreClaimName, CoreClaimType,
    CoreClientAuthMethod, CoreErrorResponseType, CoreGenderClaim, CoreGrantType, CoreJsonWebKey,
    CoreJweContentEncryptionAlgorithm, CoreJweKeyManagementAlgorithm, CoreJwsSigningAlgorithm,
    CoreResponseMode, CoreResponseType, CoreRevocableToken, CoreRevocationErrorResponse,
    CoreSubjectIdentifierType, CoreTokenIntrospectionResponse, CoreTokenType,
};
use openidconnect::{
    AdditionalClaims, AdditionalProviderMetadata, AuthorizationCode, ClientId, ClientSecret, CsrfToken,
    EmptyExtraTokenFields, EndpointMaybeSet, EndpointNotSet, EndpointSet, HttpRequest, HttpResponse,
    IdTokenFields, IssuerUrl, Nonce, OAuth2TokenResponse as _, PkceCodeChallenge, PkceCodeVerifier,
    ProviderMetadata, RedirectUrl, Scope, StandardErrorResponse, StandardTokenResponse, TokenResponse as _,
    UserInfoClaims,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tokio::sync::Mutex;

use crate::error::{Result, WebError, chain};
use crate::sign_in::claims::ClaimRule;

/// The settings of the identity provider.
#[derive(Clone)]
pub struct ProviderSettings {
    /// The provider's issuer URL, at which its metadata is found.
    pub issuer: String,
    /// The client id of this service at the provider.
    pub client_id: String,
    /// The client secret of this service. It is never shown.
    pub client_secret: Option<String>,
    /// The text on the sign-in button.
    pub title: String,
    /// The scopes to request in addition to `openid`.
    pub scopes: Vec<String>,
    /// The claim that gives new accounts their name.
    pub name_claim: String,
    /// The domains of verified mail addresses that may sign in. If empty, all may.
    pub domains: Vec<String>,
    /// Whether to create an account at a user's first sign-in.
    pub provision: bool,
    /// The rights that claims give.
    pub rules: Vec<ClaimRule>,
}

impl std::fmt::Debug for ProviderSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProviderSettings").field("issuer", &self.issuer).finish_non_exhaustive()
    }
}

/// All further claims of a token.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Extra(Map<String, Value>);
impl AdditionalClaims for Extra {}

/// The provider's metadata beyond the standard fields.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Offers {
    end_session_endpoint: Option<String>,
    #[serde(default)]
    authorization_response_iss_parameter_supported: bool,
}
impl AdditionalProviderMetadata for Offers {}

type Description = ProviderMetadata<
    Offers,
    CoreAuthDisplay,
    CoreClientAuthMethod,
    CoreClaimName,
    CoreClaimType,
    CoreGrantType,
    CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm,
    CoreJsonWebKey,
    CoreResponseMode,
    CoreResponseType,
    CoreSubjectIdentifierType,
>;
type Tokens = StandardTokenResponse<
    IdTokenFields<
        Extra,
        EmptyExtraTokenFields,
        CoreGenderClaim,
        CoreJweContentEncryptionAlgorithm,
        CoreJwsSigningAlgorithm,
    >,
    CoreTokenType,
>;
type Client = openidconnect::Client<
    Extra,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    StandardErrorResponse<CoreErrorResponseType>,
    Tokens,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// The accepted signature algorithms. Attack: `none`, or a shared secret instead of a key pair.
const ALGORITHMS: [CoreJwsSigningAlgorithm; 9] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha384,
    CoreJwsSigningAlgorithm::RsaSsaPssSha512,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];
/// How long the metadata is cached. Keys change, so the metadata is also fetched again if a token does not verify.
const DESCRIPTION_AGE: TimeDelta = TimeDelta::hours(1);
/// The time limit for one response of the provider.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);
/// The maximum size of one response in bytes. Attack: a response that never ends.
const ANSWER_BYTES: usize = 1 << 20;

/// The provider and its cached metadata.
pub(crate) struct Provider {
    pub(crate) settings: ProviderSettings,
    redirect: RedirectUrl,
    home: String,
    http: reqwest::Client,
    known: Mutex<Option<(DateTime<Utc>, Arc<Description>)>>,
}

/// A browser that is being sent to the provider.
pub(crate) struct Departure {
    pub(crate) url: String,
    pub(crate) state: String,
    pub(crate) nonce: String,
    pub(crate) verifier: String,
}

/// A user whom the provider has authenticated.
#[derive(Debug)]
pub(crate) struct VerifiedSignIn {
    pub(crate) identity: Identity,
    pub(crate) claims: Map<String, Value>,
}

/// Why the settings cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("the settings of the identity provider cannot be used")]
pub struct ProviderRefused(#[source] Box<dyn std::error::Error + Send + Sync>);

impl Provider {
    pub(crate) fn new(settings: &ProviderSettings, public_url: &str) -> Result<Self, ProviderRefused> {
        // Uses the same TLS library as the database driver. If the process has chosen one already, that one stays.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            // Attack: a redirect to a machine on the internal network.
            .redirect(reqwest::redirect::Policy::none())
            .timeout(ANSWER_TIMEOUT)
            .build()
            .map_err(|error| ProviderRefused(error.into()))?;
        let redirect = RedirectUrl::new(format!("{public_url}/sign-in/provider/callback"));
        Ok(Self {
            settings: settings.clone(),
            redirect: redirect.map_err(|error| ProviderRefused(error.into()))?,
            home: format!("{public_url}/sign-in"),
            http,
            known: Mutex::default(),
        })
    }

    /// Returns the provider's metadata, from the cache if it is recent enough.
    async fn description(&self, now: DateTime<Utc>, fresh: bool) -> Result<Arc<Description>> {
        let mut known = self.known.lock().await;
        if let Some((at, description)) = &*known
            && age(*at, now)
                .is_some_and(|age| age < if fresh { TimeDelta::minutes(1) } else { DESCRIPTION_AGE })
        {
            return Ok(description.clone());
        }
        let issuer = IssuerUrl::new(self.settings.issuer.clone()).map_err(WebError::internal)?;
        let found = Description::discover_async(issuer, &|request| ask(self.http.clone(), request)).await;
        let description = Arc::new(found.map_err(away)?);
        *known = Some((now, description.clone()));
        Ok(description)
    }

    fn client(&self, description: &Description) -> Client {
        let id = ClientId::new(self.settings.client_id.clone());
        let secret = self.settings.client_secret.clone().map(ClientSecret::new);
        Client::from_provider_metadata(description.clone(), id, secret)
            .set_redirect_uri(self.redirect.clone())
    }

    /// Returns the URL to send a browser to, and the secrets of this sign-in.
    pub(crate) async fn depart(&self, now: DateTime<Utc>) -> Result<Departure> {
        let description = self.description(now, false).await?;
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let client = self.client(&description);
        let mut request = client.authorize_url(
            CoreAuthenticationFlow::AuthorizationCode,
            || CsrfToken::new_random_len(32),
            || Nonce::new_random_len(32),
        );
        for scope in &self.settings.scopes {
            request = request.add_scope(Scope::new(scope.clone()));
        }
        let (url, state, nonce) = request.set_pkce_challenge(challenge).url();
        Ok(Departure {
            url: url.into(),
            state: state.into_secret(),
            nonce: nonce.secret().clone(),
            verifier: verifier.into_secret(),
        })
    }

    /// Verifies the answer with which a browser returns. `issuer` is the issuer that the answer names (RFC 9207).
    pub(crate) async fn arrive(
        &self,
        code: String,
        issuer: Option<&str>,
        nonce: String,
        verifier: String,
        now: DateTime<Utc>,
    ) -> Result<VerifiedSignIn> {
        let description = self.description(now, false).await?;
        // Attack: the answer of one provider is sent to another (mix-up).
        let offers = description.additional_metadata();
        let named = issuer.map(|issuer| issuer == self.settings.issuer);
        if named == Some(false) || (named.is_none() && offers.authorization_response_iss_parameter_supported)
        {
            return Err(WebError::ProviderRefused { why: "the answer did not come from this provider" });
        }
        let client = self.client(&description);
        let exchange = client.exchange_code(AuthorizationCode::new(code)).map_err(WebError::internal)?;
        let exchange = exchange.set_pkce_verifier(PkceCodeVerifier::new(verifier));
        let http = |request| ask(self.http.clone(), request);
        let tokens = exchange.request_async(&http).await.map_err(|error| {
            tracing::info!(error.cause = %chain(&error), "the identity provider did not accept a code");
            match error {
                openidconnect::RequestTokenError::Request(error) => away(error),
                _ => WebError::ProviderRefused { why: "the provider did not confirm it" },
            }
        })?;
        let token =
            tokens.id_token().ok_or(WebError::ProviderRefused { why: "the answer contains no identity" })?;
        let nonce = Nonce::new(nonce);
        let claims = if let Ok(claims) = verified(&client, token, &nonce, now) {
            claims
        } else {
            // The provider may have changed its keys since the metadata was fetched.
            let client = self.client(&*self.description(now, true).await?);
            verified(&client, token, &nonce, now).map_err(|error| {
                tracing::warn!(error.cause = %chain(&error), "an identity token was refused");
                WebError::ProviderRefused { why: "the identity in the answer cannot be verified" }
            })?
        };
        let identity =
            Identity { issuer: claims.issuer().to_string(), subject: claims.subject().to_string() };
        let mut known = object(&claims);
        if let Ok(request) = client.user_info(tokens.access_token().clone(), Some(claims.subject().clone())) {
            // The library compares its subject with the token's, so both are about the same user.
            let more: Result<UserInfoClaims<Extra, CoreGenderClaim>, _> = request.request_async(&http).await;
            match more {
                Ok(more) => add(&mut known, object(&more)),
                Err(error) => {
                    tracing::warn!(error.cause = %chain(&error), "the identity provider did not return the user's further claims");
                }
            }
        }
        Ok(VerifiedSignIn { identity, claims: known })
    }

    /// Returns the URL for signing out at the provider, if it has one.
    pub(crate) async fn sign_out(&self, now: DateTime<Utc>) -> Result<Option<String>> {
        let description = self.description(now, false).await?;
        let Some(end) = &description.additional_metadata().end_session_endpoint else { return Ok(None) };
        let mut url = reqwest::Url::parse(end).map_err(WebError::internal)?;
        url.query_pairs_mut()
            .append_pair("client_id", &self.settings.client_id)
            .append_pair("post_logout_redirect_uri", &self.home);
        Ok(Some(url.into()))
    }
}

/// Returns the claims of a token if it is valid.
fn verified(
    client: &Client,
    token: &openidconnect::IdToken<
        Extra,
        CoreGenderClaim,
        CoreJweContentEncryptionAlgorithm,
        CoreJwsSigningAlgorithm,
    >,
    nonce: &Nonce,
    now: DateTime<Utc>,
) -> Result<openidconnect::IdTokenClaims<Extra, CoreGenderClaim>, openidconnect::ClaimsVerificationError> {
    let verifier = client.id_token_verifier().set_allowed_algs(ALGORITHMS).set_time_fn(move || now);
    token.claims(&verifier, nonce).cloned()
}

/// Sends a request to the provider and limits the size of its response.
async fn ask(http: reqwest::Client, request: HttpRequest) -> Result<HttpResponse, Unasked> {
    let mut answer = http.execute(request.try_into()?).await?;
    let mut body = Vec::new();
    while let Some(piece) = answer.chunk().await? {
        body.extend_from_slice(&piece);
        if body.len() > ANSWER_BYTES {
            return Err(Unasked::Long);
        }
    }
    let mut response = HttpResponse::new(body);
    *response.status_mut() = answer.status();
    *response.headers_mut() = std::mem::take(answer.headers_mut());
    Ok(response)
}

/// Why a request to the provider failed.
#[derive(Debug, thiserror::Error)]
enum Unasked {
    #[error("the provider did not answer")]
    Http(#[from] reqwest::Error),
    #[error("the provider's answer has more than {ANSWER_BYTES} bytes")]
    Long,
}

fn away(error: impl std::error::Error + Send + Sync + 'static) -> WebError {
    WebError::ProviderAway(error.into())
}

fn object(claims: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(claims) {
        Ok(Value::Object(object)) => object,
        _ => Map::new(),
    }
}

/// Adds further claims. Claims in the signed token take precedence. A mail address and its verification must come from
/// the same source, because one source cannot vouch for the other.
fn add(known: &mut Map<String, Value>, mut more: Map<String, Value>) {
    if known.contains_key("email") || known.contains_key("email_verified") {
        more.remove("email");
        more.remove("email_verified");
    }
    for (name, value) in more {
        known.entry(name).or_insert(value);
    }
}

/// Returns a claim that contains a text.
pub(crate) fn text<'a>(claims: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    claims.get(name).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty())
}

/// Returns the mail address if the provider has verified it.
pub(crate) fn verified_email(claims: &Map<String, Value>) -> Option<&str> {
    let verified = claims.get("email_verified") == Some(&Value::Bool(true));
    text(claims, "email").filter(|_| verified)
}

/// Returns whether the domain of the user's verified mail address may sign in.
pub(crate) fn admitted(domains: &[String], claims: &Map<String, Value>) -> bool {
    let domain = verified_email(claims).and_then(|email| Some(email.rsplit_once('@')?.1));
    domains.is_empty()
        || domain.is_some_and(|domain| domains.iter().any(|allowed| allowed.eq_ignore_ascii_case(domain)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn claims(value: &Value) -> Map<String, Value> {
        object(value)
    }

    #[test]
    fn only_verified_addresses_of_the_domain_come_in() {
        let domains = ["example.edu".to_owned()];
        for (known, admits) in [
            (json!({"email": "ada@example.edu", "email_verified": true}), true),
            (json!({"email": "ada@EXAMPLE.edu", "email_verified": true}), true),
            (json!({"email": "ada@example.edu", "email_verified": false}), false),
            (json!({"email": "ada@example.edu", "email_verified": "true"}), false),
            (json!({"email": "ada@example.edu"}), false),
            (json!({"email": "ada@example.edu@evil.example", "email_verified": true}), false),
            (json!({"email": "ada@sub.example.edu", "email_verified": true}), false),
            (json!({}), false),
        ] {
            assert_eq!(admitted(&domains, &claims(&known)), admits, "{known}");
            assert!(admitted(&[], &claims(&known)));
        }
    }

    #[test]
    fn what_is_signed_counts_first() {
        let mut known = claims(&json!({"sub": "1", "email": "ada@example.edu"}));
        add(
            &mut known,
            claims(&json!({"sub": "2", "email": "x@example.edu", "email_verified": true, "name": "Ada"})),
        );
        assert_eq!(Value::Object(known), json!({"sub": "1", "email": "ada@example.edu", "name": "Ada"}));
    }
}
