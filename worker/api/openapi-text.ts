/** What the reference says before its calls. Markdown. */
export const introduction = `
The API of a Gatehouse shop. Your own program asks whether a customer may use a feature, reads what
they bought, hears what changed, and acts on the shop.

## Keys
Send an API key with every call: \`Authorization: Bearer gh_live_…\`. An admin of the shop creates keys in
the console under **Developers**. With \`curl -u "$GATEHOUSE_KEY:"\` it works, too. A key works in its own mode only (\`gh_test_\` or \`gh_live_\`) and may do what its
scopes allow. Keys are never accepted in a URL. The four license calls need no API key.

In the examples, \`$GATEHOUSE_URL\` is the shop's address, such as \`https://shop.example.com\`, and \`$GATEHOUSE_KEY\` the
key. Replace the ids by your own. In TypeScript, \`shop\` is the client of the package \`@gatehouse/client\`:
\`createGatehouse({ url, key })\`.

## Conventions
- Everything is JSON in camelCase. Times are RFC 3339 in UTC. Amounts are in the currency's minor unit.
- Lists are newest first. Send \`nextCursor\` as \`cursor\` to get the next page. Every filter can be combined with every
  other, and \`status\` takes several values, separated by commas. A page may have fewer objects than asked for and still a
  \`nextCursor\`: only null ends a list.
- Unknown fields and parameters are refused, and an entitlement check says in \`reason\` which feature or provider is
  unknown, so a typo never goes unnoticed.
- Reads of one object answer with an \`ETag\`. Send it as \`If-None-Match\` to get 304 if nothing changed.
- New fields may be added at any time. Nothing is removed or changed within v1.
- Every answer has the header \`Request-Id\`. Name it when you ask the shop about an answer.

## Errors
Errors are problem details (RFC 9457). Decide by \`code\`; \`title\` and \`detail\` are for you, not for your customers.
What a key cannot see answers 404, as if it did not exist, and so does a path with a malformed id. A path that exists,
with a method that it does not have, answers 405 with \`Allow\`.

## Repeating a request
Send an \`Idempotency-Key\` with a POST, and the call can be repeated safely after a lost connection: for 24 hours, the
same key with the same body replays the first answer (\`Idempotent-Replayed: true\`). Answers of refused requests are not
stored.

## Reading what you wrote
A shop can read from read replicas of its database, which are close to you and a little late. Then an answer to a call that wrote
has the header \`Gatehouse-Bookmark\`. Send it with the calls that must see what you wrote; the newest one is enough, and
it can be sent with every call. The client does. A refusal is never late: an unknown key, a feature that is not allowed
or an object that is not found is looked up in the primary database first. A list may lack the newest objects for a moment.

## Rate limit
3000 requests per minute and key. \`RateLimit-Policy\` and \`RateLimit\` tell where you are; a refused request answers 429
with \`Retry-After\`.
`.trim();

/** The sections of the reference, in order. */
export const tags = [
  { name: "Entitlements", description: "Whether a customer may use a feature, and why." },
  { name: "Customers", description: "The people who sign in to the shop." },
  { name: "Products", description: "What the shop sells." },
  { name: "Orders", description: "One-time purchases." },
  { name: "Subscriptions", description: "Recurring purchases." },
  { name: "Licenses", description: "License keys that customers have." },
  { name: "Gifts", description: "Access that the team gives without payment." },
  {
    name: "Statements",
    description: "Withdrawals and cancellations that were declared without signing in.",
  },
  { name: "Checkouts", description: "Links that lead a customer to a purchase." },
  { name: "Links", description: "Permanent links, with which many customers can buy." },
  { name: "Events", description: "The feed of everything that changed, in order." },
  { name: "Webhooks", description: "Endpoints that the feed is delivered to." },
  {
    name: "License checks",
    description:
      "Calls of an application on its user's device. The license key is the only credential.",
  },
];
