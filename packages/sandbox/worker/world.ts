import { DurableObject } from "cloudflare:workers";
import { createParts, type Parts } from "../parts.ts";
import { answerOidc } from "./answer-oidc.ts";
import { findAccess, keyCookie } from "./access.ts";
import { enterPage, notFoundPage, unknownKeyError } from "./pages.ts";
import { openObjectDatabase } from "./object-database.ts";
import { newWorldKey } from "./world-keys.ts";
import type { WorldConfig, WorldOptions } from "./world-options.ts";

/** A use is written down when the one before it is older than this. */
const useMs = 60_000;
const createConfigTable =
  "CREATE TABLE IF NOT EXISTS world (id INTEGER PRIMARY KEY CHECK (id = 1), config TEXT NOT NULL, used_ms INTEGER NOT NULL) STRICT";

/** What a program needs to use a world. */
export interface WorldAccess {
  id: string;
  url: string;
  issuer: string;
  secretKey: string;
}

/**
 * One world: a sandbox of its own, with its own account, users, mailbox and clock, in one object's SQLite. No timer
 * runs in it: an alarm wakes it when a renewal or a webhook is due, and deletes it when nobody has used it for long.
 */
export class World extends DurableObject<unknown> {
  #open: { config: WorldConfig; parts: Parts; usedMs: number } | null = null;
  #alarmMs: number | null = null;

  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env);
    void ctx.blockConcurrencyWhile(async () => {
      this.#alarmMs = await ctx.storage.getAlarm();
      const isThere = ctx.storage.sql
        .exec("SELECT 1 FROM sqlite_master WHERE name = 'world'")
        .toArray();
      if (isThere.length === 0) return;
      const [row] = ctx.storage.sql
        .exec<{ config: string; usedMs: number }>("SELECT config, used_ms AS usedMs FROM world")
        .toArray();
      if (row) this.#start(JSON.parse(row.config) as WorldConfig, row.usedMs);
    });
  }

  /**
   * Creates the world, or changes the options of an existing one, which keeps its key and everything in it.
   * @param own the path and the key of a world that gets others than usual
   */
  put(
    id: string,
    origin: string,
    options: WorldOptions,
    own: { path?: string; key?: string } = {},
  ): WorldAccess {
    const { path = `/${id}`, key = this.#open?.config.key ?? newWorldKey(id) } = own;
    const config = { ...options, id, origin, path, key };
    const usedMs = Date.now();
    this.ctx.storage.transactionSync(() => {
      this.ctx.storage.sql.exec(createConfigTable);
      this.ctx.storage.sql.exec(
        "INSERT OR REPLACE INTO world (id, config, used_ms) VALUES (1, ?, ?)",
        JSON.stringify(config),
        usedMs,
      );
    });
    this.#start(config, usedMs);
    this.#wakeAt(usedMs + config.keepForSeconds * 1000);
    const url = toUrl(config);
    return { id, url, issuer: `${url}/oidc`, secretKey: config.key };
  }

  /** Deletes everything. */
  async remove(): Promise<void> {
    this.#open = null;
    this.#alarmMs = null;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  /** Answers a request whose path is that inside of the world. */
  override async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (!this.#open) return pathname.startsWith("/v1/") ? unknownKeyError() : notFoundPage();
    const { config, parts } = this.#open;
    this.#noteUse();
    if (pathname === "/enter" && request.method === "POST") return enter(request, config);
    if (!isOpen(request.method, pathname) && !this.isAllowed(request, config))
      return request.method === "GET" && !/^\/_sandbox|\/messages$/.test(pathname)
        ? enterPage()
        : Response.json({ error: "Send the secret key of this world." }, { status: 401 });
    if (/^\/oidc(?:\/|$)/.test(pathname)) return answerOidc(request, toUrl(config), parts.oidc);
    return parts.app.fetch(request);
  }

  /** Whether a request may control the world. */
  protected isAllowed(request: Request, { key }: WorldConfig): boolean {
    return findAccess(request.headers, key);
  }

  /** Sends a webhook. */
  protected send(request: Request): Promise<Response> {
    return fetch(request);
  }

  override async alarm(): Promise<void> {
    this.#alarmMs = null;
    if (!this.#open) return this.remove();
    const { config, usedMs, parts } = this.#open;
    const expiresMs = usedMs + config.keepForSeconds * 1000;
    if (Date.now() >= expiresMs) return this.remove();
    this.#wakeAt(expiresMs);
    await parts.standIn.runDue();
  }

  #start(config: WorldConfig, usedMs: number): void {
    const database = openObjectDatabase(this.ctx.storage);
    const url = toUrl(config);
    const parts = createParts({
      ...config,
      databases: { stripe: database, oidc: database, mail: database },
      serverUrl: url,
      issuer: `${url}/oidc`,
      mainKey: config.key,
      hasOtherAccounts: false,
      wakeAt: (dueMs) => this.#wakeAt(dueMs),
      send: (request) => this.send(request),
    });
    this.#open = { config, parts, usedMs };
  }

  #noteUse(): void {
    const now = Date.now();
    if (!this.#open || now - this.#open.usedMs < useMs) return;
    this.#open.usedMs = now;
    this.ctx.storage.sql.exec("UPDATE world SET used_ms = ?", now);
  }

  /** Sets the alarm, unless it rings earlier anyway. */
  #wakeAt(dueMs: number): void {
    if (this.#alarmMs !== null && this.#alarmMs <= dueMs) return;
    this.#alarmMs = dueMs;
    void this.ctx.storage.setAlarm(dueMs);
  }
}

const toUrl = ({ origin, path }: WorldConfig) => origin + path;

/**
 * Whether a request needs no key: pages whose URL nobody guesses, sign-in, what has keys of its own, the time, which an
 * app reads at each request, and the DNS.
 */
function isOpen(method: string, path: string): boolean {
  if (/^\/(?:v1|checkout|portal|invoices|receipts|authenticate|oidc)\//.test(path)) return true;
  return method === "GET" && (path === "/_sandbox/clock" || path === "/dns/query");
}

/** Keeps the key of a form in a cookie, for the pages of this world only. */
async function enter(request: Request, config: WorldConfig): Promise<Response> {
  const key = (await request.formData()).get("key");
  if (
    typeof key !== "string" ||
    !findAccess(new Headers({ authorization: `Bearer ${key.trim()}` }), config.key)
  )
    return enterPage("That is not the key of this world.");
  return new Response(null, {
    status: 303,
    headers: { location: "/", "set-cookie": keyCookie(config) },
  });
}
