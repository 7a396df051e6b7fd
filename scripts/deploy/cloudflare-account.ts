import { runOrThrow, type CommandRunner } from "./runner.ts";

/** The account that wrangler uses, for what wrangler has no command for. */
export type CloudflareAccount = {
  id: string;
  /** Sends a request to Cloudflare's API, with a path below the account. */
  get<Result>(path: string): Promise<CloudflareAnswer<Result>>;
};

/** What Cloudflare's API answers. `errors` has its own codes, which are not HTTP's. */
export type CloudflareAnswer<Result> = {
  success: boolean;
  errors: { code: number; message: string }[];
  result: Result | null;
};

type Credentials =
  | { type: "api_token" | "oauth"; token: string }
  | { type: "api_key"; key: string; email: string };

/**
 * Opens the account with the credentials that wrangler has, from the environment or from `wrangler login`.
 * @throws Error if nobody is logged in, or if the credentials are for several accounts
 */
export async function openCloudflareAccount(
  runner: CommandRunner,
  env: Record<string, string | undefined>,
): Promise<CloudflareAccount> {
  const read = async <Answer>(args: string[]) =>
    JSON.parse((await runOrThrow(runner, "wrangler", args, { quiet: true })).stdout) as Answer;
  const credentials = await read<Credentials>(["auth", "token", "--json"]);
  const id = env["CLOUDFLARE_ACCOUNT_ID"] || (await readOnlyAccount(read));
  const api = env["CLOUDFLARE_API_BASE_URL"] ?? "https://api.cloudflare.com/client/v4";
  return {
    id,
    async get(path) {
      const response = await fetch(`${api}/accounts/${id}${path}`, {
        headers: toHeaders(credentials),
        signal: AbortSignal.timeout(30_000),
      });
      return response.json();
    },
  };
}

async function readOnlyAccount(read: <Answer>(args: string[]) => Promise<Answer>): Promise<string> {
  const { accounts } = await read<{ accounts: { id: string; name: string }[] }>([
    "whoami",
    "--json",
  ]);
  const [account, ...others] = accounts;
  if (!account) throw new Error("wrangler knows no account: run npx wrangler login");
  if (others.length === 0) return account.id;
  const names = accounts.map(({ id, name }) => `  ${id}   ${name}`).join("\n");
  throw new Error(
    `You have several accounts. Set CLOUDFLARE_ACCOUNT_ID to one of these:\n${names}`,
  );
}

function toHeaders(credentials: Credentials): Record<string, string> {
  return credentials.type === "api_key"
    ? { "x-auth-email": credentials.email, "x-auth-key": credentials.key }
    : { authorization: `Bearer ${credentials.token}` };
}
