import type { CloudflareApi } from "../../deploy/cloudflare-api.ts";
import { accept, refuse, warn, type Finding } from "../finding.ts";
import { findWorkersSubdomain, listZones, TOKENS_URL, type Named } from "./cloudflare.ts";

/** Returns the address that the shop asks for, from the host where it is served. */
export const toAuthUrl = (host: string): string => `https://${host}/api/auth`;

/** Returns the host of an AUTH_URL; undefined if the shop cannot be served there. */
export function readHost(authUrl: string): string | undefined {
  if (!URL.canParse(authUrl)) return undefined;
  const { protocol, host, port, pathname } = new URL(authUrl);
  return protocol === "https:" && port === "" && pathname === "/api/auth" ? host : undefined;
}

/** Whether a name can be one of a Worker, whose database, queues and bucket are named after it. */
export const isWorkerName = (name: string): boolean => /^[a-z][a-z0-9-]{1,38}[a-z0-9]$/.test(name);

/** Returns the zone that a host belongs to: the one with the longest name, if there are several. */
export function findZone(zones: Named[], host: string): Named | undefined {
  return zones
    .filter(({ name }) => host === name || host.endsWith(`.${name}`))
    .toSorted((a, b) => b.name.length - a.name.length)[0];
}

/**
 * Checks that the shop can be served at the host: on the account's subdomain of workers.dev under the Worker's name, or
 * on a domain of the account that no other Worker has.
 * @returns `zoneId` for a domain
 */
export async function checkHost(
  api: CloudflareApi,
  input: { accountId: string; workerName: string; authUrl: string },
): Promise<{ findings: Finding[]; zoneId?: string }> {
  const { accountId, workerName, authUrl } = input;
  const host = readHost(authUrl);
  if (host === undefined)
    return refuseHost(
      `AUTH_URL ${authUrl} is not an address where a shop can be served.`,
      `It must look like ${toAuthUrl("shop.example.com")}, without a port.`,
    );
  if (host.endsWith(".workers.dev")) return checkWorkersDev(api, { accountId, workerName, host });
  const zones = await listZones(api, accountId);
  if (zones === undefined)
    return refuseHost(
      "The token may not list the domains of the account.",
      `Edit it at ${TOKENS_URL} and add Zone › Zone › Read, or serve the shop on workers.dev.`,
    );
  const zone = findZone(zones, host);
  if (!zone)
    return refuseHost(
      `${host} belongs to no active domain of this account.`,
      `Add the domain at https://dash.cloudflare.com/${accountId}/add-site, or choose one of: ${zones.map(({ name }) => name).join(", ") || "none yet"}.`,
    );
  const other = await findOtherWorker(api, { accountId, workerName, host });
  if (other !== undefined)
    return refuseHost(
      `${host} is served by the Worker ${other} already.`,
      "Choose another host, or remove that Worker's custom domain first.",
    );
  return { findings: [accept(`The shop will be at https://${host}.`)], zoneId: zone.id };
}

async function checkWorkersDev(
  api: CloudflareApi,
  { accountId, workerName, host }: { accountId: string; workerName: string; host: string },
) {
  const subdomain = await findWorkersSubdomain(api, accountId);
  if (subdomain === undefined)
    return refuseHost(
      "The account has no subdomain of workers.dev yet.",
      `Choose one at https://dash.cloudflare.com/${accountId}/workers/onboarding, then come back.`,
    );
  const expected = `${workerName}.${subdomain}.workers.dev`;
  if (host !== expected)
    return refuseHost(
      `A Worker named ${workerName} is served at ${expected}, not at ${host}.`,
      `Set AUTH_URL to ${toAuthUrl(expected)}, or WORKER_NAME to another name.`,
    );
  return {
    findings: [
      warn(
        `The shop will be at https://${host}.`,
        "Customers see this address, and sign-ins and Stripe are bound to it: a domain of your own can be moved later, and this one cannot.",
      ),
    ],
  };
}

async function findOtherWorker(
  api: CloudflareApi,
  { accountId, workerName, host }: { accountId: string; workerName: string; host: string },
): Promise<string | undefined> {
  const answer = await api.send<{ hostname: string; service: string }[]>(
    "GET",
    `/accounts/${accountId}/workers/domains?hostname=${host}`,
  );
  const found = answer.ok && answer.result.find(({ hostname }) => hostname === host);
  return found && found.service !== workerName ? found.service : undefined;
}

const refuseHost = (says: string, next: string) => ({ findings: [refuse(says, next)] });
