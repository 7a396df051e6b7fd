import type { hc } from "hono/client";
import type { Hono } from "hono";

/** What a call sends. The types of Hono's client say which route takes what. */
type Request = {
  param?: Record<string, string>;
  query?: Record<string, string | string[] | undefined>;
  json?: unknown;
};

/**
 * Creates Hono's typed client of an app, by its types alone. Its own code also has forms, cookies and WebSockets, and
 * is part of what every visitor loads first (decision 60).
 * @param headers of every request
 */
// eslint-disable-next-line typescript/no-explicit-any -- as Hono's own `hc`
export function createApi<App extends Hono<any, any, any>>(headers: Record<string, string> = {}) {
  return createNode("", headers) as ReturnType<typeof hc<App>>;
}

/** Calling `$get` and the like sends a request, any other name is the next part of the path. */
function createNode(path: string, headers: Record<string, string>): unknown {
  return new Proxy(() => undefined, {
    // Without `then`, so that `await` does not take a node for a promise.
    get: (_, name) =>
      typeof name === "string" && name !== "then"
        ? createNode(`${path}/${name}`, headers)
        : undefined,
    apply: (_, __, [request, options]: [Request?, { init?: RequestInit }?]) => {
      const end = path.lastIndexOf("/$");
      const [url, method] = [path.slice(0, end), path.slice(end + 2)];
      return sendRequest(url, method, headers, request ?? {}, options?.init);
    },
  });
}

function sendRequest(
  path: string,
  method: string,
  headers: Record<string, string>,
  { param, query, json }: Request,
  init?: RequestInit,
) {
  const url = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(param?.[name] ?? ""),
  );
  const search = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([name, value]) =>
      [value].flat().flatMap((each) => (each === undefined ? [] : [[name, each]])),
    ),
  );
  return fetch(search.size > 0 ? `${url}?${search}` : url, {
    method: method.toUpperCase(),
    headers: { ...headers, ...(json !== undefined && { "content-type": "application/json" }) },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...init,
  });
}
