import type { Surroundings } from "./surroundings.ts";

/** An answer of Cloudflare's API. `codes` are Cloudflare's own error codes. */
export type CloudflareAnswer<Result> =
  | { ok: true; result: Result }
  | { ok: false; status: number; codes: number[]; message: string };

/** Cloudflare's API with one token. */
export type CloudflareApi = {
  /** @throws Error if Cloudflare does not answer */
  send<Result>(
    method: "GET" | "DELETE",
    path: string,
    headers?: Record<string, string>,
  ): Promise<CloudflareAnswer<Result>>;
};

type Envelope<Result> = {
  success?: boolean;
  result?: Result;
  errors?: { code: number; message: string }[];
};

export function openCloudflareApi(
  { fetch, cloudflareUrl }: Pick<Surroundings, "fetch" | "cloudflareUrl">,
  token: string,
): CloudflareApi {
  return {
    async send<Result>(method: "GET" | "DELETE", path: string, headers = {}) {
      const response = await fetch(cloudflareUrl + path, {
        method,
        headers: { authorization: `Bearer ${token}`, ...headers },
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

/**
 * Returns the token of the answers, or the one of `wrangler login`.
 * @returns undefined if there is neither
 */
export async function findCloudflareToken(
  answers: { CLOUDFLARE_API_TOKEN?: string | undefined },
  runner: Surroundings["runner"],
): Promise<string | undefined> {
  if (answers.CLOUDFLARE_API_TOKEN) return answers.CLOUDFLARE_API_TOKEN;
  const { code, stdout } = await runner("wrangler", ["auth", "token", "--json"], { quiet: true });
  if (code !== 0) return undefined;
  return (JSON.parse(stdout) as { token?: string }).token;
}
