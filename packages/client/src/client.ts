import createFetchClient, { type Client } from "openapi-fetch";
import { GatehouseError, toError } from "./errors.ts";
import { listPages, type ListItem, type ListPath, type ListQuery } from "./list.ts";
import type { paths } from "./openapi.ts";
import { fetchWithRetries } from "./retry.ts";
import type { FeedEvent } from "./events.ts";

export { GatehouseError, GatehouseUnavailableError, type Problem } from "./errors.ts";
export type { FeedEvent } from "./events.ts";
export type { components, paths } from "./openapi.ts";

export type GatehouseOptions = {
  /** The shop's origin, for example `https://shop.example`. Like the key, it may be missing until the first call. */
  url: string | undefined;
  /**
   * An API key of the shop: `gh_live_…` or `gh_test_…`. Never in a browser. It may be missing until the first call, as
   * in a build without secrets.
   */
  key: string | undefined;
  /** How long one attempt may take. Default: 10,000 ms. */
  timeoutMs?: number;
  /** How often a failed request is sent again. Default: 2. */
  retries?: number;
  /** Replaces the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
};

/**
 * Who is meant: the customer's id in the shop, the id that your app gave them there, the user at the OpenID provider that your app and the shop share, or a
 * verified email address.
 */
export type CustomerRef =
  | { customer: string }
  | { externalId: string }
  | { issuer: string; subject: string }
  | { email: string };

type CheckPath = paths["/entitlements/check"]["get"];

/** What the shop answers to "may this customer use this feature?". */
export type Entitlement = CheckPath["responses"][200]["content"]["application/json"];

export type CallOptions = {
  signal?: AbortSignal;
  /** Instead of the client's value, for this call only. */
  timeoutMs?: number;
  retries?: number;
};

/**
 * The API of one shop. `GET`, `POST`, `PATCH` and `DELETE` call any path of the OpenAPI document and answer
 * `{ data, error, response }`. The other methods throw `GatehouseError` instead.
 */
export type Gatehouse = Pick<Client<paths>, "GET" | "POST" | "PATCH" | "DELETE"> & {
  /**
   * Asks whether a customer may use a feature. An unknown customer may not. `reason` says what is unknown; a feature or
   * an issuer that the shop does not know is also reported as a warning, once for each.
   * @throws GatehouseUnavailableError if the shop cannot be asked
   * @throws GatehouseError if it refuses the question, for example because of the key
   */
  check(feature: string, customer: CustomerRef, options?: CallOptions): Promise<Entitlement>;
  /**
   * Walks through a list, newest first, and fetches a page whenever it is needed.
   * @throws GatehouseError
   */
  list<P extends ListPath>(
    path: P,
    options?: CallOptions & { query?: ListQuery<P> },
  ): AsyncGenerator<ListItem<P>, void, undefined>;
  /**
   * Walks through the feed, oldest first, and ends at the newest event. Store the `sequence` of the last event that you
   * have worked on, and continue after it next time. Without `after`, it begins with the oldest event that the feed
   * has.
   * @throws GatehouseError with the code `cursor_expired` if the feed no longer reaches back that far
   */
  events(
    options?: CallOptions & { after?: number | undefined; types?: FeedEvent["type"][] },
  ): AsyncGenerator<FeedEvent, void, undefined>;
};

/** Creates a client for one shop. Calls fail with a TypeError if the `url` or the `key` is missing. */
export function createGatehouse(options: GatehouseOptions): Gatehouse {
  // Of the newest write, so that later reads see it in a shop that reads from late read replicas.
  let bookmark: string | null = null;
  const send = (call: CallOptions) => async (request: Request) => {
    if (bookmark !== null && !request.headers.has(BOOKMARK_HEADER))
      request.headers.set(BOOKMARK_HEADER, bookmark);
    const response = await fetchWithRetries(request, {
      retries: call.retries ?? options.retries ?? 2,
      timeoutMs: call.timeoutMs ?? options.timeoutMs ?? 10_000,
      fetch: options.fetch ?? ((request) => fetch(request)),
    });
    bookmark = response.headers.get(BOOKMARK_HEADER) ?? bookmark;
    return response;
  };
  const open = () => {
    const { url, key } = options;
    if (!url) throw new TypeError("createGatehouse needs the `url` of the shop");
    if (!key) throw new TypeError("createGatehouse needs the `key` of an API key");
    return createFetchClient<paths>({
      baseUrl: new URL("/api/v1", url).href,
      headers: { authorization: `Bearer ${key}` },
      // A redirect means that the URL is wrong, and the key must not follow it to another host.
      redirect: "manual",
      fetch: send({}),
    });
  };
  // At the first call, because frameworks load modules at build time, without the secrets.
  let opened: Client<paths> | undefined;
  const call =
    (method: "GET" | "POST" | "PATCH" | "DELETE") =>
    async (...args: Parameters<LooseCall>) =>
      ((opened ??= open())[method] as unknown as LooseCall)(...args);
  const get = call("GET");
  const warned = new Set<string>();
  const warn = (message: string) => {
    if (warned.has(message) || warned.size >= MAX_WARNINGS) return;
    warned.add(message);
    console.warn(`@gatehouse/client: ${message}.`);
  };
  const read = async (path: string, query: Record<string, unknown>, call: CallOptions) => {
    const { data, error, response } = await get(path, {
      params: { query },
      fetch: send(call),
      ...(call.signal && { signal: call.signal }),
    }).catch(refuseUnreadable);
    if (data === undefined) throw toError(response, error);
    return data;
  };
  return {
    ...({
      GET: get,
      POST: call("POST"),
      PATCH: call("PATCH"),
      DELETE: call("DELETE"),
    } as object as Pick<Gatehouse, "GET" | "POST" | "PATCH" | "DELETE">),
    async check(feature, customer, call = {}) {
      const answer = await read("/entitlements/check", { feature, ...customer }, call);
      if (!isEntitlement(answer)) return refuseUnreadable(new SyntaxError("`allowed` is missing"));
      if (answer.reason === "feature_unknown")
        warn(`the shop has no feature "${feature}". GET /features lists its keys`);
      if (answer.reason === "issuer_unknown" && "issuer" in customer)
        warn(`nobody signs in to the shop with the OpenID provider ${customer.issuer}`);
      return answer;
    },
    list: (path, { query, ...call } = {}) =>
      listPages((cursor) => read(path, { ...query, cursor }, call)),
    events: ({ after, types, ...call } = {}) =>
      listPages((cursor) =>
        read("/events", { after: cursor ?? after, types: types?.join(",") }, call),
      ),
  };
}

const BOOKMARK_HEADER = "gatehouse-bookmark";

/** More warnings than this are from input, not from the app's own code. */
const MAX_WARNINGS = 100;

type LooseCall = (
  path: string,
  options: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

const isEntitlement = (answer: unknown): answer is Entitlement =>
  typeof (answer as { allowed?: unknown } | null)?.allowed === "boolean";

/** An answer that is not from a shop's API: the URL is wrong. Other errors stay as they are. */
function refuseUnreadable(error: unknown): never {
  if (!(error instanceof SyntaxError)) throw error;
  throw new GatehouseError("The answer is not from a Gatehouse shop. Check the URL", {
    cause: error,
  });
}
