import { randomBytes, randomUUID } from "node:crypto";
import type { CloudflareApi } from "../../deploy/cloudflare-api.ts";
import { refuse, type Finding } from "../finding.ts";

/** A right that the token needs, as Cloudflare's form for tokens names it. */
type Right = {
  scope: "Account" | "Zone";
  name: string;
  use: string;
  /** Deletes something that does not exist: Cloudflare checks the right before it looks for the thing. */
  probe: (id: string) => string;
};

const unknownName = () => `gatehouse-check-${randomBytes(8).toString("hex")}`;
const unknownId = () => randomBytes(16).toString("hex");

/** The rights on the account, and on a zone if the shop has a domain of its own. */
export const rights: Right[] = [
  {
    scope: "Account",
    name: "Workers Scripts",
    use: "deploy the shop",
    probe: (account) => `/accounts/${account}/workers/scripts/${unknownName()}`,
  },
  {
    scope: "Account",
    name: "D1",
    use: "create and migrate the database",
    probe: (account) => `/accounts/${account}/d1/database/${randomUUID()}`,
  },
  {
    scope: "Account",
    name: "Queues",
    use: "create the queues",
    probe: (account) => `/accounts/${account}/queues/${unknownId()}`,
  },
  {
    scope: "Account",
    name: "Workers R2 Storage",
    use: "create the bucket for files",
    probe: (account) => `/accounts/${account}/r2/buckets/${unknownName()}`,
  },
  {
    scope: "Zone",
    name: "Workers Routes",
    use: "serve the shop at your domain",
    probe: (zone) => `/zones/${zone}/workers/routes/${unknownId()}`,
  },
];

/** Cloudflare's code for an account that has not turned on R2. */
const R2_IS_OFF = 10042;

/** What is wrong with one right. */
type Problem = "missing" | "off" | { message: string };

/** Where a token is made and edited. */
export const TOKENS_URL = "https://dash.cloudflare.com/profile/api-tokens";

/** Returns the sentence that says how to make a token with exactly the rights that the setup checks. */
export function describeNeededRights(): string {
  const list = rights.map(({ scope, name }) => `${scope} › ${name} › Edit`);
  return `Open ${TOKENS_URL}, choose Create Token, then Create Custom Token, and add: ${list.join(", ")}, Zone › Zone › Read. The two of Zone are only needed for a domain of your own.`;
}

/**
 * Checks that Cloudflare knows the token, and that it may do everything that a deployment does. Changes nothing.
 * @param on the account, or the zone of the shop's domain
 */
export async function checkRights(
  api: CloudflareApi,
  on: { scope: Right["scope"]; id: string },
): Promise<Finding[]> {
  const needed = rights.filter(({ scope }) => scope === on.scope);
  const problems = await Promise.all(needed.map((right) => tryRight(api, right, on.id)));
  if (on.scope === "Account" && problems.every((problem) => problem === "missing"))
    return [
      refuse(
        `Cloudflare refuses this token for the account ${on.id}: it is mistyped, has expired, or is of another account.`,
        describeNeededRights(),
      ),
    ];
  return needed.flatMap((right, index) => describeProblem(right, problems[index], on.id));
}

async function tryRight(
  api: CloudflareApi,
  right: Right,
  id: string,
): Promise<Problem | undefined> {
  const answer = await api.send("DELETE", right.probe(id));
  if (answer.ok) return undefined;
  if (answer.codes.includes(R2_IS_OFF)) return "off";
  if (answer.status === 401 || answer.status === 403) return "missing";
  // Cloudflare looked for the thing, so the token was allowed to.
  return answer.status < 500 && answer.status !== 429 ? undefined : { message: answer.message };
}

function describeProblem(right: Right, problem: Problem | undefined, id: string): Finding[] {
  if (problem === undefined) return [];
  if (problem === "off")
    return [
      refuse(
        "R2 is not turned on in this account. The shop keeps files there.",
        `Turn it on at https://dash.cloudflare.com/${id}/r2, then come back.`,
      ),
    ];
  const name = `${right.scope} › ${right.name} › Edit`;
  if (problem === "missing")
    return [
      refuse(
        `The token lacks ${name}, which is needed to ${right.use}.`,
        `Edit the token at ${TOKENS_URL} and add it. The token itself stays the same.`,
      ),
    ];
  return [
    refuse(`Cloudflare could not check ${name}: ${problem.message}.`, "Try again in a minute."),
  ];
}

/** An account or a zone that a token may use. */
export type Named = { id: string; name: string };

/** Returns the accounts of the token; empty if it may not list them, which no deployment needs. */
export async function listAccounts(api: CloudflareApi): Promise<Named[]> {
  const answer = await api.send<Named[]>("GET", "/accounts?per_page=50");
  return answer.ok ? answer.result : [];
}

/** Returns the active zones of the account; undefined if the token may not list them. */
export async function listZones(
  api: CloudflareApi,
  accountId: string,
): Promise<Named[] | undefined> {
  const answer = await api.send<Named[]>(
    "GET",
    `/zones?account.id=${accountId}&status=active&per_page=50`,
  );
  return answer.ok ? answer.result : undefined;
}

/** Returns the account's subdomain of workers.dev; undefined if it has none yet. */
export async function findWorkersSubdomain(
  api: CloudflareApi,
  accountId: string,
): Promise<string | undefined> {
  const answer = await api.send<{ subdomain: string }>(
    "GET",
    `/accounts/${accountId}/workers/subdomain`,
  );
  return answer.ok ? answer.result.subdomain : undefined;
}
