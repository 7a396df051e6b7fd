import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import type { Account } from "./account.ts";

/** What a binding's name stands for: a database or a bucket of the account. */
export type Resource = { kind: "d1" | "r2"; id: string };

/** A statement with its parameters, as D1's protocol has it. */
export type Statement = { sql: string; params?: unknown[] };

/** What D1 answers for one statement. */
export type StatementResult<Results> = {
  success: boolean;
  results: Results;
  meta: Record<string, unknown>;
};

type Results = {
  ARRAY_OF_OBJECTS: Record<string, unknown>[];
  ROWS_AND_COLUMNS: { columns: string[]; rows: unknown[][] };
};

/** A statement that SQLite refuses. The earlier ones of the same call have no effect. */
export class StatementError extends Error {}

/** The databases and buckets of an account, in a process that no deployment restarts. */
export type Storage = {
  /** Where bindings with these names reach their resources, in the protocol that wrangler's remote bindings speak. */
  connect(resources: Record<string, Resource>): URL;
  /** Runs statements in one transaction. @throws StatementError */
  query<Format extends keyof Results>(
    databaseId: string,
    statements: Statement[],
    format: Format,
  ): Promise<StatementResult<Results[Format]>[]>;
  /** Returns statements that create what the database holds. */
  dump(databaseId: string): Promise<string[]>;
  /** Returns bindings to all databases and buckets of the account, by id. */
  open(account: Account): Promise<{
    databases: Record<string, D1Database>;
    buckets: Record<string, R2Bucket>;
  }>;
  dispose(): Promise<void>;
};

/**
 * Passes a request to the service behind D1 or R2. The path says which resource each binding's name stands for, so no new
 * resource needs another process.
 */
const script = `export default {
  async fetch(request, env) {
    const map = new URL(request.url).pathname.slice(1);
    const resource = JSON.parse(atob(map.replaceAll("-", "+").replaceAll("_", "/")))[request.headers.get("MF-Binding")];
    if (!resource) return new Response("Binding not found", { status: 400 });
    const headers = new Headers({ "MF-Namespace": resource.id });
    for (const [name, value] of request.headers)
      if (name.startsWith("mf-header-")) headers.set(name.slice("mf-header-".length), value);
    return env[resource.kind].fetch(
      request.headers.get("MF-URL") ?? "http://example.com",
      new Request(request, { headers, redirect: "manual" }),
    );
  },
};`;

const plugin = {
  package: join(import.meta.dirname, "raw-services.ts"),
  name: "raw-services",
};

/** The day of the runtime for the stand-in's own Workers. */
export const COMPATIBILITY_DATE = "2026-10-15";

/** Opens the databases and buckets in a directory. */
export async function openStorage(dir: string): Promise<Storage> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: "127.0.0.1",
      modules: true,
      script,
      compatibilityDate: COMPATIBILITY_DATE,
      // Miniflare starts its services for D1 and R2 only if a Worker binds them.
      d1Databases: { ANY_D1: "unused" },
      r2Buckets: { ANY_R2: "unused" },
      unsafeBindings: [
        { name: "d1", type: "raw", plugin, options: { service: "d1:db:entry" } },
        { name: "r2", type: "raw", plugin, options: { service: "r2:bucket:entry" } },
      ],
      resourcePersistencePath: dir,
    }),
  );
  const origin = await miniflare.ready;
  let opened: { key: string; miniflare: Miniflare } | undefined;

  const connect = (resources: Record<string, Resource>) =>
    new URL(`/${Buffer.from(JSON.stringify(resources)).toString("base64url")}`, origin);

  async function send(databaseId: string, statements: Statement[], format: string) {
    const response = await fetch(connect({ DB: { kind: "d1", id: databaseId } }), {
      method: "POST",
      headers: {
        "MF-Binding": "DB",
        "MF-URL": `http://d1/query?resultsFormat=${format}`,
        "MF-Header-content-type": "application/json",
      },
      body: JSON.stringify(statements),
    });
    const body: unknown = await response.json();
    if (isFailure(body)) throw new StatementError(body.error);
    return body;
  }

  return {
    connect,
    async query(databaseId, statements, format) {
      return (await send(databaseId, statements, format)) as never;
    },
    async dump(databaseId) {
      const exported = { sql: "PRAGMA miniflare_d1_export(?,?,?);", params: [0, 0] };
      const { results } = (await send(databaseId, [exported], "NONE")) as { results: [string[]] };
      return results[0];
    },
    async open(account) {
      const databases = [...account.databases.keys()];
      const buckets = [...account.buckets.keys()];
      const key = JSON.stringify([databases, buckets]);
      if (opened?.key !== key) {
        await opened?.miniflare.dispose();
        const remoteProxyConnectionString = connect({
          ...Object.fromEntries(databases.map((id) => [id, { kind: "d1", id } as const])),
          ...Object.fromEntries(buckets.map((id) => [id, { kind: "r2", id } as const])),
        }) as RemoteProxyConnectionString;
        const bind = (ids: string[]) =>
          Object.fromEntries(ids.map((id) => [id, { id, remoteProxyConnectionString }]));
        opened = {
          key,
          miniflare: new Miniflare(
            convertV4MiniflareOptions({
              modules: true,
              script: "export default {}",
              compatibilityDate: COMPATIBILITY_DATE,
              d1Databases: bind(databases),
              r2Buckets: bind(buckets),
            }),
          ),
        };
      }
      const bindings = await opened.miniflare.getBindings<Record<string, unknown>>();
      const pick = (ids: string[]) => Object.fromEntries(ids.map((id) => [id, bindings[id]]));
      return { databases: pick(databases), buckets: pick(buckets) } as never;
    },
    async dispose() {
      await opened?.miniflare.dispose();
      await miniflare.dispose();
    },
  };
}

/** The type that Miniflare gives to the URL of a remote binding. */
export type RemoteProxyConnectionString = URL & { __brand: "RemoteProxyConnectionString" };

const isFailure = (body: unknown): body is { error: string } =>
  typeof body === "object" && body !== null && "error" in body && typeof body.error === "string";
