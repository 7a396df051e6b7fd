import { runOrThrow, type CommandRunner } from "./runner.ts";

/** An answer of Cloudflare's API. `codes` are Cloudflare's own error codes. */
export type CloudflareAnswer<Result> =
  | { ok: true; result: Result }
  | { ok: false; status: number; codes: number[]; message: string };

/** Cloudflare's API with one account's or user's credentials. */
export type CloudflareApi = {
  /** @throws Error if Cloudflare does not answer */
  send<Result>(
    method: "GET" | "POST" | "DELETE",
    path: string,
    options?: { headers?: Record<string, string>; body?: object },
  ): Promise<CloudflareAnswer<Result>>;
};

/** What `wrangler auth token --json` answers with: an API token, the token of `wrangler login`, or a global key. */
export type Credentials = { token: string } | { key: string; email: string };

type Envelope<Result> = {
  success?: boolean;
  result?: Result;
  errors?: { code: number; message: string }[];
};

const TIMEOUT_MS = 30_000;

const fetchInTime = (url: string, init?: RequestInit) =>
  fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), ...init });

/** Where Cloudflare's API is. Wrangler reads the same variable. */
export const readCloudflareUrl = (env: Record<string, string | undefined>): string =>
  env["CLOUDFLARE_API_BASE_URL"] ?? "https://api.cloudflare.com/client/v4";

/** Opens the API. Where Cloudflare answers with no JSON, `message` says the status. */
export function openCloudflareApi(
  at: {
    cloudflareUrl: string;
    fetch?: (url: string, init?: RequestInit) => Promise<Response>;
  },
  credentials: Credentials,
): CloudflareApi {
  const request = at.fetch ?? fetchInTime;
  return {
    async send<Result>(
      method: string,
      path: string,
      options: { headers?: Record<string, string>; body?: object } = {},
    ): Promise<CloudflareAnswer<Result>> {
      const response = await request(at.cloudflareUrl + path, {
        method,
        headers: {
          ...toHeaders(credentials),
          ...(options.body && { "content-type": "application/json" }),
          ...options.headers,
        },
        ...(options.body && { body: JSON.stringify(options.body) }),
      });
      const body = (await response.json().catch(() => ({}))) as Envelope<Result>;
      if (response.ok && body.success) return { ok: true, result: body.result as Result };
      const errors = body.errors ?? [];
      return {
        ok: false,
        status: response.status,
        codes: errors.map(({ code }) => code),
        message: errors.map(({ message }) => message).join("; ") || `status ${response.status}`,
      };
    },
  };
}

const toHeaders = (credentials: Credentials): Record<string, string> =>
  "token" in credentials
    ? { authorization: `Bearer ${credentials.token}` }
    : { "x-auth-email": credentials.email, "x-auth-key": credentials.key };

/**
 * Reads the credentials that wrangler uses: an API token of these variables, or what wrangler itself has.
 * @returns undefined if nobody is logged in
 */
export async function readCredentials(
  runner: CommandRunner,
  env: { CLOUDFLARE_API_TOKEN?: string | undefined },
): Promise<Credentials | undefined> {
  if (env.CLOUDFLARE_API_TOKEN) return { token: env.CLOUDFLARE_API_TOKEN };
  const { code, stdout } = await runner("wrangler", ["auth", "token", "--json"], { quiet: true });
  return code === 0 ? (JSON.parse(stdout) as Credentials) : undefined;
}

/** The account that wrangler uses, for what wrangler has no command for or is slow at. */
export type CloudflareAccount = {
  id: string;
  /** Like `CloudflareApi`'s, with a path below the account. */
  send: CloudflareApi["send"];
  /** Reads a path below the account. @throws Error with Cloudflare's message if it refuses */
  read<Result>(path: string): Promise<Result>;
};

/**
 * Opens the account with the credentials that wrangler has, from the environment or from `wrangler login`.
 * @throws Error if nobody is logged in, or if the credentials are for several accounts
 */
export async function openCloudflareAccount(
  runner: CommandRunner,
  env: Record<string, string | undefined>,
): Promise<CloudflareAccount> {
  const credentials = await readCredentials(runner, env);
  if (!credentials) throw new Error("wrangler is not logged in: run npx wrangler login");
  const id = env["CLOUDFLARE_ACCOUNT_ID"] || (await readOnlyAccount(runner));
  return toAccount(openCloudflareApi({ cloudflareUrl: readCloudflareUrl(env) }, credentials), id);
}

/** Opens one account of the API. */
export function toAccount(api: CloudflareApi, id: string): CloudflareAccount {
  const send: CloudflareApi["send"] = (method, path, options) =>
    api.send(method, `/accounts/${id}${path}`, options);
  return {
    id,
    send,
    read: async <Result>(path: string) => toResult(path, await send<Result>("GET", path)),
  };
}

/** @throws Error with Cloudflare's message if it refused */
export function toResult<Result>(path: string, answer: CloudflareAnswer<Result>): Result {
  if (!answer.ok) throw new Error(`Cloudflare refused ${path}: ${answer.message}`);
  return answer.result;
}

async function readOnlyAccount(runner: CommandRunner): Promise<string> {
  const { stdout } = await runOrThrow(runner, "wrangler", ["whoami", "--json"], { quiet: true });
  const { accounts } = JSON.parse(stdout) as { accounts: { id: string; name: string }[] };
  const [account, ...others] = accounts;
  if (!account) throw new Error("wrangler knows no account: run npx wrangler login");
  if (others.length === 0) return account.id;
  const names = accounts.map(({ id, name }) => `  ${id}   ${name}`).join("\n");
  throw new Error(
    `You have several accounts. Set CLOUDFLARE_ACCOUNT_ID to one of these:\n${names}`,
  );
}
