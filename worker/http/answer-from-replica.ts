import { findOrigin, withBindings } from "../config/config.ts";
import { NearestReplica, NeedsPrimary, PrimaryDatabase } from "../db/replicas.ts";
import { bookmarkCookieName, isSecure, readCookie } from "../identity/sign-in/cookies.ts";

/** The header in which a program gets the bookmark of what it has written, and sends it back. */
export const BOOKMARK_HEADER = "gatehouse-bookmark";

/** How long a browser sends the bookmark of what its user has written. No replica is ever that late. */
const COOKIE_SECONDS = 600;

/**
 * Reads that go to the primary: they sign in, call Stripe or count, are for the team, or also read the archive in R2,
 * which has no replicas.
 */
const primaryPaths =
  /^\/(?:api\/(?:auth|admin|stripe|health|v1\/events|me\/(?:account\/export|billing|invoices|subscriptions|checkouts|checkout-links|downloads))|buy|preview|plain\/checkout)(?:\/|$)/;

/** What only reads, although it is a POST. */
const readingPosts: ReadonlySet<string> = new Set([
  "/api/v1/entitlements/check",
  "/api/v1/licenses/validate",
]);

/** For the second run of a request, which the first one has counted. */
const noLimit = { limit: async () => ({ success: true }) };
const noLimits = {
  SIGN_IN_LIMIT: noLimit,
  API_LIMIT: noLimit,
  LICENSE_LIMIT: noLimit,
  KEY_LIMIT: noLimit,
  STRIPE_LIMIT: noLimit,
};

type Fetch = (
  request: Request,
  env: Env,
  execution: ExecutionContext,
) => Response | Promise<Response>;

/**
 * Answers a request in a shop with read replicas (decision 80). What only reads is answered from the nearest read
 * replica. If that answer is a refusal, or the request writes after all, it is answered again from the primary,
 * and the first answer is dropped: **a refusal is never older than the request**. Everything else is answered from the
 * primary. After a write, the client gets a bookmark, with which its next reads see that write: programs in a header,
 * browsers in a cookie.
 */
export async function answerFromReplica(
  fetch: Fetch,
  request: Request,
  env: Env,
  execution: ExecutionContext,
): Promise<Response> {
  const origin = findOrigin(env);
  const { pathname } = new URL(request.url);
  // Stripe reads nothing back.
  if (origin === undefined || pathname === "/api/stripe/webhook")
    return fetch(request, env, execution);
  const isProgram = pathname.startsWith("/api/v1/");
  const sent = readBookmark(request, isProgram, origin);
  let isAgain = false;
  if (isRead(request.method, pathname)) {
    const replica = new NearestReplica(env.DB, sent);
    // Only a POST has a body that is read.
    const again = request.method === "POST" ? (request.clone() as Request) : request;
    const answer = await fetch(request, withDatabase(env, replica), ignoreRefusedWrites(execution));
    const isRefusal = answer.status >= 400 && answer.status !== 429;
    if (!replica.isDoubtful && !(isRefusal && replica.hasRead)) {
      replica.isDone = true;
      if (again !== request) await again.body?.cancel();
      return answer;
    }
    await answer.body?.cancel();
    request = again;
    isAgain = true;
  }
  const primary = new PrimaryDatabase(env.DB, sent);
  const counted = isAgain ? withBindings(env, noLimits) : env;
  const answer = await fetch(request, withDatabase(counted, primary), execution);
  if (!primary.hasWritten || primary.seen === undefined) return answer;
  return addBookmark(answer, primary.seen, isProgram, origin);
}

/** Work that would go on after the answer is done by the second run, if its write was refused in the first one. */
function ignoreRefusedWrites(execution: ExecutionContext): ExecutionContext {
  const waitUntil = (work: Promise<unknown>) =>
    execution.waitUntil(
      work.catch((error: unknown) => {
        if (!(error instanceof NeedsPrimary)) throw error;
      }),
    );
  return { waitUntil, passThroughOnException: () => {}, props: execution.props } as never;
}

function withDatabase(env: Env, database: NearestReplica | PrimaryDatabase): Env {
  return withBindings(env, { DB: database as unknown as D1Database });
}

function isRead(method: string, pathname: string): boolean {
  if (method === "POST") return readingPosts.has(pathname);
  return (method === "GET" || method === "HEAD") && !primaryPaths.test(pathname);
}

/** A bookmark is D1's own text. One that it does not know is an error on the replica, so the primary is asked. */
function readBookmark(request: Request, isProgram: boolean, origin: string): string | undefined {
  const sent = isProgram
    ? request.headers.get(BOOKMARK_HEADER)
    : readCookie(request.headers.get("cookie") ?? "", bookmarkCookieName(origin));
  return sent && /^[\w.:+/=-]{1,512}$/.test(sent) ? sent : undefined;
}

function addBookmark(
  answer: Response,
  bookmark: string,
  isProgram: boolean,
  origin: string,
): Response {
  // Some answers, such as redirects, have headers that cannot be changed.
  const response = new Response(answer.body, answer);
  if (isProgram) response.headers.set(BOOKMARK_HEADER, bookmark);
  else
    response.headers.append(
      "set-cookie",
      `${bookmarkCookieName(origin)}=${bookmark}; Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${isSecure(origin) ? "; Secure" : ""}`,
    );
  return response;
}
