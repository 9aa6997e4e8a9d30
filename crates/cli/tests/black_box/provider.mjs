// A real OpenID provider (npm's oidc-provider) for one test: node provider.mjs FOLDER-OF-NODE-MODULES
// Prints its address. It accepts any name without a password.
import { createServer } from "node:http";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const entry = resolve(process.argv[2], "oidc-provider/lib/index.js");
const { Provider } = await import(pathToFileURL(entry).href);

const page = `<!doctype html><html lang="en"><title>Campus</title><main><h1>Campus</h1>
<form method="post" action=""><input name="login" aria-label="Name"><button type="submit">Sign in</button></form></main>`;

let handle;
const server = createServer((request, response) => handle(request, response));
server.listen(0, "127.0.0.1", () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "chaffinch",
        client_secret: "a secret of this test alone",
        redirect_uris: ["http://127.0.0.1/sign-in/provider/callback"],
        post_logout_redirect_uris: ["http://127.0.0.1/sign-in"],
      },
    ],
    claims: {
      openid: ["sub"],
      profile: ["preferred_username", "groups"],
      email: ["email", "email_verified"],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    // Nobody is asked what the service may know.
    loadExistingGrant: async (context) => {
      const { client, session } = context.oidc;
      const grant = new context.oidc.provider.Grant({
        clientId: client.clientId,
        accountId: session.accountId,
      });
      grant.addOIDCScope("openid profile email");
      await grant.save();
      return grant;
    },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        preferred_username: id,
        groups: id === "root" ? ["admins"] : [],
        email: `${id}@example.edu`,
        email_verified: id !== "eve",
      }),
    }),
  });
  // The service's port is not known yet.
  provider.Client.prototype.redirectUriAllowed = (uri) => uri.endsWith("/sign-in/provider/callback");
  provider.Client.prototype.postLogoutRedirectUriAllowed = (uri) => uri.endsWith("/sign-in");
  const rest = provider.callback();
  handle = async (request, response) => {
    if (!request.url.startsWith("/interaction/")) {
      rest(request, response);
    } else if (request.method === "POST") {
      let body = "";
      for await (const piece of request) body += piece;
      const accountId = new URLSearchParams(body).get("login");
      await provider.interactionFinished(request, response, { login: { accountId } });
    } else {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(page);
    }
  };
  console.log(issuer);
});
