import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import {
  type Account,
  addToken,
  allPermissions,
  createAccount,
  findCurrentDeployment,
  toBucketId,
  type Token,
  type Version,
  type Worker,
} from "./account.ts";
import { createApi, type PlannedFailure } from "./api.ts";
import { createCertificates } from "./certificates.ts";
import { createEdgePreviews } from "./edge-preview.ts";
import { publishEmailEvent } from "./email-sending.ts";
import { createMessageBroker, type MessageBroker } from "./message-broker.ts";
import { createProxy, forward } from "./proxy.ts";
import { type RunningVersion, runVersion } from "./run-version.ts";
import { openStorage } from "./storage.ts";
import { STAND_IN_URL } from "./original-url.ts";
import { findByHost } from "./triggers.ts";

/** Not what a test may have put in its place, such as the stand-in's own `fetch`. */
const fetchForReal = globalThis.fetch;

const API_HOST = "api.cloudflare.com";
const API_PREFIX = "/client/v4";
const PREVIEW_TOKEN = "cf-workers-preview-token";

/** A request that the stand-in got, as `GET https://api.cloudflare.com/client/v4/…`. */
export type RecordedRequest = { method: string; url: string };

export type StandInOptions = {
  /** The part before `.workers.dev`; `null`: the account has registered none yet. */
  subdomain?: string | null;
  /** Domains whose DNS is in the account. */
  zones?: string[];
  plan?: Account["plan"];
  /** What the token in `env` may do; everything that a shop needs by default. */
  permissions?: readonly string[];
  /** Other hosts, with the server of this machine that answers for each, for example Stripe's. Paths are kept. */
  hosts?: Record<string, string>;
};

/** A Cloudflare account on this machine: see docs/decisions/0082. */
export type CloudflareStandIn = {
  /** Where its API is. Wrangler is led there by `env`. */
  url: string;
  /** What child processes need, to reach the stand-in at the real URLs. */
  env: Record<string, string>;
  account: Account;
  requests: RecordedRequest[];
  /** Creates another token, and returns its value. */
  createToken(permissions: readonly string[]): string;
  /**
   * Refuses the next request of the API whose method and path match, for example `POST` and `/versions$/`.
   * @param times how many requests; wrangler repeats what fails with 500 or 429
   */
  failNext(
    method: string,
    path: RegExp,
    failure: { status: number; code: number; message: string },
    times?: number,
  ): void;
  /** Answers for more hosts from now on. */
  addHosts(hosts: Record<string, string>): void;
  /** Returns the id of the version that answers requests, or undefined before the first deployment. */
  currentVersion(worker: string): string | undefined;
  /**
   * Requests a URL from this process, as a script in the stand-in's environment would: of a deployed Worker, a mapped
   * host, Cloudflare's API, or this machine. A test can put it in place of the global `fetch`. Redirects are returned.
   */
  fetch: typeof globalThis.fetch;
  /** Runs the Worker's scheduled handler. @throws Error if it has no such cron trigger, or fails */
  runCron(worker: string, cron: string): Promise<void>;
  /** Tells the queue that has subscribed to it what became of an email, as in `message.bounced`. */
  publishEmailEvent(event: string, payload: Parameters<typeof publishEmailEvent>[3]): void;
  /** Resolves when no message of a queue is being delivered or could be. */
  queuesIdle(): Promise<void>;
  /** Opens a database, by its name. */
  openDatabase(name: string): Promise<D1Database>;
  /** Opens a bucket, by its name. */
  openBucket(name: string, jurisdiction?: string): Promise<R2Bucket>;
  /** What the deployed Workers have logged, oldest first. */
  logs: string[];
  close(): Promise<void>;
};

/** Starts a stand-in for Cloudflare that deploys and runs Workers. Ends everything it started with `close()`. */
export async function startCloudflareStandIn(
  options: StandInOptions = {},
): Promise<CloudflareStandIn> {
  const dir = mkdtempSync(join(tmpdir(), "cloudflare-"));
  const account = createAccount({
    plan: options.plan ?? "paid",
    subdomain: options.subdomain === null ? undefined : (options.subdomain ?? "test"),
    zones: options.zones ?? [],
  });
  const token = addToken(account, options.permissions ?? allPermissions);
  const hosts = new Map(Object.entries(options.hosts ?? {}));
  const requests: RecordedRequest[] = [];
  const failures: PlannedFailure[] = [];
  const files = new Map<string, string>();
  const logs: string[] = [];
  const [storage, certificates] = await Promise.all([
    openStorage(join(dir, "storage")),
    createCertificates(),
  ]);

  const running = new Map<string, Promise<RunningVersion>>();
  const ending = new Set<Promise<void>>();

  const start = (version: Version): Promise<RunningVersion> => {
    const found = running.get(version.id);
    if (found) return found;
    const started = runVersion(version, {
      account,
      storage,
      dir: join(dir, version.id),
      fetchOutside,
      sendMessages: (queue, messages) => broker.send(queue, messages),
      sendEmail: (message) => account.emails.push(message),
      log: (line) => logs.push(line),
    });
    running.set(version.id, started);
    started.catch(() => running.delete(version.id));
    return started;
  };

  const stop = (versionId: string): void => {
    const found = running.get(versionId);
    if (!found) return;
    running.delete(versionId);
    const ended = found.then(
      (version) => version.stop(),
      () => {},
    );
    ending.add(ended);
    void ended.finally(() => ending.delete(ended));
  };

  let requestCount = 0;
  /** Returns what answers the next request. With two versions, their shares of requests are exact, not drawn by lot. */
  const pickVersion = (worker: Worker): Version => {
    const deployed = findCurrentDeployment(worker)?.versions ?? [];
    let share = (requestCount++ * 37) % 100;
    const picked = deployed.find(({ percentage }) => (share -= percentage) < 0) ?? deployed[0];
    const version = worker.versions.find(({ id }) => id === picked?.version_id);
    if (!version) throw new Error(`${worker.name} isn't deployed`);
    return version;
  };
  const runCurrent = (name: string): Promise<RunningVersion> => {
    const worker = account.workers.get(name);
    if (!worker) throw new Error(`There is no Worker ${name}`);
    return start(pickVersion(worker));
  };

  const broker: MessageBroker = createMessageBroker(account, async (worker, queue, messages) =>
    (await runCurrent(worker)).queue(queue, messages),
  );
  const previews = createEdgePreviews(account, storage);
  const keepFile = (content: string) => {
    const id = randomUUID();
    files.set(id, content);
    return `${origin}/files/${id}`;
  };
  const runtime = {
    start: async (version: Version) => void (await start(version)),
    switchTo(worker: Worker) {
      // The one before still answers requests that began with it, and is there at once for a rollback.
      const kept = worker.deployments.slice(-2).flatMap(({ versions }) => versions);
      const keptIds = new Set(kept.map(({ version_id }) => version_id));
      for (const { id } of worker.versions) if (!keptIds.has(id)) stop(id);
      for (const queue of account.queues.values())
        if (queue.consumer?.worker === worker.name) broker.deliver(queue);
    },
    remove(worker: Worker) {
      for (const { id } of worker.versions) stop(id);
    },
  };
  const api = createApi({
    account,
    storage,
    broker,
    runtime,
    previews,
    failures,
    keepFile,
    prefix: API_PREFIX,
  });
  const handleApi = getRequestListener(api.fetch);

  async function fetchWorker(request: Request): Promise<Response> {
    const { hostname } = new URL(request.url);
    const found = findByHost(account, hostname);
    const worker = account.workers.get(found?.worker ?? "");
    if (!found || !worker) return new Response("error code: 1042", { status: 404 });
    const version =
      found.versionPrefix === undefined
        ? pickVersion(worker)
        : worker.versions.find(({ id }) => id.startsWith(found.versionPrefix!));
    if (!version) return new Response("There is nothing here yet", { status: 404 });
    const headers = new Headers(request.headers);
    if (!headers.has("cf-connecting-ip")) headers.set("cf-connecting-ip", "203.0.113.1");
    return (await start(version)).fetch(new Request(request, { headers }));
  }

  /** Answers a request of this process or of a deployed Worker. */
  async function fetchOutside(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const target = hosts.get(url.hostname);
    const headers = new Headers(request.headers);
    headers.delete("host");
    const init = {
      method: request.method,
      headers,
      redirect: "manual" as const,
      signal: request.signal,
      ...(request.body && { body: await request.arrayBuffer() }),
    };
    if (isLoopback(url)) return fetchForReal(url, init);
    if (target !== undefined) {
      for (const [name, value] of Object.entries(describeOrigin(url))) headers.set(name, value);
      const answered = await fetchForReal(new URL(url.pathname + url.search, target), init);
      const answeredHeaders = new Headers(answered.headers);
      answeredHeaders.delete("content-encoding");
      answeredHeaders.delete("content-length");
      return new Response(answered.body, { status: answered.status, headers: answeredHeaders });
    }
    if (isKnown(url.hostname) && url.hostname !== API_HOST)
      return fetchWorker(new Request(url, init));
    if (url.hostname === API_HOST) return api.fetch(new Request(url, init));
    throw new TypeError(`The stand-in answers nothing for ${url.hostname}`);
  }

  const isWorkersDev = (host: string) => host.endsWith(".workers.dev");
  const isKnown = (host: string) =>
    host === API_HOST ||
    hosts.has(host) ||
    isWorkersDev(host) ||
    account.zones.some(({ name }) => host === name || host.endsWith(`.${name}`));

  function handle(url: URL, request: IncomingMessage, response: ServerResponse): void {
    requests.push({ method: request.method ?? "GET", url: url.href });
    const previewToken =
      request.headers[PREVIEW_TOKEN] ?? url.searchParams.get("cf_workers_preview_token");
    const target = hosts.get(url.hostname);
    if (url.hostname === API_HOST || (isLoopback(url) && url.pathname.startsWith(API_PREFIX))) {
      request.url = url.pathname + url.search;
      void handleApi(request, response);
    } else if (isLoopback(url)) {
      const content = files.get(url.pathname.slice("/files/".length));
      response.writeHead(content === undefined ? 404 : 200).end(content);
    } else if (target !== undefined) {
      forward(new URL(url.pathname + url.search, target), request, response, {
        host: new URL(target).host,
        ...describeOrigin(url),
      });
    } else if (typeof previewToken === "string") {
      try {
        forward(previews.find(previewToken), request, response);
      } catch (error) {
        response.writeHead(400).end(error instanceof Error ? error.message : String(error));
      }
    } else {
      void answerFromWorker(url, request, response);
    }
  }

  async function answerFromWorker(url: URL, request: IncomingMessage, response: ServerResponse) {
    try {
      const headers = new Headers();
      for (const [name, value] of Object.entries(request.headers))
        for (const each of [value ?? []].flat()) headers.append(name, each);
      headers.delete("connection");
      const hasBody = request.method !== "GET" && request.method !== "HEAD";
      const answered = await fetchWorker(
        new Request(url, {
          method: request.method ?? "GET",
          headers,
          ...(hasBody && { body: Readable.toWeb(request), duplex: "half" }),
        } as unknown as RequestInit),
      );
      response.statusCode = answered.status;
      for (const [name, value] of answered.headers) response.appendHeader(name, value);
      if (answered.body) Readable.fromWeb(answered.body as never).pipe(response);
      else response.end();
    } catch (error) {
      // What Cloudflare answers when a Worker throws.
      logs.push(`error: ${String(error)}`);
      if (!response.headersSent) response.writeHead(500);
      response.end("error code: 1101");
    }
  }

  const server = createProxy(certificates, isKnown, handle);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const authorityPath = join(dir, "authority.pem");
  writeFileSync(authorityPath, certificates.authority);

  return {
    url: `${origin}${API_PREFIX}`,
    env: createEnv(origin, authorityPath, account, token),
    account,
    requests,
    logs,
    createToken: (permissions) => addToken(account, permissions).value,
    failNext(method, path, failure, times = 1) {
      for (let count = 0; count < times; count++) failures.push({ method, path, ...failure });
    },
    addHosts: (more) => Object.entries(more).forEach(([host, target]) => hosts.set(host, target)),
    currentVersion: (name) => {
      const worker = account.workers.get(name);
      return worker && findCurrentDeployment(worker)?.versions[0]?.version_id;
    },
    publishEmailEvent: (event, payload) => publishEmailEvent(account, broker, event, payload),
    fetch: (input, init) => fetchOutside(new Request(input, init)),
    async runCron(name, cron) {
      if (!account.workers.get(name)?.crons.includes(cron))
        throw new Error(`${name} has no cron trigger ${cron}`);
      const { outcome } = await (await runCurrent(name)).scheduled(cron);
      if (outcome !== "ok") throw new Error(`${name} failed at ${cron}: ${outcome}`);
    },
    queuesIdle: () => broker.idle(),
    async openDatabase(name) {
      const { databases } = await storage.open(account);
      const found = [...account.databases.values()].find((database) => database.name === name);
      if (!found) throw new Error(`There is no database ${name}`);
      return databases[found.uuid]!;
    },
    async openBucket(name, jurisdiction = "default") {
      const { buckets } = await storage.open(account);
      const found = buckets[toBucketId(jurisdiction, name)];
      if (!found) throw new Error(`There is no bucket ${name}`);
      return found;
    },
    async close() {
      broker.close();
      server.close();
      server.closeAllConnections();
      for (const id of running.keys()) stop(id);
      await Promise.all(ending);
      await storage.dispose();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Headers that say which URL a request was for, as a proxy before a server adds them. */
const describeOrigin = (url: URL): Record<string, string> => ({
  "x-forwarded-proto": url.protocol.slice(0, -1),
  "x-forwarded-host": url.host,
});

const isLoopback = (url: URL): boolean => url.hostname === "127.0.0.1";

function createEnv(
  origin: string,
  authorityPath: string,
  account: Account,
  token: Token,
): Record<string, string> {
  const preload = new URL("route-workerd.ts", import.meta.url).href;
  return {
    CLOUDFLARE_API_BASE_URL: `${origin}${API_PREFIX}`,
    CLOUDFLARE_API_TOKEN: token.value,
    CLOUDFLARE_ACCOUNT_ID: account.id,
    [STAND_IN_URL]: origin,
    HTTPS_PROXY: origin,
    https_proxy: origin,
    NO_PROXY: "127.0.0.1,localhost",
    no_proxy: "127.0.0.1,localhost",
    NODE_USE_ENV_PROXY: "1",
    NODE_EXTRA_CA_CERTS: authorityPath,
    NODE_OPTIONS: `${process.env["NODE_OPTIONS"] ?? ""} --import=${preload}`.trim(),
    WRANGLER_SEND_METRICS: "false",
    CI: "1",
  };
}
