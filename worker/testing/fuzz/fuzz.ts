import { Buffer } from "node:buffer";
import { writeRequest, type RawAnswer } from "../clients/raw-http.ts";
import { ORIGIN, type Browser } from "../clients/sign-in.ts";
import { routeRules } from "../rules/route-rules.ts";

/** One random request, as it is repeated from a failure's message. All texts have one character for each byte. */
export type FuzzRequest = { method: string; path: string; headers: string[]; body: string };

/** A caller with a role, or a visitor. */
export type Caller = { name: string; browser: Pick<Browser, "jar" | "cookie"> };

/** An answer that no request may cause: 500 or higher, or an exception that left the Worker. */
export type FuzzFailure = { status: number; caller: string; request: FuzzRequest; answer: string };

const ROUTES = Object.keys(routeRules);
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
const ODD_METHODS = ["TRACE", "PROPFIND", "LOCK", "PURGE", "SUBSCRIBE", "get", "FROB", ""];

/** Ends of paths that a URL parser, a decoder or a redirect could stumble over. */
const PATH_ENDS = [
  "/",
  "//",
  "/..",
  "/%2e%2e",
  "/%2e%2e%2f",
  "%00",
  ";a=b",
  "/x",
  "%0d%0aset-cookie:%20a=b/",
  "/%0a/",
  "%7f/",
  "%c0%ae",
  "%E0%A4%A/",
  "%",
  "%zz/",
  "%ff",
  "\xff",
  "\xc3\xa9/",
  "\\",
  "/.md",
  ".xml",
  "#x",
  "??",
  "/a".repeat(3000),
];

/** Other forms of a request's target. */
const TARGETS = ["", "x", "?", "//", "http://evil.example/", "https:///", "a:1", "/\t", "/ x"];

/** Texts that parsers, databases, headers and file systems stumble over. */
const TEXTS = [
  "",
  " ",
  "0",
  "-1",
  "1e999",
  "9007199254740993",
  "9".repeat(400),
  "NaN",
  "null",
  "undefined",
  "true",
  "[]",
  "{}",
  "__proto__",
  "constructor",
  "toString",
  "../../etc/passwd",
  "..%2f..%2f",
  "%00",
  "\u0000",
  "\u0000\u0001\u001f",
  "\uD800",
  "\uFFFD\uFFFF",
  "é漢字🎧",
  "İıſK",
  "\r\nset-cookie: a=b",
  "' OR 1=1 --",
  '"; DROP TABLE users; --',
  "%",
  "_",
  "*",
  "<script>alert(1)</script>",
  "{{7*7}}",
  "a".repeat(65),
  "a".repeat(5000),
  "]".repeat(3000),
  "usr_00000000000000000000000000",
  "evt_1",
  "cus_1",
  "cs_test_1",
  "in_1",
  "sub_1",
  "https://evil.example/",
  "javascript:alert(1)",
  "//evil.example",
  "2026-02-30",
  "1970-01-01T00:00:00Z",
  "a@b.c",
  "Ann <ann@example.com>, bob@example.com",
  Buffer.from('{"value":null,"id":null}').toString("base64url"),
  Buffer.from('{"value":{"a":1},"id":[]}').toString("base64url"),
  Buffer.from('["x","y"]').toString("base64url"),
  Buffer.from('[1e308,"x"]').toString("base64url"),
  Buffer.from("null").toString("base64url"),
  "=?=",
];

const VALUES: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  1.5,
  1e21,
  -0,
  2 ** 53,
  [],
  {},
  [null],
  [[]],
];

const CONTENT_TYPES = [
  "application/json",
  "application/json; charset=utf-16",
  "application/JSON;;;",
  "application/problem+json",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "multipart/form-data; boundary=",
  "multipart/form-data; boundary=x",
  "text/plain",
  "application/octet-stream",
  "image/png",
  "text/html; charset=",
  "/",
  "",
];

const FIELDS =
  `id ids name email role slug title excerpt body markdown description tagline image planGroup updatedAt
  status state mode type settings prices benefits priceId productId userId customerId quantity amountMinor currency
  interval intervalCount trialDays position cursor limit search from to days kind who note endsAt reason key fingerprint
  label meta product uses file size parts etag part uploadId prorationDate provider callbackUrl csrfToken code state
  error redirect_uri prompt max_age login_hint terms privacy refunds imprint line supportEmail accent theme
  pastDueGraceDays lapseGraceHours openWhilePaused automatic flow eventIds csv rows handOut benefitId stripeProductIds
  percentOff amountOffMinor duration expiresAt maxRedemptions into fromId confirm`
    .split(/\s+/)
    .filter((name) => name !== "");

const COOKIES = [
  "gatehouse.session=",
  "gatehouse.session=x",
  `gatehouse.session=${"x".repeat(4000)}`,
  "gatehouse.session=%E0%A4%A",
  "__Host-gatehouse.session=x; gatehouse.session=y",
  "gatehouse.csrf=a|b; gatehouse.state=x; gatehouse.pkce=y; gatehouse.nonce=z",
  "=; ;;=x; a b=1",
  "gatehouse.callback=https%3A%2F%2Fevil.example",
];

const HEADERS: [name: string, values: string[]][] = [
  ["range", ["bytes=0-", "bytes=-1", "bytes=9-1", "bytes=a-b", "bytes=0-0,1-1", "x"]],
  ["if-none-match", ['"x"', "*", "W/", ""]],
  ["if-range", ['"x"', "Wed, 99 Nov 2026", ""]],
  ["accept", ["*/*", "text/html", "application/json;q=x", ""]],
  ["accept-language", ["xx-INVALID-💥".replace("💥", "!"), "*;q=2", ""]],
  ["user-agent", ["", "x".repeat(3000)]],
  ["authorization", ["Bearer x", "Bearer gh_x", "Basic !", "Bearer ", "x"]],
  ["stripe-signature", ["", "t=1,v1=x", "t=x", "t=1,t=2,v1=a,v1=b", "v0=x", ",,,"]],
  ["idempotency-key", ["", "x", "x".repeat(300)]],
  ["x-forwarded-host", ["evil.example"]],
  ["x-auth-return-redirect", ["1", "x"]],
  ["x-requested-with", ["x"]],
];

/** Lines of a head that are odd, or that no client should send. */
const ODD_LINES = [
  "X-A",
  ": x",
  "X A: b",
  "X-A: \x00",
  "X-A: \xff\xfe",
  "X-A: a\r\n b",
  "X-\xe9: a",
  "Cookie: \xff=\xfe; a=\x7f",
  "Cookie: a=b; a=c; =",
  "Content-Type: a/b; c=\xff",
  "Content-Encoding: gzip",
  "Expect: 100-continue",
  "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: eA==\r\nSec-WebSocket-Version: 13",
  "If-Modified-Since: never",
  "Origin: \xff",
  "Referer: http://localhost:8787\xff",
  "Accept: text/html, \xff",
  `Accept-Language: ${"a,".repeat(3000)}`,
  Array.from({ length: 200 }, (_, index) => `X-${index}: a`).join("\r\n"),
];

/** Lengths that are not those of the body. */
const LENGTHS = [
  "0",
  "1",
  "5",
  "100000",
  "-1",
  "+5",
  "1e3",
  "0x5",
  "5, 5",
  "",
  "99999999999999999999",
];

/** Bodies that pass the first checks of their routes. A request changes some of their fields. */
const BODIES: Record<string, object> = {
  "POST /api/me/checkouts": { priceId: "$", quantity: 1 },
  "PATCH /api/me/account": { name: "Ann" },
  "PUT /api/me/language": { locale: "de" },
  "PUT /api/me/time-zone": { timeZone: "Europe/Berlin" },
  "PUT /api/me/reminders": { wantsReminders: false },
  "PUT /api/me/news": { wantsNews: true },
  "POST /api/me/links": { provider: "oidc" },
  "POST /api/me/licenses": { licensee: "Ann", name: "Ann" },
  "POST /api/me/billing/portal": {},
  "POST /api/me/subscriptions/:id/plan-change": { priceId: "$", prorationDate: 0 },
  "PUT /api/me/subscriptions/:id/quantity": { quantity: 2, prorationDate: 0 },
  "POST /api/v1/licenses/activate": { key: "$", fingerprint: "f", label: "l", meta: { a: 1 } },
  "POST /api/v1/licenses/validate": { key: "$", fingerprint: "f", uses: 1 },
  "POST /api/v1/licenses/deactivate": { key: "$", fingerprint: "f" },
  "POST /api/v1/licenses/file": { key: "$", fingerprint: "f", product: "$" },
  "POST /api/admin/gifts": { userId: "$", productId: "$", note: "A note", quantity: 1 },
  "POST /api/admin/replays": { eventIds: ["evt_1"] },
  "POST /api/admin/pages": { slug: "a-page", title: "A page", excerpt: "*a*", body: "[b](/c)" },
  "POST /api/admin/pages/preview": { markdown: "# a" },
  "PUT /api/admin/pages/:id": { slug: "b", title: "b", excerpt: "", body: "", updatedAt: 1 },
  "POST /api/admin/products/preview": { markdown: "# a" },
  "POST /api/admin/products": {
    slug: "a-product",
    name: "A",
    tagline: "",
    description: "",
    image: null,
    planGroup: "plans",
    prices: [{ type: "one_time", amountMinor: 500, currency: "usd" }],
    benefits: [{ benefit: { type: "feature", name: "x", settings: {} } }],
  },
  "POST /api/admin/products/imports": { stripeProductIds: ["prod_1"] },
  "PUT /api/admin/products/:id": {
    slug: "a-product",
    name: "A",
    tagline: "",
    description: "",
    image: null,
    planGroup: null,
    updatedAt: 1,
    newPrices: [{ type: "one_time", amountMinor: 500, currency: "usd" }],
    benefits: [{ benefit: { type: "feature", name: "x", settings: {} } }],
  },
  "PUT /api/admin/products/:id/status": { status: "published" },
  "PUT /api/admin/products/:id/position": { position: 1 },
  "PUT /api/admin/products/:id/upgrade": { priceId: "$" },
  "POST /api/admin/discounts": { code: "SAVE", percentOff: 10, duration: "once" },
  "POST /api/admin/orders/:id/refunds": { amountMinor: 1, refundedMinor: 0, reason: null },
  "PUT /api/admin/statements/:id/contract": { orderId: "$" },
  "POST /api/admin/statements/:id/decision": { decision: "accept", refund: null, end: false },
  "POST /api/admin/licenses": { benefitId: "$", csv: "key\nA-B-C", handOut: false },
  "POST /api/admin/licenses/preview": { benefitId: "$", csv: "key\nA-B-C" },
  "POST /api/admin/files": { benefitId: "$", name: "A file" },
  "PUT /api/admin/files/order": { benefitId: "$", ids: ["$"] },
  "POST /api/admin/files/:id/uploads": { fileName: "a.txt", contentType: "text/plain", size: 5 },
  "PUT /api/admin/notifications/:kind": { delivery: "daily", timeZone: "Europe/Berlin" },
  "POST /api/admin/team": { email: "new@example.com", role: "support" },
  "PUT /api/admin/team/:id/role": { role: "support" },
  "PUT /api/admin/settings/policy": {
    pastDueGraceDays: 14,
    lapseGraceHours: 24,
    openWhilePaused: [],
    buyersPause: null,
  },
  "POST /api/admin/settings/policy/effect": {
    pastDueGraceDays: 0,
    lapseGraceHours: 2,
    openWhilePaused: [],
  },
  "PUT /api/admin/settings/legal": { terms: "a", privacy: "", refunds: "", imprint: "" },
  "PUT /api/admin/settings/shop": { name: "A", line: "", supportEmail: "" },
  "PUT /api/admin/settings/look": { accent: "#123456" },
  "PUT /api/admin/settings/tax": {
    automatic: true,
    collectTaxIds: false,
    requireBillingAddress: false,
    soldByLink: false,
  },
  "PUT /api/admin/settings/e-invoices": {
    offered: false,
    name: "A",
    street: "B",
    postalCode: "1",
    city: "C",
    country: "DE",
    vatId: "DE123456789",
    phone: "1",
    exemption: "",
  },
  "PUT /api/admin/settings/consent": { ask: "terms", text: null },
  "PUT /api/admin/settings/storefront": { sections: [] },
  "PUT /api/admin/settings/checkout": { payFirst: true, seatPauseHours: 0 },
  "PUT /api/admin/settings/trials": { oneTrialPerCard: true },
  "PUT /api/admin/settings/win-back": {
    kind: "percent",
    percentOff: 20,
    amountOffMinor: null,
    currency: null,
    months: 3,
  },
  "PUT /api/admin/settings/law": { seller: "DE", buyers: ["DE", "AT"] },
  "PUT /api/admin/doctor/releases": { asks: false },
  "PUT /api/admin/outage": {},
};

/** Returns a generator of random choices; the same seed gives the same requests. */
export function createRequestGenerator(seed: number, knownIds: string[]) {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  const chance = (percent: number) => below(100) < percent;
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
  const text = () => (chance(55) && knownIds.length > 0 ? pick(knownIds) : pick(TEXTS));

  const value = (depth = 0): unknown => {
    if (depth < 3 && chance(25)) return Array.from({ length: below(4) }, () => value(depth + 1));
    if (depth < 3 && chance(30)) return object(depth + 1);
    return chance(60) ? text() : pick(VALUES);
  };
  const object = (depth = 0): Record<string, unknown> =>
    Object.fromEntries(Array.from({ length: below(7) }, () => [pick(FIELDS), value(depth)]));

  const query = () =>
    Array.from({ length: below(5) }, () => {
      const name = chance(85) ? pick(FIELDS) : encodeSafely(text());
      return `${name}=${chance(90) ? encodeSafely(text()) : pick(["%", "%E0%A4%A", "%ff", "+", "&&"])}`;
    }).join("&");

  const template = (value: unknown): unknown => {
    if (value === "$") return text();
    if (Array.isArray(value)) return value.map(template);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, template(part)]));
  };
  /** A body that passes the route's first checks, mostly with one field changed. */
  const nearlyValid = (route: string): string => {
    const valid = template(BODIES[route]) as Record<string, unknown>;
    const names = Object.keys(valid);
    if (names.length > 0 && chance(65)) valid[pick(names)] = value();
    if (chance(8)) valid[pick(FIELDS)] = value();
    return JSON.stringify(valid);
  };

  const body = (): string => {
    switch (below(7)) {
      case 0:
        return text();
      case 1:
        return new URLSearchParams(
          Object.entries(object()).map(([name, part]) => [name, String(part)]),
        ).toString();
      case 2:
        return '{"a":'.repeat(2000);
      case 3:
        return `--x\r\ncontent-disposition: form-data; name="${pick(FIELDS)}"\r\n\r\n${text()}\r\n--x--`;
      case 4:
        return JSON.stringify(value());
      default:
        return JSON.stringify(object());
    }
  };

  /** Says how long a body is, mostly truthfully. */
  const frame = (bytes: string): { lines: string[]; body: string } => {
    if (chance(85)) return { lines: [`Content-Length: ${bytes.length}`], body: bytes };
    const length = `Content-Length: ${pick(LENGTHS)}`;
    if (chance(40)) return { lines: [length], body: bytes };
    const size = chance(90) ? bytes.length.toString(16) : pick(["zz", "-1", "ffffffffff", ""]);
    const end = chance(85) ? "0\r\n\r\n" : pick(["", "0\r\nX-A: b\r\n\r\n", "0\r\n", "x"]);
    const encoding = `Transfer-Encoding: ${chance(90) ? "chunked" : pick(["gzip", "x", "chunked, chunked"])}`;
    return {
      lines: chance(90) ? [encoding] : [encoding, length],
      body: `${bytes === "" ? "" : `${size}\r\n${bytes}\r\n`}${end}`,
    };
  };

  return {
    pick,
    next(): FuzzRequest {
      const [ownMethod = "GET", pattern = "/"] = pick(ROUTES).split(" ");
      const method = chance(85) ? ownMethod : pick(chance(70) ? METHODS : ODD_METHODS);
      let path = pattern.replaceAll(/:\w+/g, () => encodeSafely(text()) || "x");
      if (chance(6)) path += pick(PATH_ENDS);
      if (chance(60)) path += `?${query()}`;
      if (chance(2)) path = chance(50) ? pick(TARGETS) : ORIGIN + path;
      const headers: Record<string, string> = {};
      for (let count = below(3); count > 0; count--) {
        const [name, values] = pick(HEADERS);
        headers[name] = pick(values);
      }
      if (chance(8)) headers["cookie"] = pick(COOKIES);
      const changes = !["GET", "HEAD"].includes(method);
      if (changes) headers["origin"] = ORIGIN;
      if (chance(5))
        headers["origin"] = pick([
          "null",
          "https://evil.example",
          "http://localhost:8787.evil.example",
        ]);
      const hasBody = chance(changes ? 85 : 15);
      const route = `${method} ${pattern}`;
      const isValid = hasBody && BODIES[route] !== undefined && chance(70);
      if (hasBody)
        headers["content-type"] = isValid || chance(70) ? "application/json" : pick(CONTENT_TYPES);
      const lines = Object.entries(headers).map(([name, value]) => toBytes(`${name}: ${value}`));
      if (chance(5)) lines.splice(below(lines.length), 0, pick(ODD_LINES));
      if (!hasBody) return { method, path: toBytes(path), headers: lines, body: "" };
      const framed = frame(toBytes(isValid ? nearlyValid(route) : body()));
      return {
        method,
        path: toBytes(path),
        headers: [...lines, ...framed.lines],
        body: framed.body,
      };
    },
  };
}

/** Returns a text as it is sent, with one character for each byte. */
const toBytes = (text: string) => Buffer.from(text).toString("latin1");

/** Percent-encodes a text. Half of a surrogate pair, which can't be encoded, becomes U+FFFD. */
function encodeSafely(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/**
 * Sends random requests to all routes over a socket, as random callers: also what no client sends.
 * @param options.isOver tells when to stop early
 * @returns how many were sent, how often each status came, and the answers that no request may cause
 */
export async function runFuzz(options: {
  seed: number;
  count: number;
  sendBytes: (bytes: string) => Promise<RawAnswer>;
  callers: Caller[];
  knownIds: string[];
  isOver?: () => boolean;
}) {
  const generator = createRequestGenerator(options.seed, options.knownIds);
  const statuses: Record<number, number> = {};
  const failures: FuzzFailure[] = [];
  // An answer may end a session, or a request may; the next one has it again.
  const cookies = new Map(options.callers.map(({ browser }) => [browser, [...browser.jar]]));
  let sent = 0;
  while (sent < options.count && !options.isOver?.()) {
    const request = generator.next();
    const caller = generator.pick(options.callers);
    sent++;
    caller.browser.jar.clear();
    for (const [name, value] of cookies.get(caller.browser) ?? [])
      caller.browser.jar.set(name, value);
    const bytes = writeRequest(
      request.method,
      request.path,
      [...listOwnHeaders(caller, request, sent), ...request.headers],
      request.body,
    );
    const { status, body, hasReachedWorker } = await options.sendBytes(bytes);
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status >= 500 && hasReachedWorker)
      failures.push({ status, caller: caller.name, request, answer: body });
  }
  return { sent, statuses, failures };
}

/** The lines of a caller's cookies, and of an address of its own, so that rate limits refuse no request. */
function listOwnHeaders({ browser }: Caller, { headers }: FuzzRequest, index: number): string[] {
  const address = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
  const hasCookie = browser.jar.size > 0 && !headers.some((line) => line.startsWith("cookie:"));
  return [`CF-Connecting-IP: ${address}`, ...(hasCookie ? [`Cookie: ${browser.cookie()}`] : [])];
}
