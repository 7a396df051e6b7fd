import { serve, type TestServer } from "./serve.ts";

export const KEY = "gh_test_ofTheFakeShop";

/** A server that answers the entitlement check as a shop does, and can be broken in each way that a shop can break. */
export type FakeShop = TestServer & {
  /** The ids of the customers that may use the feature `export`. */
  paying: Set<string>;
  /** How it answers: as a shop, or with a status, or never. */
  state: "up" | "hangs" | number;
  /** When the access ends, RFC 3339. */
  until: string | null;
  requests: Request[];
};

/** Starts a fake shop on a free port. */
export async function startFakeShop(): Promise<FakeShop> {
  const shop: Omit<FakeShop, keyof TestServer> = {
    paying: new Set(),
    state: "up",
    until: null,
    requests: [],
  };
  const server = await serve((request) => {
    shop.requests.push(request);
    if (shop.state === "hangs") return new Promise<Response>(() => {});
    if (shop.state !== "up") return problem(shop.state, "unavailable");
    if (request.headers.get("authorization") !== `Bearer ${KEY}`)
      return problem(401, "key_unknown");
    const { pathname, searchParams } = new URL(request.url);
    if (pathname.endsWith("/features"))
      return Response.json({ data: [{ key: "export", benefitIds: [] }], nextCursor: null });
    return Response.json(answerCheck(shop, searchParams));
  });
  return Object.assign(shop, server);
}

function answerCheck(
  { paying, until }: Pick<FakeShop, "paying" | "until">,
  query: URLSearchParams,
) {
  const feature = query.get("feature");
  const customerId = query.get("customer");
  const allowed = feature === "export" && paying.has(customerId ?? "");
  return {
    customerId,
    feature,
    allowed,
    limit: allowed ? 5 : 0,
    until: allowed ? until : null,
    because: [],
    reason: allowed ? "granted" : feature === "export" ? "not_granted" : "feature_unknown",
  };
}

/** Answers with problem details, as a shop does. */
export const problem = (status: number, code: string, more: object = {}) =>
  Response.json(
    {
      type: `urn:gatehouse:error:${code}`,
      title: code,
      status,
      code,
      requestId: "req_1",
      ...more,
    },
    { status, headers: { "content-type": "application/problem+json" } },
  );
