import { once } from "node:events";
import { type IncomingMessage, request as sendHttp } from "node:http";
import Module from "node:module";
import { Readable } from "node:stream";
import type * as MiniflareModule from "miniflare";
import { ORIGINAL_URL, STAND_IN_URL } from "./original-url.ts";

/*
 * Sends what wrangler's local half of remote bindings requests of workers.dev to the stand-in. It runs in workerd, which
 * knows no proxy and asks the system's DNS for `<name>.<subdomain>.workers.dev`, at port 443: neither can be changed
 * without being root. Node loads this file before a script (`--import`), and Vitest before the tests (`setupFiles`). It
 * does nothing while CLOUDFLARE_STAND_IN_URL is not set.
 */

type MiniflareExports = typeof MiniflareModule;
type V4Options = Parameters<MiniflareExports["convertV4MiniflareOptions"]>[0];

/** Node's own loader of CommonJS, which wrangler loads Miniflare with. */
const loader = Module as unknown as { _load(request: string, ...rest: unknown[]): unknown };
const load = loader._load;
let routed: object | undefined;
loader._load = function loadRouted(this: unknown, request, ...rest) {
  const exports = load.call(this, request, ...rest);
  return request === "miniflare"
    ? (routed ??= routeProxyWorker(exports as MiniflareExports))
    : exports;
};

/** Copies the exports of Miniflare, which can't be changed, with another way out for wrangler's `ProxyWorker`. */
function routeProxyWorker(original: MiniflareExports): object {
  const copy = {};
  for (const name of Object.getOwnPropertyNames(original))
    Object.defineProperty(copy, name, {
      enumerable: true,
      get: () => original[name as keyof MiniflareExports],
      configurable: true,
    });
  return Object.defineProperty(copy, "convertV4MiniflareOptions", {
    enumerable: true,
    value: (options: V4Options) => original.convertV4MiniflareOptions(addWayOut(options)),
  });
}

function addWayOut(options: V4Options): V4Options {
  const standIn = process.env[STAND_IN_URL];
  if (!standIn || !("workers" in options)) return options;
  const workers = (options.workers as { name?: string }[]).map((worker) =>
    worker.name === "ProxyWorker"
      ? { ...worker, outboundService: (request: Request) => sendOn(request, standIn) }
      : worker,
  );
  return { ...options, workers } as unknown as V4Options;
}

/** Not by `fetch`, which would send a body of unknown length: R2 wants to know it. */
async function sendOn(request: Request, standIn: string): Promise<Response> {
  const headers = { ...Object.fromEntries(request.headers), [ORIGINAL_URL]: request.url };
  const outgoing = sendHttp(standIn, { method: request.method, headers });
  if (request.body) Readable.fromWeb(request.body as never).pipe(outgoing);
  else outgoing.end();
  const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
  const body = [204, 304].includes(incoming.statusCode ?? 0) ? null : Readable.toWeb(incoming);
  return new Response(body as BodyInit | null, {
    status: incoming.statusCode ?? 502,
    headers: incoming.headers as Record<string, string>,
  });
}
