import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { convertV4MiniflareOptions, Miniflare, type Request as WorkerRequest } from "miniflare";
import { type Account, type Binding, type Module, toBucketId, type Version } from "./account.ts";
import type { BatchResult } from "./message-broker.ts";
import type { RemoteProxyConnectionString, Resource, Storage } from "./storage.ts";
import { COMPATIBILITY_DATE } from "./storage.ts";

/** A version that runs. */
export type RunningVersion = {
  fetch(request: Request): Promise<Response>;
  scheduled(cron: string): Promise<{ outcome: string }>;
  queue(
    name: string,
    messages: { id: string; timestamp: Date; attempts: number; body: unknown }[],
  ): Promise<BatchResult>;
  /** Waits for what it is doing, then ends it. */
  stop(): Promise<void>;
};

/** What a version reaches outside of itself. */
export type Surroundings = {
  account: Account;
  storage: Storage;
  /** A directory for the files of the version. */
  dir: string;
  /** Answers the version's own requests to other hosts. */
  fetchOutside(request: Request): Promise<Response>;
  sendMessages(queue: string, messages: { body: unknown; delaySeconds?: number }[]): void;
  sendEmail(message: Record<string, unknown>): void;
  log(line: string): void;
};

/** A version that workerd does not start, with what it says. */
export class StartupError extends Error {}

/** A binding whose kind the stand-in does not have. */
export class UnsupportedBindingError extends Error {}

/**
 * The queues and the email service, as bindings by RPC. Both call the process of the stand-in, so that no message ends
 * with the version that sent it.
 */
const servicesScript = `
import { WorkerEntrypoint } from "cloudflare:workers";
async function post(env, path, body) {
  const response = await env.STAND_IN.fetch("http://stand-in" + path, { method: "POST", body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
}
const toMessage = (body, options = {}) => {
  const { contentType = "json", delaySeconds } = options ?? {};
  if (contentType !== "json" && contentType !== "text") throw new TypeError("Unsupported content type " + contentType);
  const text = JSON.stringify(body);
  if (text === undefined) throw new TypeError("The message is not serializable");
  if (text.length > 128_000) throw new Error("message length of " + text.length + " bytes exceeds limit of 128000");
  return { body, delaySeconds };
};
export class Producer extends WorkerEntrypoint {
  async send(body, options) {
    await post(this.env, "/messages", { queue: this.ctx.props.queue, messages: [toMessage(body, options)] });
  }
  async sendBatch(messages, options) {
    const all = [...messages].map((message) => toMessage(message.body, { ...options, ...message }));
    if (all.length > 100) throw new Error("batch message count of " + all.length + " exceeds limit of 100");
    await post(this.env, "/messages", { queue: this.ctx.props.queue, messages: all });
  }
}
export class Email extends WorkerEntrypoint {
  async send(message) {
    await post(this.env, "/emails", message);
    return { messageId: crypto.randomUUID() };
  }
}
export default {};
`;

/**
 * Starts a version in workerd, with its own bindings.
 * @throws StartupError | UnsupportedBindingError
 */
export async function runVersion(
  version: Version,
  surroundings: Surroundings,
): Promise<RunningVersion> {
  const { account, storage, dir } = surroundings;
  const resources: Record<string, Resource> = {};
  const byType = groupBindings(version.bindings);
  for (const { name, id } of byType["d1"] ?? [])
    resources[name] = { kind: "d1", id: String(id ?? "") };
  for (const { name, bucket_name, jurisdiction } of byType["r2_bucket"] ?? [])
    resources[name] = {
      kind: "r2",
      id: toBucketId(String(jurisdiction ?? "default"), String(bucket_name)),
    };
  const remoteProxyConnectionString = storage.connect(resources) as RemoteProxyConnectionString;
  const remote = (bindings: Binding[] = []) =>
    Object.fromEntries(
      bindings.map(({ name }) => [name, { id: name, remoteProxyConnectionString }]),
    );
  const service = (bindings: Binding[] = [], entrypoint: string) =>
    bindings.map((binding) => [
      binding.name,
      { name: "stand-in-services", entrypoint, props: { queue: binding["queue_name"] ?? "" } },
    ]);

  const { config } = version.metadata.assets ?? {};
  const assets = version.assets && {
    directory: writeAssets(account, version, join(dir, "assets")),
    ...(byType["assets"]?.[0] && { binding: byType["assets"][0].name }),
    routerConfig: { has_user_worker: true },
    assetConfig: {
      ...(config?.html_handling && { html_handling: config.html_handling as never }),
      ...(config?.not_found_handling && { not_found_handling: config.not_found_handling as never }),
    },
    ...(config?.run_worker_first !== undefined && { run_worker_first: config.run_worker_first }),
  };
  const errors: string[] = [];
  const options = convertV4MiniflareOptions({
    host: "127.0.0.1",
    resourcePersistencePath: join(dir, "state"),
    handleStructuredLogs: ({ level, message }) => {
      if (level === "error") errors.push(message);
      surroundings.log(`${level}: ${message}`);
    },
    workers: [
      {
        name: "version",
        modulesRoot: "/",
        modules: version.modules.map(toModule),
        compatibilityDate: version.metadata.compatibility_date ?? COMPATIBILITY_DATE,
        compatibilityFlags: version.metadata.compatibility_flags ?? [],
        bindings: Object.fromEntries(readVariables(version, byType)),
        d1Databases: remote(byType["d1"]),
        r2Buckets: remote(byType["r2_bucket"]),
        ratelimits: Object.fromEntries(
          (byType["ratelimit"] ?? []).map(({ name, namespace_id, simple }) => [
            name,
            { namespace_id: String(namespace_id), simple: simple as never },
          ]),
        ),
        analyticsEngineDatasets: Object.fromEntries(
          (byType["analytics_engine"] ?? []).map(({ name, dataset }) => [
            name,
            { dataset: String(dataset) },
          ]),
        ),
        serviceBindings: Object.fromEntries([
          ...service(byType["queue"], "Producer"),
          ...service(byType["send_email"], "Email"),
        ]) as never,
        ...(assets && { assets }),
        outboundService: (request: WorkerRequest) =>
          surroundings.fetchOutside(request as unknown as Request) as never,
      },
      {
        name: "stand-in-services",
        modules: true,
        script: servicesScript,
        compatibilityDate: COMPATIBILITY_DATE,
        serviceBindings: {
          STAND_IN: (request: WorkerRequest) => receive(request, surroundings) as never,
        },
      },
    ],
  });
  const miniflare = new Miniflare(options);
  try {
    await miniflare.ready;
  } catch (error) {
    await miniflare.dispose().catch(() => {});
    throw new StartupError(errors.join("\n") || String(error));
  }

  let running = 0;
  let whenIdle: (() => void) | undefined;
  const track = async <Result>(work: Promise<Result>): Promise<Result> => {
    running += 1;
    try {
      return await work;
    } finally {
      running -= 1;
      if (running === 0) whenIdle?.();
    }
  };
  return {
    fetch: (request) => track(dispatch(miniflare, request)),
    scheduled: (cron) =>
      track(
        miniflare
          .getWorker("version")
          .then((worker) => worker.scheduled({ cron, scheduledTime: new Date() })),
      ),
    queue: (name, messages) =>
      track(
        miniflare
          .getWorker("version")
          .then((worker) => worker.queue(name, messages as never) as unknown as BatchResult),
      ),
    async stop() {
      if (running > 0) await new Promise<void>((resolve) => (whenIdle = resolve));
      await miniflare.dispose();
    },
  };
}

const supportedTypes = new Set([
  "plain_text",
  "secret_text",
  "json",
  "d1",
  "r2_bucket",
  "queue",
  "ratelimit",
  "version_metadata",
  "assets",
  "analytics_engine",
  "send_email",
]);

function groupBindings(bindings: Binding[]): Partial<Record<string, Binding[]>> {
  const unsupported = bindings.filter(({ type }) => !supportedTypes.has(type));
  if (unsupported.length > 0)
    throw new UnsupportedBindingError(
      `The stand-in has no bindings of type ${unsupported.map(({ type }) => type).join(", ")}`,
    );
  return Object.groupBy(bindings, ({ type }) => type);
}

function readVariables(version: Version, byType: Partial<Record<string, Binding[]>>) {
  return [
    ...[...(byType["plain_text"] ?? []), ...(byType["secret_text"] ?? [])].map(
      ({ name, text }) => [name, text] as [string, string],
    ),
    ...(byType["json"] ?? []).map(({ name, json }) => [name, json] as [string, string]),
    ...(byType["version_metadata"] ?? []).map(
      ({ name }) =>
        [name, { id: version.id, tag: "", timestamp: version.createdAt }] as unknown as [
          string,
          string,
        ],
    ),
  ];
}

function toModule({ name, mimeType, content }: Module) {
  const types: Record<string, "ESModule" | "CommonJS" | "CompiledWasm" | "Text" | "Data"> = {
    "application/javascript+module": "ESModule",
    "application/javascript": "CommonJS",
    "application/wasm": "CompiledWasm",
    "text/plain": "Text",
  };
  const type = types[mimeType] ?? "Data";
  const isBinary = type === "CompiledWasm" || type === "Data";
  return {
    type,
    path: `/${name}`,
    contents: isBinary ? content : new TextDecoder().decode(content),
  };
}

function writeAssets(account: Account, version: Version, dir: string): string {
  const write = (path: string, content: string | Uint8Array) => {
    const target = join(dir, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  };
  mkdirSync(dir, { recursive: true });
  for (const [path, hash] of version.assets ?? []) write(path, account.assets.get(hash)!);
  const { _headers, _redirects } = version.metadata.assets?.config ?? {};
  if (_headers) write("_headers", _headers);
  if (_redirects) write("_redirects", _redirects);
  return dir;
}

async function receive(request: WorkerRequest, surroundings: Surroundings): Promise<Response> {
  const body = (await request.json()) as {
    queue: string;
    messages: { body: unknown; delaySeconds?: number }[];
  };
  try {
    if (new URL(request.url).pathname === "/emails") surroundings.sendEmail(body);
    else surroundings.sendMessages(body.queue, body.messages);
    return new Response();
  } catch (error) {
    return new Response(error instanceof Error ? error.message : String(error), { status: 500 });
  }
}

/** Sends a request to the version. The answer has no encoding: Miniflare has decoded it. */
async function dispatch(miniflare: Miniflare, request: Request): Promise<Response> {
  const hasBody = request.body !== null;
  const answered = await miniflare.dispatchFetch(request.url, {
    method: request.method,
    headers: [...request.headers] as never,
    redirect: "manual",
    ...(hasBody && { body: request.body as never, duplex: "half" }),
  } as never);
  const headers = new Headers([...answered.headers] as [string, string][]);
  headers.delete("content-encoding");
  headers.delete("content-length");
  headers.delete("transfer-encoding");
  return new Response(answered.body as never, { status: answered.status, headers });
}
